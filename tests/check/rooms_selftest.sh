#!/bin/sh
# Shows that check_rooms.sh accepts a good tree and catches each kind of wrong include.
set -eu
checker=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
order="base mesh world"
failed=0

fresh() {
  rm -rf "$tree"
  mkdir -p "$tree/include/ventouse" "$tree/src/base" "$tree/src/mesh" "$tree/src/world" "$tree/apps/cli" "$tree/examples" \
    "$tree/tests/unit/mesh" "$tree/tests/physics"
  echo '#include <stdbool.h>' >"$tree/include/ventouse/base.h"
  echo '#include <ventouse/base.h>' >"$tree/include/ventouse/mesh.h"
  echo '#include <ventouse/mesh.h>' >"$tree/include/ventouse/world.h"
  echo '#include <ventouse/world.h>' >"$tree/include/ventouse/ventouse.h"
  echo '#include <ventouse/base.h>' >"$tree/src/base/error.h"
  printf '%s\n' '#include <stdio.h>' '#include "base/error.h"' '#include <ventouse/mesh.h>' >"$tree/src/mesh/read.c"
  printf '%s\n' '#include "mesh.h"' '#include "base/error.h"' >"$tree/src/mesh/write.c"
  echo '#include <ventouse/base.h>' >"$tree/src/mesh/mesh.h"
  echo '#include "mesh/mesh.h"' >"$tree/src/world/step.c"
  printf '%s\n' '#include <ventouse/ventouse.h>' '#include <unistd.h>' '#include "options.h"' >"$tree/apps/cli/main.c"
  echo '#include <stdbool.h>' >"$tree/apps/cli/options.h"
  echo '#include <ventouse/world.h>' >"$tree/examples/hello.c"
  printf '%s\n' '#include "mesh/mesh.h"' '#include "../../physics/rig.h"' >"$tree/tests/unit/mesh/test_read.c"
  printf '%s\n' '#include <ventouse/world.h>' '#include "base/error.h"' >"$tree/tests/physics/rig.h"
}

# catches FILE LINE: with that line added to that file, the check fails and names the file.
catches() {
  fresh
  echo "$2" >>"$tree/$1"
  if output=$(sh "$checker" "$tree" "$order"); then
    echo "not caught: $2 in $1"
    failed=1
  elif ! echo "$output" | grep -q "^$1:[0-9]*: found #include"; then
    echo "caught without naming $1: $output"
    failed=1
  fi
}

fresh
if ! sh "$checker" "$tree" "$order"; then
  echo "a good tree was refused"
  failed=1
fi

catches src/base/error.h '#include "mesh/mesh.h"'
catches src/base/error.h '  #  include "mesh/mesh.h" // with spaces'
catches src/mesh/read.c '#include "world/step.h"'
catches src/mesh/read.c '#include <world/step.h>'
catches src/mesh/read.c '#include "../world/step.h"'
catches src/mesh/read.c '#include "absent.h"'
catches src/base/error.h '#include <ventouse/mesh.h>'
catches src/mesh/read.c '#include <ventouse/ventouse.h>'
catches src/mesh/read.c '#include <ventouse/absent.h>'
catches include/ventouse/base.h '#include "base/error.h"'
catches include/ventouse/base.h '#include <cholmod.h>'
catches apps/cli/main.c '#include "base/error.h"'
catches apps/cli/main.c '#include <base/error.h>'
catches apps/cli/main.c '#include "../../src/base/error.h"'
catches examples/hello.c '#include "mesh/mesh.h"'
catches tests/unit/mesh/test_read.c '#include "world/step.h"'
catches tests/physics/rig.h '#include "world/world.h"'

fresh
mkdir "$tree/src/attic"
echo '#include "base/error.h"' >"$tree/src/attic/a.c"
if sh "$checker" "$tree" "$order" >/dev/null; then
  echo "not caught: a folder that is no room"
  failed=1
fi
exit $failed

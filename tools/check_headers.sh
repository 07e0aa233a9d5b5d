#!/bin/sh
# Every public header compiles alone, as C17 and, where the compiler can, as C++: tools/check_headers.sh ROOT CC
set -eu
root=${1:?usage: check_headers.sh ROOT CC}
compiler=${2:?usage: check_headers.sh ROOT CC}
languages="c:c17"
if echo 'int x;' | "$compiler" -x c++ -fsyntax-only - 2>/dev/null; then languages="$languages c++:c++11"; fi

failed=0
for header in "$root"/include/ventouse/*.h; do
  for language in $languages; do
    if ! echo "#include <ventouse/$(basename "$header")>" | "$compiler" -x "${language%%:*}" -std="${language##*:}" \
      -I "$root/include" -Wall -Wextra -Wpedantic -Werror -fsyntax-only -; then
      echo "$(basename "$header") does not stand alone as ${language##*:}"
      failed=1
    fi
  done
done
exit $failed

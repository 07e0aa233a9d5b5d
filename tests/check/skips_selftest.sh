#!/bin/sh
# Runs tools/test.sh with a pretended ctest: a skipped test fails it unless that is allowed, a failed one always.
set -u
script=$1
fake=$(mktemp -d)
trap 'rm -rf "$fake"' EXIT
failed=0
printf '#!/bin/sh\nprintf "$TEXT"\nexit $CODE\n' >"$fake/ctest"
chmod +x "$fake/ctest"

# try NAME WANTED TEXT CODE ALLOWED PART: the exit code, and a part of what is said.
try() {
  said=$(env PATH="$fake:$PATH" TEXT="$3" CODE="$4" VT_ALLOW_SKIPPED="$5" sh "$script" --preset release 2>&1)
  code=$?
  case "$code $said" in "$2 "*"$6"*) return ;; esac
  echo "failed: $1: exit $code, said \"$said\""
  failed=1
}

skipped='100%% tests passed\n\nThe following tests did not run:\n\t 12 - viewer_page (Skipped)\n\t 13 - format (Skipped)\n'
try "all is well" 0 '100%% tests passed\n' 0 "" "tests passed"
try "skipped ones fail it" 1 "$skipped" 0 "" "test: skipped: viewer_page format - install"
try "unless that is allowed" 0 "$skipped" 0 1 "as VT_ALLOW_SKIPPED allows: viewer_page format"
try "failed ones fail it" 8 "$skipped" 8 1 "did not run"
exit $failed

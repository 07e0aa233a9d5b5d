#!/bin/sh
# Runs ctest with the arguments given. A test that was skipped is a failure: what nobody ran has not passed.
# VT_ALLOW_SKIPPED=1 lets skipped tests through, where a browser cannot be had.
set -u
log=$(mktemp)
trap 'rm -f "$log" "$log.code"' EXIT
{
  ctest "$@"
  echo $? >"$log.code"
} | tee "$log"
code=$(cat "$log.code")
skipped=$(sed -n 's/^[[:space:]]*[0-9]* - \([^ ]*\) (Skipped)$/\1/p' "$log" | tr '\n' ' ')
if [ "$code" != 0 ] || [ -z "$skipped" ]; then exit "$code"; fi
if [ "${VT_ALLOW_SKIPPED:-}" = 1 ]; then
  echo "test: skipped, as VT_ALLOW_SKIPPED allows: $skipped"
  exit 0
fi
echo "test: skipped: ${skipped}- install what they need (make setup), or set VT_ALLOW_SKIPPED=1" >&2
exit 1

#!/bin/sh
# What is linked is what docs/licences.md says: tools/check_licences.sh ROOT FILE...
#   every library that a file asks for is in the first column of its tables
#   none of them, nor what they bring along, is one that only tests may link
set -eu
root=${1:?usage: check_licences.sh ROOT FILE...}
shift
page=$root/docs/licences.md
failed=0

# Names in the first column, one a line.
told=$(sed -n 's/^| \([a-z][^|]*\) |.*/\1/p' "$page" | tr ',' '\n' | tr -d ' ')
for file in "$@"; do
  needed=$(readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  if [ -z "$needed" ]; then
    echo "$file links nothing?"
    failed=1
  fi
  for library in $needed; do
    name=${library%%.so*}
    case $name in
      libventouse) continue ;;
      ld-linux*) name=ld-linux ;;
    esac
    if ! echo "$told" | grep -qx -- "$name"; then
      echo "$file links $library, which docs/licences.md does not tell of"
      failed=1
    fi
  done
  if ldd "$file" | grep -E 'lib(cholmod|umfpack|spqr|camd|ccolamd)\.'; then
    echo "$file links what only tests may"
    failed=1
  fi
done
exit $failed

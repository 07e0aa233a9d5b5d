#!/bin/sh
# clang-format over all our C: tools/format.sh applies it, tools/format.sh --check only tells.
# Exit 77 (skipped) when clang-format 14 is not there: other versions format differently.
set -eu
cd "$(dirname "$0")/.."

program=
for candidate in clang-format-14 clang-format; do
  if command -v $candidate >/dev/null 2>&1 && $candidate --version | grep -q 'version 14\.'; then
    program=$candidate
    break
  fi
done
if [ -z "$program" ]; then
  echo "clang-format 14 not found" >&2
  exit 77
fi

folders=
for folder in include src apps examples bench tests cmake; do
  if [ -d $folder ]; then folders="$folders $folder"; fi
done
case ${1:-} in
  "") find $folders -name '*.[ch]' -print0 | xargs -0 $program --style=file -i ;;
  --check)
    # Of clang-format's complaints only the names of the files are of interest.
    wrong=$(find $folders -name '*.[ch]' -print0 | xargs -0 $program --style=file --dry-run 2>&1 |
      sed -n 's/^\([^ :]*\.[ch]\):.*/\1/p' | sort -u)
    if [ -n "$wrong" ]; then
      echo "not formatted; run \`make format\`:"
      echo "$wrong"
      exit 1
    fi
    ;;
  *)
    echo "format: unknown argument \"$1\", expected --check or nothing" >&2
    exit 2
    ;;
esac

#!/bin/sh
# The pages that lead through the code are true: every path they name exists, and every `name` (`path`) is in that file.
# Usage: tools/check_names.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/..}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folders='\(src\|include\|apps\|examples\|tests\|tools\|docs\|scenes\|viewer\|cmake\)'
wrong=0
for page in docs/architecture.md CONTRIBUTING.md; do
  tr '\n' ' ' <"$page" | sed 's/  */ /g' >"$work/text" # line breaks mean nothing
  grep -o "\`$folders/[A-Za-z0-9_./-]*\`" "$work/text" | tr -d '`' | sort -u >"$work/paths"
  grep -o "\`[A-Za-z0-9_]*\` (\`$folders/[A-Za-z0-9_./-]*\`)" "$work/text" | tr -d '`()' | sort -u >"$work/pairs"
  while read -r path; do
    [ -e "$path" ] || { echo "$page: names $path, which does not exist"; wrong=1; }
  done <"$work/paths"
  while read -r name path; do
    [ ! -f "$path" ] || grep -qw -- "$name" "$path" || { echo "$page: $name is not in $path"; wrong=1; }
  done <"$work/pairs"
  [ -s "$work/paths" ] && [ -s "$work/pairs" ] || { echo "$page: found no names to check"; wrong=1; }
done
exit $wrong

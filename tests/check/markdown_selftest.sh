#!/bin/sh
# Runs tools/check_markdown.sh on pages made for it: it sees what is too long, and nothing else.
set -u
script=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/docs" "$root/viewer/node_modules" "$root/build"
failed=0

# letters N: a word of so many.
letters() { printf "%$1s" "" | tr ' ' 'x'; }

# try NAME WANTED PAGE TEXT: the exit code with this page.
try() {
  printf '%s\n' "$4" >"$root/$3"
  said=$(sh "$script" "$root" 2>&1)
  code=$?
  rm "$root/$3"
  if [ "$code" = "$2" ]; then return; fi
  echo "failed: $1: exit $code, said \"$said\""
  failed=1
}

try "120 characters are enough" 0 page.md "$(letters 120)"
try "121 are not" 1 docs/page.md "$(letters 121)"
try "letters of several bytes count once" 0 page.md "$(letters 115)äöüßé"
try "a row of a table may have 120" 0 page.md "| $(letters 116) |"
try "and not more" 1 page.md "| $(letters 117) |"
try "nor what the schema makes" 1 docs/scene.md "| \`name\` | $(letters 110) |"
try "nor what stands in a block of code" 1 page.md "    $(letters 117)"
try "pages of others are theirs" 0 viewer/node_modules/page.md "$(letters 200)"
try "and builds are not ours to wrap" 0 build/page.md "$(letters 200)"
exit $failed

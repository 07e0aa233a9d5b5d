#!/bin/sh
# The README is true: its C program is examples/hang.c, its scene runs and keeps its expectation, and every page it
# links exists. Usage: tools/check_readme.sh PROGRAM
set -eu
program=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md" >"$work/hang.c"
cmp "$work/hang.c" "$root/examples/hang.c" || {
  echo "README.md: its C program is not examples/hang.c"
  exit 1
}

# The scene names its mesh from the project's root.
awk '/^```xml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md" >"$work/first.xml"
ln -s "$root/meshes" "$work/meshes"
"$program" run "$work/first.xml" --out "$work/run" --quiet

missing=0
for page in $(grep -o '](\([^)#]*\))' "$root/README.md" | sed 's/^](//; s/)$//' | grep -v '^http'); do
  [ -e "$root/$page" ] || { echo "README.md: links $page, which does not exist"; missing=1; }
done
exit $missing

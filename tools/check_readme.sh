#!/bin/sh
# The README and the page of examples are true: the C programs they show are those of examples/, the README's scene runs and
# keeps its expectation, and every page the README links exists. Usage: tools/check_readme.sh PROGRAM
set -eu
program=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0

# A program stands after a line that begins with its name, `examples/NAME.c`.
mkdir "$work/shown"
for page in README.md docs/examples.md; do
  awk -v folder="$work/shown" '
    /^`examples\/[a-z_]*\.c`/ { split($0, part, /[`\/]/); name = part[3] }
    /^```c$/ { inside = 1; next }
    /^```$/ { inside = 0 }
    inside { print >(folder "/" name) }' "$root/$page"
done
for file in "$root"/examples/*.c; do
  name=$(basename "$file")
  cmp "$file" "$work/shown/$name" || { echo "examples/$name is not what the README or docs/examples.md shows"; wrong=1; }
done

# The scene names its mesh from the project's root.
awk '/^```xml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md" >"$work/first.xml"
ln -s "$root/meshes" "$work/meshes"
"$program" run "$work/first.xml" --out "$work/run" --quiet

for page in $(grep -o '](\([^)#]*\))' "$root/README.md" | sed 's/^](//; s/)$//' | grep -v '^http'); do
  [ -e "$root/$page" ] || { echo "README.md: links $page, which does not exist"; wrong=1; }
done
exit $wrong

#!/bin/sh
# Measures again what pages of docs say (without PAGE: validation.md, validation-body.md, validation-air.md, validation-suction.md): tools/validation.sh BUILD_DIR [PAGE...]
#
# A block of a page between `<!-- begin COMMAND -->` and `<!-- end -->` is the table that COMMAND, a program of
# BUILD_DIR/tests/physics, prints, or one of tools/, which is then given BUILD_DIR. Every such block is filled anew, and the
# plots are drawn from them. One thread for everything, so that times can be compared.
set -eu
build=${1:?usage: tools/validation.sh BUILD_DIR [PAGE...]}
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$build" && pwd)
shift
[ $# -gt 0 ] || set -- "$root/docs/validation.md" "$root/docs/validation-body.md" "$root/docs/validation-air.md" "$root/docs/validation-suction.md"
export OPENBLAS_NUM_THREADS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for page in "$@"; do
  sed -n 's/^<!-- begin \(.*\) -->$/\1/p' "$page" > "$work/commands"
  count=0
  while read -r command; do
    count=$((count + 1))
    printf '%s\n' "$command" >&2
    case $command in suction/study_cup*) rm -f "$build"/tests/physics/suction/*.csv ;; esac # it would not run them again
    # A program that fails its checks still prints its table; the check is the test suite's.
    # shellcheck disable=SC2086
    case $command in
      tools/*)
        rm -rf "$build/studies/${command##* }"_* # it would not run them again
        "$root/${command%% *}" "$build" ${command#* } < /dev/null > "$work/output" ;;
      *) (cd "$build/tests/physics" && ./$command) < /dev/null > "$work/output" || true ;;
    esac
    grep '^|\|^$' "$work/output" > "$work/table$count" || { echo "validation: no table from $command" >&2; exit 1; }
  done < "$work/commands"
  awk -v work="$work" '
    /^<!-- begin .* -->$/ { print; name = work "/table" ++n; while ((getline line < name) > 0) print line; skip = 1 }
    /^<!-- end -->$/ { skip = 0 }
    !skip { print }' "$page" > "$work/page"
  cat "$work/page" > "$page"
done

for shape in cantilever disc; do
  sed -n "/^<!-- begin test_physics_$shape/,/^<!-- end/p" "$root/docs/validation.md" > "$work/rows"
  awk -v nu=0.45 -v title="$shape" -f "$root/tools/convergence_svg.awk" "$work/rows" \
    > "$root/docs/images/convergence_$shape.svg"
done

[ ! -f "$build/tests/physics/suction/suction_cup.svg" ] || cp "$build/tests/physics/suction/suction_cup.svg" "$root/docs/figures/"

# The plots of pull-off forces come from the tables of their page. Without Python they stay as they are.
case $* in
  *validation-suction.md*) ! command -v python3 > /dev/null || python3 -B "$root/docs/images/pull_off.py" ;;
esac

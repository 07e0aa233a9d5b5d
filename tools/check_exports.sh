#!/bin/sh
# What the libraries offer: tools/check_exports.sh ROOT libventouse.so libventouse.a
#   the shared one exports exactly the functions marked VT_API in include/ventouse
#   every global name of both begins with vt_, so they clash with nothing
set -eu
root=${1:?usage: check_exports.sh ROOT SHARED STATIC}
shared=${2:?usage: check_exports.sh ROOT SHARED STATIC}
static=${3:?usage: check_exports.sh ROOT SHARED STATIC}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

nm -D --defined-only "$shared" | awk '$2 != "A" { print $3 }' | sort -u >"$work/exported"
# A name that begins with a dot is the compiler's.
nm -g --defined-only "$static" | awk 'NF == 3 && $3 !~ /^\./ { print $3 }' | sort -u >"$work/global"
# The name before the first parenthesis of a declaration; "#define VT_API" and comments are no declarations.
sed -n 's/^VT_API[^(]*[ *]\(vt_[a-z0-9_]*\)(.*/\1/p' "$root"/include/ventouse/*.h | sort -u >"$work/declared"

# A declaration at the beginning of a line that lacks the mark would be missing for users of the shared library.
grep -hE '^[a-z].*[ *]vt_[a-z0-9_]*\(' "$root"/include/ventouse/*.h | grep -vE '^(typedef|static) ' >"$work/unmarked" || true

complain() {
  if [ -s "$work/wrong" ]; then
    sed "s|^|$1: |" "$work/wrong"
    failed=1
  fi
}
grep -v '^vt_' "$work/exported" "$work/global" -h | sort -u >"$work/wrong" || true
complain "does not begin with vt_"
comm -23 "$work/exported" "$work/declared" >"$work/wrong"
complain "exported, but not declared VT_API in include/ventouse"
comm -13 "$work/exported" "$work/declared" >"$work/wrong"
complain "declared VT_API, but not exported"
cp "$work/unmarked" "$work/wrong"
complain "declared in include/ventouse without VT_API"
if [ ! -s "$work/exported" ]; then
  echo "$shared exports nothing"
  failed=1
fi
echo "$(wc -l <"$work/exported") functions exported, $(wc -l <"$work/global") global names in the archive"
exit $failed

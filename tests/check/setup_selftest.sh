#!/bin/sh
# Runs setup.sh against a pretended dpkg-query, apt-get, id and sudo, and looks at what it would install.
set -eu
setup=$1
fake=$(mktemp -d)
trap 'rm -rf "$fake"' EXIT
failed=0

# Only these tools are seen by the script, so a real sudo or apt-get is never reached.
for tool in sh awk tr env cat; do ln -s "$(command -v $tool)" "$fake/$tool"; done
printf '#!/bin/sh\nfor p in $HAVE; do echo "installed $p"; done\necho "config-files gcc-old"\nexit 1\n' >"$fake/dpkg-query"
printf '#!/bin/sh\necho "$*" >>"$LOG"\n' >"$fake/apt-get"
printf '#!/bin/sh\necho "$USER_ID"\n' >"$fake/id"
chmod +x "$fake/dpkg-query" "$fake/apt-get" "$fake/id"

# try HAVE USER_ID LIST...: runs the script; its exit code in $code, calls of apt-get in $calls.
try() {
  have=$1 user=$2
  shift 2
  : >"$fake/log"
  code=0
  output=$(env -i PATH="$fake" LOG="$fake/log" HAVE="$have" USER_ID="$user" sh "$setup" "$@" 2>&1) || code=$?
  calls=$(cat "$fake/log")
}
expect() {
  if ! eval "$2"; then
    echo "failed: $1: exit $code, output \"$output\", apt-get calls \"$calls\""
    failed=1
  fi
}

tools="gcc libc6-dev make cmake ninja-build"
libraries="libsuitesparse-dev libmetis-dev libopenblas-pthread-dev libxml2-dev libjansson-dev zlib1g-dev"
all="$tools pkg-config $libraries"
try "$all" 0 demo
expect "nothing missing, nothing done" '[ $code = 0 ] && [ -z "$calls" ] && [ -z "$output" ]'
try "$all" 1000 demo
expect "nothing missing needs no root" '[ $code = 0 ] && [ -z "$calls" ]'
try "$tools pkgconf libsuitesparse-dev libmetis-dev libopenblas-pthread-dev libxml2-dev libjansson-dev zlib1g-dev" 0 demo
expect "either of two will do" '[ $code = 0 ] && [ -z "$calls" ]'
try "$tools pkg-config libxml2-dev libjansson-dev zlib1g-dev" 0 demo
expect "updates first" 'echo "$calls" | head -n 1 | grep -q "^update"'
expect "installs just what is missing" \
  'echo "$calls" | grep -q -- "--no-install-recommends libsuitesparse-dev libmetis-dev libopenblas-pthread-dev$"'
try "$tools" 1000 demo
expect "neither root nor sudo" '[ $code = 1 ] && [ -z "$calls" ] && echo "$output" | grep -q "apt-get install"'
printf '#!/bin/sh\necho sudo >>"$LOG"\nexec "$@"\n' >"$fake/sudo"
chmod +x "$fake/sudo"
try "$tools" 1000 demo
expect "sudo when not root" '[ $code = 0 ] && [ "$(echo "$calls" | grep -c "^sudo$")" = 2 ]'
try "$all" 0 test
expect "the tests need more" 'echo "$calls" | grep -q clang-format'
try "$all" 0 browser
expect "a browser for the viewer's tests" 'echo "$calls" | grep -q -- "--no-install-recommends chromium$"'
printf '#!/bin/sh\n' >"$fake/google-chrome"
chmod +x "$fake/google-chrome"
try "$all" 0 browser
expect "another browser will do" '[ $code = 0 ] && [ -z "$calls" ] && [ -z "$output" ]'
try "$all" 0 nonsense
expect "unknown list" '[ $code = 2 ] && [ -z "$calls" ]'
exit $failed

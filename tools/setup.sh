#!/bin/sh
# Installs the Debian packages that are missing: tools/setup.sh [demo|test|clang|meshes]...
# Says nothing and takes a few hundredths of a second when there is nothing to do.
set -eu

# `a|b` is satisfied by either; the first is installed.
# OpenBLAS: the fronts of our factorisations are small (tens to a few hundred columns). Handed to two threads they
# take 1.1 to 4 times as long as on one; on one thread the variants are equally fast. So the serial one is taken,
# which has no threads to start; the others work too, the program tells them to use one.
demo="gcc libc6-dev make cmake ninja-build pkg-config|pkgconf libsuitesparse-dev
  libopenblas-serial-dev|libopenblas-pthread-dev|libopenblas-openmp-dev libxml2-dev libjansson-dev zlib1g-dev"
test="$demo clang-format-14|clang-format libxml2-utils binutils"
clang="$test clang libclang-rt-14-dev libomp-14-dev"
meshes="gmsh"

wanted=
for list in "${@:-demo}"; do
  case $list in
    demo) wanted="$wanted $demo" ;;
    test) wanted="$wanted $test" ;;
    clang) wanted="$wanted $clang" ;;
    meshes) wanted="$wanted $meshes" ;;
    *)
      echo "setup: unknown list \"$list\", expected demo, test, clang or meshes" >&2
      exit 2
      ;;
  esac
done

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "setup: this is not Debian; please install the counterparts of:" $wanted >&2
  exit 0
fi

# One question to dpkg for all names; unknown ones only make it complain.
installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $(echo "$wanted" | tr '|' ' ') 2>/dev/null |
  awk '$1 == "installed" { printf "%s ", $2 }')" || true

missing=
for package in $wanted; do
  found=no
  for choice in $(echo "$package" | tr '|' ' '); do
    case $installed in *" $choice "*) found=yes ;; esac
  done
  if [ $found = no ]; then missing="$missing ${package%%|*}"; fi
done
if [ -z "$missing" ]; then exit 0; fi

if [ "$(id -u)" = 0 ]; then
  sudo=
elif command -v sudo >/dev/null 2>&1; then
  sudo=sudo
else
  echo "setup: missing packages, and neither root nor sudo to install them. As root, run:" >&2
  echo "  apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
echo "setup: installing$missing"
$sudo apt-get update -qq
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing

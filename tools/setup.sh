#!/bin/sh
# Installs the Debian packages that are missing: tools/setup.sh [demo|test|clang|meshes|viewer|browser]...
# `viewer` also fetches the modules of its page, which are listed in viewer/package-lock.json.
# Says nothing and takes a few hundredths of a second when there is nothing to do.
set -eu

# `a|b` is satisfied by either; the first is installed.
# OpenBLAS: not the serial one, which has no locks and gives wrong numbers when several threads call it, as the library's
# do. The fronts of our factorisations are small (tens to a few hundred columns) and handed to two threads of its
# own take 1.1 to 4 times as long as on one: the program tells it to use one.
demo="gcc libc6-dev make cmake ninja-build pkg-config|pkgconf libsuitesparse-dev libmetis-dev
  libopenblas-pthread-dev|libopenblas-openmp-dev libxml2-dev libjansson-dev zlib1g-dev"
test="$demo clang-format-14|clang-format libxml2-utils binutils python3"
clang="$test clang libclang-rt-14-dev"
meshes="gmsh"
viewer="libwebsockets-dev"
# Some packages of node bring npm along, others do not.
if ! command -v npm >/dev/null 2>&1; then viewer="$viewer nodejs npm"; fi

# The browser that the tests of the viewer open, and `ventouse render`; whichever there is will do.
browser="chromium"
if [ -n "${VT_CHROMIUM:-}" ]; then browser=; fi
for program in chromium chromium-browser google-chrome google-chrome-stable; do
  if command -v $program >/dev/null 2>&1; then browser=; fi
done

wanted=
modules=no
for list in "${@:-demo}"; do
  case $list in
    demo) wanted="$wanted $demo" ;;
    test) wanted="$wanted $test" ;;
    clang) wanted="$wanted $clang" ;;
    meshes) wanted="$wanted $meshes" ;;
    browser) wanted="$wanted $browser" ;;
    viewer)
      wanted="$wanted $viewer"
      modules=yes
      ;;
    *)
      echo "setup: unknown list \"$list\", expected demo, test, clang, meshes, viewer or browser" >&2
      exit 2
      ;;
  esac
done

# The viewer is left out of the build without its modules, so a failure here is no failure of the whole.
fetch_modules() {
  if [ $modules = no ]; then return; fi
  folder=${0%/*}/../viewer
  kept=$folder/node_modules/.package-lock.json
  if [ -e "$kept" ] && [ ! "$folder/package-lock.json" -nt "$kept" ]; then return; fi
  echo "setup: fetching the modules of the viewer's page"
  if npm ci --prefix "$folder" --silent; then
    touch "$kept" "$folder/../cmake/Viewer.cmake" # configure again
  else
    echo "setup: npm could not fetch them; the viewer will be left out" >&2
  fi
}

if [ -z "$wanted" ]; then exit 0; fi
if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "setup: this is not Debian; please install the counterparts of:" $wanted >&2
  fetch_modules
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
if [ -z "$missing" ]; then
  fetch_modules
  exit 0
fi

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
fetch_modules

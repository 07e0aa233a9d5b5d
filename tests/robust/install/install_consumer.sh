#!/bin/sh
# Installs a build into a new folder, moves that folder, and builds and runs a program there in four ways:
# CMake package and pkg-config, shared and static.
# install_consumer.sh BUILD CONSUMER CC VERSION
set -eu
build=$1 consumer=$2 compiler=$3 version=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/prefix" # what was installed must not remember where
cp -r "$consumer" "$work/source"
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name ventouse.pc)")
export PKG_CONFIG_PATH
libdir=$(dirname "$PKG_CONFIG_PATH")

echo "CMake package"
{
  cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/prefix" -DWANTED_VERSION="$version" &&
    cmake --build "$work/build"
} >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/build/with_shared" "$version"
"$work/build/with_static" "$version"

echo "pkg-config, version $(pkg-config --modversion ventouse)"
pkg-config --exact-version="$version" ventouse
# Word splitting is what pkg-config's output is made for.
"$compiler" "$work/source/consumer.c" -o "$work/shared" $(pkg-config --cflags --libs ventouse) -lm
LD_LIBRARY_PATH=$libdir "$work/shared" "$version"
"$compiler" "$work/source/consumer.c" -o "$work/static" $(pkg-config --cflags ventouse) \
  $(pkg-config --static --libs ventouse |
    sed 's/-lventouse/-Wl,--whole-archive -l:libventouse.a -Wl,--no-whole-archive/')
"$work/static" "$version"

echo "which library each program asks for"
for program in "$work/build/with_shared" "$work/shared"; do
  readelf -d "$program" | grep -q 'NEEDED.*libventouse\.so\.' || { echo "$program is not linked with it"; exit 1; }
done
for program in "$work/build/with_static" "$work/static"; do
  if readelf -d "$program" | grep -q 'NEEDED.*libventouse'; then
    echo "$program should carry the library in itself"
    exit 1
  fi
done

program=$work/prefix/bin/ventouse
if [ -e "$program" ]; then
  echo "the installed program"
  "$program" --version | grep -q "$version" || { echo "$program --version does not say $version"; exit 1; }
  # Every gallery scene must find its meshes in the installed tree.
  for scene in "$work/prefix/share/ventouse/scenes/"*.xml; do
    if [ -e "$scene" ]; then "$program" check "$scene" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; fi
  done
fi

# What the library links. The same file is installed with the CMake package: a program that links the static
# library has to find the same things.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(LIBXML2 REQUIRED IMPORTED_TARGET libxml-2.0)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)

# Neither AMD (of SuiteSparse) nor METIS has a pkg-config file or a CMake package on Debian 12.
function(vt_find_library name header library)
  find_path(${name}_INCLUDE_DIR ${header} PATH_SUFFIXES suitesparse REQUIRED)
  find_library(${name}_LIBRARY ${library} REQUIRED)
  mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
  if(NOT TARGET ${name}::${name})
    add_library(${name}::${name} INTERFACE IMPORTED GLOBAL)
    set_target_properties(${name}::${name} PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${${name}_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES "${${name}_LIBRARY}")
  endif()
endfunction()
vt_find_library(AMD amd.h amd)
vt_find_library(METIS metis.h metis)

# On Debian the BLAS is the one behind libblas.so.3, chosen by tools/setup.sh.
find_library(BLAS_LIBRARY blas REQUIRED)
find_library(LAPACK_LIBRARY lapack REQUIRED)
mark_as_advanced(BLAS_LIBRARY LAPACK_LIBRARY)
set(VT_DEPENDENCIES AMD::AMD METIS::METIS ${LAPACK_LIBRARY} ${BLAS_LIBRARY} PkgConfig::LIBXML2 PkgConfig::JANSSON ZLIB::ZLIB Threads::Threads m)

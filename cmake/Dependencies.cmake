# What the library links. The same file is installed with the CMake package: a program that links the static
# library has to find the same things.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(LIBXML2 REQUIRED IMPORTED_TARGET libxml-2.0)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)

# Debian 12's SuiteSparse has neither a pkg-config file nor a CMake package.
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(CHOLMOD_LIBRARY cholmod REQUIRED)
mark_as_advanced(CHOLMOD_INCLUDE_DIR CHOLMOD_LIBRARY)
if(NOT TARGET CHOLMOD::CHOLMOD)
  add_library(CHOLMOD::CHOLMOD INTERFACE IMPORTED)
  set_target_properties(CHOLMOD::CHOLMOD PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${CHOLMOD_INCLUDE_DIR}" INTERFACE_LINK_LIBRARIES "${CHOLMOD_LIBRARY}")
endif()

# The BLAS is CHOLMOD's own: on Debian the one behind libblas.so.3, chosen by tools/setup.sh.
find_library(BLAS_LIBRARY blas REQUIRED)
find_library(LAPACK_LIBRARY lapack REQUIRED)
mark_as_advanced(BLAS_LIBRARY LAPACK_LIBRARY)
set(VT_DEPENDENCIES CHOLMOD::CHOLMOD ${LAPACK_LIBRARY} ${BLAS_LIBRARY} PkgConfig::LIBXML2 PkgConfig::JANSSON ZLIB::ZLIB Threads::Threads m)

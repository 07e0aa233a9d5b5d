# How our own C is compiled: warnings, floating point, sanitizers. Link a target with vt_warnings to get it.
add_library(vt_warnings INTERFACE)
# No contraction and no fast-math: a result has the same bits whatever the compiler fuses or reorders.
target_compile_options(vt_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -Wmissing-prototypes -Wvla -ffp-contract=off)
if(VT_WERROR)
  target_compile_options(vt_warnings INTERFACE -Werror)
endif()
target_compile_definitions(vt_warnings INTERFACE _POSIX_C_SOURCE=200809L)

if(VT_SANITIZE STREQUAL "address")
  set(VT_SANITIZE_FLAGS -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
elseif(VT_SANITIZE STREQUAL "thread")
  # Threads are ours (base/pool.c) and wait on locks that the sanitizer knows. Libraries that are not sanitized,
  # such as a BLAS with threads of its own, are left out by TSAN_OPTIONS=ignore_noninstrumented_modules=1, which
  # the test preset sets.
  set(VT_SANITIZE_FLAGS -fsanitize=thread -fno-omit-frame-pointer)
elseif(VT_SANITIZE)
  message(FATAL_ERROR "VT_SANITIZE is \"${VT_SANITIZE}\", expected nothing, address or thread")
endif()
if(VT_SANITIZE)
  add_compile_options(${VT_SANITIZE_FLAGS})
  add_link_options(${VT_SANITIZE_FLAGS})
endif()
if(VT_SANITIZE STREQUAL "address")
  # Part of every program made from here on, so that it behaves the same by hand as under ctest.
  add_library(vt_sanitizer_defaults OBJECT ${PROJECT_SOURCE_DIR}/cmake/sanitizer_defaults.c)
  link_libraries($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:vt_sanitizer_defaults>)
endif()

// Options of the address sanitizer for our programs; ASAN_OPTIONS still overrides them.
const char *__asan_default_options(void);

// An absurd size must reach our own error path as a NULL of malloc, as it does without the sanitizer.
const char *__asan_default_options(void) {
  return "allocator_may_return_null=1:detect_stack_use_after_return=1";
}

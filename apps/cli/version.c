// `ventouse version`: the version, and those of the libraries it stands on.
#define _GNU_SOURCE // RTLD_DEFAULT
#include "command.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// A function of a library that may or may not be loaded. OpenBLAS stands behind the name libblas on some
// systems only, so its functions cannot be linked by name.
static void *loaded(const char *name) { return dlsym(RTLD_DEFAULT, name); }

void quiet_blas(void) {
  void *symbol = loaded("openblas_set_num_threads");
  void (*set_threads)(int);
  if (symbol == NULL) return;
  memcpy(&set_threads, &symbol, sizeof set_threads);
  set_threads(1);
}

static const char *blas_name(void) {
  void *symbol = loaded("openblas_get_config");
  char *(*get_config)(void);
  if (symbol == NULL) return "not OpenBLAS";
  memcpy(&get_config, &symbol, sizeof get_config);
  return get_config();
}

static const char *jansson_name(void) {
  void *symbol = loaded("jansson_version_str");
  const char *(*get_version)(void);
  if (symbol == NULL) return VT_JANSSON_VERSION;
  memcpy(&get_version, &symbol, sizeof get_version);
  return get_version();
}

static int run_version(const command *self, int argc, char **argv) {
  const char *none;
  if (!parse_options(self, argc, argv, NULL, &none)) return EXIT_BAD_INPUT;
  printf("ventouse %s\n", vt_version());
  printf("AMD %s\n", VT_AMD_VERSION);
  printf("METIS %s\n", VT_METIS_VERSION);
  printf("BLAS: %s\n", blas_name());
  printf("libxml2 %s\n", VT_LIBXML2_VERSION);
  printf("jansson %s\n", jansson_name());
  printf("built with %s\n", VT_COMPILER);
  return EXIT_DONE;
}

const command version_command = {.name = "version",
    .summary = "Prints the version, and those of the libraries it stands on",
    .run = run_version};

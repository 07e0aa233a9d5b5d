// Folders: those that came with the program, and those that are made.
#include "folders.h"

#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool holds(const char *folder, const char *name) {
  char path[2048];
  snprintf(path, sizeof path, "%s/%s", folder, name != NULL ? name : ".");
  return access(path, R_OK) == 0;
}

bool find_data_folder(const char *kind, const char *given, const char *probe, char *folder, size_t size) {
  char program[800] = "";
  if (given != NULL) {
    snprintf(folder, size, "%s", given);
    if (probe == NULL || holds(folder, probe)) return true;
    complain("%s: found no %s, expected the %s of Ventouse", given, probe, kind);
    return false;
  }
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = '\0';
  char *slash = strrchr(program, '/');
  if (slash != NULL) *slash = '\0';
  snprintf(folder, size, "%s/../share/ventouse/%s", program, kind);
  if (holds(folder, probe)) return true;
  snprintf(folder, size, "%s/%s", VT_SOURCE_FOLDER, kind);
  if (holds(folder, probe)) return true;
  complain("found no %s beside the program, expected the %s of Ventouse: name their folder with --%s",
      probe != NULL ? probe : kind, kind, kind);
  return false;
}

bool make_folders(const char *path) {
  struct stat about;
  char *part = strdup(path);
  if (part == NULL) {
    complain("out of memory");
    return false;
  }
  for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(part, 0777); // what is there already is as good; the last one tells
    *slash = '/';
  }
  bool good =
      mkdir(part, 0777) == 0 || (errno == EEXIST && stat(part, &about) == 0 && S_ISDIR(about.st_mode));
  if (!good) complain("%s: cannot make the folder: %s", path, strerror(errno));
  free(part);
  return good;
}

// Whole folders: removing them and bringing them to the disk. Symbolic links are never followed.
#include "record/tree.h"

#include "base/memory.h"
#include "record/outfile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

// Removes what the open folder holds; closes it.
static void empty_folder(int descriptor) {
  DIR *listing = fdopendir(descriptor);
  if (listing == NULL) {
    close(descriptor);
    return;
  }
  for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
    if (!is_dots(entry->d_name)) vt_tree_remove_at(dirfd(listing), entry->d_name);
  }
  closedir(listing);
}

void vt_tree_remove_at(int folder, const char *name) {
  if (unlinkat(folder, name, 0) == 0) return;
  int descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor >= 0) empty_folder(descriptor);
  unlinkat(folder, name, AT_REMOVEDIR);
}

void vt_tree_remove(const char *path) { vt_tree_remove_at(AT_FDCWD, path); }

static bool sync_one(const char *path, bool folder, vt_error *error) {
  int descriptor = open(path, (folder ? O_RDONLY | O_DIRECTORY : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0)
    return errno == ELOOP ? true : vt_fail(error, VT_IO_FAILED, "%s: cannot open: %s", path, strerror(errno));
  // Some file systems cannot sync a folder and say EINVAL.
  bool good = fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP;
  if (!good) vt_fail(error, VT_IO_FAILED, "%s: cannot write: %s", path, strerror(errno));
  if (close(descriptor) != 0 && good && errno != EINTR)
    good = vt_fail(error, VT_IO_FAILED, "%s: cannot write: %s", path, strerror(errno));
  return good;
}

bool vt_tree_sync(const char *path, vt_error *error) {
  DIR *listing = opendir(path);
  if (listing == NULL) return vt_fail(error, VT_IO_FAILED, "%s: cannot open: %s", path, strerror(errno));
  bool good = true;
  for (struct dirent *entry; good && (entry = readdir(listing)) != NULL;) {
    struct stat facts;
    if (is_dots(entry->d_name)) continue;
    char *inner = vt_record_path(path, entry->d_name, error);
    good = inner != NULL;
    if (good && lstat(inner, &facts) == 0)
      good = S_ISDIR(facts.st_mode) ? vt_tree_sync(inner, error) : sync_one(inner, false, error);
    free(inner);
  }
  closedir(listing);
  return good && sync_one(path, true, error);
}

bool vt_tree_make(const char *path, int *made, vt_error *error) {
  char *part = vt_copy_string(path, error);
  if (part == NULL) return false;
  bool good = true;
  for (char *at = part + 1; good; ++at) {
    char here = *at;
    if (here != '/' && here != '\0') continue;
    *at = '\0';
    if (mkdir(part, 0777) == 0)
      ++*made;
    else if (errno != EEXIST && errno != EISDIR && access(part, F_OK) != 0)
      good = vt_fail(error, VT_IO_FAILED, "%s: cannot make the folder: %s", part, strerror(errno));
    *at = here;
    if (here == '\0') break;
  }
  free(part);
  return good;
}

void vt_tree_unmake(const char *path, int levels) {
  vt_error ignored = {0};
  char *part = vt_copy_string(path, &ignored);
  for (; part != NULL && levels > 0 && rmdir(part) == 0; --levels) {
    char *slash = strrchr(part, '/');
    if (slash == NULL || slash == part) break;
    *slash = '\0';
  }
  free(part);
}

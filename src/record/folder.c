// A run folder that appears whole or not at all: written under a hidden name beside its place, then renamed.
#define _GNU_SOURCE // renameat2
#include "record/folder.h"

#include "base/memory.h"
#include "record/outfile.h"
#include "record/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// Does this folder hold a summary.json that Ventouse wrote? It begins with {"ventouse": and a number. Read
// without allocating: a run must be recognised as one also when memory is short.
static bool is_run(const char *path) {
  static const char *const words[] = {"{", "\"ventouse\"", ":"};
  char start[256] = "";
  const char *at = start;
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int summary = folder < 0 ? -1 : openat(folder, "summary.json", O_RDONLY | O_CLOEXEC);
  ssize_t count = summary < 0 ? 0 : read(summary, start, sizeof start - 1);
  if (summary >= 0) close(summary);
  if (folder >= 0) close(folder);
  start[count > 0 ? count : 0] = '\0';
  for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
    at += strspn(at, " \t\r\n");
    if (strncmp(at, words[i], strlen(words[i])) != 0) return false;
    at += strlen(words[i]);
  }
  at += strspn(at, " \t\r\n");
  return *at >= '0' && *at <= '9';
}

static bool is_empty(const char *path) {
  DIR *listing = opendir(path);
  if (listing == NULL) return false;
  int entries = 0;
  while (entries <= 2 && readdir(listing) != NULL) ++entries;
  closedir(listing);
  return entries <= 2;
}

// May the target be taken? Nothing there, an empty folder, or an older run.
static bool check_target(const char *target, vt_error *error) {
  struct stat facts;
  if (lstat(target, &facts) != 0) {
    if (errno == ENOENT) return true;
    return vt_fail(error, VT_IO_FAILED, "%s: cannot look at it: %s", target, strerror(errno));
  }
  if (!S_ISDIR(facts.st_mode))
    return vt_fail(error, VT_IO_FAILED, "%s: found a file, expected a run folder or nothing", target);
  return is_empty(target) || is_run(target) ||
         vt_fail(error, VT_IO_FAILED,
             "%s: found a folder that is not a run (no summary.json of Ventouse), expected a run "
             "folder or nothing",
             target);
}

// Splits the target into parent and name; a link is followed to the folder it stands for.
static bool split_target(vt_folder *folder, const char *target, vt_error *error) {
  struct stat facts;
  char *real = lstat(target, &facts) == 0 && S_ISLNK(facts.st_mode) ? realpath(target, NULL) : NULL;
  folder->target = vt_copy_string(real != NULL ? real : target, error);
  free(real);
  if (folder->target == NULL) return false;
  size_t length = strlen(folder->target);
  while (length > 1 && folder->target[length - 1] == '/') folder->target[--length] = '\0';
  const char *slash = strrchr(folder->target, '/');
  const char *name = slash != NULL ? slash + 1 : folder->target;
  if (*name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
    return vt_fail(error, VT_IO_FAILED,
        "\"%s\": found no name for the run folder, expected one such as runs/cup", target);
  folder->name = vt_copy_string(name, error);
  folder->parent = vt_copy_string(slash == NULL ? "." : folder->target, error);
  if (folder->name == NULL || folder->parent == NULL) return false;
  if (slash != NULL) folder->parent[slash == folder->target ? 1 : slash - folder->target] = '\0';
  return true;
}

// The process number in ".NAME.KIND-PID", or 0 if the entry is called otherwise.
static long parse_hidden(const char *entry, const char *name, const char *kind) {
  size_t length = strlen(name), kind_length = strlen(kind);
  if (entry[0] != '.' || strncmp(entry + 1, name, length) != 0) return 0;
  entry += 1 + length;
  if (entry[0] != '.' || strncmp(entry + 1, kind, kind_length) != 0 || entry[1 + kind_length] != '-')
    return 0;
  char *end;
  long process = strtol(entry + 2 + kind_length, &end, 10);
  return process > 0 && (*end == '\0' || *end == '-') ? process : 0;
}

// Is nobody writing this hidden folder any more? Where locks do not work, the process number decides.
static bool is_abandoned(const char *path, long process) {
  int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return false;
  bool abandoned = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  if (!abandoned && errno != EWOULDBLOCK) abandoned = kill((pid_t)process, 0) != 0 && errno == ESRCH;
  close(descriptor);
  return abandoned;
}

// Clears what killed runs to the same target left: half-written folders go; an old run that was moved aside
// comes back if nothing took its place.
static void clear_leftovers(const vt_folder *folder) {
  vt_error ignored = {0};
  DIR *listing = opendir(folder->parent);
  if (listing == NULL) return;
  for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
    long partial = parse_hidden(entry->d_name, folder->name, "partial");
    long old = parse_hidden(entry->d_name, folder->name, "old");
    if (partial == 0 && old == 0) continue;
    char *path = vt_record_path(folder->parent, entry->d_name, &ignored);
    if (path != NULL && is_abandoned(path, partial + old)) {
      bool restored = old != 0 && access(folder->target, F_OK) != 0 && rename(path, folder->target) == 0;
      if (!restored) vt_tree_remove(path);
    }
    free(path);
  }
  closedir(listing);
}

// Makes and locks the hidden folder; a number is added if this process writes to the same target already.
static bool make_partial(vt_folder *folder, vt_error *error) {
  size_t size = strlen(folder->parent) + strlen(folder->name) + 64;
  folder->partial = VT_NEW(char, size, error);
  if (folder->partial == NULL) return false;
  for (int attempt = 0; attempt < 100; ++attempt) {
    int length =
        snprintf(folder->partial, size, "%s/.%s.partial-%ld", folder->parent, folder->name, (long)getpid());
    if (attempt > 0) snprintf(folder->partial + length, size - (size_t)length, "-%d", attempt);
    if (mkdir(folder->partial, 0777) != 0) {
      if (errno == EEXIST) continue;
      break;
    }
    folder->lock = open(folder->partial, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat facts;
    if (folder->lock >= 0) flock(folder->lock, LOCK_EX | LOCK_NB);
    // Another run may have taken the unlocked folder for an abandoned one just now.
    if (folder->lock >= 0 && fstat(folder->lock, &facts) == 0 && stat(folder->partial, &facts) == 0)
      return true;
    if (folder->lock >= 0) close(folder->lock);
    folder->lock = -1;
  }
  vt_fail(error, VT_IO_FAILED, "%s: cannot make the folder: %s", folder->partial, strerror(errno));
  free(folder->partial);
  folder->partial = NULL;
  return false;
}

bool vt_folder_create(vt_folder *folder, const char *target, vt_error *error) {
  *folder = (vt_folder){.lock = -1};
  if (!split_target(folder, target, error)) return false;
  if (!vt_tree_make(folder->parent, &folder->made, error)) return false;
  clear_leftovers(folder);
  return check_target(folder->target, error) && make_partial(folder, error);
}

// What every run may have written; everything else in a run folder is somebody else's.
static bool is_run_file(const char *name) {
  static const char *const names[] = {"summary.json", "report.html", "card.html", "cavities.csv",
      "forces.csv", "bodies.csv", "steps.csv", "points.csv", "cables.csv", "energy.csv", "vacuum.csv",
      "frames.pvd", "frames", "last_state"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

// Removes an old run; files that no run writes move on to the new one. It does not allocate: the new run
// is in place, and nothing may fail any more.
static void retire(const char *old, const char *target) {
  int to = open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *listing = opendir(old);
  for (struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (is_run_file(entry->d_name))
      vt_tree_remove_at(dirfd(listing), entry->d_name);
    else if (to >= 0)
      renameat(dirfd(listing), entry->d_name, to, entry->d_name);
  }
  if (listing != NULL) closedir(listing);
  if (to >= 0) close(to);
  rmdir(old);
}

// Puts partial in the place of a target that exists. `old` is a name to move the old run to; on return it
// names where the old run is.
static bool replace(vt_folder *folder, bool exchange, char *old, size_t size, vt_error *error) {
#ifdef RENAME_EXCHANGE
  if (exchange && renameat2(AT_FDCWD, folder->partial, AT_FDCWD, folder->target, RENAME_EXCHANGE) == 0) {
    snprintf(old, size, "%s", folder->partial);
    return true;
  }
#else
  (void)exchange;
#endif
  snprintf(old, size, "%s/.%s.old-%ld", folder->parent, folder->name, (long)getpid());
  if (rename(folder->target, old) != 0)
    return vt_fail(
        error, VT_IO_FAILED, "%s: cannot move the old run aside: %s", folder->target, strerror(errno));
  if (rename(folder->partial, folder->target) == 0) return true;
  vt_fail(error, VT_IO_FAILED, "%s: cannot move the run into place: %s", folder->target, strerror(errno));
  rename(old, folder->target);
  return false;
}

bool vt_folder_publish(vt_folder *folder, bool exchange, vt_error *error) {
  if (!vt_tree_sync(folder->partial, error) || !check_target(folder->target, error)) return false;
  // A rename takes the place of nothing or of an empty folder.
  if (rename(folder->partial, folder->target) != 0) {
    if (errno != EEXIST && errno != ENOTEMPTY)
      return vt_fail(
          error, VT_IO_FAILED, "%s: cannot move the run into place: %s", folder->target, strerror(errno));
    size_t size = strlen(folder->parent) + strlen(folder->name) + 64;
    char *old = VT_NEW(char, size, error);
    bool replaced = old != NULL && replace(folder, exchange, old, size, error);
    if (replaced) retire(old, folder->target);
    free(old);
    if (!replaced) return false;
  }
  folder->published = true;
  free(folder->partial);
  folder->partial = NULL;
  int parent = open(folder->parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (parent >= 0) {
    fsync(parent);
    close(parent);
  }
  return true;
}

void vt_folder_destroy(vt_folder *folder) {
  if (folder->partial != NULL) vt_tree_remove(folder->partial);
  if (folder->parent != NULL && !folder->published) vt_tree_unmake(folder->parent, folder->made);
  if (folder->lock >= 0) close(folder->lock);
  free(folder->partial);
  free(folder->target);
  free(folder->parent);
  free(folder->name);
  *folder = (vt_folder){.lock = -1};
}

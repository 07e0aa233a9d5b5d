// Whole files into memory, and numbers in files whatever the language of the program.
#include "base/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *vt_read_file(const char *path, const char *expected, size_t *size, vt_error *error) {
  char *bytes = NULL;
  bool done = false;
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    vt_fail(error, VT_BAD_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    goto out;
  }
  if (!S_ISREG(status.st_mode)) {
    vt_fail(error, VT_BAD_INPUT, "%s: is %s, expected %s", path,
        S_ISDIR(status.st_mode) ? "a directory" : "not a regular file", expected);
    goto out;
  }
  *size = (size_t)status.st_size;
  bytes = VT_NEW(char, *size + 1, error);
  if (bytes == NULL) goto out;
  for (size_t have = 0; have < *size;) {
    ssize_t got = read(file, bytes + have, *size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      vt_fail(error, VT_IO_FAILED, "%s: cannot be read: %s", path,
          got < 0 ? strerror(errno) : "it became shorter");
      goto out;
    }
    have += (size_t)got;
  }
  done = true;
out:
  if (file >= 0) close(file);
  if (!done) {
    free(bytes);
    bytes = NULL;
  }
  return bytes;
}

bool vt_locale_begin(vt_locale *locale, vt_error *error) {
  locale->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (locale->plain == (locale_t)0) return vt_fail_memory(error, 0);
  locale->callers = uselocale(locale->plain);
  return true;
}

void vt_locale_end(vt_locale *locale) {
  uselocale(locale->callers);
  freelocale(locale->plain);
}

// A file being written: the first failure is kept and told when the file is closed.
#include "record/outfile.h"

#include "base/base64.h"

#include "base/memory.h"
#include "record/number.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool vt_outfile_open(vt_outfile *file, const char *folder, const char *name, vt_error *error) {
  *file = (vt_outfile){0};
  file->path = vt_record_path(folder, name, error);
  if (file->path == NULL) return false;
  file->stream = fopen(file->path, "wb");
  if (file->stream != NULL) return true;
  vt_fail(error, VT_IO_FAILED, "%s: cannot create: %s", file->path, strerror(errno));
  free(file->path);
  *file = (vt_outfile){0};
  return false;
}

static void note_failure(vt_outfile *file) {
  if (file->failure == 0) file->failure = errno != 0 ? errno : EIO;
}

void vt_outfile_bytes(vt_outfile *file, const void *bytes, size_t count) {
  if (file->failure != 0 || count == 0) return;
  if (fwrite(bytes, 1, count, file->stream) != count) note_failure(file);
}

void vt_outfile_text(vt_outfile *file, const char *text) { vt_outfile_bytes(file, text, strlen(text)); }

void vt_outfile_format(vt_outfile *file, const char *format, ...) {
  if (file->failure != 0) return;
  va_list arguments;
  va_start(arguments, format);
  if (vfprintf(file->stream, format, arguments) < 0) note_failure(file);
  va_end(arguments);
}

void vt_outfile_number(vt_outfile *file, double value) {
  char text[VT_NUMBER_SIZE];
  vt_outfile_bytes(file, text, vt_number_exact(text, value));
}

void vt_outfile_rounded(vt_outfile *file, double value, int digits) {
  char text[VT_NUMBER_SIZE];
  vt_outfile_bytes(file, text, vt_number_short(text, value, digits));
}

void vt_outfile_escaped(vt_outfile *file, const char *text) {
  while (*text != '\0') {
    int length = vt_utf8_length(text);
    switch (*text) {
    case '<':
      vt_outfile_text(file, "&lt;");
      break;
    case '>':
      vt_outfile_text(file, "&gt;");
      break;
    case '&':
      vt_outfile_text(file, "&amp;");
      break;
    case '"':
      vt_outfile_text(file, "&quot;");
      break;
    case '\'':
      vt_outfile_text(file, "&#39;");
      break;
    default:
      // Control characters are not allowed in XML 1.0.
      if (length == 0 || ((unsigned char)*text < 32 && strchr("\t\n\r", *text) == NULL))
        vt_outfile_text(file, "?");
      else
        vt_outfile_bytes(file, text, (size_t)length);
    }
    text += length > 0 ? length : 1;
  }
}

void vt_outfile_link(vt_outfile *file, const char *path) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  for (; *path != '\0'; ++path)
    vt_outfile_format(file, strchr(plain, *path) != NULL ? "%c" : "%%%02X", (unsigned char)*path);
}

static void add_base64(vt_outfile *file, vt_base64 *coder, const unsigned char *bytes, size_t size) {
  char text[4];
  for (size_t i = 0; i < size; ++i)
    vt_outfile_bytes(file, text, (size_t)vt_base64_put(coder, bytes[i], text));
}

void vt_outfile_base64(vt_outfile *file, const void *bytes, size_t size) {
  vt_base64 coder = {{0}, 0};
  uint64_t length = size;
  char text[4];
  add_base64(file, &coder, (const unsigned char *)&length, sizeof length);
  add_base64(file, &coder, bytes, size);
  vt_outfile_bytes(file, text, (size_t)vt_base64_end(&coder, text));
}

bool vt_outfile_check(const vt_outfile *file, vt_error *error) {
  if (file->failure == 0) return true;
  return vt_fail(error, VT_IO_FAILED, "%s: cannot write: %s", file->path, strerror(file->failure));
}

bool vt_outfile_close(vt_outfile *file, vt_error *error) {
  if (file->stream == NULL) return true;
  errno = 0;
  if (fclose(file->stream) != 0) note_failure(file);
  file->stream = NULL;
  bool good = vt_outfile_check(file, error);
  free(file->path);
  *file = (vt_outfile){0};
  return good;
}

char *vt_record_path(const char *folder, const char *name, vt_error *error) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = VT_NEW(char, size, error);
  if (path != NULL) snprintf(path, size, "%s/%s", folder, name);
  return path;
}

int vt_utf8_length(const char *text) {
  const unsigned char *b = (const unsigned char *)text;
  int length = b[0] < 0x80 ? 1 : b[0] < 0xc2 ? 0 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : b[0] < 0xf5 ? 4 : 0;
  for (int i = 1; i < length; ++i)
    if ((b[i] & 0xc0) != 0x80) return 0;
  // Longer than needed, surrogates, beyond the last code point.
  if (length == 3 && ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] > 0x9f))) return 0;
  if (length == 4 && ((b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] > 0x8f))) return 0;
  return length;
}

char *vt_utf8_copy(const char *text, vt_error *error) {
  char *copy = vt_copy_string(text, error);
  if (copy == NULL) return NULL;
  for (char *at = copy; *at != '\0';) {
    int length = vt_utf8_length(at);
    if (length == 0) *at = '?';
    at += length > 0 ? length : 1;
  }
  return copy;
}

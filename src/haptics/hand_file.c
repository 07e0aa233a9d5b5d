// A recorded hand from the text of a CSV file.
//
// The first line names the columns: time,x,y,z or time,x,y,z,qw,qx,qy,qz or these and buttons; what follows
// is not looked at, so that the files that `ventouse haptics --out` writes can be played. A line for each
// sample, by increasing time, every field a finite number.
#include "haptics/hand_file.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/vec.h"
#include "haptics/device.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
  const char *name, *at;
  int line;    // from 1
  int columns; // that are read: 4, 8 or 9
  vt_error *error;
} reader;

static const char *const names[9] = {"time", "x", "y", "z", "qw", "qx", "qy", "qz", "buttons"};
enum { COLUMNS = 9 };

static size_t field_length(const char *at) { return strcspn(at, ",\r\n"); }

// Past the field, to the next one; false at the end of the line.
static bool next_field(reader *r) {
  r->at += field_length(r->at);
  if (*r->at != ',') return false;
  ++r->at;
  return true;
}

static void next_line(reader *r) {
  r->at += strcspn(r->at, "\n");
  if (*r->at == '\n') ++r->at;
  ++r->line;
}

static bool is_blank(const char *at) {
  return at[strspn(at, " \t\r")] == '\n' || at[strspn(at, " \t\r")] == '\0';
}

static bool read_header(reader *r) {
  bool more = true;
  for (r->columns = 0; more && r->columns < COLUMNS; ++r->columns) {
    const char *wanted = names[r->columns];
    size_t length = field_length(r->at);
    if (length != strlen(wanted) || strncmp(r->at, wanted, length) != 0) break;
    more = next_field(r);
  }
  if (r->columns == 8 || r->columns == COLUMNS || (r->columns == 4 && !more)) return true;
  return vt_fail(r->error, VT_BAD_INPUT,
      "%s:1: found other columns, expected time,x,y,z and perhaps qw,qx,qy,qz and buttons", r->name);
}

static bool read_row(reader *r, double values[COLUMNS]) {
  bool more = true;
  for (int k = 0; k < r->columns; ++k) {
    size_t length = more ? field_length(r->at) : 0;
    char *end = NULL;
    values[k] = length > 0 ? strtod(r->at, &end) : 0;
    if (length == 0 || end != r->at + length || !isfinite(values[k])) {
      int shown = length < 40 ? (int)length : 40;
      return vt_fail(r->error, VT_BAD_INPUT, "%s:%d: found \"%.*s\" for %s, expected a number", r->name,
          r->line, shown, length > 0 ? r->at : "", names[k]);
    }
    more = next_field(r);
  }
  return true;
}

static bool add_sample(reader *r, const double v[COLUMNS], vt_hand_file *p) {
  vt_hand_sample s = {v[0], {{{v[1], v[2], v[3]}, {1, 0, 0, 0}}, 0}};
  if (r->columns > 4) s.at.pose.rotation = (vt_quat){v[4], v[5], v[6], v[7]};
  if (p->count > 0 && !(s.time > p->path[p->count - 1].time))
    return vt_fail(r->error, VT_BAD_INPUT, "%s:%d: found time %g after %g, expected increasing times",
        r->name, r->line, s.time, p->path[p->count - 1].time);
  if (!vt_device_pose_ok(&s.at))
    return vt_fail(r->error, VT_BAD_INPUT, "%s:%d: found quaternion %g %g %g %g, expected one of length 1",
        r->name, r->line, v[4], v[5], v[6], v[7]);
  if (r->columns == COLUMNS) {
    if (!(v[8] >= 0 && v[8] <= UINT32_MAX && v[8] == floor(v[8])))
      return vt_fail(
          r->error, VT_BAD_INPUT, "%s:%d: found buttons %g, expected a whole number", r->name, r->line, v[8]);
    s.at.buttons = (uint32_t)v[8];
  }
  if (!VT_RESERVE(&p->path, &p->room, p->count + 1, r->error)) return false;
  p->path[p->count++] = s;
  return true;
}

static bool read_samples(reader *r, vt_hand_file *p) {
  double values[COLUMNS] = {0};
  if (!read_header(r)) return false;
  for (next_line(r); *r->at != '\0'; next_line(r)) {
    if (is_blank(r->at)) continue;
    if (!read_row(r, values) || !add_sample(r, values, p)) return false;
  }
  if (p->count > 0) return true;
  return vt_fail(r->error, VT_BAD_INPUT, "%s: found no samples, expected a line for each", r->name);
}

bool vt_hand_file_read(vt_hand_file *file, const char *name, const char *text, size_t size, vt_error *error) {
  vt_locale locale;
  *file = (vt_hand_file){0};
  if (memchr(text, '\0', size) != NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found a zero byte, expected text", name);
  if (!vt_locale_begin(&locale, error)) return false;
  reader r = {.name = name, .at = text, .line = 1, .error = error};
  bool good = read_samples(&r, file);
  vt_locale_end(&locale);
  if (!good) vt_hand_file_free(file);
  return good;
}

void vt_hand_file_free(vt_hand_file *file) {
  free(file->path);
  *file = (vt_hand_file){0};
}

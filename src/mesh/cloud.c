// Clouds of points from files and arrays.
#include "mesh/cloud.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST = 4 }; // points: of three, a neighbourhood has no shape but a plane

// A thousandth is far more than numbers of a file with four digits are off, and far less than a normal that
// was meant as something else, such as one weighted by an area.
static const double NORMAL_OFF = 1e-3;

void vt_cloud_free(vt_cloud *cloud) {
  free(cloud->source);
  free(cloud->points);
  free(cloud->normals);
  free(cloud->warning);
  *cloud = (vt_cloud){0};
}

bool vt_cloud_add(vt_cloud *cloud, vt_vec3 point, const vt_vec3 *normal, vt_error *error) {
  if (!VT_RESERVE(&cloud->points, &cloud->point_room, cloud->count + 1, error)) return false;
  if (normal != NULL && !VT_RESERVE(&cloud->normals, &cloud->normal_room, cloud->count + 1, error))
    return false;
  cloud->points[cloud->count] = point;
  if (normal != NULL) cloud->normals[cloud->count] = vt_normalized(*normal);
  ++cloud->count;
  return true;
}

bool vt_cloud_check_point(const vt_cursor *cursor, int64_t number, vt_vec3 point, const vt_vec3 *normal) {
  if (!vt_is_finite(point))
    return vt_cursor_fail(cursor, "point %lld is at (%g %g %g), expected finite coordinates",
        (long long)number, point.x, point.y, point.z);
  if (normal == NULL || fabs(vt_norm(*normal) - 1) <= NORMAL_OFF) return true;
  return vt_cursor_fail(
      cursor, "point %lld has a normal of length %g, expected 1", (long long)number, vt_norm(*normal));
}

// ---------------------------------------------------------------- points that repeat another

typedef struct ranked {
  vt_vec3 point;
  int number;
} ranked;

static int compare(const void *left, const void *right) {
  const ranked *a = left, *b = right;
  if (a->point.x != b->point.x) return a->point.x < b->point.x ? -1 : 1;
  if (a->point.y != b->point.y) return a->point.y < b->point.y ? -1 : 1;
  if (a->point.z != b->point.z) return a->point.z < b->point.z ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

static bool is_same(vt_vec3 a, vt_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// Keeps the first of points at one place, in their order.
static bool leave_out_repeated(vt_cloud *cloud, vt_error *error) {
  ranked *order = VT_NEW(ranked, cloud->count, error);
  bool *again = VT_NEW(bool, cloud->count, error);
  bool done = order != NULL && again != NULL;
  int kept = 0, first = -1, count = cloud->count;
  for (int i = 0; i < count && done; ++i) order[i] = (ranked){cloud->points[i], i};
  if (done) qsort(order, (size_t)count, sizeof *order, compare);
  for (int i = 1; i < count && done; ++i)
    again[order[i].number] = is_same(order[i - 1].point, order[i].point);
  for (int i = 0; i < count && done; ++i) {
    if (again[i] && first < 0) first = i;
    if (again[i]) continue;
    cloud->points[kept] = cloud->points[i];
    if (cloud->normals != NULL) cloud->normals[kept] = cloud->normals[i];
    ++kept;
  }
  free(order);
  free(again);
  if (!done) return false;
  cloud->count = kept;
  if (kept == count) return true;
  vt_error text = {0};
  vt_fail(&text, VT_BAD_INPUT, "%s: %d of %d points repeat another, point %d first; they are left out",
      cloud->source, count - kept, count, first);
  cloud->warning = vt_copy_string(text.message, error);
  return cloud->warning != NULL;
}

static bool finish(vt_cloud *cloud, vt_error *error) {
  if (cloud->count == 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: has no points, expected %d at least", cloud->source, FEWEST);
  if (!leave_out_repeated(cloud, error)) return false;
  return cloud->count >= FEWEST ||
         vt_fail(error, VT_BAD_INPUT, "%s: has %d point%s at different places, expected %d at least",
             cloud->source, cloud->count, cloud->count == 1 ? "" : "s", FEWEST);
}

bool vt_cloud_init(vt_cloud *cloud, const char *source, const vt_vec3 *points, const vt_vec3 *normals,
    int count, vt_error *error) {
  *cloud = (vt_cloud){.source = vt_copy_string(source, error)};
  vt_cursor cursor = {.name = source, .binary = true, .error = error};
  bool done = cloud->source != NULL;
  for (int i = 0; i < count && done; ++i) {
    const vt_vec3 *normal = normals == NULL ? NULL : &normals[i];
    done =
        vt_cloud_check_point(&cursor, i, points[i], normal) && vt_cloud_add(cloud, points[i], normal, error);
  }
  done = done && finish(cloud, error);
  if (!done) vt_cloud_free(cloud);
  return done;
}

// ---------------------------------------------------------------- files

// The numbers of a line, up to a comment; how many, or -1 with the error set.
static int read_line(vt_cursor *cursor, double numbers[6]) {
  int count = 0;
  char text[40];
  for (vt_word word = vt_cursor_word_in_line(cursor); word.length > 0;
       word = vt_cursor_word_in_line(cursor)) {
    if (word.text[0] == '#') break;
    if (count < 6 && !vt_word_number(word, &numbers[count])) {
      vt_cursor_fail(cursor, "found %s, expected a number", vt_word_show(word, text));
      return -1;
    }
    ++count;
  }
  return count;
}

// One line with numbers, of which there are as many as in the lines before.
static bool add_line(vt_cursor *cursor, vt_cloud *cloud, const double x[6], int count) {
  int columns = cloud->normals != NULL ? 6 : 3;
  if (count != 3 && count != 6)
    return vt_cursor_fail(
        cursor, "found %d numbers in a line, expected 3 of a place, or 6 with its normal", count);
  if (cloud->count > 0 && count != columns)
    return vt_cursor_fail(cursor, "found %d numbers in a line after lines of %d", count, columns);
  vt_vec3 point = {x[0], x[1], x[2]}, normal = {x[3], x[4], x[5]}, *given = count == 6 ? &normal : NULL;
  return vt_cloud_check_point(cursor, cloud->count, point, given) &&
         vt_cloud_add(cloud, point, given, cursor->error);
}

static bool read_xyz(vt_cursor *cursor, vt_cloud *cloud) {
  while (vt_cursor_peek(cursor).length > 0) {
    double x[6] = {0};
    vt_cursor_skip_space(cursor);
    int count = read_line(cursor, x);
    if (count < 0 || (count > 0 && !add_line(cursor, cloud, x, count))) return false;
    vt_cursor_rest_of_line(cursor);
  }
  return true;
}

bool vt_cloud_read(vt_cloud *cloud, const char *name, const char *bytes, size_t size, vt_error *error) {
  vt_cursor cursor = vt_cursor_open(name, bytes, size, error);
  vt_locale locale;
  *cloud = (vt_cloud){.source = vt_copy_string(name, error)};
  bool ply = size >= 4 && memcmp(bytes, "ply", 3) == 0 && (bytes[3] == '\n' || bytes[3] == '\r');
  bool done = cloud->source != NULL && vt_locale_begin(&locale, error);
  if (done) {
    done = (ply ? vt_read_ply_cloud(&cursor, cloud) : read_xyz(&cursor, cloud)) && finish(cloud, error);
    vt_locale_end(&locale);
  }
  if (!done) vt_cloud_free(cloud);
  return done;
}

bool vt_cloud_load(vt_cloud *cloud, const char *path, vt_error *error) {
  size_t size = 0;
  *cloud = (vt_cloud){0};
  char *bytes = vt_read_file(path, "a cloud of points", &size, error);
  if (bytes == NULL) return false;
  bool done = vt_cloud_read(cloud, path, bytes, size, error);
  free(bytes);
  return done;
}

// Clouds of points from files: PLY and XYZ, with and without normals, and one clear line for each that is no
// good.
#include "check.h"
#include "failing_memory.h"

#include "base/vec.h"
#include "mesh/cloud.h"

#include <stdlib.h>
#include <string.h>

#define FOUR "0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
#define PLY(columns, rows)                                                                                   \
  "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" columns  \
  "element face 1\nproperty list uchar int vertex_indices\nend_header\n" rows "3 0 1 9\n"
#define NORMALS "property float nx\nproperty float ny\nproperty float nz\n"

static vt_cloud must_read(const char *text) {
  vt_cloud cloud;
  vt_error error = {0};
  if (CHECK(vt_cloud_read(&cloud, "scan", text, strlen(text), &error))) return cloud;
  printf("  %s\n", error.message);
  exit(1);
}

static void check_good(void) {
  static const struct {
    const char *text;
    bool normals;
  } files[] = {{FOUR, false}, {"# a scan\n\n" FOUR, false}, {"0 0 0 # first\n1 0 0\r\n0 1 0\n0 0 1", false},
      {"0 0 0 0 0 1\n1 0 0 1 0 0\n0 1 0 0 1.0004 0\n0 0 1 0 0 1\n", true},
      {PLY("", FOUR), false}, // faces are passed over, even wrong ones
      {PLY(NORMALS, "0 0 0 0 0 1\n1 0 0 1 0 0\n0 1 0 0 1 0\n0 0 1 0 0 1\n"), true}};
  for (size_t k = 0; k < sizeof files / sizeof *files; ++k) {
    vt_cloud cloud = must_read(files[k].text);
    CHECK(cloud.count == 4 && (cloud.normals != NULL) == files[k].normals && cloud.warning == NULL);
    CHECK(
        cloud.points[1].x == 1 && cloud.points[2].y == 1 && cloud.points[3].z == 1 && cloud.points[0].x == 0);
    for (int i = 0; i < 4 && files[k].normals; ++i) CHECK_NEAR(vt_norm(cloud.normals[i]), 1, 1e-15);
    if (files[k].normals) CHECK(cloud.normals[1].x == 1 && cloud.normals[2].y == 1);
    vt_cloud_free(&cloud);
  }
}

static void check_repeated(void) {
  vt_cloud cloud = must_read("5 5 5\n0 0 0\n1 0 0\n0 0 0\n0 1 0\n5 5 5\n0 0 0\n");
  CHECK(cloud.count == 4 && cloud.points[0].x == 5 && cloud.points[3].y == 1);
  CHECK_CONTAINS(cloud.warning, "scan: 3 of 7 points repeat another, point 3 first; they are left out");
  vt_cloud_free(&cloud);
}

static const struct {
  const char *text, *message;
} bad[] = {{"", "scan: has no points, expected 4 at least"}, {"# nothing\n", "scan: has no points"},
    {"1 2 3\n", "scan: has 1 point at different places, expected 4 at least"},
    {"1 2 3\n1 2 3\n1 2 3\n1 2 3\n", "scan: has 1 point at different places"},
    {"0 0 0\n1 0 0\n0 1 0\n", "scan: has 3 points at different places"},
    {"0 0 0\n1 nan 0\n", "scan:2: point 1 is at (1 nan 0), expected finite coordinates"},
    {"0 0 0\n1 1e999 0\n", "scan:2: point 1 is at (1 inf 0), expected finite coordinates"},
    {"0 0 0\n1 2\n", "scan:2: found 2 numbers in a line, expected 3 of a place, or 6 with its normal"},
    {"0 0 0 1\n", "scan:1: found 4 numbers in a line"},
    {"0 0 0 1 2 3 4 5 6 7\n", "scan:1: found 10 numbers in a line"},
    {"0 0 0\n0 0 1 0 0 1\n", "scan:2: found 6 numbers in a line after lines of 3"},
    {"0 0 0 0 0 2\n", "scan:1: point 0 has a normal of length 2, expected 1"},
    {"0 0 0 0 0 1\n0 0 1 0 0 0\n", "scan:2: point 1 has a normal of length 0, expected 1"},
    {"v 0 0 0\n", "scan:1: found \"v\", expected a number"},
    {PLY("property float nx\n", ""), "found some of nx, ny and nz, expected each of them once, or none"},
    {PLY(NORMALS, "0 0 0 0 0 1\n1 0 0 3 0 0\n0 1 0 0 1 0\n0 0 1 0 0 1\n"),
        "scan:14: point 1 has a normal of length 3, expected 1"},
    {PLY("", "0 0 0\n1 0 inf\n"), "scan:10: "}, {PLY("", "0 0 0\n1 0 0\n"), "scan"},
    {"ply\nformat ascii 1.0\nend_header\n", "scan: has no points"},
    {"ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float "
     "z\nend_header\n",
        "scan: has no points"},
    {"ply\nformat ascii 1.0\nelement vertex 999999999\nproperty float x\nproperty float y\nproperty float z\n"
     "end_header\n0 0 0\n",
        "999999999"}};

static void check_bad(void) {
  for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
    vt_cloud cloud;
    vt_error error = {0};
    CHECK(!vt_cloud_read(&cloud, "scan", bad[k].text, strlen(bad[k].text), &error));
    CHECK(error.code == VT_BAD_INPUT && strchr(error.message, '\n') == NULL && cloud.points == NULL);
    CHECK_CONTAINS(error.message, bad[k].message);
  }
  vt_cloud cloud;
  vt_error error = {0};
  CHECK(!vt_cloud_load(&cloud, "/nowhere/scan.xyz", &error));
  CHECK_CONTAINS(error.message, "/nowhere/scan.xyz");
  const vt_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}, {0, 0, 1}};
  error = (vt_error){0};
  CHECK(!vt_cloud_init(&cloud, "mine", points, NULL, 4, &error));
  CHECK_CONTAINS(error.message, "point 2 is at (0 nan 0), expected finite coordinates");
}

// NaN in a binary file is no word that could be told from a number.
static void check_binary(void) {
  static const char header[] = "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\n"
                               "property float y\nproperty float z\nend_header\n";
  char bytes[sizeof header + 48] = {0};
  float values[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int k = 0; k < 2; ++k) {
    if (k == 1) values[7] = NAN;
    memcpy(bytes, header, sizeof header - 1);
    memcpy(bytes + sizeof header - 1, values, sizeof values);
    vt_cloud cloud;
    vt_error error = {0};
    bool read = vt_cloud_read(&cloud, "scan", bytes, sizeof header - 1 + sizeof values, &error);
    if (k == 0 && CHECK(read)) CHECK(cloud.count == 4 && cloud.points[2].y == 1);
    if (k == 1) CHECK(!read);
    if (k == 1) CHECK_CONTAINS(error.message, "point 2 is at (0 nan 0), expected finite coordinates");
    vt_cloud_free(&cloud);
  }
}

// A million points are read as others are.
static void check_million(void) {
  enum { SIDE = 1000, LINE = 16 };
  char *text = malloc((size_t)SIDE * SIDE * LINE + 1), *at = text;
  for (int i = 0; i < SIDE; ++i)
    for (int j = 0; j < SIDE; ++j) at += sprintf(at, "%d %d 0\n", i, j);
  vt_cloud cloud;
  vt_error error = {0};
  if (CHECK(vt_cloud_read(&cloud, "scan", text, (size_t)(at - text), &error)))
    CHECK(cloud.count == SIDE * SIDE);
  vt_cloud_free(&cloud);
  free(text);
}

static void check_memory(void) {
  static const char *const files[2] = {"5 5 5\n" FOUR "5 5 5\n", PLY("", FOUR)};
  for (int k = 0; k < 2; ++k) {
    vt_cloud cloud;
    vt_error error = {0};
    allocation_count = 0;
    CHECK(vt_cloud_read(&cloud, "scan", files[k], strlen(files[k]), &error));
    vt_cloud_free(&cloud);
    for (long n = 0, total = allocation_count; n < total; ++n) {
      error = (vt_error){0};
      allocation_count = 0;
      allocation_to_fail = n;
      bool done = vt_cloud_read(&cloud, "scan", files[k], strlen(files[k]), &error);
      allocation_to_fail = -1;
      CHECK(!done && error.code == VT_NO_MEMORY && cloud.points == NULL);
    }
  }
}

int main(void) {
  check_good();
  check_repeated();
  check_bad();
  check_binary();
  check_million();
  check_memory();
  return check_report();
}

// What each format may contain beyond what the sample files show, read from memory.
#include "mesh/reader.h"

#include "bytes.h"
#include "check.h"

#include <locale.h>
#include <stdlib.h>

static vt_mesh *read_bytes(const char *name, const char *data, size_t size) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_read(name, data, size, VT_FORMAT_UNKNOWN, &error);
  if (!CHECK(mesh != NULL)) printf("  %s\n", error.message);
  return mesh;
}

static vt_mesh *read_text(const char *name, const char *text) { return read_bytes(name, text, strlen(text)); }

static void check_triangles(const vt_mesh *mesh, int count, const int *expected) {
  if (mesh == NULL || !CHECK(mesh->triangle_count == count)) return;
  CHECK(memcmp(mesh->triangles, expected, 3 * (size_t)count * sizeof *expected) == 0);
}

static void test_obj(void) {
  vt_mesh *mesh =
      read_text("a.obj", "# a tetrahedron\nmtllib a.mtl\nv 9 9 9\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 0\nv 0 0 1\n"
                         "vt 0 0\nvn 0 0 1\no body part\ng base stem\nf 2/1/1 4/1/1 3/1/1\ng\n"
                         "f -4//1 -3//1 -1//1\ns off\nf 3/1 4/1 5/1\no\nf 2 \\\n 5 4 # last");
  check_triangles(mesh, 4, (int[]){0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2});
  if (mesh == NULL) return;
  CHECK(mesh->node_count == 4); // the first vertex is in no face
  CHECK_CLOSE(vt_mesh_volume(mesh), 1.0 / 6, 1e-15);
  CHECK(mesh->group_count == 3);
  const vt_mesh_group *body = vt_mesh_find_group(mesh, "body part"), *stem = vt_mesh_find_group(mesh, "stem");
  CHECK(body != NULL && body->triangle_count == 3 && body->node_count == 4);
  CHECK(stem != NULL && stem->triangle_count == 1 && stem->triangles[0] == 0 && stem->node_count == 3);
  CHECK(vt_mesh_find_group(mesh, "base") != NULL);
  vt_mesh_destroy(mesh);
}

static double area_of(const vt_mesh *mesh) {
  double sum = 0;
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const vt_vec3 *x = mesh->nodes;
    const int *n = mesh->triangles + 3 * t;
    double area = ((x[n[1]].x - x[n[0]].x) * (x[n[2]].y - x[n[0]].y) -
                      (x[n[2]].x - x[n[0]].x) * (x[n[1]].y - x[n[0]].y)) /
                  2;
    CHECK(area >= 0); // none turned over
    sum += area;
  }
  return sum;
}

static void test_polygons(void) {
  // A concave arrow, and a comb whose fan from the first corner would leave the polygon.
  vt_mesh *mesh = read_text("arrow.obj", "v 0 0 0\nv 2 -1 0\nv 1 0 0\nv 2 1 0\nf 1 2 3 4\n");
  if (mesh != NULL) CHECK(mesh->triangle_count == 2);
  if (mesh != NULL) CHECK_NEAR(area_of(mesh), 1, 1e-12);
  vt_mesh_destroy(mesh);
  mesh = read_text("turned.obj", "v 2 -1 0\nv 1 0 0\nv 2 1 0\nv 0 0 0\nf 1 2 3 4\n");
  if (mesh != NULL) CHECK_NEAR(area_of(mesh), 1, 1e-12);
  vt_mesh_destroy(mesh);
  mesh = read_text("comb.obj",
      "v 0 0 0\nv 5 0 0\nv 5 2 0\nv 4 2 0\nv 4 1 0\nv 3 1 0\nv 3 2 0\nv 2 2 0\nv 2 1 0\n"
      "v 1 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5 6 7 8 9 10 11 12\n");
  if (mesh != NULL) CHECK(mesh->triangle_count == 10);
  if (mesh != NULL) CHECK_NEAR(area_of(mesh), 8, 1e-12);
  vt_mesh_destroy(mesh);
  mesh = read_text("hexagon.ply",
      "ply\nformat ascii 1.0\ncomment hello\nelement vertex 6\nproperty float nx\nproperty float x\nproperty "
      "float y\n"
      "property float z\nproperty uchar red\nelement face 1\nproperty list uchar float weights\n"
      "property list uchar int vertex_index\nproperty int mark\nelement edge 1\nproperty int a\nend_header\n"
      "nan 2 0 0 255\n0 1 1.7 0 9\n0 -1 1.7 0 9\n0 -2 0 0 9\n0 -1 -1.7 0 9\n0 1 -1.7 0 9\n2 0.5 0.5 6 0 1 2 "
      "3 4 5 77\n3\n");
  if (mesh != NULL) CHECK(mesh->triangle_count == 4);
  if (mesh != NULL) CHECK_NEAR(area_of(mesh), 10.2, 1e-6);
  vt_mesh_destroy(mesh);
}

static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void test_stl(void) {
  // A binary file that begins with "solid", with -0 for 0, and a facet that is a line.
  const int faces[5][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}, {0, 1, 0}};
  bytes file = {.size = 80};
  memcpy(file.data, "solid but binary", 16);
  put_int(&file, 5);
  for (int f = 0; f < 5; ++f) {
    for (int i = 0; i < 3; ++i) put_float(&file, 0);
    for (int i = 0; i < 9; ++i) {
      float x = corners[faces[f][i / 3]][i % 3];
      put_float(&file, f == 1 && x == 0 ? -0.0f : x);
    }
    put(&file, "\0", 2);
  }
  vt_mesh *mesh = read_bytes("a.stl", file.data, file.size);
  if (mesh != NULL) {
    CHECK(mesh->node_count == 4 && mesh->triangle_count == 4);
    vt_error error = {0};
    CHECK(vt_mesh_check_closed(mesh, &error));
    CHECK_CLOSE(vt_mesh_volume(mesh), 1.0 / 6, 1e-15);
  }
  vt_mesh_destroy(mesh);
  mesh = read_text("two.stl",
      "solid one\n FACET NORMAL nan 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
      "endloop\nendfacet\nendsolid one\nsolid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 5\n"
      "vertex 1 0 5\nvertex 0 1 5\nendloop\nendfacet\nendsolid");
  if (mesh != NULL) CHECK(mesh->triangle_count == 2 && mesh->node_count == 6);
  vt_mesh_destroy(mesh);
}

// A tetrahedron whose facets each have their vertices off by up to `off`, and its top at a height.
static vt_mesh *read_rounded(double off, double height) {
  const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  char text[2000] = "solid\n";
  for (int f = 0; f < 4; ++f) {
    strcat(text, "facet normal 0 0 0\nouter loop\n");
    for (int i = 0; i < 3; ++i) {
      const float *x = corners[faces[f][i]];
      char line[100];
      snprintf(line, sizeof line, "vertex %.9g %.9g %.9g\n", (double)x[0] + off * f / 3, (double)x[1],
          (double)x[2] * height - off * i / 2);
      strcat(text, line);
    }
    strcat(text, "endloop\nendfacet\n");
  }
  strcat(text, "endsolid\n");
  return read_text("rounded.stl", text);
}

// Vertices that were rounded apart are one again, and it is told; what is further apart is not touched, nor
// is what is small but whole.
static void test_rounded_stl(void) {
  vt_error error = {0};
  vt_mesh *mesh = read_rounded(6e-6, 1);
  CHECK(mesh != NULL && mesh->node_count == 4 && mesh->triangle_count == 4);
  CHECK(mesh != NULL && vt_mesh_check_closed(mesh, &error));
  if (CHECK(mesh != NULL && mesh->warning != NULL))
    CHECK_CONTAINS(mesh->warning,
        "rounded.stl: 8 vertices where facets do not meet are merged with others within 1e-05");
  vt_mesh_destroy(mesh);
  mesh = read_rounded(6e-5, 1);
  CHECK(mesh != NULL && mesh->node_count > 4 && mesh->warning == NULL);
  CHECK(mesh != NULL && !vt_mesh_check_closed(mesh, &error));
  vt_mesh_destroy(mesh);
  mesh = read_rounded(0, 1e-6);
  CHECK(mesh != NULL && mesh->node_count == 4 && mesh->warning == NULL);
  CHECK(mesh != NULL && vt_mesh_check_closed(mesh, &error));
  vt_mesh_destroy(mesh);
}

// One tetrahedron in a group and its base, in both versions and both byte orders.
static void test_gmsh_binary(int big) {
  bytes two = {.big = big}, four = {.big = big};
  put_text(&two, "$MeshFormat\n2.2 1 8\n");
  put_int(&two, 1);
  put_text(&two, "\n$EndMeshFormat\n$PhysicalNames\n1\n2 5 \"the base\"\n$EndPhysicalNames\n$Nodes\n5\n");
  for (int n = 0; n < 5; ++n) {
    put_int(&two, 10 + n);
    for (int i = 0; i < 3; ++i) put_double(&two, n < 4 ? (double)corners[n][i] : 7);
  }
  put_text(&two, "\n$EndNodes\n$Elements\n2\n");
  const int base[8] = {2, 1, 2, 1, 5, 1, 10, 12}, cell[8] = {4, 1, 2, 2, -9, 1, 10, 11};
  for (int i = 0; i < 8; ++i) put_int(&two, base[i]);
  put_int(&two, 11);
  for (int i = 0; i < 8; ++i) put_int(&two, cell[i]);
  put_int(&two, 12);
  put_int(&two, 13);
  put_text(&two, "\n$EndElements\n");

  put_text(&four, "$MeshFormat\n4.1 1 8\n");
  put_int(&four, 1);
  put_text(&four, "\n$EndMeshFormat\n$PhysicalNames\n1\n2 5 \"the base\"\n$EndPhysicalNames\n$Entities\n");
  const int64_t counts[4] = {0, 0, 1, 1};
  for (int i = 0; i < 4; ++i) put_long(&four, counts[i]);
  for (int e = 0; e < 2; ++e) {
    put_int(&four, 3);
    for (int i = 0; i < 6; ++i) put_double(&four, INFINITY);
    put_long(&four, 1);
    put_int(&four, e == 0 ? 5 : -9);
    put_long(&four, 1);
    put_int(&four, -2);
  }
  put_text(&four, "\n$EndEntities\n$Nodes\n");
  const int64_t nodes[4] = {1, 5, 10, 14};
  for (int i = 0; i < 4; ++i) put_long(&four, nodes[i]);
  put_int(&four, 2);
  put_int(&four, 3);
  put_int(&four, 1); // with surface coordinates u, v
  put_long(&four, 5);
  for (int n = 0; n < 5; ++n) put_long(&four, 10 + n);
  for (int n = 0; n < 5; ++n) {
    for (int i = 0; i < 5; ++i) put_double(&four, n < 4 && i < 3 ? (double)corners[n][i] : 7);
  }
  put_text(&four, "\n$EndNodes\n$Elements\n");
  const int64_t elements[4] = {2, 2, 1, 2};
  for (int i = 0; i < 4; ++i) put_long(&four, elements[i]);
  for (int e = 0; e < 2; ++e) {
    const int64_t list[2][5] = {{1, 10, 12, 11, 0}, {2, 10, 11, 12, 13}};
    put_int(&four, 2 + e);
    put_int(&four, 3);
    put_int(&four, e == 0 ? 2 : 4);
    put_long(&four, 1);
    for (int i = 0; i < 4 + e; ++i) put_long(&four, list[e][i]);
  }
  put_text(&four, "\n$EndElements\n");
  for (int version = 0; version < 2; ++version) {
    const bytes *file = version == 0 ? &two : &four;
    vt_mesh *mesh = read_bytes("a.msh", file->data, file->size);
    if (mesh == NULL) continue;
    CHECK(mesh->cell_kind == VT_CELL_TET4 && mesh->node_count == 4 && mesh->cell_count == 1);
    CHECK_CLOSE(vt_mesh_volume(mesh), 1.0 / 6, 1e-15);
    const vt_mesh_group *base_group = vt_mesh_find_group(mesh, "the base");
    CHECK(base_group != NULL && base_group->triangle_count == 1 && base_group->node_count == 3);
    CHECK(vt_mesh_find_group(mesh, "9") != NULL && vt_mesh_find_group(mesh, "9")->node_count == 4);
    vt_mesh_destroy(mesh);
  }
}

static void test_vtk_cells(void) {
  vt_mesh *mesh = read_text("voxel.vtk", "# vtk DataFile Version 2.0\nvoxel\nASCII\nDATASET "
                                         "UNSTRUCTURED_GRID\nPOINTS 9 float\n0 0 0 2 0 0 0 1 0 2 1 0\n"
                                         "0 0 1 2 0 1 0 1 1 2 1 1 5 5 5\nCELLS 3 17\n8 0 1 2 3 4 5 6 7\n4 0 "
                                         "1 2 3\n2 0 1\nCELL_TYPES 3\n11\n8\n3\n"
                                         "CELL_DATA 3\nSCALARS a int\nLOOKUP_TABLE default\n1 2 3");
  if (mesh != NULL) {
    CHECK(mesh->cell_kind == VT_CELL_HEX8 && mesh->node_count == 8);
    CHECK_CLOSE(vt_mesh_volume(mesh), 2.0, 1e-12);
  }
  vt_mesh_destroy(mesh);
  mesh = read_text("field.vtk",
      "# vtk DataFile Version 4.2\r\ntitle\r\nASCII\r\nFIELD FieldData 1\r\nT 1 2 double\r\n1 2\r\nDATASET "
      "POLYDATA\r\n"
      "points 4 double\r\n0 0 0 1 0 0 1 1 0 0 1 0\r\nMETADATA\r\nINFORMATION 0\r\n\r\nLINES 1 3\r\n2 0 1\r\n"
      "POLYGONS 1 5\r\n4 0 1 2 3");
  if (mesh != NULL) CHECK(mesh->triangle_count == 2 && mesh->node_count == 4);
  vt_mesh_destroy(mesh);
}

// Two pieces of one tetrahedron each.
static void test_vtu_pieces(void) {
#define PIECE(z)                                                                                             \
  "<Piece NumberOfPoints='4' NumberOfCells='1'><PointData/><Points><DataArray type='Float32' "               \
  "format='ascii'>"                                                                                          \
  "0 0 " z " 1 0 " z " 0 1 " z " 0 0 1" z "</DataArray></Points><Cells>"                                     \
  "<DataArray type='Int32' Name='connectivity' format='ascii'>0 1 2 3</DataArray>"                           \
  "<DataArray type='Int32' Name='offsets' format='ascii'>4</DataArray>"                                      \
  "<DataArray type='UInt8' Name='types' format='ascii'>10</DataArray></Cells></Piece>"
  vt_mesh *mesh = read_text("pieces.vtu", "<VTKFile type='UnstructuredGrid'><UnstructuredGrid>" PIECE("0")
                                              PIECE("5") "</UnstructuredGrid></VTKFile>");
  if (mesh == NULL) return;
  CHECK(mesh->node_count == 8 && mesh->cell_count == 2 && mesh->triangle_count == 8);
  CHECK_CLOSE(vt_mesh_volume(mesh), 20.0 / 6, 1e-12); // both are 10 high
  vt_mesh_destroy(mesh);
}

// The content decides, not the name; a decimal comma elsewhere in the program does not matter.
static void test_content_and_locale(void) {
  bool comma = setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
  vt_mesh *mesh = read_text("really_an_obj.stl", "v 0.5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  if (mesh != NULL) CHECK_NEAR(mesh->nodes[0].x, 0.5, 0);
  vt_mesh_destroy(mesh);
  if (comma) setlocale(LC_ALL, "C");
  CHECK(vt_mesh_guess_format("x.obj", "ply\nformat", 10) == VT_FORMAT_PLY);
  CHECK(vt_mesh_guess_format("x.ply", "$MeshFormat\n", 12) == VT_FORMAT_GMSH);
  CHECK(vt_mesh_guess_format("x.VTU", "zzz", 3) == VT_FORMAT_VTU);
  CHECK(vt_mesh_guess_format("x.txt", "zzz", 3) == VT_FORMAT_UNKNOWN);
}

int main(void) {
  test_obj();
  test_polygons();
  test_stl();
  test_rounded_stl();
  test_gmsh_binary(0);
  test_gmsh_binary(1);
  test_vtk_cells();
  test_vtu_pieces();
  test_content_and_locale();
  return check_report();
}

// VTU files read back as what was written, node order included.
#include "check.h"

#include "record/vtu.h"

#include <stdlib.h>
#include <unistd.h>

int __wrap_vt_world_cavity_count(const vt_world *world);
vt_cavity_view __wrap_vt_world_cavity(const vt_world *world, int cavity);

static char root[256];

static void round_trip(vt_cell_kind kind, bool quadratic) {
  vt_error error = {0};
  char path[300];
  vt_mesh *mesh = vt_mesh_box((vt_vec3){0, 0.1, -0.3}, (vt_vec3){0.1, 0.3, 1.0 / 3}, 2, 1, 3, kind, &error);
  if (quadratic) {
    vt_mesh *fine = vt_mesh_quadratic(mesh, &error);
    vt_mesh_destroy(mesh);
    mesh = fine;
  }
  CHECK(mesh != NULL);
  vt_grid grid = {.point_count = mesh->node_count,
      .points = mesh->nodes,
      .velocities = mesh->nodes,
      .contact = mesh->nodes,
      .kind = mesh->cell_kind,
      .cell_count = mesh->cell_count,
      .cells = mesh->cells};
  if (kind == VT_CELL_NONE) {
    grid.velocities = NULL;
    grid.cell_count = mesh->triangle_count;
    grid.cells = mesh->triangles;
  }
  CHECK(vt_vtu_write(root, "body.vtu", &grid, &error));
  snprintf(path, sizeof path, "%s/body.vtu", root);
  vt_mesh *back = vt_mesh_load(path, &error);
  CHECK(back != NULL);
  if (back == NULL) printf("  %s\n", error.message);
  if (back != NULL) {
    int size = vt_cell_size(mesh->cell_kind);
    CHECK(back->node_count == mesh->node_count && back->cell_kind == mesh->cell_kind);
    CHECK(back->cell_count == mesh->cell_count && back->triangle_count == mesh->triangle_count);
    CHECK(memcmp(back->nodes, mesh->nodes, sizeof(vt_vec3) * (size_t)mesh->node_count) == 0);
    CHECK(memcmp(back->cells, mesh->cells, sizeof(int) * (size_t)(mesh->cell_count * size)) == 0);
  }
  vt_mesh_destroy(back);
  vt_mesh_destroy(mesh);
  unlink(path);
}

// A file as VTK writes it: the length of the data, then the data, in one piece of base64.
static void test_bytes(void) {
  vt_error error = {0};
  const vt_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const int cells[3] = {0, 1, 2};
  vt_grid grid = {.point_count = 3,
      .points = points,
      .contact = points,
      .kind = VT_CELL_NONE,
      .cell_count = 1,
      .cells = cells};
  CHECK(vt_vtu_write(root, "triangle.vtu", &grid, &error));
  char path[300], text[4000] = "";
  snprintf(path, sizeof path, "%s/triangle.vtu", root);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL && fread(text, 1, sizeof text - 1, file) > 0);
  if (file != NULL) fclose(file);
  CHECK_CONTAINS(text, "header_type=\"UInt64\"");
  CHECK_CONTAINS(text, "Name=\"types\" NumberOfComponents=\"1\" format=\"binary\">\nAQAAAAAAAAAF\n");
  CHECK_CONTAINS(
      text, "Name=\"offsets\" NumberOfComponents=\"1\" format=\"binary\">\nCAAAAAAAAAADAAAAAAAAAA==\n");
  // The points twice over: where they are, and as forces.
  const char *field = "Name=\"contact_force\" NumberOfComponents=\"3\" format=\"binary\">\nSAAAAAAAAAAAAAAA";
  CHECK_CONTAINS(text, field);
  CHECK(!vt_vtu_write("/nowhere", "triangle.vtu", &grid, &error));
  CHECK_CONTAINS(error.message, "/nowhere/triangle.vtu: cannot create");
  unlink(path);
}

// The vectors of a field of a file, summed up; their number.
static int sum_field(const char *name, const char *field, vt_vec3 *sum) {
  char path[300], wanted[100];
  char *text = calloc(1, 1 << 20);
  snprintf(path, sizeof path, "%s/%s", root, name);
  snprintf(wanted, sizeof wanted, "Name=\"%s\"", field);
  FILE *file = fopen(path, "r");
  if (file != NULL && fread(text, 1, (1 << 20) - 1, file) == 0) text[0] = '\0';
  if (file != NULL) fclose(file);
  unlink(path);
  const char *at = strstr(text, wanted);
  double numbers[3000] = {0};
  unsigned char bytes[sizeof numbers + 8] = {0};
  size_t count = 0;
  unsigned held = 0, bits = 0;
  if (at != NULL) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *digit;
    for (at = strchr(at, '\n') + 1; (digit = strchr(digits, *at)) != NULL && count < sizeof bytes; ++at) {
      held = held << 6 | (unsigned)(digit - digits);
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      bytes[count++] = (unsigned char)(held >> bits);
    }
  }
  free(text);
  int vectors = count < 8 ? -1 : (int)((count - 8) / sizeof(vt_vec3));
  memcpy(numbers, bytes + 8, sizeof numbers);
  *sum = (vt_vec3){0, 0, 0};
  for (int i = 0; i < vectors; ++i) {
    sum->x += numbers[3 * i];
    sum->y += numbers[3 * i + 1];
    sum->z += numbers[3 * i + 2];
  }
  return vectors;
}

// Bodies that rest on the ground: a rigid one shown as it touches, one shown by a finer surface, a soft one.
static void test_contact(bool contact) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  vt_vec3 low = {-0.01, -0.01, 0}, high = {0.01, 0.01, 0.02};
  vt_mesh *box = vt_mesh_box(low, high, 1, 1, 1, VT_CELL_NONE, &error);
  vt_mesh *fine = vt_mesh_box(low, high, 3, 3, 3, VT_CELL_NONE, &error);
  vt_mesh *soft = vt_mesh_box(low, high, 2, 2, 2, VT_CELL_HEX8, &error);
  vt_mesh *ground =
      vt_mesh_box((vt_vec3){-1, -1, -0.1}, (vt_vec3){1, 1, -1e-4}, 1, 1, 1, VT_CELL_NONE, &error);
  vt_contact_settings touching = vt_contact_settings_default();
  if (contact) CHECK(vt_model_set_contact(model, &touching, &error));
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.mesh = box;
  rigid.mass = 1;
  CHECK(vt_model_add_rigid(model, &rigid, &error) == 0);
  rigid.visual = fine;
  rigid.mass = 2;
  rigid.pose.position.x = 0.1;
  CHECK(vt_model_add_rigid(model, &rigid, &error) == 1);
  vt_deformable_def deformable = vt_deformable_def_default();
  deformable.mesh = soft;
  deformable.mass = 0.01;
  deformable.material.mass_damping = 50;
  deformable.pose.position.x = 0.2;
  CHECK(vt_model_add_deformable(model, &deformable, &error) == 2);
  vt_driven_def fixed = vt_driven_def_default();
  fixed.mesh = ground;
  fixed.frame = -1;
  CHECK(vt_model_add_driven(model, &fixed, &error) == 3);
  vt_world *world = vt_world_create(model, &error);
  for (int i = 0; world != NULL && i < 100; ++i) CHECK(vt_world_step(world) == VT_STEP_OK);
  const double carried[4] = {9.81, 2 * 9.81, 0.01 * 9.81, -3.01 * 9.81};
  const int points[4] = {8, 56, 27, 8};
  for (int body = 0; body < 4; ++body) {
    vt_vec3 sum;
    CHECK(vt_vtu_write_body(root, "body.vtu", world, body, &error));
    int count = sum_field("body.vtu", "contact_force", &sum);
    CHECK(count == (contact ? points[body] : -1));
    if (contact) CHECK_NEAR(sum.z, carried[body], 1e-3 * fabs(carried[body]));
    if (contact) CHECK_NEAR(sum.x, 0, 1e-3 * fabs(carried[body]));
  }
  vt_world_destroy(world);
  vt_model_destroy(model);
  vt_mesh_destroy(box);
  vt_mesh_destroy(fine);
  vt_mesh_destroy(soft);
  vt_mesh_destroy(ground);
}

// ---------------------------------------------------------------- air

// In place of the world's own: a tetrahedron of 1 cm with its slanted side on body 1 and the others on body
// 0.
static bool full_of_air;

int __wrap_vt_world_cavity_count(const vt_world *world) {
  (void)world;
  return full_of_air;
}

vt_cavity_view __wrap_vt_world_cavity(const vt_world *world, int cavity) {
  static const vt_vec3 vertices[4] = {{0, 0, 0}, {0.01, 0, 0}, {0, 0.01, 0}, {0, 0, 0.01}};
  static const int triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, bodies[4] = {0, 0, 0, 1};
  (void)world, (void)cavity;
  return (vt_cavity_view){.id = 5,
      .pressure = 101325 - 40000,
      .vertex_count = 4,
      .vertices = vertices,
      .triangle_count = 4,
      .triangles = triangles,
      .triangle_bodies = bodies};
}

// Suction of 40 kPa pulls each side along its axis with 2 N, and the two bodies towards each other.
static void test_air(void) {
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, &error);
  vt_mesh *box = vt_mesh_box((vt_vec3){-1, -1, -1}, (vt_vec3){0, 0, 0}, 1, 1, 1, VT_CELL_NONE, &error);
  vt_contact_settings touching = vt_contact_settings_default();
  vt_air_settings air = vt_air_settings_default();
  CHECK(vt_model_set_contact(model, &touching, &error) && vt_model_set_air(model, &air, &error));
  vt_driven_def fixed = vt_driven_def_default();
  fixed.mesh = box;
  fixed.frame = -1;
  CHECK(vt_model_add_driven(model, &fixed, &error) == 0 && vt_model_add_driven(model, &fixed, &error) == 1);
  vt_world *world = vt_world_create(model, &error);
  for (int full = 0; full < 2; ++full) {
    full_of_air = full == 1;
    for (int body = 0; body < 2; ++body) {
      vt_vec3 sum;
      double wanted = full == 0 ? 0 : body == 0 ? 2 : -2;
      CHECK(vt_vtu_write_body(root, "body.vtu", world, body, &error));
      CHECK(sum_field("body.vtu", "pressure_force", &sum) == 8);
      CHECK_NEAR(sum.x, wanted, 1e-12);
      CHECK_NEAR(sum.y, wanted, 1e-12);
      CHECK_NEAR(sum.z, wanted, 1e-12);
    }
    // The surface itself, read back by the mesh room where there is one.
    char path[300];
    snprintf(path, sizeof path, "%s/cavities.vtu", root);
    CHECK(vt_vtu_write_cavities(root, "cavities.vtu", world, &error));
    vt_mesh *read = full ? vt_mesh_load(path, &error) : NULL;
    CHECK(!full || (read != NULL && read->node_count == 4 && read->triangle_count == 4));
    vt_mesh_destroy(read);
    FILE *file = fopen(path, "r");
    char text[6000] = "";
    if (CHECK(file != NULL)) text[fread(text, 1, sizeof text - 1, file)] = '\0';
    if (file != NULL) fclose(file);
    CHECK_CONTAINS(
        text, full ? "NumberOfPoints=\"4\" NumberOfCells=\"4\"" : "NumberOfPoints=\"0\" NumberOfCells=\"0\"");
    // 16 bytes of four times 5; four times the pressure.
    if (full)
      CHECK_CONTAINS(text,
          "Name=\"cavity\" NumberOfComponents=\"1\" format=\"binary\">\nEAAAAAAAAAAFAAAABQAAAAUAAAAFAAAA\n");
    if (full)
      CHECK_CONTAINS(text,
          "Name=\"body\" NumberOfComponents=\"1\" format=\"binary\">\nEAAAAAAAAAAAAAAAAAAAAAAAAAABAAAA\n");
    if (full)
      CHECK_CONTAINS(text,
          "Name=\"pressure\" NumberOfComponents=\"1\" format=\"binary\">\nIAAAAAAAAAAAAAAAoPHtQAAAAACg8e1A");
    unlink(path);
  }
  vt_world_destroy(world);
  vt_model_destroy(model);
  vt_mesh_destroy(box);
}

int main(void) {
  snprintf(root, sizeof root, "%s/ventouse-vtu-XXXXXX", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
  if (mkdtemp(root) == NULL) return 1;
  test_bytes();
  round_trip(VT_CELL_TET4, false);
  round_trip(VT_CELL_TET4, true);
  round_trip(VT_CELL_HEX8, false);
  round_trip(VT_CELL_NONE, false);
  test_contact(true);
  test_contact(false);
  test_air();
  rmdir(root);
  return check_report();
}

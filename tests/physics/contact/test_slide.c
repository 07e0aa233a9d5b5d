// A box that slides without friction over a finely meshed plate goes on as it came: vertices of the plate
// that its leading edge comes to are not obstacles. Rigid and soft boxes and plates, turned against the mesh.
#include "check.h"
#include "yard.h"

static const double SPEED = 0.5, DURATION = 0.1; // m/s, s
static const double THICK = 4e-3, SIDE = 1e-2;   // m

// 200 x 40 mm, 3.3 mm between vertices: the box passes over 15 lines of them.
static vt_mesh *plate_mesh(vt_cell_kind kind) {
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(-0.1, -0.02, -THICK), vt_v3(0.1, 0.02, 0), 60, 12, 1, kind, &error);
  CHECK(mesh != NULL);
  return mesh;
}

static void add_plate(yard *y, vt_cell_kind kind) {
  if (kind == VT_CELL_NONE) {
    yard_fixed(y, plate_mesh(kind), at(0, 0, 0));
    return;
  }
  vt_error error = {0};
  vt_frame_def frame = vt_frame_def_default();
  vt_attachment_def hold = vt_attachment_def_default();
  hold.body = yard_soft(y, plate_mesh(kind), rubber(1e9), 0.05, at(0, 0, 0), vt_v3(0, 0, 0));
  hold.region = vt_region_box(vt_v3(-1, -1, -1), vt_v3(1, 1, -0.9 * THICK));
  hold.frame = vt_model_add_frame(y->model, &frame, &error);
  CHECK(hold.frame >= 0 && vt_model_add_attachment(y->model, &hold, &error) >= 0);
}

static void slide(const char *name, vt_cell_kind box, vt_cell_kind plate, double angle, double dt) {
  yard y = yard_new(dt, vt_v3(0, 0, -9.81), 0);
  add_plate(&y, plate);
  vt_vec3 start = {-0.08, 0, 0.5 * SIDE + 1e-4}, velocity = {SPEED, 0, 0};
  vt_pose pose = turned(start, vt_v3(0, 0, 1), angle);
  vt_mesh *mesh = block(vt_v3(SIDE, SIDE, SIDE), box == VT_CELL_NONE ? 1 : 3, box);
  int body = box == VT_CELL_NONE ? yard_rigid(&y, mesh, 0.01, pose, velocity)
                                 : yard_soft(&y, mesh, rubber(1e9), 0.01, pose, velocity);
  yard_start(&y);
  int steps = (int)lround(DURATION / dt);
  for (int k = 0; k < steps; ++k) yard_step(&y);
  vt_vec3 v = vt_world_body_velocity(y.world, body),
          moved = vt_sub(vt_world_body_pose(y.world, body).position, start);
  printf("| %s | %.0f | %g | %.4f | %.1e | %.1e |\n", name, angle * 180 / VT_PI, 1e3 * dt, 1e3 * moved.x,
      moved.y, v.x / SPEED - 1);
  // The plate bends by 1e-5 of the contact distance under the box and damps that; a vertex that is struck
  // takes half of the speed.
  CHECK_CLOSE(moved.x, SPEED * DURATION, 1e-5);
  CHECK(fabs(moved.y) < 1e-6 && fabs(moved.z) < 1e-6);
  CHECK_CLOSE(v.x, SPEED, 1e-5);
  yard_free(&y);
}

int main(void) {
  printf("| box on plate | turned, degrees | h, ms | way, mm | sideways, m | speed gained |\n"
         "|---|---|---|---|---|---|\n");
  for (int fine = 0; fine < 2; ++fine) {
    double dt = fine ? 0.002 : 0.01;
    slide("rigid on soft", VT_CELL_NONE, VT_CELL_HEX8, 0, dt);
    slide("rigid on soft", VT_CELL_NONE, VT_CELL_HEX8, 0.35, dt);
    slide("rigid on soft, tetrahedra", VT_CELL_NONE, VT_CELL_TET4, 0.1, dt);
    slide("rigid on rigid", VT_CELL_NONE, VT_CELL_NONE, 0, dt);
    slide("rigid on rigid", VT_CELL_NONE, VT_CELL_NONE, 0.35, dt);
    slide("soft on rigid", VT_CELL_HEX8, VT_CELL_NONE, 0.35, dt);
    slide("soft on soft", VT_CELL_HEX8, VT_CELL_HEX8, 0, dt);
    slide("soft on soft", VT_CELL_TET4, VT_CELL_TET4, 0.35, dt);
  }
  return check_report();
}

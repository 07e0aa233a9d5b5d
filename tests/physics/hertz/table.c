// A soft table with four legs under load: bricks, some of which are there.
#include "table.h"
#include "half_ball.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 10, TOP = 1, TALL = 8, FOOT = TABLE_FOOT, CELLS = WIDE * WIDE * (TALL + TOP) };
static const double cell = 0.01, young = 8e5; // m, Pa

static bool in_leg(int i) { return i < FOOT || i >= WIDE - FOOT; }

// Which bricks are there: the top, four legs, and bars half-way up between legs that differ in x.
static bool is_table(int i, int j, int k, bool bars) {
  return k >= TALL || (in_leg(i) && in_leg(j)) || (bars && in_leg(j) && k == TALL / 2 - 1);
}

static vt_mesh *table_mesh(bool bars, vt_element element) {
  static int number[(WIDE + 1) * (WIDE + 1) * (TALL + TOP + 1)], cells[8 * CELLS];
  static vt_vec3 nodes[(WIDE + 1) * (WIDE + 1) * (TALL + TOP + 1)];
  static const int corner[8][3] = {
      {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  int node_count = 0, cell_count = 0;
  memset(number, -1, sizeof number);
  for (int c = 0; c < CELLS; ++c) {
    int i = c % WIDE, j = c / WIDE % WIDE, k = c / WIDE / WIDE;
    if (!is_table(i, j, k, bars)) continue;
    for (int v = 0; v < 8; ++v) {
      int x = i + corner[v][0], y = j + corner[v][1], z = k + corner[v][2];
      int *at = &number[(z * (WIDE + 1) + y) * (WIDE + 1) + x];
      if (*at < 0) {
        *at = node_count;
        nodes[node_count++] = vt_v3(cell * (x - WIDE / 2), cell * (y - WIDE / 2), cell * z);
      }
      cells[8 * cell_count + v] = *at;
    }
    ++cell_count;
  }
  return bricks_mesh("table", nodes, node_count, cells, cell_count, element);
}

rig table_new(double friction, bool bars, vt_element element, int *body) {
  static const double times[] = {0, 0.2}, shares[] = {0, 1};
  vt_error error = {0};
  rig r = rig_new(0.01, vt_v3(0, 0, -9.81));
  vt_contact_settings contact = vt_contact_settings_default();
  contact.friction = friction;
  vt_mesh *ground = vt_mesh_box(vt_v3(-1, -1, -0.1), vt_v3(1, 1, -1e-4), 1, 1, 1, VT_CELL_NONE, &error);
  vt_driven_def floor = vt_driven_def_default();
  floor.mesh = ground;
  vt_material material = elastic(young, 0.3, 1000);
  material.mass_damping = 2;
  material.stiffness_damping = 0.02;
  *body = rig_soft(&r, table_mesh(bars, element), element, material);
  if (ground == NULL || vt_model_add_driven(r.model, &floor, &error) < 0 ||
      !vt_model_set_contact(r.model, &contact, &error)) {
    printf("table: %s\n", error.message);
    exit(1);
  }
  vt_mesh_destroy(ground);
  double up = cell * (TALL + TOP), half = cell * 2.5;
  rig_push(&r, *body, vt_region_box(vt_v3(-half, -half, 0.999 * up), vt_v3(half, half, 2 * up)),
      vt_v3(0, 0, -table_load), (vt_curve){VT_LINEAR, 2, times, shares});
  rig_start(&r);
  return r;
}

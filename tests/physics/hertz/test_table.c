// A soft table with four legs under load (Duriez et al. 2006, Fig. 6): at mu = 0.1 the legs spread, at 0.8
// they stand. With --figure FILE.svg it draws the compliance W between the contacts as in Fig. 9, and with
// --bars of the table with bars between legs, as in Fig. 11.
//
// How steeply a foot pushes outwards is told from its forces. Spreading legs push with exactly mu: the load
// is taken by bending alone. Legs that stand push with what the table asks for, between the two.
#include "check.h"
#include "half_ball.h"
#include "plot.h"
#include "rig.h"

#include "world/world.h"

#include <stdlib.h>

enum { WIDE = 10, TOP = 1, TALL = 8, FOOT = 2, CELLS = WIDE * WIDE * (TALL + TOP), MOST = 200 };
static const double cell = 0.01, young = 8e5, load = 3; // m, Pa, N

// ---------------------------------------------------------------- the table

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

static rig table_new(double friction, bool bars, vt_element element, int *body) {
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
      vt_v3(0, 0, -load), (vt_curve){VT_LINEAR, 2, times, shares});
  rig_start(&r);
  return r;
}

// ---------------------------------------------------------------- how it stands

typedef struct stand {
  double spread; // m: how far feet went outwards along x and y, in the mean
  double push;   // horizontal over vertical force of a foot, in the mean
  double up;     // N in all
  double weight; // N
  double sag;    // m, of the middle of the top
} stand;

static stand look(const rig *r, int body) {
  const vt_mesh *mesh = vt_model_body_mesh(r->model, body);
  const vt_vec3 *x = vt_world_positions(r->world, body);
  stand s = {.weight = load + 9.81 * vt_model_body_mass(r->model, body)};
  int feet = 0, count;
  for (int i = 0; i < mesh->node_count; ++i) {
    vt_vec3 rest = mesh->nodes[i];
    if (rest.z == 0) {
      s.spread += 0.5 * (copysign(1, rest.x) * (x[i].x - rest.x) + copysign(1, rest.y) * (x[i].y - rest.y));
      ++feet;
    }
    if (fabs(rest.x) + fabs(rest.y) < 1e-9 && rest.z > 0) s.sag = rest.z - x[i].z;
  }
  s.spread /= feet;
  const vt_touch *touches = vt_world_contacts(r->world, &count);
  double side[4][2] = {{0}};
  for (int k = 0; k < count; ++k) {
    int leg = (touches[k].point.x > 0) + 2 * (touches[k].point.y > 0);
    side[leg][0] += touches[k].force.x;
    side[leg][1] += touches[k].force.y;
    s.up += touches[k].force.z;
  }
  for (int leg = 0; leg < 4; ++leg) s.push += hypot(side[leg][0], side[leg][1]) / s.up;
  return s;
}

static stand run(double friction, vt_element element) {
  int body;
  rig r = table_new(friction, false, element, &body);
  rig_steps(&r, 120);
  const vt_status *status = vt_world_status(r.world);
  stand s = look(&r, body);
  printf("| %s | %.1f | %.2f | %.2f | %.4f | %lld |\n", element_name(element), friction, 1e3 * s.spread,
      1e3 * s.sag, s.push, status->unconverged);
  CHECK(status->unconverged == 0);
  fflush(stdout);
  CHECK_CLOSE(s.up, s.weight, 1e-3); // it still swings a little
  rig_free(&r);
  return s;
}

// ---------------------------------------------------------------- W

// The coupling of two contacts along z, x and y. Each contact has tangents of its own, whichever they are.
static void read_pair(const vt_world *world, int a, int b, double *w) {
  const vt_system *s = &world->step.rows.system;
  const vt_block *block = &s->blocks[world->step.first_contact + a];
  const vt_contact *ca = &world->step.contacts[a], *cb = &world->step.contacts[b];
  const vt_vec3 from[3] = {ca->normal, ca->tangent1, ca->tangent2};
  const vt_vec3 to[3] = {cb->normal, cb->tangent1, cb->tangent2};
  int column = s->blocks[world->step.first_contact + b].row, at = 0;
  w[0] = w[1] = w[2] = 0;
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    bool here = column >= range.first && column < range.first + range.count;
    for (int r = 0; r < 3 && here; ++r)
      for (int c = 0; c < 3; ++c) {
        double value = s->w[block->values + (size_t)(r * block->width + at + column - range.first + c)];
        w[0] += from[r].z * value * to[c].z;
        w[1] += from[r].x * value * to[c].x;
        w[2] += from[r].y * value * to[c].y;
      }
    at += range.count;
  }
}

// All pairs of contacts, ordered by legs: w[3 (i m + j) + direction].
static int read_compliance(vt_world *world, double *w, int *legs) {
  vt_error error = {0};
  int m = 0, order[MOST];
  // A step builds W only for what carries force; here it is wanted whole.
  if (!vt_rows_delassus(&world->step.rows, world->work.mobiles, world->model->body_count, world->settings.dt,
          world->work.arena, &error)) {
    printf("table: %s\n", error.message);
    exit(1);
  }
  for (int leg = 0; leg < 4; ++leg)
    for (int k = 0; k < world->step.contact_count && m < MOST; ++k) {
      vt_vec3 at = world->touches.items[k].point;
      if ((at.x > 0) + 2 * (at.y > 0) != leg) continue;
      legs[m] = leg;
      order[m++] = k;
    }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) read_pair(world, order[i], order[j], w + 3 * (i * m + j));
  return m;
}

static bool draw_compliance(const char *path, int m, const double *w) {
  enum { SIDE = 10 };
  double most = 0;
  for (int k = 0; k < 3 * m * m; ++k) most = fmax(most, fabs(w[k]));
  FILE *file = fopen(path, "w");
  if (file == NULL) return false;
  fprintf(file,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" shape-rendering=\"crispEdges\">\n"
      "<rect width=\"100%%\" height=\"100%%\"/>\n",
      SIDE * m, SIDE * m);
  for (int k = 0; k < m * m; ++k) {
    int c[3]; // the square root shows the small ones
    for (int d = 0; d < 3; ++d) c[d] = (int)(255 * sqrt(fabs(w[3 * k + d]) / most));
    fprintf(file, "<path d=\"M%d %dh%dv%dh-%dz\" fill=\"#%02x%02x%02x\"/>\n", SIDE * (k % m), SIDE * (k / m),
        SIDE, SIDE, SIDE, c[0], c[1], c[2]);
  }
  fprintf(file, "</svg>\n");
  return fclose(file) == 0;
}

// Mean couplings within a leg, between legs that differ in x and that differ in y, along z, x and y.
static void couple(bool bars, double mean[3][3], const char *path) {
  static double w[3 * MOST * MOST];
  int body, legs[MOST], count[3] = {0};
  rig r = table_new(0.8, bars, VT_ELEMENT_HEX8, &body);
  rig_steps(&r, 60);
  int m = read_compliance(r.world, w, legs);
  memset(mean, 0, 9 * sizeof(double));
  CHECK(m == 4 * (FOOT + 1) * (FOOT + 1));
  for (int k = 0; k < m * m; ++k) {
    int differ = legs[k / m] ^ legs[k % m];
    if (differ == 3 || k / m == k % m) continue;
    ++count[differ];
    for (int d = 0; d < 3; ++d) mean[differ][d] += fabs(w[3 * k + d]);
  }
  for (int g = 0; g < 3; ++g) {
    for (int d = 0; d < 3; ++d) mean[g][d] *= 1e3 / fmax(1, count[g]);
    printf("| %s | %s | %.3f | %.3f | %.3f |\n", bars ? "bars" : "no bars",
        g == 0   ? "the same leg"
        : g == 1 ? "legs that differ in x"
                 : "legs that differ in y",
        mean[g][0], mean[g][1], mean[g][2]);
  }
  if (path != NULL) CHECK(draw_compliance(path, m, w));
  rig_free(&r);
}

int main(int argc, char **argv) {
  bool full = is_full(argc, argv), bars_only = false;
  const char *figure = figure_path(argc, argv);
  for (int k = 1; k < argc; ++k) bars_only = bars_only || strcmp(argv[k], "--bars") == 0;
  printf("| element | mu | feet out, mm | top down, mm | push of a foot, H / V | steps above 1e-6 "
         "|\n|---|---|---|---|---|---|\n");
  static const vt_element elements[] = {VT_ELEMENT_HEX8, VT_ELEMENT_TET4_SMOOTHED, VT_ELEMENT_TET10};
  for (int e = 0; e < (full ? 3 : 2); ++e) {
    stand slips = run(0.1, elements[e]), stays = run(0.8, elements[e]);
    CHECK(slips.spread > 10 * fabs(stays.spread));
    CHECK(slips.sag > 1.2 * stays.sag);
    CHECK_NEAR(slips.push, 0.1, 0.002); // feet slip a little apart from each other's direction
    CHECK(stays.push > 0.12 && stays.push < 0.79);
  }
  double plain[3][3], barred[3][3];
  printf("\n| table | contacts on | normal, mm/N | along x, mm/N | along y, mm/N |\n|---|---|---|---|---|\n");
  couple(false, plain, bars_only ? NULL : figure);
  couple(true, barred, bars_only ? figure : NULL);
  for (int d = 0; d < 3; ++d) CHECK(plain[0][d] > 2 * plain[1][d]);     // four blocks
  CHECK(barred[0][1] < plain[0][1]);                                    // stiffer along the bars
  CHECK(barred[1][1] / barred[0][1] > 1.3 * plain[1][1] / plain[0][1]); // and more coupled through them
  return check_report();
}

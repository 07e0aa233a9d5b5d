// Seals and leaks of bodies from 50 kPa to rigid on either side, pressed together in worlds. A pad with one
// lip is pressed on a plane, a cylinder, a sphere and a wave until the smooth shapes touch all around: it
// must hold. Or it touches only, with a notch, over a groove, tilted, on a wave, with a bore: it must not.
// Counted for three meshes of both; the test runs a part of the middle one.
#include "../rig.h"
#include "air_rig.h"
#include "check.h"
#include "pad.h"

#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 3, SEAT_THICK = 2 };

static const double SIDE = 35e-3, SEAT = 56e-3, SEAT_HEIGHT = 8e-3; // m
static const double FEATURE = 0.5e-3;                               // m: how deep what leaks is
static const double START = 0.5e-3, KEPT = 1e-4;                    // m: gap at first; contact distance

typedef enum what {
  PLANE,
  CYLINDER,
  SPHERE,
  WAVE,
  HOLDS,
  NOTCH = HOLDS,
  GROOVE,
  TILT,
  RIPPLE,
  BORE,
  ALL
} what;
static const char *const names[ALL] = {
    "plane", "cylinder", "sphere", "wave", "notch", "groove", "tilt", "ripple", "bore"};

typedef struct press_case {
  what kind;
  int level;       // 0 coarse, 1 middle, 2 fine
  double young[2]; // Pa, of pad and seat; INFINITY for one that does not bend
  double shift[2]; // m: of the pad along x and y
} press_case;

// How high the seat is, m; `row` is how far apart its nodes are.
static double height(const press_case *c, double x, double y, double row) {
  switch (c->kind) {
  case CYLINDER:
    return -y * y / (2 * 0.1);
  case SPHERE:
    return -(x * x + y * y) / (2 * 0.15);
  case WAVE:
    return 0.3e-3 * (cos(2 * VT_PI * x / 0.04) - 1);
  case RIPPLE:
    return FEATURE * (cos(2 * VT_PI * x / 0.035) - 1);
  case GROOVE:
    return fabs(y - 4e-3) < 0.5 * row ? -FEATURE : 0;
  default:
    return 0;
  }
}

// How far the lip has to go from first touch until it touches all around, m.
static double depth(const press_case *c) {
  double x = 0.5 * SIDE + fabs(c->shift[0]), y = 0.5 * SIDE + fabs(c->shift[1]);
  if (c->kind >= HOLDS) return isinf(c->young[0]) && isinf(c->young[1]) ? -0.2 * KEPT : KEPT;
  return FEATURE + (c->kind == WAVE ? 0.6e-3 : -height(c, x, y, 0));
}

static vt_material material(double young) {
  return (vt_material){.young = young, .poisson = 0.4, .stiffness_damping = 2e-3};
}

static void add_seat(yard *y, const press_case *c) {
  static const int cells[LEVELS] = {14, 20, 32};
  bool rigid = isinf(c->young[1]);
  int n = cells[c->level];
  vt_error error = {0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(-0.5 * SEAT, -0.5 * SEAT, -SEAT_HEIGHT), vt_v3(0.5 * SEAT, 0.5 * SEAT, 0),
      n, n, SEAT_THICK, rigid ? VT_CELL_NONE : VT_CELL_HEX8, &error);
  if (mesh == NULL) exit(1);
  for (int k = 0; k < mesh->node_count; ++k) {
    vt_vec3 *x = &mesh->nodes[k];
    x->z += (1 + x->z / SEAT_HEIGHT) * height(c, x->x, x->y, SEAT / n);
  }
  if (rigid) {
    yard_fixed(y, mesh, at(0, 0, 0));
    return;
  }
  vt_attachment_def hold = vt_attachment_def_default();
  hold.body = yard_soft(y, mesh, material(c->young[1]), 0.02, at(0, 0, 0), vt_v3(0, 0, 0));
  hold.region = vt_region_box(vt_v3(-1, -1, -1), vt_v3(1, 1, -SEAT_HEIGHT + 1e-6));
  hold.frame = air_slide(y, vt_v3(0, 0, 1), 2, (double[]){0, 1}, (double[]){0, 0});
  CHECK(vt_model_add_attachment(y->model, &hold, &error) >= 0);
}

static void add_pad(yard *y, const press_case *c, double start) {
  static const int shells[LEVELS] = {5, 7, 10};
  pad p = {.shells = shells[c->level], .cell = 0.5 * SIDE / shells[c->level]};
  if (c->kind == BORE) p.bored = true;
  if (c->kind == NOTCH) p.notch = FEATURE;
  double travel = -(start - KEPT + depth(c)), angle = c->kind == TILT ? -FEATURE / SIDE : 0;
  const double times[] = {0, 0.08, 1}, travels[] = {0, travel, travel};
  vt_pose pose =
      turned(vt_v3(c->shift[0], c->shift[1], start + 0.5 * SIDE * fabs(angle)), vt_v3(0, 1, 0), angle);
  int frame = air_slide(y, vt_v3(0, 0, 1), 3, times, travels);
  if (isinf(c->young[0])) {
    air_driven(y, pad_mesh(&p, VT_CELL_NONE), pose, frame, "pad");
    return;
  }
  vt_error error = {0};
  vt_attachment_def hold = vt_attachment_def_default();
  hold.body = yard_soft(y, pad_mesh(&p, VT_CELL_HEX8), material(c->young[0]), 0.01, pose, vt_v3(0, 0, 0));
  hold.region = vt_region_box(vt_v3(-1, -1, start + 2e-3 * (PAD_TALL + PAD_THICK) - 0.7e-3),
      vt_v3(1, 1, 1)); // all of its top, tilted or not
  hold.frame = frame;
  CHECK(vt_model_add_attachment(y->model, &hold, &error) >= 0);
}

// Whether it is shut: a cavity with at least half of the mouth.
static bool is_shut(const press_case *c) {
  yard y = yard_new(0.01, vt_v3(0, 0, 0), 0.5);
  add_seat(&y, c);
  add_pad(&y, c, START);
  air_set(&y, vt_air_settings_default());
  yard_start(&y);
  for (int k = 0; k < 10; ++k) yard_step(&y);
  bool shut = false;
  for (int k = 0; k < vt_world_cavity_count(y.world); ++k)
    shut |= vt_world_cavity(y.world, k).area > 0.25 * SIDE * SIDE;
  yard_free(&y);
  return shut;
}

static const double pads[] = {5e4, 5e5, 4e6, INFINITY}, seats[] = {5e4, 1e6, INFINITY};

typedef struct tally {
  int cases, wrong;
} tally;

static void run(what kind, int level, int shifts, bool all, tally *t) {
  for (int i = 0; i < 12; ++i)
    for (int k = 0; k < shifts; ++k) {
      press_case c = {kind, level, {pads[i / 3], seats[i % 3]}, {1e-3 * k, 0.7e-3 * k}};
      bool rigid = isinf(c.young[0]) && isinf(c.young[1]);
      if ((kind < HOLDS && rigid) || (!all && i % 5 != 0)) continue;
      bool wrong = is_shut(&c) != (kind < HOLDS);
      ++t->cases;
      t->wrong += wrong;
      if (wrong)
        fprintf(stderr, "%s, level %d, %g on %g Pa, shift %d: wrong\n", names[kind], level, c.young[0],
            c.young[1], k);
    }
}

// Shifts of the pad against the seat, by level, for what holds and what leaks. The finest take longest.
static const int shifts[2][LEVELS] = {{4, 3, 1}, {3, 2, 1}};

int main(int argc, char **argv) {
  bool full = is_full(argc, argv);
  tally found[ALL][LEVELS] = {{{0}}}, sums[2] = {{0}};
  for (int level = 0; level < LEVELS; ++level)
    for (what kind = 0; kind < ALL && (full || level == 1); ++kind) {
      tally *t = &found[kind][level];
      run(kind, level, full ? shifts[kind >= HOLDS][level] : 1, full, t);
      if (full) fprintf(stderr, "%s, level %d: %d of %d\n", names[kind], level, t->wrong, t->cases);
      if (level > 0) CHECK(t->wrong == 0);
      sums[kind >= HOLDS].cases += t->cases;
      sums[kind >= HOLDS].wrong += t->wrong;
    }
  printf("| | coarse | middle | fine |\n|---|---|---|---|\n");
  for (what kind = 0; kind < ALL; ++kind) {
    printf("| %s%s |", names[kind], kind == PLANE ? ": false leaks" : kind == HOLDS ? ": false seals" : "");
    for (int level = 0; level < LEVELS; ++level)
      printf(" %d of %d |", found[kind][level].wrong, found[kind][level].cases);
    printf("\n");
  }
  printf("\n| should hold | false leaks | should leak | false seals |\n|---|---|---|---|\n| %d | %d | %d | "
         "%d |\n",
      sums[0].cases, sums[0].wrong, sums[1].cases, sums[1].wrong);
  if (full) CHECK(sums[0].cases > 300 && sums[1].cases > 300);
  return check_report();
}

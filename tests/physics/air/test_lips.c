// A soft pad with two lips, one around the other, and a bore into the inner space that a plug covers. The
// outer lip touches first, so that all of the air is one; the inner one parts it when it touches all around.
// Then the two airs have pressures of their own, and when the plug is lifted off the bore only the inner one
// is lost. Lifted until the inner lip is off before the outer one, they become one again.
#include "../rig.h"
#include "air_rig.h"
#include "check.h"
#include "pad.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct parted {
  int largest;          // cavities at once
  double joined;        // mol, when there was one
  double pressures[2];  // Pa, before the plug is lifted: the inner one's and that between the lips
  double air[2];        // mol, of that between the lips: before and at the end
  double last_pressure; // Pa, the same at the end
  int last_count;
} parted;

// The cavity that reaches least far in is the one between the lips.
static bool is_between(const vt_cavity_view *v, double cell) {
  for (int k = 0; k < v->vertex_count; ++k)
    if (fmax(fabs(v->vertices[k].x), fabs(v->vertices[k].y)) < 2.5 * cell) return false;
  return true;
}

// The pad above the ground, held by its top, which moves up and down by five keys.
static yard pad_above_ground(
    const pad *p, int ground, double dt, const double *times, const double *travels) {
  vt_error error = {0};
  yard y = yard_new(dt, vt_v3(0, 0, 0), 0.5);
  vt_material soft = {.young = 1e6, .poisson = 0.4, .stiffness_damping = 2e-3};
  yard_fixed(&y,
      vt_mesh_box(vt_v3(-0.05, -0.05, -0.01), vt_v3(0.05, 0.05, 0), ground, ground, 1, VT_CELL_NONE, &error),
      at(0, 0, 0));
  vt_attachment_def hold = vt_attachment_def_default();
  hold.body = yard_soft(&y, pad_mesh(p, VT_CELL_HEX8), soft, 0.01, at(0, 0, 0.4e-3), vt_v3(0, 0, 0));
  hold.region = vt_region_box(vt_v3(-1, -1, 2e-3 * (PAD_TALL + PAD_THICK) - 1e-6), vt_v3(1, 1, 1));
  hold.frame = air_slide(&y, vt_v3(0, 0, 1), 5, times, travels);
  CHECK(vt_model_add_attachment(y.model, &hold, &error) >= 0);
  return y;
}

static parted press(int shells, int ground, double less, double dt) {
  static const double times[] = {0, 0.2, 0.25, 0.35, 1}, travels[] = {0, -1.6e-3, -1.6e-3, -0.9e-3, -0.9e-3};
  static const double plug_times[] = {0, 0.2, 0.25, 0.35, 0.4, 0.45, 1};
  static const double plug_travels[] = {0, -1.6e-3, -1.6e-3, -0.9e-3, -0.9e-3, 4e-3, 4e-3};
  pad p = {.shells = shells, .inner = 3 * shells / 7, .cell = 17.5e-3 / shells, .less = less, .bored = true};
  yard y = pad_above_ground(&p, ground, dt, times, travels);
  vt_error error = {0};
  double half = 2.2 * p.cell, low = 0.4e-3 + 2e-3 * (PAD_TALL + PAD_THICK) + 0.1e-3;
  air_driven(&y,
      vt_mesh_box(vt_v3(-half, -half, low), vt_v3(half, half, low + 5e-3), 1, 1, 1, VT_CELL_NONE, &error),
      at(0, 0, 0), air_slide(&y, vt_v3(0, 0, 1), 7, plug_times, plug_travels), "plug");
  air_set(&y, vt_air_settings_default());
  yard_start(&y);
  air_seen seen = {.law_allowed = INFINITY};
  parted r = {0};
  for (int k = 1; k <= (int)(0.6 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    int count = r.last_count = vt_world_cavity_count(y.world);
    r.largest = count > r.largest ? count : r.largest;
    if (count == 1 && r.largest == 1) r.joined = vt_world_cavity(y.world, 0).air;
    for (int c = 0; c < count; ++c) {
      vt_cavity_view v = vt_world_cavity(y.world, c);
      bool between = is_between(&v, p.cell);
      if (k * dt < 0.39) r.pressures[between] = v.pressure;
      if (between) r.air[k * dt > 0.39] = v.air, r.last_pressure = v.pressure;
    }
  }
  yard_free(&y);
  return r;
}

// Two airs that become one again.
typedef struct rejoined {
  int counts[3];       // steps with one cavity, then two, then one again
  int other;           // steps with another number after the first seal
  double airs[2];      // mol: of both as the last step with two ends, and of the one after it
  double pressures[3]; // Pa: of the two then, and of the one
  double volumes[2];   // m^3: of both, and of the one
  double mixed;        // Pa: of both in their volumes together
} rejoined;

// Pressed until both lips touch and lifted until the shorter one is off again; the outer one holds all along.
static rejoined rejoin(int shells, int ground, double dt) {
  static const double times[] = {0, 0.2, 0.25, 0.45, 1}, travels[] = {0, -1.6e-3, -1.6e-3, -0.3e-3, -0.3e-3};
  pad p = {.shells = shells, .inner = 3 * shells / 7, .cell = 17.5e-3 / shells, .less = 0.3e-3};
  yard y = pad_above_ground(&p, ground, dt, times, travels);
  air_set(&y, vt_air_settings_default());
  yard_start(&y);
  air_seen seen = {.law_allowed = INFINITY};
  rejoined r = {0};
  for (int k = 1; k <= (int)(0.55 / dt + 0.5); ++k) {
    air_step(&y, &seen);
    int count = vt_world_cavity_count(y.world), phase = r.counts[2] > 0 || (r.counts[1] > 0 && count == 1) ? 2
                                                        : count == 2                                       ? 1
                                                                     : 0;
    if (count == 0 && r.counts[0] == 0) continue;
    if (count != (phase == 1 ? 2 : 1)) {
      ++r.other;
      continue;
    }
    vt_cavity_view v[2] = {vt_world_cavity(y.world, 0)};
    if (count == 2) v[1] = vt_world_cavity(y.world, 1);
    if (phase == 1) {
      r.airs[0] = v[0].air + v[1].air;
      r.volumes[0] = v[0].volume + v[1].volume;
      r.mixed = (v[0].pressure * v[0].volume + v[1].pressure * v[1].volume) / r.volumes[0];
      r.pressures[0] = v[0].pressure, r.pressures[1] = v[1].pressure;
    }
    if (phase == 2 && r.counts[2] == 0)
      r.airs[1] = v[0].air, r.volumes[1] = v[0].volume, r.pressures[2] = v[0].pressure;
    ++r.counts[phase];
  }
  yard_free(&y);
  return r;
}

static void judge_rejoined(int shells, int ground, double dt) {
  rejoined r = rejoin(shells, ground, dt);
  printf("| %d | %d | %g | %d, %d, %d | %.2f, %.2f | %.2f | %.2f | %.2f | %.2f | %.4f | %.1e |\n", 2 * shells,
      ground, 1e3 * dt, r.counts[0], r.counts[1], r.counts[2], 1e-3 * r.pressures[0], 1e-3 * r.pressures[1],
      1e-3 * r.mixed, 1e-3 * r.pressures[2], 1e9 * r.volumes[0], 1e9 * r.volumes[1], 1e6 * r.airs[0],
      fabs(r.airs[1] - r.airs[0]) / r.airs[0]);
  CHECK(r.counts[0] > 0 && r.counts[1] > 0 && r.counts[2] > 0 && r.other == 0);
  CHECK(fabs(r.pressures[0] - r.pressures[1]) > 500); // it is two airs that meet
  CHECK_CLOSE(r.airs[1], r.airs[0], 1e-12);
  // What a step moves is all that changes the volume, and the pressure beside mixing.
  CHECK_CLOSE(r.volumes[1], r.volumes[0], 0.03);
  CHECK_CLOSE(r.pressures[2], r.mixed, 0.03);
}

typedef struct variant {
  int shells, ground; // cells of the ground along a side
  double less, dt;
} variant;

static void judge(const variant *v) {
  parted r = press(v->shells, v->ground, v->less, v->dt);
  printf("| %d | %d | %.1f | %g | %d | %.2f | %.2f | %.2f | %.4f | %.4f | %.2f |\n", 2 * v->shells, v->ground,
      1e3 * v->less, 1e3 * v->dt, r.largest, 1e6 * r.joined, 1e-3 * r.pressures[0], 1e-3 * r.pressures[1],
      1e6 * r.air[0], 1e6 * r.air[1], 1e-3 * r.last_pressure);
  CHECK(r.largest == 2 && r.last_count == 1);
  if (v->less > 0) CHECK(r.joined > 0);
  CHECK(r.pressures[0] < AMBIENT && r.pressures[1] < AMBIENT);
  CHECK(fabs(r.pressures[0] - r.pressures[1]) > 500);
  CHECK_CLOSE(r.air[1], r.air[0], 1e-12);
  CHECK(r.last_pressure < AMBIENT - 2e3);
}

int main(int argc, char **argv) {
  static const variant all[] = {{7, 1, 0.3e-3, 0.01}, {7, 50, 0.3e-3, 0.01}, {7, 1, 0, 0.01},
      {7, 1, 0.3e-3, 0.005}, {14, 1, 0.3e-3, 0.01}};
  printf("| pad | ground | shorter, mm | h, ms | cavities | one, umol | inner, kPa | between, kPa | umol | "
         "vented | at, kPa |\n"
         "|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int k = 0; k < (is_full(argc, argv) ? 5 : 3); ++k) judge(&all[k]);
  printf("\n| pad | ground | h, ms | one, two, one | apart, kPa | mixed, kPa | in one | both, mm^3 | in one "
         "| air, umol | change |\n"
         "|---|---|---|---|---|---|---|---|---|---|---|\n");
  judge_rejoined(7, 1, 0.01);
  judge_rejoined(7, 50, 0.005);
  if (is_full(argc, argv)) judge_rejoined(14, 1, 0.01);
  CHECK(air_report() == 0);
  return check_report();
}

// A free body comes back to its rest shape from any configuration. The long form is study_return.
#include "integrator.h"
#include "returns.h"

#include "world/world.h"

#include "check.h"

// Every start comes back; `untangled` counts those that did not by themselves.
static void check_starts(vt_law law, vt_element element, body_shape shape, double poisson, start_kind kind,
    int starts, int *untangled) {
  rig r = lonely(0.01, element, shape, poisson, law, false);
  vt_error error = {0};
  vt_snapshot *fresh = vt_world_save(r.world, NULL, &error);
  for (int k = 0; k < starts; ++k) {
    CHECK(vt_world_restore(r.world, fresh, &error));
    set_start(r.world, kind, k);
    returned so = let_go(&r, 5);
    *untangled += so.untangled;
    if (!CHECK(so.back))
      printf("%s %s %g %s %d: %g left after %d steps\n", element_words[element], shape_words[shape], poisson,
          start_words[kind], k, so.left, so.steps);
  }
  vt_snapshot_destroy(fresh);
  rig_free(&r);
}

// By Newmark's scheme, which does in pieces what moves fast, fewer starts.
static void check_element(vt_element element, int *untangled) {
  bool newmark = tested_integrator() == VT_INTEGRATOR_NEWMARK;
  int few = newmark ? 1 : 5, many = newmark ? 5 : 40;
  const double poissons[] = {0.3, 0.45, 0.49};
  for (int n = 0; n < 3; ++n)
    for (int shape = CUBE; shape <= BAR; ++shape)
      for (int kind = SCRAMBLED; kind < STARTS; ++kind)
        check_starts(VT_LAW_COROTATED, element, (body_shape)shape, poissons[n], (start_kind)kind,
            kind == SCRAMBLED && n == 2 ? many : few, untangled);
  for (int kind = SCRAMBLED; kind < STARTS; ++kind)
    check_starts(VT_LAW_NEO_HOOKEAN, element, BAR, 0.49, (start_kind)kind, few, untangled);
}

// Steps of 1 ms and of 0.1 s: patience and damping go by the body's own time.
static void check_steps(void) {
  const double steps[] = {0.001, 0.1};
  for (int n = 0; n < 2; ++n) {
    rig r = lonely(steps[n], VT_ELEMENT_HEX8, CUBE, 0.45, VT_LAW_COROTATED, false);
    for (int k = 0; k < 5; ++k) {
      set_start(r.world, SCRAMBLED, k);
      CHECK(let_go(&r, 50 * steps[n] + 5).back);
    }
    rig_free(&r);
  }
}

// While all of a free body is untangled, momentum and angular momentum are kept and its energy falls in every
// step; it is soon back. With no damping of the material, scrambled, moving and turning, from the first step
// on.
static void check_laws(vt_element element) {
  rig r = rig_new(0.001, vt_v3(0, 0, 0));
  vt_error error = {0};
  vt_vec3 half = vt_v3(0.01, 0.01, 0.01);
  vt_cell_kind kind = element == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4;
  rig_soft(
      &r, vt_mesh_box(vt_scale(-1, half), half, 2, 2, 2, kind, &error), element, elastic(1e5, 0.45, 1000));
  rig_start(&r);
  for (int k = 0; k < 5; ++k) {
    set_start(r.world, SCRAMBLED, k);
    for (int i = 0; i < vt_model_node_count(r.model, 0); ++i)
      r.world->state.v[i] = vt_add(vt_v3(0.1, 0, 0), vt_cross(vt_v3(0, 10, 20), r.world->state.x[i]));
    *r.world->state.tangles = (vt_tangle){.clock = 1, .tries = 1, .layers = -1};
    vt_vec3 momentum = vt_world_momentum(r.world, 0), angular = vt_world_angular_momentum(r.world, 0);
    double before = INFINITY;
    int n = 0;
    for (; n < 200 && r.world->state.tangles->layers != 0; ++n) {
      rig_steps(&r, 1);
      vt_energy energy = vt_world_energy(r.world, 0);
      vt_vec3 now = vt_world_momentum(r.world, 0), turning = vt_world_angular_momentum(r.world, 0);
      CHECK(vt_norm(vt_sub(now, momentum)) < 1e-9 * vt_norm(momentum));
      CHECK(vt_norm(vt_sub(turning, angular)) < 1e-9 * vt_norm(angular));
      if (r.world->state.tangles->layers != 0) CHECK(energy.elastic + energy.kinetic <= before * (1 + 1e-9));
      before = energy.elastic + energy.kinetic;
    }
    if (!CHECK(n > 1 && n < 50)) printf("%s: %d steps\n", element_words[element], n);
  }
  rig_free(&r);
}

// What untangling needs to know is state: a snapshot taken in the middle of it goes on with the same bits.
static void check_snapshot(void) {
  rig r = lonely(0.01, VT_ELEMENT_HEX8, CUBE, 0.3, VT_LAW_COROTATED, false);
  vt_error error = {0};
  int seen = 0;
  for (int k = 0; k < 10; ++k) {
    set_start(r.world, SCRAMBLED, k);
    for (int n = 0; n < 40; ++n) {
      rig_steps(&r, 1);
      if (vt_world_status(r.world)->untangled == 0) continue;
      ++seen;
      vt_snapshot *middle = vt_world_save(r.world, NULL, &error);
      rig_steps(&r, 3);
      uint64_t hash = vt_world_hash(r.world);
      CHECK(vt_world_restore(r.world, middle, &error));
      rig_steps(&r, 3);
      CHECK(vt_world_hash(r.world) == hash);
      vt_snapshot_destroy(middle);
    }
  }
  CHECK(seen > 0);
  rig_free(&r);
}

int main(void) {
  int untangled[VT_ELEMENT_HEX8 + 1] = {0};
  for (int e = VT_ELEMENT_TET4; e <= VT_ELEMENT_HEX8; ++e) check_element((vt_element)e, &untangled[e]);
  // Otherwise the starts are too easy to tell anything.
  CHECK(untangled[VT_ELEMENT_TET4] > 0 && untangled[VT_ELEMENT_TET10] > 0 && untangled[VT_ELEMENT_HEX8] > 0);
  check_steps();
  check_laws(VT_ELEMENT_TET4_SMOOTHED);
  check_laws(VT_ELEMENT_TET10);
  check_laws(VT_ELEMENT_HEX8);
  check_snapshot();
  return check_report();
}

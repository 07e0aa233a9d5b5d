// The strength of a seal: a ring of known traction, weak spots, refinement, no way out, two seals.
#include "cavity/floodfill.h"
#include "cavity/seal_strength.h"

#include "flood_shapes.h"

#include <ventouse/mesh.h>

static const double inner = 0.012, outer = 0.018; // m, of the cup's rim

typedef struct rig {
  stage s;
  double *forces[MAX_BODIES]; // N
} rig;

static void set_up(rig *r) {
  stage *s = &r->s;
  CHECK(stage_find(s, vt_cavities_find_floodfill));
  CHECK(s->cavities.count == 1);
  for (int b = 0; b < s->count; ++b) r->forces[b] = calloc((size_t)s->meshes[b]->node_count, sizeof(double));
}

static void make_cup(rig *r, double step, int n) {
  stage_add(&r->s, straight_cup(inner, 0.01, outer - inner, step, n), at(0, 0, stage_distance));
  stage_add(&r->s, box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0.03, 0.03, 0), 1, 1, 1), at(0, 0, 0));
  set_up(r);
}

static void free_rig(rig *r) {
  for (int b = 0; b < r->s.count; ++b) free(r->forces[b]);
  stage_free(&r->s);
}

// Pa at a point of the rim: highest in the middle, weaker by `weak` about the direction of x.
static double traction(vt_vec3 p, double peak, double weak) {
  double r = hypot(p.x, p.y), u = (r - inner) / (outer - inner), angle = atan2(p.y, p.x);
  return peak * 4 * u * (1 - u) * (1 - weak * exp(-9 * angle * angle));
}

// Forces on a horizontal surface at height z: the traction at each vertex over its third of the triangles.
static void load(rig *r, int body, double z, double peak, double weak) {
  const vt_mesh *m = r->s.meshes[body];
  for (int t = 0; t < m->triangle_count; ++t) {
    const int *v = m->triangles + 3 * t;
    vt_vec3 a = m->nodes[v[0]], b = m->nodes[v[1]], c = m->nodes[v[2]];
    if (fmax(fabs(a.z - z), fmax(fabs(b.z - z), fabs(c.z - z))) > 1e-9) continue;
    double area = 0.5 * vt_norm(vt_cross(vt_sub(b, a), vt_sub(c, a)));
    for (int i = 0; i < 3; ++i) r->forces[body][v[i]] += traction(m->nodes[v[i]], peak, weak) * area / 3;
  }
}

static double strength(rig *r) {
  vt_error error = {0};
  double value = NAN;
  const double *forces[MAX_BODIES];
  for (int b = 0; b < r->s.count; ++b) forces[b] = r->forces[b];
  CHECK(vt_seal_strength(
      &r->s.cavities, 0, r->s.colliders, r->s.count, forces, &r->s.found, r->s.arena, &value, &error));
  return value;
}

// The rim's middle is a ring of vertices at every step here: the peak is met exactly.
static void check_ring(void) {
  for (int steps = 4; steps <= 16; steps *= 2) {
    rig r = {0};
    make_cup(&r, 1.0001 * (outer - inner) / steps, 12 * steps);
    CHECK_NEAR(strength(&r), 0, 0); // no force, no strength
    load(&r, 0, stage_distance, 5000, 0);
    CHECK_CLOSE(strength(&r), 5000.0, 1e-9);
    // What the coarse plate carries says nothing: the cup is finer.
    for (int i = 0; i < r.s.meshes[1]->node_count; ++i) r.forces[1][i] = 1e-3;
    CHECK_CLOSE(strength(&r), 5000.0, 1e-9);
    free_rig(&r);
  }
}

// Air goes where the rim is weakest, wherever the vertices are; pulling forces hold nothing.
static void check_weak_spot(void) {
  for (int steps = 4; steps <= 32; steps *= 2) {
    rig r = {0};
    make_cup(&r, 1.0001 * (outer - inner) / steps, 12 * steps);
    load(&r, 0, stage_distance, 5000, 0.7);
    CHECK_CLOSE(strength(&r), 0.3 * 5000, 1e-9); // there is a vertex in the direction of x
    for (int i = 0; i < r.s.meshes[0]->node_count; ++i) {
      vt_vec3 p = r.s.meshes[0]->nodes[i];
      if (p.x < 0 && fabs(p.y) < 1e-9) r.forces[0][i] = -1;
    }
    CHECK_NEAR(strength(&r), 0, 0);
    free_rig(&r);
  }
}

// Rings that miss the peak: linear between vertices, the largest value lies below it by at most
// 4 peak (step / 2 / width)^2, and no sum over more vertices makes it more.
static void check_refinement(void) {
  double last = 0;
  for (int steps = 3; steps <= 27; steps *= 3) {
    rig r = {0};
    make_cup(&r, 1.0001 * (outer - inner) / steps, 12 * steps);
    load(&r, 0, stage_distance, 5000, 0.5);
    double value = strength(&r);
    CHECK(value <= 2500 * (1 + 1e-9) && value >= 2500 * (1 - 1.0 / (steps * steps)) * (1 - 1e-9));
    CHECK(value > last);
    last = value;
    free_rig(&r);
  }
}

static void check_no_way_out(void) {
  rig r = {0};
  make_cup(&r, 1e-3, 48);
  load(&r, 0, stage_distance, 5000, 0);
  for (int b = 0; b < r.s.count; ++b)
    for (int t = 0; t < r.s.meshes[b]->triangle_count; ++t) r.s.found.open_share[b][t] = 0;
  CHECK(isinf(strength(&r)) && strength(&r) > 0);
  free_rig(&r);
}

// A tube between a plate and a lid, both coarse: the weaker of its two ends counts.
static void check_two_seals(void) {
  rig r = {0};
  stage_add(&r.s, tube(inner, outer, 0.02, 1.5e-3, 48), at(0, 0, 0));
  for (int side = 0; side < 2; ++side)
    stage_add(&r.s, box(vt_v3(-0.03, -0.03, -0.005), vt_v3(0.03, 0.03, 0.005), 1, 1, 1),
        at(0, 0, side == 0 ? -0.005 - stage_distance : 0.025 + stage_distance));
  set_up(&r);
  load(&r, 0, 0, 7000, 0);
  load(&r, 0, 0.02, 4000, 0);
  CHECK_CLOSE(strength(&r), 4000.0, 1e-9);
  free_rig(&r);
}

// Both finer than the cavity: the one that says more counts, as forces on the vertices of one leave gaps on
// the other. A coarse one never counts, whatever it carries.
static void check_finer(void) {
  for (int cells = 1; cells <= 60; cells += 59) {
    rig r = {0};
    stage_add(&r.s, straight_cup(inner, 0.01, outer - inner, 1.0001e-3, 72), at(0, 0, stage_distance));
    stage_add(&r.s, box(vt_v3(-0.03, -0.03, -0.01), vt_v3(0.03, 0.03, 0), cells, cells, 1), at(0, 0, 0));
    set_up(&r);
    load(&r, 0, stage_distance, 5000, 0);
    CHECK_CLOSE(strength(&r), 5000.0, 1e-9);
    for (int i = 0; i < r.s.meshes[1]->node_count; ++i) r.forces[1][i] = 10;
    double more = strength(&r);
    if (cells == 1)
      CHECK_CLOSE(more, 5000.0, 1e-9);
    else
      CHECK(more > 1e4); // at least 10 N on the 1 mm^2 around a vertex
    free_rig(&r);
  }
}

// A coarse tube between two fine plates, which then tell what each of its ends bears: the weaker, whichever
// of them that is.
static void check_two_plates(void) {
  rig r = {0};
  stage_add(&r.s, tube(inner, outer, 0.02, 0.02, 12), at(0, 0, 0));
  for (int side = 0; side < 2; ++side)
    stage_add(&r.s, box(vt_v3(-0.03, -0.03, -0.005), vt_v3(0.03, 0.03, 0.005), 40, 40, 1),
        at(0, 0, side == 0 ? -0.005 - stage_distance : 0.025 + stage_distance));
  set_up(&r);
  double ends[2], both[2];
  for (int weak = 0; weak < 2; ++weak) {
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < r.s.meshes[1 + side]->node_count; ++i)
        r.forces[1 + side][i] = side == weak ? 1 : 1e6;
    ends[weak] = strength(&r);
    CHECK(ends[weak] > 0);
  }
  for (int weak = 0; weak < 2; ++weak) { // by a factor larger than the ends differ by
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < r.s.meshes[1 + side]->node_count; ++i) r.forces[1 + side][i] = side == weak ? 1 : 9;
    both[weak] = strength(&r);
    CHECK_CLOSE(both[weak], ends[weak], 1e-12);
  }
  free_rig(&r);
}

int main(void) {
  check_ring();
  check_weak_spot();
  check_refinement();
  check_no_way_out();
  check_two_seals();
  check_finer();
  check_two_plates();
  return check_report();
}

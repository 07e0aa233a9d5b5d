// Untangling: the energy of regions that share a rotation, its forces and stiffness; what is seen as a
// tangle; what is left alone.
#include "body/balance.h"
#include "body/untangle.h"
#include "mesh/cell.h"

#include "sample.h"

static unsigned long long seed;
static double noise(void) { // -1 to 1
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

// A box of n x 2 x 2 cells of 10 mm at its rest shape.
static void make(sample *s, vt_element element, int n) {
  make_sample(s, vt_v3(0, 0, 0), vt_v3(0.01 * n, 0.02, 0.02), n, element, 1e5, 0.45);
  s->body.tangle = &s->tangle;
}

static void scramble(sample *s, double size) {
  for (int i = 0; i < s->model.mesh->node_count; ++i)
    s->x[i] = vt_add(s->x[i], vt_scale(size, vt_v3(noise(), noise(), noise())));
  s->body.fresh = false;
}

static double energy_at(sample *s) {
  s->body.fresh = false;
  vt_deformable_refresh(&s->body, NULL);
  return s->body.potential;
}

// Forces are minus the gradient of the energy, without net force or torque, whatever the positions.
static void check_forces(vt_element element, double layers) {
  sample s;
  make(&s, element, layers < 0 ? 2 : 6);
  seed = 5;
  scramble(&s, layers < 0 ? 0.02 : 5e-4);
  if (layers > 0) s.x[s.model.mesh->node_count - 1].x -= 0.015; // a corner through its cell
  s.tangle.layers = layers;
  energy_at(&s);
  int count = s.model.mesh->node_count, shared = 0;
  vt_vec3 sum = {0, 0, 0}, torque = {0, 0, 0}, *force = s.body.scratch;
  double largest = 0, error = 0;
  for (int p = 0; p < s.model.elements.point_count; ++p) shared += s.body.element_state.region[p] >= 0;
  CHECK(shared > 0 && (layers < 0) == (shared == s.model.elements.point_count));
  for (int i = 0; i < count; ++i) {
    force[i] = s.body.elastic[i];
    sum = vt_add(sum, force[i]);
    torque = vt_add(torque, vt_cross(s.x[i], force[i]));
    largest = fmax(largest, vt_norm(force[i]));
  }
  CHECK(vt_norm(sum) < 1e-11 * largest * count);
  CHECK(vt_norm(torque) < 1e-11 * largest * 0.1 * count);
  for (int i = 0; i < count; i += 3) {
    double d = 1e-7, *at = &s.x[i].y, y = *at;
    *at = y + d;
    double up = energy_at(&s);
    *at = y - d;
    double down = energy_at(&s);
    *at = y;
    error = fmax(error, fabs((up - down) / (2 * d) + force[i].y));
  }
  if (!CHECK(error < 1e-5 * largest))
    printf("element %d, layers %g: %g of %g\n", element, layers, error, largest);
  free_sample(&s);
}

// A step of implicit Euler gains nothing while all of a body shares a rotation, from anywhere, of any length.
static void check_no_gain(vt_element element) {
  const double steps[] = {1e-4, 1e-2, 1};
  vt_error error = {0};
  vt_vec3 none = {0, 0, 0};
  for (int n = 0; n < 3; ++n) {
    sample s;
    make(&s, element, 2);
    seed = 11;
    s.tangle.layers = -1;
    for (int k = 0; k < 20; ++k) {
      scramble(&s, 0.02);
      for (int i = 0; i < s.model.mesh->node_count; ++i) s.v[i] = vt_v3(noise(), noise(), noise());
      CHECK(vt_deformable_predict(&s.body, steps[n], none, NULL, &error));
      double before = s.body.kinetic + s.body.potential;
      s.body.turn.any = false; // the turn of the whole is taken apart from the step
      vt_deformable_correct(&s.body, steps[n], none, NULL, NULL);
      CHECK(s.body.balance.gain < 1e-9 * before);
    }
    free_sample(&s);
  }
}

// The rest shape, turned about the line through the middle of the box along `axis` by twice the angle.
static void wind(sample *s, vt_vec3 middle, vt_vec3 axis) {
  vt_vec3 u = vt_normalized(vt_cross(axis, vt_v3(0.3, 0.4, 0.87))), w = vt_cross(axis, u);
  for (int i = 0; i < s->model.mesh->node_count; ++i) {
    vt_vec3 r = vt_sub(s->model.mesh->nodes[i], middle);
    double a = vt_dot(r, u), b = vt_dot(r, w), size = hypot(a, b), angle = 2 * atan2(b, a);
    s->x[i] = vt_add(middle, vt_scale(vt_dot(r, axis), axis));
    s->x[i] = vt_madd(vt_madd(s->x[i], size * cos(angle), u), size * sin(angle), w);
  }
  s->body.fresh = false;
}

// One cube of six tetrahedra around a diagonal, wound twice around it: no cell is inside out, and it is seen.
static void check_wound(vt_element element) {
  sample s;
  vt_error error = {0};
  s = (sample){0};
  vt_mesh *mesh = vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.01, 0.01, 0.01), 1, 1, 1, VT_CELL_TET4, &error);
  vt_deformable_def def = {.mesh = mesh,
      .pose = vt_pose_identity(),
      .material = {.young = 1e5, .poisson = 0.45, .density = 1000},
      .element = element};
  CHECK(vt_deformable_model_init(&s.model, &def, "cube", &error));
  int count = s.model.mesh->node_count, edges = s.model.edge_count, at = -1;
  double *angles = VT_NEW(double, edges, &error);
  s.x = VT_NEW(vt_vec3, count, &error);
  s.v = VT_NEW(vt_vec3, count, &error);
  CHECK(vt_deformable_init(&s.body, &s.model, s.x, s.v, &error));
  s.body.tangle = &s.tangle;
  vt_edge_angles(s.model.mesh, s.model.mesh->nodes, s.model.cell_edges, edges, angles);
  for (int e = 0; e < edges; ++e)
    if (fabs(angles[e] - 2 * VT_PI) < 1e-9) at = e;
  CHECK(at >= 0);
  vt_vec3 ends[2] = {{0, 0, 0}, {0.01, 0.01, 0.01}};
  for (int c = 0; c < s.model.mesh->cell_count; ++c) // the diagonal that is the edge
    for (int k = 0; k < 6; ++k) {
      int nodes[2];
      vt_cell_edge(
          s.model.mesh->cell_kind, s.model.mesh->cells + c * vt_cell_size(s.model.mesh->cell_kind), k, nodes);
      if (s.model.cell_edges[6 * c + k] != at) continue;
      for (int n = 0; n < 2; ++n) ends[n] = s.model.mesh->nodes[nodes[n]];
    }
  wind(&s, vt_scale(0.5, vt_add(ends[0], ends[1])), vt_normalized(vt_sub(ends[1], ends[0])));
  CHECK(vt_cells_inside_out(s.model.mesh, s.x) == 0);
  vt_edge_angles(s.model.mesh, s.x, s.model.cell_edges, edges, angles);
  CHECK_CLOSE(angles[at], 4 * VT_PI, 1e-9);

  // Once something was inside out, it counts as tangled until it no longer is wound.
  energy_at(&s);
  s.tangle.clock = 1;
  for (int n = 0; n < 3; ++n) vt_untangle_judge(&s.body, 0.01, 0);
  CHECK(s.tangle.clock > 1);
  for (int i = 0; i < count; ++i) s.x[i] = s.model.mesh->nodes[i];
  s.body.fresh = false;
  for (int n = 0; n < 20; ++n) vt_untangle_judge(&s.body, 0.01, 0);
  CHECK(s.tangle.clock == 0 && s.tangle.tries == 0);
  free(angles);
  vt_mesh_destroy(mesh);
  free_sample(&s);
}

// How many of `count` looks at a body with one cell inside out it takes until it is untangled.
static int looks(sample *s, double pushed, int count) {
  int n = 0;
  s->body.pushed = pushed;
  for (; n < count && s->tangle.layers == 0; ++n) {
    s->body.fresh = false;
    vt_untangle_judge(&s->body, 0.01, 1);
  }
  return n;
}

// A body that forces hold is left alone, as long as they do; then first the surroundings of the tangle are
// untangled, then all of it.
static void check_held(void) {
  sample s;
  make(&s, VT_ELEMENT_HEX8, 12);
  s.x[s.model.mesh->node_count - 1].x -= 0.015;
  CHECK(looks(&s, 1e6, 1000) == 1000 && s.tangle.layers == 0);
  CHECK(looks(&s, 0, 1000) == 1 && s.tangle.layers > 0);
  energy_at(&s);
  int far = 0, near = 0;
  for (int p = 0; p < s.model.elements.point_count; ++p) {
    bool shared = s.body.element_state.region[p] >= 0;
    double x = 1;
    for (int k = s.model.elements.start[p]; k < s.model.elements.start[p + 1]; ++k)
      x = fmin(x, s.model.mesh->nodes[s.model.elements.point_nodes[k]].x);
    near += shared;
    far += shared && x < 0.08;
  }
  CHECK(near > 0 && far == 0);
  s.tangle = (vt_tangle){.tries = 1};
  int n = looks(&s, 0, 1000);
  CHECK(n > 10 && n < 50 && s.tangle.layers < 0);
  // A clamp that strains nothing does not hold it strained, two that pull it apart do.
  vt_vec3 *reaction = s.body.reaction;
  s.body.held[0] = s.body.held[s.model.mesh->node_count - 2] = true;
  reaction[0] = vt_v3(100, 0, 0);
  vt_untangle_weigh(&s.body, NULL);
  CHECK(s.body.pushed == 0);
  s.x[0].x -= 0.01;
  vt_untangle_weigh(&s.body, NULL);
  CHECK(s.body.pushed == 100);
  free_sample(&s);
}

// A body that something pushes a little, and whose tangle stays, waits longer after each try, but not without
// bound; and each try ends. One that nothing pushes is untangled until it is back.
static void check_pushed(void) {
  const double little = 1e-6; // N
  sample s;
  int waits[3], tries[3] = {1, 4, 9};
  make(&s, VT_ELEMENT_HEX8, 4);
  s.x[s.model.mesh->node_count - 1].x -= 0.015;
  for (int k = 0; k < 3; ++k) {
    s.tangle = (vt_tangle){.tries = tries[k]};
    waits[k] = looks(&s, little, 2000);
    CHECK(s.tangle.layers < 0);
  }
  CHECK(waits[1] > 7 * waits[0] && waits[1] < 9 * waits[0] && waits[2] == waits[1]);
  int ended = 0;
  for (int free = 1; free >= 0; --free) { // x stays: it never is back
    s.tangle = (vt_tangle){.tries = 1, .layers = -1};
    s.body.pushed = free ? 0 : little;
    for (ended = 0; ended < 1000 && s.tangle.layers != 0; ++ended) {
      s.body.fresh = false;
      vt_untangle_judge(&s.body, 0.01, 1);
    }
    CHECK((s.tangle.layers != 0) == free);
  }
  CHECK(ended > 1.5 * waits[0] && ended < 3 * waits[0] && s.tangle.clock == 0);
  free_sample(&s);
}

// Two tangles far from each other are two regions, each with a rotation of its own.
static void check_regions(void) {
  sample s;
  make(&s, VT_ELEMENT_HEX8, 12);
  s.x[0].x += 0.015;
  s.x[s.model.mesh->node_count - 1].x -= 0.015;
  s.tangle.layers = 2;
  energy_at(&s);
  int largest = -1;
  for (int i = 0; i < s.model.mesh->node_count; ++i)
    if (s.body.untangling.nodes[i] > largest) largest = s.body.untangling.nodes[i];
  CHECK(largest == 1);
  CHECK(s.body.untangling.nodes[0] != s.body.untangling.nodes[s.model.mesh->node_count - 1]);
  free_sample(&s);
}

int main(void) {
  for (int e = VT_ELEMENT_TET4; e <= VT_ELEMENT_HEX8; ++e) {
    check_forces((vt_element)e, -1);
    check_forces((vt_element)e, 1);
    check_no_gain((vt_element)e);
  }
  check_wound(VT_ELEMENT_TET4);
  check_held();
  check_pushed();
  check_regions();
  return check_report();
}

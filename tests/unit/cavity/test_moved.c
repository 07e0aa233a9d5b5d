// What is moved to seal: vertices near other surfaces, points added on edges, directions near several bodies.
#include "cavity/union_insides.h"

#include "check.h"
#include "solid_scene.h"

static vt_contact_settings settings_of(const void *user, int a, int b) {
  (void)a, (void)b;
  return *(const vt_contact_settings *)user;
}

// A scene, and what the union's search makes of it.
typedef struct moved_scene {
  solid_scene s;
  vt_union_search w;
  vt_sealed bodies[SCENE_MOST];
  int groups[SCENE_MOST];
  vt_error error;
} moved_scene;

static void search(moved_scene *m) {
  solid_scene *s = &m->s;
  vt_union_search *w = &m->w;
  vt_sealed *bodies = m->bodies;
  m->error = (vt_error){0};
  *w = (vt_union_search){.bodies = bodies,
      .count = s->count,
      .rule = settings_of,
      .user = &s->settings,
      .groups = m->groups,
      .arena = s->arena,
      .error = &m->error};
  for (int b = 0; b < s->count; ++b) {
    bodies[b] = (vt_sealed){.collider = &s->colliders[b], .body = b};
    m->groups[b] = b;
    vt_bvh_refit(s->colliders[b].bvh, s->solids[b].triangles, s->solids[b].vertices, NULL, NULL);
    bodies[b].sagittas = VT_TAKE(s->arena, double, s->solids[b].triangle_count, &m->error);
    for (int t = 0; t < s->solids[b].triangle_count; ++t) bodies[b].sagittas[t] = 0;
  }
  CHECK(vt_union_near(w) && vt_union_edges(w));
  for (int b = 0; b < s->count; ++b) CHECK(vt_union_surface(w, &bodies[b]));
}

// Every edge of the moved surface once in each direction, and every vertex where the true surface has it.
static void check_surface(const vt_sealed *body) {
  int open = 0;
  for (int h = 0; h < 3 * body->triangle_count; ++h) {
    int u = body->triangles[h], v = body->triangles[h - h % 3 + (h + 1) % 3], back = 0;
    for (int g = 0; g < 3 * body->triangle_count; ++g)
      back += body->triangles[g] == v && body->triangles[g - g % 3 + (g + 1) % 3] == u;
    open += back != 1;
  }
  CHECK(open == 0);
  // The parts of each source cover it once.
  double shares = 0;
  for (int t = 0; t < body->triangle_count; ++t) {
    const int *corners = body->collider->topology->triangles + 3 * body->sources[t];
    double x[3][2];
    for (int i = 0; i < 3; ++i) {
      vt_place place = {0, t, {i == 0, i == 1, i == 2}};
      vt_cavity_vertex p = vt_union_place(body, &place);
      CHECK_NEAR(p.weights[0] + p.weights[1] + p.weights[2], 1, 1e-15);
      CHECK(p.corners[0] == corners[0] && p.corners[2] == corners[2]);
      x[i][0] = p.weights[0], x[i][1] = p.weights[1];
    }
    double share = (x[1][0] - x[0][0]) * (x[2][1] - x[0][1]) - (x[1][1] - x[0][1]) * (x[2][0] - x[0][0]);
    CHECK(share > 0);
    shares += share;
  }
  CHECK_CLOSE(shares, (double)body->collider->topology->triangle_count, 1e-12);
}

// Two planks laid crosswise: no vertex near, but four sides and the diagonals over and under them.
static void check_planks(void) {
  moved_scene m;
  scene_begin(&m.s);
  scene_add(&m.s, solid_box(vt_v3(-0.1, -0.01, -0.01), vt_v3(0.1, 0.01, 0), 1, 1, 1), pose_at(0, 0, 0), true);
  scene_add(
      &m.s, solid_box(vt_v3(-0.01, -0.1, 0), vt_v3(0.01, 0.1, 0.01), 1, 1, 1), pose_at(0, 0, 1e-4), true);
  search(&m);
  CHECK(m.bodies[0].moves == NULL && m.bodies[1].moves == NULL && m.groups[1] == 0);
  for (int b = 0; b < 2; ++b) {
    CHECK(m.bodies[b].point_count >= 4);
    for (size_t k = 0; k < m.bodies[b].point_count; ++k) {
      double z = m.bodies[b].vertices[m.s.solids[b].vertex_count + (int)k].z;
      CHECK_NEAR(z, b == 0 ? 1.5e-4 : -0.5e-4, 1e-9); // by the reach, through the other
    }
    check_surface(&m.bodies[b]);
  }
  // Too far apart.
  scene_move_body(&m.s, 1, pose_at(0, 0, 1e-4));
  search(&m);
  CHECK(m.bodies[0].point_count == 0 && m.groups[1] == 1);
  scene_end(&m.s);
}

// Two planks that touch: moved through each other, not apart, whichever comes first.
static void check_touching_planks(void) {
  for (int first = 0; first < 2; ++first) {
    moved_scene m;
    scene_begin(&m.s);
    for (int b = 0; b < 2; ++b)
      if (b == first)
        scene_add(
            &m.s, solid_box(vt_v3(-0.1, -0.01, -0.01), vt_v3(0.1, 0.01, 0), 1, 1, 1), pose_at(0, 0, 0), true);
      else
        scene_add(
            &m.s, solid_box(vt_v3(-0.01, -0.1, 0), vt_v3(0.01, 0.1, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
    search(&m);
    for (int b = 0; b < 2; ++b) {
      CHECK(m.bodies[b].point_count >= 4);
      for (size_t k = 0; k < m.bodies[b].point_count; ++k)
        CHECK_NEAR(
            m.bodies[b].vertices[m.s.solids[b].vertex_count + (int)k].z, b == first ? 1.5e-4 : -1.5e-4, 1e-9);
    }
    scene_end(&m.s);
  }
}

// A plank across another with its end against a wall: its end moves into the wall by the reach, and what lies
// between that and the other end, which stays, moves along by its part of the displacement.
static void check_carried(void) {
  moved_scene m;
  int seen = 0;
  scene_begin(&m.s);
  scene_add(
      &m.s, solid_box(vt_v3(-0.1, -0.01, 0), vt_v3(0.1, 0.01, 0.01), 1, 1, 1), pose_at(0, 0, 1e-4), true);
  scene_add(&m.s, solid_box(vt_v3(0.04, -0.1, -0.01), vt_v3(0.06, 0.1, 0), 1, 1, 1), pose_at(0, 0, 0), true);
  scene_add(
      &m.s, solid_box(vt_v3(0, -0.1, -0.05), vt_v3(0.02, 0.1, 0.08), 1, 1, 1), pose_at(0.1001, 0, 0), true);
  search(&m);
  for (size_t k = 0; k < m.bodies[0].point_count; ++k) {
    const vt_seal_point *p = &m.bodies[0].points[k];
    const int *ends = m.s.topologies[0]->edges[p->edge].vertices;
    vt_vec3 a = m.s.solids[0].vertices[ends[0]], b = m.s.solids[0].vertices[ends[1]];
    double x = a.x + p->share * (b.x - a.x);
    vt_vec3 moved = m.bodies[0].vertices[m.s.solids[0].vertex_count + (int)k];
    if (x > 0.07) continue; // at the wall
    ++seen;
    CHECK_NEAR(moved.x - x, 1.5e-4 * (x + 0.1) / 0.2, 1e-8);
    CHECK_NEAR(moved.z, 1e-4 - 1.5e-4, 1e-8);
  }
  CHECK(seen >= 4);
  scene_end(&m.s);
}

// A ring whose mouth is within reach: moved only if it may touch itself.
static void check_own(void) {
  const double profile[][2] = {{0.02, 0}, {0.03, 0}, {0.03, 0.01}, {0.02, 0.01}, {0.02, 0.00505},
      {0.022, 0.00505}, {0.022, 0.008}, {0.028, 0.008}, {0.028, 0.002}, {0.022, 0.002}, {0.022, 0.00495},
      {0.02, 0.00495}};
  moved_scene m;
  scene_begin(&m.s);
  m.s.settings.alarm = 5e-4;
  scene_add(&m.s, solid_lathe(profile[0], 12, true, 24), pose_at(0, 0, 0), true);
  search(&m);
  CHECK(m.bodies[0].moves == NULL && m.bodies[0].point_count == 0 && m.bodies[0].reach == 0);
  m.s.colliders[0].self = true;
  search(&m);
  CHECK(m.bodies[0].moves != NULL && m.bodies[0].reach > 0);
  scene_end(&m.s);
}

// A fine box on a coarse one: its bottom moves down by the reach, its sides stay, and nothing is added.
static void check_fine_on_coarse(void) {
  moved_scene m;
  scene_begin(&m.s);
  scene_add(&m.s, solid_box(vt_v3(-0.1, -0.1, -0.01), vt_v3(0.1, 0.1, 0), 1, 1, 1), pose_at(0, 0, 0), true);
  scene_add(
      &m.s, solid_box(vt_v3(-0.01, -0.01, 0), vt_v3(0.01, 0.01, 0.01), 5, 5, 5), pose_at(0, 0, 1e-4), true);
  search(&m);
  CHECK(m.bodies[0].moves == NULL && m.bodies[0].point_count == 0 && m.bodies[1].point_count == 0);
  for (int v = 0; v < m.s.solids[1].vertex_count; ++v) {
    double z = m.s.solids[1].vertices[v].z;
    CHECK_NEAR(m.bodies[1].vertices[v].z, z < 2e-4 ? z - 1.5e-4 : z, 1e-12);
  }
  check_surface(&m.bodies[1]);
  scene_end(&m.s);
}

static void check_displacement(void) {
  const double r = 1.5e-4;
  vt_seal_move move = {0};
  vt_seal_add(&move, 1, 1e-4, r, vt_v3(0, 0, -1));
  CHECK_NEAR(vt_seal_displacement(&move).z, -r, 1e-18);
  vt_seal_add(&move, 2, 0.5e-4, r, vt_v3(1, 0, 0)); // nearer: it goes first
  CHECK(move.others[0] == 2 && move.others[1] == 1);
  vt_vec3 displacement = vt_seal_displacement(&move);
  CHECK_NEAR(displacement.x, r, 1e-18);
  CHECK_NEAR(displacement.z, -r, 1e-18);
  vt_seal_add(&move, 3, 1.2e-4, r, vt_v3(-1, 0, 0)); // opposite to a nearer one: left out
  displacement = vt_seal_displacement(&move);
  CHECK_NEAR(displacement.x, r, 1e-18);
  // The same direction twice is one move by the larger reach.
  move = (vt_seal_move){0};
  vt_seal_add(&move, 1, 1e-4, r, vt_v3(0, 0, -1));
  vt_seal_add(&move, 2, 1.1e-4, 2 * r, vt_v3(0, 0, -1));
  CHECK_NEAR(vt_seal_displacement(&move).z, -2 * r, 1e-18);
  // At 45 degrees: through both.
  move = (vt_seal_move){0};
  vt_seal_add(&move, 1, 1e-4, r, vt_v3(0, 0, -1));
  vt_seal_add(&move, 2, 1.1e-4, r, vt_v3(sqrt(0.5), 0, -sqrt(0.5)));
  displacement = vt_seal_displacement(&move);
  CHECK_NEAR(-displacement.z, r, 1e-18);
  CHECK_NEAR(vt_dot(displacement, vt_v3(sqrt(0.5), 0, -sqrt(0.5))), r, 1e-18);
}

// Directions close to each other, and one across: none is lost.
static void check_close_directions(void) {
  const double r = 1.5e-4;
  vt_seal_move move = {0};
  const vt_vec3 directions[3] = {vt_v3(1, 0, 0), vt_v3(cos(0.2), sin(0.2), 0), vt_v3(0.1, -sqrt(0.99), 0)};
  for (int k = 0; k < 3; ++k) vt_seal_add(&move, 1, (0.1 + 0.1 * k) * r, r, directions[k]);
  vt_vec3 displacement = vt_seal_displacement(&move);
  for (int k = 0; k < 3; ++k)
    CHECK(vt_dot(displacement, directions[k]) > 0.97 * r); // four rounds, each leaves a part
  CHECK(vt_norm(displacement) < 2.5 * r);
}

// A cube in a box that is open above: its lower corners are near three faces at once, the upper ones near
// two. All of them are moved by the reach through each.
static void check_inner_corner(void) {
  const double r = 1.5e-4, g = 1.4e-4, half = 0.01, inner = sqrt(2) * (half + g), outer = 0.02;
  const double pot[6][2] = {{0, -0.01}, {outer, -0.01}, {outer, 0.03}, {inner, 0.03}, {inner, 0}, {0, 0}};
  moved_scene m;
  scene_begin(&m.s);
  scene_add(
      &m.s, solid_lathe(pot[0], 6, false, 4), pose_turned(vt_v3(0, 0, 0), vt_v3(0, 0, VT_PI / 4)), false);
  scene_add(
      &m.s, solid_box(vt_v3(-half, -half, g), vt_v3(half, half, 0.02), 1, 1, 1), pose_at(0, 0, 0), true);
  search(&m);
  for (int v = 0; v < m.s.solids[1].vertex_count; ++v) {
    vt_vec3 x = m.s.solids[1].vertices[v], moved = m.bodies[1].vertices[v];
    CHECK(m.bodies[1].moves[v].count == (x.z < half ? 3 : 2));
    CHECK_NEAR(moved.x, x.x + copysign(r, x.x), 1e-9 * half);
    CHECK_NEAR(moved.y, x.y + copysign(r, x.y), 1e-9 * half);
    CHECK_NEAR(moved.z, x.z < half ? x.z - r : x.z, 1e-9 * half);
  }
  check_surface(&m.bodies[1]);
  scene_end(&m.s);
}

// A long bar between a floor and a wall, neither of which ends where the other does: where the wall begins a
// point on the bar's edge is near the middle of the floor, and is moved through both.
static void check_bar(void) {
  const double r = 1.5e-4, g = 1e-4;
  int checked = 0;
  moved_scene m;
  scene_begin(&m.s);
  scene_add(&m.s, solid_box(vt_v3(0, -0.01, -0.01), vt_v3(0.03, 0.011, 0), 1, 1, 1), pose_at(0, 0, 0), false);
  scene_add(
      &m.s, solid_box(vt_v3(-0.01, -0.005, -0.005), vt_v3(0, 0.015, 0.02), 1, 1, 1), pose_at(0, 0, 0), false);
  scene_add(&m.s, solid_box(vt_v3(g, -0.05, g), vt_v3(0.01, 0.05, 0.01), 1, 1, 1), pose_at(0, 0, 0), true);
  search(&m);
  CHECK(m.groups[1] == 0 && m.groups[2] == 0);
  for (size_t k = 0; k < m.bodies[2].point_count; ++k) {
    const vt_seal_point *p = &m.bodies[2].points[k];
    const int *ends = m.s.topologies[2]->edges[p->edge].vertices;
    const vt_vec3 *x = m.s.solids[2].vertices;
    vt_vec3 at = vt_madd(x[ends[0]], p->share, vt_sub(x[ends[1]], x[ends[0]]));
    if (at.x > 2 * g || at.z > 2 * g || at.y < -0.0051 || at.y > 0.0111) continue; // near one of them only
    vt_vec3 displacement = vt_seal_displacement(&p->move);
    CHECK_NEAR(displacement.x, -r, 1e-6 * r);
    CHECK_NEAR(displacement.z, -r, 1e-6 * r);
    ++checked;
  }
  CHECK(checked >= 2);
  scene_end(&m.s);
}

int main(void) {
  check_bar();
  check_close_directions();
  check_inner_corner();
  check_planks();
  check_touching_planks();
  check_carried();
  check_own();
  check_fine_on_coarse();
  check_displacement();
  return check_report();
}

// The flood fill of several bodies: tunnels, seams, craters; bodies that move; memory that is refused.
#include "failing_memory.h"
#include "flood_checks.h"

// ---------------------------------------------------------------- several bodies

static void check_tunnel(void) {
  for (int lids = 1; lids <= 2; ++lids) {
    stage s = {0};
    stage_add(&s, tube(0.01, 0.02, 0.03, 0.003, 40), at(0, 0, 0));
    stage_add(&s, plate(0.03, 3), at(0, 0, -stage_distance));
    if (lids == 2)
      stage_add(&s, straight_cup(0.012, 0.005, 0.002, 0.002, 48), at(0, 0, 0.03 + stage_distance));
    if (lids == 1) {
      CHECK(run(&s));
      CHECK(s.cavities.count == 0);
    } else {
      double exact = polygon(40) * 0.01 * 0.01 * (0.03 + stage_distance) +
                     polygon(48) * 0.012 * 0.012 * (0.005 + stage_distance);
      CHECK_CLOSE(one_cavity(&s), exact, 1e-3);
    }
    stage_free(&s);
  }
}

// A cup over the seam of two blocks that seal each other; apart by more than the reach it leaks.
static void check_seam(void) {
  for (int apart = 0; apart <= 1; ++apart) {
    double gap = apart ? 2e-4 : stage_distance;
    stage s = {0};
    stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.002, 48), at(0, 0, stage_distance));
    stage_add(&s, box(vt_v3(-0.03, -0.03, -0.02), vt_v3(-0.5 * gap, 0.03, 0), 1, 1, 1), at(0, 0, 0));
    stage_add(&s, box(vt_v3(0.5 * gap, -0.03, -0.02), vt_v3(0.03, 0.03, 0), 1, 1, 1), at(0, 0, 0));
    if (apart) {
      CHECK(run(&s));
      CHECK(s.cavities.count == 0);
    } else {
      double exact = polygon(48) * 0.015 * 0.015 * (0.010 + stage_distance);
      CHECK_CLOSE(one_cavity(&s), exact, 1e-3);
      bool touched[3] = {false};
      for (int k = 0; k < s.cavities.vertex_count; ++k) touched[s.cavities.vertices[k].body] = true;
      CHECK(touched[0] && touched[1] && touched[2]);
    }
    stage_free(&s);
  }
}

// A plate with 5 x 5 craters on its lower side, pressed on a plane.
static void check_craters(void) {
  enum { cells = 50 };
  const double half = 0.05, depth = 0.003, radius = 0.007;
  stage s = {0};
  vt_mesh *mesh = box(vt_v3(-half, -half, 0), vt_v3(half, half, 0.01), cells, cells, 1);
  for (int i = 0; mesh != NULL && i < mesh->node_count; ++i) {
    vt_vec3 *x = &mesh->nodes[i];
    if (x->z > 0.005) continue;
    double u = remainder(x->x, 0.02), v = remainder(x->y, 0.02), q = (u * u + v * v) / (radius * radius);
    if (q < 1) x->z += depth * (1 - q);
  }
  stage_add(&s, mesh, at(0, 0, stage_distance));
  stage_add(&s, plate(0.07, 1), at(0, 0, 0));
  CHECK(run(&s));
  CHECK(s.cavities.count == 25);
  double least = INFINITY, largest = 0;
  for (int k = 0; k < s.cavities.count; ++k) {
    check_closed(&s.cavities, &s.cavities.items[k]);
    check_mesh(&s, &s.cavities.items[k]);
    double volume = vt_cavity_measure(&s.cavities, k, s.surfaces).volume;
    least = fmin(least, volume), largest = fmax(largest, volume);
  }
  check_shares(&s);
  // A paraboloid holds half its cylinder; nodes 2 mm apart see a crater of 7 mm as a polygon: 10%.
  CHECK_CLOSE(largest, 0.5 * VT_PI * radius * radius * depth, 0.1);
  CHECK(largest - least < 0.02 * largest); // the same crater on the same grid, diagonals apart
  stage_free(&s);
}

// Vertices of a cup's rim by where they are: the inner edge, between, the outer edge.
static void check_classes(void) {
  vt_error error = {0};
  vt_flood_class **classes = NULL;
  stage s = {0};
  stage_add(&s, straight_cup(0.015, 0.010, 0.003, 0.001, 60), at(0, 0, stage_distance));
  stage_add(&s, plate(0.03, 1), at(0, 0, 0));
  s.arena = vt_arena_create(1 << 20, &error);
  s.found.cavities = &s.cavities;
  CHECK(
      vt_cavities_find_classes(s.colliders, s.count, stage_rule, NULL, s.arena, &s.found, &classes, &error));
  int wrong = 0, counts[5] = {0};
  for (int v = 0; classes != NULL && v < s.meshes[0]->node_count; ++v) {
    vt_vec3 x = s.surfaces[0][v];
    double r = hypot(x.x, x.y);
    vt_flood_class expected = r < 0.01501 && x.z < 0.01015 ? VT_FLOOD_INSIDE : VT_FLOOD_OUTSIDE;
    if (x.z < 2 * stage_distance)
      expected = r < 0.01501 ? VT_FLOOD_INNER_BORDER : r > 0.01799 ? VT_FLOOD_OUTER_BORDER : VT_FLOOD_CONTACT;
    wrong += classes[0][v] != expected;
    ++counts[classes[0][v]];
  }
  CHECK(wrong == 0);
  CHECK(counts[VT_FLOOD_INNER_BORDER] == 60 && counts[VT_FLOOD_OUTER_BORDER] == 60);
  CHECK(counts[VT_FLOOD_CONTACT] == 120 && counts[VT_FLOOD_INSIDE] > 0);
  for (int v = 0; classes != NULL && v < s.meshes[1]->node_count; ++v)
    CHECK(classes[1][v] == VT_FLOOD_OUTSIDE);
  // Bodies that do not move enclose nothing that matters.
  for (int b = 0; b < s.count; ++b) s.colliders[b].moves = false;
  CHECK(run(&s));
  CHECK(s.cavities.count == 0);
  stage_free(&s);
}

// ---------------------------------------------------------------- motion, order, trouble

static void check_motion(void) {
  double first = 0;
  for (int k = 0; k < 6; ++k) {
    vt_pose pose = {{0.3 * k, -0.2 * k, 0.1 * k}, vt_quat_exp(vt_v3(0.7 * k, -0.4 * k, 1.1 * k))};
    stage s = {0};
    vt_mesh *cup = dome_cup(0.015, 0.008, 0.002, 0.003, 36), *cube = plate(0.03, 2);
    bool swapped = k == 5;
    if (swapped) stage_add(&s, cube, pose);
    stage_add(&s, cup, vt_pose_mul(pose, at(0, 0, stage_distance)));
    if (!swapped) stage_add(&s, cube, pose);
    double volume = one_cavity(&s);
    if (k == 0) first = volume;
    // Rounding may move a border point within the tolerance of its search, a thousandth of the reach.
    CHECK_CLOSE(volume, first, 1e-5);
    stage_free(&s);
  }
}

static void check_trouble(void) {
  vt_error error = {0};
  // Nothing at all.
  stage none = {0};
  CHECK(run(&none));
  CHECK(none.cavities.count == 0);
  stage_free(&none);
  // Vertices that are no numbers, a surface with a hole, deep penetration, all vertices in one point.
  for (int kind = 0; kind < 4; ++kind) {
    stage s = {0};
    stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.003, 24), at(0, 0, stage_distance));
    stage_add(&s, plate(0.03, 4), at(0, 0, 0));
    vt_vec3 *x = s.meshes[0]->nodes;
    for (int i = 0; i < s.meshes[0]->node_count; ++i) {
      if (kind == 0 && i % 7 == 0) x[i] = vt_v3(NAN, i, INFINITY);
      if (kind == 2) x[i].z -= 0.004;
      if (kind == 3) x[i] = vt_v3(0, 0, 0);
    }
    if (kind == 1) {
      vt_surface_topology *holed = vt_surface_topology_create(
          x, s.meshes[0]->node_count, s.meshes[0]->triangles, s.meshes[0]->triangle_count / 2, &error);
      vt_bvh_free(&s.bvhs[0]);
      vt_surface_topology_destroy(s.topologies[0]);
      s.topologies[0] = holed;
      CHECK(holed != NULL && vt_bvh_init(&s.bvhs[0], &holed->tree, &error));
      s.colliders[0].topology = holed;
    }
    CHECK(run(&s));
    stage_free(&s);
  }
}

// Every allocation refused in turn gives an error and no leak; once warm there are none, and the answer has
// the same bits every time.
static void check_memory(void) {
  vt_error error = {0};
  stage s = {0};
  stage_add(&s, dome_cup(0.015, 0.008, 0.002, 0.004, 20), at(0, 0, stage_distance));
  stage_add(&s, plate(0.03, 2), at(0, 0, 0));
  s.found.cavities = &s.cavities;
  int refused = 0;
  for (bool done = false; !done; ++refused) {
    error = (vt_error){0};
    vt_cavities_free(&s.cavities);
    vt_arena_destroy(s.arena);
    allocation_to_fail = -1;
    s.arena = vt_arena_create(1 << 10, &error);
    allocation_count = 0;
    allocation_to_fail = refused;
    done = vt_cavities_find_floodfill(s.colliders, s.count, stage_rule, NULL, s.arena, &s.found, &error);
    allocation_to_fail = -1;
    CHECK(done || error.code == VT_NO_MEMORY);
  }
  CHECK(refused > 5);
  double volume = one_cavity(&s); // joins the arena's pieces
  CHECK(vt_arena_reset(s.arena, &error));
  allocation_count = 0;
  CHECK(run(&s));
  CHECK(allocation_count == 0);
  CHECK(one_cavity(&s) == volume);
  stage_free(&s);
}

int main(void) {
  check_tunnel();
  check_seam();
  check_craters();
  check_classes();
  check_motion();
  check_trouble();
  check_memory();
  return check_report();
}

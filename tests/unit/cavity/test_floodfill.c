// The flood fill against volumes known in closed form: cups, domes, tunnels, craters, seams; what is open.
#include "cavity/floodfill.h"
#include "geometry/closest.h"

#include "failing_memory.h"
#include "flood_shapes.h"

static bool run(stage *s) { return stage_find(s, vt_cavities_find_floodfill); }

// ---------------------------------------------------------------- what holds for every answer

static int edge_balance(const vt_cavities *c, const vt_cavity *cavity, int from, int to) {
  int balance = 0;
  for (int k = 0; k < cavity->triangle_count; ++k) {
    const int *v = c->triangles[cavity->first_triangle + k].vertices;
    for (int i = 0; i < 3; ++i) {
      balance += v[i] == from && v[(i + 1) % 3] == to;
      balance -= v[i] == to && v[(i + 1) % 3] == from;
    }
  }
  return balance;
}

// Every edge has its opposite: sums of a hash of directed edges cancel, and where the mesh is small each edge
// is looked at.
static void check_closed(const vt_cavities *c, const vt_cavity *cavity) {
  uint64_t sum = 0;
  for (int k = 0; k < cavity->triangle_count; ++k) {
    const int *v = c->triangles[cavity->first_triangle + k].vertices;
    for (int i = 0; i < 3; ++i) {
      uint64_t low = (uint64_t)(v[i] < v[(i + 1) % 3] ? v[i] : v[(i + 1) % 3]);
      uint64_t high = (uint64_t)(v[i] < v[(i + 1) % 3] ? v[(i + 1) % 3] : v[i]);
      uint64_t h = (low * 0x9e3779b97f4a7c15u) ^ (high + 1) * 0xbf58476d1ce4e5b9u;
      h = (h ^ h >> 31) * 0x94d049bb133111ebu;
      sum += v[i] < v[(i + 1) % 3] ? h : 0 - h;
    }
  }
  CHECK(sum == 0);
  bool closed = true;
  for (int k = 0; k < cavity->triangle_count && cavity->triangle_count < 600; ++k) {
    const int *v = c->triangles[cavity->first_triangle + k].vertices;
    for (int i = 0; i < 3; ++i) closed = closed && edge_balance(c, cavity, v[i], v[(i + 1) % 3]) == 0;
  }
  CHECK(closed);
}

static vt_vec3 position(const stage *s, const vt_cavity_vertex *v) {
  vt_vec3 x = {0, 0, 0};
  for (int i = 0; i < 3; ++i) x = vt_madd(x, v->weights[i], s->surfaces[v->body][v->corners[i]]);
  return x;
}

// Places are sound, triangles of a body lie within their source, border triangles come last.
static void check_mesh(const stage *s, const vt_cavity *cavity) {
  const vt_cavities *c = &s->cavities;
  bool places = true, sources = true, last = true;
  for (int k = 0; k < cavity->vertex_count; ++k) {
    const vt_cavity_vertex *v = &c->vertices[cavity->first_vertex + k];
    double sum = v->weights[0] + v->weights[1] + v->weights[2];
    places = places && fabs(sum - 1) < 1e-12;
    for (int i = 0; i < 3; ++i)
      places = places && v->weights[i] >= 0 && v->corners[i] >= 0 &&
               v->corners[i] < s->meshes[v->body]->node_count;
  }
  for (int k = 0; k < cavity->triangle_count; ++k) {
    const vt_cavity_triangle *t = &c->triangles[cavity->first_triangle + k];
    bool border = k >= cavity->triangle_count - cavity->border_count;
    last = last && (t->source < 0) == border && (t->body < 0) == border;
    for (int i = 0; i < 3 && !border; ++i) {
      const vt_cavity_vertex *v = &c->vertices[cavity->first_vertex + t->vertices[i]];
      const int *corners = s->meshes[t->body]->triangles + 3 * t->source;
      sources = sources && v->body == t->body;
      for (int j = 0; j < 3; ++j)
        sources = sources && (v->weights[j] == 0 || v->corners[j] == corners[0] ||
                                 v->corners[j] == corners[1] || v->corners[j] == corners[2]);
    }
  }
  CHECK(places);
  CHECK(sources);
  CHECK(last);
}

static double triangle_area(vt_vec3 a, vt_vec3 b, vt_vec3 c) {
  return 0.5 * vt_norm(vt_cross(vt_sub(b, a), vt_sub(c, a)));
}

// The area (m^2) of a body by its shares.
static double shared_area(const stage *s, int body, double *const *shares) {
  double sum = 0;
  for (int t = 0; t < s->meshes[body]->triangle_count; ++t) {
    const int *v = s->meshes[body]->triangles + 3 * t;
    const vt_vec3 *x = s->surfaces[body];
    sum += shares[body][t] * triangle_area(x[v[0]], x[v[1]], x[v[2]]);
  }
  return sum;
}

// Shares lie between 0 and 1, and what is enclosed is what the cavities have of each body.
static void check_shares(const stage *s) {
  double areas[MAX_BODIES] = {0};
  bool proper = true;
  for (int k = 0; k < s->cavities.count; ++k) {
    const vt_cavity *cavity = &s->cavities.items[k];
    const vt_cavity_vertex *v = s->cavities.vertices + cavity->first_vertex;
    for (int j = 0; j < cavity->triangle_count - cavity->border_count; ++j) {
      const vt_cavity_triangle *t = &s->cavities.triangles[cavity->first_triangle + j];
      areas[t->body] += triangle_area(
          position(s, &v[t->vertices[0]]), position(s, &v[t->vertices[1]]), position(s, &v[t->vertices[2]]));
    }
  }
  for (int b = 0; b < s->count; ++b) {
    for (int t = 0; t < s->meshes[b]->triangle_count; ++t) {
      double open = s->found.open_share[b][t], enclosed = s->found.enclosed_share[b][t];
      proper = proper && open >= 0 && enclosed >= 0 && open + enclosed <= 1 + 1e-9;
    }
    CHECK_NEAR(shared_area(s, b, s->found.enclosed_share), areas[b], 1e-9 * areas[b] + 1e-15);
  }
  CHECK(proper);
}

// Finds, and returns the volume of the one cavity there should be.
static double one_cavity(stage *s) {
  CHECK(run(s));
  if (!CHECK(s->cavities.count == 1)) {
    printf("  %d cavities\n", s->cavities.count);
    return 0;
  }
  check_closed(&s->cavities, &s->cavities.items[0]);
  check_mesh(s, &s->cavities.items[0]);
  check_shares(s);
  vt_cavity_size size = vt_cavity_measure(&s->cavities, 0, s->surfaces);
  CHECK_CLOSE(s->cavities.items[0].volume, size.volume, 1e-9);
  // The rule for detecting again must not fire on a fresh mesh.
  CHECK(size.border_area < 0.0125 * size.area);
  return size.volume;
}

static vt_mesh *plate(double half, int n) {
  return box(vt_v3(-half, -half, -0.01), vt_v3(half, half, 0), n, n, 1);
}

// ---------------------------------------------------------------- cups

// How far a point is from a body, by looking at all its triangles.
static double distance_to(const stage *s, int body, vt_vec3 p) {
  double least = INFINITY;
  for (int t = 0; t < s->meshes[body]->triangle_count; ++t) {
    const int *v = s->meshes[body]->triangles + 3 * t;
    const vt_vec3 *x = s->surfaces[body];
    double w[3];
    vt_closest_on_triangle(p, x[v[0]], x[v[1]], x[v[2]], w);
    vt_vec3 foot = vt_madd(vt_madd(vt_scale(w[0], x[v[0]]), w[1], x[v[1]]), w[2], x[v[2]]);
    least = fmin(least, vt_norm(vt_sub(p, foot)));
  }
  return least;
}

// Between two bodies the border lies where the other one is as far away as the reach. It is looked for to a
// thousandth of that or of an edge: 2 mm at most here, so 2 um.
static bool border_is_exact(const stage *s) {
  const double reach = stage_distance + stage_sealing;
  bool exact = s->cavities.count == 1;
  for (int k = 0; exact && k < s->cavities.items[0].border_count; ++k) {
    const vt_cavity_triangle *t = &s->cavities.triangles[s->cavities.triangle_count - 1 - k];
    for (int i = 0; i < 3; ++i) {
      const vt_cavity_vertex *v = &s->cavities.vertices[t->vertices[i]];
      exact = exact && fabs(distance_to(s, 1 - v->body, position(s, v)) - reach) < 2e-6;
    }
  }
  return exact;
}

// Volume between a straight wall's polygon and the plate. The seal's edge takes away a ring whose section has
// the sides `sealing` up the wall and sqrt(reach^2 - distance^2) along the plate: 1.2e-4 of the volume.
static void check_straight(void) {
  for (int n = 8; n <= 64; n *= 2)
    for (int cells = 1; cells <= 30; cells += 29) {
      stage s = {0};
      stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.11 / n, n), at(0, 0, stage_distance));
      stage_add(&s, plate(0.03, cells), at(0, 0, 0));
      double volume = one_cavity(&s), exact = polygon(n) * 0.015 * 0.015 * (0.010 + stage_distance);
      CHECK_CLOSE(volume, exact, 3e-4);
      if (n == 32) CHECK(border_is_exact(&s));
      // The plate is sealed under the wall and sqrt(reach^2 - distance^2) around it; an eight-sided border
      // drawn with chords may lose up to 3% of the ring.
      double reach = stage_distance + stage_sealing;
      double around = sqrt(reach * reach - stage_distance * stage_distance);
      double outer = 0.0175 + around, inner = 0.015 - around;
      double sealed = 0.06 * 0.06 * 2 + 4 * 0.06 * 0.01 - shared_area(&s, 1, s.found.open_share) -
                      shared_area(&s, 1, s.found.enclosed_share);
      CHECK_CLOSE(sealed, polygon(n) * (outer * outer - inner * inner), 0.03);
      stage_free(&s);
    }
}

// Walls much thinner than the triangles, off the middle of coarse plates: inner and outer border must not be
// taken for each other, nor the seal have holes.
static void check_thin_walls(void) {
  for (int n = 9; n <= 15; n += 2)
    for (int cells = 1; cells <= 9; cells += 4) {
      stage s = {0};
      stage_add(&s, straight_cup(0.015, 0.010, 0.0003, 0.008, n), at(0.001, 0.002, stage_distance));
      stage_add(&s, plate(0.03, cells), at(0, 0, 0));
      CHECK_CLOSE(one_cavity(&s), polygon(n) * 0.015 * 0.015 * (0.010 + stage_distance), 5e-4);
      stage_free(&s);
    }
}

// Waves in a plate and a rim of the same shape, in triangles that do not match: the seal comes and goes
// within triangles, with ripples that are neither cavities nor leaks.
static void check_waves(void) {
  for (int n = 10; n <= 30; n += 4) {
    stage s = {0};
    vt_mesh *meshes[2] = {straight_cup(0.012, 0.01, 0.0015, 0.11 / n, n), plate(0.03, n)};
    for (int b = 0; b < 2; ++b)
      for (int i = 0; i < meshes[b]->node_count; ++i) {
        vt_vec3 *x = &meshes[b]->nodes[i];
        x->z += 0.5 * (x->x * x->x + 0.6 * x->y * x->y) + 4e-5 * sin(150 * x->x + 40 * x->y);
      }
    stage_add(&s, meshes[0], at(0, 0, stage_distance));
    stage_add(&s, meshes[1], at(0, 0, 0));
    // Shearing along z keeps the volume; chords of the plate lie off by up to 0.5 (6 mm)^2 / 8.
    CHECK_CLOSE(one_cavity(&s), polygon(n) * 0.012 * 0.012 * (0.010 + stage_distance), 2e-3);
    stage_free(&s);
  }
}

// The hollow of dome_cup down to the plate, by Simpson's rule over the lip; below the seal's edge the lip
// counts as a straight wall.
static double dome_volume(double radius, double depth, double wall) {
  double lip = 0.5 * wall, low = stage_sealing, sum = 0;
  enum { n = 200 };
  for (int i = 0; i <= n; ++i) {
    double z = low + (lip - low) * i / n, r = radius + lip - sqrt(lip * lip - (lip - z) * (lip - z));
    sum += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * r * r;
  }
  double r = radius + lip - sqrt(lip * lip - (lip - low) * (lip - low));
  return VT_PI *
         (2.0 / 3 * radius * radius * depth + sum * (lip - low) / (3 * n) + r * r * (low + stage_distance));
}

static void check_domes(void) {
  double exact = dome_volume(0.015, 0.008, 0.002), last = 1;
  for (int n = 12; n <= 96; n *= 2) {
    stage s = {0};
    stage_add(&s, dome_cup(0.015, 0.008, 0.002, 0.11 / n, n), at(0, 0, stage_distance));
    stage_add(&s, plate(0.03, 1), at(0, 0, 0));
    double error = fabs(one_cavity(&s) / exact - 1);
    printf("dome of %d: %.2e\n", n, error);
    CHECK(error < 0.45 * last); // second order: a quarter each time
    last = error;
    stage_free(&s);
  }
  CHECK(last < 2e-3); // 1 - polygon(96) / pi = 7e-4, and the same again for the dome's height
}

static vt_pose turned(double angle, double x, double y, double z) {
  return (vt_pose){{x, y, z}, vt_quat_exp(vt_v3(angle, 0, 0))};
}

// Tilted by some degrees and resting on one side of its rim, a cup is open.
static void check_tilted(void) {
  for (int degrees = 1; degrees <= 21; degrees += 10) {
    double angle = degrees * VT_PI / 180;
    stage s = {0};
    stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.002, 48),
        turned(angle, 0, 0, stage_distance + 0.0175 * sin(angle)));
    stage_add(&s, plate(0.03, 1), at(0, 0, 0));
    CHECK(run(&s));
    CHECK(s.cavities.count == 0);
    CHECK(shared_area(&s, 0, s.found.enclosed_share) == 0);
    // The whole hollow is reached from outside.
    double hollow = 0, reached = 0;
    for (int t = 0; t < s.meshes[0]->triangle_count; ++t) {
      const int *v = s.meshes[0]->triangles + 3 * t;
      const vt_vec3 *x = s.surfaces[0];
      double area = triangle_area(x[v[0]], x[v[1]], x[v[2]]);
      hollow += area, reached += area * s.found.open_share[0][t];
    }
    CHECK(reached > 0.98 * hollow && reached < hollow); // all but the strip that touches
    stage_free(&s);
  }
}

// Pushed into the plate by twice the reach, which contact does not do but a first step may: what is inside is
// sealed, not open.
static void check_pressed(void) {
  const double depth = 3e-4;
  stage s = {0};
  stage_add(&s, straight_cup(0.015, 0.010, 0.0025, 0.002, 48), at(0, 0, -depth));
  stage_add(&s, plate(0.03, 1), at(0, 0, 0));
  CHECK_CLOSE(one_cavity(&s), polygon(48) * 0.015 * 0.015 * (0.010 - depth), 1e-3);
  double whole = 0;
  for (int t = 0; t < s.meshes[0]->triangle_count; ++t) {
    const int *v = s.meshes[0]->triangles + 3 * t;
    whole += triangle_area(s.surfaces[0][v[0]], s.surfaces[0][v[1]], s.surfaces[0][v[2]]);
  }
  // The rim, and the walls up to the reach above the plate.
  double rim = polygon(48) * (0.0175 * 0.0175 - 0.015 * 0.015);
  double walls = 2 * 48 * sin(VT_PI / 48) * (0.015 + 0.0175) * (depth + stage_distance + stage_sealing);
  double sealed = whole - shared_area(&s, 0, s.found.open_share) - shared_area(&s, 0, s.found.enclosed_share);
  CHECK_CLOSE(sealed, rim + walls, 1e-3);
  stage_free(&s);
}

static void check_face_to_face(void) {
  // One contact distance between the two, not two.
  double exact = 2 * dome_volume(0.015, 0.008, 0.002) - VT_PI * 0.016 * 0.016 * stage_distance;
  stage s = {0};
  stage_add(&s, dome_cup(0.015, 0.008, 0.002, 0.002, 64), at(0, 0, 0.5 * stage_distance));
  stage_add(&s, dome_cup(0.015, 0.008, 0.002, 0.003, 44), turned(VT_PI, 0, 0, -0.5 * stage_distance));
  // The polygons take 0.4% and 0.8% (as above, by n^-2); two round lips part faster and seal a little less.
  CHECK_CLOSE(one_cavity(&s), exact, 0.01);
  stage_free(&s);
}

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
  check_straight();
  check_thin_walls();
  check_waves();
  check_domes();
  check_tilted();
  check_pressed();
  check_face_to_face();
  check_tunnel();
  check_seam();
  check_craters();
  check_classes();
  check_motion();
  check_trouble();
  check_memory();
  return check_report();
}

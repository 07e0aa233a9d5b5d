// The set of cavities, and volume, area and gradient of their meshes.
#include "cavity/cavity.h"

#include "check.h"
#include "patches.h"

#include <stdlib.h>

static const char *two_rooms = "........"
                               ".aaa...."
                               ".a.a.bb."
                               ".aaa.bb."
                               "......b."
                               "........"
                               "........"
                               "........";

static void make(patch_pair *pair, vt_cavities *cavities) {
  vt_error error = {0};
  patch_pair_init(pair, 0.005);
  CHECK(patch_add(cavities, two_rooms, 'a', &error) && patch_add(cavities, two_rooms, 'b', &error));
}

static void check_set(void) {
  vt_error error = {0};
  patch_pair pair;
  vt_cavities set = {0};
  make(&pair, &set);
  set.next_id = 7;
  CHECK(set.count == 2 && set.items[0].chamber == -1 && set.items[1].first_vertex > 0);
  CHECK(set.items[0].triangle_count == 8 * 4 + set.items[0].border_count);
  CHECK(set.items[0].border_count == 2 * 16);
  CHECK(set.items[0].vertex_count + set.items[1].vertex_count == set.vertex_count);
  CHECK(cavity_is_closed(&set, 0) && cavity_is_closed(&set, 1));
  // Once there is room, nothing is allocated.
  const void *place = set.triangles;
  vt_cavities_clear(&set);
  CHECK(set.count == 0 && set.next_id == 7 && set.triangle_room > 0);
  CHECK(patch_add(&set, two_rooms, 'a', &error) && set.triangles == place);
  vt_cavities_free(&set);
  CHECK(set.items == NULL && set.vertex_room == 0);
}

// The air over a cell lies between two pairs of triangles: prisms with known volumes.
static double volume_over(const patch_pair *pair, char letter) {
  double sum = 0;
  for (int k = 0; k < PATCH_CELLS * PATCH_CELLS; ++k) {
    if (two_rooms[k] != letter) continue;
    int i = k % PATCH_CELLS, j = k / PATCH_CELLS, row = PATCH_CELLS + 1;
    const int n[4] = {j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i};
    for (int half = 0; half < 2; ++half) {
      const int t[3] = {n[0], n[1 + half], n[2 + half]};
      const vt_vec3 *x = pair->floor;
      double base = 0.5 * ((x[t[1]].x - x[t[0]].x) * (x[t[2]].y - x[t[0]].y) -
                              (x[t[1]].y - x[t[0]].y) * (x[t[2]].x - x[t[0]].x));
      for (int m = 0; m < 3; ++m) sum += base / 3 * (pair->ceiling[t[m]].z - x[t[m]].z);
    }
  }
  return sum;
}

static void move_all(patch_pair *pair, vt_quat turn, vt_vec3 by) {
  for (int n = 0; n < PATCH_NODES; ++n) {
    pair->floor[n] = vt_add(vt_quat_rotate(turn, pair->floor[n]), by);
    pair->ceiling[n] = vt_add(vt_quat_rotate(turn, pair->ceiling[n]), by);
  }
}

static void check_measure(void) {
  patch_pair pair;
  vt_cavities set = {0};
  make(&pair, &set);
  vt_cavity_size sizes[2];
  for (int c = 0; c < 2; ++c) {
    sizes[c] = vt_cavity_measure(&set, c, pair.surfaces);
    // The two sums differ by rounding only.
    CHECK_CLOSE(sizes[c].volume, volume_over(&pair, c == 0 ? 'a' : 'b'), 1e-12);
    CHECK(sizes[c].border_area > 0 && sizes[c].border_area < sizes[c].area);
  }
  // Turned and a kilometre away: a coordinate is rounded to 1e-13 m there, of cells of 1e-2 m.
  move_all(&pair, vt_quat_exp(vt_v3(0.3, -1.1, 0.7)), vt_v3(1000, -500, 300));
  for (int c = 0; c < 2; ++c) {
    vt_cavity_size size = vt_cavity_measure(&set, c, pair.surfaces);
    CHECK_CLOSE(size.volume, sizes[c].volume, 1e-9);
    CHECK_CLOSE(size.area, sizes[c].area, 1e-9);
    CHECK_CLOSE(size.border_area, sizes[c].border_area, 1e-9);
  }
  vt_cavities_free(&set);
}

static vt_vec3 *position(patch_pair *pair, const vt_cavity_vertex *v) {
  return v->body == 0 ? &pair->floor[v->corners[0]] : &pair->ceiling[v->corners[0]];
}

static void check_gradient(void) {
  patch_pair pair;
  vt_cavities set = {0};
  make(&pair, &set);
  move_all(&pair, vt_quat_exp(vt_v3(0.3, -1.1, 0.7)), vt_v3(0.4, -0.5, 0.3));
  for (int c = 0; c < 2; ++c) {
    const vt_cavity *cavity = &set.items[c];
    vt_vec3 gradient[2 * PATCH_NODES], force = {0, 0, 0}, torque = {0, 0, 0};
    vt_cavity_gradient(&set, c, pair.surfaces, gradient);
    double size = 0;
    for (int k = 0; k < cavity->vertex_count; ++k) {
      vt_vec3 *x = position(&pair, &set.vertices[cavity->first_vertex + k]);
      force = vt_add(force, gradient[k]);
      torque = vt_add(torque, vt_cross(*x, gradient[k]));
      size += vt_norm(gradient[k]);
    }
    CHECK(size > 0 && vt_norm(force) < 1e-10 * size && vt_norm(torque) < 1e-10 * size);
    // The volume is linear in one vertex: central differences are exact but for rounding.
    for (int k = 0; k < cavity->vertex_count; ++k) {
      vt_vec3 *x = position(&pair, &set.vertices[cavity->first_vertex + k]), kept = *x;
      for (int axis = 0; axis < 3; ++axis) {
        double step = 1e-4, *coordinate = axis == 0 ? &x->x : axis == 1 ? &x->y : &x->z;
        *coordinate += step;
        double above = vt_cavity_measure(&set, c, pair.surfaces).volume;
        *coordinate -= 2 * step;
        double below = vt_cavity_measure(&set, c, pair.surfaces).volume;
        *x = kept;
        double slope = axis == 0 ? gradient[k].x : axis == 1 ? gradient[k].y : gradient[k].z;
        CHECK_NEAR(slope, (above - below) / (2 * step), 1e-6 * size / cavity->vertex_count);
      }
    }
  }
  vt_cavities_free(&set);
}

int main(void) {
  check_set();
  check_measure();
  check_gradient();
  return check_report();
}

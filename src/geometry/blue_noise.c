// Even samples of a surface: elimination of samples by how crowded they are.
//
// C. Yuksel, Sample Elimination for Generating Poisson Disk Sample Sets (2015). Each candidate has the weight
// sum (1 - d / reach)^8 over the others nearer than the reach; the heaviest is taken out and its neighbours
// become lighter, until as many are left as are wanted. Throwing darts would give neither a given number nor
// an end.
#include "geometry/blue_noise.h"

#include "base/memory.h"
#include "base/vec.h"
#include "geometry/kd_tree.h"

#include <limits.h>
#include <stdlib.h>

enum { CANDIDATES = 4 }; // for each sample: the paper has 3 to 5

typedef struct elimination {
  vt_kd_tree tree;
  const vt_vec3 *normals;
  double reach;      // m
  double *weights;   // of candidates
  int *heap, *place; // candidates, the heaviest first; where each is in the heap, -1 once taken out
  int count;         // in the heap
  int at;            // whose neighbours are visited
  bool filling;
} elimination;

// splitmix64 (Steele, Lea and Flood 2014).
static uint64_t draw(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static double draw_share(uint64_t *state) { return (double)(draw(state) >> 11) / 9007199254740992.0; }

// ---------------------------------------------------------------- the heap

static bool is_heavier(const elimination *e, int a, int b) {
  return e->weights[a] != e->weights[b] ? e->weights[a] > e->weights[b] : a < b;
}

static void put(elimination *e, int place, int item) {
  e->heap[place] = item;
  e->place[item] = place;
}

static void sink(elimination *e, int place) {
  int item = e->heap[place];
  for (int child; (child = 2 * place + 1) < e->count; place = child) {
    if (child + 1 < e->count && is_heavier(e, e->heap[child + 1], e->heap[child])) ++child;
    if (!is_heavier(e, e->heap[child], item)) break;
    put(e, place, e->heap[child]);
  }
  put(e, place, item);
}

// ---------------------------------------------------------------- weights

static void weigh(void *context, int other, double square) {
  elimination *e = context;
  // The other side of a thin plate does not crowd this one.
  if (other == e->at || vt_dot(e->normals[other], e->normals[e->at]) < 0) return;
  double share = 1 - sqrt(square) / e->reach, two = share * share, four = two * two;
  if (e->filling) {
    e->weights[e->at] += four * four;
  } else if (e->place[other] >= 0) {
    e->weights[other] -= four * four;
    sink(e, e->place[other]);
  }
}

static void eliminate(elimination *e, int left) {
  e->filling = true;
  for (e->at = 0; e->at < e->count; ++e->at)
    vt_kd_tree_within(&e->tree, e->tree.points[e->at], e->reach, weigh, e);
  for (int i = 0; i < e->count; ++i) put(e, i, i);
  for (int i = e->count / 2 - 1; i >= 0; --i) sink(e, i);
  e->filling = false;
  while (e->count > left) {
    e->at = e->heap[0];
    e->place[e->at] = -1;
    put(e, 0, e->heap[--e->count]);
    if (e->place[e->at] >= 0) e->place[e->at] = -1; // it was the last itself
    if (e->count > 0) sink(e, 0);
    vt_kd_tree_within(&e->tree, e->tree.points[e->at], e->reach, weigh, e);
  }
}

// ---------------------------------------------------------------- candidates

static vt_vec3 area_of(const vt_vec3 *vertices, const int *t) {
  return vt_scale(
      0.5, vt_cross(vt_sub(vertices[t[1]], vertices[t[0]]), vt_sub(vertices[t[2]], vertices[t[0]])));
}

static int triangle_at(const double *sums, int count, double area) {
  int low = 0, high = count - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (sums[middle] > area)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static void throw_points(const vt_vec3 *vertices, const int *triangles, int triangle_count,
    const double *sums, int count, uint64_t seed, vt_vec3 *points, vt_vec3 *normals) {
  for (int i = 0; i < count; ++i) {
    const int *t =
        triangles + 3 * triangle_at(sums, triangle_count, sums[triangle_count - 1] * draw_share(&seed));
    double root = sqrt(draw_share(&seed)), share = draw_share(&seed);
    vt_vec3 p = vt_scale(1 - root, vertices[t[0]]);
    p = vt_madd(p, root * (1 - share), vertices[t[1]]);
    points[i] = vt_madd(p, root * share, vertices[t[2]]);
    normals[i] = vt_normalized(area_of(vertices, t));
  }
}

bool vt_blue_noise(const vt_vec3 *vertices, const int *triangles, int triangle_count, int count,
    uint64_t seed, vt_vec3 *points, vt_vec3 *normals, vt_error *error) {
  if (count < 1 || count > INT_MAX / CANDIDATES)
    return vt_fail(error, VT_BAD_INPUT, "a surface is sampled by %d points, expected from 1 to %d", count,
        INT_MAX / CANDIDATES);
  int all = CANDIDATES * count;
  double *sums = VT_NEW(double, triangle_count, error), area = 0;
  vt_vec3 *at = VT_NEW(vt_vec3, all, error), *facing = VT_NEW(vt_vec3, all, error);
  elimination e = {.normals = facing, .count = all};
  e.weights = VT_NEW(double, all, error);
  e.heap = VT_NEW(int, all, error);
  e.place = VT_NEW(int, all, error);
  bool done =
      sums != NULL && at != NULL && facing != NULL && e.weights != NULL && e.heap != NULL && e.place != NULL;
  for (int k = 0; k < triangle_count && done; ++k)
    sums[k] = area += vt_norm(area_of(vertices, triangles + 3 * k));
  if (done && !(area > 0 && isfinite(area)))
    done =
        vt_fail(error, VT_BAD_INPUT, "a surface of %g m^2 is to be sampled, expected an area above 0", area);
  if (done) {
    throw_points(vertices, triangles, triangle_count, sums, all, seed, at, facing);
    e.reach = 2 * sqrt(area / (2 * sqrt(3) * count)); // twice the radius of discs that are packed as hexagons
    done = vt_kd_tree_init(&e.tree, at, all, error);
  }
  if (done) {
    eliminate(&e, count);
    int kept = 0;
    for (int i = 0; i < all; ++i) {
      if (e.place[i] < 0) continue;
      points[kept] = at[i];
      normals[kept++] = facing[i];
    }
  }
  vt_kd_tree_free(&e.tree);
  free(sums);
  free(at);
  free(facing);
  free(e.weights);
  free(e.heap);
  free(e.place);
  return done;
}

// The order of proximities, and which of them say the same.
#include "geometry/proximity_search.h"

#include "base/vec.h"

#include <string.h>

static const double SAME_GAP = 1e-6; // of the gap: what differs by less is one

void vt_sort_keys(vt_sort_key *keys, vt_sort_key *scratch, size_t count) {
  // Merges runs of growing length from one array to the other.
  vt_sort_key *from = keys, *to = scratch;
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t start = 0; start < count; start += 2 * run) {
      size_t middle = start + run < count ? start + run : count,
             end = middle + run < count ? middle + run : count;
      for (size_t i = start, j = middle, k = start; k < end; ++k)
        to[k] = j >= end || (i < middle && from[i].key <= from[j].key) ? from[i++] : from[j++];
    }
    vt_sort_key *swapped = from;
    from = to, to = swapped;
  }
  if (from != keys) memcpy(keys, from, count * sizeof *keys);
}

static uint64_t pair_key(const vt_proximity *p) {
  return (uint64_t)p->feature_a << 32 | (uint64_t)p->feature_b;
}

static vt_vec3 point_of(const vt_vec3 *x, const int v[3], const double weights[3]) {
  return vt_madd(vt_madd(vt_scale(weights[0], x[v[0]]), weights[1], x[v[1]]), weights[2], x[v[2]]);
}

// The vertex that a point is at or very near, or -1.
static int vertex_at(const vt_vec3 *x, const int v[3], const double weights[3], double near) {
  vt_vec3 p = point_of(x, v, weights);
  for (int i = 0; i < 3; ++i)
    if (weights[i] > 0.5 && vt_norm(vt_sub(p, x[v[i]])) <= near) return v[i];
  return -1;
}

// Lower is kept: pairs of lower features say more about the place.
static int rank(const vt_proximity *p) {
  int a = (int)vt_feature_kind_of(p->feature_a), b = (int)vt_feature_kind_of(p->feature_b);
  return 4 * (a + b) + (a == VT_FEATURE_EDGE && b == VT_FEATURE_EDGE ? 1 : 0);
}

static double same_radius(const vt_proximity_search *w, const vt_proximity *p) {
  return 2 * w->touching + SAME_GAP * fabs(p->distance);
}

static bool same_place(const vt_proximity_search *w, const vt_proximity *p, const vt_proximity *q) {
  double near = same_radius(w, p);
  const vt_vec3 *x = w->surfaces[0]->vertices, *y = w->surfaces[1]->vertices;
  return vt_norm(vt_sub(point_of(x, p->a, p->weight_a), point_of(x, q->a, q->weight_a))) <= near &&
         vt_norm(vt_sub(point_of(y, p->b, p->weight_b), point_of(y, q->b, q->weight_b))) <= near;
}

// Two proximities of nearly the same points are near the same vertex of a surface: drops all but the best
// at each vertex of one side.
static void drop_doubles(vt_proximity_search *w, int side, vt_sort_key *keys, size_t max, bool *dropped) {
  size_t count = 0;
  for (size_t i = 0; i < w->found_count; ++i) {
    const vt_proximity *p = &w->found[i];
    const vt_vec3 *x = w->surfaces[side]->vertices;
    double near = same_radius(w, p);
    int v = side == 0 ? vertex_at(x, p->a, p->weight_a, near) : vertex_at(x, p->b, p->weight_b, near);
    if (v < 0 || dropped[i]) continue;
    keys[count].key = (uint64_t)v << 32 | (uint64_t)rank(p);
    keys[count++].index = (int)i;
  }
  vt_sort_keys(keys, keys + max, count);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i + 1; j < count && !dropped[keys[i].index] && keys[j].key >> 32 == keys[i].key >> 32;
         ++j)
      if (same_place(w, &w->found[keys[i].index], &w->found[keys[j].index])) dropped[keys[j].index] = true;
}

bool vt_search_merge(vt_proximity_search *w) {
  size_t count = w->found_count, kept = 0;
  vt_sort_key *keys = VT_TAKE(w->arena, vt_sort_key, 2 * count, w->error);
  vt_proximity *sorted = VT_TAKE(w->arena, vt_proximity, count, w->error);
  bool *dropped = VT_TAKE(w->arena, bool, count, w->error);
  if (keys == NULL || sorted == NULL || dropped == NULL) return false;
  for (size_t i = 0; i < count; ++i) keys[i] = (vt_sort_key){pair_key(&w->found[i]), (int)i};
  vt_sort_keys(keys, keys + count, count);
  for (size_t i = 0; i < count; ++i)
    if (i == 0 || keys[i].key != keys[i - 1].key) sorted[kept++] = w->found[keys[i].index];
  w->found = sorted;
  w->found_count = kept;
  memset(dropped, 0, kept * sizeof *dropped);
  for (int side = 0; side < 2; ++side) drop_doubles(w, side, keys, count, dropped);
  w->found_count = 0;
  for (size_t i = 0; i < kept; ++i)
    if (!dropped[i]) w->found[w->found_count++] = w->found[i];
  return true;
}

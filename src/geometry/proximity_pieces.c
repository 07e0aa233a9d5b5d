// The stages of a search that threads share out: pairs of triangles, and vertices with their feet. Each piece
// has lists of its own, which are joined in order. How many pieces there are follows from the surfaces alone,
// so that the same is found with any number of threads.
#include "geometry/proximity_search.h"

#include "base/error.h"
#include "base/vec.h"

#include <string.h>

enum { MAX_PIECES = 8 };

// Pairs and feet for which a piece is worth waking a thread: some 0.1 ms.
static const size_t PIECE_PAIRS = 1000, PIECE_FEET = 500;

// In units of vt_effort, for a foot.
static const double FOOT_WORK = 500;

typedef struct pieces {
  vt_proximity_search *whole;
  int count;
  int side;                // of the vertices
  const vt_sort_key *keys; // feet by vertex
  size_t starts[MAX_PIECES + 1];
  vt_proximity_search parts[MAX_PIECES];
  vt_proximity_options options[MAX_PIECES];
  vt_asked askers[MAX_PIECES];
  vt_effort efforts[MAX_PIECES];
  vt_error errors[MAX_PIECES];
  bool done[MAX_PIECES];
} pieces;

static void cut(pieces *p, vt_proximity_search *w, size_t things, size_t least) {
  size_t count = w->own ? 1 : things / least;
  p->whole = w;
  p->count = count < 1 ? 1 : count > MAX_PIECES ? MAX_PIECES : (int)count;
  for (int n = 0; n <= p->count; ++n) p->starts[n] = (size_t)vt_part_start((int)things, p->count, n);
  vt_share_asked(w->options->asked, p->count, p->askers, p->efforts);
  for (int n = 0; n < p->count; ++n) {
    p->errors[n] = (vt_error){0};
    p->options[n] = *w->options;
    p->options[n].asked = &p->askers[n];
    p->parts[n] = (vt_proximity_search){.surfaces = {w->surfaces[0], w->surfaces[1]},
        .options = &p->options[n],
        .own = w->own,
        .edge_states = {w->edge_states[0], w->edge_states[1]},
        .reach = w->reach,
        .rounding = w->rounding,
        .precision = w->precision,
        .touching = w->touching,
        .edge_sine = w->edge_sine,
        .motions = {w->motions[0], w->motions[1]},
        .arena = w->arena,
        .error = &p->errors[n],
        .walk = w->walk};
  }
}

// Puts the items of a part behind those of the whole.
static bool append(vt_proximity_search *w, void **items, size_t *capacity, size_t *count, void *more,
    size_t more_count, size_t size) {
  if (more_count == 0) return true;
  if (*capacity == 0) { // nothing to join with
    *items = more;
    *capacity = *count = more_count;
    return true;
  }
  if (*count + more_count > *capacity) {
    size_t wanted = *count + more_count;
    char *grown = vt_arena_take(w->arena, wanted, size, w->error);
    if (grown == NULL) return false;
    if (*count > 0) memcpy(grown, *items, *count * size);
    *items = grown;
    *capacity = wanted;
  }
  memcpy((char *)*items + *count * size, more, more_count * size);
  *count += more_count;
  return true;
}

static bool join(pieces *p) {
  vt_proximity_search *w = p->whole;
  vt_join_work(w->options->asked, p->count, p->efforts);
  for (int n = 0; n < p->count; ++n) {
    vt_proximity_search *part = &p->parts[n];
    if (!p->done[n]) {
      *w->error = p->errors[n];
      return false;
    }
    w->work += part->work;
    for (int side = 0; side < 2; ++side)
      if (!append(w, (void **)&w->feet[side], &w->foot_capacity[side], &w->foot_count[side], part->feet[side],
              part->foot_count[side], sizeof(vt_foot)))
        return false;
    if (!append(w, (void **)&w->found, &w->found_capacity, &w->found_count, part->found, part->found_count,
            sizeof(vt_proximity)))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------- pairs of triangles

static bool note_pair(void *context, int a, int b) {
  vt_proximity_search *w = context;
  if (!vt_search_grow(w, (void **)&w->pairs, &w->pair_capacity, w->pair_count, sizeof *w->pairs))
    return false;
  w->pairs[w->pair_count++] = (vt_triangle_pair){a, b};
  return true;
}

static void search_pairs(void *context, int n) {
  pieces *p = context;
  vt_proximity_search *part = &p->parts[n];
  const vt_triangle_pair *pairs = p->whole->pairs;
  p->done[n] = true;
  for (size_t k = p->starts[n]; k < p->starts[n + 1] && p->done[n]; ++k)
    p->done[n] = vt_search_pair(part, pairs[k].a, pairs[k].b);
}

bool vt_search_pairs(vt_proximity_search *w) {
  pieces p;
  if (!vt_bvh_pairs(w->surfaces[0]->bvh, w->surfaces[1]->bvh, w->reach, note_pair, w)) return false;
  cut(&p, w, w->pair_count, PIECE_PAIRS);
  vt_pool_run(p.count > 1 ? w->options->pool : NULL, p.count, search_pairs, &p);
  return join(&p);
}

// ---------------------------------------------------------------- vertices

static void resolve_vertices(void *context, int n) {
  pieces *p = context;
  vt_proximity_search *part = &p->parts[n];
  const vt_foot *feet = p->whole->feet[p->side];
  const vt_sort_key *keys = p->keys;
  size_t end = p->starts[n + 1];
  vt_foot *group = VT_TAKE(part->arena, vt_foot, end - p->starts[n], part->error);
  p->done[n] = group != NULL;
  for (size_t i = p->starts[n], j; i < end && p->done[n]; i = j) {
    int kept = 0;
    for (j = i; j < end && keys[j].key >> 32 == keys[i].key >> 32; ++j) {
      // The same minimum is found from every triangle around it.
      if (j > i && keys[j].key == keys[j - 1].key && !(keys[j].key & 1)) continue;
      group[kept++] = feet[keys[j].index];
    }
    p->done[n] =
        vt_search_resolve_vertex(part, p->side, group, kept) && vt_search_goes_on(part, FOOT_WORK * kept);
  }
}

bool vt_search_resolve_feet(vt_proximity_search *w, int side) {
  size_t count = w->foot_count[side];
  vt_sort_key *keys = VT_TAKE(w->arena, vt_sort_key, 2 * count, w->error);
  if (keys == NULL) return false;
  for (size_t i = 0; i < count; ++i) {
    const vt_foot *f = &w->feet[side][i];
    keys[i].key = (uint64_t)f->vertex << 32 | (uint64_t)f->feature << 1 | (f->behind >= 0);
    keys[i].index = (int)i;
  }
  vt_sort_keys(keys, keys + count, count);
  pieces p;
  cut(&p, w, count, PIECE_FEET);
  p.side = side;
  p.keys = keys;
  // All feet of a vertex in one piece.
  for (int n = 1; n < p.count; ++n) {
    size_t start = p.starts[n] > p.starts[n - 1] ? p.starts[n] : p.starts[n - 1];
    while (start > 0 && start < count && keys[start].key >> 32 == keys[start - 1].key >> 32) ++start;
    p.starts[n] = start;
  }
  vt_pool_run(p.count > 1 ? w->options->pool : NULL, p.count, resolve_vertices, &p);
  return join(&p);
}

// Random groups of closed surfaces, many of them degenerate: the result is closed, has the volume that
// inclusion and exclusion of convex cells give, and does not depend on any order. `--count N` sets how many,
// `--first N` the first. Every fifth is done with a jitter so small that exact zeros occur and it has to be
// done again.
#include "check.h"
#include "test_arrangement_shapes.h"

#include "base/timer.h"
#include "geometry/arrangement_inside.h"

#define MAX_SOLIDS 4
#define MAX_TETS 200000

static vt_arena *arena, *other_arena;
static long repeated[2]; // groups that took more than one attempt, with a small jitter and the usual one

// ---------------------------------------------------------------- inclusion and exclusion

typedef struct tets {
  int count;
  vt_vec3 (*items)[4];
} tets;

static double tet_volume(const vt_vec3 *t) {
  return fabs(vt_dot(vt_cross(vt_sub(t[1], t[0]), vt_sub(t[2], t[0])), vt_sub(t[3], t[0]))) / 6;
}

static void push_tet(tets *list, vt_vec3 a, vt_vec3 b, vt_vec3 c, vt_vec3 d) {
  const vt_vec3 t[4] = {a, b, c, d};
  if (list->count == MAX_TETS || tet_volume(t) < 1e-15) return;
  memcpy(list->items[list->count++], t, sizeof t);
}

static vt_vec3 between(vt_vec3 a, double da, vt_vec3 b, double db) {
  return vt_madd(a, da / (da - db), vt_sub(b, a));
}

// What of a tetrahedron lies behind a plane: none, a tetrahedron, a prism, or all.
static void clip_tet(const vt_vec3 *t, const vt_vec3 *plane, vt_vec3 normal, tets *out) {
  vt_vec3 in[4], off[4];
  double din[4], doff[4];
  int ins = 0, offs = 0;
  for (int k = 0; k < 4; ++k) {
    double d = vt_dot(normal, vt_sub(t[k], plane[0]));
    if (d <= 0) {
      in[ins] = t[k];
      din[ins++] = d;
    } else {
      off[offs] = t[k];
      doff[offs++] = d;
    }
  }
  if (ins == 4) push_tet(out, in[0], in[1], in[2], in[3]);
  if (ins == 1)
    push_tet(out, in[0], between(in[0], din[0], off[0], doff[0]), between(in[0], din[0], off[1], doff[1]),
        between(in[0], din[0], off[2], doff[2]));
  if (ins != 2 && ins != 3) return;
  vt_vec3 p[6]; // a prism from p0 p1 p2 to p3 p4 p5
  if (ins == 3) {
    for (int k = 0; k < 3; ++k) {
      p[k] = in[k];
      p[3 + k] = between(in[k], din[k], off[0], doff[0]);
    }
  } else {
    for (int k = 0; k < 2; ++k) {
      p[3 * k] = in[k];
      p[3 * k + 1] = between(in[k], din[k], off[0], doff[0]);
      p[3 * k + 2] = between(in[k], din[k], off[1], doff[1]);
    }
  }
  push_tet(out, p[0], p[1], p[2], p[3]);
  push_tet(out, p[1], p[2], p[3], p[4]);
  push_tet(out, p[2], p[3], p[4], p[5]);
}

static void clip_cell(const tets *from, const cell *c, tets *to, tets *scratch) {
  to->count = 0;
  for (int i = 0; i < from->count; ++i) memcpy(to->items[to->count++], from->items[i], sizeof from->items[i]);
  for (int k = 0; k < c->plane_count && to->count > 0; ++k) {
    const vt_vec3 *p = c->planes[k];
    vt_vec3 normal = vt_normalized(vt_cross(vt_sub(p[1], p[0]), vt_sub(p[2], p[0])));
    scratch->count = 0;
    for (int i = 0; i < to->count; ++i) clip_tet(to->items[i], p, normal, scratch);
    tets swapped = *to;
    *to = *scratch;
    *scratch = swapped;
  }
}

static tets buffers[MAX_SOLIDS + 2];

static double sum_volume(const tets *list) {
  double volume = 0;
  for (int i = 0; i < list->count; ++i) volume += tet_volume(list->items[i]);
  return volume;
}

// The signed sum over all further intersections of what is in buffers[level].
static double include_exclude(const solid *solids, int count, int last, int level, double sign) {
  double total = 0;
  for (int j = last + 1; j < count; ++j)
    for (int c = 0; c < solids[j].cell_count; ++c) {
      clip_cell(&buffers[level], &solids[j].cells[c], &buffers[level + 1], &buffers[MAX_SOLIDS + 1]);
      if (buffers[level + 1].count == 0) continue;
      CHECK(buffers[level + 1].count < MAX_TETS);
      total += sign * sum_volume(&buffers[level + 1]) + include_exclude(solids, count, j, level + 1, -sign);
    }
  return total;
}

static double union_volume(const solid *solids, int count) {
  double total = 0;
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < solids[i].cell_count; ++c) {
      const cell *one = &solids[i].cells[c];
      buffers[0].count = one->tet_count;
      memcpy(buffers[0].items, one->tets, (size_t)one->tet_count * sizeof *one->tets);
      total += sum_volume(&buffers[0]) + include_exclude(solids, count, i, 0, -1);
    }
  return total;
}

// ---------------------------------------------------------------- groups

static int pick(uint64_t *seed, int n) { return (int)(n * sample(seed)); }

// One of the 24 turns by right angles.
static vt_mat3 right_turn(uint64_t *seed) {
  int order[3] = {0, 1, 2}, k = pick(seed, 3), swapped = order[0];
  order[0] = order[k];
  order[k] = swapped;
  if (pick(seed, 2)) {
    swapped = order[1];
    order[1] = order[2];
    order[2] = swapped;
  }
  vt_mat3 m = {{{0}}};
  for (int i = 0; i < 3; ++i) m.m[i][order[i]] = pick(seed, 2) ? 1 : -1;
  if (vt_mat_det(m) < 0)
    for (int i = 0; i < 3; ++i) m.m[0][i] = -m.m[0][i];
  return m;
}

static vt_vec3 lattice(uint64_t *seed, int n, double step) {
  double x = step * pick(seed, n), y = step * pick(seed, n);
  return vt_v3(x, y, step * pick(seed, n));
}

static solid random_tetrahedron(uint64_t *seed, bool round) {
  for (;;) {
    vt_vec3 x[4];
    for (int k = 0; k < 4; ++k) x[k] = round ? lattice(seed, 4, 1) : sample_vector(seed, 0, 3);
    if (fabs(vt_dot(vt_cross(vt_sub(x[1], x[0]), vt_sub(x[2], x[0])), vt_sub(x[3], x[0]))) > 0.3)
      return solid_tetrahedron(x[0], x[1], x[2], x[3]);
  }
}

static solid random_solid(uint64_t *seed, bool round) {
  solid s;
  double size = round ? 0.5 * (1 + pick(seed, 4)) : 0.5 + 1.5 * sample(seed);
  switch (pick(seed, 7)) {
  case 0:
  case 1:
  case 2: {
    vt_vec3 side = round ? vt_add(lattice(seed, 3, 1), vt_v3(1, 1, 1)) : sample_vector(seed, 0.3, 3);
    s = solid_box(vt_v3(0, 0, 0), side);
    break;
  }
  case 3:
    s = random_tetrahedron(seed, round);
    break;
  case 4:
    s = solid_ball(4 + 2 * pick(seed, 2), 4, size);
    break;
  case 5:
    s = solid_ring(4 + 2 * pick(seed, 2), size, 0.5 * size);
    break;
  default:
    s = solid_cup(4 + 2 * pick(seed, 2), size, 0.25 * size, size, 0.5 * size);
    break;
  }
  vt_mat3 turn = round ? right_turn(seed) : vt_quat_to_mat(vt_quat_exp(sample_vector(seed, -3, 3)));
  solid_move(&s, turn, round ? lattice(seed, 5, 0.5) : sample_vector(seed, 0, 2));
  return s;
}

static int random_group(uint64_t *seed, solid *solids) {
  int count = 2 + pick(seed, MAX_SOLIDS - 1);
  bool round = pick(seed, 4) > 0;
  uint64_t made = 0;
  for (int i = 0; i < count; ++i) {
    // One in six is the one before once more, moved by a step or not at all.
    bool again = i > 0 && pick(seed, 6) == 0;
    if (!again) made = *seed;
    uint64_t start = made;
    solids[i] = random_solid(again ? &start : seed, round);
    if (again) solid_move(&solids[i], vt_mat_identity(), lattice(seed, 2, 0.5));
  }
  return count;
}

// ---------------------------------------------------------------- surfaces of a group, in any order

typedef struct input {
  int count;
  vt_arranged_surface surfaces[MAX_SOLIDS];
  vt_vec3 *x[MAX_SOLIDS];
  int *triangles[MAX_SOLIDS];
} input;

static void shuffle(uint64_t *seed, int *items, int n) {
  for (int i = 0; i < n; ++i) items[i] = i;
  for (int i = n - 1; i > 0 && seed != NULL; --i) {
    int k = pick(seed, i + 1), item = items[i];
    items[i] = items[k];
    items[k] = item;
  }
}

// Surface `place` from solids first to last: joined if more than one. With a seed, vertices and triangles are
// shuffled.
static void add_surface(input *in, const solid *solids, int first, int last, int place, uint64_t *seed) {
  int vertices = 0, triangles = 0;
  for (int i = first; i <= last; ++i) {
    vertices += solids[i].vertex_count;
    triangles += solids[i].triangle_count;
  }
  vt_vec3 *x = in->x[place] = malloc((size_t)vertices * sizeof *x);
  int *t = in->triangles[place] = malloc(3 * (size_t)triangles * sizeof *t);
  int *to = malloc((size_t)vertices * sizeof *to), *at = malloc((size_t)triangles * sizeof *at);
  shuffle(seed, to, vertices);
  shuffle(seed, at, triangles);
  for (int i = first, v = 0, k = 0; i <= last;
       v += solids[i].vertex_count, k += solids[i].triangle_count, ++i) {
    for (int j = 0; j < solids[i].vertex_count; ++j) x[to[v + j]] = solids[i].x[j];
    for (int j = 0; j < solids[i].triangle_count; ++j) {
      int turn = seed != NULL ? pick(seed, 3) : 0;
      for (int c = 0; c < 3; ++c) t[3 * at[k + j] + c] = to[v + solids[i].triangles[3 * j + (c + turn) % 3]];
    }
  }
  in->surfaces[place] = (vt_arranged_surface){vertices, x, triangles, t, NULL, 0};
  free(to);
  free(at);
}

// `joined`: the first two solids are one surface.
static input make_input(const solid *solids, int count, bool joined, uint64_t *seed) {
  input in = {.count = count - joined};
  int places[MAX_SOLIDS];
  shuffle(seed, places, in.count);
  for (int i = 0; i < in.count; ++i)
    add_surface(&in, solids, i == 0 ? 0 : i + joined, i + joined, places[i], seed);
  return in;
}

static void free_input(input *in) {
  for (int i = 0; i < in->count; ++i) {
    free(in->x[i]);
    free(in->triangles[i]);
  }
}

// ---------------------------------------------------------------- the test

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// All lie within a box of side 16 and have areas below 200 in all, see test_arrangement.c; the reference adds
// rounding only.
#define VOLUME_ERROR (16 * 0x1p-30 * 200)
#define REACH (16 * 4 * 0x1p-30)

static bool check_group(uint64_t number) {
  int failed = check_failed;
  uint64_t seed = (number + 1) * 0x9e3779b97f4a7c15u;
  sample(&seed);
  solid solids[MAX_SOLIDS];
  int count = random_group(&seed, solids);
  bool joined = pick(&seed, 5) == 0;
  input in = make_input(solids, count, joined, NULL), mixed = make_input(solids, count, joined, &seed);
  vt_arrangement r = {0}, q = {0};
  vt_error error = {0};
  CHECK(vt_arena_reset(arena, &error) && vt_arena_reset(other_arena, &error));
  int bits = number % 5 == 0 ? 4 : 16, attempts = 1, same = 1;
  if (CHECK(vt_ar_arrange(in.surfaces, in.count, bits, arena, &r, &attempts, &error)) &&
      CHECK(vt_ar_arrange(mixed.surfaces, mixed.count, bits, other_arena, &q, &same, &error))) {
    repeated[bits == 16] += attempts > 1;
    CHECK(attempts == same);
    CHECK(is_closed(&r));
    CHECK(is_sound(&r, in.surfaces, in.count, REACH));
    // The weights' twelve digits cannot keep apart what the small jitter separates.
    if (bits == 16) CHECK(is_unfolded(&r, in.surfaces, REACH));
    CHECK_NEAR(total_volume(&r), union_volume(solids, count), VOLUME_ERROR);
    CHECK(is_closed(&q));
    if (CHECK(r.component_count == q.component_count)) {
      qsort(r.volumes, (size_t)r.component_count, sizeof(double), compare_numbers);
      qsort(q.volumes, (size_t)q.component_count, sizeof(double), compare_numbers);
      // A piece is flat to the jitter only, so its volume depends on how it is cut in triangles.
      for (int c = 0; c < r.component_count; ++c) CHECK_NEAR(r.volumes[c], q.volumes[c], 1e-2 * VOLUME_ERROR);
    }
  } else {
    printf("  %s\n", error.message);
  }
  free_input(&in);
  free_input(&mixed);
  for (int i = 0; i < count; ++i) solid_free(&solids[i]);
  if (check_failed > failed) printf("in group %llu\n", (unsigned long long)number);
  return check_failed - failed < 50;
}

int main(int argc, char **argv) {
  long count = 3000, first = 0;
  for (int k = 1; k + 1 < argc; k += 2) {
    if (strcmp(argv[k], "--count") == 0) count = strtol(argv[k + 1], NULL, 10);
    if (strcmp(argv[k], "--first") == 0) first = strtol(argv[k + 1], NULL, 10);
  }
  vt_error error = {0};
  arena = vt_arena_create(1 << 20, &error);
  other_arena = vt_arena_create(1 << 20, &error);
  if (!CHECK(arena != NULL && other_arena != NULL)) return check_report();
  for (int k = 0; k < MAX_SOLIDS + 2; ++k) buffers[k].items = malloc(MAX_TETS * sizeof *buffers[k].items);
  double start = vt_now();
  for (long k = first; k < first + count && check_failed < 100; ++k) check_group((uint64_t)k);
  printf("%ld groups in %.1f s; repeated with the small jitter %ld, with the usual one %ld\n", count,
      vt_now() - start, repeated[0], repeated[1]);
  if (count >= 1000) CHECK(repeated[0] > 0);
  for (int k = 0; k < MAX_SOLIDS + 2; ++k) free(buffers[k].items);
  vt_arena_destroy(arena);
  vt_arena_destroy(other_arena);
  return check_report();
}

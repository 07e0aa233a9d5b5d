// What W costs: rounds of the active set share their memory, nothing is left in the arena, and the most in
// use at once keeps to the bound of docs/solver.md; a W beyond all bounds is refused.
#include "solver/rows.h"

#include "check.h"

#include <stdlib.h>

enum { SIDE = 15, MAX_BLOCKS = 4000 };

// A soft plate whose underside faces the ground at every node. One half is pushed into it, which turns the
// plate and brings the other half down in a later round.
typedef struct plate {
  vt_deformable_def def;
  vt_deformable_model model;
  vt_deformable body;
  vt_vec3 *x, *v;
  vt_rows rows;
} plate;

static void begin(plate *p) {
  vt_error error = {0};
  *p = (plate){.def = {.material = {.young = 1e6, .poisson = 0.4, .density = 1000}}};
  p->def.mesh =
      vt_mesh_box(vt_v3(0, 0, 0), vt_v3(0.1, 0.1, 0.01), SIDE - 1, SIDE - 1, 1, VT_CELL_HEX8, &error);
  CHECK(vt_deformable_model_init(&p->model, &p->def, "plate", &error));
  size_t nodes = (size_t)p->model.mesh->node_count;
  p->x = calloc(nodes, sizeof *p->x);
  p->v = calloc(nodes, sizeof *p->v);
  CHECK(vt_deformable_init(&p->body, &p->model, p->x, p->v, &error));
  for (size_t i = 0; i < nodes; ++i) p->x[i] = p->body.target[i] = p->model.mesh->nodes[i];
  CHECK(vt_deformable_predict(&p->body, 0.01, vt_v3(0, 0, 0), NULL, &error));
  size_t rows = 3 * MAX_BLOCKS;
  p->rows.start = calloc(rows + 1, sizeof *p->rows.start);
  p->rows.terms = calloc(rows, sizeof *p->rows.terms);
  p->rows.system.blocks = calloc(MAX_BLOCKS, sizeof(vt_block));
  p->rows.system.q = calloc(rows, sizeof(double));
  p->rows.system.f = calloc(rows, sizeof(double));
}

static void end(plate *p) {
  vt_deformable_free(&p->body);
  vt_deformable_model_free(&p->model);
  vt_mesh_destroy((vt_mesh *)p->def.mesh);
  free(p->x);
  free(p->v);
  free(p->rows.start);
  free(p->rows.terms);
  free(p->rows.system.blocks);
  free(p->rows.system.q);
  free(p->rows.system.f);
}

// A contact of one node with the ground, at a gap in free motion.
static void add_contact(plate *p, int node, double gap) {
  vt_system *s = &p->rows.system;
  s->blocks[s->block_count++] = (vt_block){.kind = VT_BLOCK_CONTACT, .row = s->row_count, .friction = 0.5};
  static const vt_vec3 axes[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  for (int r = 0; r < 3; ++r) {
    int row = s->row_count++;
    p->rows.terms[row] = (vt_row_term){0, node, axes[r], {0, 0, 0}};
    p->rows.start[row + 1] = row + 1;
    s->q[row] = r == 0 ? gap : 1e-5;
    s->f[row] = 0;
  }
}

// Returns the most memory that was in use at once.
static size_t solve(plate *p, vt_solve_result *result) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_mobile mobile = {.deformable = &p->body};
  vt_solve_options options = {.tolerance = 1e-6, .aim = 1e-9, .iterations = 1000, .plain = 5};
  CHECK(VT_TAKE(arena, double, 100, &error) != NULL);
  vt_arena_mark before = vt_arena_get_mark(arena);
  CHECK(vt_rows_solve(&p->rows, &mobile, 1, 0.01, &options, arena, result, &error) && result->converged);
  vt_arena_mark after = vt_arena_get_mark(arena);
  CHECK(after.chunk == before.chunk && after.used == before.used);
  size_t peak = vt_arena_peak(arena);
  vt_arena_destroy(arena);
  return peak;
}

static void check_bound(void) {
  plate p;
  begin(&p);
  for (int i = 0; i < p.model.mesh->node_count; ++i) {
    vt_vec3 at = p.model.mesh->nodes[i];
    if (at.z == 0) add_contact(&p, i, at.x < 0.02 ? -1e-3 : 1e-5);
  }
  CHECK(p.rows.system.block_count == SIDE * SIDE);
  vt_solve_result result;
  size_t peak = solve(&p, &result), rows = (size_t)result.active, nodes = (size_t)p.model.mesh->node_count;
  // Five times W at most, and some numbers for each row and node. With what the first round took besides it
  // would be more.
  CHECK(result.active > 150 && peak < 5 * rows * rows * sizeof(double) + 500 * (rows + nodes));
  end(&p);
}

// 12,000 rows on one body, before any memory is taken for them.
static void check_refusal(void) {
  plate p;
  begin(&p);
  vt_error error = {0};
  for (int k = 0; k < MAX_BLOCKS; ++k) add_contact(&p, k % p.model.mesh->node_count, -1e-4);
  vt_arena *arena = vt_arena_create(1 << 12, &error);
  vt_mobile mobile = {.deformable = &p.body};
  CHECK(!vt_rows_delassus(&p.rows, &mobile, 1, 0.01, arena, &error));
  CHECK(error.code == VT_NO_MEMORY && strstr(error.message, "12000 rows") != NULL);
  CHECK(vt_arena_peak(arena) < 10 << 20);
  vt_arena_destroy(arena);
  end(&p);
}

int main(void) {
  check_bound();
  check_refusal();
  return check_report();
}

// The tangent of a deformable body: made, kept over steps and rotated with the body.
#include "body/tangent.h"

#include "body/newmark.h"
#include "sparse/compliance.h"

#include <string.h>

// rad: how far a strain point may have rotated, relative to the body as a whole, until
// the tangent is made anew.
static const double LAG = 0.01;

vt_tangent vt_deformable_tangent(const vt_deformable *body) {
  bool newmark = body->pace.integrator == VT_INTEGRATOR_NEWMARK && !body->element_state.shared;
  return newmark ? VT_TANGENT_PROJECTED : VT_TANGENT_WARPED;
}

// ---------------------------------------------------------------- made

// A = (1 + h a) M + (h b + h^2) K, or what Newmark's scheme has in its place
static void assemble(vt_deformable *body, double h, vt_pool *pool) {
  const vt_deformable_model *model = body->model;
  const vt_block_pattern *pattern = &model->elements.pattern;
  double mass_factor = 1 + h * model->material.mass_damping;
  double stiffness_factor = h * model->material.stiffness_damping + h * h;
  if (body->pace.integrator == VT_INTEGRATOR_NEWMARK)
    vt_newmark_factors(&model->material, h, body->pace.kick, &mass_factor, &stiffness_factor);
  body->made.mass_factor = mass_factor;
  body->made.stiffness_factor = stiffness_factor;
  vt_elements_stiffness(
      &model->elements, &body->element_state, vt_deformable_tangent(body), body->stiffness, pool);
  for (int k = 0; k < pattern->block_count; ++k)
    body->system[k] = vt_mat_scale(stiffness_factor, body->stiffness[k]);
  for (int i = 0; i < pattern->size; ++i)
    for (int c = 0; c < 3; ++c) body->system[pattern->start[i]].m[c][c] += mass_factor * model->mass[i];
}

// kg: the mass of a node in the factor that is prescribed for now, so that nothing moves it.
static const double HELD_MASS = 1e60;

// The blocks to factor. A node that is prescribed only at times keeps its place in the factor and is
// decoupled from the others while it is held: the same equations as with the node eliminated.
static const vt_mat3 *cut_held(vt_deformable *body) {
  const vt_block_pattern *pattern = &body->model->elements.pattern;
  if (body->cut == NULL) return body->system;
  for (int j = 0; j < pattern->size; ++j)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; ++k) {
      int i = pattern->rows[k];
      bool held = body->held[i] || body->held[j];
      body->cut[k] = !held ? body->system[k] : vt_mat_scale(i == j ? HELD_MASS : 0, vt_mat_identity());
    }
  return body->cut;
}

// A and its factor from what body->element_state holds, which is that of the positions x.
static bool make(vt_deformable *body, const vt_vec3 *x, double h, vt_pool *pool, vt_error *error) {
  const vt_elements *e = &body->model->elements;
  vt_made *made = &body->made;
  made->turned = made->any = false;
  made->compliance.any = false;
  assemble(body, h, pool);
  if (!vt_factor_update(body->factor, cut_held(body), pool, error)) return false;
  memcpy(made->x, x, sizeof *x * (size_t)e->node_count);
  for (int i = 0; i < e->node_count; ++i) made->held[i] = body->held[i];
  memcpy(made->bases, body->element_state.bases, sizeof *made->bases * (size_t)e->point_count);
  if (body->origin.key != NULL) made->key = *body->origin.key;
  made->any = true;
  return true;
}

// ---------------------------------------------------------------- kept

// Whether the tangent of the state is valid for this step. Newmark's scheme must not dissipate, and
// makes its own in every step.
static bool is_of_step(const vt_deformable *body, double h) {
  const vt_origin *o = &body->origin;
  if (body->element_state.shared || body->pace.integrator != VT_INTEGRATOR_EULER || o->key->h != h ||
      o->key->kick != body->pace.kick || o->key->kind != (double)vt_deformable_tangent(body))
    return false;
  for (int i = 0; i < body->model->mesh->node_count; ++i)
    if ((o->held[i] != 0) != body->held[i]) return false;
  return true;
}

// Whether that is the current one.
static bool is_made(const vt_deformable *body) {
  const vt_made *made = &body->made;
  const vt_origin *o = &body->origin;
  size_t count = (size_t)body->model->mesh->node_count;
  return made->any && memcmp(&made->key, o->key, sizeof made->key) == 0 &&
         memcmp(made->x, o->x, sizeof *made->x * count) == 0 && memcmp(made->held, o->held, count) == 0;
}

// Strain points by parts, so that sums have the same order with any number of threads.
typedef struct turning {
  const vt_deformable *body;
  int count, parts;
  vt_mat3 whole;
  vt_mat3 sums[VT_MAX_PARTS];
  double largest[VT_MAX_PARTS];
} turning;

static void sum_turns(void *context, int index) {
  turning *t = context;
  const vt_mat3 *now = t->body->element_state.bases, *then = t->body->made.bases;
  vt_mat3 sum = {{{0}}};
  int end = vt_part_start(t->count, t->parts, index + 1);
  for (int p = vt_part_start(t->count, t->parts, index); p < end; ++p)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        sum.m[i][j] += now[p].m[i][0] * then[p].m[j][0] + now[p].m[i][1] * then[p].m[j][1] +
                       now[p].m[i][2] * then[p].m[j][2];
  t->sums[index] = sum;
}

static void find_largest(void *context, int index) {
  turning *t = context;
  const vt_mat3 *now = t->body->element_state.bases, *then = t->body->made.bases;
  double largest = 0;
  int end = vt_part_start(t->count, t->parts, index + 1);
  for (int p = vt_part_start(t->count, t->parts, index); p < end; ++p) {
    vt_mat3 along = vt_mat_mul(t->whole, then[p]);
    double apart = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        apart += (now[p].m[i][j] - along.m[i][j]) * (now[p].m[i][j] - along.m[i][j]);
    if (!(apart <= largest)) largest = apart;
  }
  t->largest[index] = largest;
}

// The largest rotation (rad) of strain points relative to the body as a whole since the tangent was made;
// fills the rotation of the whole, the best fit to those of all points.
static double find_turn(vt_deformable *body, vt_pool *pool) {
  turning t = {.body = body, .count = body->model->elements.point_count};
  t.parts = vt_part_count(t.count);
  vt_mat3 sum = {{{0}}};
  vt_pool_run(pool, t.parts, sum_turns, &t);
  for (int n = 0; n < t.parts; ++n) sum = vt_mat_add(sum, t.sums[n]);
  t.whole = vt_polar_rotation(sum);
  vt_pool_run(pool, t.parts, find_largest, &t);
  double largest = 0;
  for (int n = 0; n < t.parts; ++n)
    if (!(t.largest[n] <= largest)) largest = t.largest[n];
  body->made.turn = t.whole;
  body->made.turned = true;
  return sqrt(0.5 * largest); // a turn by a small angle a has a norm of sqrt(2) a
}

// Makes the tangent of the state again, which another world had made or which has been overwritten since.
static bool make_again(vt_deformable *body, double h, vt_pool *pool, vt_error *error) {
  const vt_elements *e = &body->model->elements;
  vt_elements_forces(
      e, body->origin.x, vt_deformable_tangent(body), &body->element_state, body->scratch, pool);
  if (!make(body, body->origin.x, h, pool, error)) return false;
  vt_elements_forces(e, body->x, vt_deformable_tangent(body), &body->element_state, body->elastic, pool);
  return true;
}

bool vt_deformable_ready_tangent(vt_deformable *body, double h, vt_pool *pool, vt_error *error) {
  vt_origin *o = &body->origin;
  if (o->key == NULL) return make(body, body->x, h, pool, error);
  if (is_of_step(body, h)) {
    if (!is_made(body) && !make_again(body, h, pool, error)) return false;
    if (find_turn(body, pool) <= LAG) return true;
  }
  size_t count = (size_t)body->model->mesh->node_count;
  *o->key = (vt_tangent_key){
      body->element_state.shared ? 0 : h, body->pace.kick, (double)vt_deformable_tangent(body)};
  memcpy(o->x, body->x, sizeof *o->x * count);
  for (size_t i = 0; i < count; ++i) o->held[i] = body->held[i];
  memset(o->reached, 0, count);
  return make(body, body->x, h, pool, error);
}

// ---------------------------------------------------------------- turned along

static void turn(const vt_deformable *body, const vt_vec3 *x, vt_vec3 *y) {
  for (int i = 0; i < body->model->mesh->node_count; ++i) y[i] = vt_mat_apply(body->made.turn, x[i]);
}

static void turn_back(const vt_deformable *body, const vt_vec3 *x, vt_vec3 *y) {
  for (int i = 0; i < body->model->mesh->node_count; ++i)
    y[i] = vt_mat_apply_transposed(body->made.turn, x[i]);
}

void vt_deformable_solve(const vt_deformable *body, vt_vec3 *u, vt_pool *pool) {
  if (body->made.turned) turn_back(body, u, u);
  vt_factor_solve(body->factor, u, u, 1, pool);
  if (body->made.turned) turn(body, u, u);
}

// A block of A from that of K, as for the factor.
static vt_mat3 system_block(const vt_deformable *body, int block, int diagonal) {
  vt_mat3 a = vt_mat_scale(body->made.stiffness_factor, body->stiffness[block]);
  if (diagonal < 0) return a;
  for (int c = 0; c < 3; ++c) a.m[c][c] += body->made.mass_factor * body->model->mass[diagonal];
  return a;
}

// Of a node j: what A gives all others for x there, into y.
static void spread_column(const vt_deformable *body, int j, vt_vec3 x, vt_vec3 *y) {
  const vt_block_pattern *p = &body->model->elements.pattern;
  for (int n = p->left_start[j]; n < p->left_start[j + 1]; ++n) {
    vt_vec3 *to = &y[p->left[n].column];
    *to = vt_add(*to, vt_mat_apply_transposed(system_block(body, p->left[n].block, -1), x));
  }
  y[j] = vt_add(y[j], vt_mat_apply(system_block(body, p->start[j], j), x));
  for (int k = p->start[j] + 1; k < p->start[j + 1]; ++k)
    y[p->rows[k]] = vt_add(y[p->rows[k]], vt_mat_apply(system_block(body, k, -1), x));
}

void vt_deformable_apply_held(const vt_deformable *body, const vt_vec3 *x, vt_vec3 *y) {
  int count = body->model->mesh->node_count;
  bool turned = body->made.turned;
  for (int i = 0; i < count; ++i) y[i] = vt_v3(0, 0, 0);
  for (int j = 0; j < count; ++j)
    if (body->held[j])
      spread_column(body, j, turned ? vt_mat_apply_transposed(body->made.turn, x[j]) : x[j], y);
  if (turned) turn(body, y, y);
}

// Rows of prescribed nodes, of a product with A that leaves out what is prescribed: blocks beside the
// diagonal, which have no mass.
typedef struct held_rows {
  const vt_deformable *body;
  const vt_vec3 *x;
  vt_vec3 *y;
  int count, parts;
} held_rows;

static void multiply_held_rows(void *context, int index) {
  const held_rows *r = context;
  const vt_deformable *body = r->body;
  const vt_made *made = &body->made;
  const vt_block_pattern *p = &body->model->elements.pattern;
  int end = vt_part_start(r->count, r->parts, index + 1);
  for (int i = vt_part_start(r->count, r->parts, index); i < end; ++i) {
    if (!body->held[i]) continue;
    vt_vec3 sum = {0, 0, 0};
    for (int n = p->left_start[i]; n < p->left_start[i + 1]; ++n)
      if (!body->held[p->left[n].column])
        sum = vt_add(sum, vt_mat_apply(body->stiffness[p->left[n].block], r->x[p->left[n].column]));
    for (int k = p->start[i] + 1; k < p->start[i + 1]; ++k)
      if (!body->held[p->rows[k]])
        sum = vt_add(sum, vt_mat_apply_transposed(body->stiffness[k], r->x[p->rows[k]]));
    sum = vt_scale(made->stiffness_factor, sum);
    r->y[i] = made->turned ? vt_mat_apply(made->turn, sum) : sum;
  }
}

void vt_deformable_held_rows(const vt_deformable *body, const vt_vec3 *x, vt_vec3 *y, vt_pool *pool) {
  const vt_made *made = &body->made;
  int count = body->model->mesh->node_count;
  bool any = false;
  for (int i = 0; i < count && !any; ++i) any = body->held[i];
  if (!any) return;
  if (made->turned) turn_back(body, x, made->aside);
  held_rows r = {body, made->turned ? made->aside : x, y, count, vt_part_count(count)};
  vt_pool_run(pool, r.parts, multiply_held_rows, &r);
}

void vt_deformable_apply_stiffness(const vt_deformable *body, const vt_vec3 *x, vt_vec3 *y, vt_pool *pool) {
  const vt_made *made = &body->made;
  if (made->turned) turn_back(body, x, made->aside);
  vt_block_multiply_shared(&body->model->elements.pattern, body->stiffness, made->turned ? made->aside : x, y,
      body->partial, pool);
  if (made->turned) turn(body, y, y);
}

// ---------------------------------------------------------------- compliance

// Times the nodes asked for: a larger compliance is made for those alone. Otherwise a body that rolls or
// slides without changing its shape would end up with that of its whole surface.
enum { MAX_REACHED = 4 };

// The set of its nodes is part of the state too, as the last bits depend on it.
bool vt_deformable_ready_compliance(vt_deformable *body, const int *nodes, int count, vt_pool *pool,
    const vt_asked *asked, vt_arena *arena, vt_error *error) {
  vt_compliance *c = &body->made.compliance;
  int node_count = body->model->mesh->node_count;
  bool kept = body->origin.key != NULL;
  unsigned char *reached = kept ? body->origin.reached : c->reached;
  if (!kept) memset(reached, 0, (size_t)node_count);
  bool known = kept && c->any && memcmp(reached, c->reached, (size_t)node_count) == 0;
  bool more = false;
  for (int k = 0; k < count; ++k) {
    more = more || !reached[nodes[k]];
    reached[nodes[k]] = 1;
  }
  if (known && !more) return true;
  int all = 0;
  for (int i = 0; i < node_count; ++i) all += reached[i];
  bool too_many = more && all > MAX_REACHED * count;
  for (int i = 0; i < node_count && too_many; ++i) reached[i] = 0;
  for (int k = 0; k < count; ++k) reached[nodes[k]] = 1;
  c->any = false;
  c->count = 0;
  for (int i = 0; i < node_count; ++i) {
    c->place[i] = reached[i] ? c->count : -1;
    if (reached[i]) c->nodes[c->count++] = i;
  }
  size_t numbers = 9 * (size_t)c->count * (size_t)c->count;
  if (!VT_RESERVE(&c->values, &c->room, numbers, error) ||
      !vt_factor_compliance(body->factor, c->nodes, c->count, c->values, pool, asked, arena, error))
    return false;
  if (kept) memcpy(c->reached, reached, (size_t)node_count);
  c->any = true;
  return true;
}

// Deformable bodies: a step in time with prescribed nodes eliminated.
#include "body/balance.h"
#include "body/newmark.h"
#include "body/tangent.h"
#include "body/turn.h"
#include "body/untangle.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- in a world

static bool init_body(vt_deformable *body, bool lean, vt_error *error) {
  const vt_deformable_model *model = body->model;
  body->lean = lean;
  size_t n = (size_t)model->mesh->node_count, blocks = (size_t)model->elements.pattern.block_count;
  body->external = VT_NEW(vt_vec3, n, error);
  body->target = VT_NEW(vt_vec3, n, error);
  body->held = VT_NEW(bool, n, error);
  body->free_x = VT_NEW(vt_vec3, n, error);
  body->dv = VT_NEW(vt_vec3, n, error);
  body->reaction = VT_NEW(vt_vec3, n, error);
  body->elastic = VT_NEW(vt_vec3, n, error);
  body->rhs = VT_NEW(vt_vec3, n, error);
  body->scratch = VT_NEW(vt_vec3, n, error);
  body->resolved = VT_NEW(vt_vec3, n, error);
  body->stiffness = VT_NEW(vt_mat3, blocks, error);
  if (!lean) body->system = VT_NEW(vt_mat3, blocks, error);
  if (!lean) body->partial = VT_NEW(vt_vec3, vt_block_partial(&model->elements.pattern), error);
  body->untangling.nodes = VT_NEW(int, n, error);
  body->untangling.angles = VT_NEW(double, model->edge_count, error);
  body->untangling.rest_angles = VT_NEW(double, model->edge_count, error);
  if (!lean && model->any_at_times) body->cut = VT_NEW(vt_mat3, blocks, error);
  body->factor =
      lean ? vt_factor_create_lean(model->analysis, error) : vt_factor_create(model->analysis, error);
  vt_made *made = &body->made;
  made->x = VT_NEW(vt_vec3, n, error);
  made->held = VT_NEW(unsigned char, n, error);
  made->bases = VT_NEW(vt_mat3, model->elements.point_count, error);
  made->aside = VT_NEW(vt_vec3, n, error);
  made->compliance.nodes = VT_NEW(int, n, error);
  made->compliance.place = VT_NEW(int, n, error);
  made->compliance.reached = VT_NEW(unsigned char, n, error);
  bool done = made->x && made->held && made->bases && made->aside && made->compliance.nodes &&
              made->compliance.place && made->compliance.reached && body->external && body->target &&
              body->held && body->free_x && body->dv && body->reaction && body->elastic && body->rhs &&
              body->scratch && body->resolved && body->stiffness && body->factor &&
              (lean || (body->system && body->partial)) && (lean || body->cut || !model->any_at_times) &&
              body->untangling.nodes && body->untangling.angles && body->untangling.rest_angles &&
              (lean ? vt_element_state_init_lean(&body->element_state, &model->elements, error)
                    : vt_element_state_init(&body->element_state, &model->elements, error));
  if (done) memcpy(body->held, model->prescribed, n * sizeof *body->held);
  if (!done) vt_deformable_free(body);
  return done;
}

bool vt_deformable_init(
    vt_deformable *body, const vt_deformable_model *model, vt_vec3 *x, vt_vec3 *v, vt_error *error) {
  *body = (vt_deformable){.model = model, .x = x, .v = v};
  return init_body(body, false, error);
}

bool vt_deformable_init_lean(
    vt_deformable *body, const vt_deformable_model *model, vt_vec3 *x, vt_vec3 *v, vt_error *error) {
  *body = (vt_deformable){.model = model, .x = x, .v = v};
  return init_body(body, true, error);
}

bool vt_deformable_lend(vt_deformable *body, vt_arena *arena, vt_error *error) {
  const vt_deformable_model *model = body->model;
  size_t blocks = (size_t)model->elements.pattern.block_count;
  bool given = arena != NULL, cuts = given && model->any_at_times;
  body->system = given ? VT_TAKE(arena, vt_mat3, blocks, error) : NULL;
  body->cut = cuts ? VT_TAKE(arena, vt_mat3, blocks, error) : NULL;
  int partial = vt_block_partial(&model->elements.pattern);
  body->partial = given ? VT_TAKE(arena, vt_vec3, partial, error) : NULL;
  double *workspace = given ? VT_TAKE(arena, double, vt_analysis_workspace(model->analysis), error) : NULL;
  vt_factor_lend(body->factor, workspace);
  bool done = vt_element_state_lend(&body->element_state, &model->elements, arena, error);
  return !given || (done && body->system && body->partial && workspace && (body->cut || !cuts));
}

bool vt_deformable_suit(vt_deformable *body, vt_integrator integrator, vt_error *error) {
  if (integrator != VT_INTEGRATOR_NEWMARK) return true;
  return vt_element_state_keep(&body->element_state, &body->model->elements, error);
}

void vt_deformable_free(vt_deformable *body) {
  free(body->external);
  free(body->target);
  free(body->held);
  free(body->free_x);
  free(body->dv);
  free(body->reaction);
  free(body->elastic);
  free(body->rhs);
  free(body->scratch);
  free(body->resolved);
  free(body->stiffness);
  if (!body->lean) free(body->system);
  if (!body->lean) free(body->partial);
  if (!body->lean) free(body->cut);
  free(body->untangling.nodes);
  free(body->untangling.angles);
  free(body->untangling.rest_angles);
  free(body->made.x);
  free(body->made.held);
  free(body->made.bases);
  free(body->made.aside);
  free(body->made.compliance.nodes);
  free(body->made.compliance.place);
  free(body->made.compliance.reached);
  free(body->made.compliance.values);
  vt_factor_destroy(body->factor);
  vt_element_state_free(&body->element_state);
  *body = (vt_deformable){0};
}

// ---------------------------------------------------------------- one step

// A loop over nodes, by parts.
typedef struct node_loop {
  vt_deformable *body;
  double h, kick;
  vt_vec3 gravity;       // 0 where the body has none
  const vt_vec3 *forces; // N: of constraints; NULL: none
  int count, parts;
  double work[VT_MAX_PARTS]; // J: summed in their order
} node_loop;

static node_loop loop_over(vt_deformable *body, double h, vt_vec3 gravity) {
  int count = body->model->mesh->node_count;
  return (node_loop){.body = body,
      .h = h,
      .gravity = body->model->gravity ? gravity : vt_v3(0, 0, 0),
      .count = count,
      .parts = vt_part_count(count)};
}

// dv of prescribed nodes, which know it, and 0 at the others.
static void prescribe(vt_deformable *body, double h) {
  for (int i = 0; i < body->model->mesh->node_count; ++i)
    body->dv[i] = body->held[i] ? vt_sub(vt_scale(1 / h, vt_sub(body->target[i], body->x[i])), body->v[i])
                                : vt_v3(0, 0, 0);
}

// rhs = h (f_elastic + f_ext - a M v - (b + h) K v) - A dv, with gravity in f_ext and dv that of prescribed
// nodes. As A = (1 + h a) M + h (b + h) K, one product with K does it: `scratch` is K (v + dv).
static void assemble_part(void *context, int index) {
  const node_loop *l = context;
  vt_deformable *body = l->body;
  const vt_deformable_model *model = body->model;
  double a = model->material.mass_damping;
  int end = vt_part_start(l->count, l->parts, index + 1);
  for (int i = vt_part_start(l->count, l->parts, index); i < end; ++i) {
    vt_vec3 force = vt_add(vt_add(body->elastic[i], body->external[i]), vt_turn_force(body, i));
    force = vt_madd(force, model->mass[i], vt_madd(l->gravity, -a, body->v[i]));
    vt_vec3 stiff = vt_scale(body->made.stiffness_factor, body->scratch[i]);
    body->rhs[i] =
        vt_madd(vt_sub(vt_scale(l->h, force), stiff), -body->made.mass_factor * model->mass[i], body->dv[i]);
    body->scratch[i] = body->rhs[i];
  }
}

static void assemble_rhs(vt_deformable *body, double h, vt_vec3 gravity, vt_pool *pool) {
  node_loop l = loop_over(body, h, gravity);
  vt_vec3 *moved = body->free_x; // which is filled later
  for (int i = 0; i < l.count; ++i) moved[i] = vt_add(body->v[i], body->dv[i]);
  vt_deformable_apply_stiffness(body, moved, body->scratch, pool);
  vt_pool_run(pool, l.parts, assemble_part, &l);
}

// Free motion, with dv in `scratch` where it is not prescribed.
static void foresee_part(void *context, int index) {
  const node_loop *l = context;
  vt_deformable *body = l->body;
  int end = vt_part_start(l->count, l->parts, index + 1);
  for (int i = vt_part_start(l->count, l->parts, index); i < end; ++i) {
    if (!body->held[i]) body->dv[i] = body->scratch[i];
    body->free_x[i] = vt_turn_end_of(body, i, vt_add(body->v[i], body->dv[i]), l->h);
  }
}

void vt_deformable_refresh(vt_deformable *body, vt_pool *pool) {
  if (body->fresh && body->fresh_tangent == vt_deformable_tangent(body)) return;
  const vt_elements *e = &body->model->elements;
  body->element_state.shared = false;
  if (body->tangle != NULL && body->tangle->layers != 0) vt_untangle_regions(body);
  body->fresh_tangent = vt_deformable_tangent(body);
  vt_elements_forces(e, body->x, body->fresh_tangent, &body->element_state, body->elastic, pool);
  body->potential = 0;
  body->inverted = 0;
  for (int p = 0; p < e->point_count; ++p) {
    body->potential += body->element_state.energies[p];
    body->inverted += body->element_state.inverted[p];
  }
  body->fresh = true;
}

bool vt_deformable_predict(vt_deformable *body, double h, vt_vec3 gravity, vt_pool *pool, vt_error *error) {
  node_loop l = loop_over(body, h, gravity);
  vt_deformable_refresh(body, pool);
  vt_untangle_watch(body, h);
  vt_turn_begin(body, h);
  if (!body->again && !vt_deformable_ready_tangent(body, h, pool, error)) return false;
  if (body->pace.integrator == VT_INTEGRATOR_NEWMARK) {
    if (!body->again) vt_newmark_resolve(body, pool);
    vt_newmark_rhs(body, h, gravity, pool);
    prescribe(body, h);
    vt_deformable_apply_held(body, body->dv, body->scratch);
    for (int i = 0; i < l.count; ++i)
      body->scratch[i] = body->rhs[i] = vt_sub(body->rhs[i], body->scratch[i]);
  } else {
    prescribe(body, h);
    assemble_rhs(body, h, gravity, pool);
    body->kinetic = vt_deformable_kinetic(body);
    body->lost = 0;
  }
  vt_deformable_solve(body, body->scratch, pool);
  vt_pool_run(pool, l.parts, foresee_part, &l);
  return true;
}

// s: how long forces act in a step of h seconds.
static double kick_of(const vt_deformable *body, double h) {
  return body->pace.integrator == VT_INTEGRATOR_NEWMARK ? body->pace.kick : h;
}

// dv += A^-1 kick f
static void add_constraint_forces(vt_deformable *body, double kick, const vt_vec3 *forces, vt_pool *pool) {
  int count = body->model->mesh->node_count;
  for (int i = 0; i < count; ++i) {
    body->scratch[i] = vt_scale(kick, forces[i]);
    body->rhs[i] = vt_add(body->rhs[i], body->scratch[i]);
  }
  vt_deformable_solve(body, body->scratch, pool);
  for (int i = 0; i < count; ++i)
    if (!body->held[i]) body->dv[i] = vt_add(body->dv[i], body->scratch[i]);
}

// Moves nodes on, and sums up the work of forces on them.
static void move_part(void *context, int index) {
  node_loop *l = context;
  vt_deformable *body = l->body;
  double work = 0;
  int end = vt_part_start(l->count, l->parts, index + 1);
  for (int i = vt_part_start(l->count, l->parts, index); i < end; ++i) {
    vt_vec3 old = body->x[i];
    if (body->held[i]) {
      body->reaction[i] = vt_scale(1 / l->kick, vt_sub(body->scratch[i], body->rhs[i]));
      body->x[i] = body->target[i];
    } else {
      body->reaction[i] = vt_v3(0, 0, 0);
      body->x[i] = vt_turn_end_of(body, i, body->v[i], l->h);
      body->v[i] = vt_turn_velocity(body, old, body->v[i]);
    }
    vt_vec3 force = vt_add(body->external[i], body->reaction[i]);
    if (l->forces != NULL) force = vt_add(force, l->forces[i]);
    force = vt_madd(force, body->model->mass[i], l->gravity);
    work += vt_dot(force, vt_sub(vt_sub(body->x[i], old), vt_turn_bend(body, old)));
  }
  l->work[index] = work;
}

void vt_deformable_correct(
    vt_deformable *body, double h, vt_vec3 gravity, const vt_vec3 *constraint_forces, vt_pool *pool) {
  double kick = kick_of(body, h), potential = body->potential, work = 0;
  node_loop l = loop_over(body, h, gravity);
  l.kick = kick;
  l.forces = constraint_forces;
  if (constraint_forces != NULL) add_constraint_forces(body, kick, constraint_forces, pool);

  if (body->element_state.shared) vt_untangle_begin(body, h, constraint_forces);

  // What prescribed rows lack: kick * reaction = A dv - rhs, dv being that of the others, as rhs has their
  // own.
  vt_deformable_held_rows(body, body->dv, body->scratch, pool);
  for (int i = 0; i < l.count; ++i) body->v[i] = vt_add(body->v[i], body->dv[i]);
  vt_turn_velocities(body, h);
  vt_pool_run(pool, l.parts, move_part, &l);
  for (int n = 0; n < l.parts; ++n) work += l.work[n];
  vt_turn_finish(body);
  vt_untangle_weigh(body, constraint_forces);
  body->fresh = false;
  vt_deformable_refresh(body, pool);
  vt_deformable_balance(body, body->kinetic, potential, work);
  if (kick != h) body->balance.gain = 0; // the energy that the step begins with is that of equal pieces
  if (body->element_state.shared) vt_untangle_finish(body, h);
}

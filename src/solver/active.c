// Solving with an active set of rows.
//
// Most contacts within the alarm distance carry no force, and their rows of W are never needed. W is built
// for the blocks that carried force before or that free motion would violate; with their forces, one solve
// per body tells how far every other row moves, and those found violated join. In a pressed cup a third of
// the contacts are active, and the cost of W falls with the square.
#include "body/tangent.h"
#include "solver/condense.h"
#include "solver/rigid_rows.h"

#include "base/timer.h"

#include <math.h>
#include <string.h>

// Which contacts are closed does not depend on the last digits: rows join while the residual is about this,
// and then the active set is solved to the tolerance.
static const double ROUGH = 1e-4;

static const double ENTRY_WORK = 40; // units of vt_effort for an entry of W

typedef struct active {
  vt_rows *all;
  const vt_mobile *bodies;
  int body_count;
  double h;
  vt_arena *arena;
  vt_error *error;
  bool *chosen; // per block
  double *gaps; // m, per block: of contacts that are not chosen
  int block_count, row_count, term_count;
  vt_vec3 **moved;          // deformable bodies: h^2 A^-1 H^T f per node; quasi-rigid ones: as they bend
  vt_vec3 **bent;           // quasi-rigid bodies: H^T f per node, along mesh axes
  int **nodes, *touched;    // quasi-rigid bodies: the nodes that rows touch, and how many
  vt_vec3 *shift, *turning; // rigid bodies
} active;

static void choose(active *a, int i) {
  const vt_block *block = &a->all->system.blocks[i];
  if (a->chosen[i]) return;
  a->chosen[i] = true;
  ++a->block_count;
  a->row_count += vt_block_rows(block);
  a->term_count += a->all->start[block->row + vt_block_rows(block)] - a->all->start[block->row];
}

// Blocks with force in the guess, and all that are no contacts. A contact without normal force counts as one
// without force: a tangential force left over in the guess, where a normal has turned, would otherwise stay
// with a contact that is never chosen.
static void choose_first(active *a) {
  vt_system *s = &a->all->system;
  for (int i = 0; i < s->block_count; ++i) {
    double *f = s->f + s->blocks[i].row;
    if (s->blocks[i].kind != VT_BLOCK_CONTACT || f[0] > 0) {
      choose(a, i);
    } else {
      f[0] = f[1] = f[2] = 0;
    }
  }
}

// The chosen blocks as rows of their own.
static bool extract(const active *a, vt_rows *some) {
  const vt_rows *all = a->all;
  *some = (vt_rows){.system = {.pool = all->system.pool,
                        .asked = all->system.asked,
                        .row_count = a->row_count,
                        .block_count = a->block_count}};
  vt_system *s = &some->system;
  some->start = VT_TAKE(a->arena, int, a->row_count + 1, a->error);
  some->terms = VT_TAKE(a->arena, vt_row_term, a->term_count, a->error);
  s->blocks = VT_TAKE(a->arena, vt_block, a->block_count, a->error);
  s->q = VT_TAKE(a->arena, double, a->row_count, a->error);
  s->f = VT_TAKE(a->arena, double, a->row_count, a->error);
  if (!some->start || !some->terms || !s->blocks || !s->q || !s->f) return false;
  int block = 0, row = 0, term = 0;
  for (int i = 0; i < all->system.block_count; ++i) {
    if (!a->chosen[i]) continue;
    const vt_block *from = &all->system.blocks[i];
    s->blocks[block] = *from;
    s->blocks[block++].row = row;
    for (int r = from->row; r < from->row + vt_block_rows(from); ++r, ++row) {
      int count = all->start[r + 1] - all->start[r];
      some->start[row] = term;
      memcpy(some->terms + term, all->terms + all->start[r], sizeof *some->terms * (size_t)count);
      term += count;
      s->q[row] = all->system.q[r];
      s->f[row] = all->system.f[r];
    }
  }
  some->start[row] = term;
  return true;
}

static void give_back(const active *a, const vt_rows *some) {
  int row = 0;
  for (int i = 0; i < a->all->system.block_count; ++i) {
    const vt_block *block = &a->all->system.blocks[i];
    for (int r = 0; r < vt_block_rows(block) && a->chosen[i]; ++r)
      a->all->system.f[block->row + r] = some->system.f[row++];
  }
}

static int node_count(const vt_mobile *m) {
  return m->deformable != NULL ? m->deformable->model->mesh->node_count
         : m->bending != NULL  ? m->bending->count
                               : 0;
}

// From forces on the nodes that rows touch to how far these move, in the world.
static void bend(const vt_mobile *m, const int *nodes, int count, vt_vec3 *moved, vt_vec3 *forces) {
  for (int i = 0; i < count; ++i) {
    forces[nodes[i]] = vt_scale(m->give, vt_mat_apply_transposed(m->turn, moved[nodes[i]]));
    moved[nodes[i]] = vt_v3(0, 0, 0);
  }
  for (int j = 0; j < count; ++j) {
    vt_vec3 f = forces[nodes[j]];
    if (f.x == 0 && f.y == 0 && f.z == 0) continue;
    for (int i = 0; i < count; ++i)
      moved[nodes[i]] = vt_add(moved[nodes[i]], vt_bending_move(m->bending, nodes[i], nodes[j], f));
  }
  for (int i = 0; i < count; ++i) moved[nodes[i]] = vt_mat_apply(m->turn, moved[nodes[i]]);
}

// The nodes of quasi-rigid bodies that rows touch, ascending.
static bool list_touched(active *a) {
  const vt_rows *all = a->all;
  for (int b = 0; b < a->body_count; ++b) {
    int count = a->bodies[b].bending != NULL ? a->bodies[b].bending->count : 0;
    a->touched[b] = 0;
    a->nodes[b] = VT_TAKE(a->arena, int, count, a->error);
    if (a->nodes[b] == NULL) return false;
    for (int i = 0; i < count; ++i) a->nodes[b][i] = -1;
  }
  for (int k = 0; k < all->start[all->system.row_count]; ++k) {
    const vt_row_term *t = &all->terms[k];
    if (t->node >= 0 && a->bodies[t->body].bending != NULL) a->nodes[t->body][t->node] = t->node;
  }
  for (int b = 0; b < a->body_count; ++b)
    for (int i = 0; a->bodies[b].bending != NULL && i < a->bodies[b].bending->count; ++i)
      if (a->nodes[b][i] >= 0) a->nodes[b][a->touched[b]++] = i;
  return true;
}

// One body under the forces that moved, shift and turning hold.
static void move_body(void *context, int body) {
  const active *a = context;
  const vt_mobile *m = &a->bodies[body];
  double h2 = a->h * a->h;
  a->shift[body] = vt_scale(h2 * m->inverse_mass, a->shift[body]);
  a->turning[body] = vt_scale(h2, vt_mat_apply(m->inverse_inertia, a->turning[body]));
  if (m->bending != NULL) bend(m, a->nodes[body], a->touched[body], a->moved[body], a->bent[body]);
  if (m->deformable == NULL) return;
  vt_deformable_solve(m->deformable, a->moved[body], a->all->system.pool);
  for (int i = 0; i < m->deformable->model->mesh->node_count; ++i)
    a->moved[body][i] = vt_scale(h2, a->moved[body][i]);
}

// How far the forces of `some` move every body.
static void move_bodies(active *a, const vt_rows *some) {
  int soft = 0;
  for (int b = 0; b < a->body_count; ++b) {
    int count = node_count(&a->bodies[b]);
    a->shift[b] = a->turning[b] = vt_v3(0, 0, 0);
    memset(a->moved[b], 0, sizeof(vt_vec3) * (size_t)count);
    soft += count > 0;
  }
  for (int row = 0; row < some->system.row_count; ++row)
    for (int k = some->start[row]; k < some->start[row + 1]; ++k) {
      const vt_row_term *t = &some->terms[k];
      double f = some->system.f[row];
      if (t->node >= 0) {
        a->moved[t->body][t->node] = vt_madd(a->moved[t->body][t->node], f, t->linear);
      } else {
        a->shift[t->body] = vt_madd(a->shift[t->body], f, t->linear);
        a->turning[t->body] = vt_madd(a->turning[t->body], f, t->angular);
      }
    }
  vt_pool_run(soft > 1 ? a->all->system.pool : NULL, a->body_count, move_body, a);
}

// How far a contact that is not chosen is open when the bodies have moved.
static double gap_of(const active *a, int block) {
  int row = a->all->system.blocks[block].row;
  double gap = a->all->system.q[row];
  for (int k = a->all->start[row]; k < a->all->start[row + 1]; ++k) {
    const vt_row_term *t = &a->all->terms[k];
    gap += t->node >= 0 ? vt_dot(t->linear, a->moved[t->body][t->node])
                        : vt_dot(t->linear, a->shift[t->body]) + vt_dot(t->angular, a->turning[t->body]);
  }
  return gap;
}

// Chooses contacts that the forces have closed by more than `tolerance` of the largest gap that had to be
// undone; returns how many joined. With `near`, those join too that are open by less than the worst is
// closed: the next forces may close them, and another round costs more than their rows.
static int choose_violated(active *a, double tolerance, bool near) {
  const vt_system *s = &a->all->system;
  double depth = 0, worst = 0;
  int before = a->block_count;
  for (int i = 0; i < s->block_count; ++i)
    if (s->blocks[i].kind == VT_BLOCK_CONTACT) depth = fmax(depth, -s->q[s->blocks[i].row]);
  for (int i = 0; i < s->block_count; ++i) {
    if (a->chosen[i]) continue;
    a->gaps[i] = gap_of(a, i);
    worst = fmax(worst, -a->gaps[i]);
  }
  if (!(worst > tolerance * depth)) return 0;
  double least = near ? worst : -tolerance * depth;
  for (int i = 0; i < s->block_count; ++i)
    if (!a->chosen[i] && a->gaps[i] < least) choose(a, i);
  return a->block_count - before;
}

static bool make_room(active *a) {
  a->chosen = VT_TAKE(a->arena, bool, a->all->system.block_count, a->error);
  a->gaps = VT_TAKE(a->arena, double, a->all->system.block_count, a->error);
  a->moved = VT_TAKE(a->arena, vt_vec3 *, a->body_count, a->error);
  a->bent = VT_TAKE(a->arena, vt_vec3 *, a->body_count, a->error);
  a->shift = VT_TAKE(a->arena, vt_vec3, a->body_count, a->error);
  a->turning = VT_TAKE(a->arena, vt_vec3, a->body_count, a->error);
  a->nodes = VT_TAKE(a->arena, int *, a->body_count, a->error);
  a->touched = VT_TAKE(a->arena, int, a->body_count, a->error);
  if (!a->chosen || !a->gaps || !a->moved || !a->bent || !a->shift || !a->turning || !a->nodes ||
      !a->touched || !list_touched(a))
    return false;
  memset(a->chosen, 0, sizeof *a->chosen * (size_t)a->all->system.block_count);
  for (int b = 0; b < a->body_count; ++b) {
    const vt_mobile *m = &a->bodies[b];
    a->moved[b] = VT_TAKE(a->arena, vt_vec3, node_count(m), a->error);
    a->bent[b] = VT_TAKE(a->arena, vt_vec3, m->bending != NULL ? m->bending->count : 0, a->error);
    if (a->moved[b] == NULL || a->bent[b] == NULL) return false;
  }
  return true;
}

// The chosen blocks with W between them.
static bool build(active *a, vt_rows *some) {
  if (!extract(a, some) || !vt_rows_find_rigid(some, a->bodies, a->body_count, a->h, a->arena, a->error))
    return false;
  double rows = a->row_count;
  if (some->system.rigid == NULL) vt_count_work(some->system.asked, ENTRY_WORK * rows * rows);
  if (some->system.rigid == NULL &&
      !vt_rows_delassus(some, a->bodies, a->body_count, a->h, a->arena, a->error))
    return false;
  vt_system_prepare(&some->system);
  return true;
}

bool vt_rows_solve(vt_rows *rows, const vt_mobile *bodies, int body_count, double h,
    const vt_solve_options *options, vt_arena *arena, vt_solve_result *result, vt_error *error) {
  *result = (vt_solve_result){.converged = true};
  if (rows->system.row_count == 0) return true;
  active a = {
      .all = rows, .bodies = bodies, .body_count = body_count, .h = h, .arena = arena, .error = error};
  vt_arena_mark before = vt_arena_get_mark(arena);
  if (!make_room(&a)) return false;
  // Free motion with the guessed forces is the better criterion: with free motion alone, a pressed body would
  // spring through everything it rests on.
  choose_first(&a);
  bool rigid = vt_rows_are_rigid(rows, bodies); // then there is no W to build, and solving chooses by itself
  for (int i = 0; i < rows->system.block_count && rigid; ++i) choose(&a, i);
  move_bodies(&a, rows);
  double compliance = 0;
  int iterations = 0;
  vt_solve_options full = *options, now;
  if (!(full.aim > 0)) full.aim = full.tolerance;
  now = full;
  now.tolerance = fmax(full.tolerance, ROUGH);
  now.aim = fmax(full.aim, ROUGH);
  if (rigid || rows->system.row_count <= VT_FEW_ROWS) now = full;
  choose_violated(&a, full.aim, false);
  vt_rows some;
  // Each round's W takes the place of the one before, and all are gone in the end.
  vt_arena_mark chosen = vt_arena_get_mark(arena), built = chosen;
  for (bool grown = true;;) {
    double clock = vt_now();
    vt_arena_go_back(arena, grown ? chosen : built);
    if (grown && !build(&a, &some)) return false;
    if (grown) built = vt_arena_get_mark(arena);
    compliance += vt_now() - clock;
    if (!vt_system_solve_condensed(&some.system, &now, arena, result, error)) return false;
    give_back(&a, &some);
    iterations += result->iterations;
    if (vt_is_stopped(rows->system.asked)) { // what others would say is not looked at
      result->converged = false;
      break;
    }
    if (full.brief && !rigid && !result->converged) break;
    bool last = now.aim == full.aim;
    if (a.block_count == rows->system.block_count && last) break;
    move_bodies(&a, &some);
    grown = choose_violated(&a, now.aim, true) > 0;
    if (grown) continue;
    if (last) break;
    now = full;
    grown = choose_violated(&a, now.aim, true) > 0;
  }
  result->iterations = iterations;
  result->active = a.row_count;
  result->compliance_time = compliance;
  vt_arena_go_back(arena, before);
  return true;
}

// Worlds: making, freeing, settings.
#include "base/misuse.h"
#include "world/world.h"

#include <stdlib.h>

// ---------------------------------------------------------------- making and freeing

static bool make_state(vt_world *w, vt_error *error) {
  vt_state counting;
  w->state_size = vt_world_lay_out(w->model, NULL, &counting);
  w->state_block = VT_NEW(unsigned char, w->state_size, error);
  w->tries.good.block = VT_NEW(unsigned char, w->state_size, error);
  w->tries.part.block = VT_NEW(unsigned char, w->state_size, error);
  if (w->state_block == NULL || w->tries.good.block == NULL || w->tries.part.block == NULL) return false;
  vt_world_lay_out(w->model, w->state_block, &w->state);
  w->own.holds = w->state.holds;
  return true;
}

// Whether bodies that nothing can push, one of them driven, may close a cavity, without any contact.
static bool moves_unseen(const vt_model *m) {
  for (int a = 0; a < m->body_count; ++a)
    for (int b = 0; b < m->body_count; ++b)
      if (a != b && m->bodies[a].kind == VT_BODY_DRIVEN &&
          (m->bodies[b].kind == VT_BODY_DRIVEN || m->bodies[b].kind == VT_BODY_FIXED) &&
          vt_model_contact(m, a, b).enabled)
        return true;
  return false;
}

static bool make_air(vt_world *w, vt_error *error) {
  const vt_model *m = w->model;
  w->work.open_share = VT_NEW(double *, m->body_count, error);
  w->work.enclosed_share = VT_NEW(double *, m->body_count, error);
  w->work.film = VT_NEW(vt_film *, m->body_count, error);
  w->work.surfaces = VT_NEW(const vt_vec3 *, m->body_count, error);
  if (w->work.open_share == NULL || w->work.film == NULL || w->work.enclosed_share == NULL ||
      w->work.surfaces == NULL)
    return false;
  w->work.moves_unseen = moves_unseen(m);
  int triangles = 0;
  for (int b = 0; b < m->body_count; ++b) {
    w->work.surfaces[b] = w->views.collision_vertices + m->bodies[b].first_collision;
    if (!vt_model_has_cavities(m)) continue;
    w->work.open_share[b] = w->state.open_share + triangles;
    w->work.enclosed_share[b] = w->state.enclosed_share + triangles;
    w->work.film[b] = w->state.film + m->bodies[b].first_collision;
    for (int t = 0; t < m->bodies[b].collision.triangle_count; ++t) w->work.open_share[b][t] = 1;
    for (int v = 0; v < m->bodies[b].collision.vertex_count; ++v)
      w->work.film[b][v] = (vt_film){-1, 0, VT_OWNER_OPEN};
    triangles += m->bodies[b].collision.triangle_count;
  }
  return true;
}

// Deformable bodies, the largest first, so that threads end at about the same time.
static bool make_soft(vt_world *w, vt_error *error) {
  const vt_model *m = w->model;
  w->work.soft = VT_NEW(int, m->body_count, error);
  w->work.soft_errors = VT_NEW(vt_error, m->body_count, error);
  w->work.means = VT_NEW(vt_reading, m->sensor_count, error);
  if (w->work.soft == NULL || w->work.soft_errors == NULL || w->work.means == NULL) return false;
  for (int b = 0; b < m->body_count; ++b) {
    if (m->bodies[b].kind != VT_BODY_DEFORMABLE) continue;
    int at = w->work.soft_count++, nodes = m->bodies[b].deformable.mesh->node_count;
    for (; at > 0 && m->bodies[w->work.soft[at - 1]].deformable.mesh->node_count < nodes; --at)
      w->work.soft[at] = w->work.soft[at - 1];
    w->work.soft[at] = b;
  }
  return true;
}

// A pool for that many threads, in place of the one there is.
static bool make_pool(vt_world *w, int threads, vt_error *error) {
  vt_pool *pool = threads > 1 ? vt_pool_create(threads, error) : NULL;
  if (threads > 1 && pool == NULL) return false;
  vt_pool_destroy(w->work.pool);
  w->work.pool = pool;
  return true;
}

static bool make_workspace(vt_world *w, vt_error *error) {
  const vt_model *m = w->model;

  w->work.deformables = VT_NEW(vt_deformable, m->body_count, error);
  w->work.mobiles = VT_NEW(vt_mobile, m->body_count, error);
  w->work.rigid_next = VT_NEW(vt_rigid_state, m->rigid_count, error);
  w->work.turn_share = VT_NEW(vt_mat3, m->rigid_count, error);
  w->work.bends_next = VT_NEW(vt_bend, m->bend_count, error);
  w->work.modes_next = VT_NEW(vt_mode, m->mode_count, error);
  w->work.mode_steps = VT_NEW(vt_mode_step, m->mode_count, error);
  w->work.bend_forces = VT_NEW(vt_vec3, m->bend_count, error);
  w->work.frames_next = VT_NEW(vt_pose, m->frame_count, error);
  w->work.overridden = VT_NEW(bool, m->frame_count, error);
  w->work.moved_then = VT_NEW(vt_pose, m->frame_count, error);
  w->work.hands_next = VT_NEW(vt_hand, m->attachment_count, error);
  w->work.hands_last = VT_NEW(vt_hand, m->attachment_count, error);
  w->work.constraint_forces = VT_NEW(vt_vec3, m->node_count, error);
  w->views.collision_vertices = VT_NEW(vt_vec3, m->collision_count, error);
  w->views.visual_vertices = VT_NEW(vt_vec3, m->visual_count, error);
  w->work.collision_ends = VT_NEW(vt_vec3, m->collision_count, error);
  w->work.bvhs = VT_NEW(vt_bvh, m->body_count, error);
  w->work.colliders = VT_NEW(vt_collider, m->body_count, error);
  if (!vt_joint_plan_init(&w->work.joints, m, error)) return false;
  if (!w->work.deformables || !w->work.mobiles || !w->work.rigid_next || !w->work.turn_share ||
      !w->work.bends_next || !w->work.modes_next || !w->work.mode_steps || !w->work.bend_forces ||
      !w->work.frames_next || !w->work.overridden || !w->work.moved_then || !w->work.hands_next ||
      !w->work.hands_last || !w->work.constraint_forces || !w->views.collision_vertices ||
      !w->views.visual_vertices || !w->work.collision_ends || !w->work.bvhs || !w->work.colliders)
    return false;
  for (int b = 0; b < m->body_count; ++b) {
    const vt_body *body = &m->bodies[b];
    if (!vt_bvh_init(&w->work.bvhs[b], &body->topology->tree, error)) return false;
    if (body->kind != VT_BODY_DEFORMABLE) continue;
    vt_vec3 *x = w->state.x + body->first_node, *v = w->state.v + body->first_node;
    if (!vt_deformable_init_lean(&w->work.deformables[b], &body->deformable, x, v, error)) return false;
    vt_factor_ask(w->work.deformables[b].factor, &w->asked);
    w->work.deformables[b].tangle = &w->state.tangles[b];
    w->work.deformables[b].origin =
        (vt_origin){&w->state.tangent_keys[b], w->state.tangent_x + body->first_node,
            w->state.tangent_held + body->first_node, w->state.tangent_reached + body->first_node};
    w->work.mobiles[b].deformable = &w->work.deformables[b];
  }
  return make_soft(w, error) && vt_world_suit(w, &w->settings, error) &&
         make_pool(w, w->settings.threads, error) && make_air(w, error);
}

// ---------------------------------------------------------------- memory of a step

bool vt_world_borrow(vt_world *w, vt_error *error) {
  w->work.arena = vt_shelf_take(w->origin->holders->shelf, error);
  if (w->work.arena == NULL) return false;
  vt_arena_count_anew(w->work.arena);
  vt_arena_share(w->work.arena, w->work.pool != NULL);
  w->step.arena = w->work.arena;
  return true;
}

bool vt_world_lend_bodies(vt_world *w, vt_error *error) {
  for (int n = 0; n < w->work.soft_count; ++n)
    if (!vt_deformable_lend(&w->work.deformables[w->work.soft[n]], w->work.arena, error)) return false;
  return true;
}

void vt_world_give_back(vt_world *w) {
  long long taken = (long long)vt_arena_peak(w->work.arena);
  if (taken > w->status.memory) w->status.memory = taken;
  for (int n = 0; n < w->work.soft_count; ++n)
    vt_deformable_lend(&w->work.deformables[w->work.soft[n]], NULL, NULL);
  vt_shelf_put(w->origin->holders->shelf, w->work.arena);
  w->work.arena = w->step.arena = NULL;
}

bool vt_world_suit(vt_world *w, const vt_settings *settings, vt_error *error) {
  for (int n = 0; n < w->work.soft_count; ++n)
    if (!vt_deformable_suit(&w->work.deformables[w->work.soft[n]], settings->integrator, error)) return false;
  return true;
}

// ---------------------------------------------------------------- what a step may take

// In units of vt_effort, which are about nanoseconds. A try assembles and factors the stiffness of bodies,
// and updates and searches surfaces. A step may take a hundred times the usual work of a model of its size.
static const double NODE_WORK = 4e3, FACTOR_WORK = 10, VERTEX_WORK = 500;
static const double STEP_WORK = 2e9, STEP_WORK_PER_NODE = 5e6;

static void set_efforts(vt_world *w) {
  const vt_model *m = w->model;
  double numbers = 0;
  for (int b = 0; b < m->body_count; ++b) numbers += (double)vt_model_factor_size(m, b);
  w->work.try_work = NODE_WORK * m->node_count + FACTOR_WORK * numbers + VERTEX_WORK * m->collision_count;
  w->work.max_work = STEP_WORK + STEP_WORK_PER_NODE * (m->node_count + m->collision_count);
  w->effort.max_work = INFINITY; // between steps
}

vt_world *vt_world_create(const vt_model *model, vt_error *error) {
  VT_NEED_OR_FAIL(model != NULL, error, NULL);
  if (!vt_model_check_vacuum(model, error)) return NULL;
  vt_world *w = VT_NEW(vt_world, 1, error);
  if (w == NULL) return NULL;
  vt_model_hold(model);
  w->origin = w->model = model;
  w->settings = model->settings;
  if (!vt_world_make_own(w, error) || !make_state(w, error) || !make_workspace(w, error)) {
    vt_world_destroy(w);
    return NULL;
  }
  w->asked.effort = &w->effort;
  set_efforts(w);
  vt_world_set_start(w);
  vt_world_begin(w, 0);
  vt_world_start_live(w);
  vt_world_start_vacuum(w);
  vt_world_update_surfaces(w);
  bool begun = vt_world_borrow(w, error) && vt_world_find_crossings(w, error) &&
               vt_world_make_chambers(w, error) && vt_world_show_cavities(w, error);
  if (w->work.arena != NULL) vt_world_give_back(w);
  if (!begun) {
    vt_world_destroy(w);
    return NULL;
  }
  w->status.memory = 0; // of steps
  vt_world_read_sensors(w, false);
  return w;
}

static void free_saved(vt_saved *saved) {
  free(saved->block);
  vt_touches_free(&saved->touches);
  vt_cavities_free(&saved->cavities);
}

void vt_world_destroy(vt_world *w) {
  if (w == NULL) return;
  for (int b = 0; b < w->model->body_count; ++b) {
    if (w->work.deformables != NULL) vt_deformable_free(&w->work.deformables[b]);
    if (w->work.bvhs != NULL) vt_bvh_free(&w->work.bvhs[b]);
  }
  free(w->work.bvhs);
  free(w->work.colliders);
  free(w->work.collision_ends);
  free(w->tries.crossed.items);
  free(w->tries.foreseen);
  vt_touches_free(&w->tries.tried);
  vt_touches_free(&w->touches);
  free_saved(&w->tries.good);
  free_saved(&w->tries.part);
  vt_cavities_free(&w->cavities);
  vt_cavities_free(&w->work.found);
  free(w->work.open_share);
  free(w->work.enclosed_share);
  free(w->work.film);
  free(w->work.surfaces);
  free(w->views.cavity_vertices);
  free(w->views.cavity_triangles);
  free(w->views.cavity_bodies);

  vt_pool_destroy(w->work.pool);
  free(w->work.soft);
  free(w->work.soft_errors);
  free(w->work.means);
  free(w->work.deformables);
  free(w->work.mobiles);
  free(w->work.rigid_next);
  free(w->work.turn_share);
  free(w->work.bends_next);
  free(w->work.modes_next);
  free(w->work.mode_steps);
  free(w->work.bend_forces);
  free(w->work.frames_next);
  free(w->work.overridden);
  free(w->work.moved_then);
  free(w->work.hands_next);
  free(w->work.hands_last);
  free(w->work.constraint_forces);
  free(w->views.collision_vertices);
  free(w->views.visual_vertices);
  free(w->state_block);
  vt_joint_plan_free(&w->work.joints);
  vt_world_free_own(w);
  vt_model_let_go(w->origin);
  free(w);
}

// ---------------------------------------------------------------- settings, frames, the context of a step

bool vt_world_set_settings(vt_world *world, const vt_settings *settings, vt_error *error) {
  VT_NEED_OR_FAIL(world != NULL && settings != NULL, error, false);
  if (!vt_settings_check(settings, error)) return false;
  if (!vt_world_suit(world, settings, error)) return false;
  if (settings->threads != world->settings.threads && !make_pool(world, settings->threads, error))
    return false;
  if (settings->dt != world->settings.dt) {
    *world->state.since = *world->state.time;
    *world->state.since_steps = *world->state.steps;
  }
  world->settings = *settings;
  return true;
}

void vt_world_set_stop(vt_world *world, vt_stop stop, void *context) {
  if (VT_MISUSED(world != NULL)) return;
  world->asked = (vt_asked){stop, context, &world->effort};
}

const vt_touches *vt_world_known_contacts(const vt_world *w) {
  return w->tries.trying ? &w->tries.tried : &w->touches;
}

// By implicit Euler forces are taken at the end of the step. The velocities of Newmark's scheme belong to the
// middle of a piece: forces act from the middle of the last piece to that of this one, whatever their
// lengths, and are taken half-way. At the start of a world, the last piece has length 0.
void vt_world_begin(vt_world *w, double h) {
  bool newmark = w->settings.integrator == VT_INTEGRATOR_NEWMARK;
  double kick = newmark ? 0.5 * (*w->state.piece + h) : h;
  w->step = (vt_step){.h = h,
      .newmark = newmark,
      .kick = kick,
      .force_time = *w->state.time + (newmark ? 0.5 * (h - kick) : h),
      .model = w->model,
      .settings = &w->settings,
      .state = &w->state,
      .cavities = &w->cavities,
      .known = vt_world_known_contacts(w),
      .joints = &w->work.joints,
      .arena = w->work.arena,
      .pool = w->work.pool,
      .asked = &w->asked,
      .deformables = w->work.deformables,
      .mobiles = w->work.mobiles,
      .rigid_next = w->work.rigid_next,
      .turn_share = w->work.turn_share,
      .bends_next = w->work.bends_next,
      .bend_forces = w->work.bend_forces,
      .frames_next = w->work.frames_next,
      .overridden = w->work.overridden,
      .constraint_forces = w->work.constraint_forces,
      .colliders = w->work.colliders,
      .surfaces = w->work.surfaces,
      .collision_vertices = w->views.collision_vertices,
      .collision_ends = w->work.collision_ends,
      .open_share = w->work.open_share,
      .enclosed_share = w->work.enclosed_share};
}

void vt_world_forget(vt_world *w) {
  for (int b = 0; b < w->model->body_count; ++b) w->work.deformables[b].fresh = false;
}

void vt_world_update_surfaces(vt_world *w) {
  for (int k = 0; k < w->model->body_count; ++k) {
    const vt_body *b = &w->model->bodies[k];
    vt_vec3 *collision = w->views.collision_vertices + b->first_collision,
            *visual = w->views.visual_vertices + b->first_visual;
    if (b->kind == VT_BODY_DEFORMABLE) {
      vt_surface_update_nodes(&b->collision, w->state.x + b->first_node, collision);
      if (b->visual.vertex_count > 0) vt_surface_update_nodes(&b->visual, w->state.x + b->first_node, visual);
    } else {
      vt_pose pose = vt_body_pose(b, w->state.rigid, w->state.frames);
      vt_body_place_surface(b, &b->collision, pose, w->state.bends, collision);
      if (b->visual.vertex_count > 0) vt_body_place_surface(b, &b->visual, pose, w->state.bends, visual);
    }
  }
}

// What is read of a world: time and status; nodes, surfaces, poses, momenta and energies of bodies; cavities.
#include "base/misuse.h"
#include "world/world.h"

#include <string.h>

const vt_model *vt_world_model(const vt_world *world) {
  VT_NEED(world != NULL, NULL);
  return world->origin;
}

double vt_world_time(const vt_world *world) {
  VT_NEED(world != NULL, 0);
  return *world->state.time;
}

long long vt_world_step_count(const vt_world *world) {
  VT_NEED(world != NULL, 0);
  return *world->state.steps;
}

const vt_status *vt_world_status(const vt_world *world) {
  VT_NEED(world != NULL, NULL);
  return &world->status;
}

const vt_profile *vt_world_profile(const vt_world *world) {
  VT_NEED(world != NULL, NULL);
  return &world->profile;
}

const vt_settings *vt_world_settings(const vt_world *world) {
  VT_NEED(world != NULL, NULL);
  return &world->settings;
}

const vt_vec3 *vt_world_positions(const vt_world *world, int body) {
  VT_NEED(world != NULL && vt_is_number(body, world->model->body_count), NULL);
  const vt_body *b = &world->model->bodies[body];
  return b->kind == VT_BODY_DEFORMABLE ? world->state.x + b->first_node : NULL;
}

const vt_vec3 *vt_world_velocities(const vt_world *world, int body) {
  VT_NEED(world != NULL && vt_is_number(body, world->model->body_count), NULL);
  const vt_body *b = &world->model->bodies[body];
  return b->kind == VT_BODY_DEFORMABLE ? world->state.v + b->first_node : NULL;
}

static vt_surface_view view(const vt_surface *surface, const vt_vec3 *vertices) {
  return (vt_surface_view){surface->vertex_count, vertices, surface->triangle_count, surface->triangles};
}

vt_surface_view vt_world_collision_surface(const vt_world *world, int body) {
  VT_NEED(world != NULL && vt_is_number(body, world->model->body_count), (vt_surface_view){0});
  const vt_body *b = &world->model->bodies[body];
  return view(&b->collision, world->views.collision_vertices + b->first_collision);
}

vt_surface_view vt_world_visual_surface(const vt_world *world, int body) {
  VT_NEED(world != NULL && vt_is_number(body, world->model->body_count), (vt_surface_view){0});
  const vt_body *b = &world->model->bodies[body];
  if (b->visual.vertex_count == 0) return vt_world_collision_surface(world, body);
  return view(&b->visual, world->views.visual_vertices + b->first_visual);
}

vt_pose vt_world_frame_pose(const vt_world *world, int frame) {
  VT_NEED(world != NULL && vt_is_number(frame, world->model->frame_count), vt_pose_identity());
  return world->state.frames[frame];
}

static vt_vec3 deformable_center(const vt_deformable_model *d, const vt_vec3 *x) {
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < d->mesh->node_count; ++i) sum = vt_madd(sum, d->mass[i], x[i]);
  return vt_scale(1 / d->total_mass, sum);
}

// The rotation that fits best in the mass-weighted least-squares sense: the polar part of
// sum of m (x - c)(X - C)^T.
static vt_pose deformable_pose(const vt_deformable_model *d, const vt_vec3 *x) {
  vt_vec3 now = deformable_center(d, x), rest = deformable_center(d, d->mesh->nodes);
  vt_mat3 spread = {{{0}}};
  for (int i = 0; i < d->mesh->node_count; ++i)
    spread = vt_mat_add(
        spread, vt_outer(vt_scale(d->mass[i], vt_sub(x[i], now)), vt_sub(d->mesh->nodes[i], rest)));
  return (vt_pose){now, vt_quat_from_mat(vt_polar_rotation(spread))};
}

vt_pose vt_world_body_pose(const vt_world *w, int body) {
  VT_NEED(w != NULL && vt_is_number(body, w->model->body_count), vt_pose_identity());
  const vt_body *b = &w->model->bodies[body];
  if (b->kind == VT_BODY_DEFORMABLE) return deformable_pose(&b->deformable, w->state.x + b->first_node);
  if (b->kind == VT_BODY_RIGID) {
    const vt_rigid_state *state = &w->state.rigid[b->rigid_index];
    return (vt_pose){state->position, vt_rigid_pose(&b->rigid, state).rotation};
  }
  return vt_body_pose(b, w->state.rigid, w->state.frames);
}

// How a driven body came here in the last piece of a step: from where, and in how long.
static bool find_drive(const vt_world *w, int body, vt_pose *before, double *time) {
  const vt_body *b = &w->model->bodies[body];
  *time = *w->state.piece;
  if (b->kind != VT_BODY_DRIVEN || !(*time > 0)) return false;
  *before = vt_pose_mul(w->state.frames_before[b->frame], b->pose);
  return true;
}

vt_vec3 vt_world_body_velocity(const vt_world *w, int body) {
  VT_NEED(w != NULL && vt_is_number(body, w->model->body_count), (vt_vec3){0, 0, 0});
  vt_pose before;
  double time;
  if (find_drive(w, body, &before, &time))
    return vt_scale(1 / time, vt_sub(vt_world_body_pose(w, body).position, before.position));
  double mass = vt_model_body_mass(w->model, body);
  return mass > 0 ? vt_scale(1 / mass, vt_world_momentum(w, body)) : vt_v3(0, 0, 0);
}

vt_vec3 vt_world_body_angular_velocity(const vt_world *w, int body) {
  VT_NEED(w != NULL && vt_is_number(body, w->model->body_count), (vt_vec3){0, 0, 0});
  const vt_body *b = &w->model->bodies[body];
  vt_pose before;
  double time;
  if (find_drive(w, body, &before, &time)) {
    vt_quat now = vt_world_body_pose(w, body).rotation;
    return vt_scale(1 / time, vt_quat_log(vt_quat_mul(now, vt_quat_conjugate(before.rotation))));
  }
  if (b->kind != VT_BODY_RIGID) return vt_v3(0, 0, 0);
  return vt_rigid_angular_velocity(&b->rigid, &w->state.rigid[b->rigid_index]);
}

vt_vec3 vt_world_momentum(const vt_world *w, int body) {
  VT_NEED(w != NULL && vt_is_number(body, w->model->body_count), (vt_vec3){0, 0, 0});
  const vt_body *b = &w->model->bodies[body];
  vt_vec3 sum = {0, 0, 0};
  if (b->kind == VT_BODY_RIGID) return vt_scale(b->rigid.mass, w->state.rigid[b->rigid_index].velocity);
  if (b->kind == VT_BODY_DEFORMABLE)
    for (int i = 0; i < b->deformable.mesh->node_count; ++i)
      sum = vt_madd(sum, b->deformable.mass[i], w->state.v[b->first_node + i]);
  return sum;
}

vt_vec3 vt_world_angular_momentum(const vt_world *w, int body) {
  VT_NEED(w != NULL && vt_is_number(body, w->model->body_count), (vt_vec3){0, 0, 0});
  const vt_body *b = &w->model->bodies[body];
  vt_vec3 sum = {0, 0, 0};
  if (b->kind == VT_BODY_RIGID) {
    const vt_rigid_state *state = &w->state.rigid[b->rigid_index];
    return vt_madd(state->angular_momentum, b->rigid.mass, vt_cross(state->position, state->velocity));
  }
  if (b->kind == VT_BODY_DEFORMABLE)
    for (int i = 0; i < b->deformable.mesh->node_count; ++i) {
      int node = b->first_node + i;
      sum = vt_madd(sum, b->deformable.mass[i], vt_cross(w->state.x[node], w->state.v[node]));
    }
  return sum;
}

static vt_energy body_energy(const vt_world *w, const vt_body *b) {
  vt_energy energy = {0, 0, 0};
  vt_vec3 g = w->settings.gravity;
  if (b->kind == VT_BODY_RIGID) {
    const vt_rigid_state *state = &w->state.rigid[b->rigid_index];
    energy.kinetic = vt_rigid_energy(&b->rigid, state);
    const vt_mode *modes = w->state.modes + b->first_mode;
    const vt_bend *bends = w->state.bends + b->first_bend;
    energy.kinetic += vt_modes_kinetic(&b->bending, modes);
    energy.elastic = vt_bending_energy(&b->bending, bends) + vt_modes_elastic(&b->bending, modes, bends);
    if (b->rigid.gravity) energy.gravity = -b->rigid.mass * vt_dot(g, state->position);
  } else if (b->kind == VT_BODY_DEFORMABLE) {
    const vt_deformable_model *d = &b->deformable;
    const vt_vec3 *x = w->state.x + b->first_node, *v = w->state.v + b->first_node;
    const vt_deformable *now = &w->work.deformables[b - w->model->bodies];
    energy.elastic = now->fresh ? now->potential : vt_elements_energy(&d->elements, x);
    for (int i = 0; i < d->mesh->node_count; ++i) {
      energy.kinetic += 0.5 * d->mass[i] * vt_dot(v[i], v[i]);
      if (d->gravity) energy.gravity -= d->mass[i] * vt_dot(g, x[i]);
    }
  }
  return energy;
}

vt_energy vt_world_energy(const vt_world *w, int body) {
  VT_NEED(w != NULL && body < w->model->body_count, (vt_energy){0});
  if (body >= 0) return body_energy(w, &w->model->bodies[body]);
  vt_energy sum = {0, 0, 0};
  for (int b = 0; b < w->model->body_count; ++b) {
    vt_energy one = body_energy(w, &w->model->bodies[b]);
    sum.kinetic += one.kinetic;
    sum.elastic += one.elastic;
    sum.gravity += one.gravity;
  }
  return sum;
}

int vt_world_cavity_count(const vt_world *world) {
  VT_NEED(world != NULL, 0);
  return world->cavities.count;
}

vt_cavity_view vt_world_cavity(const vt_world *world, int cavity) {
  VT_NEED(world != NULL && vt_is_number(cavity, world->cavities.count), (vt_cavity_view){.chamber = -1});
  const vt_cavity *c = &world->cavities.items[cavity];
  return (vt_cavity_view){.id = c->id,
      .chamber = c->chamber,
      .state = (vt_cavity_state)c->state,
      .flat = c->flat,
      .pressure = c->pressure,
      .max_pressure = c->max_pressure,
      .volume = c->volume,
      .air = fmax(0, c->amount - c->film), // 0 to rounding where all is of the film
      .film = c->film,
      .area = c->area,
      .border_area = c->border_area,
      .vertex_count = c->vertex_count - 2 * c->tie_count,
      .vertices = world->views.cavity_vertices + c->first_vertex,
      .triangle_count = c->triangle_count,
      .triangles = world->views.cavity_triangles + 3 * (size_t)c->first_triangle,
      .triangle_bodies = world->views.cavity_bodies + c->first_triangle};
}

// ---------------------------------------------------------------- cavities as they are shown

bool vt_world_reserve_shown(vt_world *w, const vt_cavities *set, vt_error *error) {
  return VT_RESERVE(&w->views.cavity_vertices, &w->views.cavity_vertex_room, set->vertex_count, error) &&
         VT_RESERVE(&w->views.cavity_triangles, &w->views.cavity_triangle_room,
             3 * (size_t)set->triangle_count, error) &&
         VT_RESERVE(&w->views.cavity_bodies, &w->views.cavity_body_room, set->triangle_count, error);
}

bool vt_world_show_cavities(vt_world *w, vt_error *error) {
  const vt_cavities *set = &w->cavities;
  if (!vt_world_reserve_shown(w, set, error)) return false;
  for (int i = 0; i < set->vertex_count; ++i)
    w->views.cavity_vertices[i] = vt_cavity_position(&set->vertices[i], w->work.surfaces);
  for (int t = 0; t < set->triangle_count; ++t) {
    memcpy(w->views.cavity_triangles + 3 * t, set->triangles[t].vertices, 3 * sizeof(int));
    w->views.cavity_bodies[t] = set->triangles[t].body;
  }
  return true;
}

// The contacts of a step: surfaces as they are and after free motion, what is near, and the warm
// start from the last step.
#include "base/misuse.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

// Where a body's collision vertices are after free motion.
static void predict_surface(vt_world *w, int number, double h) {
  const vt_body *b = &w->model->bodies[number];
  vt_vec3 *ends = w->work.collision_ends + b->first_collision;
  if (b->kind == VT_BODY_DEFORMABLE) {
    vt_surface_update_nodes(&b->collision, w->work.deformables[number].free_x, ends);
  } else if (b->kind == VT_BODY_RIGID) {
    vt_rigid_state state = w->work.rigid_next[b->rigid_index];
    vt_rigid_integrate(&b->rigid, &state, h);
    vt_body_place_surface(b, &b->collision, vt_rigid_pose(&b->rigid, &state), w->work.bends_next, ends);
  } else {
    vt_pose pose = vt_body_pose(b, NULL, w->work.frames_next);
    vt_surface_update_pose(&b->collision, pose, ends);
  }
}

// What a search of its points needs to know: its poses, and how far it is bent.
static void set_skin(vt_world *w, int number, double h) {
  const vt_body *b = &w->model->bodies[number];
  vt_collider *c = &w->work.colliders[number];
  if (b->kind == VT_BODY_DEFORMABLE) return;
  c->pose = c->end_pose = vt_body_pose(b, w->state.rigid, w->state.frames);
  if (b->kind == VT_BODY_RIGID && h > 0) {
    vt_rigid_state state = w->work.rigid_next[b->rigid_index];
    vt_rigid_integrate(&b->rigid, &state, h);
    c->end_pose = vt_rigid_pose(&b->rigid, &state);
  } else if (h > 0) {
    c->end_pose = vt_body_pose(b, NULL, w->work.frames_next);
  }
  c->skin = b->skin;
  c->bends = vt_body_bends(b);
  double bent = 0, rebent = 0; // m^2
  for (int i = b->first_bend; i < b->first_bend + b->bending.count && b->skin != NULL; ++i) {
    vt_vec3 now = w->state.bends[i].shift, by = vt_sub(w->work.bends_next[i].shift, now);
    double square = vt_dot(now, now), change = h > 0 ? vt_dot(by, by) : 0;
    bent = square > bent ? square : bent;
    rebent = change > rebent ? change : rebent;
  }
  c->bent = sqrt(bent);
  c->rebent = sqrt(rebent);
}

static void set_colliders(vt_world *w, double h) {
  for (int k = 0; k < w->model->body_count; ++k) {
    const vt_body *b = &w->model->bodies[k];
    w->work.colliders[k] = (vt_collider){.topology = b->topology,
        .bvh = &w->work.bvhs[k],
        .vertices = w->views.collision_vertices + b->first_collision,
        .ends = w->work.collision_ends + b->first_collision,
        .movable = b->kind == VT_BODY_DEFORMABLE || b->kind == VT_BODY_RIGID,
        .moves = b->kind != VT_BODY_FIXED,
        .self = b->self_contact,
        .soft = b->kind == VT_BODY_DEFORMABLE || vt_body_bends(b),
        .rigid = b->kind != VT_BODY_DEFORMABLE && !vt_body_bends(b),
        .still = b->kind == VT_BODY_FIXED,
        .asked = &w->asked,
        .times = &w->search_times};
    set_skin(w, k, h);
  }
}

// The contacts found at the positions as a part begins; another try of it finds the same.
static bool search(vt_world *w, vt_error *error) {
  const vt_model *m = w->model;
  if (w->tries.trying) {
    for (int k = 0; k < m->body_count; ++k) vt_collider_refit(&w->work.colliders[k]);
  } else if (!vt_contacts_find(w->work.colliders, m->body_count, vt_model_contact_rule, m,
                 vt_model_largest_alarm(m), w->touches.crossings.items, w->touches.crossings.count,
                 w->work.pool, w->work.arena, &w->tries.searched, &w->tries.searched_count, error)) {
    return false;
  }
  w->step.contacts = w->tries.searched;
  w->step.contact_count = w->tries.searched_count;
  w->tries.after_search = vt_arena_get_mark(w->work.arena);
  return true;
}

// How far a contact is closer than the contact distance. Where bodies overlap, the distance along a contact's
// normal may be long, as to a point on the far side: it counts as no deeper than their crossing.
static double intrusion_of(const vt_world *w, const vt_contact *c) {
  double depth = 0;
  const vt_crossing_list *crossings = &w->touches.crossings;
  for (int k = 0; k < crossings->count && c->distance < 0 && depth == 0; ++k)
    if (crossings->items[k].body_a == c->body_a && crossings->items[k].body_b == c->body_b)
      depth = c->body_a == c->body_b ? -c->distance : crossings->items[k].depth;
  return c->kept - fmax(c->distance, -depth) - c->short_by;
}

bool vt_world_collide(vt_world *w, double h, vt_error *error) {
  const vt_model *m = w->model;
  w->step.contact_count = 0;
  w->tries.after_search = vt_arena_get_mark(w->work.arena); // without contacts there is no search
  if (!vt_model_has_contact(m) && m->chamber_count == 0) return true;
  vt_world_update_surfaces(w); // a step done in pieces moves them
  for (int k = 0; k < m->body_count; ++k) predict_surface(w, k, h);
  if (!vt_model_has_contact(m)) return true;
  set_colliders(w, h);
  vt_world_apply_friction(w);

  if (!search(w, error) || !vt_world_recall(w, error) || !vt_world_add_foreseen(w, error)) return false;
  w->status.contacts = w->step.contact_count;
  w->status.intrusion = 0;
  for (int k = 0; k < w->step.contact_count; ++k)
    w->status.intrusion = fmax(w->status.intrusion, intrusion_of(w, &w->step.contacts[k]));
  return true;
}

bool vt_world_look_for_crossings(vt_world *w, bool *any, vt_error *error) {
  const vt_model *m = w->model;
  *any = false;
  w->tries.crossed.count = 0;
  if (!vt_model_has_contact(m)) return true;
  memcpy(w->work.collision_ends, w->views.collision_vertices,
      sizeof *w->work.collision_ends * (size_t)m->collision_count);
  vt_world_update_surfaces(w);
  const vt_crossing_list *known = &w->touches.crossings;
  return vt_crossings(w->work.colliders, m->body_count, vt_model_contact_rule, m, w->step.contacts,
      w->step.contact_count, known->items, known->count, any, &w->tries.crossed, error);
}

bool vt_world_find_crossings(vt_world *w, vt_error *error) {
  const vt_model *m = w->model;
  vt_crossing_list *list = &w->touches.crossings;
  if (vt_model_has_contact(m)) {
    memcpy(w->work.collision_ends, w->views.collision_vertices,
        sizeof *w->work.collision_ends * (size_t)m->collision_count);
    set_colliders(w, 0);
    if (!vt_crossings_now(w->work.colliders, m->body_count, vt_model_contact_rule, m, list, error))
      return false;
  }
  w->status.crossings = list->count;
  w->status.depth = 0;
  for (int k = 0; k < list->count; ++k) w->status.depth = fmax(w->status.depth, list->items[k].depth);
  return true;
}

const vt_crossing *vt_world_crossings(const vt_world *world, int *count) {
  if (VT_MISUSED(world != NULL && count != NULL)) {
    if (count != NULL) *count = 0;
    return NULL;
  }
  *count = world->touches.crossings.count;
  return world->touches.crossings.items;
}

bool vt_touches_reserve(vt_touches *touches, int count, int weight_count, vt_error *error) {
  return VT_RESERVE(&touches->items, &touches->room, count, error) &&
         VT_RESERVE(&touches->places, &touches->place_room, count, error) &&
         VT_RESERVE(&touches->weights, &touches->weight_room, weight_count, error);
}

static void keep_place(vt_touches *touches, int k, const vt_contact *c) {
  vt_touch_place *place = &touches->places[k];
  *place = (vt_touch_place){.first = touches->weight_count, .other = c->point_b};
  for (int side = 0; side < 2; ++side) {
    vt_contact_place on = vt_contact_place_on(c, side);
    for (int i = 0; i < on.count; ++i)
      touches->weights[touches->weight_count++] = (vt_touch_weight){on.vertices[i], on.weights[i]};
    *(side == 0 ? &place->count_a : &place->count_b) = on.count;
  }
}

// Keeps the contacts of this step, for the next warm start and for queries.
bool vt_world_keep_touches(vt_world *w, vt_error *error) {
  const vt_system *s = &w->step.rows.system;
  int weights = 0;
  for (int k = 0; k < w->step.contact_count; ++k)
    for (int side = 0; side < 2; ++side) weights += vt_contact_place_on(&w->step.contacts[k], side).count;
  if (!vt_touches_reserve(&w->touches, w->step.contact_count, weights, error)) return false;
  w->touches.count = w->step.contact_count;
  w->touches.weight_count = 0;
  for (int k = 0; k < w->step.contact_count; ++k) {
    const vt_contact *c = &w->step.contacts[k];
    const double *f = s->f + s->blocks[w->step.first_contact + k].row;
    vt_touch touch = {.body_a = c->body_a,
        .body_b = c->body_b,
        .feature_a = c->feature_a,
        .feature_b = c->feature_b,
        .point = c->point_a,
        .normal = c->normal,
        .gap = c->distance - c->kept - c->slack};
    touch.force = vt_madd(vt_madd(vt_scale(f[0], c->normal), f[1], c->tangent1), f[2], c->tangent2);
    w->touches.items[k] = touch;
    keep_place(&w->touches, k, c);
    w->touches.places[k].foreseen = c->foreseen && f[0] > 0;
  }
  return true;
}

void vt_touches_free(vt_touches *touches) {
  free(touches->items);
  free(touches->places);
  free(touches->weights);
  free(touches->crossings.items);
  *touches = (vt_touches){0};
}

const vt_touch *vt_world_contacts(const vt_world *world, int *count) {
  if (VT_MISUSED(world != NULL && count != NULL)) {
    if (count != NULL) *count = 0;
    return NULL;
  }
  *count = world->touches.count;
  return world->touches.items;
}

vt_vec3 vt_world_contact_force(const vt_world *world, int body_a, int body_b) {
  VT_NEED(
      world != NULL && vt_is_number(body_a, world->model->body_count) && body_b < world->model->body_count,
      (vt_vec3){0, 0, 0});
  vt_vec3 sum = {0, 0, 0};
  for (int k = 0; k < world->touches.count; ++k) {
    const vt_touch *t = &world->touches.items[k];
    if (t->body_a == t->body_b) continue; // a body's forces on itself cancel
    if (t->body_a == body_a && (body_b < 0 || t->body_b == body_b)) sum = vt_add(sum, t->force);
    if (t->body_b == body_a && (body_b < 0 || t->body_a == body_b)) sum = vt_sub(sum, t->force);
  }
  return sum;
}

// Calls back with what each contact exerts on each of a body's surface vertices.
typedef void vertex_visitor(const vt_body *body, int vertex, vt_vec3 force, vt_vec3 *forces);

static void visit_vertices(const vt_world *w, int body, vertex_visitor *visit, vt_vec3 *forces) {
  const vt_body *b = &w->model->bodies[body];
  for (int k = 0; k < w->touches.count; ++k) {
    const vt_touch *t = &w->touches.items[k];
    const vt_touch_place *place = &w->touches.places[k];
    const vt_touch_weight *on_a = w->touches.weights + place->first, *on_b = on_a + place->count_a;
    for (int i = 0; i < place->count_a && t->body_a == body; ++i)
      visit(b, on_a[i].vertex, vt_scale(on_a[i].weight, t->force), forces);
    for (int i = 0; i < place->count_b && t->body_b == body; ++i)
      visit(b, on_b[i].vertex, vt_scale(-on_b[i].weight, t->force), forces);
  }
}

static void add_to_vertex(const vt_body *body, int vertex, vt_vec3 force, vt_vec3 *forces) {
  (void)body;
  forces[vertex] = vt_add(forces[vertex], force);
}

static void add_to_nodes(const vt_body *body, int vertex, vt_vec3 force, vt_vec3 *forces) {
  const vt_surface *surface = &body->collision;
  for (int k = surface->start[vertex]; k < surface->start[vertex + 1]; ++k)
    forces[surface->nodes[k]] = vt_madd(forces[surface->nodes[k]], surface->weights[k], force);
}

void vt_world_vertex_contact_forces(const vt_world *world, int body, vt_vec3 *forces) {
  if (VT_MISUSED(world != NULL && vt_is_number(body, world->model->body_count) && forces != NULL)) return;
  for (int i = 0; i < world->model->bodies[body].collision.vertex_count; ++i) forces[i] = vt_v3(0, 0, 0);
  visit_vertices(world, body, add_to_vertex, forces);
}

void vt_world_node_contact_forces(const vt_world *world, int body, vt_vec3 *forces) {
  if (VT_MISUSED(world != NULL && vt_is_number(body, world->model->body_count) && forces != NULL)) return;
  for (int i = 0; i < vt_model_node_count(world->model, body); ++i) forces[i] = vt_v3(0, 0, 0);
  if (world->model->bodies[body].kind == VT_BODY_DEFORMABLE)
    visit_vertices(world, body, add_to_nodes, forces);
}

double vt_world_contact_area(const vt_world *world, int body, vt_vec3 *forces) {
  VT_NEED(world != NULL && vt_is_number(body, world->model->body_count) && forces != NULL, 0);
  vt_surface_view s = vt_world_collision_surface(world, body);
  double area = 0;
  vt_world_vertex_contact_forces(world, body, forces);
  for (int t = 0; t < s.triangle_count; ++t) {
    const int *v = s.triangles + 3 * t;
    vt_vec3 a = s.vertices[v[0]], b = s.vertices[v[1]], c = s.vertices[v[2]];
    vt_vec3 normal = vt_cross(vt_sub(b, a), vt_sub(c, a));
    double size = vt_norm(normal);
    for (int i = 0; i < 3; ++i)
      if (vt_dot(forces[v[i]], normal) < -0.5 * size * vt_norm(forces[v[i]])) area += size / 6;
  }
  return area;
}

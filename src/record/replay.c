// Keeps the shapes of a run for its replay, in bounded memory.
#include "record/replay.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// When there are more, every second frame goes.
enum { MAX_FRAMES = 300 };
static const size_t max_bytes = (size_t)64 << 20;

void vt_replay_init(vt_replay *replay, const vt_world *world) {
  *replay = (vt_replay){.world = world, .stride = 1};
}

static void free_frame(vt_replay_frame *frame) {
  free(frame->numbers);
  free(frame->integers);
  free(frame->cavities);
  *frame = (vt_replay_frame){0};
}

void vt_replay_free(vt_replay *replay) {
  for (size_t i = 0; i < replay->count; ++i) free_frame(&replay->frames[i]);
  free(replay->frames);
  free(replay->packed);
  *replay = (vt_replay){0};
}

static size_t frame_bytes(const vt_replay_frame *f) {
  return f->number_count * sizeof *f->numbers + f->integer_count * sizeof *f->integers +
         (size_t)f->cavity_count * sizeof *f->cavities;
}

static void thin_out(vt_replay *replay) {
  size_t kept = 0;
  replay->bytes = 0;
  for (size_t i = 0; i < replay->count; ++i) {
    if (i % 2 == 1) {
      free_frame(&replay->frames[i]);
      continue;
    }
    replay->frames[kept] = replay->frames[i];
    replay->bytes += frame_bytes(&replay->frames[kept++]);
  }
  replay->skipped = replay->count % 2 == 0 ? replay->stride : 0;
  replay->count = kept;
  replay->stride *= 2;
}

// Contacts that carry nothing are not shown.
static bool is_loaded(const vt_touch *t) { return t->force.x != 0 || t->force.y != 0 || t->force.z != 0; }

static bool is_held(const vt_world *world, int body) {
  vt_body_kind kind = vt_model_body_kind(vt_world_model(world), body);
  return kind == VT_BODY_FIXED || kind == VT_BODY_DRIVEN;
}

// Of the two forces of a contact, the one on the body that can move.
static vt_vec3 force_on_movable(const vt_world *world, const vt_touch *t) {
  if (!is_held(world, t->body_a) || is_held(world, t->body_b)) return t->force;
  return (vt_vec3){-t->force.x, -t->force.y, -t->force.z};
}

// Nodes of a deformable body; vertices of a quasi-rigid one's collision surface, and of its visual one if it
// has one of its own; else a pose.
size_t vt_replay_body_numbers(const vt_world *world, int body) {
  const vt_model *model = vt_world_model(world);
  vt_body_kind kind = vt_model_body_kind(model, body);
  if (kind == VT_BODY_DEFORMABLE) return 3 * (size_t)vt_model_node_count(model, body);
  if (kind != VT_BODY_QUASI_RIGID) return 7;
  vt_surface_view c = vt_world_collision_surface(world, body), v = vt_world_visual_surface(world, body);
  return 3 * (size_t)(c.vertex_count + (v.vertices != c.vertices ? v.vertex_count : 0));
}

static bool make_room(const vt_world *world, vt_replay_frame *f, vt_error *error) {
  const vt_model *model = vt_world_model(world);
  for (int i = 0; i < vt_model_body_count(model); ++i) f->number_count += vt_replay_body_numbers(world, i);
  f->number_count += 7 * (size_t)vt_model_frame_count(model);
  int touches = 0;
  const vt_touch *touch = vt_world_contacts(world, &touches);
  for (int i = 0; i < touches; ++i) f->contact_count += is_loaded(&touch[i]);
  f->number_count += 6 * (size_t)f->contact_count;
  f->cavity_count = vt_world_cavity_count(world);
  for (int i = 0; i < f->cavity_count; ++i) {
    vt_cavity_view c = vt_world_cavity(world, i);
    f->number_count += 3 * (size_t)c.vertex_count;
    f->integer_count += 4 * (size_t)c.triangle_count;
  }
  f->numbers = VT_NEW(float, f->number_count, error);
  f->integers = VT_NEW(int, f->integer_count, error);
  f->cavities = VT_NEW(vt_replay_cavity, f->cavity_count, error);
  return f->numbers != NULL && f->integers != NULL && f->cavities != NULL;
}

static float *add_points(float *at, const vt_vec3 *points, int count) {
  for (int i = 0; i < count; ++i) {
    *at++ = (float)points[i].x;
    *at++ = (float)points[i].y;
    *at++ = (float)points[i].z;
  }
  return at;
}

static float *add_pose(float *at, vt_pose pose) {
  at = add_points(at, &pose.position, 1);
  *at++ = (float)pose.rotation.w;
  *at++ = (float)pose.rotation.x;
  *at++ = (float)pose.rotation.y;
  *at++ = (float)pose.rotation.z;
  return at;
}

static void fill(const vt_world *world, vt_replay_frame *f) {
  const vt_model *model = vt_world_model(world);
  float *at = f->numbers;
  int *integer = f->integers;
  f->time = vt_world_time(world);
  for (int i = 0; i < vt_model_body_count(model); ++i) {
    vt_body_kind kind = vt_model_body_kind(model, i);
    if (kind == VT_BODY_DEFORMABLE) {
      at = add_points(at, vt_world_positions(world, i), vt_model_node_count(model, i));
    } else if (kind == VT_BODY_QUASI_RIGID) {
      vt_surface_view c = vt_world_collision_surface(world, i), v = vt_world_visual_surface(world, i);
      at = add_points(at, c.vertices, c.vertex_count);
      if (v.vertices != c.vertices) at = add_points(at, v.vertices, v.vertex_count);
    } else {
      at = add_pose(at, vt_world_body_pose(world, i));
    }
  }
  for (int i = 0; i < vt_model_frame_count(model); ++i) at = add_pose(at, vt_world_frame_pose(world, i));
  int touches = 0;
  const vt_touch *touch = vt_world_contacts(world, &touches);
  for (int i = 0; i < touches; ++i) {
    if (!is_loaded(&touch[i])) continue;
    at = add_points(at, &touch[i].point, 1);
    vt_vec3 force = force_on_movable(world, &touch[i]);
    at = add_points(at, &force, 1);
  }
  for (int i = 0; i < f->cavity_count; ++i) {
    vt_cavity_view c = vt_world_cavity(world, i);
    f->cavities[i] = (vt_replay_cavity){c.id, (int)c.state, c.vertex_count, c.triangle_count,
        {c.pressure, c.max_pressure, c.volume, c.air, c.area}, (size_t)(at - f->numbers),
        (size_t)(integer - f->integers)};
    at = add_points(at, c.vertices, c.vertex_count);
    for (int k = 0; k < 3 * c.triangle_count; ++k) *integer++ = c.triangles[k];
    for (int k = 0; k < c.triangle_count; ++k) *integer++ = c.triangle_bodies[k];
  }
}

bool vt_replay_offer(vt_replay *replay, bool last, vt_error *error) {
  double time = vt_world_time(replay->world);
  bool there = replay->count > 0 && replay->frames[replay->count - 1].time == time;
  if (there || (!last && replay->count > 0 && ++replay->skipped < replay->stride)) return true;
  if (!VT_RESERVE(&replay->frames, &replay->capacity, replay->count + 1, error)) return false;
  vt_replay_frame frame = {0};
  if (!make_room(replay->world, &frame, error)) {
    free_frame(&frame);
    return false;
  }
  fill(replay->world, &frame);
  replay->frames[replay->count++] = frame;
  replay->bytes += frame_bytes(&frame);
  replay->skipped = 0;
  if (!last && replay->count > 2 && (replay->count > MAX_FRAMES || replay->bytes > max_bytes))
    thin_out(replay);
  return true;
}

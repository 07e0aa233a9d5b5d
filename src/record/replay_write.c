// Packs the kept shapes of a run for report.html: quantised, as differences, compressed.
#include "record/replay.h"

#include "base/memory.h"
#include "base/vec.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct buffer {
  unsigned char *data;
  size_t size, capacity;
  float low[3], scale[3]; // of short points: low + scale * (0 to 65535)
  const vt_asked *asked;
  size_t asked_at; // size when it was asked
} buffer;

// Of a million triangles there are 40 MB, and compressing 10 of them takes seconds: somebody may not wait.
enum { BETWEEN_QUESTIONS = 1 << 18 }; // bytes

static bool add(buffer *out, const void *bytes, size_t count, vt_error *error) {
  if (out->size >= out->asked_at + BETWEEN_QUESTIONS) {
    out->asked_at = out->size;
    if (vt_is_interrupted(out->asked)) return vt_fail(error, VT_STOPPED, "it was asked to stop");
  }
  if (!VT_RESERVE(&out->data, &out->capacity, out->size + count, error)) return false;
  if (count > 0) memcpy(out->data + out->size, bytes, count);
  out->size += count;
  return true;
}

static bool add_u32(buffer *out, size_t value, vt_error *error) {
  uint32_t narrow = (uint32_t)value;
  return add(out, &narrow, sizeof narrow, error);
}

static uint16_t shorten(const buffer *out, float x, int axis) {
  double place = out->scale[axis] > 0 ? ((double)x - out->low[axis]) / out->scale[axis] : 0;
  return (uint16_t)lrint(fmin(fmax(place, 0), 65535));
}

static bool add_short_points(buffer *out, const float *points, size_t count, vt_error *error) {
  for (size_t i = 0; i < 3 * count; ++i) {
    uint16_t place = shorten(out, points[i], (int)(i % 3));
    if (!add(out, &place, sizeof place, error)) return false;
  }
  return true;
}

// ---------------------------------------------------------------- where things lie in a frame

static bool is_by_points(const vt_world *world, int body) {
  vt_body_kind kind = vt_model_body_kind(vt_world_model(world), body);
  return kind == VT_BODY_DEFORMABLE || kind == VT_BODY_QUASI_RIGID;
}

static size_t first_number(const vt_world *world, int body) {
  size_t first = 0;
  for (int i = 0; i < body; ++i) first += vt_replay_body_numbers(world, i);
  return first;
}

static size_t first_frame(const vt_world *world) {
  return first_number(world, vt_model_body_count(vt_world_model(world)));
}

static size_t first_contact(const vt_world *world) {
  return first_frame(world) + 7 * (size_t)vt_model_frame_count(vt_world_model(world));
}

// ---------------------------------------------------------------- the box of all short points

static void include(float low[3], float high[3], const float *points, size_t count, size_t step) {
  for (size_t i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k) {
      float x = points[step * i + (size_t)k];
      low[k] = fminf(low[k], x);
      high[k] = fmaxf(high[k], x);
    }
}

static bool add_box(const vt_replay *replay, buffer *out, vt_error *error) {
  float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, size[3];
  const vt_model *model = vt_world_model(replay->world);
  size_t contacts = first_contact(replay->world);
  for (size_t k = 0; k < replay->count; ++k) {
    const vt_replay_frame *f = &replay->frames[k];
    size_t first = 0;
    for (int i = 0; i < vt_model_body_count(model); ++i) {
      size_t count = vt_replay_body_numbers(replay->world, i);
      if (is_by_points(replay->world, i)) include(low, high, f->numbers + first, count / 3, 3);
      first += count;
    }
    include(low, high, f->numbers + contacts, (size_t)f->contact_count, 6);
    for (int i = 0; i < f->cavity_count; ++i)
      include(low, high, f->numbers + f->cavities[i].first_number, (size_t)f->cavities[i].vertex_count, 3);
  }
  for (int k = 0; k < 3; ++k) {
    bool there = low[k] <= high[k];
    out->low[k] = there ? low[k] : 0;
    size[k] = there ? high[k] - low[k] : 0;
    out->scale[k] = size[k] / 65535;
  }
  return add(out, out->low, sizeof low, error) && add(out, size, sizeof size, error);
}

// ---------------------------------------------------------------- bodies

// All frames of a deformable body, each as the difference to the one before.
static bool add_motion(const vt_replay *replay, int body, buffer *out, vt_error *error) {
  size_t first = first_number(replay->world, body), count = vt_replay_body_numbers(replay->world, body);
  uint16_t *before = VT_NEW(uint16_t, count, error);
  unsigned char *split = VT_NEW(unsigned char, 2 * count, error);
  bool good = before != NULL && split != NULL;
  for (size_t k = 0; good && k < replay->count; ++k) {
    const float *now = replay->frames[k].numbers + first;
    for (size_t i = 0; i < count; ++i) {
      uint16_t place = shorten(out, now[i], (int)(i % 3));
      uint16_t change = (uint16_t)(place - before[i]);
      before[i] = place;
      split[i] = (unsigned char)(change & 255);
      split[count + i] = (unsigned char)(change >> 8);
    }
    good = add(out, split, 2 * count, error);
  }
  free(before);
  free(split);
  return good;
}

static bool add_poses(const vt_replay *replay, size_t first, buffer *out, vt_error *error) {
  bool good = true;
  for (size_t k = 0; good && k < replay->count; ++k)
    good = add(out, replay->frames[k].numbers + first, 7 * sizeof(float), error);
  return good;
}

static bool add_integers(buffer *out, const int *numbers, size_t count, vt_error *error) {
  return add(out, numbers, count * sizeof *numbers, error);
}

// A surface on nodes, or none where the visual surface is the collision surface.
static bool add_soft_surface(const vt_surface *s, buffer *out, vt_error *error) {
  size_t vertices = (size_t)s->vertex_count;
  size_t weights = vertices == 0 || s->identity ? 0 : (size_t)s->start[vertices];
  bool good = add_u32(out, vertices, error) && add_u32(out, (size_t)s->triangle_count, error) &&
              add_u32(out, weights, error) &&
              add_integers(out, s->triangles, 3 * (size_t)s->triangle_count, error);
  if (weights == 0) return good && add_integers(out, s->nodes, vertices, error);
  good =
      good && add_integers(out, s->start, vertices + 1, error) && add_integers(out, s->nodes, weights, error);
  for (size_t i = 0; good && i < weights; ++i) {
    float weight = (float)s->weights[i];
    good = add(out, &weight, sizeof weight, error);
  }
  return good;
}

static bool add_soft(const vt_replay *replay, int body, buffer *out, vt_error *error) {
  const vt_model *model = vt_world_model(replay->world);
  const vt_mesh *mesh = vt_model_body_mesh(model, body);
  size_t size = (size_t)vt_cell_size(mesh->cell_kind), cells = (size_t)mesh->cell_count;
  return add_u32(out, (size_t)vt_model_node_count(model, body), error) && add_u32(out, size, error) &&
         add_u32(out, cells, error) && add_integers(out, mesh->cells, size * cells, error) &&
         add_soft_surface(vt_model_collision(model, body), out, error) &&
         add_soft_surface(vt_model_visual(model, body), out, error) && add_motion(replay, body, out, error);
}

// A surface whose vertices are themselves the points of a frame, from the given one on.
static bool add_shown_surface(vt_surface_view s, int first, buffer *out, vt_error *error) {
  bool good = add_u32(out, (size_t)s.vertex_count, error) && add_u32(out, (size_t)s.triangle_count, error) &&
              add_u32(out, 0, error) && add_integers(out, s.triangles, 3 * (size_t)s.triangle_count, error);
  for (int i = 0; good && i < s.vertex_count; ++i) good = add_u32(out, (size_t)(first + i), error);
  return good;
}

// A quasi-rigid body is written as a soft one whose nodes are its vertices, and which has no cells.
static bool add_bent(const vt_replay *replay, int body, buffer *out, vt_error *error) {
  vt_surface_view collision = vt_world_collision_surface(replay->world, body),
                  visual = vt_world_visual_surface(replay->world, body);
  if (visual.vertices == collision.vertices) visual = (vt_surface_view){0};
  return add_u32(out, vt_replay_body_numbers(replay->world, body) / 3, error) && add_u32(out, 0, error) &&
         add_u32(out, 0, error) && add_shown_surface(collision, 0, out, error) &&
         add_shown_surface(visual, collision.vertex_count, out, error) &&
         add_motion(replay, body, out, error);
}

static bool add_hard_surface(vt_surface_view s, vt_pose pose, buffer *out, vt_error *error) {
  bool good = add_u32(out, (size_t)s.vertex_count, error) && add_u32(out, (size_t)s.triangle_count, error) &&
              add_integers(out, s.triangles, 3 * (size_t)s.triangle_count, error);
  for (int i = 0; good && i < s.vertex_count; ++i) {
    vt_vec3 p = vt_pose_unapply(pose, s.vertices[i]);
    good = add(out, (float[3]){(float)p.x, (float)p.y, (float)p.z}, 3 * sizeof(float), error);
  }
  return good;
}

static bool add_hard(const vt_replay *replay, int body, buffer *out, vt_error *error) {
  bool own = vt_model_visual(vt_world_model(replay->world), body)->vertex_count > 0;
  vt_surface_view visual = own ? vt_world_visual_surface(replay->world, body) : (vt_surface_view){0};
  vt_pose pose = vt_world_body_pose(replay->world, body);
  return add_hard_surface(vt_world_collision_surface(replay->world, body), pose, out, error) &&
         add_hard_surface(visual, pose, out, error) &&
         add_poses(replay, first_number(replay->world, body), out, error);
}

static bool add_body(const vt_replay *replay, int body, buffer *out, vt_error *error) {
  if (!is_by_points(replay->world, body)) return add_hard(replay, body, out, error);
  bool soft = vt_model_body_kind(vt_world_model(replay->world), body) == VT_BODY_DEFORMABLE;
  return soft ? add_soft(replay, body, out, error) : add_bent(replay, body, out, error);
}

static bool add_driven(const vt_replay *replay, buffer *out, vt_error *error) {
  size_t count = (size_t)vt_model_frame_count(vt_world_model(replay->world));
  size_t first = first_frame(replay->world);
  bool good = add_u32(out, count, error);
  for (size_t k = 0; good && k < replay->count; ++k)
    good = add(out, replay->frames[k].numbers + first, 7 * count * sizeof(float), error);
  return good;
}

// ---------------------------------------------------------------- frames

// 1 + the place in the frame before of a cavity with the same triangles, or 0.
static size_t same_before(
    const vt_replay_frame *before, const vt_replay_frame *f, const vt_replay_cavity *c) {
  for (int i = 0; before != NULL && i < before->cavity_count; ++i) {
    const vt_replay_cavity *b = &before->cavities[i];
    if (b->vertex_count == c->vertex_count && b->triangle_count == c->triangle_count &&
        memcmp(before->integers + b->first_integer, f->integers + c->first_integer,
            4 * (size_t)c->triangle_count * sizeof *f->integers) == 0)
      return (size_t)i + 1;
  }
  return 0;
}

static bool add_cavity(const vt_replay_frame *before, const vt_replay_frame *f, const vt_replay_cavity *c,
    buffer *out, vt_error *error) {
  size_t same = same_before(before, f, c);
  return add_u32(out, (size_t)c->id, error) && add_u32(out, (size_t)c->state, error) &&
         add_u32(out, (size_t)c->vertex_count, error) && add_u32(out, (size_t)c->triangle_count, error) &&
         add_u32(out, same, error) && add(out, c->numbers, sizeof c->numbers, error) &&
         add_short_points(out, f->numbers + c->first_number, (size_t)c->vertex_count, error) &&
         (same > 0 || add(out, f->integers + c->first_integer,
                          4 * (size_t)c->triangle_count * sizeof *f->integers, error));
}

static bool add_frame(const vt_replay *replay, size_t k, buffer *out, vt_error *error) {
  const vt_replay_frame *f = &replay->frames[k], *before = k > 0 ? f - 1 : NULL;
  const float *contact = f->numbers + first_contact(replay->world);
  bool good = add(out, &f->time, sizeof f->time, error) && add_u32(out, (size_t)f->contact_count, error);
  for (int i = 0; good && i < f->contact_count; ++i, contact += 6)
    good = add_short_points(out, contact, 1, error) && add(out, contact + 3, 3 * sizeof *contact, error);
  good = good && add_u32(out, (size_t)f->cavity_count, error);
  for (int i = 0; good && i < f->cavity_count; ++i) good = add_cavity(before, f, &f->cavities[i], out, error);
  return good;
}

// ---------------------------------------------------------------- all of it

static bool gather(const vt_replay *replay, buffer *raw, vt_error *error) {
  bool good = add_box(replay, raw, error);
  for (int i = 0; good && i < vt_model_body_count(vt_world_model(replay->world)); ++i)
    good = add_body(replay, i, raw, error);
  good = good && add_driven(replay, raw, error);
  for (size_t k = 0; good && k < replay->count; ++k) good = add_frame(replay, k, raw, error);
  return good;
}

static bool squeeze(vt_replay *replay, const buffer *raw, vt_error *error) {
  z_stream stream = {0};
  uLong room = compressBound((uLong)raw->size);
  replay->packed = VT_NEW(unsigned char, room, error);
  if (replay->packed == NULL) return false;
  if (deflateInit(&stream, Z_BEST_COMPRESSION) != Z_OK) return vt_fail(error, VT_NO_MEMORY, "out of memory");
  stream.next_out = replay->packed;
  stream.avail_out = (uInt)room;
  bool good = true;
  for (size_t at = 0; good && at < raw->size;) {
    size_t part = raw->size - at < BETWEEN_QUESTIONS ? raw->size - at : BETWEEN_QUESTIONS;
    stream.next_in = raw->data + at;
    stream.avail_in = (uInt)part;
    at += part;
    if (vt_is_interrupted(raw->asked))
      good = vt_fail(error, VT_STOPPED, "it was asked to stop");
    else if (deflate(&stream, at < raw->size ? Z_NO_FLUSH : Z_FINISH) == Z_STREAM_ERROR)
      good = vt_fail(error, VT_NO_MEMORY, "out of memory");
  }
  replay->packed_size = (size_t)stream.total_out;
  deflateEnd(&stream);
  return good;
}

bool vt_replay_pack(vt_replay *replay, const vt_asked *asked, vt_error *error) {
  if (!vt_replay_there(replay)) return true;
  vt_error why = {0};
  buffer raw = {.asked = asked};
  bool good = gather(replay, &raw, &why) && squeeze(replay, &raw, &why);
  free(raw.data);
  if (good) return true;
  free(replay->packed);
  replay->packed = NULL;
  replay->left_out = why.code == VT_STOPPED;
  if (!replay->left_out) *error = why;
  return replay->left_out;
}

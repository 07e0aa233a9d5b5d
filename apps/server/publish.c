// From the world to the mailbox: the sections of a frame and the numbers of a step.
#include "publish.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// step, time, six stages, real-time factor, contacts, intrusion, iterations, residual, troubles, pieces
enum { STEP_COLUMNS = 20 };

static int sensor_columns(vt_sensor_kind kind) {
  switch (kind) {
  case VT_SENSOR_POINT:
    return 6;
  case VT_SENSOR_CABLE:
    return 2;
  case VT_SENSOR_ENERGY:
    return 3;
  default:
    return 6;
  }
}

static bool same_surface(vt_surface_view a, vt_surface_view b) {
  return a.vertex_count == b.vertex_count && a.triangle_count == b.triangle_count &&
         memcmp(a.triangles, b.triangles, 3 * (size_t)a.triangle_count * sizeof *a.triangles) == 0 &&
         memcmp(a.vertices, b.vertices, (size_t)a.vertex_count * sizeof *a.vertices) == 0;
}

bool publisher_init(publisher *p, mailbox *box, const vt_world *world) {
  const vt_model *model = vt_world_model(world);
  int bodies = vt_model_body_count(model), vertices = 0;
  *p = (publisher){.box = box, .world = world, .columns = STEP_COLUMNS};
  for (int i = 0; i < vt_model_sensor_count(model); ++i)
    p->columns += sensor_columns(vt_model_sensor_kind(model, i));
  for (int i = 0; i < bodies; ++i) {
    if (vt_model_body_kind(model, i) != VT_BODY_DEFORMABLE) continue;
    vt_surface_view s = vt_world_collision_surface(world, i);
    if (s.vertex_count > vertices) vertices = s.vertex_count;
    ++p->columns; // its contact area
  }
  p->forces = calloc((size_t)vertices + 1, sizeof *p->forces);
  p->sample = calloc((size_t)publisher_width(p), sizeof *p->sample);
  p->own_collision = calloc((size_t)bodies + 1, sizeof *p->own_collision);
  if (p->sample == NULL || p->own_collision == NULL || p->forces == NULL) {
    publisher_free(p);
    return false;
  }
  for (int i = 0; i < bodies; ++i)
    p->own_collision[i] =
        !same_surface(vt_world_visual_surface(world, i), vt_world_collision_surface(world, i));
  return true;
}

void publisher_free(publisher *p) {
  bytes_free(&p->scratch);
  free(p->sample);
  free(p->own_collision);
  free(p->forces);
  *p = (publisher){0};
}

int publisher_width(const publisher *p) { return p->columns + 1 + PLOTTED_CAVITIES * CAVITY_NUMBERS; }

static void add_points(bytes *out, const vt_vec3 *points, int count) {
  unsigned char *at = bytes_extend(out, 12 * (size_t)count);
  for (int i = 0; at != NULL && i < count; ++i, at += 12) {
    bytes_store_f32(at, points[i].x);
    bytes_store_f32(at + 4, points[i].y);
    bytes_store_f32(at + 8, points[i].z);
  }
}

static void add_point(bytes *out, vt_vec3 v) { add_points(out, &v, 1); }

static void add_vector(bytes *out, vt_vec3 v) {
  bytes_f64(out, v.x);
  bytes_f64(out, v.y);
  bytes_f64(out, v.z);
}

static void add_pose(bytes *out, vt_pose pose) {
  add_vector(out, pose.position);
  bytes_f64(out, pose.rotation.w);
  bytes_f64(out, pose.rotation.x);
  bytes_f64(out, pose.rotation.y);
  bytes_f64(out, pose.rotation.z);
}

static void put_points(publisher *p, section_kind kind, int body, const vt_vec3 *points, int count) {
  bytes_clear(&p->scratch);
  add_points(&p->scratch, points, count);
  mailbox_put(p->box, kind, (uint32_t)body, (uint32_t)count, &p->scratch);
}

static void put_body(publisher *p, int body, unsigned wanted) {
  const vt_model *model = vt_world_model(p->world);
  vt_body_kind kind = vt_model_body_kind(model, body);
  if (kind != VT_BODY_DEFORMABLE && kind != VT_BODY_QUASI_RIGID) {
    bytes_clear(&p->scratch);
    add_pose(&p->scratch, vt_world_body_pose(p->world, body));
    mailbox_put(p->box, SECTION_POSE, (uint32_t)body, 1, &p->scratch);
    return;
  }
  vt_surface_view visual = vt_world_visual_surface(p->world, body),
                  collision = vt_world_collision_surface(p->world, body);
  if ((wanted & LAYER_VISUAL) != 0 || ((wanted & LAYER_COLLISION) != 0 && !p->own_collision[body]))
    put_points(p, SECTION_VISUAL, body, visual.vertices, visual.vertex_count);
  if ((wanted & LAYER_COLLISION) != 0 && p->own_collision[body])
    put_points(p, SECTION_COLLISION, body, collision.vertices, collision.vertex_count);
  if ((wanted & LAYER_NODES) != 0 && kind == VT_BODY_DEFORMABLE)
    put_points(p, SECTION_NODES, body, vt_world_positions(p->world, body), vt_model_node_count(model, body));
}

static void put_contacts(publisher *p) {
  int count = 0, kept = 0;
  const vt_touch *touches = vt_world_contacts(p->world, &count);
  bytes_clear(&p->scratch);
  for (int i = 0; i < count; ++i) {
    const vt_touch *t = &touches[i];
    if (t->force.x == 0 && t->force.y == 0 && t->force.z == 0) continue;
    add_point(&p->scratch, t->point);
    add_point(&p->scratch, t->normal);
    add_point(&p->scratch, t->force);
    bytes_f32(&p->scratch, t->gap);
    bytes_u32(&p->scratch, (uint32_t)t->body_a);
    bytes_u32(&p->scratch, (uint32_t)t->body_b);
    ++kept;
  }
  mailbox_put(p->box, SECTION_CONTACTS, 0, (uint32_t)kept, &p->scratch);
}

static void put_cavities(publisher *p) {
  int count = vt_world_cavity_count(p->world);
  bytes *out = &p->scratch;
  bytes_clear(out);
  for (int i = 0; i < count; ++i) {
    vt_cavity_view c = vt_world_cavity(p->world, i);
    const double numbers[] = {c.pressure, c.max_pressure, c.volume, c.air, c.area};
    const uint32_t counts[] = {
        (uint32_t)c.id, (uint32_t)c.state, (uint32_t)c.vertex_count, (uint32_t)c.triangle_count};
    for (int k = 0; k < 5; ++k) bytes_f64(out, numbers[k]);
    for (int k = 0; k < 4; ++k) bytes_u32(out, counts[k]);
    add_points(out, c.vertices, c.vertex_count);
    for (int k = 0; k < 3 * c.triangle_count; ++k) bytes_u32(out, (uint32_t)c.triangles[k]);
    for (int k = 0; k < c.triangle_count; ++k) bytes_u32(out, (uint32_t)c.triangle_bodies[k]);
    bytes_align(out);
  }
  mailbox_put(p->box, SECTION_CAVITIES, 0, (uint32_t)count, out);
}

static void put_frames(publisher *p) {
  int count = vt_model_frame_count(vt_world_model(p->world));
  bytes_clear(&p->scratch);
  for (int i = 0; i < count; ++i) add_pose(&p->scratch, vt_world_frame_pose(p->world, i));
  mailbox_put(p->box, SECTION_FRAMES, 0, (uint32_t)count, &p->scratch);
}

static void put_pull(publisher *p, const grip *pull) {
  bytes_clear(&p->scratch);
  if (pull->active) {
    vt_surface_view s = vt_world_collision_surface(p->world, pull->body);
    double point[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i) {
      vt_vec3 v = s.vertices[s.triangles[3 * pull->triangle + i]];
      point[0] += pull->weights[i] * v.x;
      point[1] += pull->weights[i] * v.y;
      point[2] += pull->weights[i] * v.z;
    }
    vt_vec3 at = {point[0], point[1], point[2]}, force = vt_world_pull_force(p->world);
    add_vector(&p->scratch, at);
    add_vector(&p->scratch, pull->target);
    bytes_f64(&p->scratch, sqrt(force.x * force.x + force.y * force.y + force.z * force.z));
  }
  mailbox_put(p->box, SECTION_PULL, 0, pull->active ? 1 : 0, &p->scratch);
}

static void put_hold(publisher *p, const hold_view *hold) {
  bytes_clear(&p->scratch);
  if (hold->active) {
    bytes_f64(&p->scratch, hold->frame);
    add_pose(&p->scratch, hold->goal);
    add_pose(&p->scratch, hold->hand);
    add_vector(&p->scratch, hold->felt.force);
    add_vector(&p->scratch, hold->felt.torque);
  }
  mailbox_put(p->box, SECTION_HOLD, 0, hold->active ? 1 : 0, &p->scratch);
}

void publish_frame(publisher *p, const grip *pull, const hold_view *hold) {
  unsigned wanted = atomic_load(&p->box->wanted);
  mailbox_begin(p->box, vt_world_step_count(p->world), vt_world_time(p->world));
  for (int i = 0; i < vt_model_body_count(vt_world_model(p->world)); ++i) put_body(p, i, wanted);
  if ((wanted & LAYER_CONTACTS) != 0) put_contacts(p);
  if ((wanted & LAYER_CAVITIES) != 0) put_cavities(p);
  put_frames(p);
  put_pull(p, pull);
  put_hold(p, hold);
  mailbox_end(p->box);
}

// The numbers of a sensor in the order describe_columns names them.
static double *add_reading(double *at, vt_sensor_kind kind, const vt_reading *r) {
  const vt_vec3 *a = kind == VT_SENSOR_POINT ? &r->position : &r->force,
                *b = kind == VT_SENSOR_POINT ? &r->velocity : &r->torque;
  switch (kind) {
  case VT_SENSOR_CABLE:
    *at++ = r->tension;
    *at++ = r->length;
    return at;
  case VT_SENSOR_ENERGY:
    *at++ = r->energy.kinetic;
    *at++ = r->energy.elastic;
    *at++ = r->energy.gravity;
    return at;
  default:
    memcpy(at, (double[6]){a->x, a->y, a->z, b->x, b->y, b->z}, 6 * sizeof *at);
    return at + 6;
  }
}

void publish_sample(publisher *p, double realtime_factor) {
  const vt_model *model = vt_world_model(p->world);
  const vt_profile *t = vt_world_profile(p->world);
  const vt_status *s = vt_world_status(p->world);
  const double numbers[STEP_COLUMNS] = {(double)vt_world_step_count(p->world), vt_world_time(p->world),
      t->free_motion, t->collision, t->cavity, t->compliance, t->solve, t->total, realtime_factor,
      s->contacts, s->intrusion, s->iterations, s->residual, (double)s->unconverged, (double)s->redone,
      s->inverted, s->crossings, floor(1e6 * s->depth + 0.5) / 1e3, s->untangled, s->substeps};
  double *at = p->sample;
  memcpy(at, numbers, sizeof numbers);
  at += STEP_COLUMNS;
  for (int i = 0; i < vt_model_sensor_count(model); ++i) {
    vt_reading reading = vt_world_sensor(p->world, i);
    at = add_reading(at, vt_model_sensor_kind(model, i), &reading);
  }
  for (int i = 0; i < vt_model_body_count(model); ++i)
    if (vt_model_body_kind(model, i) == VT_BODY_DEFORMABLE)
      *at++ = s->contacts > 0 ? vt_world_contact_area(p->world, i, p->forces) : 0;
  int cavities = vt_world_cavity_count(p->world);
  if (cavities > PLOTTED_CAVITIES) cavities = PLOTTED_CAVITIES;
  *at++ = cavities;
  for (int i = 0; i < cavities; ++i) {
    vt_cavity_view c = vt_world_cavity(p->world, i);
    memcpy(
        at, (double[CAVITY_NUMBERS]){c.id, c.pressure, c.volume, c.air, c.area}, CAVITY_NUMBERS * sizeof *at);
    at += CAVITY_NUMBERS;
  }
  mailbox_sample(p->box, p->sample, (int)(at - p->sample));
}

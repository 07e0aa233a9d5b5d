// What the page must know of a scene before its first frame: names, units and the shapes that stay.
#include "publish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A column belongs to a plot; columns of one plot share a unit.
static void add_column(json_t *list, const char *plot, const char *name, const char *unit) {
  json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "plot", plot, "name", name, "unit", unit));
}

static void add_columns(
    json_t *list, const char *plot, const char *const *names, int count, const char *unit) {
  for (int i = 0; i < count; ++i) add_column(list, plot, names[i], unit);
}

// As much of a UTF-8 name as fits, cut between characters.
static void copy_name(char *to, size_t size, const char *from) {
  size_t length = strlen(from);
  if (length >= size)
    for (length = size - 1; length > 0 && ((unsigned char)from[length] & 0xc0) == 0x80;) --length;
  memcpy(to, from, length);
  to[length] = '\0';
}

static void add_sensor(json_t *list, const vt_model *model, int sensor) {
  static const char *const force[] = {"fx", "fy", "fz"}, *const torque[] = {"tx", "ty", "tz"},
                           *const place[] = {"x", "y", "z"}, *const speed[] = {"vx", "vy", "vz"},
                           *const energy[] = {"kinetic", "elastic", "gravity"};
  const char *given = vt_model_sensor_name(model, sensor);
  char name[200], plot[240];
  if (given[0] != '\0')
    copy_name(name, sizeof name, given);
  else
    snprintf(name, sizeof name, "sensor %d", sensor);
  switch (vt_model_sensor_kind(model, sensor)) {
  case VT_SENSOR_POINT:
    add_columns(list, (snprintf(plot, sizeof plot, "%s: position", name), plot), place, 3, "m");
    add_columns(list, (snprintf(plot, sizeof plot, "%s: velocity", name), plot), speed, 3, "m/s");
    break;
  case VT_SENSOR_CABLE:
    add_column(list, (snprintf(plot, sizeof plot, "%s: tension", name), plot), "tension", "N");
    add_column(list, (snprintf(plot, sizeof plot, "%s: length", name), plot), "length", "m");
    break;
  case VT_SENSOR_ENERGY:
    add_columns(list, (snprintf(plot, sizeof plot, "%s: energy", name), plot), energy, 3, "J");
    break;
  default:
    add_columns(list, (snprintf(plot, sizeof plot, "%s: force", name), plot), force, 3, "N");
    add_columns(list, (snprintf(plot, sizeof plot, "%s: torque", name), plot), torque, 3, "N m");
  }
}

json_t *describe_columns(const vt_model *model) {
  static const char *const stages[] = {"free motion", "collision", "cavity", "compliance", "solve", "total"};
  // Steps so far, the same, cells now, pairs of bodies now, and how deep, bodies now.
  static const char *const troubles[] = {"unconverged", "redone", "cells inside out",
      "pairs reach into each other", "mm deep", "bodies being untangled"};
  json_t *list = json_array();
  add_column(list, "", "step", "");
  add_column(list, "", "time", "s");
  add_columns(list, "step time", stages, 6, "ms");
  add_column(list, "real-time factor", "real-time factor", "x");
  add_column(list, "contacts", "contacts", "");
  add_column(list, "intrusion", "intrusion", "m");
  add_column(list, "solver iterations", "iterations", "");
  add_column(list, "solver residual", "residual", "");
  add_columns(list, "troubles", troubles, 6, "");
  add_column(list, "pieces", "pieces", "");
  for (int i = 0; i < vt_model_sensor_count(model); ++i) add_sensor(list, model, i);
  for (int i = 0; i < vt_model_body_count(model); ++i) {
    if (vt_model_body_kind(model, i) != VT_BODY_DEFORMABLE) continue;
    char name[200];
    if (vt_model_body_name(model, i)[0] != '\0')
      copy_name(name, sizeof name, vt_model_body_name(model, i));
    else
      snprintf(name, sizeof name, "body %d", i);
    // Rigid surfaces meet in points: what a rigid body shares with a soft one is the soft one's area.
    add_column(list, "contact area of soft bodies", name, "m²");
  }
  return list;
}

json_t *describe_bodies(const vt_world *world) {
  static const char *const kinds[] = {"deformable", "rigid", "driven", "fixed", "quasi_rigid"};
  const vt_model *model = vt_world_model(world);
  json_t *list = json_array();
  for (int i = 0; i < vt_model_body_count(model); ++i)
    json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:f}", "name", vt_model_body_name(model, i),
                                    "kind", kinds[vt_model_body_kind(model, i)], "nodes",
                                    vt_model_node_count(model, i), "mass", vt_model_body_mass(model, i)));
  return list;
}

json_t *describe_frames(const vt_model *model) {
  json_t *list = json_array();
  for (int i = 0; i < vt_model_frame_count(model); ++i) {
    int link = hold_coupling_of(model, i), body = link >= 0 ? vt_model_coupling_body(model, link) : -1;
    json_array_append_new(list, json_pack("{s:s, s:i, s:i}", "name", vt_model_frame_name(model, i), "parent",
                                    vt_model_frame_parent(model, i), "coupled", body));
  }
  return list;
}

// ---------------------------------------------------------------- shapes

// p in the coordinates of a pose: R^T (p - position).
static vt_vec3 to_local(vt_pose pose, vt_vec3 p) {
  double w = pose.rotation.w, x = -pose.rotation.x, y = -pose.rotation.y, z = -pose.rotation.z;
  double a = p.x - pose.position.x, b = p.y - pose.position.y, c = p.z - pose.position.z;
  double tx = 2 * (y * c - z * b), ty = 2 * (z * a - x * c), tz = 2 * (x * b - y * a);
  return (vt_vec3){a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx};
}

static void add_surface(bytes *out, vt_surface_view s, const vt_pose *pose) {
  for (int i = 0; i < s.vertex_count; ++i) {
    vt_vec3 p = pose != NULL ? to_local(*pose, s.vertices[i]) : s.vertices[i];
    bytes_f32(out, p.x);
    bytes_f32(out, p.y);
    bytes_f32(out, p.z);
  }
  for (int i = 0; i < 3 * s.triangle_count; ++i) bytes_u32(out, (uint32_t)s.triangles[i]);
}

static int compare_edges(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
  return x[1] < y[1] ? -1 : x[1] > y[1];
}

// Pairs of nodes joined by an edge of a cell, each once; its number, or -1 without memory.
static int find_edges(const vt_mesh *mesh, uint32_t **edges) {
  static const int tet[6][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 1}, {3, 2}};
  static const int tet10[12][2] = {
      {0, 4}, {4, 1}, {1, 5}, {5, 2}, {2, 6}, {6, 0}, {3, 7}, {7, 0}, {2, 8}, {8, 3}, {1, 9}, {9, 3}};
  static const int hex[12][2] = {
      {0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  const int(*pairs)[2] = mesh->cell_kind == VT_CELL_HEX8    ? hex
                         : mesh->cell_kind == VT_CELL_TET10 ? tet10
                                                            : tet;
  int size = vt_cell_size(mesh->cell_kind), per = mesh->cell_kind == VT_CELL_TET4 ? 6 : 12, kept = 0;
  size_t count = (size_t)mesh->cell_count * (size_t)per;
  uint32_t(*all)[2] = malloc((count + 1) * sizeof *all);
  *edges = (uint32_t *)all;
  if (all == NULL) return -1;
  for (size_t i = 0; i < count; ++i) {
    const int *cell = mesh->cells + (size_t)size * (i / (size_t)per), *pair = pairs[i % (size_t)per];
    uint32_t a = (uint32_t)cell[pair[0]], b = (uint32_t)cell[pair[1]];
    all[i][0] = a < b ? a : b;
    all[i][1] = a < b ? b : a;
  }
  qsort(all, count, sizeof *all, compare_edges);
  for (size_t i = 0; i < count; ++i)
    if (i == 0 || compare_edges(all[i], all[i - 1]) != 0) {
      all[kept][0] = all[i][0];
      all[kept++][1] = all[i][1];
    }
  return kept;
}

static void add_body(const publisher *p, int body, bytes *out) {
  const vt_model *model = vt_world_model(p->world);
  vt_body_kind kind = vt_model_body_kind(model, body);
  bool soft = kind == VT_BODY_DEFORMABLE, posed = !soft && kind != VT_BODY_QUASI_RIGID;
  vt_pose pose = vt_world_body_pose(p->world, body);
  vt_surface_view visual = vt_world_visual_surface(p->world, body),
                  collision = vt_world_collision_surface(p->world, body);
  if (!p->own_collision[body]) collision = (vt_surface_view){0};
  uint32_t *edges = NULL;
  int edge_count = soft ? find_edges(vt_model_body_mesh(model, body), &edges) : 0;
  if (edge_count < 0) out->failed = true;
  const uint32_t counts[6] = {(uint32_t)visual.vertex_count, (uint32_t)visual.triangle_count,
      (uint32_t)collision.vertex_count, (uint32_t)collision.triangle_count,
      soft ? (uint32_t)vt_model_node_count(model, body) : 0, (uint32_t)edge_count};
  size_t numbers = 6 + 3 * ((size_t)counts[0] + counts[1] + counts[2] + counts[3]) + 2 * (size_t)counts[5];
  bytes_u32(out, SECTION_GEOMETRY);
  bytes_u32(out, (uint32_t)body);
  bytes_u32(out, 1);
  bytes_u32(out, (uint32_t)(4 * numbers));
  for (int i = 0; i < 6; ++i) bytes_u32(out, counts[i]);
  add_surface(out, visual, posed ? &pose : NULL);
  add_surface(out, collision, posed ? &pose : NULL);
  for (int i = 0; i < 2 * edge_count; ++i) bytes_u32(out, edges[i]);
  bytes_align(out);
  free(edges);
}

void describe_geometry(const publisher *p, bytes *out) {
  int bodies = vt_model_body_count(vt_world_model(p->world));
  bytes_add(out, "VTG1", 4);
  bytes_u32(out, 0);
  bytes_u32(out, 0);
  bytes_u32(out, (uint32_t)bodies);
  bytes_u64(out, 0);
  bytes_u64(out, (uint64_t)vt_world_step_count(p->world));
  bytes_f64(out, vt_world_time(p->world));
  for (int i = 0; i < bodies; ++i) add_body(p, i, out);
}

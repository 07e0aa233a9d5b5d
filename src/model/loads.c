// Adding loads to a model.
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

vt_load_def vt_load_def_default(void) { return (vt_load_def){.body = -1}; }

void vt_load_free(vt_load *load) {
  free(load->name);
  free(load->nodes);
  free(load->weights);
  free(load->areas);
  free(load->triangles);
  vt_curve_free(&load->curve);
  *load = (vt_load){0};
}

// Half the cross product: a triangle's area as a vector along its normal.
static vt_vec3 triangle_area(const vt_mesh *mesh, int triangle) {
  const int *t = mesh->triangles + 3 * triangle;
  vt_vec3 a = mesh->nodes[t[0]];
  return vt_scale(0.5, vt_cross(vt_sub(mesh->nodes[t[1]], a), vt_sub(mesh->nodes[t[2]], a)));
}

// Shares of a force: by area where the region has triangles, else equal.
static bool share_force(
    vt_load *load, const vt_mesh *mesh, const vt_region *region, const char *what, vt_error *error) {
  if (!vt_region_nodes(mesh, region, what, &load->nodes, &load->count, error)) return false;
  load->weights = VT_NEW(double, load->count, error);
  double *area = VT_NEW(double, mesh->node_count, error);
  int *triangles = NULL, triangle_count = 0;
  vt_error none = {0}; // a region without triangles is no error here
  bool done = load->weights != NULL && area != NULL;
  if (done) vt_region_triangles(mesh, region, what, &triangles, &triangle_count, &none);
  if (none.code == VT_NO_MEMORY) done = vt_fail(error, VT_NO_MEMORY, "%s", none.message);
  double total = 0;
  for (int k = 0; k < triangle_count && done; ++k) {
    double third = vt_norm(triangle_area(mesh, triangles[k])) / 3;
    for (int c = 0; c < 3; ++c) area[mesh->triangles[3 * triangles[k] + c]] += third;
    total += 3 * third;
  }
  for (int k = 0; k < load->count && done; ++k)
    load->weights[k] = total > 0 ? area[load->nodes[k]] / total : 1.0 / load->count;
  free(triangles);
  free(area);
  return done;
}

static bool press_triangles(
    vt_load *load, const vt_mesh *mesh, const vt_region *region, const char *what, vt_error *error) {
  int *triangles = NULL;
  if (!vt_region_triangles(mesh, region, what, &triangles, &load->count, error)) return false;
  load->triangles = VT_NEW(int, 3 * load->count, error);
  for (int k = 0; k < load->count && load->triangles != NULL; ++k)
    memcpy(load->triangles + 3 * k, mesh->triangles + 3 * triangles[k], 3 * sizeof *load->triangles);
  free(triangles);
  return load->triangles != NULL;
}

// On a rigid body only the centre of area, the area as a vector and its moment count.
static bool sum_triangles(
    vt_load *load, const vt_body *body, const vt_region *region, const char *what, vt_error *error) {
  int *triangles = NULL, count = 0;
  const vt_mesh *mesh = body->mesh;
  if (!vt_region_triangles(mesh, region, what, &triangles, &count, error)) return false;
  double total = 0;
  for (int k = 0; k < count; ++k) {
    const int *t = mesh->triangles + 3 * triangles[k];
    vt_vec3 middle =
        vt_scale(1.0 / 3, vt_add(vt_add(mesh->nodes[t[0]], mesh->nodes[t[1]]), mesh->nodes[t[2]]));
    vt_vec3 area = triangle_area(mesh, triangles[k]);
    load->area = vt_add(load->area, area);
    load->area_moment = vt_add(load->area_moment, vt_cross(vt_sub(middle, body->rigid.center), area));
    load->center = vt_madd(load->center, vt_norm(area), middle);
    total += vt_norm(area);
  }
  load->center = vt_scale(1 / total, load->center);
  free(triangles);
  return true;
}

// A force on a quasi-rigid body: where it acts on the whole, and its shares at the nodes that bend.
static bool share_bending(
    vt_load *load, const vt_body *body, const vt_region *region, const char *what, vt_error *error) {
  int kept = 0;
  if (!share_force(load, body->mesh, region, what, error)) return false;
  for (int k = 0; k < load->count; ++k) {
    load->center = vt_madd(load->center, load->weights[k], body->mesh->nodes[load->nodes[k]]);
    if (body->bend_place[load->nodes[k]] < 0) continue;
    load->weights[kept] = load->weights[k];
    load->nodes[kept++] = body->bend_place[load->nodes[k]];
  }
  load->count = kept;
  return true;
}

// A pressure on one: its sums, and the areas at the nodes that bend.
static bool press_bending(
    vt_load *load, const vt_body *body, const vt_region *region, const char *what, vt_error *error) {
  int *triangles = NULL, count = 0;
  load->areas = VT_NEW(vt_vec3, body->bending.count, error);
  if (load->areas == NULL || !sum_triangles(load, body, region, what, error) ||
      !vt_region_triangles(body->mesh, region, what, &triangles, &count, error))
    return false;
  for (int k = 0; k < 3 * count; ++k) {
    int place = body->bend_place[body->mesh->triangles[3 * triangles[k / 3] + k % 3]];
    if (place >= 0)
      load->areas[place] = vt_madd(load->areas[place], 1.0 / 3, triangle_area(body->mesh, triangles[k / 3]));
  }
  free(triangles);
  return true;
}

int vt_model_add_load(vt_model *model, const vt_load_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->load_count;
  vt_label label = vt_label_of("load", def->name, count);
  if (!vt_check_name("load", def->name, model->loads, count, sizeof *model->loads, error) ||
      !vt_check_number(label.text, "body", def->body, model->body_count, error))
    return -1;
  const vt_body *body = &model->bodies[def->body];
  vt_load load = {.kind = def->kind, .body = def->body, .force = def->force, .pressure = def->pressure};
  bool done = (vt_is_finite(def->force) && isfinite(def->pressure)) ||
              vt_fail(error, VT_BAD_INPUT, "%s: it is not finite", label.text);
  if (done && def->kind != VT_LOAD_FORCE && def->kind != VT_LOAD_PRESSURE)
    done = vt_fail(
        error, VT_BAD_INPUT, "%s: its kind is %d, expected force or pressure", label.text, (int)def->kind);
  if (done && body->kind != VT_BODY_DEFORMABLE && body->kind != VT_BODY_RIGID)
    done = vt_fail(error, VT_BAD_INPUT, "%s: body '%s' cannot be moved by a load", label.text, body->name);
  load.name = done ? vt_copy_string(def->name == NULL ? "" : def->name, error) : NULL;
  done = done && load.name != NULL && VT_RESERVE(&model->loads, &model->load_room, count + 1, error) &&
         vt_curve_copy(&load.curve, &def->curve, label.text, error);
  if (vt_body_has_elements(body)) {
    done = done && (def->kind == VT_LOAD_FORCE ? share_bending(&load, body, &def->region, label.text, error)
                                               : press_bending(&load, body, &def->region, label.text, error));
  } else if (body->kind == VT_BODY_RIGID) {
    done = done && sum_triangles(&load, body, &def->region, label.text, error);
  } else if (def->kind == VT_LOAD_FORCE) {
    done = done && share_force(&load, body->deformable.mesh, &def->region, label.text, error);
  } else {
    done = done && press_triangles(&load, body->deformable.mesh, &def->region, label.text, error);
  }
  if (!done) {
    vt_load_free(&load);
    return -1;
  }
  model->loads[count] = load;
  return model->load_count++;
}

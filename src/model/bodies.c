// Adding bodies to a model.
#include "body/modes.h"
#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>

vt_material vt_material_default(void) {
  return (vt_material){.young = 4e6, .poisson = 0.45, .density = 1100};
}

vt_deformable_def vt_deformable_def_default(void) {
  return (vt_deformable_def){.pose = vt_pose_identity(), .material = vt_material_default(), .gravity = true};
}

vt_rigid_def vt_rigid_def_default(void) {
  return (vt_rigid_def){.pose = vt_pose_identity(), .density = 1000, .gravity = true};
}

vt_quasi_rigid_def vt_quasi_rigid_def_default(void) {
  return (vt_quasi_rigid_def){.rigid = vt_rigid_def_default(), .material = vt_material_default()};
}

vt_driven_def vt_driven_def_default(void) { return (vt_driven_def){.pose = vt_pose_identity(), .frame = -1}; }

void vt_body_free(vt_body *body) {
  free(body->name);
  vt_deformable_model_free(&body->deformable);
  vt_bending_free(&body->bending);
  free(body->bend_place);
  vt_mesh_destroy(body->mesh);
  if (body->skin != NULL) vt_skin_free(body->skin);
  free(body->skin);
  vt_surface_free(&body->collision);
  vt_surface_free(&body->visual);
  vt_surface_topology_destroy(body->topology);
  free(body->surface);
  *body = (vt_body){0};
}

static bool check_surface(const vt_mesh *mesh, const char *use, const char *what, vt_error *error) {
  vt_error inner = {0};
  if (mesh == NULL) return vt_fail(error, VT_BAD_INPUT, "%s: no mesh is given", what);
  if (!vt_mesh_check_closed(mesh, &inner))
    return vt_fail(error, inner.code, "%s: its %s is not closed: %s", what, use, inner.message);
  double volume = vt_mesh_volume(mesh);
  if (!(volume > 0))
    return vt_fail(error, VT_BAD_INPUT,
        "%s: its %s %s encloses %g m^3, expected a surface that faces outwards", what, use, mesh->source,
        volume);
  return true;
}

static bool is_visual_given(const vt_body *body) { return body->visual.vertex_count > 0; }

// Takes the body into the model's arrays: the number it gets, or -1.
static int keep(vt_model *model, vt_body *body, const char *surface, vt_error *error) {
  const vt_surface *c = &body->collision;
  body->surface = vt_copy_string(surface == NULL ? "" : surface, error);
  body->topology =
      vt_surface_topology_create(c->rest, c->vertex_count, c->triangles, c->triangle_count, error);
  if (body->surface == NULL || body->topology == NULL ||
      !VT_RESERVE(&model->bodies, &model->body_room, model->body_count + 1, error)) {
    vt_body_free(body);
    return -1;
  }
  body->first_node = model->node_count;
  body->rigid_index = model->rigid_count;
  body->first_bend = model->bend_count;
  body->first_mode = model->mode_count;
  body->first_collision = model->collision_count;
  body->first_visual = model->visual_count;
  if (body->kind == VT_BODY_DEFORMABLE) model->node_count += body->deformable.mesh->node_count;
  if (body->kind == VT_BODY_RIGID) ++model->rigid_count;
  model->bend_count += body->bending.count;
  model->mode_count += body->bending.mode_count;
  model->collision_count += body->collision.vertex_count;
  if (is_visual_given(body)) model->visual_count += body->visual.vertex_count;
  model->bodies[model->body_count] = *body;
  return model->body_count++;
}

static bool begin(vt_model *model, vt_body *body, vt_body_kind kind, const char *name, vt_pose pose,
    const char *what, vt_error *error) {
  *body = (vt_body){.kind = kind, .pose = pose, .frame = -1};
  if (!vt_check_name("body", name, model->bodies, model->body_count, sizeof *model->bodies, error) ||
      !vt_check_pose(&body->pose, what, error))
    return false;
  body->name = vt_copy_string(name == NULL ? "" : name, error);
  return body->name != NULL;
}

static bool deformable_surfaces(
    vt_body *body, const vt_deformable_def *def, const char *what, vt_error *error) {
  const vt_mesh *cells = body->deformable.mesh;
  if (def->collision == NULL) {
    if (!vt_surface_boundary(&body->collision, cells, error)) return false;
  } else if (!check_surface(def->collision, "collision mesh", what, error) ||
             !vt_surface_embedded(&body->collision, cells, def->collision, NULL, error)) {
    return false;
  }
  return def->visual == NULL || vt_surface_embedded(&body->visual, cells, def->visual, NULL, error);
}

int vt_model_add_deformable(vt_model *model, const vt_deformable_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  vt_label label = vt_label_of("body", def->name, model->body_count);
  vt_body body;
  if (!begin(model, &body, VT_BODY_DEFORMABLE, def->name, def->pose, label.text, error)) return -1;
  bool done = vt_is_finite(def->velocity) ||
              vt_fail(error, VT_BAD_INPUT, "%s: its velocity is not finite", label.text);
  body.velocity = def->velocity;
  body.self_contact = def->self_contact;
  done = done && vt_deformable_model_init(&body.deformable, def, label.text, error) &&
         deformable_surfaces(&body, def, label.text, error);
  if (!done) {
    vt_body_free(&body);
    return -1;
  }
  return keep(model, &body, def->surface, error);
}

// What rigid, driven and fixed bodies have in common: a closed mesh and its surfaces, or points.
static bool solid_surfaces(vt_body *body, const vt_mesh *mesh, const vt_mesh *visual,
    const vt_points_def *points, const char *what, vt_error *error) {
  if ((points == NULL || mesh != NULL) && !check_surface(mesh, "mesh", what, error)) return false;
  body->meshed = mesh != NULL;
  if (points != NULL) return vt_body_make_skin(body, points, mesh, visual, what, error);
  if (!vt_surface_rigid(&body->collision, mesh, error)) return false;
  body->mesh = vt_mesh_copy(mesh, error);
  return body->mesh != NULL && (visual == NULL || vt_surface_rigid(&body->visual, visual, error));
}

int vt_model_add_rigid(vt_model *model, const vt_rigid_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  vt_label label = vt_label_of("body", def->name, model->body_count);
  vt_body body;
  if (!begin(model, &body, VT_BODY_RIGID, def->name, def->pose, label.text, error)) return -1;
  if (!solid_surfaces(&body, def->mesh, def->visual, def->points, label.text, error) ||
      !vt_rigid_model_init(&body.rigid, def, error)) {
    vt_body_free(&body);
    return -1;
  }
  body.rigid_start = vt_rigid_initial_state(&body.rigid, def);
  return keep(model, &body, def->surface, error);
}

// ---------------------------------------------------------------- quasi-rigid bodies

static void mark_nodes(const vt_surface *surface, const bool *touched, bool *wanted) {
  for (int k = 0; surface->vertex_count > 0 && k < surface->start[surface->vertex_count]; ++k)
    wanted[surface->nodes[k]] = touched[surface->nodes[k]];
}

// Leaves of a surface's nodes those that bend, by their numbers there.
static void renumber(vt_surface *surface, const int *place) {
  int kept = 0;
  for (int i = 0, k = 0; i < surface->vertex_count; ++i) {
    for (; k < surface->start[i + 1]; ++k) {
      if (place[surface->nodes[k]] < 0) continue;
      surface->weights[kept] = surface->weights[k];
      surface->nodes[kept++] = place[surface->nodes[k]];
    }
    surface->start[i + 1] = kept;
  }
  surface->identity = false;
}

// C of the nodes that its surfaces follow, in the region that is touched.
static bool make_bending(vt_body *body, const vt_quasi_rigid_def *def, const char *what, vt_error *error) {
  const vt_mesh *mesh = body->deformable.mesh;
  char text[128];
  snprintf(text, sizeof text, "%.100s: what is touched", what);
  bool *touched = VT_NEW(bool, mesh->node_count, error), *wanted = VT_NEW(bool, mesh->node_count, error);
  int *nodes = NULL, count = 0;
  vt_region all = vt_region_all();
  body->bend_place = VT_NEW(int, mesh->node_count, error);
  bool done = touched != NULL && wanted != NULL && body->bend_place != NULL &&
              vt_region_nodes(mesh, def->touched != NULL ? def->touched : &all, text, &nodes, &count, error);
  if (done) {
    for (int k = 0; k < count; ++k) touched[nodes[k]] = true;
    mark_nodes(&body->collision, touched, wanted);
    mark_nodes(&body->visual, touched, wanted);
    done = vt_bending_init(&body->bending, &body->deformable, wanted, def->held,
        (vt_ringing){def->modes, def->mode_damping}, what, body->bend_place, error);
  }
  free(touched);
  free(wanted);
  free(nodes);
  return done;
}

// Its elements are needed until C is made, and its mesh to find places in it.
static bool make_quasi_rigid(
    vt_body *body, const vt_quasi_rigid_def *def, const char *what, vt_error *error) {
  if (def->rigid.mesh == NULL) return vt_fail(error, VT_BAD_INPUT, "%s: no mesh is given", what);
  if (def->rigid.mesh->cell_count == 0)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: mesh %s has no cells, a quasi-rigid body needs tetrahedra or hexahedra", what,
        def->rigid.mesh->source);
  if (def->modes < 0 || def->modes > VT_MAX_MODES)
    return vt_fail(
        error, VT_BAD_INPUT, "%s: found %d modes, expected 0 to %d", what, def->modes, VT_MAX_MODES);
  if (!(def->mode_damping >= 0) || !isfinite(def->mode_damping))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: found a mode_damping of %g, expected 0 or more", what, def->mode_damping);
  vt_rigid_def rigid = def->rigid;
  vt_deformable_def soft = {.mesh = rigid.mesh,
      .material = def->material,
      .element = def->element,
      .collision = def->collision,
      .visual = rigid.visual};
  rigid.density = def->material.density;
  soft.material.law = VT_LAW_COROTATED;
  if (!vt_rigid_model_init(&body->rigid, &rigid, error)) return false;
  soft.mass = body->rigid.mass;
  if (!vt_deformable_model_init(&body->deformable, &soft, what, error) ||
      !deformable_surfaces(body, &soft, what, error) || !make_bending(body, def, what, error))
    return false;
  renumber(&body->collision, body->bend_place);
  if (is_visual_given(body)) renumber(&body->visual, body->bend_place);
  body->mesh = body->deformable.mesh;
  body->meshed = true;
  body->deformable.mesh = NULL;
  vt_deformable_model_free(&body->deformable);
  body->rigid_start = vt_rigid_initial_state(&body->rigid, &rigid);
  return true;
}

// Displaced about its control points instead.
static bool make_of_points(vt_body *body, const vt_quasi_rigid_def *def, const char *what, vt_error *error) {
  vt_rigid_def rigid = def->rigid;
  rigid.density = def->material.density;
  if (!solid_surfaces(body, rigid.mesh, rigid.visual, rigid.points, what, error) ||
      !vt_rigid_model_init(&body->rigid, &rigid, error) || !vt_body_soften_skin(body, def, what, error))
    return false;
  body->rigid_start = vt_rigid_initial_state(&body->rigid, &rigid);
  return true;
}

int vt_model_add_quasi_rigid(vt_model *model, const vt_quasi_rigid_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  vt_label label = vt_label_of("body", def->rigid.name, model->body_count);
  vt_body body;
  if (!begin(model, &body, VT_BODY_RIGID, def->rigid.name, def->rigid.pose, label.text, error)) return -1;
  if (def->rigid.points != NULL ? !make_of_points(&body, def, label.text, error)
                                : !make_quasi_rigid(&body, def, label.text, error)) {
    vt_body_free(&body);
    return -1;
  }
  return keep(model, &body, def->rigid.surface, error);
}

void vt_body_place_surface(
    const vt_body *body, const vt_surface *surface, vt_pose pose, const vt_bend *bends, vt_vec3 *vertices) {
  vt_surface_update_pose(surface, pose, vertices);
  if (!vt_body_bends(body)) return;
  vt_mat3 turn = vt_quat_to_mat(pose.rotation);
  for (int i = 0; i < surface->vertex_count; ++i) {
    int first = surface->start[i];
    vertices[i] = vt_add(
        vertices[i], vt_mat_apply(turn, vt_bends_at(bends + body->first_bend, surface->start[i + 1] - first,
                                            surface->nodes + first, surface->weights + first)));
  }
}

// ---------------------------------------------------------------- driven and fixed bodies

int vt_model_add_driven(vt_model *model, const vt_driven_def *def, vt_error *error) {
  if (!vt_model_may_change(model, def, error)) return -1;
  vt_label label = vt_label_of("body", def->name, model->body_count);
  vt_body body;
  vt_body_kind kind = def->frame < 0 ? VT_BODY_FIXED : VT_BODY_DRIVEN;
  if (def->frame >= 0 && !vt_check_number(label.text, "frame", def->frame, model->frame_count, error))
    return -1;
  if (!begin(model, &body, kind, def->name, def->pose, label.text, error)) return -1;
  body.frame = def->frame < 0 ? -1 : def->frame;
  if (!solid_surfaces(&body, def->mesh, def->visual, def->points, label.text, error)) {
    vt_body_free(&body);
    return -1;
  }
  return keep(model, &body, def->surface, error);
}

vt_pose vt_body_pose(const vt_body *b, const vt_rigid_state *rigid, const vt_pose *frames) {
  if (b->kind == VT_BODY_RIGID) return vt_rigid_pose(&b->rigid, &rigid[b->rigid_index]);
  return b->frame < 0 ? b->pose : vt_pose_mul(frames[b->frame], b->pose);
}

vt_pose vt_model_start_pose(const vt_model *model, int body) {
  const vt_body *b = &model->bodies[body];
  if (b->kind == VT_BODY_RIGID) return vt_rigid_pose(&b->rigid, &b->rigid_start);
  return b->frame < 0 ? b->pose : vt_pose_mul(vt_model_frame_start(model, b->frame), b->pose);
}

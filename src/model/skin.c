// Bodies that touch others by points instead of triangles.
#include "base/vec.h"
#include "geometry/blue_noise.h"
#include "mesh/cloud.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

// Of the spacing: how far the corners of the triangle that stands for a point are from it. Those of a
// hexagonal lattice then cover a plane twice, and there are no holes to look through.
static const double SURFEL = 1.15;

static double area_of(const vt_mesh *mesh) {
  double area = 0;
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const int *v = mesh->triangles + 3 * t;
    vt_vec3 a = mesh->nodes[v[0]];
    area += 0.5 * vt_norm(vt_cross(vt_sub(mesh->nodes[v[1]], a), vt_sub(mesh->nodes[v[2]], a)));
  }
  return area;
}

static bool check_points(const vt_points_def *def, const vt_mesh *mesh, const char *what, vt_error *error) {
  if (def->points == NULL && mesh == NULL)
    return vt_fail(error, VT_BAD_INPUT, "%s: found neither points nor a mesh to sample", what);
  if (def->count < 4)
    return vt_fail(error, VT_BAD_INPUT, "%s: found %d points, expected 4 at least", what, def->count);
  if (def->controls < 0 || def->controls > def->count)
    return vt_fail(error, VT_BAD_INPUT, "%s: found %d control points of %d points, expected 1 to %d", what,
        def->controls, def->count, def->count);
  return true;
}

// The points as they are given, checked, or sampled.
static bool gather(const vt_points_def *def, const vt_mesh *mesh, const char *what, vt_cloud *cloud,
    double *area, vt_error *error) {
  if (!check_points(def, mesh, what, error)) return false;
  if (def->points != NULL) return vt_cloud_init(cloud, what, def->points, def->normals, def->count, error);
  vt_vec3 *points = VT_NEW(vt_vec3, def->count, error), *normals = VT_NEW(vt_vec3, def->count, error);
  bool done = points != NULL && normals != NULL &&
              vt_blue_noise(mesh->nodes, mesh->triangles, mesh->triangle_count, def->count, def->seed, points,
                  normals, error) &&
              vt_cloud_init(cloud, what, points, normals, def->count, error);
  *area = area_of(mesh);
  free(points);
  free(normals);
  return done;
}

// The control points as a surface without triangles that follows a pose.
static bool copy_controls(vt_surface *surface, const vt_sphere_tree *tree, vt_error *error) {
  *surface = (vt_surface){.vertex_count = tree->leaf_count, .triangles = VT_NEW(int, 1, error)};
  surface->rest = vt_copy_block(tree->controls, (size_t)tree->leaf_count, sizeof *tree->controls, error);
  return surface->triangles != NULL && surface->rest != NULL;
}

// A small triangle for every point, to look at.
static vt_mesh *make_surfels(const vt_points *points, const char *what, vt_error *error) {
  size_t count = 3 * (size_t)points->count;
  vt_vec3 *nodes = VT_NEW(vt_vec3, count, error);
  int *triangles = VT_NEW(int, count, error);
  double mean = 0;
  vt_mesh *mesh = NULL;
  for (int i = 0; i < points->count; ++i) mean += points->bandwidths[i] / points->count;
  for (int i = 0; i < points->count && nodes != NULL && triangles != NULL; ++i) {
    vt_vec3 z = points->normals[i],
            x = vt_normalized(vt_cross(fabs(z.x) < fabs(z.y) ? vt_v3(1, 0, 0) : vt_v3(0, 1, 0), z)),
            y = vt_cross(z, x);
    double size = SURFEL * points->spacing * points->bandwidths[i] / mean;
    for (int k = 0; k < 3; ++k) {
      double angle = 2 * VT_PI * k / 3;
      nodes[3 * i + k] = vt_madd(vt_madd(points->points[i], size * cos(angle), x), size * sin(angle), y);
      triangles[3 * i + k] = 3 * i + k;
    }
  }
  if (nodes != NULL && triangles != NULL)
    mesh = vt_mesh_create(what, nodes, (int)count, VT_CELL_NONE, NULL, 0, triangles, points->count, error);
  free(nodes);
  free(triangles);
  return mesh;
}

bool vt_body_make_skin(vt_body *body, const vt_points_def *def, const vt_mesh *mesh, const vt_mesh *visual,
    const char *what, vt_error *error) {
  vt_cloud cloud = {0};
  double area = 0;
  body->skin = VT_NEW(vt_skin, 1, error);
  bool done = body->skin != NULL && gather(def, mesh, what, &cloud, &area, error);
  if (done) {
    int controls = def->controls > 0 ? def->controls : 1 + (cloud.count - 1) / VT_SPHERE_LEAF;
    if (controls > cloud.count) controls = cloud.count; // points that repeat another are left out
    done = vt_skin_init(body->skin, cloud.points, cloud.normals, cloud.count, controls, area, error) &&
           copy_controls(&body->collision, &body->skin->tree, error);
  }
  vt_cloud_free(&cloud);
  if (!done) return false;
  body->mesh = mesh != NULL ? vt_mesh_copy(mesh, error) : make_surfels(&body->skin->surface, what, error);
  return body->mesh != NULL && vt_surface_rigid(&body->visual, visual != NULL ? visual : body->mesh, error);
}

// ---------------------------------------------------------------- displaced by forces

static bool check_compliance(const vt_quasi_rigid_def *def, const char *what, vt_error *error) {
  const vt_material *m = &def->material;
  if (!(isfinite(m->stiffness_damping) && m->stiffness_damping >= 0))
    return vt_fail(error, VT_BAD_INPUT, "%s: found a stiffness damping of %g s, expected 0 or more", what,
        m->stiffness_damping);
  if (def->compliance == VT_COMPLIANCE_GAUSSIAN) {
    if (!(isfinite(def->stiffness) && def->stiffness > 0))
      return vt_fail(
          error, VT_BAD_INPUT, "%s: found a stiffness of %g N/m, expected above 0", what, def->stiffness);
    return (isfinite(def->width) && def->width > 0) ||
           vt_fail(error, VT_BAD_INPUT, "%s: found a width of %g m, expected above 0", what, def->width);
  }
  if (def->compliance != VT_COMPLIANCE_HALF_SPACE)
    return vt_fail(error, VT_BAD_INPUT, "%s: found compliance %d, expected one of vt_points_compliance", what,
        (int)def->compliance);
  if (!(isfinite(m->young) && m->young > 0))
    return vt_fail(error, VT_BAD_INPUT, "%s: found Young's modulus %g Pa, expected above 0", what, m->young);
  return (m->poisson >= 0 && m->poisson < 0.5) ||
         vt_fail(error, VT_BAD_INPUT, "%s: found Poisson's ratio %g, expected 0 to 0.5", what, m->poisson);
}

// Every vertex of a surface follows the control points around it, as (8) has it.
static bool follow_controls(vt_surface *surface, const vt_skin *skin, vt_error *error) {
  size_t room = VT_SKIN_NEAR * (size_t)surface->vertex_count;
  surface->start = VT_NEW(int, surface->vertex_count + 1, error);
  surface->nodes = VT_NEW(int, room, error);
  surface->weights = VT_NEW(double, room, error);
  if (surface->start == NULL || surface->nodes == NULL || surface->weights == NULL) return false;
  for (int i = 0, k = 0; i < surface->vertex_count; ++i, surface->start[i] = k)
    k += vt_skin_weights(skin, surface->rest[i], surface->nodes + k, surface->weights + k);
  return true;
}

// A control point follows itself.
static bool follow_own(vt_surface *surface, vt_error *error) {
  surface->start = VT_NEW(int, surface->vertex_count + 1, error);
  surface->nodes = VT_NEW(int, surface->vertex_count, error);
  surface->weights = VT_NEW(double, surface->vertex_count, error);
  if (surface->start == NULL || surface->nodes == NULL || surface->weights == NULL) return false;
  for (int i = 0; i < surface->vertex_count; ++i) {
    surface->nodes[i] = i;
    surface->weights[i] = 1;
    surface->start[i + 1] = i + 1;
  }
  return true;
}

bool vt_body_soften_skin(vt_body *body, const vt_quasi_rigid_def *def, const char *what, vt_error *error) {
  vt_bending *b = &body->bending;
  if (!check_compliance(def, what, error)) return false;
  *b = (vt_bending){.damping = def->material.stiffness_damping, .element = (int)VT_ELEMENT_AUTO};
  bool done =
      def->compliance == VT_COMPLIANCE_GAUSSIAN
          ? vt_kernel_gaussian(&b->kernel, body->skin, def->stiffness, def->width, error)
          : vt_kernel_half_space(&b->kernel, body->skin, def->material.young, def->material.poisson, error);
  if (!done) return false;
  b->count = b->kernel.count;
  return follow_own(&body->collision, error) && follow_controls(&body->visual, body->skin, error);
}

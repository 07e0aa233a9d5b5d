// The compliance between control points of a surface, by a formula.
#include "body/bending.h"

#include "base/memory.h"

#include <stdlib.h>

// Spacings of control points: how far from forces displacements are looked at. What touches next is nearer;
// so is what can be told from nothing by eye.
static const double RANGE = 12;

static bool init(vt_kernel *kernel, const vt_skin *skin, vt_error *error) {
  const vt_sphere_tree *tree = &skin->tree;
  *kernel = (vt_kernel){.count = tree->leaf_count, .across = 1, .skin = skin, .range = RANGE * skin->spacing};
  kernel->points = VT_NEW(vt_kernel_point, tree->leaf_count, error);
  if (kernel->points == NULL) return false;
  for (int i = 0; i < tree->leaf_count; ++i)
    kernel->points[i] = (vt_kernel_point){.place = tree->controls[i], .normal = tree->normals[i]};
  return true;
}

bool vt_kernel_half_space(
    vt_kernel *kernel, const vt_skin *skin, double young, double poisson, vt_error *error) {
  if (!init(kernel, skin, error)) return false;
  kernel->scale = (1 - poisson * poisson) / (VT_PI * young);
  kernel->across = sqrt((2 - poisson) / (2 * (1 - poisson)));
  for (int i = 0; i < kernel->count; ++i) {
    // c / sqrt(2 s) = c 16 / (3 pi a), a = sqrt(A / pi)
    double root = 3 * VT_PI / 16 * sqrt(skin->areas[i] / VT_PI);
    kernel->points[i].square = 0.5 * root * root;
  }
  return true;
}

bool vt_kernel_gaussian(
    vt_kernel *kernel, const vt_skin *skin, double stiffness, double width, vt_error *error) {
  if (!init(kernel, skin, error)) return false;
  kernel->scale = 1 / stiffness;
  kernel->width = width;
  return true;
}

void vt_kernel_free(vt_kernel *kernel) {
  free(kernel->points);
  *kernel = (vt_kernel){0};
}

// ---------------------------------------------------------------- displacements

// Of the largest force: what is left of one that has faded, as of a contact that has gone.
static const double FADED = 1e-9;

static void look_at(void *context, int point, double square) {
  vt_bend *bends = context;
  (void)square;
  bends[point].shift = vt_v3(0, 0, 0);
}

enum { AT_ONCE = 64 }; // forces

typedef struct loaded {
  int count, points[AT_ONCE];
  vt_vec3 forces[AT_ONCE]; // S f
} loaded;

static void displace(const vt_kernel *k, loaded *l, vt_bend *bends) {
  for (int i = 0; i < k->count; ++i)
    for (int n = 0; n < l->count && isfinite(bends[i].shift.x); ++n)
      bends[i].shift = vt_madd(bends[i].shift, vt_kernel_phi(k, i, l->points[n]), l->forces[n]);
  l->count = 0;
}

void vt_bending_add_by_kernel(const vt_kernel *k, double scale, const vt_vec3 *forces, vt_bend *bends) {
  double most = 0;
  bool any = false;
  for (int j = 0; j < k->count; ++j) any |= vt_dot(forces[j], forces[j]) > 0;
  if (!any) return;
  for (int j = 0; j < k->count; ++j) {
    bends[j].force = vt_madd(bends[j].force, scale, forces[j]);
    bends[j].shift = vt_v3(INFINITY, 0, 0); // not looked at
    most = fmax(most, vt_dot(bends[j].force, bends[j].force));
  }
  for (int j = 0; j < k->count; ++j) {
    if (!(vt_dot(bends[j].force, bends[j].force) > FADED * FADED * most))
      bends[j].force = vt_v3(0, 0, 0);
    else
      vt_kd_tree_within(&k->skin->near, k->points[j].place, k->range, look_at, bends);
  }
  loaded l = {.count = 0};
  for (int j = 0; j < k->count; ++j) {
    if (vt_dot(bends[j].force, bends[j].force) > 0) {
      l.points[l.count] = j;
      l.forces[l.count++] = vt_kernel_shape(k, j, bends[j].force);
    }
    if (l.count == AT_ONCE || j == k->count - 1) displace(k, &l, bends);
  }
  for (int i = 0; i < k->count; ++i)
    bends[i].shift = isfinite(bends[i].shift.x) ? vt_kernel_shape(k, i, bends[i].shift) : vt_v3(0, 0, 0);
}

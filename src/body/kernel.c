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

// Spacings of control points: forces so near to one whose surroundings are looked at have the same.
static const double SAME = 2;

// Points are displaced in groups, by so many forces at once: compilers make vectors of loops of this length.
enum { GROUP = 32, AT_ONCE = 256 };

typedef struct loaded {
  int count, points[AT_ONCE];
  vt_vec3 forces[AT_ONCE]; // S f
} loaded;

typedef struct group {
  int count, points[GROUP];
  double x[GROUP], y[GROUP], z[GROUP], square[GROUP], nx[GROUP], ny[GROUP], nz[GROUP];
  double shift_x[GROUP], shift_y[GROUP], shift_z[GROUP];
} group;

static void join(group *g, const vt_kernel *k, int point, vt_vec3 shift) {
  const vt_kernel_point *p = &k->points[point];
  int i = g->count++;
  g->points[i] = point;
  g->x[i] = p->place.x, g->y[i] = p->place.y, g->z[i] = p->place.z;
  g->nx[i] = p->normal.x, g->ny[i] = p->normal.y, g->nz[i] = p->normal.z;
  g->square[i] = p->square;
  g->shift_x[i] = shift.x, g->shift_y[i] = shift.y, g->shift_z[i] = shift.z;
}

// Adds phi of the half space times a force to all of a group, and to what an earlier one left behind its end.
static void push_group(group *g, const vt_kernel *k, int from, vt_vec3 force) {
  const vt_kernel_point *p = &k->points[from];
  double half = 0.5 * k->scale;
  for (int i = 0; i < GROUP; ++i) {
    double x = g->x[i] - p->place.x, y = g->y[i] - p->place.y, z = g->z[i] - p->place.z;
    double facing = g->nx[i] * p->normal.x + g->ny[i] * p->normal.y + g->nz[i] * p->normal.z;
    double phi = half * (1 + facing) / sqrt(x * x + y * y + z * z + g->square[i] + p->square);
    g->shift_x[i] += phi * force.x;
    g->shift_y[i] += phi * force.y;
    g->shift_z[i] += phi * force.z;
  }
}

static void displace_group(group *g, const vt_kernel *k, const loaded *l, vt_bend *bends) {
  for (int n = 0; n < l->count; ++n) {
    if (!(k->width > 0)) {
      push_group(g, k, l->points[n], l->forces[n]);
      continue;
    }
    for (int i = 0; i < g->count; ++i) {
      double phi = vt_kernel_phi(k, g->points[i], l->points[n]);
      g->shift_x[i] += phi * l->forces[n].x;
      g->shift_y[i] += phi * l->forces[n].y;
      g->shift_z[i] += phi * l->forces[n].z;
    }
  }
  for (int i = 0; i < g->count; ++i)
    bends[g->points[i]].shift = vt_v3(g->shift_x[i], g->shift_y[i], g->shift_z[i]);
  g->count = 0;
}

static void displace(const vt_kernel *k, loaded *l, vt_bend *bends) {
  group g = {.count = 0};
  for (int i = 0; i < k->count; ++i) {
    if (isfinite(bends[i].shift.x)) join(&g, k, i, bends[i].shift);
    if (g.count == GROUP) displace_group(&g, k, l, bends);
  }
  if (g.count > 0) displace_group(&g, k, l, bends);
  l->count = 0;
}

// Adds to the forces, leaves out what has faded; whether any force was added.
static bool add_forces(const vt_kernel *k, double scale, const vt_vec3 *forces, vt_bend *bends) {
  double most = 0;
  bool any = false;
  for (int j = 0; j < k->count && !any; ++j) any = vt_dot(forces[j], forces[j]) > 0;
  for (int j = 0; j < k->count && any; ++j) {
    bends[j].force = vt_madd(bends[j].force, scale, forces[j]);
    most = fmax(most, vt_dot(bends[j].force, bends[j].force));
  }
  for (int j = 0; j < k->count && any; ++j)
    if (!(vt_dot(bends[j].force, bends[j].force) > FADED * FADED * most)) bends[j].force = vt_v3(0, 0, 0);
  return any;
}

static void look_at(void *context, int point, double square) {
  vt_bend *bends = context;
  (void)square;
  bends[point].shift = vt_v3(0, 0, 0);
}

// Marks control points within the range of forces, by a displacement that is a number.
static void look_around(const vt_kernel *k, vt_bend *bends) {
  enum { PLACES = 16 };
  vt_vec3 places[PLACES];
  double same = SAME * k->skin->spacing;
  int count = 0;
  for (int j = 0; j < k->count; ++j) bends[j].shift = vt_v3(INFINITY, 0, 0);
  for (int j = 0; j < k->count; ++j) {
    if (!(vt_dot(bends[j].force, bends[j].force) > 0)) continue;
    vt_vec3 at = k->points[j].place;
    bool seen = false;
    for (int n = 0; n < count && n < PLACES && !seen; ++n)
      seen = vt_dot(vt_sub(at, places[n]), vt_sub(at, places[n])) <= same * same;
    if (seen) continue;
    places[count++ % PLACES] = at;
    vt_kd_tree_within(&k->skin->near, at, k->range + same, look_at, bends);
  }
}

void vt_bending_add_by_kernel(const vt_kernel *k, double scale, const vt_vec3 *forces, vt_bend *bends) {
  if (!add_forces(k, scale, forces, bends)) return;
  look_around(k, bends);
  loaded l = {.count = 0};
  for (int j = 0; j < k->count; ++j) {
    if (vt_dot(bends[j].force, bends[j].force) > 0) {
      l.points[l.count] = j;
      l.forces[l.count++] = vt_kernel_shape(k, j, bends[j].force);
    }
    if (l.count == AT_ONCE) displace(k, &l, bends);
  }
  if (l.count > 0) displace(k, &l, bends);
  for (int i = 0; i < k->count; ++i)
    bends[i].shift = isfinite(bends[i].shift.x) ? vt_kernel_shape(k, i, bends[i].shift) : vt_v3(0, 0, 0);
}

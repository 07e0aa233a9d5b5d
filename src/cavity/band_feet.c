// The closest points of other surfaces, seen from the vertices of one, and how open the gap is there.
#include "cavity/band.h"
#include "geometry/normal_cone.h"
#include "geometry/sagitta.h"
#include "geometry/triangle_distance.h"

// The search for the closest other surface from a vertex.
typedef struct feet_search {
  const vt_collider *colliders;
  double *const *sagittas; // by body and triangle; NULL of those not looked at
  int body, vertex;
  vt_vec3 point;
  double nearest; // m: further ones do not count
} feet_search;

// Of the point and a box: the square of their distance.
static double distance2(vt_vec3 p, const vt_box *box) {
  double x = fmax(0, fmax(box->low.x - p.x, p.x - box->high.x));
  double y = fmax(0, fmax(box->low.y - p.y, p.y - box->high.y));
  double z = fmax(0, fmax(box->low.z - p.z, p.z - box->high.z));
  return x * x + y * y + z * z;
}

static int feature_of(const vt_surface_topology *t, int triangle, unsigned bits) {
  for (int i = 0; i < 3; ++i) {
    if (bits == 1u << i) return vt_feature(VT_FEATURE_VERTEX, t->triangles[3 * triangle + i]);
    if (bits == (1u << i | 1u << (i + 1) % 3))
      return vt_feature(VT_FEATURE_EDGE, t->triangle_edges[3 * triangle + i]);
  }
  return vt_feature(VT_FEATURE_TRIANGLE, triangle);
}

// The closest point of a triangle, if it is nearer than what was found.
static void try_triangle(feet_search *s, int other, int triangle, vt_band_foot *f, int *feature) {
  const vt_collider *c = &s->colliders[other];
  const int *v = c->topology->triangles + 3 * triangle;
  const vt_vec3 corners[3] = {c->vertices[v[0]], c->vertices[v[1]], c->vertices[v[2]]};
  vt_cavity_vertex foot = {other, {v[0], v[1], v[2]}, {0, 0, 0}};
  unsigned bits = vt_triangle_foot(s->point, corners, 0, foot.weights);
  vt_vec3 direction = vt_scale(foot.weights[0], corners[0]);
  direction = vt_madd(vt_madd(direction, foot.weights[1], corners[1]), foot.weights[2], corners[2]);
  direction = vt_sub(direction, s->point);
  double gap = vt_norm(direction);
  if (!(gap < s->nearest)) return;
  s->nearest = gap;
  *feature = feature_of(c->topology, triangle, bits);
  *f = (vt_band_foot){.found = true, .gap = gap, .direction = direction, .foot = foot};
}

static bool look_at(feet_search *s, int other, vt_band_foot *f, int *feature) {
  const vt_bvh *bvh = s->colliders[other].bvh;
  const vt_bvh_node *nodes = bvh->tree->nodes;
  double before = s->nearest;
  int stack[VT_BVH_MAX_LEVELS + 1] = {0}, depth = bvh->tree->node_count > 0;
  while (depth > 0) {
    int node = stack[--depth];
    if (distance2(s->point, &bvh->nodes[node]) >= s->nearest * s->nearest) continue;
    for (int k = 0; k < nodes[node].count; ++k)
      try_triangle(s, other, bvh->tree->order[nodes[node].first + k], f, feature);
    if (nodes[node].count > 0) continue;
    stack[depth++] = nodes[node].right;
    stack[depth++] = node + 1;
  }
  return s->nearest < before;
}

// The direction out of the body, and what gap counts as open. The sagitta of the other surface
// is interpolated between its vertices, so that it does not jump as the closest point moves from
// one triangle to the next.
static void judge(const feet_search *s, int feature, double distance, double reach, vt_band_foot *f) {
  const vt_collider *own = &s->colliders[s->body], *other = &s->colliders[f->foot.body];
  vt_vec3 normal = vt_feature_normal(other->topology, other->vertices, feature);
  bool inside = vt_dot(f->direction, normal) > 0;
  if (isnormal(f->gap)) // else the points tell none, and the normal does
    f->direction = vt_scale((inside ? -1 : 1) / f->gap, f->direction);
  else
    f->direction = vt_scale(-1, normal);
  if (inside) f->gap = -f->gap;
  reach += vt_sagitta_along(own->topology, own->vertices, s->sagittas[s->body],
      vt_feature(VT_FEATURE_VERTEX, s->vertex), f->direction);
  for (int i = 0; i < 3; ++i)
    if (f->foot.weights[i] > 0)
      reach +=
          f->foot.weights[i] * vt_sagitta_along(other->topology, other->vertices, s->sagittas[f->foot.body],
                                   vt_feature(VT_FEATURE_VERTEX, f->foot.corners[i]), f->direction);
  f->openness = f->gap / reach;
  f->closed = f->gap <= distance ? 1 : f->gap >= reach ? 0 : (reach - f->gap) / (reach - distance);
}

static double longest_edge(const vt_collider *c, int vertex) {
  const vt_surface_topology *t = c->topology;
  double max = 0;
  for (int k = t->vertex_edge_start[vertex]; k < t->vertex_edge_start[vertex + 1]; ++k) {
    int other = vt_edge_other(&t->edges[t->vertex_edges[k]], vertex);
    max = fmax(max, vt_norm(vt_sub(c->vertices[other], c->vertices[vertex])));
  }
  return max;
}

// The sagittas of a body's triangles, and how much they add to a reach at most, m; below 0 on failure.
static double ready_sagittas(const vt_collider *c, double **sagittas, vt_arena *arena, vt_error *error) {
  int count = c->topology->triangle_count;
  double max = 0;
  *sagittas = VT_TAKE(arena, double, count, error);
  if (*sagittas == NULL) return -1;
  vt_sagittas(c->topology, c->vertices, *sagittas);
  for (int k = 0; k < count; ++k) max = fmax(max, (*sagittas)[k]);
  return max;
}

// The feet of all vertices of a body, by pieces.
typedef struct feet_job {
  const vt_collider *colliders;
  double *const *sagittas;
  // m, by body: of contacts, of the seal, and with all sagittas; reach 0: not looked at
  const double *distances, *reaches, *largest;
  int count, body, pieces;
  vt_band_foot *feet;
} feet_job;

// Vertices of a piece: some 0.1 ms.
enum { PIECE_VERTICES = 64 };

static void find_feet(void *context, int piece) {
  const feet_job *job = context;
  const vt_collider *own = &job->colliders[job->body];
  int vertices = own->topology->vertex_count, end = vt_part_start(vertices, job->pieces, piece + 1);
  for (int v = vt_part_start(vertices, job->pieces, piece); v < end; ++v) {
    double edge = longest_edge(own, v);
    int feature = 0;
    vt_band_foot *f = &job->feet[v];
    *f = (vt_band_foot){.found = false, .openness = INFINITY};
    feet_search s = {job->colliders, job->sagittas, job->body, v, own->vertices[v], 0};
    for (int other = 0; other < job->count; ++other) {
      if (!(job->reaches[other] > 0)) continue;
      s.nearest = f->found ? fabs(f->gap) : edge + job->largest[other];
      look_at(&s, other, f, &feature);
    }
    if (f->found) judge(&s, feature, job->distances[f->foot.body], job->reaches[f->foot.body], f);
  }
}

vt_band_foot *vt_band_feet(const vt_collider *colliders, int count, int body, vt_contact_rule rule,
    const void *user, vt_pool *pool, vt_arena *arena, vt_error *error) {
  const vt_collider *own = &colliders[body];
  int vertices = own->topology->vertex_count;
  vt_band_foot *feet = VT_TAKE(arena, vt_band_foot, vertices, error);
  double **sagittas = VT_TAKE(arena, double *, count, error);
  double *reaches = VT_TAKE(arena, double, count, error), *largest = VT_TAKE(arena, double, count, error);
  double *distances = VT_TAKE(arena, double, count, error);
  if (feet == NULL || sagittas == NULL || reaches == NULL || largest == NULL || distances == NULL)
    return NULL;
  double max = ready_sagittas(own, &sagittas[body], arena, error);
  if (max < 0) return NULL;
  for (int other = 0; other < count; ++other) {
    reaches[other] = 0;
    if (other == body || own->topology->tree.node_count == 0 ||
        colliders[other].topology->tree.node_count == 0 || (!own->soft && !colliders[other].soft))
      continue;
    vt_contact_settings pair = rule(user, body, other);
    double reach = pair.distance + pair.sealing;
    if (!pair.enabled || !(reach > 0) ||
        vt_boxes_apart(&own->bvh->nodes[0], &colliders[other].bvh->nodes[0], reach + max))
      continue;
    double add = ready_sagittas(&colliders[other], &sagittas[other], arena, error);
    if (add < 0) return NULL;
    reaches[other] = reach;
    distances[other] = pair.distance;
    largest[other] = reach + max + add;
  }
  feet_job job = {
      colliders, sagittas, distances, reaches, largest, count, body, 1 + vertices / PIECE_VERTICES, feet};
  vt_pool_run(pool, job.pieces, find_feet, &job);
  return feet;
}

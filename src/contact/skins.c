// Contacts of bodies whose surfaces are points.
//
// Between two of them the finer one leads: its control points are projected on the other, and what that has
// of its own between them is no sharper than its points. Between points and triangles both have a say: the
// corners of a mesh are sharp, however far apart they are, and are projected on the points; control points
// are dropped on triangles, where these are wider than control points are apart. A control point beside an
// edge stands for the place of the edge next to it, which is then projected on the points: so an edge is
// felt between its corners, with the normal of the smooth one of the two.
#include "contact/skins.h"

#include "contact/nearest.h"
#include "geometry/normal_cone.h"
#include "geometry/points_meet.h"
#include "geometry/triangle_distance.h"

#include <math.h>
#include <stdlib.h>

typedef struct skin_pair {
  const vt_collider *colliders;
  int own, other; // the body with the points, and the other one
  vt_contact_settings settings;
  double reach;  // m: how far apart places may be to touch within the step
  double deeper; // m: how much deeper inside each other they are without their bend
  vt_contact *items;
  int count, room;
  vt_arena *arena;
  vt_error *error;
} skin_pair;

// ---------------------------------------------------------------- motion

// Whether a body has poses, from which its bend is counted.
static bool is_posed(const vt_collider *c) { return c->skin != NULL || !c->soft; }

// How far places of the first body may come nearer to the second within the step, both without their bend.
static double approach(const vt_collider *a, const vt_collider *b) {
  vt_pose before = vt_pose_mul(vt_pose_inverse(b->pose), a->pose),
          after = vt_pose_mul(vt_pose_inverse(b->end_pose), a->end_pose);
  vt_sphere all = a->skin->tree.spheres[0];
  vt_quat turn = vt_quat_mul(vt_quat_conjugate(before.rotation), after.rotation);
  vt_vec3 shift = vt_sub(vt_pose_apply(after, all.centre), vt_pose_apply(before, all.centre));
  return vt_norm(shift) + 2 * vt_norm(vt_v3(turn.x, turn.y, turn.z)) * all.radius;
}

static double motion_of(const vt_collider *c) {
  double most = 0;
  for (int i = 0; i < c->topology->vertex_count; ++i) {
    vt_vec3 by = vt_sub(c->ends[i], c->vertices[i]);
    most = fmax(most, vt_dot(by, by));
  }
  return sqrt(most);
}

static void set_reach(skin_pair *p) {
  const vt_collider *a = &p->colliders[p->own], *b = &p->colliders[p->other];
  p->reach = p->settings.alarm + (is_posed(b) ? approach(a, b) : motion_of(a) + motion_of(b));
  if (is_posed(b)) p->reach += a->rebent + b->rebent;
  p->deeper = a->bent + (b->skin != NULL ? b->bent : 0);
}

// ---------------------------------------------------------------- contacts

static vt_contact *add_contact(skin_pair *p) {
  if (p->count == p->room) {
    int room = p->room < 64 ? 64 : 2 * p->room;
    vt_contact *items = VT_TAKE(p->arena, vt_contact, room, p->error);
    if (items == NULL) return NULL;
    for (int k = 0; k < p->count; ++k) items[k] = p->items[k];
    p->items = items;
    p->room = room;
  }
  return &p->items[p->count++];
}

// One side of a contact: a place on a body, as vertices with weights and what is left to it.
typedef struct touch_side {
  int body, feature;
  int vertices[3];
  double weights[3];
  vt_contact_place cell; // of a skin that bends: in place of the three above
  vt_vec3 offset;        // m
  vt_vec3 shift;         // m: by how much its bend displaces the place
  vt_vec3 motion;        // m: of the place over the step
} touch_side;

static touch_side on_vertex(const skin_pair *p, int body, int vertex) {
  const vt_collider *c = &p->colliders[body];
  return (touch_side){.body = body,
      .feature = vt_feature(VT_FEATURE_VERTEX, vertex),
      .vertices = {vertex, vertex, vertex},
      .weights = {1, 0, 0},
      .motion = vt_sub(c->ends[vertex], c->vertices[vertex])};
}

// A control point: where it is without its bend is what the search saw.
static touch_side on_control(const skin_pair *p, int body, int control) {
  const vt_collider *c = &p->colliders[body];
  touch_side side = on_vertex(p, body, control);
  side.shift = vt_sub(c->vertices[control], vt_pose_apply(c->pose, c->skin->tree.controls[control]));
  return side;
}

// Any place on a skin, in the body's own coordinates; `control` is one near it.
static bool on_skin(const skin_pair *p, int body, vt_vec3 local, int control, touch_side *side) {
  const vt_collider *c = &p->colliders[body];
  vt_vec3 at = vt_pose_apply(c->pose, local);
  *side = on_vertex(p, body, control);
  side->feature = vt_feature(VT_FEATURE_TRIANGLE, 0); // the other side knows it by its own
  side->motion = vt_sub(vt_pose_apply(c->end_pose, local), at);
  side->offset = vt_sub(at, c->vertices[control]);
  if (!c->bends) return true;
  int *vertices = VT_TAKE(p->arena, int, VT_SKIN_NEAR, p->error);
  double *weights = VT_TAKE(p->arena, double, VT_SKIN_NEAR, p->error);
  if (vertices == NULL || weights == NULL) return false;
  side->cell = (vt_contact_place){vt_skin_weights(c->skin, local, vertices, weights), vertices, weights};
  side->offset = at;
  for (int k = 0; k < side->cell.count; ++k) {
    vt_vec3 rest = vt_pose_apply(c->pose, c->skin->tree.controls[vertices[k]]);
    side->offset = vt_madd(side->offset, -weights[k], rest);
    side->shift = vt_madd(side->shift, weights[k], vt_sub(c->vertices[vertices[k]], rest));
  }
  return true;
}

// Where a side is now, with its bend.
static vt_vec3 place_of(const skin_pair *p, const touch_side *side) {
  const vt_collider *c = &p->colliders[side->body];
  vt_vec3 at = side->offset;
  if (side->cell.count > 0) {
    for (int k = 0; k < side->cell.count; ++k)
      at = vt_madd(at, side->cell.weights[k], c->vertices[side->cell.vertices[k]]);
  } else {
    for (int i = 0; i < 3; ++i) at = vt_madd(at, side->weights[i], c->vertices[side->vertices[i]]);
  }
  return at;
}

// Puts a place on a skin opposite the other one, along the normal. A foot is looked for without the bend of
// both; bent, the two have gone apart along the surface, and a force between them would act on a body at the
// one or the other, whichever turns more.
static void put_opposite(const skin_pair *p, const touch_side *one, touch_side *two, vt_vec3 normal) {
  vt_vec3 apart = vt_sub(place_of(p, one), place_of(p, two));
  two->offset = vt_add(two->offset, vt_madd(apart, -vt_dot(normal, apart), normal));
}

static void set_side(vt_contact *c, int number, const touch_side *side) {
  int *vertices = number == 0 ? c->a : c->b;
  double *weights = number == 0 ? c->weight_a : c->weight_b;
  *(number == 0 ? &c->feature_a : &c->feature_b) = side->feature;
  for (int i = 0; i < 3; ++i) {
    vertices[i] = side->vertices[i];
    weights[i] = side->weights[i];
  }
  c->cells[number] = side->cell;
  c->offsets[number] = side->offset;
}

// A contact of two places `gap` apart without their bend, the normal from the second to the first. Left out
// where they are too far apart as the step begins and as it ends.
static bool touch(skin_pair *p, const touch_side *one, const touch_side *two, vt_vec3 normal, double gap) {
  bool first = one->body < two->body;
  gap += vt_dot(normal, vt_sub(one->shift, two->shift));
  double end = gap + vt_dot(normal, vt_sub(one->motion, two->motion));
  if (fmin(gap, end) > p->settings.alarm) return true;
  vt_contact *c = add_contact(p);
  if (c == NULL) return false;
  *c = (vt_contact){.body_a = first ? one->body : two->body,
      .body_b = first ? two->body : one->body,
      .normal = first ? normal : vt_scale(-1, normal),
      .distance = gap,
      .kept = p->settings.distance,
      .friction = p->settings.friction};
  set_side(c, first ? 0 : 1, one);
  set_side(c, first ? 1 : 0, two);
  vt_contact_choose_tangents(c);
  return true;
}

// ---------------------------------------------------------------- points on points

static vt_points_side side_of(const vt_collider *c) {
  return (vt_points_side){&c->skin->surface, &c->skin->tree, c->pose};
}

// How far free motion displaces each control point anew.
static const double *rebends(const skin_pair *p, const vt_collider *c) {
  int count = c->skin->tree.leaf_count;
  double *by = VT_TAKE(p->arena, double, count, p->error);
  vt_pose between = vt_pose_mul(c->end_pose, vt_pose_inverse(c->pose));
  for (int i = 0; i < count && by != NULL; ++i)
    by[i] = vt_norm(vt_sub(c->ends[i], vt_pose_apply(between, c->vertices[i])));
  return by;
}

static bool points_on_points(skin_pair *p) {
  const vt_collider *a = &p->colliders[p->own], *b = &p->colliders[p->other];
  int leaves = a->skin->tree.leaf_count;
  vt_meeting_search search = {.leaf_count = leaves,
      .feet = VT_TAKE(p->arena, vt_points_foot, leaves, p->error),
      .others = VT_TAKE(p->arena, int, leaves, p->error),
      .deeper = p->deeper,
      .most = a->rebent};
  if (a->bends && (search.more = rebends(p, a)) == NULL) return false;
  vt_meeting *meetings = VT_TAKE(p->arena, vt_meeting, leaves, p->error);
  if (search.feet == NULL || search.others == NULL || meetings == NULL) return false;
  vt_points_side side_a = side_of(a), side_b = side_of(b);
  int count = vt_points_meet(&search, &side_a, &side_b, p->reach - a->rebent, meetings);
  if (a->times != NULL) {
    a->times->tree += search.tree_time;
    a->times->distances += search.distance_time;
  }
  for (int k = 0; k < count; ++k) {
    const vt_meeting *m = &meetings[k];
    touch_side one = on_control(p, p->own, m->leaf), two;
    if (!on_skin(p, p->other, search.feet[m->leaf].point, m->other, &two)) return false;
    put_opposite(p, &one, &two, m->normal);
    if (!touch(p, &one, &two, m->normal, m->gap)) return false;
  }
  return true;
}

// ---------------------------------------------------------------- triangles on points

// A leaf of the skin that a place (in the skin's coordinates) may touch, or -1.
static int leaf_near(const skin_pair *p, vt_vec3 at) {
  const vt_sphere_tree *tree = &p->colliders[p->own].skin->tree;
  int stack[2 * VT_SPHERE_LEVELS], depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    int number = stack[--depth];
    const vt_sphere_node *node = &tree->nodes[number];
    double far = tree->spheres[number].radius + p->reach + p->deeper;
    vt_vec3 apart = vt_sub(at, tree->spheres[number].centre);
    if (vt_dot(apart, apart) > far * far) continue;
    if (node->leaf < 0) {
      stack[depth++] = node->right;
      stack[depth++] = number + 1;
    } else if (vt_dot(tree->normals[node->leaf], vt_sub(at, tree->controls[node->leaf])) <=
               p->reach + tree->bulges[node->leaf]) {
      return node->leaf;
    }
  }
  return -1;
}

// A place of the mesh, with its normal there, on the points.
static bool drop_on_points(skin_pair *p, const touch_side *side, int control, vt_vec3 at, vt_vec3 normal) {
  const vt_collider *own = &p->colliders[p->own];
  vt_vec3 local = vt_pose_apply(vt_pose_inverse(own->pose), at);
  int leaf = leaf_near(p, local);
  if (leaf < 0) return true;
  vt_points_foot foot = vt_points_project(&own->skin->surface, local);
  vt_vec3 outwards = vt_quat_rotate(own->pose.rotation, foot.normal);
  if (!foot.found || foot.distance > p->reach || !(vt_dot(outwards, normal) < 0)) return true;
  touch_side two;
  vt_near near = {leaf, 0};
  vt_kd_tree_nearest(&own->skin->near, foot.point, 1, &near);
  if (!on_skin(p, p->own, foot.point, near.point, &two)) return false;
  if (control >= 0) two.feature = vt_feature(VT_FEATURE_VERTEX, control);
  put_opposite(p, side, &two, outwards);
  return touch(p, side, &two, outwards, foot.distance);
}

static bool corners_on_points(skin_pair *p) {
  const vt_collider *own = &p->colliders[p->own], *mesh = &p->colliders[p->other];
  const vt_surface_topology *t = mesh->topology;
  vt_sphere all = own->skin->tree.spheres[0];
  vt_vec3 centre = vt_pose_apply(own->pose, all.centre);
  double far = all.radius + p->reach + p->deeper;
  for (int v = 0; v < t->vertex_count; ++v) {
    vt_vec3 apart = vt_sub(mesh->vertices[v], centre);
    if (vt_dot(apart, apart) > far * far || t->vertex_triangle_start[v] == t->vertex_triangle_start[v + 1])
      continue;
    touch_side side = on_vertex(p, p->other, v);
    vt_vec3 normal = vt_feature_normal(t, mesh->vertices, side.feature);
    if (!drop_on_points(p, &side, -1, mesh->vertices[v], normal)) return false;
  }
  return true;
}

// ---------------------------------------------------------------- points on triangles

static touch_side on_triangle(const skin_pair *p, const vt_nearest_triangle *n) {
  const vt_collider *mesh = &p->colliders[p->other];
  const int *v = mesh->topology->triangles + 3 * n->triangle;
  touch_side side = {.body = p->other, .feature = vt_feature(VT_FEATURE_TRIANGLE, 0)};
  for (int i = 0; i < 3; ++i) {
    side.vertices[i] = v[i];
    side.weights[i] = n->weights[i];
    side.motion = vt_madd(side.motion, n->weights[i], vt_sub(mesh->ends[v[i]], mesh->vertices[v[i]]));
  }
  return side;
}

static int edge_of(const vt_surface_topology *t, const vt_nearest_triangle *n) {
  int side = n->bits == 3 ? 0 : n->bits == 6 ? 1 : 2;
  return t->triangle_edges[3 * n->triangle + side];
}

// Whether the corners of a triangle are as near to each other as control points are: then they speak.
static bool is_fine(const skin_pair *p, int triangle) {
  const vt_surface_topology *t = p->colliders[p->other].topology;
  const int *v = t->triangles + 3 * triangle;
  double size = fmax(t->vertex_size[v[0]], fmax(t->vertex_size[v[1]], t->vertex_size[v[2]]));
  return size <= p->colliders[p->own].skin->spacing;
}

static bool control_on_triangles(skin_pair *p, int control) {
  const vt_collider *own = &p->colliders[p->own], *mesh = &p->colliders[p->other];
  const vt_surface_topology *t = mesh->topology;
  vt_vec3 at = own->vertices[control],
          facing = vt_quat_rotate(own->pose.rotation, own->skin->tree.normals[control]);
  vt_nearest_triangle n = vt_find_nearest_triangle(mesh, at, p->reach + p->deeper);
  if (n.triangle < 0 || n.bits == 0 || is_fine(p, n.triangle)) return true;
  const int *v = t->triangles + 3 * n.triangle;
  if (n.bits == 7) {
    vt_vec3 normal = vt_triangle_normal(mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]);
    if (!(vt_dot(normal, facing) < 0)) return true;
    touch_side one = on_vertex(p, p->own, control), two = on_triangle(p, &n);
    return touch(p, &one, &two, normal, vt_dot(normal, vt_sub(at, n.foot)));
  }
  int edge = n.bits == 3 || n.bits == 5 || n.bits == 6 ? edge_of(t, &n) : -1;
  if (edge < 0 || n.distance > own->skin->spacing + p->reach) return true; // a corner speaks for itself
  touch_side side = on_triangle(p, &n);
  vt_vec3 normal = vt_feature_normal(t, mesh->vertices, vt_feature(VT_FEATURE_EDGE, edge));
  return drop_on_points(p, &side, control, n.foot, normal);
}

static bool points_on_triangles(skin_pair *p) {
  const vt_collider *own = &p->colliders[p->own], *mesh = &p->colliders[p->other];
  const vt_sphere_tree *tree = &own->skin->tree;
  int stack[2 * VT_SPHERE_LEVELS], depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    int number = stack[--depth];
    const vt_sphere_node *node = &tree->nodes[number];
    vt_vec3 centre = vt_pose_apply(own->pose, tree->spheres[number].centre);
    if (vt_box_distance(&mesh->bvh->nodes[0], centre) > tree->spheres[number].radius + p->reach + p->deeper)
      continue;
    if (node->leaf >= 0) {
      if (!control_on_triangles(p, node->leaf)) return false;
      continue;
    }
    stack[depth++] = node->right;
    stack[depth++] = number + 1;
  }
  return true;
}

// ---------------------------------------------------------------- all pairs

static bool search_pair(skin_pair *p) {
  const vt_collider *a = &p->colliders[p->own], *b = &p->colliders[p->other];
  if (a->skin == NULL || (b->skin != NULL && b->skin->spacing < a->skin->spacing)) {
    int swap = p->own;
    p->own = p->other;
    p->other = swap;
  }
  set_reach(p);
  if (p->colliders[p->other].skin != NULL) return points_on_points(p);
  if (p->colliders[p->other].topology->tree.node_count == 0) return true;
  return corners_on_points(p) && points_on_triangles(p);
}

static int compare(const void *left, const void *right) { return vt_contact_compare(left, right); }

bool vt_contacts_of_skins(const vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_contact **contacts, int *contact_count, vt_error *error) {
  skin_pair p = {.colliders = colliders,
      .items = *contacts,
      .count = *contact_count,
      .room = *contact_count,
      .arena = arena,
      .error = error};
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b) {
      if (colliders[a].skin == NULL && colliders[b].skin == NULL) continue;
      if (!colliders[a].movable && !colliders[b].movable) continue;
      p.settings = rule(user, a, b);
      p.own = a;
      p.other = b;
      if (p.settings.enabled && !search_pair(&p)) return false;
    }
  if (p.count > *contact_count) qsort(p.items, (size_t)p.count, sizeof *p.items, compare);
  *contacts = p.items;
  *contact_count = p.count;
  return true;
}

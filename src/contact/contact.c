// Which surfaces are near: boxes of whole bodies, then features, then contact points.
#include "contact/contact.h"
#include "contact/cell.h"
#include "contact/crossing.h"
#include "contact/skins.h"
#include "geometry/triangle_distance.h"

#include <stdlib.h>

// Cosine: a contact kept from the last step whose normal has turned by more than 37 degrees is a new one.
static const double TURNED = 0.8;

void vt_collider_refit(const vt_collider *c) {
  if (c->still && c->bvh->still) return;
  vt_bvh_refit(c->bvh, c->topology->triangles, c->vertices, c->ends, NULL);
  c->bvh->still = c->still;
}

typedef struct contact_list {
  vt_contact *items;
  int count, room;
  vt_arena *arena;
  vt_pool *pool; // or NULL
  vt_error *error;
  const vt_asked *asked;
} contact_list;

// Arena blocks do not grow: a larger one is taken and the old one left until the step ends.
static vt_contact *add_contact(contact_list *list) {
  if (list->count == list->room) {
    int room = list->room < 64 ? 64 : 2 * list->room;
    vt_contact *items = VT_TAKE(list->arena, vt_contact, room, list->error);
    if (items == NULL) return NULL;
    for (int k = 0; k < list->count; ++k) items[k] = list->items[k];
    list->items = items;
    list->room = room;
  }
  return &list->items[list->count++];
}

// Two tangent directions; the exact friction cone does not depend on the choice.
void vt_contact_choose_tangents(vt_contact *contact) {
  vt_vec3 n = contact->normal;
  double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
  vt_vec3 axis = x <= y && x <= z ? vt_v3(1, 0, 0) : y <= z ? vt_v3(0, 1, 0) : vt_v3(0, 0, 1);
  contact->tangent1 = vt_normalized(vt_cross(n, axis));
  contact->tangent2 = vt_cross(n, contact->tangent1);
}

static vt_proximity_surface surface_of(const vt_collider *c) {
  return (vt_proximity_surface){c->topology, c->bvh, c->vertices, c->ends};
}

// The least translation along an axis that separates two boxes: a bound on how deep anything is inside.
static double least_separation(const vt_box *a, const vt_box *b) {
  double x = fmin(a->high.x - b->low.x, b->high.x - a->low.x),
         y = fmin(a->high.y - b->low.y, b->high.y - a->low.y),
         z = fmin(a->high.z - b->low.z, b->high.z - a->low.z);
  return fmin(x, fmin(y, z));
}

static void fill_contact(
    vt_contact *contact, int a, int b, const vt_proximity *p, const vt_contact_settings *settings) {
  *contact = (vt_contact){.body_a = a,
      .body_b = b,
      .feature_a = p->feature_a,
      .feature_b = p->feature_b,
      .normal = p->normal,
      .distance = p->distance,
      .kept = settings->distance - p->slack,
      .slack = p->slack,
      .friction = settings->friction};
  for (int i = 0; i < 3; ++i) {
    contact->a[i] = p->a[i];
    contact->b[i] = p->b[i];
    contact->weight_a[i] = p->weight_a[i];
    contact->weight_b[i] = p->weight_b[i];
  }
  vt_contact_choose_tangents(contact);
}

// Contacts between two soft bodies that are to act over the cells of their vertices.
typedef struct spread_job {
  vt_contact *contacts;
  const vt_proximity *found; // by contact
  int count, pieces;
  const vt_collider *colliders;
  double guard;
  vt_arena *arena;
  vt_error *errors; // by piece
} spread_job;

// Contacts of a piece, some 0.1 ms; and pieces of a job.
enum { SPREAD_CONTACTS = 32, MAX_SPREAD_PIECES = 16 };

static void spread_piece(void *context, int piece) {
  const spread_job *job = context;
  int end = vt_part_start(job->count, job->pieces, piece + 1);
  for (int k = vt_part_start(job->count, job->pieces, piece); k < end; ++k) {
    vt_contact *c = &job->contacts[k];
    int leads = job->found[k].leads;
    // Contacts further apart carry no force, or are impacts, for which a point is good enough.
    if (leads < 0 || c->distance > 2 * (c->kept + c->slack)) continue;
    if (!vt_contact_spread(c, leads, &job->colliders[leads == 0 ? c->body_a : c->body_b],
            &job->colliders[leads == 0 ? c->body_b : c->body_a], job->guard, job->arena, &job->errors[piece]))
      return;
  }
}

static bool spread(
    contact_list *list, int first, const vt_proximity *found, const vt_collider *colliders, double guard) {
  vt_error errors[MAX_SPREAD_PIECES] = {{0}};
  int count = list->count - first, pieces = 1 + count / SPREAD_CONTACTS;
  if (pieces > MAX_SPREAD_PIECES) pieces = MAX_SPREAD_PIECES;
  spread_job job = {list->items + first, found, count, pieces, colliders, guard, list->arena, errors};
  vt_pool_run(pieces > 1 ? list->pool : NULL, pieces, spread_piece, &job);
  for (int n = 0; n < pieces; ++n)
    if (errors[n].code != VT_OK) {
      *list->error = errors[n];
      return false;
    }
  return true;
}

static bool add_pair(contact_list *list, const vt_collider *colliders, int a, int b, bool crossing,
    const vt_contact_settings *settings) {
  vt_proximity_options options = vt_proximity_options_default(settings->alarm);
  options.depth = settings->alarm; // what began inside is pushed out
  options.asked = list->asked;
  options.pool = list->pool;
  options.soft[0] = colliders[a].soft;
  options.soft[1] = colliders[b].soft;
  // Points that are left out come nearer by no more than half of the contact distance. Bodies that overlap
  // have to be pushed apart at any point.
  options.guard = crossing ? 0 : 0.5 * settings->distance;
  if (crossing && a != b)
    options.depth =
        fmax(options.depth, least_separation(&colliders[a].bvh->nodes[0], &colliders[b].bvh->nodes[0]));
  vt_proximity_surface surface_a = surface_of(&colliders[a]), surface_b = surface_of(&colliders[b]);
  vt_proximity *found = NULL;
  int count = 0;
  bool spreads = colliders[a].soft && colliders[b].soft && !crossing;
  bool done = a == b ? vt_proximity_within(&surface_a, &options, list->arena, &found, &count, list->error)
                     : vt_proximity_between(
                           &surface_a, &surface_b, &options, list->arena, &found, &count, list->error);
  int first = list->count;
  for (int k = 0; k < count && done; ++k) {
    vt_contact *contact = add_contact(list);
    if (contact == NULL) return false;
    fill_contact(contact, a, b, &found[k], settings);
  }
  return done && (!spreads || spread(list, first, found, colliders, options.guard));
}

// Two bodies that may touch.
typedef struct near_pair {
  int a, b;
  bool crosses;
  vt_contact_settings settings;
} near_pair;

// The pairs of a job, in the order of their contacts.
typedef struct pair_search {
  const vt_collider *colliders;
  near_pair *pairs;
  int pair_count;
  int pieces;
  contact_list *lists; // by piece
  vt_error *errors;
} pair_search;

// More pieces than threads, as pairs take unequal time; fewer than pairs, as those of heaps are short.
enum { MAX_PIECES = 16 };

static void search_piece(void *context, int index) {
  const pair_search *s = context;
  contact_list *list = &s->lists[index];
  int end = vt_part_start(s->pair_count, s->pieces, index + 1);
  for (int k = vt_part_start(s->pair_count, s->pieces, index); k < end; ++k) {
    const near_pair *p = &s->pairs[k];
    if (!add_pair(list, s->colliders, p->a, p->b, p->crosses, &p->settings)) return;
  }
}

// Worlds have few bodies: testing all pairs of boxes costs less than keeping them sorted.
static bool list_pairs(pair_search *s, int count, vt_contact_rule rule, const void *user, double max,
    const vt_crossing *crossing, int crossing_count, vt_arena *arena, vt_error *error) {
  int room = 0;
  for (int a = 0; a < count; ++a)
    for (int b = a; b < count; ++b) {
      const vt_collider *ca = &s->colliders[a], *cb = &s->colliders[b];
      if (a == b ? !ca->self : !ca->movable && !cb->movable) continue;
      if (ca->topology->tree.node_count == 0 || cb->topology->tree.node_count == 0) continue;
      if (vt_boxes_apart(&ca->bvh->nodes[0], &cb->bvh->nodes[0], max)) continue;
      vt_contact_settings settings = rule(user, a, b);
      if (!settings.enabled || vt_boxes_apart(&ca->bvh->nodes[0], &cb->bvh->nodes[0], settings.alarm))
        continue;
      if (s->pair_count == room) {
        near_pair *pairs = VT_TAKE(arena, near_pair, room = room < 64 ? 64 : 2 * room, error);
        if (pairs == NULL) return false;
        for (int k = 0; k < s->pair_count; ++k) pairs[k] = s->pairs[k];
        s->pairs = pairs;
      }
      s->pairs[s->pair_count++] =
          (near_pair){a, b, vt_crossing_among(crossing, crossing_count, a, b), settings};
    }
  return true;
}

// The contacts of all pieces, one after the other.
static bool join_pieces(const pair_search *s, contact_list *list) {
  int count = 0;
  for (int n = 0; n < s->pieces; ++n) {
    if (s->errors[n].code != VT_OK) {
      *list->error = s->errors[n];
      return false;
    }
    count += s->lists[n].count;
  }
  if (s->pieces == 1) {
    *list = s->lists[0];
    return true;
  }
  list->items = VT_TAKE(list->arena, vt_contact, count, list->error);
  if (list->items == NULL) return false;
  for (int n = 0; n < s->pieces; ++n)
    for (int k = 0; k < s->lists[n].count; ++k) list->items[list->count++] = s->lists[n].items[k];
  return true;
}

bool vt_contacts_find(vt_collider *colliders, int count, vt_contact_rule rule, const void *user, double max,
    const vt_crossing *crossing, int crossing_count, vt_pool *pool, vt_arena *arena, vt_contact **contacts,
    int *contact_count, vt_error *error) {
  contact_list list = {.arena = arena, .error = error}, lists[MAX_PIECES];
  vt_error errors[MAX_PIECES];
  vt_effort efforts[MAX_PIECES];
  vt_asked askers[MAX_PIECES];
  pair_search s = {.colliders = colliders, .lists = lists, .errors = errors};
  const vt_asked *asked = count > 0 ? colliders[0].asked : NULL;
  for (int k = 0; k < count; ++k) vt_collider_refit(&colliders[k]);
  if (!list_pairs(&s, count, rule, user, max, crossing, crossing_count, arena, error)) return false;
  s.pieces = s.pair_count < MAX_PIECES ? s.pair_count : MAX_PIECES;
  vt_share_asked(asked, s.pieces, askers, efforts);
  for (int n = 0; n < s.pieces; ++n) {
    errors[n] = (vt_error){0};
    lists[n] = (contact_list){.arena = arena, .pool = pool, .error = &errors[n], .asked = &askers[n]};
  }
  vt_pool_run(pool, s.pieces, search_piece, &s);
  vt_join_work(asked, s.pieces, efforts);
  if (s.pieces > 0 && !join_pieces(&s, &list)) return false;
  *contacts = list.items;
  *contact_count = list.count;
  return vt_contacts_of_skins(colliders, count, rule, user, arena, contacts, contact_count, error);
}

bool vt_contacts_inside(const vt_collider *colliders, int a, int b, const vt_contact_settings *settings,
    vt_arena *arena, vt_contact **contacts, int *contact_count, vt_error *error) {
  contact_list list = {.arena = arena, .error = error, .asked = colliders[a].asked};
  vt_collider pair[2] = {colliders[a], colliders[b]};
  pair[0].ends = pair[1].ends = NULL;
  if (!add_pair(&list, pair, 0, a == b ? 0 : 1, true, settings)) return false;
  for (int k = 0; k < list.count; ++k) {
    list.items[k].body_a = a;
    list.items[k].body_b = b;
  }
  *contacts = list.items;
  *contact_count = list.count;
  return true;
}

// Two edges: their feet as weights, and the common normal.
static bool cross_edges(const vt_collider *a, const vt_collider *b, vt_contact *c) {
  const int *v = a->topology->edges[vt_feature_index(c->feature_a)].vertices;
  const int *u = b->topology->edges[vt_feature_index(c->feature_b)].vertices;
  vt_vec3 from_a = a->vertices[v[0]], from_b = b->vertices[u[0]];
  double s, t;
  if (!vt_line_feet(from_a, vt_sub(a->vertices[v[1]], from_a), from_b, vt_sub(b->vertices[u[1]], from_b), &s,
          &t, &c->normal) ||
      !(s > 0 && s < 1 && t > 0 && t < 1))
    return false;
  for (int i = 0; i < 3; ++i) {
    c->a[i] = v[i % 2], c->b[i] = u[i % 2];
    c->weight_a[i] = i == 0 ? 1 - s : i == 1 ? s : 0;
    c->weight_b[i] = i == 0 ? 1 - t : i == 1 ? t : 0;
  }
  return true;
}

// A vertex of one and a triangle of the other: the foot as weights.
static bool stand_over(const vt_collider *own, int vertex, const vt_collider *other, int triangle,
    int corners[3], double weights[3], vt_vec3 *normal) {
  const int *v = other->topology->triangles + 3 * triangle;
  vt_vec3 x[3];
  for (int i = 0; i < 3; ++i) corners[i] = v[i], x[i] = other->vertices[v[i]];
  *normal = vt_triangle_normal(x[0], x[1], x[2]);
  return vt_triangle_foot(own->vertices[vertex], x, 0, weights) == 7 && vt_dot(*normal, *normal) > 0;
}

static void stand_on(int vertex, int corners[3], double weights[3]) {
  for (int i = 0; i < 3; ++i) corners[i] = vertex, weights[i] = i == 0;
}

static vt_vec3 place_of(const vt_collider *collider, const int corners[3], const double weights[3]) {
  vt_vec3 p = {0, 0, 0};
  for (int i = 0; i < 3; ++i) p = vt_madd(p, weights[i], collider->vertices[corners[i]]);
  return p;
}

bool vt_contact_recall(const vt_collider *colliders, int a, int b, int feature_a, int feature_b,
    vt_vec3 before, const vt_contact_settings *settings, vt_contact *c) {
  vt_feature_kind kind_a = vt_feature_kind_of(feature_a), kind_b = vt_feature_kind_of(feature_b);
  int index_a = vt_feature_index(feature_a), index_b = vt_feature_index(feature_b);
  bool over = false;
  *c = (vt_contact){.body_a = a,
      .body_b = b,
      .feature_a = feature_a,
      .feature_b = feature_b,
      .kept = settings->distance,
      .friction = settings->friction,
      .foreseen = true};
  if (kind_a == VT_FEATURE_EDGE && kind_b == VT_FEATURE_EDGE) {
    over = cross_edges(&colliders[a], &colliders[b], c);
  } else if (kind_a == VT_FEATURE_VERTEX && kind_b == VT_FEATURE_TRIANGLE) {
    stand_on(index_a, c->a, c->weight_a);
    over = stand_over(&colliders[a], index_a, &colliders[b], index_b, c->b, c->weight_b, &c->normal);
  } else if (kind_a == VT_FEATURE_TRIANGLE && kind_b == VT_FEATURE_VERTEX) {
    stand_on(index_b, c->b, c->weight_b);
    over = stand_over(&colliders[b], index_b, &colliders[a], index_a, c->a, c->weight_a, &c->normal);
  }
  if (!over) return false;
  if (vt_dot(c->normal, before) < 0) c->normal = vt_scale(-1, c->normal);
  c->distance = vt_dot(c->normal,
      vt_sub(place_of(&colliders[a], c->a, c->weight_a), place_of(&colliders[b], c->b, c->weight_b)));
  vt_contact_choose_tangents(c);
  return vt_dot(c->normal, before) > TURNED && c->distance > 0 && c->distance < settings->alarm;
}

int vt_contact_compare(const vt_contact *x, const vt_contact *y) {
  if (x->body_a != y->body_a) return x->body_a < y->body_a ? -1 : 1;
  if (x->body_b != y->body_b) return x->body_b < y->body_b ? -1 : 1;
  if (x->feature_a != y->feature_a) return x->feature_a < y->feature_a ? -1 : 1;
  if (x->feature_b != y->feature_b) return x->feature_b < y->feature_b ? -1 : 1;
  return 0;
}

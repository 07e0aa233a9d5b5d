// Components of the union as cavities: closed meshes on the true surfaces, and what the air reaches.
#include "cavity/union_insides.h"

typedef struct mesher {
  vt_union_search *search;
  const int *members; // bodies by surface
  const vt_arrangement *arrangement;
  vt_detected *found;
  const vt_vec3 **surfaces; // true vertices, by body
  int *copies;              // by vertex and place: the cavity's vertex; -1 for none yet
  int *excess;              // by vertex: turns left open around a point where three surfaces meet
  int *heads, *nexts;       // of lists of half-edges (3 triangle + side) by their ends
  unsigned mask;
} mesher;

// A component of the union.
typedef struct component {
  int id;          // of the cavity whose air was last known there; -1 if none was
  int first, last; // its triangles, which follow each other; one past the last
  double reach;    // m: the mean of what its surfaces would be moved by
  int surfaces;    // how many it touches
  bool moves;      // one of them does
  bool self;       // one of them may touch itself
} component;

static const vt_sealed *body_of(const mesher *m, int surface) {
  return &m->search->bodies[m->members[surface]];
}

// ---------------------------------------------------------------- places

// Which of a vertex' places is on the sheet that a triangle belongs to. Where a surface crosses itself two
// are on the same surface: the one whose corners are the triangle's.
static int place_of(const mesher *m, const vt_arranged_triangle *t, int vertex) {
  const vt_arranged_vertex *v = &m->arrangement->vertices[vertex];
  if (v->place_count == 1) return 0;
  const int *triangles = body_of(m, t->surface)->triangles;
  int best = 0;
  double least = INFINITY;
  for (int p = 0; p < v->place_count; ++p) {
    const vt_place *place = &v->places[p];
    double outside = 0;
    if (place->surface != t->surface) continue;
    for (int i = 0; i < 3 && place->triangle != t->triangle; ++i) {
      int corner = triangles[3 * place->triangle + i];
      bool shared = false;
      for (int k = 0; k < 3; ++k) shared |= triangles[3 * t->triangle + k] == corner;
      if (!shared) outside += fabs(place->weights[i]);
    }
    if (outside < least) best = p, least = outside;
  }
  return best;
}

static vt_cavity_vertex true_point(const mesher *m, int vertex, int place) {
  const vt_arranged_vertex *v = &m->arrangement->vertices[vertex];
  const vt_sealed *body = body_of(m, v->places[place].surface);
  if (v->corner >= 0 && place == 0) return vt_union_point(body, v->corner);
  return vt_union_place(body, &v->places[place]);
}

// The share of its source's area that a triangle of the union covers.
static double share_of(const mesher *m, const vt_arranged_triangle *t) {
  const vt_sealed *body = body_of(m, t->surface);
  const vt_arranged_vertex *v = m->arrangement->vertices;
  // Between three of its vertices a triangle is whole; higher numbers are points added on edges.
  const unsigned count = (unsigned)body->collider->topology->vertex_count;
  if ((unsigned)v[t->vertices[0]].corner < count && (unsigned)v[t->vertices[1]].corner < count &&
      (unsigned)v[t->vertices[2]].corner < count)
    return 1;
  const int *corners = body->collider->topology->triangles + 3 * body->sources[t->triangle];
  double x[3][3] = {{0}};
  for (int i = 0; i < 3; ++i) {
    vt_cavity_vertex p = true_point(m, t->vertices[i], place_of(m, t, t->vertices[i]));
    for (int k = 0; k < 9; ++k)
      if (p.corners[k / 3] == corners[k % 3]) x[i][k % 3] += p.weights[k / 3];
  }
  return fabs((x[1][0] - x[0][0]) * (x[2][1] - x[0][1]) - (x[1][1] - x[0][1]) * (x[2][0] - x[0][0]));
}

static void add_shares(const mesher *m, const component *c, double *const *shares) {
  for (int k = c->first; k < c->last; ++k) {
    const vt_arranged_triangle *t = &m->arrangement->triangles[k];
    const vt_sealed *body = body_of(m, t->surface);
    double *share = &shares[body->body][body->sources[t->triangle]];
    *share = fmin(*share + share_of(m, t), 1);
  }
}

// ---------------------------------------------------------------- half-edges

static unsigned slot_of(const mesher *m, int u, int v) {
  uint64_t key = (uint64_t)(unsigned)u << 32 | (unsigned)v;
  return (unsigned)(key * 0x9e3779b97f4a7c15u >> 32) & m->mask;
}

// Two sheets meet between points on crossings, or between one and a vertex where a
// surface begins to cross itself.
static bool may_cross(const mesher *m, int half) {
  const int *v = m->arrangement->triangles[half / 3].vertices;
  const vt_arranged_vertex *ends = m->arrangement->vertices;
  return ends[v[half % 3]].place_count > 1 || ends[v[(half + 1) % 3]].place_count > 1;
}

static void list_edges(mesher *m, const component *c) {
  for (unsigned s = 0; s <= m->mask; ++s) m->heads[s] = -1;
  for (int half = 3 * c->last - 1; half >= 3 * c->first; --half) {
    const int *v = m->arrangement->triangles[half / 3].vertices;
    if (!may_cross(m, half)) continue;
    unsigned slot = slot_of(m, v[half % 3], v[(half + 1) % 3]);
    m->nexts[half] = m->heads[slot];
    m->heads[slot] = half;
  }
}

// Takes the half-edge from u to v out of its list; -1 if there is none. Of several, one on the given surface.
static int take_edge(mesher *m, int u, int v, int surface) {
  int *best = NULL;
  for (int *at = &m->heads[slot_of(m, u, v)]; *at >= 0; at = &m->nexts[*at]) {
    const vt_arranged_triangle *t = &m->arrangement->triangles[*at / 3];
    if (t->vertices[*at % 3] != u || t->vertices[(*at + 1) % 3] != v) continue;
    if (best == NULL || t->surface == surface) best = at;
    if (t->surface == surface) break;
  }
  if (best == NULL) return -1;
  int half = *best;
  *best = m->nexts[half];
  return half;
}

// ---------------------------------------------------------------- the mesh

// The cavity's vertex for a triangle's corner: one for each sheet.
static int copy_of(mesher *m, const vt_arranged_triangle *t, int vertex, int *place) {
  *place = place_of(m, t, vertex);
  int *copy = &m->copies[3 * vertex + *place];
  if (*copy < 0)
    *copy = vt_cavities_add_vertex(m->found->cavities, true_point(m, vertex, *place), m->search->error);
  return *copy;
}

static bool add_faces(mesher *m, const component *c) {
  for (int k = c->first; k < c->last; ++k) {
    const vt_arranged_triangle *t = &m->arrangement->triangles[k];
    const vt_sealed *body = body_of(m, t->surface);
    vt_cavity_triangle face = {.body = body->body, .source = body->sources[t->triangle]};
    for (int i = 0; i < 3; ++i) {
      int place;
      // The union faces the air, the cavity the bodies.
      face.vertices[i == 0 ? 0 : 3 - i] = copy_of(m, t, t->vertices[i], &place);
      if (face.vertices[i == 0 ? 0 : 3 - i] < 0) return false;
    }
    if (!vt_cavities_add_triangle(m->found->cavities, face, m->search->error)) return false;
  }
  return true;
}

static bool add_border(mesher *m, int a, int b, int c) {
  if (a < 0 || b < 0 || c < 0)
    return vt_fail(m->search->error, VT_BAD_NUMBERS, "cavities: a border is not closed");
  if (a == b || b == c || c == a) return true;
  vt_cavity_triangle border = {{a, b, c}, -1, -1};
  return vt_cavities_add_triangle(m->found->cavities, border, m->search->error);
}

// One more edge from a vertex' copy at one place to that at another.
static void turn(mesher *m, int vertex, int from, int to) {
  if (from == to) return;
  // Three places in a ring: the step from 0 to 1 is as good as any other to count turns by.
  if (from == 0 && to == 1) ++m->excess[vertex];
  if (from == 1 && to == 0) --m->excess[vertex];
}

// Closes the strip between two sheets along an edge where they cross.
static bool bridge(mesher *m, int half, bool *crosses) {
  const vt_arranged_triangle *s = &m->arrangement->triangles[half / 3];
  int u = s->vertices[half % 3], v = s->vertices[(half + 1) % 3];
  int other = take_edge(m, v, u, s->surface);
  if (other < 0) return vt_fail(m->search->error, VT_BAD_NUMBERS, "cavities: the union is not closed");
  const vt_arranged_triangle *t = &m->arrangement->triangles[other / 3];
  int us, vs, ut, vt;
  int u_s = copy_of(m, s, u, &us), v_s = copy_of(m, s, v, &vs);
  int u_t = copy_of(m, t, u, &ut), v_t = copy_of(m, t, v, &vt);
  if (u_s == u_t && v_s == v_t) return true;
  *crosses = true;
  turn(m, v, vs, vt);
  turn(m, u, ut, us);
  return add_border(m, u_s, v_s, v_t) && add_border(m, u_s, v_t, u_t);
}

static bool add_borders(mesher *m, const component *c, bool *crosses) {
  list_edges(m, c);
  for (int half = 3 * c->first; half < 3 * c->last; ++half) {
    if (!may_cross(m, half)) continue;
    const vt_arranged_triangle *t = &m->arrangement->triangles[half / 3];
    int u = t->vertices[half % 3], v = t->vertices[(half + 1) % 3];
    if (u > v) continue; // met from the other side
    if (!bridge(m, half, crosses)) return false;
  }
  // Where three surfaces meet, the three strips leave a triangle open.
  for (int k = 3 * c->first; k < 3 * c->last; ++k) {
    int vertex = m->arrangement->triangles[k / 3].vertices[k % 3];
    const int *copy = m->copies + 3 * vertex;
    for (; m->excess[vertex] > 0; --m->excess[vertex])
      if (!add_border(m, copy[0], copy[2], copy[1])) return false;
    for (; m->excess[vertex] < 0; ++m->excess[vertex])
      if (!add_border(m, copy[0], copy[1], copy[2])) return false;
  }
  return true;
}

static void forget(mesher *m, const component *c) {
  for (int k = 3 * c->first; k < 3 * c->last; ++k) {
    int vertex = m->arrangement->triangles[k / 3].vertices[k % 3];
    for (int p = 0; p < 3; ++p) m->copies[3 * vertex + p] = -1;
    m->excess[vertex] = 0;
  }
}

// ---------------------------------------------------------------- which components are cavities

// The vertex of its body's true surface that a vertex of the union is, -1 if it is none.
static int true_vertex(const mesher *m, int vertex) {
  const vt_arranged_vertex *v = &m->arrangement->vertices[vertex];
  const vt_sealed *body = body_of(m, v->places[0].surface);
  return v->corner < body->collider->topology->vertex_count ? v->corner : -1;
}

// Whose air was last known at most of a component's corners.
typedef struct vote {
  int id, agreed; // Boyer and Moore's: right if at least half agree
} vote;

static void cast(vote *v, int id) {
  if (v->agreed == 0) v->id = id;
  v->agreed += id == v->id ? 1 : -1;
}

// Goes through a component's triangles for what it touches and whose air was last known there: that which at
// least half of its corners knew, on the surface that says where airs end if it is there.
static component describe(const mesher *m, int first) {
  const vt_arranged_triangle *t = m->arrangement->triangles;
  component c = {.first = first, .last = first, .id = -1, .surfaces = 1};
  int one = t[first].surface;
  vote any = {-1, 0}, deciding = {-1, 0};
  double sagittas = 0; // m, sum over triangles
  for (; c.last < m->arrangement->triangle_count && t[c.last].component == t[first].component; ++c.last) {
    const vt_sealed *body = body_of(m, t[c.last].surface);
    if (t[c.last].surface != one) c.surfaces = 2;
    c.reach = fmax(c.reach, body->reach);
    c.moves |= body->collider->moves;
    c.self |= body->collider->self;
    if (body->collider->soft) sagittas += body->sagittas[body->sources[t[c.last].triangle]];
    for (int i = 0; i < 3; ++i) {
      int v = true_vertex(m, t[c.last].vertices[i]);
      if (v < 0) continue;
      const vt_film *film = m->search->film != NULL ? &m->search->film[body->body][v] : NULL;
      cast(&any, film != NULL && film->ring ? film->id : -1);
      if (film != NULL && film->ring == 1 && film->id >= 0) cast(&deciding, film->id);
    }
  }
  c.id = any.id >= 0 && deciding.id >= 0 ? deciding.id : any.id;
  c.reach += 2 * sagittas / (c.last - c.first); // of both surfaces
  return c;
}

static void set_owners(const mesher *m, const component *c, int owner) {
  for (int k = 3 * c->first; k < 3 * c->last; ++k) {
    const vt_arranged_triangle *t = &m->arrangement->triangles[k / 3];
    int v = true_vertex(m, t->vertices[k % 3]);
    if (v >= 0) m->found->owners[body_of(m, t->surface)->body][v] = owner;
  }
}

// Adds holes of the union as one cavity, unless they are none. Where no air was known before, its mean
// thickness, 2 V / A on the true surfaces, must be above the reach: where two surfaces are nearer than that
// they are sealed, and what the union leaves open there is between moved vertices only.
static bool add_cavity(mesher *m, const component *list, int count) {
  vt_cavities *cavities = m->found->cavities;
  bool crosses = false, moves = false;
  double reach = 0;
  vt_cavity before = {.first_vertex = cavities->vertex_count, .first_triangle = cavities->triangle_count};
  if (vt_cavities_begin(cavities, m->search->error) == NULL) return false;
  for (int k = 0; k < count; ++k)
    if (!add_faces(m, &list[k])) return false;
  for (int k = 0; k < count; ++k)
    if (!add_borders(m, &list[k], &crosses)) return false;
  for (int k = 0; k < count; ++k) {
    forget(m, &list[k]);
    crosses |= list[k].surfaces > 1;
    moves |= list[k].moves;
    if (list[k].id < 0) reach = list[k].reach;
  }
  vt_cavity_size size = vt_cavity_measure(cavities, cavities->count - 1, m->surfaces);
  bool added = crosses && moves && size.volume > 0 && 2 * size.volume > reach * size.area;
  if (!added) {
    --cavities->count;
    cavities->vertex_count = before.first_vertex;
    cavities->triangle_count = before.first_triangle;
    return true;
  }
  cavities->items[cavities->count - 1].volume = size.volume;
  for (int k = 0; k < count; ++k) {
    add_shares(m, &list[k], m->found->enclosed_share);
    set_owners(m, &list[k], cavities->count - 1);
  }
  return true;
}

static bool ready(mesher *m) {
  const vt_arrangement *a = m->arrangement;
  vt_union_search *w = m->search;
  unsigned size = 16;
  while (size < 3u * (unsigned)a->triangle_count) size *= 2;
  m->mask = size - 1;
  m->heads = VT_TAKE(w->arena, int, size, w->error);
  m->nexts = VT_TAKE(w->arena, int, 3 * (size_t)a->triangle_count, w->error);
  m->copies = VT_TAKE(w->arena, int, 3 * (size_t)a->vertex_count, w->error);
  m->excess = VT_TAKE(w->arena, int, a->vertex_count, w->error);
  m->surfaces = VT_TAKE(w->arena, const vt_vec3 *, w->count, w->error);
  if (m->heads == NULL || m->nexts == NULL || m->copies == NULL || m->excess == NULL || m->surfaces == NULL)
    return false;
  for (int k = 0; k < 3 * a->vertex_count; ++k) m->copies[k] = -1;
  for (int k = 0; k < a->vertex_count; ++k) m->excess[k] = 0;
  for (int b = 0; b < w->count; ++b) m->surfaces[b] = w->bodies[b].collider->vertices;
  return true;
}

// The holes that may be cavities, those that are known to hold the same air one after the other. Marks the
// outside.
static bool list_holes(mesher *m, component **holes, int *count) {
  const vt_arrangement *a = m->arrangement;
  *holes = VT_TAKE(m->search->arena, component, a->component_count, m->search->error);
  *count = 0;
  if (*holes == NULL) return false;
  for (int first = 0; first < a->triangle_count;) {
    component c = describe(m, first);
    first = c.last;
    if (a->volumes[a->triangles[c.first].component] > 0) {
      add_shares(m, &c, m->found->open_share);
      set_owners(m, &c, VT_OWNER_OPEN);
      continue;
    }
    // A hole of one surface that does not touch itself is its own chamber.
    if (!c.moves || (c.surfaces == 1 && !c.self)) continue;
    int place = *count;
    if (c.id >= 0)
      for (int k = 0; k < *count; ++k)
        if ((*holes)[k].id == c.id) place = k + 1;
    for (int k = (*count)++; k > place; --k) (*holes)[k] = (*holes)[k - 1];
    (*holes)[place] = c;
  }
  return true;
}

bool vt_union_collect(vt_union_search *search, const int *members, int member_count, const vt_arrangement *a,
    vt_detected *found) {
  mesher m = {.search = search, .members = members, .arrangement = a, .found = found};
  component *holes;
  int count;
  if (!ready(&m)) return false;
  for (int k = 0; k < member_count; ++k) {
    const vt_surface_topology *t = search->bodies[members[k]].collider->topology;
    for (int i = 0; i < t->triangle_count; ++i) found->open_share[members[k]][i] = 0;
    for (int v = 0; v < t->vertex_count; ++v) found->owners[members[k]][v] = VT_OWNER_NONE;
  }
  if (!list_holes(&m, &holes, &count)) return false;
  for (int first = 0, last; first < count; first = last) {
    for (last = first + 1; last < count && holes[first].id >= 0 && holes[last].id == holes[first].id;) ++last;
    if (!add_cavity(&m, holes + first, last - first)) return false;
  }
  return true;
}

// Finding cavities by flooding surfaces: each body is cut where its gap to the others is the reach of the
// seal, the unsealed rest is divided into connected regions, regions of different bodies are joined across
// the edges of the seal, and walls close them. As in the union, a closed region that turns its inside to the
// air is a cavity and any other is the outside, so no seed is needed.
#include "cavity/floodfill.h"

#include "cavity/floodfill_insides.h"
#include "geometry/sagitta.h"
#include "geometry/triangle_distance.h"

// What is known of a region.
typedef struct region_sum {
  double volume; // m^3 of the solid side: above 0 for the outside
  double area;   // m^2
  double reach;  // m, the largest of its bodies
  double bulges; // m: the sum of what soft bodies may lie off their triangles, over pieces
  int pieces;    // of surfaces
  vt_vec3 origin;
  int body;   // the first
  bool known; // origin and body are set
  bool several;
  bool moves; // one of its bodies does
  bool cavity;
  int number;                  // of that cavity
  int first_piece, first_wall; // of a list, -1 if none
} region_sum;

typedef struct region_table {
  region_sum *sums; // by component; only regions are used
  int *piece_after; // by piece of all sheets: the next of the region, -1 if none
  int *wall_after;
  int *first_piece; // by sheet
} region_table;

// ---------------------------------------------------------------- sheets

// What is known of a body once it is near another.
typedef struct flood_body {
  const vt_flood_tree *tree; // NULL before
  const vt_vec3 *bulges;     // as of vt_flood_other; NULL before
  double bulge;              // m, the most of them
} flood_body;

static bool make_bulges(const vt_collider *c, flood_body *body, vt_arena *arena, vt_error *error) {
  const vt_surface_topology *t = c->topology;
  if (body->bulges != NULL) return true;
  vt_vec3 *bulges = VT_TAKE(arena, vt_vec3, t->triangle_count, error);
  double *sagittas = VT_TAKE(arena, double, t->triangle_count, error);
  if (bulges == NULL || sagittas == NULL) return false;
  vt_sagittas(t, c->vertices, sagittas);
  for (int k = 0; k < t->triangle_count; ++k) {
    const int *v = t->triangles + 3 * k;
    bulges[k] =
        vt_scale(sagittas[k], vt_triangle_normal(c->vertices[v[0]], c->vertices[v[1]], c->vertices[v[2]]));
    body->bulge = fmax(body->bulge, sagittas[k]);
  }
  body->bulges = bulges;
  return true;
}

static bool list_others(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    flood_body *bodies, vt_flood_sheet *sheet, vt_arena *arena, vt_error *error) {
  sheet->others = VT_TAKE(arena, vt_flood_other, count, error);
  if (sheet->others == NULL) return false;
  int a = sheet->body;
  double length = INFINITY;
  for (int b = 0; b < count; ++b) {
    if (a == b || colliders[a].topology->triangle_count == 0 || colliders[b].topology->triangle_count == 0)
      continue;
    vt_contact_settings settings = a < b ? rule(user, a, b) : rule(user, b, a);
    double reach = settings.distance + settings.sealing;
    bool rounded = colliders[a].soft || colliders[b].soft;
    // Triangles bulge by less than they are long.
    double may = rounded ? colliders[a].topology->edge_length + colliders[b].topology->edge_length : 0;
    const vt_box *boxes[2] = {&colliders[a].bvh->nodes[0], &colliders[b].bvh->nodes[0]};
    if (!settings.enabled || !(reach > 0) || vt_boxes_apart(boxes[0], boxes[1], reach + may)) continue;
    if (rounded && (!make_bulges(&colliders[a], &bodies[a], arena, error) ||
                       !make_bulges(&colliders[b], &bodies[b], arena, error)))
      return false;
    double bulge = rounded ? bodies[a].bulge + bodies[b].bulge : 0;
    if (vt_boxes_apart(boxes[0], boxes[1], reach + bulge)) continue;
    if (bodies[b].tree == NULL) bodies[b].tree = vt_flood_tree_make(&colliders[b], arena, error);
    if (bodies[b].tree == NULL) return false;
    sheet->others[sheet->other_count++] = (vt_flood_other){.body = b,
        .collider = &colliders[b],
        .tree = bodies[b].tree,
        .reach = reach,
        .bulges = bodies[b].bulges,
        .bulge = bulge,
        .hint = -1};
    sheet->bulges = bodies[a].bulges;
    sheet->reach = fmax(sheet->reach, reach);
    sheet->bulge = fmax(sheet->bulge, bulge);
    length = fmin(length, colliders[b].topology->edge_length);
  }
  // As fine as the finest body that touches this one.
  sheet->size = fmax(length, sheet->reach);
  return true;
}

static bool make_sheets(
    vt_collider *colliders, int count, vt_contact_rule rule, const void *user, vt_flood *flood) {
  flood->sheet_count = count;
  flood->sheets = VT_TAKE(flood->arena, vt_flood_sheet, count, flood->error);
  flood_body *bodies = VT_TAKE(flood->arena, flood_body, count, flood->error);
  if (flood->sheets == NULL || bodies == NULL) return false;
  for (int a = 0; a < count; ++a) {
    const vt_collider *c = &colliders[a];
    bodies[a] = (flood_body){.tree = NULL};
    vt_bvh_refit(c->bvh, c->topology->triangles, c->vertices, NULL, NULL);
  }
  for (int a = 0; a < count; ++a) {
    vt_flood_sheet *sheet = &flood->sheets[a];
    *sheet = (vt_flood_sheet){.body = a, .collider = &colliders[a]};
    if (!list_others(colliders, count, rule, user, bodies, sheet, flood->arena, flood->error) ||
        !vt_flood_sheet_make(sheet, flood->arena, flood->error))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------- regions

static int region_of_piece(const vt_flood *f, int s, int piece) {
  const vt_flood_sheet *sheet = &f->sheets[s];
  return f->region[f->first_component[s] + sheet->component[sheet->pieces[piece].vertices[0]]];
}

static void add_triangle(region_sum *sum, vt_vec3 a, vt_vec3 b, vt_vec3 c) {
  sum->area += 0.5 * vt_norm(vt_cross(vt_sub(b, a), vt_sub(c, a)));
  a = vt_sub(a, sum->origin), b = vt_sub(b, sum->origin), c = vt_sub(c, sum->origin);
  sum->volume += vt_dot(a, vt_cross(b, c)) / 6;
}

static bool make_table(const vt_flood *f, region_table *table) {
  int pieces = 0;
  table->first_piece = VT_TAKE(f->arena, int, f->sheet_count, f->error);
  if (table->first_piece == NULL) return false;
  for (int s = 0; s < f->sheet_count; ++s) {
    table->first_piece[s] = pieces;
    pieces += f->sheets[s].piece_count;
  }
  table->sums = VT_TAKE(f->arena, region_sum, f->component_count, f->error);
  table->piece_after = VT_TAKE(f->arena, int, pieces, f->error);
  table->wall_after = VT_TAKE(f->arena, int, f->wall_count, f->error);
  if (table->sums == NULL || table->piece_after == NULL || table->wall_after == NULL) return false;
  for (int c = 0; c < f->component_count; ++c)
    table->sums[c] = (region_sum){.body = -1, .first_piece = -1, .first_wall = -1};
  return true;
}

// Volumes of regions, and lists of their pieces and walls, made from the last one on so that they run
// forwards.
static bool sum_regions(const vt_flood *f, region_table *table) {
  if (!make_table(f, table)) return false;
  for (int s = f->sheet_count - 1; s >= 0; --s) {
    const vt_flood_sheet *sheet = &f->sheets[s];
    for (int k = sheet->piece_count - 1; k >= 0; --k) {
      region_sum *sum = &table->sums[region_of_piece(f, s, k)];
      const int *v = sheet->pieces[k].vertices;
      const vt_flood_vertex *x = sheet->vertices;
      if (!sum->known) sum->origin = x[v[0]].position, sum->body = sheet->body, sum->known = true;
      sum->several |= sheet->body != sum->body;
      sum->moves |= sheet->collider->moves;
      sum->reach = fmax(sum->reach, sheet->reach);
      if (sheet->collider->soft && sheet->bulges != NULL)
        sum->bulges += vt_norm(sheet->bulges[sheet->pieces[k].source]);
      ++sum->pieces;
      add_triangle(sum, x[v[0]].position, x[v[1]].position, x[v[2]].position);
      table->piece_after[table->first_piece[s] + k] = sum->first_piece;
      sum->first_piece = table->first_piece[s] + k;
    }
  }
  for (int w = f->wall_count - 1; w >= 0; --w) {
    const int *v = f->walls[w].vertices;
    region_sum *sum = &table->sums[f->region[f->borders[v[0]].component]];
    add_triangle(sum, f->borders[v[0]].position, f->borders[v[1]].position, f->borders[v[2]].position);
    table->wall_after[w] = sum->first_wall;
    sum->first_wall = w;
  }
  // As for the union, a cavity thinner than the reach on average (2 V / A) is part of the seal.
  for (int c = 0; c < f->component_count; ++c) {
    region_sum *sum = &table->sums[c];
    double reach = sum->reach + (sum->pieces > 0 ? 2 * sum->bulges / sum->pieces : 0); // of both surfaces
    sum->cavity = sum->several && sum->moves && -2 * sum->volume > reach * sum->area;
  }
  return true;
}

// ---------------------------------------------------------------- answer

static double area_of(const vt_flood_sheet *sheet, const int v[3]) {
  vt_vec3 a = sheet->vertices[v[0]].position;
  return 0.5 * vt_norm(vt_cross(
                   vt_sub(sheet->vertices[v[1]].position, a), vt_sub(sheet->vertices[v[2]].position, a)));
}

// Pockets of one body that no other body's unsealed surface faces are narrower than the seal can tell: they
// count as sealed, like a body's own closed chambers.
static bool share_areas(const vt_flood *f, const region_table *table, vt_detected *found) {
  found->open_share = VT_TAKE(f->arena, double *, f->sheet_count, f->error);
  found->enclosed_share = VT_TAKE(f->arena, double *, f->sheet_count, f->error);
  if (found->open_share == NULL || found->enclosed_share == NULL) return false;
  for (int s = 0; s < f->sheet_count; ++s) {
    const vt_flood_sheet *sheet = &f->sheets[s];
    int count = sheet->collider->topology->triangle_count;
    double *open = found->open_share[s] = VT_TAKE(f->arena, double, count, f->error);
    double *enclosed = found->enclosed_share[s] = VT_TAKE(f->arena, double, count, f->error);
    if (open == NULL || enclosed == NULL) return false;
    for (int t = 0; t < count; ++t) open[t] = enclosed[t] = 0;
    for (int k = 0; k < sheet->piece_count; ++k) {
      const vt_flood_piece *piece = &sheet->pieces[k];
      const region_sum *sum = &table->sums[region_of_piece(f, s, k)];
      double whole = area_of(sheet, sheet->collider->topology->triangles + 3 * piece->source);
      double share = whole > 0 ? area_of(sheet, piece->vertices) / whole : 0;
      if (sum->cavity)
        enclosed[piece->source] = fmin(1, enclosed[piece->source] + share);
      else if (sum->volume > 0)
        open[piece->source] = fmin(1, open[piece->source] + share);
    }
  }
  return true;
}

typedef struct cavity_writer {
  const vt_flood *flood;
  vt_cavities *cavities;
  int first;    // vertex of the cavity
  int **number; // by sheet and vertex: the cavity's vertex, below `first` of an earlier one
} cavity_writer;

static int write_vertex(cavity_writer *w, int s, int v) {
  if (w->number[s][v] < w->first) {
    int added = vt_cavities_add_vertex(w->cavities, w->flood->sheets[s].vertices[v].place, w->flood->error);
    if (added < 0) return -1;
    w->number[s][v] = w->cavities->vertex_count - 1;
  }
  return w->number[s][v] - w->first;
}

// Cavity meshes face the bodies: the other way round.
static bool write_triangle(cavity_writer *w, int a, int b, int c, int body, int source) {
  if (a < 0 || b < 0 || c < 0) return false;
  return vt_cavities_add_triangle(
      w->cavities, (vt_cavity_triangle){{a, c, b}, body, source}, w->flood->error);
}

static bool write_cavity(cavity_writer *w, const region_table *table, const region_sum *sum) {
  const vt_flood *f = w->flood;
  w->first = w->cavities->vertex_count;
  vt_cavity *cavity = vt_cavities_begin(w->cavities, f->error);
  if (cavity == NULL) return false;
  cavity->volume = -sum->volume;
  int s = 0;
  for (int k = sum->first_piece; k >= 0; k = table->piece_after[k]) {
    while (s + 1 < f->sheet_count && table->first_piece[s + 1] <= k) ++s;
    const vt_flood_piece *piece = &f->sheets[s].pieces[k - table->first_piece[s]];
    int v[3];
    for (int i = 0; i < 3; ++i) v[i] = write_vertex(w, s, piece->vertices[i]);
    if (!write_triangle(w, v[0], v[1], v[2], f->sheets[s].body, piece->source)) return false;
  }
  for (int k = sum->first_wall; k >= 0; k = table->wall_after[k]) {
    int v[3];
    for (int i = 0; i < 3; ++i) {
      const vt_flood_border *b = &f->borders[f->walls[k].vertices[i]];
      v[i] = write_vertex(w, b->sheet, b->vertex);
    }
    if (!write_triangle(w, v[0], v[1], v[2], -1, -1)) return false;
  }
  return true;
}

static bool write_cavities(const vt_flood *f, region_table *table, vt_cavities *cavities) {
  cavity_writer w = {.flood = f, .cavities = cavities};
  w.number = VT_TAKE(f->arena, int *, f->sheet_count, f->error);
  if (w.number == NULL) return false;
  for (int s = 0; s < f->sheet_count; ++s) {
    w.number[s] = VT_TAKE(f->arena, int, f->sheets[s].vertex_count, f->error);
    if (w.number[s] == NULL) return false;
    for (int v = 0; v < f->sheets[s].vertex_count; ++v) w.number[s][v] = -1;
  }
  for (int c = 0; c < f->component_count; ++c) {
    table->sums[c].number = cavities->count;
    if (table->sums[c].cavity && !write_cavity(&w, table, &table->sums[c])) return false;
  }
  return true;
}

// Whose air is around the vertices that nothing is near.
static bool look_around(const vt_flood *f, const region_table *table, vt_detected *found) {
  found->around = VT_TAKE(f->arena, int *, f->sheet_count, f->error);
  if (found->around == NULL) return false;
  for (int s = 0; s < f->sheet_count; ++s) {
    const vt_flood_sheet *sheet = &f->sheets[s];
    int count = sheet->collider->topology->vertex_count;
    int *around = found->around[s] = VT_TAKE(f->arena, int, count, f->error);
    if (around == NULL) return false;
    for (int v = 0; v < count; ++v) {
      int component = sheet->component[v];
      const region_sum *sum =
          component < 0 ? NULL : &table->sums[f->region[f->first_component[s] + component]];
      around[v] = sum == NULL       ? VT_OWNER_NONE
                  : sum->cavity     ? sum->number
                  : sum->volume > 0 ? VT_OWNER_OPEN
                                    : VT_OWNER_NONE;
    }
  }
  return true;
}

// ---------------------------------------------------------------- classes

static vt_flood_class class_of(const vt_flood *f, const region_table *table, int s, int v) {
  int component = f->sheets[s].component[v];
  if (component < 0) return VT_FLOOD_CONTACT;
  const region_sum *sum = &table->sums[f->region[f->first_component[s] + component]];
  if (sum->cavity) return VT_FLOOD_INSIDE;
  return sum->volume > 0 ? VT_FLOOD_OUTSIDE : VT_FLOOD_CONTACT;
}

static bool classify(const vt_flood *f, const region_table *table, vt_flood_class ***classes) {
  *classes = VT_TAKE(f->arena, vt_flood_class *, f->sheet_count, f->error);
  if (*classes == NULL) return false;
  for (int s = 0; s < f->sheet_count; ++s) {
    const vt_surface_topology *topology = f->sheets[s].collider->topology;
    vt_flood_class *by_vertex = (*classes)[s] =
        VT_TAKE(f->arena, vt_flood_class, topology->vertex_count, f->error);
    if (by_vertex == NULL) return false;
    for (int v = 0; v < topology->vertex_count; ++v) by_vertex[v] = class_of(f, table, s, v);
    for (int e = 0; e < topology->edge_count; ++e)
      for (int i = 0; i < 2; ++i) {
        int v = topology->edges[e].vertices[i], w = topology->edges[e].vertices[1 - i];
        bool border = by_vertex[v] == VT_FLOOD_CONTACT || by_vertex[v] == VT_FLOOD_OUTER_BORDER;
        if (border && by_vertex[w] == VT_FLOOD_INSIDE) by_vertex[v] = VT_FLOOD_INNER_BORDER;
        if (border && by_vertex[w] == VT_FLOOD_OUTSIDE && by_vertex[v] == VT_FLOOD_CONTACT)
          by_vertex[v] = VT_FLOOD_OUTER_BORDER;
      }
  }
  return true;
}

// ---------------------------------------------------------------- all of it

bool vt_cavities_find_classes(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_detected *found, vt_flood_class ***classes, vt_error *error) {
  vt_flood flood = {.arena = arena, .error = error};
  region_table table = {0};
  vt_cavities_clear(found->cavities);
  return make_sheets(colliders, count, rule, user, &flood) && vt_flood_pair(&flood) &&
         vt_flood_close(&flood) && sum_regions(&flood, &table) && share_areas(&flood, &table, found) &&
         write_cavities(&flood, &table, found->cavities) && look_around(&flood, &table, found) &&
         (classes == NULL || classify(&flood, &table, classes));
}

bool vt_cavities_find_floodfill(vt_collider *colliders, int count, vt_contact_rule rule, const void *user,
    vt_arena *arena, vt_detected *found, vt_error *error) {
  return vt_cavities_find_classes(colliders, count, rule, user, arena, found, NULL, error);
}

// The parts of a state: one list, by which states are copied, hashed and compared.
//
// The structs of these lists have padding, which nobody sets: hashes and comparisons go field by field.
#include "base/hash.h"
#include "world/world.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

typedef struct field {
  size_t offset, size;
} field;

#define FIELD(type, name)                                                                                    \
  { offsetof(type, name), sizeof((type *)0)->name }

static const field touch_fields[] = {FIELD(vt_touch, body_a), FIELD(vt_touch, body_b),
    FIELD(vt_touch, feature_a), FIELD(vt_touch, feature_b), FIELD(vt_touch, point), FIELD(vt_touch, normal),
    FIELD(vt_touch, force), FIELD(vt_touch, gap)};
static const field place_fields[] = {FIELD(vt_touch_place, first), FIELD(vt_touch_place, count_a),
    FIELD(vt_touch_place, count_b), FIELD(vt_touch_place, other), FIELD(vt_touch_place, foreseen)};
static const field weight_fields[] = {FIELD(vt_touch_weight, vertex), FIELD(vt_touch_weight, weight)};
static const field crossing_fields[] = {
    FIELD(vt_crossing, body_a), FIELD(vt_crossing, body_b), FIELD(vt_crossing, depth)};
static const field cavity_fields[] = {FIELD(vt_cavity, id), FIELD(vt_cavity, chamber),
    FIELD(vt_cavity, first_vertex), FIELD(vt_cavity, vertex_count), FIELD(vt_cavity, first_triangle),
    FIELD(vt_cavity, triangle_count), FIELD(vt_cavity, first_tie), FIELD(vt_cavity, tie_count),
    FIELD(vt_cavity, born), FIELD(vt_cavity, withdrew), FIELD(vt_cavity, border_count),
    FIELD(vt_cavity, flat), FIELD(vt_cavity, amount), FIELD(vt_cavity, film), FIELD(vt_cavity, polytropic),
    FIELD(vt_cavity, exponent), FIELD(vt_cavity, dead), FIELD(vt_cavity, pressure), FIELD(vt_cavity, volume),
    FIELD(vt_cavity, filled), FIELD(vt_cavity, max_pressure), FIELD(vt_cavity, area),
    FIELD(vt_cavity, border_area), FIELD(vt_cavity, border_found), FIELD(vt_cavity, state)};
static const field vertex_fields[] = {
    FIELD(vt_cavity_vertex, body), FIELD(vt_cavity_vertex, corners), FIELD(vt_cavity_vertex, weights)};
static const field tie_fields[] = {
    FIELD(vt_cavity_tie, on), FIELD(vt_cavity_tie, foot), FIELD(vt_cavity_tie, area)};
static const field triangle_fields[] = {
    FIELD(vt_cavity_triangle, vertices), FIELD(vt_cavity_triangle, body), FIELD(vt_cavity_triangle, source)};

typedef struct part {
  void *items;
  int count;
  size_t size; // bytes of an item
  const field *fields;
  size_t field_count;
} part;

enum { PARTS = 8, COUNTS = 9 };

#define PART(items, count, fields)                                                                           \
  { items, count, sizeof *(items), fields, sizeof(fields) / sizeof *(fields) }

// All lists of a state, each with its items and their number.
static void list_parts(vt_parts s, part parts[PARTS]) {
  const part all[] = {PART(s.touches->items, s.touches->count, touch_fields),
      PART(s.touches->places, s.touches->count, place_fields),
      PART(s.touches->weights, s.touches->weight_count, weight_fields),
      PART(s.touches->crossings.items, s.touches->crossings.count, crossing_fields),
      PART(s.cavities->items, s.cavities->count, cavity_fields),
      PART(s.cavities->vertices, s.cavities->vertex_count, vertex_fields),
      PART(s.cavities->triangles, s.cavities->triangle_count, triangle_fields),
      PART(s.cavities->ties, s.cavities->tie_count, tie_fields)};
  static_assert(sizeof all == PARTS * sizeof *all, "PARTS is the length of the list");
  memcpy(parts, all, sizeof all);
}

// Their numbers, and what else a state counts.
static void list_counts(vt_parts s, int *counts[COUNTS]) {
  int *all[] = {&s.touches->count, &s.touches->weight_count, &s.touches->ran_into,
      &s.touches->crossings.count, &s.cavities->count, &s.cavities->vertex_count, &s.cavities->triangle_count,
      &s.cavities->tie_count, &s.cavities->next_id};
  static_assert(sizeof all == COUNTS * sizeof *all, "COUNTS is the length of the list");
  memcpy(counts, all, sizeof all);
}

bool vt_parts_reserve(vt_parts to, vt_parts from, vt_error *error) {
  const vt_touches *t = from.touches;
  const vt_cavities *c = from.cavities;
  return vt_touches_reserve(to.touches, t->count, t->weight_count, error) &&
         VT_RESERVE(&to.touches->crossings.items, &to.touches->crossings.room, t->crossings.count, error) &&
         VT_RESERVE(&to.cavities->items, &to.cavities->item_room, c->count, error) &&
         VT_RESERVE(&to.cavities->vertices, &to.cavities->vertex_room, c->vertex_count, error) &&
         VT_RESERVE(&to.cavities->triangles, &to.cavities->triangle_room, c->triangle_count, error) &&
         VT_RESERVE(&to.cavities->ties, &to.cavities->tie_room, c->tie_count, error);
}

void vt_parts_copy(vt_parts to, vt_parts from) {
  int *counts_to[COUNTS], *counts_from[COUNTS];
  part parts_to[PARTS], parts_from[PARTS];
  list_counts(to, counts_to);
  list_counts(from, counts_from);
  for (int k = 0; k < COUNTS; ++k) *counts_to[k] = *counts_from[k];
  list_parts(to, parts_to);
  list_parts(from, parts_from);
  if (from.size > 0) memcpy(to.block, from.block, from.size);
  for (int k = 0; k < PARTS; ++k)
    if (parts_from[k].count > 0)
      memcpy(parts_to[k].items, parts_from[k].items, parts_from[k].size * (size_t)parts_from[k].count);
}

bool vt_touches_copy(vt_touches *to, const vt_touches *from, vt_error *error) {
  vt_touches *own = (vt_touches *)from; // which is only read
  vt_cavities none = {0};
  vt_parts there = {NULL, 0, to, &none}, here = {NULL, 0, own, &none};
  if (!vt_parts_reserve(there, here, error)) return false;
  vt_parts_copy(there, here);
  return true;
}

uint64_t vt_parts_hash(vt_parts s) {
  uint64_t hash = vt_hash_bytes(VT_HASH_START, s.block, s.size);
  int *counts[COUNTS];
  part parts[PARTS];
  list_counts(s, counts);
  list_parts(s, parts);
  for (int k = 0; k < COUNTS; ++k) hash = vt_hash_bytes(hash, counts[k], sizeof *counts[k]);
  for (int k = 0; k < PARTS; ++k)
    for (int i = 0; i < parts[k].count; ++i) {
      const unsigned char *item = (const unsigned char *)parts[k].items + parts[k].size * (size_t)i;
      for (size_t f = 0; f < parts[k].field_count; ++f)
        hash = vt_hash_bytes(hash, item + parts[k].fields[f].offset, parts[k].fields[f].size);
    }
  return hash;
}

static bool is_equal(const part *a, const part *b) {
  for (int i = 0; i < a->count; ++i) {
    const unsigned char *one = (const unsigned char *)a->items + a->size * (size_t)i,
                        *two = (const unsigned char *)b->items + b->size * (size_t)i;
    for (size_t f = 0; f < a->field_count; ++f)
      if (memcmp(one + a->fields[f].offset, two + a->fields[f].offset, a->fields[f].size) != 0) return false;
  }
  return true;
}

bool vt_parts_equal(vt_parts a, vt_parts b) {
  int *counts_a[COUNTS], *counts_b[COUNTS];
  part parts_a[PARTS], parts_b[PARTS];
  if (a.size != b.size || memcmp(a.block, b.block, a.size) != 0) return false;
  list_counts(a, counts_a);
  list_counts(b, counts_b);
  for (int k = 0; k < COUNTS; ++k)
    if (*counts_a[k] != *counts_b[k]) return false;
  list_parts(a, parts_a);
  list_parts(b, parts_b);
  for (int k = 0; k < PARTS; ++k)
    if (!is_equal(&parts_a[k], &parts_b[k])) return false;
  return true;
}

vt_parts vt_world_parts(const vt_world *w) {
  vt_world *own = (vt_world *)w; // what is only read from is not written to
  return (vt_parts){w->state_block, w->state_size, &own->touches, &own->cavities};
}

vt_parts vt_saved_parts(const vt_saved *saved, size_t size) {
  vt_saved *own = (vt_saved *)saved;
  return (vt_parts){saved->block, size, &own->touches, &own->cavities};
}

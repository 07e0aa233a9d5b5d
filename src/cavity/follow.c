// Handing the air of old cavities on to those found anew, by the surface they share.
//
// Every old cavity divides its air by volume among the new ones that share surface with it, and every new one
// sums up what it gets: a merge, a split, and any chain of both are the same rule. With k > 1 air of
// different heat may meet: what is summed then, beside the amount, is P V, which is its energy.
//
// Detectors take surfaces nearer than the reach for sealed, so a pocket pressed flat is found in patches or
// not at all, though nothing has changed but on which side of that threshold it lies. Where no film tells
// where its air is, the old mesh, which moves with its bodies, gives the volume better than the patches do:
// it stays, and they are part of it.
#include "cavity/follow.h"

#include "cavity/cover.h"
#include "cavity/gas.h"
#include "ventouse/cavity.h"

#include <string.h>

// Two cavities share surface if they have this part of the smaller one in common. A cavity that grew out of
// another, is the rest of it or absorbed it has nearly all of the smaller one in common; a neighbour has only
// the area that the border crossed between two detections.
#define SHARED_LEAST 0.1

// A cavity found within an old one replaces it if its volume is at least this part of the current volume of
// the old mesh: otherwise the pressure would jump by more than a tenth.
#define REPLACED_LEAST 0.9

// What a new cavity gets.
typedef struct inheritance {
  int parts;       // old cavities it has air of
  int id;          // -1 if none
  double amount;   // mol
  double film;     // mol of it, out of the film in seals
  double room;     // m^3 that it filled
  double energy;   // J, the sum of P V
  double exponent; // k, s and P of the part that gave most air
  double polytropic;
  double pressure;       // Pa
  double largest_amount; // mol
  double volume;         // m^3, measured
  double dead;           // m^3: of the cavities whose heir it is
  bool blowing;          // all of its parts were at the highest pressure that their seal bears
  bool withdrew;         // the film of one of them withdrew
} inheritance;

typedef struct following {
  const vt_cavities *old, *fresh;
  double *volumes;               // m^3, by old cavity: what its mesh has by now
  const vt_cavity_start *starts; // by new cavity
  vt_cover cover;
  inheritance *gets;          // by new cavity
  bool *within;               // by new cavity: it is part of an old one that stays, or of a chamber
  const vt_film *const *film; // by body and vertex, as it was when they were looked for; NULL if not
  int next_id;
} following;

static bool are_linked(const vt_cover *cover, int i, int j) {
  double least = SHARED_LEAST * fmin(cover->old_areas[i], cover->new_areas[j]);
  double shared = cover->shared[i * cover->new_count + j];
  return shared > 0 && shared >= least;
}

// The volume that air fills, m^3.
static double room_of(double volume, double dead) { return fmax(volume, 0) + dead; }

static double new_room(const following *f, int j) { return room_of(f->gets[j].volume, f->gets[j].dead); }

// `share` of the energy, of the film and of the room of an old cavity.
static void give(inheritance *to, const vt_cavity *from, double amount, double share, double energy) {
  if (to->parts == 0 || amount > to->largest_amount) {
    to->largest_amount = amount;
    to->exponent = from->exponent;
    to->polytropic = from->polytropic;
    to->pressure = from->pressure;
  }
  to->blowing = from->state == VT_CAVITY_BLOWING && (to->parts == 0 || to->blowing);
  to->withdrew |= from->withdrew;
  ++to->parts;
  to->amount += amount;
  to->film += share * from->film;
  to->room += share * room_of(from->volume, from->dead);
  to->energy += share * energy;
}

// The new cavity that shares most with an old one, -1 if none: it keeps the id and what is connected to it.
static int heir_of(const vt_cover *cover, int i) {
  int heir = -1;
  for (int j = 0; j < cover->new_count; ++j) {
    const double *shared = &cover->shared[i * cover->new_count];
    if (are_linked(cover, i, j) && (heir < 0 || shared[j] > shared[heir])) heir = j;
  }
  return heir;
}

// ---------------------------------------------------------------- dead volumes

// Whether the dead volume that a new cavity would have is in another one already.
static bool is_given(const following *f, const char *fate, int j) {
  const int *owners = f->starts[j].owners;
  for (int i = 0; i < f->cover.old_count; ++i)
    if (fate[i] == 's' && f->old->items[i].dead > 0 && vt_cavity_is_of(f->old, i, owners)) return true;
  for (int k = 0; k < f->cover.new_count; ++k)
    if (k != j && f->gets[k].dead > 0 && vt_cavity_is_of(f->fresh, k, owners)) return true;
  return false;
}

// Of several dead volumes in one cavity each goes back to where it belongs; the heir has the rest.
static void divide_dead(following *f, const char *fate, int i) {
  int heir = heir_of(&f->cover, i);
  if (heir < 0) return;
  double left = f->old->items[i].dead, own = fmin(left, f->starts[heir].dead);
  f->gets[heir].dead += own;
  left -= own;
  for (int j = 0; j < f->cover.new_count && left > 0; ++j) {
    if (j == heir || !are_linked(&f->cover, i, j) || f->gets[j].dead > 0 || is_given(f, fate, j)) continue;
    f->gets[j].dead = fmin(left, f->starts[j].dead);
    left -= f->gets[j].dead;
  }
  f->gets[heir].dead += left;
}

// Dead volumes go with the air in them. Of the cavities that follow none, the largest gets its
// owner's, if no other has it.
static void hand_on_dead(following *f, const char *fate, bool *born) {
  for (int i = 0; i < f->cover.old_count; ++i)
    if (fate[i] == ' ') divide_dead(f, fate, i);
  for (int j = 0; j < f->cover.new_count; ++j) {
    born[j] = !f->within[j];
    for (int i = 0; i < f->cover.old_count; ++i) born[j] &= fate[i] != ' ' || !are_linked(&f->cover, i, j);
  }
  for (int largest = 0; largest >= 0;) {
    largest = -1;
    for (int j = 0; j < f->cover.new_count; ++j)
      if (born[j] && (largest < 0 || f->gets[j].volume > f->gets[largest].volume)) largest = j;
    if (largest < 0) break;
    born[largest] = false;
    if (!is_given(f, fate, largest)) f->gets[largest].dead = f->starts[largest].dead;
  }
}

// ---------------------------------------------------------------- air

// Whether the outside reaches less of an old cavity than a border moves by between two detections.
static bool is_closed(const vt_cover *cover, int i) {
  return cover->old_areas[i] > 0 && cover->opened[i] < SHARED_LEAST * cover->old_areas[i];
}

// Whether an old cavity was looked for with its film.
static bool has_film(const following *f, int i) {
  const vt_cavity *c = &f->old->items[i];
  for (int k = c->first_vertex; k < c->first_vertex + c->vertex_count && f->film != NULL; ++k) {
    const vt_cavity_vertex *v = &f->old->vertices[k];
    for (int n = 0; n < 3; ++n) {
      const vt_film *film = &f->film[v->body][v->corners[n]];
      if (film->ring != 0 && film->id == c->id) return true;
    }
  }
  return false;
}

// Whether an old cavity stays as it is: closed, without a film, and what is found of it are only patches.
static bool stays(const following *f, int i) {
  const vt_cover *cover = &f->cover;
  double volume = 0, area = 0, shared = 0;
  if (!is_closed(cover, i) || has_film(f, i)) return false;
  for (int j = 0; j < cover->new_count; ++j) {
    if (!are_linked(cover, i, j)) continue;
    volume += fmax(f->gets[j].volume, 0);
    area += cover->new_areas[j];
    shared += cover->shared[i * cover->new_count + j];
  }
  if (!(area > 0)) return f->old->items[i].amount > 0; // nothing is found; unless all has been squeezed out
  return volume < REPLACED_LEAST * f->volumes[i] && shared >= 0.5 * area;
}

// Divides the air of an old cavity among those found of it. Where part of it has opened, only what was in the
// rest; but all of it where it has a film, for there the border moves without anything being opened.
static void divide(following *f, int i) {
  const vt_cavity *from = &f->old->items[i];
  const vt_cover *cover = &f->cover;
  double total = 0, left = 0; // m^3: of those found, and what of it was in this one
  int heir = heir_of(cover, i), last = -1, count = 0;
  for (int j = 0; j < cover->new_count; ++j) {
    if (!are_linked(cover, i, j)) continue;
    total += new_room(f, j);
    left += fmin(1, cover->shared[i * cover->new_count + j] / cover->new_areas[j]) * new_room(f, j);
    last = j;
    ++count;
  }
  if (heir < 0) return;
  double k = from->exponent, room = room_of(from->volume, from->dead);
  double now = room_of(f->volumes[i], from->dead);
  double kept = has_film(f, i) || is_closed(cover, i) || left >= now ? 1 : left / now;
  // P V by the gas law; 0 where there is no air.
  double energy = k == 1 || !(room > 0) ? from->polytropic * from->amount
                                        : from->polytropic * pow(from->amount, k) * pow(room, 1 - k);
  double amount_left = kept * from->amount;
  for (int j = 0; j <= last; ++j) {
    if (!are_linked(cover, i, j)) continue;
    double share = total > 0 ? new_room(f, j) / total : 1.0 / count;
    double amount = j == last ? amount_left : fmin(share * kept * from->amount, amount_left);
    amount_left -= amount;
    give(&f->gets[j], from, amount, share * kept, energy);
  }
  if (f->gets[heir].id < 0 || from->id < f->gets[heir].id) f->gets[heir].id = from->id;
}

// Decides what becomes of every old cavity: 'c', a chamber; 's', stays; ' ', divided or lost. A chamber whose
// walls touch is found as a cavity too: its air is there already.
static void decide(following *f, char *fate) {
  const vt_cover *cover = &f->cover;
  for (int i = 0; i < cover->old_count; ++i)
    fate[i] = f->old->items[i].chamber >= 0 ? 'c' : stays(f, i) ? 's' : ' ';
  for (int j = 0; j < cover->new_count; ++j) {
    bool in_chamber = false, in_one = false, wanted = false;
    for (int i = 0; i < cover->old_count; ++i) {
      if (!are_linked(cover, i, j)) continue;
      in_chamber |= fate[i] == 'c';
      in_one |= fate[i] == 's';
      wanted |= fate[i] == ' ';
    }
    f->within[j] = in_chamber || (in_one && !wanted);
  }
}

// The old cavity that most of a new one lies in, -1 if none.
static int id_around(const following *f, int j) {
  int id = -1;
  double max = 0;
  for (int i = 0; i < f->cover.old_count; ++i) {
    double shared = f->cover.shared[i * f->cover.new_count + j];
    if (shared > max) max = shared, id = f->old->items[i].id;
  }
  return id;
}

// Writes what a new cavity begins its step with.
static void settle(following *f, int j, vt_cavity *to) {
  const inheritance *gets = &f->gets[j];
  const vt_cavity_start *start = &f->starts[j];
  double k = start->exponent, heat = VT_GAS_CONSTANT * start->temperature, room = new_room(f, j);
  to->flat = false;
  to->id = gets->id >= 0 ? gets->id : f->next_id++;
  to->volume = gets->volume;
  to->exponent = k;
  to->dead = gets->dead;
  to->filled = room;
  if (gets->parts == 0) {
    double filled = room_of(fmax(gets->volume, 0) - start->empty, gets->dead);
    to->pressure = start->pressure * (room > 0 ? filled / room : 1);
    to->amount = start->pressure * filled / heat;
    to->born = true;
    // P V^k / n^k with n = P V / (R T)
    to->polytropic = k == 1 ? heat : to->pressure > 0 ? pow(to->pressure, 1 - k) * pow(heat, k) : heat;
    return;
  }
  to->filled = gets->room;
  to->film = gets->film;
  to->withdrew = gets->withdrew;
  to->state = gets->blowing ? VT_CAVITY_BLOWING : VT_CAVITY_SEALED;
  to->amount = gets->amount;
  to->pressure = gets->pressure;
  to->polytropic = gets->polytropic;
  if ((gets->parts == 1 && gets->exponent == k) || !(gets->amount > 0)) return;
  // P V is the sum over the parts, in this volume; s belongs to an exponent, which may be another one now.
  to->polytropic = k == 1     ? gets->energy / gets->amount
                   : room > 0 ? gets->energy * pow(room, k - 1) / pow(gets->amount, k)
                              : gets->polytropic;
  if (room > 0) to->pressure = gets->energy / room;
}

// Adds a cavity with its mesh to a set.
static bool append(vt_cavities *to, const vt_cavity *item, const vt_cavity_vertex *vertices,
    const vt_cavity_triangle *triangles, vt_error *error) {
  vt_cavity *added = vt_cavities_begin(to, error);
  if (added == NULL) return false;
  int first_vertex = added->first_vertex, first_triangle = added->first_triangle;
  *added = *item;
  added->first_vertex = first_vertex;
  added->first_triangle = first_triangle;
  if (!VT_RESERVE(&to->vertices, &to->vertex_room, to->vertex_count + item->vertex_count, error) ||
      !VT_RESERVE(&to->triangles, &to->triangle_room, to->triangle_count + item->triangle_count, error))
    return false;
  for (int k = 0; k < item->vertex_count; ++k)
    to->vertices[to->vertex_count++] = vertices[item->first_vertex + k];
  for (int k = 0; k < item->triangle_count; ++k)
    to->triangles[to->triangle_count++] = triangles[item->first_triangle + k];
  return true;
}

bool vt_cavities_follow(vt_cavities *old, const vt_detected *found, const vt_cavity_start *starts,
    const vt_vec3 *const *surfaces, vt_arena *arena, vt_error *error) {
  const vt_cavities *fresh = found->cavities;
  vt_cavities before;
  following f = {
      .old = &before, .fresh = fresh, .starts = starts, .next_id = old->next_id, .film = found->film};
  f.gets = VT_TAKE(arena, inheritance, fresh->count, error);
  f.within = VT_TAKE(arena, bool, fresh->count, error);
  f.volumes = VT_TAKE(arena, double, old->count, error);
  char *fate = VT_TAKE(arena, char, old->count, error);
  bool *born = VT_TAKE(arena, bool, fresh->count, error);
  if (f.gets == NULL || f.within == NULL || f.volumes == NULL || fate == NULL || born == NULL ||
      !vt_cavities_set_aside(old, &before, arena, error) ||
      !vt_cover_compare(&before, fresh, found->open_share, surfaces, arena, &f.cover, error))
    return false;
  for (int i = 0; i < before.count; ++i) f.volumes[i] = vt_cavity_measure(&before, i, surfaces).volume;
  for (int j = 0; j < fresh->count; ++j) {
    vt_cavity_size size = vt_cavity_measure(fresh, j, surfaces);
    f.gets[j] = (inheritance){.id = -1, .volume = size.volume};
    found->cavities->items[j].border_found = size.border_area;
  }
  decide(&f, fate);
  for (int j = 0; j < fresh->count; ++j) found->cavities->items[j].id = id_around(&f, j);
  hand_on_dead(&f, fate, born);
  for (int i = 0; i < before.count; ++i)
    if (fate[i] == ' ') divide(&f, i);
  if (!VT_RESERVE(&old->items, &old->item_room, before.count + fresh->count, error) ||
      !VT_RESERVE(&old->vertices, &old->vertex_room, before.vertex_count + fresh->vertex_count, error) ||
      !VT_RESERVE(&old->triangles, &old->triangle_room, before.triangle_count + fresh->triangle_count, error))
    return false; // with the old ones intact
  // Chambers first, then what was found, then what is flat.
  vt_cavities_clear(old);
  for (int i = 0; i < before.count; ++i)
    if (fate[i] == 'c' && !append(old, &before.items[i], before.vertices, before.triangles, error))
      return false;
  for (int j = 0; j < fresh->count; ++j) {
    if (f.within[j]) continue;
    if (!append(old, &fresh->items[j], fresh->vertices, fresh->triangles, error)) return false;
    settle(&f, j, &old->items[old->count - 1]);
    found->cavities->items[j].id = old->items[old->count - 1].id;
  }
  for (int i = 0; i < before.count; ++i) {
    if (fate[i] != 's') continue;
    before.items[i].flat = true;
    if (!append(old, &before.items[i], before.vertices, before.triangles, error)) return false;
  }
  old->next_id = f.next_id;
  return true;
}

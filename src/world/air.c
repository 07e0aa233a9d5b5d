// The air of a world: its cavities, the gas law of each, and its state after a step.
#include "base/misuse.h"
#include "base/hash.h"
#include "cavity/band.h"
#include "cavity/follow.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>

// ---------------------------------------------------------------- settings of a cavity

// The last rule that names a body that a cavity touches, and that body; NULL if there is none.
static const vt_air_rule *rule_of(const vt_world *w, const vt_cavities *set, int cavity, int *named) {
  const vt_model *m = w->model;
  const vt_cavity *c = &set->items[cavity];
  for (int r = m->air_rule_count - 1; r >= 0; --r) {
    int last = -1;
    for (int i = 0; i < c->vertex_count; ++i) {
      *named = set->vertices[c->first_vertex + i].body;
      if (*named != last && vt_air_rule_names(&m->air_rules[r], &m->bodies[*named])) return &m->air_rules[r];
      last = *named;
    }
  }
  return NULL;
}

// The settings of a cavity: of its chamber, of the last rule that names a body it touches, or of the model.
const vt_air_settings *vt_world_air_of(const vt_world *w, const vt_cavities *set, int cavity) {
  int chamber = set->items[cavity].chamber, named;
  if (chamber >= 0) return &w->model->chambers[chamber].settings;
  const vt_air_rule *rule = rule_of(w, set, cavity, &named);
  return rule != NULL ? &rule->settings : &w->model->air;
}

// What is declared once exists once: for a body that a rule names, else for two bodies that enclose air.
void vt_world_air_owners(const vt_world *w, const vt_cavities *set, int cavity, int owners[2]) {
  const vt_cavity *c = &set->items[cavity];
  owners[0] = owners[1] = -1;
  if (c->chamber >= 0 || rule_of(w, set, cavity, &owners[0]) != NULL) return;
  owners[0] = -1;
  for (int i = 0; i < c->vertex_count; ++i) {
    int body = set->vertices[c->first_vertex + i].body;
    if (body == owners[0] || body == owners[1]) continue;
    if (owners[0] < 0 || body < owners[0])
      owners[1] = owners[0], owners[0] = body;
    else if (owners[1] < 0 || body < owners[1])
      owners[1] = body;
  }
}

vt_cavity_start vt_world_air_start(const vt_world *w, const vt_air_settings *air) {
  return (vt_cavity_start){
      .pressure = air->start_pressure < 0 ? w->settings.ambient_pressure : air->start_pressure,
      .temperature = w->settings.ambient_temperature,
      .exponent = air->exponent,
      .dead = air->dead_volume,
      .owners = {-1, -1}};
}

// ---------------------------------------------------------------- looking for cavities

// A hash of the contacts that seal as the step begins.
static uint64_t seal_hash(const vt_world *w) {
  uint64_t hash = VT_HASH_START;
  double sealing = 0;
  for (int k = 0; k < w->step.contact_count; ++k) {
    const vt_contact *c = &w->step.contacts[k];
    if (k == 0 || c->body_a != c[-1].body_a || c->body_b != c[-1].body_b)
      sealing = vt_model_contact(w->model, c->body_a, c->body_b).sealing;
    if (c->distance - c->kept - c->slack > sealing) continue;
    hash = vt_hash_bytes(hash, (int[4]){c->body_a, c->body_b, c->feature_a, c->feature_b}, 4 * sizeof(int));
  }
  return hash;
}

// Of a cavity's surface: when its border has been stretched by more, its mesh no longer represents it well.
static const double STRETCHED = 0.01;

// Whether this holds for any cavity. (The border itself is as wide as the gap at the seal, which alone
// exceeds it for a small cavity.)
static bool is_stretched(const vt_world *w) {
  for (int k = 0; k < w->cavities.count; ++k) {
    vt_cavity_size size = vt_cavity_measure(&w->cavities, k, w->work.surfaces);
    const vt_cavity *c = &w->cavities.items[k];
    if (!c->flat && size.border_area - c->border_found > STRETCHED * size.area) return true;
  }
  return false;
}

// ---------------------------------------------------------------- the law of each

static bool is_by_seal(const vt_air_settings *air, const vt_cavity *c, const vt_gas_law *law) {
  return air->max_by_seal && c->chamber < 0 && !law->regulated;
}

// A cavity's share of a leak: all cavities with the same owner share it, by volume.
static double leak_share(const vt_world *w, int k, const vt_air_settings *air) {
  int owners[2];
  double own = 0, all = 0;
  vt_world_air_owners(w, &w->cavities, k, owners);
  for (int i = 0; i < w->cavities.count; ++i) {
    const vt_cavity *c = &w->cavities.items[i];
    if (i != k && (vt_world_air_of(w, &w->cavities, i) != air || !vt_cavity_is_of(&w->cavities, i, owners)))
      continue;
    double room = fmax(c->volume, 0) + c->dead;
    if (i == k) own = room;
    all += room;
  }
  return all > 0 ? own / all : 1;
}

// `end`, s: the time of valves and pressures; `leaking`, s: the time of leaks; h, s: how long they act.
static vt_gas_law law_of(const vt_world *w, int k, double end, double leaking, double h) {
  const vt_cavity *c = &w->cavities.items[k];
  const vt_air_settings *air = vt_world_air_of(w, &w->cavities, k);
  double ambient = w->settings.ambient_pressure;
  double leak = vt_curve_value(&air->leak_curve, leaking);
  if (air->leak_rate != 0 || air->leak_conductance != 0) leak *= leak_share(w, k, air);
  vt_valve valve = air->enabled ? vt_air_valve(air, end) : VT_VALVE_OPEN;
  vt_gas_law law = {.regulated = valve != VT_VALVE_CLOSED,
      .open = valve == VT_VALVE_OPEN,
      .pressure = ambient,
      .ambient = ambient,
      .max_pressure = air->max_pressure < 0 ? ambient : air->max_pressure,
      .amount = c->amount,
      .polytropic = c->polytropic,
      .exponent = air->exponent,
      .dead = c->dead,
      .rate = leak * air->leak_rate,
      .conductance = leak * air->leak_conductance,
      .h = h};
  if (valve == VT_VALVE_REGULATED)
    law.pressure = fmax(0, ambient + air->pressure * vt_curve_value(&air->pressure_curve, end));
  if (is_by_seal(air, c, &law)) law.max_pressure = INFINITY; // until the seal is weighed
  return law;
}

static vt_seal_search seal_of(const vt_world *w, int k, const vt_gas_law *law) {
  const vt_cavity *c = &w->cavities.items[k];
  double excess = fmax(0, c->max_pressure - fmax(c->pressure, law->ambient));
  return (vt_seal_search){.searched = is_by_seal(vt_world_air_of(w, &w->cavities, k), c, law),
      .low_excess = isfinite(excess) ? excess : 0,
      .strength = INFINITY};
}

// Whether a cavity has a band in its seal, or had one in the last step.
static bool is_banded(const vt_cavities *last, const vt_cavity *c) {
  for (int k = 0; k < last->count; ++k)
    if (last->items[k].id == c->id && last->items[k].tie_count > 0) return true;
  return c->tie_count > 0;
}

// The film in a seal is air too: what comes to a cavity or leaves it as the bands are drawn anew, where the
// bodies lie, has the cavity's pressure, so that this changes only as they move. It is counted apart: what
// was shut in stays as it is. But what has opened where a film has withdrawn is lost.
static void take_film(vt_cavity *c, double room) {
  if (!(c->filled > 0 && room > 0)) return;
  double came = c->amount * (room / c->filled - 1);
  if (c->withdrew && came < 0) {
    vt_cavity_set_air(c, c->amount + came);
    return;
  }
  c->amount += came;
  if (!c->born) c->film += came;
}

// How far the pressure of cavities reaches into their seals, as they are now.
static bool tie(vt_world *w, const vt_cavities *last, vt_error *error) {
  const vt_model *m = w->model;
  if (w->cavities.count == 0) return true;
  if (!vt_bands_tie(w->work.colliders, m->body_count, vt_model_contact_rule, m,
          (const vt_film *const *)w->work.film, last, &w->cavities, w->work.pool, w->work.arena, error))
    return false;
  for (int k = 0; k < w->cavities.count; ++k) {
    vt_cavity *c = &w->cavities.items[k];
    if (is_banded(last, c))
      take_film(c, fmax(vt_cavity_measure(&w->cavities, k, w->work.surfaces).volume, 0) + c->dead);
    c->born = c->withdrew = false;
  }
  return true;
}

bool vt_world_find_cavities(vt_world *w, double h, vt_error *error) {
  const vt_model *m = w->model;
  if (vt_model_has_cavities(m)) {
    uint64_t hash = seal_hash(w);
    vt_cavities last;
    if (!vt_cavities_set_aside(&w->cavities, &last, w->work.arena, error)) return false;
    vt_cavities_untie(&w->cavities);
    if (hash != *w->state.seal_hash || w->work.moves_unseen || is_stretched(w)) {
      if (!vt_world_look_for_cavities(w, error)) return false;
      *w->state.seal_hash = hash;
    }
    if (!tie(w, &last, error)) return false;
  }
  w->status.cavities = w->cavities.count;
  w->step.laws = VT_TAKE(w->work.arena, vt_gas_law, w->cavities.count, error);
  w->step.seals = VT_TAKE(w->work.arena, vt_seal_search, w->cavities.count, error);
  w->step.seal_tries = 0;
  if (w->step.laws == NULL || w->step.seals == NULL) return false;
  for (int k = 0; k < w->cavities.count; ++k) {
    w->step.laws[k] = law_of(w, k, w->step.force_time, w->step.force_time, h);
    w->step.seals[k] = seal_of(w, k, &w->step.laws[k]);
  }
  return vt_world_foresee_vacuum(w, h, error);
}

// ---------------------------------------------------------------- after the step

// The area of a cavity's mouth: the area by which its pressure can pull on a body. Of a chamber, whose forces
// cancel, the whole surface. `gradient` is that of the volume.
static double mouth_area(const vt_world *w, int k, double whole, const vt_vec3 *gradient, vt_vec3 *by_body) {
  const vt_cavity *c = &w->cavities.items[k];
  if (c->chamber >= 0) return whole;
  double max = 0;
  for (int b = 0; b < w->model->body_count; ++b) by_body[b] = vt_v3(0, 0, 0);
  for (int i = 0; i < c->vertex_count; ++i) {
    vt_vec3 *sum = &by_body[w->cavities.vertices[c->first_vertex + i].body];
    *sum = vt_add(*sum, gradient[i]);
  }
  for (int b = 0; b < w->model->body_count; ++b) max = fmax(max, vt_norm(by_body[b]));
  return max;
}

// The pressure above which air escapes through the seal; infinite where a regulator holds it.
static double max_pressure_of(const vt_gas_law *law, double strength) {
  if (law->regulated) return INFINITY;
  return law->max_pressure == INFINITY ? law->ambient + strength : law->max_pressure;
}

static vt_cavity_state state_of(const vt_gas_law *law, double pressure) {
  if (law->regulated) return law->open ? VT_CAVITY_OPEN : VT_CAVITY_REGULATED;
  return pressure >= law->max_pressure ? VT_CAVITY_BLOWING : VT_CAVITY_SEALED;
}

// What the air did to each body over the step.
static void keep_loads(vt_world *w) {
  int bodies = w->model->body_count;
  for (int b = 0; b < bodies; ++b) {
    vt_pressure_load sum = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < w->cavities.count; ++k) {
      const vt_block *block = &w->step.rows.system.blocks[w->step.first_gas + k];
      const vt_pressure_load *unit = &w->step.unit_loads[(size_t)k * (size_t)bodies + (size_t)b];
      double gauge = w->step.rows.system.f[block->row] / block->area;
      sum.force = vt_madd(sum.force, gauge, unit->force);
      sum.torque = vt_madd(sum.torque, gauge, unit->torque);
    }
    w->state.air_loads[b] = sum;
  }
}

// Air that comes in through a leak, `came` (mol), brings its own heat: with k > 1 it raises P V by k R T per
// mole, where T is that of the outside. Outflow leaves the rest as it is.
static void mix_leak(vt_cavity *c, const vt_gas_law *law, double came, double temperature) {
  double room = c->volume + law->dead;
  came = fmin(c->amount, came);
  if (!(came > 0 && room > 0 && c->pressure < law->max_pressure)) return;
  double before = c->amount - came;
  double pressure = before > 0 ? c->polytropic * pow(before / room, law->exponent) : 0;
  pressure += law->exponent * VT_GAS_CONSTANT * temperature * came / room;
  c->polytropic = vt_gas_polytropic_constant(pressure, room, c->amount, law->exponent);
}

// By Newmark's scheme the pressure of the row belongs to the time of its force. That at the end of the step
// follows from the gas law, for an amount to which leaks have added at the mean of the pressures at both
// ends; where a leak is fast (t near 1), at the last one.
static vt_gas_law end_law(const vt_world *w, int k, double h) {
  const vt_cavity *c = &w->cavities.items[k];
  double now = *w->state.time;
  vt_gas_law law = law_of(w, k, now, now - 0.5 * h, h);
  law.max_pressure = w->step.laws[k].max_pressure;
  double room = fmax(c->volume, 0) + c->dead;
  double slope = law.exponent * law.polytropic * pow(c->amount / room, law.exponent - 1) / room; // dP/dn
  double rate = h * law.conductance * slope, t = isfinite(rate) ? rate / (1 + rate) : 1;
  double early = 0.5 * (1 - t * t);
  law.amount = fmax(0, law.amount + h * early * law.conductance * (law.ambient - c->pressure));
  law.conductance *= 1 - early;
  if (w->step.inflows != NULL) {
    law.rate += w->step.inflows[k].rate;
    law.conductance += w->step.inflows[k].conductance;
  }
  return law;
}

// And for the volume at the end, `volume`, to the extent that the row carried over the previous motion. A row
// that did not (air in a flat cavity is arbitrarily stiff) has solved for a volume, which is known better.
// (One that was regulated as the step began has solved for none.)
static double end_pressure(const vt_world *w, int k, const vt_gas_law *end, double solved, double volume) {
  const vt_gas_law *row = &w->step.laws[k];
  double share = w->step.gas_carried[k].share, left = vt_gas_amount(row, solved, 0);
  if (!row->regulated && solved > 0 && solved < row->max_pressure && left > 0) {
    double found = left * pow(row->polytropic / solved, 1 / row->exponent) - row->dead;
    volume = share * volume + (1 - share) * (found + w->step.gas_carried[k].volume);
  }
  return vt_gas_pressure(end, 0, volume);
}

// The state of one cavity as the step ends; `volume` is what it has by then.
static void settle_gas(vt_world *w, int k, double volume, double h) {
  const vt_block *block = &w->step.rows.system.blocks[w->step.first_gas + k];
  vt_cavity *c = &w->cavities.items[k];
  vt_gas_law law = w->step.laws[k];
  double gauge = w->step.rows.system.f[block->row] / block->area, before = c->amount;
  bool newmark = w->step.newmark;
  if (newmark) law = end_law(w, k, h);
  double pressure = fmin(fmax(0, law.ambient + gauge), law.max_pressure);
  if (newmark && !law.regulated) pressure = end_pressure(w, k, &law, pressure, volume);
  c->pressure = law.regulated ? law.pressure : pressure;
  c->volume = volume;
  c->filled = fmax(volume, 0) + c->dead;
  c->max_pressure = max_pressure_of(&law, w->step.seals[k].strength);
  c->state = (int)state_of(&law, c->pressure);
  if (law.regulated) {
    double room = fmax(0, c->volume + law.dead);
    c->amount = c->pressure * room / (VT_GAS_CONSTANT * w->settings.ambient_temperature);
    c->film = 0;
    if (c->amount > 0) c->polytropic = vt_gas_polytropic_constant(c->pressure, room, c->amount, law.exponent);
  } else {
    double shut_in = c->amount - c->film;
    vt_cavity_set_air(c, vt_gas_amount(&law, c->pressure, c->volume));
    // What escapes is the film's first.
    if (c->state == VT_CAVITY_BLOWING) c->film = fmax(0, c->amount - shut_in);
    double came =
        newmark ? c->amount - before : law.h * (law.rate + law.conductance * (law.ambient - c->pressure));
    if (law.exponent > 1) mix_leak(c, &law, came, w->settings.ambient_temperature);
  }
}

bool vt_world_settle_air(vt_world *w, double h, vt_error *error) {
  if (!vt_model_has_air(w->model)) return true;
  keep_loads(w);
  if (w->cavities.count == 0) return vt_world_show_cavities(w, error);
  vt_vec3 *by_body = VT_TAKE(w->work.arena, vt_vec3, w->model->body_count, error);
  vt_vec3 *gradient = VT_TAKE(w->work.arena, vt_vec3, w->cavities.vertex_count, error);
  if (by_body == NULL || gradient == NULL) return false;
  if (!vt_model_has_contact(w->model)) vt_world_update_surfaces(w);
  for (int k = 0; k < w->cavities.count; ++k) {
    vt_cavity *c = &w->cavities.items[k];
    vt_cavity_size size = vt_cavity_measure(&w->cavities, k, w->work.surfaces);
    settle_gas(w, k, size.volume, h);
    vt_cavity_gradient(&w->cavities, k, w->work.surfaces, gradient);
    c->area = mouth_area(w, k, size.area, gradient, by_body);
    c->border_area = size.border_area;
  }
  return vt_world_show_cavities(w, error);
}

// ---------------------------------------------------------------- chambers

static bool make_chamber(vt_world *w, int number, int *vertex_of, vt_error *error) {
  const vt_chamber *chamber = &w->model->chambers[number];
  const vt_surface *surface = &w->model->bodies[chamber->body].collision;
  vt_cavity *c = vt_cavities_begin(&w->cavities, error);
  if (c == NULL) return false;
  c->chamber = number;
  for (int i = 0; i < surface->vertex_count; ++i) vertex_of[i] = -1;
  for (int k = 0; k < chamber->triangle_count; ++k) {
    const int *corners = surface->triangles + 3 * chamber->triangles[k];
    vt_cavity_triangle triangle = {.body = chamber->body, .source = chamber->triangles[k]};
    for (int i = 0; i < 3; ++i) {
      int v = corners[i];
      if (vertex_of[v] < 0)
        vertex_of[v] = vt_cavities_add_vertex(
            &w->cavities, (vt_cavity_vertex){chamber->body, {v, v, v}, {1, 0, 0}}, error);
      if (vertex_of[v] < 0) return false;
      triangle.vertices[2 - i] = vertex_of[v]; // the surface faces into the air
    }
    if (!vt_cavities_add_triangle(&w->cavities, triangle, error)) return false;
  }
  return true;
}

bool vt_world_make_chambers(vt_world *w, vt_error *error) {
  const vt_model *m = w->model;
  int *vertex_of = VT_NEW(int, m->collision_count, error);
  bool done = vertex_of != NULL;
  for (int k = 0; k < m->chamber_count && done; ++k) {
    done = make_chamber(w, k, vertex_of, error);
    if (!done) break;
    vt_cavity *c = &w->cavities.items[k];
    vt_cavity_start start = vt_world_air_start(w, &m->chambers[k].settings);
    vt_cavity_size size = vt_cavity_measure(&w->cavities, k, w->work.surfaces);
    c->id = w->cavities.next_id++;
    c->exponent = start.exponent;
    c->dead = start.dead;
    c->volume = size.volume;
    c->area = size.area;
    c->pressure = start.pressure;
    vt_gas_law law = law_of(w, k, *w->state.time, *w->state.time, 0);
    c->max_pressure = max_pressure_of(&law, INFINITY);
    c->state = (int)state_of(&law, c->pressure);
    c->amount = start.pressure * (size.volume + start.dead) / (VT_GAS_CONSTANT * start.temperature);
    c->polytropic = c->amount > 0 ? vt_gas_polytropic_constant(
                                        start.pressure, size.volume + start.dead, c->amount, start.exponent)
                                  : VT_GAS_CONSTANT * start.temperature;
  }
  free(vertex_of);
  return done;
}

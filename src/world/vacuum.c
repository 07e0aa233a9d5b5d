// Vacuum lines: tanks, tubes and pumps, and the cavities that they lead to.
//
// A step solves the network of all volumes (cavity/network.h) twice, by implicit Euler. First, before the
// contacts, with the volumes that cavities had, for the inflow of each: the flow, and its derivative by the
// pressure of that cavity while tanks and other cavities respond. This linearisation is part of the cavity's
// gas law, so bodies see an implicit vacuum, and a stiff line causes no oscillation. Second, after the step,
// with the volumes that the laws were solved for, which gives the amounts: what leaves one volume enters
// another, so air is conserved to rounding. The pressures of the two differ by the effect that the change of
// one cavity's volume in the step has on the others: first order in the step, and 0 at rest.
#include "base/misuse.h"
#include "cavity/network.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

typedef struct line {
  vt_network net;
  int *node_of; // of cavities; -1: no tube leads there
  int *tube_of; // of the network's tubes
} line;

static double heat_of(const vt_world *w) { return VT_GAS_CONSTANT * w->settings.ambient_temperature; }

// ---------------------------------------------------------------- making the network

// m^3 that the law of a cavity was solved for.
static double room_of(const vt_cavity *c) {
  if (c->pressure > 0 && c->amount > 0) return c->amount * c->polytropic / c->pressure;
  return fmax(c->volume, 0) + c->dead;
}

// The node of a cavity, which there is from the first tube on that leads to it.
static int node_of(const vt_world *w, line *l, int cavity) {
  if (l->node_of[cavity] >= 0) return l->node_of[cavity];
  const vt_cavity *c = &w->cavities.items[cavity];
  const vt_gas_law *law = &w->step.laws[cavity];
  vt_net_node node = {.held = law->regulated, .pressure = law->regulated ? law->pressure : c->pressure};
  double room = room_of(c);
  if (room > 0 && c->polytropic > 0)
    node.capacity = room / c->polytropic;
  else
    node.held = true;
  node.amount = c->amount;
  l->net.nodes[l->net.node_count] = node;
  return l->node_of[cavity] = l->net.node_count++;
}

static void add_tube(line *l, int number, const vt_tube *tube, int from, double conductance) {
  l->tube_of[l->net.tube_count] = number;
  l->net.tubes[l->net.tube_count++] =
      (vt_net_tube){.from = from, .to = tube->tank, .conductance = conductance, .one_way = tube->check};
}

static bool leads_to(const vt_world *w, const vt_tube *tube, int cavity) {
  const vt_cavity *c = &w->cavities.items[cavity];
  if (tube->end == VT_TUBE_CHAMBER) return c->chamber == tube->target;
  return c->chamber < 0 && vt_cavity_is_of(&w->cavities, cavity, (const int[2]){tube->target, -1});
}

// A tube to several cavities is shared among them by volume, as leaks are: a pocket that separates from a
// cavity takes its share along, and none where its volume is 0.
static void add_cavity_tubes(vt_world *w, line *l, int number, double conductance) {
  const vt_tube *tube = &w->model->tubes[number];
  double all = 0;
  int count = 0;
  for (int k = 0; k < w->cavities.count; ++k) {
    if (!leads_to(w, tube, k)) continue;
    all += fmax(w->cavities.items[k].volume, 0) + w->cavities.items[k].dead;
    ++count;
  }
  for (int k = 0; k < w->cavities.count && count > 0; ++k) {
    if (!leads_to(w, tube, k)) continue;
    double own = fmax(w->cavities.items[k].volume, 0) + w->cavities.items[k].dead;
    add_tube(l, number, tube, node_of(w, l, k), conductance * (all > 0 ? own / all : 1.0 / count));
  }
  w->state.tubes[number].open = count == 0 ? 1 : 0;
  if (count == 0 && !tube->self_closing) add_tube(l, number, tube, VT_NET_OUTSIDE, conductance);
}

// As it is at a time, s: tanks first, then cavities.
static bool make_line(vt_world *w, double time, line *l, vt_error *error) {
  const vt_model *m = w->model;
  int cavities = w->cavities.count, max_tubes = m->tube_count * (cavities > 1 ? cavities : 1);
  l->net = (vt_network){.ambient = w->settings.ambient_pressure, .heat = heat_of(w)};
  l->node_of = VT_TAKE(w->work.arena, int, cavities, error);
  l->tube_of = VT_TAKE(w->work.arena, int, max_tubes, error);
  if (l->node_of == NULL || l->tube_of == NULL ||
      !vt_network_take(&l->net, m->tank_count + cavities, max_tubes, m->pump_count, w->work.arena, error))
    return false;
  l->net.node_count = m->tank_count;
  l->net.tube_count = 0;
  for (int k = 0; k < cavities; ++k) l->node_of[k] = -1;
  for (int k = 0; k < m->tank_count; ++k) {
    const vt_tank_state *tank = &w->state.tanks[k];
    l->net.nodes[k] = (vt_net_node){
        .capacity = m->tanks[k].volume / l->net.heat, .amount = tank->amount, .pressure = tank->pressure};
  }
  for (int k = 0; k < m->tube_count; ++k) {
    const vt_tube *tube = &m->tubes[k];
    double conductance = tube->conductance * vt_curve_value(&tube->valve, time);
    if (tube->end == VT_TUBE_CAVITY || tube->end == VT_TUBE_CHAMBER)
      add_cavity_tubes(w, l, k, conductance);
    else
      add_tube(l, k, tube, tube->end == VT_TUBE_TANK ? tube->target : VT_NET_OUTSIDE, conductance);
  }
  for (int k = 0; k < m->pump_count; ++k) {
    const vt_pump *pump = &m->pumps[k];
    l->net.pumps[k] = (vt_net_pump){.node = pump->tank,
        .point_count = pump->point_count,
        .pressures = pump->pressures,
        .flows = pump->flows,
        .at_inlet = pump->at_inlet,
        .factor = vt_curve_value(&pump->power, time)};
  }
  return true;
}

// mol/s that tubes bring to a node.
static double brought(const vt_network *net, int node) {
  double sum = 0;
  for (int k = 0; k < net->tube_count; ++k)
    sum += net->tubes[k].flow * ((net->tubes[k].to == node) - (net->tubes[k].from == node));
  return sum;
}

// ---------------------------------------------------------------- before the contacts are solved

bool vt_world_foresee_vacuum(vt_world *w, double h, vt_error *error) {
  line l;
  if (w->model->tank_count == 0) return true;
  w->step.inflows = VT_TAKE(w->work.arena, vt_gas_inflow, w->cavities.count, error);
  if (w->step.inflows == NULL || !make_line(w, *w->state.time + h, &l, error)) return false;
  for (int k = 0; k < w->cavities.count; ++k) {
    w->step.inflows[k] = (vt_gas_inflow){0, 0};
    if (l.node_of[k] < 0) continue;
    l.net.nodes[l.node_of[k]].rate = w->step.laws[k].rate;
    l.net.nodes[l.node_of[k]].leak = w->step.laws[k].conductance;
  }
  vt_network_solve(&l.net, h);
  for (int k = 0; k < w->cavities.count; ++k) {
    int i = l.node_of[k];
    if (i < 0 || l.net.nodes[i].held) continue;
    double pressure = l.net.nodes[i].pressure, flow = brought(&l.net, i);
    double conductance = vt_network_conductance(&l.net, h, i);
    // An empty volume has no outflow.
    if (pressure > 0) conductance = fmax(conductance, -flow / pressure);
    vt_gas_inflow in = {flow + conductance * (pressure - l.net.ambient), conductance};
    w->step.inflows[k] = in;
    w->step.laws[k].rate += in.rate;
    w->step.laws[k].conductance += in.conductance;
  }
  return true;
}

// ---------------------------------------------------------------- after the step

// What a cavity has before any air came or went through tubes.
static double without_inflow(const vt_world *w, int cavity, double h) {
  const vt_cavity *c = &w->cavities.items[cavity];
  const vt_gas_inflow *in = &w->step.inflows[cavity];
  return fmax(0, c->amount - h * (in->rate + in->conductance * (w->settings.ambient_pressure - c->pressure)));
}

// A cavity with the air that it has now. What is above the most that its seal bears escapes, as ever.
static void settle_cavity(vt_cavity *c, double room, double amount) {
  vt_cavity_set_air(c, fmax(0, amount));
  c->pressure = room > 0 ? c->amount * c->polytropic / room : 0;
  if (!(c->pressure > c->max_pressure)) return;
  c->pressure = c->max_pressure;
  vt_cavity_set_air(c, c->pressure * room / c->polytropic);
}

static void pass(vt_passage *passage, double flow, double h) {
  passage->flow += flow;
  passage->passed += h * flow;
}

bool vt_world_settle_vacuum(vt_world *w, double h, vt_error *error) {
  const vt_model *m = w->model;
  line l;
  if (m->tank_count == 0) return true;
  if (!make_line(w, *w->state.time, &l, error)) return false;
  for (int k = 0; k < w->cavities.count; ++k)
    if (l.node_of[k] >= 0) l.net.nodes[l.node_of[k]].amount = without_inflow(w, k, h);
  vt_network_solve(&l.net, h);
  for (int k = 0; k < w->cavities.count; ++k) {
    int i = l.node_of[k];
    if (i < 0 || l.net.nodes[i].held) continue;
    vt_cavity *c = &w->cavities.items[k];
    settle_cavity(c, room_of(c), l.net.nodes[i].amount + h * brought(&l.net, i));
  }
  for (int k = 0; k < m->tube_count; ++k) w->state.tubes[k].flow = 0;
  for (int k = 0; k < l.net.tube_count; ++k) pass(&w->state.tubes[l.tube_of[k]], l.net.tubes[k].flow, h);
  for (int k = 0; k < m->tank_count; ++k) w->state.tanks[k].amount += h * brought(&l.net, k);
  for (int k = 0; k < m->pump_count; ++k) {
    w->state.pumps[k].flow = 0;
    pass(&w->state.pumps[k], l.net.pumps[k].flow, h);
    w->state.tanks[m->pumps[k].tank].amount -= h * l.net.pumps[k].flow;
  }
  for (int k = 0; k < m->tank_count; ++k) {
    vt_tank_state *tank = &w->state.tanks[k];
    tank->amount = fmax(0, tank->amount);
    tank->pressure = tank->amount * l.net.heat / m->tanks[k].volume;
  }
  return true;
}

// ---------------------------------------------------------------- the start, and queries

void vt_world_start_vacuum(vt_world *w) {
  for (int k = 0; k < w->model->tank_count; ++k) {
    const vt_tank *tank = &w->model->tanks[k];
    double pressure = tank->start_pressure < 0 ? w->settings.ambient_pressure : tank->start_pressure;
    w->state.tanks[k] = (vt_tank_state){pressure * tank->volume / heat_of(w), pressure};
  }
}

vt_tank_view vt_world_tank(const vt_world *world, int tank) {
  VT_NEED(world != NULL && vt_is_number(tank, world->model->tank_count), (vt_tank_view){0});
  return (vt_tank_view){world->state.tanks[tank].pressure, world->state.tanks[tank].amount};
}

static vt_flow_view view_of(const vt_passage *passage) {
  return (vt_flow_view){passage->flow, passage->passed, passage->open > 0};
}

vt_flow_view vt_world_tube(const vt_world *world, int tube) {
  VT_NEED(world != NULL && vt_is_number(tube, world->model->tube_count), (vt_flow_view){0});
  return view_of(&world->state.tubes[tube]);
}

vt_flow_view vt_world_pump(const vt_world *world, int pump) {
  VT_NEED(world != NULL && vt_is_number(pump, world->model->pump_count), (vt_flow_view){0});
  return view_of(&world->state.pumps[pump]);
}

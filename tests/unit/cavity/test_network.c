// Networks of volumes: the step against the closed form of implicit Euler, the balance of random networks of
// any stiffness, pumps and their slopes, and the conductance that a node sees against finite differences.
#include "cavity/network.h"

#include "check.h"

static const double ambient = 101325, heat = 8.31446261815324 * 293.15;

static double random_number(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (double)(1u << 24);
}

static double random_size(unsigned *state, double low, double high) {
  return low * pow(high / low, random_number(state));
}

static vt_network network_of(int nodes, int tubes, int pumps, vt_arena *arena) {
  vt_error error = {0};
  vt_network n = {.ambient = ambient, .heat = heat};
  CHECK(vt_network_take(&n, nodes, tubes, pumps, arena, &error));
  return n;
}

static vt_net_node tank(double volume, double pressure) {
  return (vt_net_node){.capacity = volume / heat, .amount = pressure * volume / heat, .pressure = pressure};
}

// Two tanks and a tube: the difference falls by 1 / (1 + h C (1/c1 + 1/c2)), the sum of the air stays.
static void two_tanks(vt_arena *arena, double conductance) {
  vt_network n = network_of(2, 1, 0, arena);
  n.nodes[0] = tank(1e-3, 20000);
  n.nodes[1] = tank(3e-4, 90000);
  n.tubes[0] = (vt_net_tube){.from = 0, .to = 1, .conductance = conductance};
  double air = n.nodes[0].amount + n.nodes[1].amount, h = 0.01;
  double rate = conductance * (1 / n.nodes[0].capacity + 1 / n.nodes[1].capacity);
  vt_network_solve(&n, h);
  CHECK_CLOSE(n.nodes[1].pressure - n.nodes[0].pressure + 1e5, 70000 / (1 + h * rate) + 1e5, 1e-12);
  CHECK_CLOSE(
      n.nodes[0].capacity * n.nodes[0].pressure + n.nodes[1].capacity * n.nodes[1].pressure, air, 1e-9);
  CHECK(n.tubes[0].flow < 0);
  n.tubes[0].one_way = true; // which is shut then
  vt_network_solve(&n, h);
  CHECK(n.tubes[0].flow == 0);
  CHECK_CLOSE(n.nodes[0].pressure, 20000.0, 1e-14);
}

static const double places[] = {0.2, 0.5, 1}, flows[] = {0, 2e-4, 3e-4};

static void pumps(vt_arena *arena) {
  vt_network n = network_of(1, 0, 1, arena);
  double slope, before, after, ignored;
  for (int inlet = 0; inlet < 2; ++inlet) {
    vt_net_pump pump = {
        .point_count = 3, .pressures = places, .flows = flows, .at_inlet = inlet, .factor = 0.5};
    double dense = 0.5 * (inlet ? 0.35 : 1) * ambient / heat;
    CHECK_CLOSE(vt_net_pump_flow(&n, &pump, 0.35 * ambient, &slope), 1e-4 * dense, 1e-12);
    CHECK(vt_net_pump_flow(&n, &pump, 0.2 * ambient, &slope) == 0);
    CHECK(vt_net_pump_flow(&n, &pump, 0, &slope) == 0 && slope == 0);
    CHECK_CLOSE(vt_net_pump_flow(&n, &pump, 2 * ambient, &slope),
        3e-4 * 0.5 * (inlet ? 2 : 1) * ambient / heat, 1e-12);
    for (double share = 0.25; share < 1.5; share += 0.1) {
      vt_net_pump_flow(&n, &pump, share * ambient, &slope);
      before = vt_net_pump_flow(&n, &pump, share * ambient - 1, &ignored);
      after = vt_net_pump_flow(&n, &pump, share * ambient + 1, &ignored);
      CHECK_NEAR(slope, (after - before) / 2, 1e-6 * dense / ambient);
    }
  }
}

// A network with tubes of 1e-14 to 1 mol/(s Pa), one-way or not, tanks of 1e-7 to 1e-1 m^3 and pumps.
static vt_network random_network(vt_arena *arena, unsigned *state) {
  int count = 1 + (int)(8 * random_number(state)), tubes = (int)(3 * count * random_number(state));
  int pump_count = (int)(3 * random_number(state));
  bool rest = random_number(state) < 0.3; // all at ambient pressure: every one-way tube at its kink
  vt_network n = network_of(count, tubes, pump_count, arena);
  for (int i = 0; i < count; ++i) {
    n.nodes[i] = tank(random_size(state, 1e-7, 1e-1), rest ? ambient : ambient * random_number(state));
    n.nodes[i].held = random_number(state) < 0.1;
    if (random_number(state) < 0.3) n.nodes[i].leak = random_size(state, 1e-12, 1e-5);
  }
  for (int k = 0; k < tubes; ++k) {
    int a = (int)((count + 1) * random_number(state)) - 1, b = (int)((count + 1) * random_number(state)) - 1;
    n.tubes[k] = (vt_net_tube){.from = a, .to = b == a ? (a + 2) % (count + 1) - 1 : b};
    n.tubes[k].conductance = random_size(state, 1e-14, 1);
    n.tubes[k].one_way = random_number(state) < 0.5;
  }
  for (int k = 0; k < pump_count; ++k)
    n.pumps[k] = (vt_net_pump){.node = (int)(count * random_number(state)),
        .point_count = 3,
        .pressures = places,
        .flows = flows,
        .at_inlet = random_number(state) < 0.5,
        .factor = random_size(state, 1e-3, 1e3)};
  return n;
}

// What each node has and what came to it agree, to the rounding of the flows; no pressure below 0 or above
// the highest there was.
static void random_networks(vt_arena *arena) {
  unsigned state = 7;
  vt_error error = {0};
  double worst = 0;
  int most = 0;
  for (int round = 0; round < 20000; ++round) {
    CHECK(vt_arena_reset(arena, &error));
    vt_network n = random_network(arena, &state);
    double h = random_size(&state, 1e-4, 0.1), came[16] = {0}, passed[16] = {0};
    int iterations = vt_network_solve(&n, h);
    most = iterations > most ? iterations : most;
    for (int k = 0; k < n.tube_count; ++k) {
      const vt_net_tube *t = &n.tubes[k];
      double through = t->conductance * ambient;
      if (t->from >= 0) came[t->from] -= t->flow, passed[t->from] += through;
      if (t->to >= 0) came[t->to] += t->flow, passed[t->to] += through;
      if (t->one_way && t->flow < 0) CHECK(false);
    }
    for (int k = 0; k < n.pump_count; ++k)
      came[n.pumps[k].node] -= n.pumps[k].flow, passed[n.pumps[k].node] += n.pumps[k].flow;
    for (int i = 0; i < n.node_count; ++i) {
      const vt_net_node *node = &n.nodes[i];
      if (node->held) continue;
      came[i] += node->leak * (ambient - node->pressure);
      double off = fabs(node->capacity * node->pressure - node->amount - h * came[i]);
      worst = fmax(worst, off / (node->amount + h * passed[i] + h * node->leak * ambient));
      if (!(node->pressure >= -1e-9 * ambient && node->pressure <= (1 + 1e-9) * ambient)) CHECK(false);
    }
  }
  printf("random networks: balance to %.1e, at most %d iterations\n", worst, most);
  CHECK(worst < 1e-10); // of pumps whose flow near its end is the difference of large numbers
  CHECK(most < 20);
}

// What tubes bring to a node held at P and at P + d.
static double brought(vt_network n, int node, double pressure, double h) {
  double sum = 0;
  n.nodes[node].held = true;
  n.nodes[node].pressure = pressure;
  vt_network_solve(&n, h);
  for (int k = 0; k < n.tube_count; ++k)
    sum += n.tubes[k].flow * ((n.tubes[k].to == node) - (n.tubes[k].from == node));
  n.nodes[node].held = false;
  return sum;
}

static void conductance(vt_arena *arena) {
  vt_network n = network_of(3, 4, 1, arena);
  vt_net_node start[3] = {tank(1e-4, 60000), tank(2e-5, 80000), tank(1e-5, 90000)};
  for (int i = 0; i < 3; ++i) n.nodes[i] = start[i];
  n.nodes[2].leak = 1e-9;
  n.tubes[0] = (vt_net_tube){.from = 1, .to = 0, .conductance = 3e-9};
  n.tubes[1] = (vt_net_tube){.from = 2, .to = 0, .conductance = 5e-6, .one_way = true};
  n.tubes[2] = (vt_net_tube){.from = 0, .to = 1, .conductance = 5e-6, .one_way = true};
  n.tubes[3] = (vt_net_tube){.from = VT_NET_OUTSIDE, .to = 1, .conductance = 1e-10};
  n.pumps[0] = (vt_net_pump){.node = 0, .point_count = 3, .pressures = places, .flows = flows, .factor = 1};
  vt_network_solve(&n, 0.01);
  double solved[3] = {n.nodes[0].pressure, n.nodes[1].pressure, n.nodes[2].pressure};
  for (int i = 1; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) n.nodes[k].pressure = solved[k];
    double slope = vt_network_conductance(&n, 0.01, i), d = 1;
    double more = brought(n, i, solved[i] + d, 0.01), less = brought(n, i, solved[i] - d, 0.01);
    CHECK_CLOSE(slope, (less - more) / (2 * d), 1e-6);
  }
}

int main(void) {
  vt_error error = {0};
  vt_arena *arena = vt_arena_create(1 << 16, &error);
  if (!CHECK(arena != NULL)) return check_report();
  for (double c = 1e-12; c < 2; c *= 10) two_tanks(arena, c);
  pumps(arena);
  conductance(arena);
  random_networks(arena);
  vt_arena_destroy(arena);
  return check_report();
}

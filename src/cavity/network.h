// Air that flows between volumes: tanks and cavities joined by tubes, with pumps that throw it out.
//
// A node i holds N_i = capacity_i P_i (isothermal; capacity = V / (R T)). Over a step of h seconds
//
//     N_i - N_i(0) = h (rate_i + leak_i (ambient - P_i) + sum of what tubes bring - what pumps take),
//
// with a tube's flow conductance (P_from - P_to), never below 0 if it is one-way, and all pressures those of
// the end of the step: implicit Euler. A node that is `held` keeps its pressure.
#ifndef VT_CAVITY_NETWORK_H
#define VT_CAVITY_NETWORK_H

#include "base/memory.h"

typedef struct vt_net_node {
  bool held;
  double capacity; // mol/Pa, above 0; not of a held one
  double amount;   // mol, as the step begins
  double rate;     // mol/s that come in from elsewhere
  double leak;     // mol/(s Pa)
  double pressure; // Pa, absolute: where to begin from; then the solution
} vt_net_node;

enum { VT_NET_OUTSIDE = -1 };

typedef struct vt_net_tube {
  int from, to;       // nodes, or VT_NET_OUTSIDE
  double conductance; // mol/(s Pa)
  bool one_way;       // nothing flows back from `to` to `from`
  double flow;        // mol/s, solved
} vt_net_tube;

// The flow of a pump against the pressure before it: straight between points, 0 below the first, constant
// beyond the last. Pressures increase and flows do not fall, from 0 on.
typedef struct vt_net_pump {
  int node;
  int point_count;
  const double *pressures; // of ambient pressure, 0 to 1
  const double *flows;     // m^3/s
  bool at_inlet;           // of air as it is before the pump; else of air at ambient pressure
  double factor;           // on its flow
  double flow;             // mol/s, solved
} vt_net_pump;

typedef struct vt_network {
  double ambient; // Pa
  double heat;    // R T, J/mol
  int node_count, tube_count, pump_count;
  vt_net_node *nodes;
  vt_net_tube *tubes;
  vt_net_pump *pumps;
  double *matrix; // node_count^2, symmetric: d(residual of node i)/dP_j at the solution
  double *work;   // 4 node_count
} vt_network;

// Room for that many in the arena, zeroed; the caller lowers the counts if it uses less.
bool vt_network_take(vt_network *network, int nodes, int tubes, int pumps, vt_arena *arena, vt_error *error);

// mol/s that a pump takes at a pressure, and how that grows with it.
double vt_net_pump_flow(const vt_network *network, const vt_net_pump *pump, double pressure, double *slope);

// Pressures and flows after h seconds, by Newton's method; how many iterations it took. There is one solution
// for any network and h, since no flow into a node grows with its own pressure.
int vt_network_solve(vt_network *network, double h);

// mol/(s Pa): by how much the inflow from tubes falls for each Pa at the node, while all other nodes respond.
// For nodes that are not held, after a solution with the same h.
double vt_network_conductance(vt_network *network, double h, int node);

#endif

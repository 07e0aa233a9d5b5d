// What the tests of vacuum lines share: tanks, tubes and pumps in a line each, and the balance of all air.
#include "line.h"

#include <stdio.h>
#include <stdlib.h>

static int added(int number, const vt_error *error) {
  if (number >= 0) return number;
  printf("line: %s\n", error->message);
  exit(1);
}

int line_tank(yard *y, double volume, double pressure) {
  vt_error error = {0};
  vt_tank_def def = vt_tank_def_default();
  def.volume = volume;
  def.start_pressure = pressure;
  return added(vt_model_add_tank(y->model, &def, &error), &error);
}

int line_add_tube(yard *y, vt_tube_def def) {
  vt_error error = {0};
  return added(vt_model_add_tube(y->model, &def, &error), &error);
}

int line_tube(yard *y, int tank, vt_tube_end end, int target, double conductance) {
  vt_tube_def def = vt_tube_def_default();
  def.tank = tank;
  def.end = end;
  def.target = target;
  def.conductance = conductance;
  return line_add_tube(y, def);
}

int line_add_pump(yard *y, vt_pump_def def) {
  vt_error error = {0};
  return added(vt_model_add_pump(y->model, &def, &error), &error);
}

int line_pump(yard *y, int tank, double flow, double ultimate) {
  vt_pump_def def = vt_pump_def_default();
  def.tank = tank;
  def.flow = flow;
  def.ultimate = ultimate;
  return line_add_pump(y, def);
}

double line_pressure(const yard *y, int tank) { return vt_world_tank(y->world, tank).pressure; }

double line_felt(const yard *y, int body) {
  double now = 0;
  for (int k = 0; k < vt_world_cavity_count(y->world); ++k)
    now += vt_world_pressure_load(y->world, body, k).force.z;
  return vt_world_pressure_load(y->world, body, -1).force.z / now;
}

double line_air(const yard *y, const int *outside) {
  double sum = air_sum(y);
  for (int k = 0; k < vt_model_tank_count(y->model); ++k) sum += vt_world_tank(y->world, k).air;
  for (int k = 0; k < vt_model_pump_count(y->model); ++k) sum += vt_world_pump(y->world, k).passed;
  for (; *outside >= 0; ++outside) sum -= vt_world_tube(y->world, *outside).passed;
  return sum;
}

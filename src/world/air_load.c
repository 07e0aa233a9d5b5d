// What the air of a cavity does to a body.
#include "base/misuse.h"
#include "world/world.h"

static void add_load(const vt_world *w, int body, int cavity, vt_pressure_load *load) {
  const vt_cavities *set = &w->cavities;
  const vt_cavity *c = &set->items[cavity];
  double gauge = c->pressure - w->settings.ambient_pressure;
  for (int t = c->first_triangle; t < c->first_triangle + c->triangle_count; ++t) {
    vt_vec3 p[3];
    const vt_cavity_vertex *v[3];
    for (int i = 0; i < 3; ++i) v[i] = &set->vertices[c->first_vertex + set->triangles[t].vertices[i]];
    if (v[0]->body != body && v[1]->body != body && v[2]->body != body) continue;
    for (int i = 0; i < 3; ++i) p[i] = vt_cavity_position(v[i], w->work.surfaces);
    // dV / d p0 = (p1 x p2) / 6 about a point near by, which the sum over a closed surface does not depend on
    vt_vec3 o = p[0];
    for (int i = 0; i < 3; ++i) {
      if (v[i]->body != body) continue;
      vt_vec3 next = vt_sub(p[(i + 1) % 3], o), after = vt_sub(p[(i + 2) % 3], o), own = vt_sub(p[i], o);
      vt_vec3 twice = vt_add(vt_add(vt_cross(own, next), vt_cross(next, after)), vt_cross(after, own));
      vt_vec3 force = vt_scale(gauge / 6, twice);
      load->force = vt_add(load->force, force);
      load->torque = vt_add(load->torque, vt_cross(p[i], force));
    }
  }
  // A tie acts halfway between its ends, which have slid apart since it was made.
  for (int t = c->first_tie; t < c->first_tie + c->tie_count; ++t) {
    const vt_cavity_vertex *v = set->vertices + c->first_vertex;
    const vt_cavity_vertex *on = &v[set->ties[t].on], *foot = &v[set->ties[t].foot];
    vt_vec3 middle = vt_scale(
        0.5, vt_add(vt_cavity_position(on, w->work.surfaces), vt_cavity_position(foot, w->work.surfaces)));
    double sign = (foot->body == body) - (on->body == body);
    vt_vec3 force = vt_scale(gauge * sign, set->ties[t].area);
    load->force = vt_add(load->force, force);
    load->torque = vt_add(load->torque, vt_cross(middle, force));
  }
}

vt_pressure_load vt_world_pressure_load(const vt_world *world, int body, int cavity) {
  VT_NEED(world != NULL && vt_is_number(body, world->model->body_count) && cavity < world->cavities.count,
      (vt_pressure_load){{0, 0, 0}, {0, 0, 0}});
  vt_pressure_load load = {{0, 0, 0}, {0, 0, 0}};
  if (cavity < 0) return world->state.air_loads[body];
  add_load(world, body, cavity, &load);
  return load;
}

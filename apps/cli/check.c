// `ventouse check`: loads a scene, builds its world, and says what is in it.
#include "command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct check_settings {
  text_list set;
} check_settings;

static void print_bodies(const vt_world *world) {
  static const char *const kinds[] = {"deformable", "rigid", "driven", "fixed", "quasi_rigid"};
  static const char *const elements[] = {"auto", "tet4", "tet4_nodal", "tet4_smoothed", "tet10", "hex8"};
  const vt_model *model = vt_world_model(world);
  printf("  %-20s %-11s %-14s %7s %7s %8s\n", "body", "kind", "element", "nodes", "cells", "surface");
  for (int i = 0; i < vt_model_body_count(model); ++i) {
    vt_body_kind kind = vt_model_body_kind(model, i);
    const vt_mesh *mesh = vt_model_body_mesh(model, i);
    bool made_of_elements = kind == VT_BODY_DEFORMABLE || kind == VT_BODY_QUASI_RIGID;
    printf("  ");
    print_name(vt_model_body_name(model, i), 20);
    printf(" %-11s %-14s %7d %7d %8d\n", kinds[kind],
        made_of_elements ? elements[vt_model_body_element(model, i)] : "-", vt_model_node_count(model, i),
        mesh != NULL ? mesh->cell_count : 0, vt_world_collision_surface(world, i).vertex_count);
  }
}

// How heavy each body is, and the box that its collision surface fills at time 0.
static void print_sizes(const vt_world *world) {
  const vt_model *model = vt_world_model(world);
  printf("  %-20s %10s %13s   %s\n", "body", "mass (kg)", "volume (m^3)", "box (m)");
  for (int i = 0; i < vt_model_body_count(model); ++i) {
    vt_surface_view s = vt_world_collision_surface(world, i);
    vt_vec3 low = s.vertices[0], high = low;
    for (int k = 1; k < s.vertex_count; ++k) {
      vt_vec3 v = s.vertices[k];
      low = (vt_vec3){fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z)};
      high = (vt_vec3){fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z)};
    }
    vt_body_kind kind = vt_model_body_kind(model, i);
    char mass[32] = "-";
    if (kind == VT_BODY_DEFORMABLE || kind == VT_BODY_RIGID || kind == VT_BODY_QUASI_RIGID)
      snprintf(mass, sizeof mass, "%.6g", vt_model_body_mass(model, i));
    printf("  ");
    print_name(vt_model_body_name(model, i), 20);
    printf(" %10s %13.4g   %.4g x %.4g x %.4g, from (%.4g %.4g %.4g) to (%.4g %.4g %.4g)\n", mass,
        vt_model_body_volume(model, i), high.x - low.x, high.y - low.y, high.z - low.z, low.x, low.y, low.z,
        high.x, high.y, high.z);
  }
}

// The volumes of vacuum lines, and how much leads to and from them.
static void print_vacuum(const vt_world *world) {
  const vt_model *model = vt_world_model(world);
  for (int i = 0; i < vt_model_tank_count(model); ++i) {
    vt_tank_view tank = vt_world_tank(world, i);
    printf("  tank ");
    print_name(vt_model_tank_name(model, i), 20);
    printf(" %10.6g Pa, %.4g mol\n", tank.pressure, tank.air);
  }
  if (vt_model_tank_count(model) > 0)
    printf("  tanks %d, tubes %d, pumps %d\n", vt_model_tank_count(model), vt_model_tube_count(model),
        vt_model_pump_count(model));
}

static int check_scene(const check_settings *settings, const char *path) {
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(path, settings->set.items, settings->set.count, &error);
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL;
  int code = EXIT_DONE;
  if (world == NULL) {
    complain("%s", error.message);
    code = EXIT_BAD_INPUT;
  } else {
    const vt_model *model = vt_scene_model(scene);
    printf("%s: %g s in steps of %g ms\n", vt_scene_name(scene), vt_scene_duration(scene),
        vt_world_settings(world)->dt * 1000);
    if (vt_model_body_count(model) > 0) {
      print_bodies(world);
      print_sizes(world);
    }
    printf("  frames %d, attachments %d, loads %d, cables %d, sensors %d\n", vt_model_frame_count(model),
        vt_model_attachment_count(model), vt_model_load_count(model), vt_model_cable_count(model),
        vt_model_sensor_count(model));
    print_vacuum(world);
    if (vt_model_motor_count(model) > 0) printf("  motors %d\n", vt_model_motor_count(model));
    printf("  links %d, bonds %d, chambers %d, air %s\n", vt_model_link_count(model),
        vt_model_bond_count(model), vt_model_chamber_count(model), vt_model_has_air(model) ? "yes" : "no");
    fflush(stdout);
    print_warnings(scene, world);
  }
  vt_world_destroy(world);
  vt_scene_destroy(scene);
  return code;
}

static int run_check(const command *self, int argc, char **argv) {
  check_settings settings = {0};
  const char *path;
  int code = EXIT_BAD_INPUT;
  if (parse_options(self, argc, argv, &settings, &path)) code = check_scene(&settings, path);
  free_options(self, &settings);
  return code;
}

static const option options[] = {
    {"set", "PATH=VALUE", OPTION_LIST, offsetof(check_settings, set),
        "changes an attribute of the scene; may be repeated"},
};

const command check_command = {.name = "check",
    .argument = "SCENE",
    .summary = "Loads a scene, says what is in it, and writes nothing",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_check};

// A user's program: it knows nothing but the installed headers.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ventouse/ventouse.h>

// A soft box falls freely for 10 steps; returns how far (m), or a negative number.
static double fall(vt_error *error) {
  double depth = -1.0;
  vt_world *world = NULL;
  vt_settings settings = vt_settings_default();
  vt_model *model = vt_model_create(&settings, error);
  vt_vec3 min = {0.0, 0.0, 0.0}, max = {0.1, 0.1, 0.1};
  vt_mesh *box = vt_mesh_box(min, max, 2, 2, 2, VT_CELL_TET4, error);
  if (model == NULL || box == NULL) goto done;

  vt_deformable_def def = vt_deformable_def_default();
  def.mesh = box;
  def.mass = 1.0;
  int body = vt_model_add_deformable(model, &def, error);
  if (body < 0) goto done;
  world = vt_world_create(model, error);
  if (world == NULL) goto done;
  double start = vt_world_positions(world, body)[0].z;
  for (int i = 0; i < 10; ++i)
    if (vt_world_step(world) == VT_STEP_FAILED) goto done;
  depth = start - vt_world_positions(world, body)[0].z;
done:
  vt_world_destroy(world);
  vt_mesh_destroy(box);
  vt_model_destroy(model);
  return depth;
}

// Argument: the version the library should tell.
int main(int argc, char **argv) {
  if (argc != 2 || strcmp(vt_version(), argv[1]) != 0) {
    printf("found version %s, expected %s\n", vt_version(), argc == 2 ? argv[1] : "an argument");
    return 1;
  }
  vt_error error = {0};
  double depth = fall(&error);
  // Implicit Euler: g h^2 (1 + 2 + ... + 10); no damping by default.
  double expected = 9.81 * 0.01 * 0.01 * 55.0;
  printf("ventouse %s, fell by %g m, expected about %g m %s\n", vt_version(), depth, expected, error.message);
  return fabs(depth - expected) < 1e-9 ? 0 : 1;
}

// Free bodies let go from configurations in which cells are inside out: does the rest shape come back?
//
//     study_return [starts] [element] [start] [poisson]
//
// A cube of 2 x 2 x 2 cells and a bar one cell thick, nodes scrambled all over their box, pressed into a
// plane (with a thousandth of noise), turned inside out, a layer of nodes pushed through the next. Every row:
// how many of the starts came back, the mean and largest number of steps, and what was left of the energy
// where not.
#include "rig.h"

#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long long seed;
static double noise(void) { // -1 to 1
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

typedef enum start_kind { SCRAMBLED, PLANE, INSIDE_OUT, THROUGH, STARTS } start_kind;
static const char *const start_words[] = {"scrambled", "plane", "inside out", "pushed through"};

static void set_start(vt_world *w, start_kind kind) {
  int count = vt_model_node_count(w->model, 0);
  vt_vec3 *x = w->state.x;
  vt_vec3 turn = vt_v3(3 * noise(), 3 * noise(), 3 * noise());
  vt_quat q = vt_quat_exp(turn);
  for (int i = 0; i < count; ++i) {
    vt_vec3 wobble = vt_v3(1e-5 * noise(), 1e-5 * noise(), 1e-5 * noise());
    if (kind == SCRAMBLED) x[i] = vt_v3(0.02 * noise(), 0.01 * noise(), 0.01 * noise());
    if (kind == PLANE) x[i].z *= 1e-3 * noise();
    if (kind == INSIDE_OUT) x[i].x = -x[i].x;
    if (kind == THROUGH && x[i].x > 0.001) x[i].x = -0.02 - x[i].x;
    x[i] = vt_quat_rotate(q, vt_add(x[i], wobble));
    w->state.v[i] = vt_v3(0, 0, 0);
  }
  vt_world_forget(w);
}

static vt_mesh *body_mesh(vt_element element, bool bar) {
  vt_error error = {0};
  vt_cell_kind kind = element == VT_ELEMENT_HEX8 ? VT_CELL_HEX8 : VT_CELL_TET4;
  vt_vec3 half = bar ? vt_v3(0.02, 0.005, 0.005) : vt_v3(0.01, 0.01, 0.01);
  return bar ? vt_mesh_box(vt_scale(-1, half), half, 4, 1, 1, kind, &error)
             : vt_mesh_box(vt_scale(-1, half), half, 2, 2, 2, kind, &error);
}

static void run(vt_element element, bool bar, double poisson, start_kind kind, int starts) {
  static const char *const names[] = {"auto", "tet4", "tet4_nodal", "tet4_smoothed", "tet10", "hex8"};
  enum { MOST = 500 };
  rig r = rig_new(0.01, vt_v3(0, 0, 0));
  vt_material material = elastic(1e5, poisson, 1000);
  material.mass_damping = 20; // what spins comes to rest
  rig_soft(&r, body_mesh(element, bar), element, material);
  rig_start(&r);
  double whole = 1e5 * vt_model_body_volume(r.model, 0), worst = 0;
  int back = 0, most = 0, inside_out = 0, failed = 0;
  long long steps = 0;
  vt_error error = {0};
  vt_snapshot *fresh = vt_world_save(r.world, NULL, &error);
  for (int k = 0; k < starts; ++k) {
    seed = 12345 + 977 * (unsigned long long)k;
    for (int i = 0; i < 10; ++i) noise();
    vt_world_restore(r.world, fresh, &error);
    set_start(r.world, kind);
    int n = 0;
    double left = 1;
    bool ok = true;
    for (; n < MOST && ok && left > 1e-8; ++n) {
      ok = vt_world_step(r.world) != VT_STEP_FAILED;
      left = vt_world_energy(r.world, 0).elastic / whole;
    }
    bool came = ok && left <= 1e-8 && vt_world_status(r.world)->inverted == 0;
    back += came;
    failed += !ok;
    inside_out += vt_world_status(r.world)->inverted > 0;
    if (came && n > most) most = n;
    if (came) steps += n;
    if (!came) worst = fmax(worst, left);
  }
  printf("| %s | %s | %g | %s | %d of %d | %.0f, %d | %d inside out, %d failed, %.3g left |\n",
      names[element], bar ? "bar" : "cube", poisson, start_words[kind], back, starts,
      back ? (double)steps / back : 0.0, most, inside_out, failed, worst);
  fflush(stdout);
  vt_snapshot_destroy(fresh);
  rig_free(&r);
}

int main(int argc, char **argv) {
  int starts = argc > 1 ? atoi(argv[1]) : 20;
  for (int e = VT_ELEMENT_TET4; e <= VT_ELEMENT_HEX8; ++e) {
    if (argc > 2 && atoi(argv[2]) > 0 && atoi(argv[2]) != e) continue;
    for (int bar = 0; bar < 2; ++bar)
      for (int n = 0; n < 3; ++n)
        for (int s = 0; s < STARTS; ++s) {
          const double poissons[] = {0.3, 0.45, 0.49};
          if (argc > 3 && atoi(argv[3]) >= 0 && atoi(argv[3]) != s) continue;
          if (argc > 4 && atof(argv[4]) != poissons[n]) continue;
          run((vt_element)e, bar, poissons[n], (start_kind)s, s == INSIDE_OUT ? (starts + 9) / 10 : starts);
        }
  }
  return 0;
}

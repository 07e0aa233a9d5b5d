// Free bodies let go from configurations in which cells are inside out: does the rest shape come back?
//
//     [VT_TEST_INTEGRATOR=newmark] study_return [starts] [element] [start] [body] [poisson] [step] [held]
//     [law]
//
// -1 is every element, start or body (in the order of returns.h), 0 each of the Poisson's ratios 0.3, 0.45
// and 0.49; the step is 0.01 s; with held 1 one end is held at rest. Every row: how many of the starts came
// back within 5 s, the mean and largest number of steps, how many had to be untangled, how many steps failed,
// and what was left of the energy at most.
#include "returns.h"

#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>

static void run(double step, vt_element element, body_shape shape, double poisson, start_kind kind,
    int starts, vt_law law, bool held) {
  int back = 0, largest = 0, failed = 0, untangled = 0;
  long long steps = 0;
  double worst = 0;
  vt_error error = {0};
  rig r = lonely(step, element, shape, poisson, law, held);
  vt_snapshot *fresh = vt_world_save(r.world, NULL, &error);
  for (int k = 0; k < starts; ++k) {
    vt_world_restore(r.world, fresh, &error);
    set_start(r.world, kind, k);
    returned so = let_go(&r, 5);
    back += so.back;
    failed += so.failed;
    untangled += so.untangled;
    steps += so.back ? so.steps : 0;
    if (so.back && so.steps > largest) largest = so.steps;
    if (!so.back) worst = fmax(worst, so.left);
  }
  printf("| %s | %s | %g | %s | %d of %d | %.0f, %d | %d | %d failed, %.3g left |\n", element_words[element],
      shape_words[shape], poisson, start_words[kind], back, starts, back ? (double)steps / back : 0.0,
      largest, untangled, failed, worst);
  fflush(stdout);
  vt_snapshot_destroy(fresh);
  rig_free(&r);
}

static double argument(int argc, char **argv, int at, double otherwise) {
  return argc > at ? atof(argv[at]) : otherwise;
}

int main(int argc, char **argv) {
  int starts = (int)argument(argc, argv, 1, 20), element = (int)argument(argc, argv, 2, -1),
      start = (int)argument(argc, argv, 3, -1), shape = (int)argument(argc, argv, 4, -1);
  double poisson = argument(argc, argv, 5, 0), step = argument(argc, argv, 6, 0.01);
  bool held = argument(argc, argv, 7, 0) > 0;
  vt_law law = argument(argc, argv, 8, 0) > 0 ? VT_LAW_NEO_HOOKEAN : VT_LAW_COROTATED;
  const double poissons[] = {0.3, 0.45, 0.49};
  for (int e = VT_ELEMENT_TET4; e <= VT_ELEMENT_HEX8; ++e)
    for (int b = 0; b < SHAPES; ++b)
      for (int n = 0; n < 3; ++n)
        for (int s = 0; s < STARTS; ++s)
          if ((element < 0 || element == e) && (start < 0 || start == s) && (shape < 0 || shape == b) &&
              (poisson == 0 || poisson == poissons[n]))
            run(step, (vt_element)e, (body_shape)b, poissons[n], (start_kind)s, starts, law, held);
  return 0;
}

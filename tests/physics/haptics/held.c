// What the tests of haptics share: a block of plastic over the ground that a device holds by a coupling.
#include "held.h"

#include <stdio.h>
#include <stdlib.h>

static int added(int number, const vt_error *error) {
  if (number >= 0) return number;
  printf("held: %s\n", error->message);
  exit(1);
}

held hold(double dt, vt_coupling_def coupling) {
  vt_error error = {0};
  held h = {.y = yard_new(dt, vt_v3(0, 0, 0), 0.3)};
  yard_ground(&h.y);
  vt_quasi_rigid_def def = plastic(7e8);
  def.rigid.mass = 0.015;
  def.rigid.pose = at(0, 0, 0.025);
  h.body = yard_quasi(&h.y, block(vt_v3(0.06, 0.04, 0.04), 2, VT_CELL_HEX8), def);
  vt_frame_def frame = vt_frame_def_default();
  frame.pose = at(0, 0, 0.025);
  h.frame = added(vt_model_add_frame(h.y.model, &frame, &error), &error);
  coupling.body = h.body;
  coupling.frame = h.frame;
  h.link = added(vt_model_add_coupling(h.y.model, &coupling, &error), &error);
  yard_start(&h.y);
  return h;
}

// Adding motors of hinges and slides to a model.
#include "base/misuse.h"
#include "model/model.h"

#include <stdlib.h>

vt_motor_def vt_motor_def_default(void) { return (vt_motor_def){.link = -1}; }

void vt_motor_free(vt_motor *motor) {
  free(motor->name);
  vt_curve_free(&motor->target);
  *motor = (vt_motor){0};
}

// Gains beyond this are of no machine, and h^2 times them would drown what rows answer with.
static const double LARGEST_GAIN = 1e12; // N m/rad, N/m, N m s/rad, N s/m

static bool check_motor(const vt_model *model, const vt_motor_def *def, const vt_motor *motor,
    const char *what, vt_error *error) {
  const vt_link *link = &model->links[def->link];
  if (link->kind != VT_LINK_HINGE && link->kind != VT_LINK_SLIDE)
    return vt_fail(error, VT_BAD_INPUT, "%s: its link '%s' is neither a hinge nor a slide", what, link->name);
  if (!(def->stiffness >= 0 && def->stiffness <= LARGEST_GAIN) ||
      !(def->damping >= 0 && def->damping <= LARGEST_GAIN))
    return vt_fail(error, VT_BAD_INPUT, "%s: its stiffness is %g and its damping %g, expected from 0 to %g",
        what, def->stiffness, def->damping, LARGEST_GAIN);
  if (def->stiffness == 0 && def->damping == 0)
    return vt_fail(error, VT_BAD_INPUT, "%s: it has no stiffness and no damping, expected one above 0", what);
  if (!(def->limit >= 0 && isfinite(def->limit)))
    return vt_fail(error, VT_BAD_INPUT, "%s: its limit is %g, expected above 0", what, def->limit);
  if (vt_window_overlaps(motor->window, link->window)) return true;
  return vt_fail(error, VT_BAD_INPUT, "%s: it runs from %g s on, expected a time when its link '%s' holds",
      what, motor->window.from, link->name);
}

int vt_model_add_motor(vt_model *model, const vt_motor_def *def, vt_error *error) {
  static const double start = 0, place = 0; // the target without keys
  if (!vt_model_may_change(model, def, error)) return -1;
  int count = model->motor_count;
  vt_label label = vt_label_of("motor", def->name, count);
  vt_motor motor = {.link = def->link,
      .stiffness = def->stiffness,
      .damping = def->damping,
      .limit = def->limit == 0 ? INFINITY : def->limit};
  vt_curve target = def->target.count == 0 ? (vt_curve){VT_LINEAR, 1, &start, &place} : def->target;
  if (!vt_check_name("motor", def->name, model->motors, count, sizeof *model->motors, error) ||
      !vt_check_number(label.text, "link", def->link, model->link_count, error) ||
      !vt_check_window(def->from, def->until, label.text, &motor.window, error) ||
      !check_motor(model, def, &motor, label.text, error) ||
      !VT_RESERVE(&model->motors, &model->motor_room, count + 1, error) ||
      !vt_curve_copy(&motor.target, &target, label.text, error))
    return -1;
  const vt_window held = model->links[def->link].window;
  motor.window = (vt_window){fmax(motor.window.from, held.from), fmin(motor.window.until, held.until)};
  motor.name = vt_copy_string(def->name == NULL ? "" : def->name, error);
  if (motor.name == NULL) {
    vt_motor_free(&motor);
    return -1;
  }
  model->motors[count] = motor;
  return model->motor_count++;
}

// ---------------------------------------------------------------- looking

int vt_model_motor_count(const vt_model *model) {
  VT_NEED(model != NULL, 0);
  return model->motor_count;
}

const char *vt_model_motor_name(const vt_model *model, int motor) {
  VT_NEED(model != NULL && vt_is_number(motor, model->motor_count), NULL);
  return model->motors[motor].name;
}

int vt_model_find_motor(const vt_model *model, const char *name) {
  VT_NEED(model != NULL && name != NULL, -1);
  return vt_find_name(name, model->motors, model->motor_count, sizeof *model->motors);
}

int vt_model_motor_link(const vt_model *model, int motor) {
  VT_NEED(model != NULL && vt_is_number(motor, model->motor_count), -1);
  return model->motors[motor].link;
}

// Shorter steps where a seal is about to give way, and by Newmark's scheme where something is
// let go or moves too fast.
//
// A step takes the shapes of bodies and of the air between them from its beginning, so a slowly loaded body
// lags behind its equilibrium by a fraction of a step. That is negligible while a cup holds. As the cup is
// pulled off, the equilibrium goes through a fold (a limit point), where such a lag grows with h^(2/3): with
// steps of 10 ms a cup of 35 mm came off 40 to 60 ms late, with 2 to 4% more force.
//
// The force that still presses the seal together says how near the fold is. Once it is less than a given part
// of the pull of suction, a step is divided into pieces that are a fraction of the time in which that force
// would vanish at its present rate. Bodies at rest and cups that hold are not affected.
//
// A seal that peels is still well pressed together where it holds. The sign of peeling is that the pull of
// suction itself falls, as the mouth shrinks or as air leaks in; each piece, which takes mouth and walls from
// its beginning, lags by the part of the pull that is lost in it, amplified by the fold. Rigid bodies have no
// shape to lag. And only a body that is held by its air can come off: contacts press against the pull there,
// and by hardly more than it. Where bodies are pressed on each other by something else, and their air is
// close to ambient, any change of the small pull would be a large part of it.
#include "world/world.h"

#include <math.h>

// Of the pull of suction: a seal that is pressed together by less is about to give way; a body that is
// pressed by this much more than all of it is not held by its air.
static const double SPENT = 0.25;
// Pieces in the time in which the force on the seal would vanish.
static const double PIECES_LEFT = 64;
// Of the pull of suction: how much of it may be lost in a piece.
static const double FADED = 0.005;

enum { MAX_PIECES_SPENT = 16 };

static bool is_sucked(const vt_world *w, int body) {
  for (int k = 0; k < w->cavities.count; ++k)
    if (w->cavities.items[k].pressure < w->settings.ambient_pressure &&
        vt_cavity_is_of(&w->cavities, k, (int[2]){body, -1}))
      return true;
  return false;
}

// Whether something begins or ends at the beginning or end of the coming step. By Newmark's scheme new forces
// then act for a whole kick, from the middle of the piece before: as if they had begun half a piece earlier.
static bool is_let_go(const vt_world *w) {
  double dt = w->settings.dt, first = *w->state.time - 0.5 * dt, last = *w->state.time + 1.5 * dt;
  for (int k = 0; k < vt_model_hold_count(w->model); ++k) {
    vt_window window = vt_model_window(w->model, k);
    if ((window.from > 0 && window.from > first && window.from < last) ||
        (window.until > first && window.until < last))
      return true;
  }
  return false;
}

int vt_world_pieces(const vt_world *w) {
  int pieces = 1;
  if (w->settings.integrator == VT_INTEGRATOR_NEWMARK) {
    while (4 * pieces <= *w->state.pieces) pieces *= 2; // what is fast is hardly ever over with the step
    if (is_let_go(w)) pieces = MAX_PIECES_SPENT;
  }
  for (int b = 0; b < w->model->body_count && w->cavities.count > 0; ++b) {
    double pressed = w->state.pressed[b], pull = w->state.sucked[b], dt = w->settings.dt;
    if (!(pull > 0) || !is_sucked(w, b)) continue;
    bool soft = w->model->bodies[b].kind == VT_BODY_DEFORMABLE;
    bool held = pressed > 0 && pressed < (1 + SPENT) * pull; // by its air
    double wanted = soft && held ? dt * w->state.fading[b] / (FADED * pull) : 0;
    if (pressed > 0 && pressed < SPENT * pull)
      wanted = fmax(wanted, PIECES_LEFT * dt * w->state.easing[b] / pressed);
    while (pieces < wanted && pieces < MAX_PIECES_SPENT) pieces *= 2;
  }
  return pieces;
}

// N: the force of contacts on a body against the pull of its air; 0 where air pushes it
// away from what it touches.
static double pressed_on(const vt_world *w, int body) {
  vt_vec3 air = w->state.air_loads[body].force, sum = {0, 0, 0};
  double pull = vt_norm(air);
  if (!(pull > 0)) return 0;
  for (int k = 0; k < w->touches.count; ++k) {
    const vt_touch *t = &w->touches.items[k];
    if (t->body_a != body && t->body_b != body) continue;
    double normal = vt_dot(t->force, t->normal);
    sum = vt_madd(sum, t->body_a == body ? normal : -normal, t->normal);
  }
  return fmax(0, -vt_dot(sum, air) / pull);
}

void vt_world_keep_pressed(vt_world *w) {
  if (!vt_model_has_air(w->model)) return;
  for (int b = 0; b < w->model->body_count; ++b) {
    double pressed = pressed_on(w, b), sucked = vt_norm(w->state.air_loads[b].force);
    w->state.easing[b] = (w->state.pressed[b] - pressed) / w->settings.dt;
    w->state.fading[b] = (w->state.sucked[b] - sucked) / w->settings.dt;
    w->state.pressed[b] = pressed;
    w->state.sucked[b] = sucked;
  }
}

// Of the total kinetic and elastic energy, in one piece: where Newmark's scheme dissipates more
// than this in motion that a piece does not resolve, or contacts dissipate it in impacts of soft
// bodies, the piece is too long.
static const double LOST = 0.01;

// J: kinetic and elastic.
static double energy_of_all(const vt_world *w) {
  double sum = 0;
  for (int b = 0; b < w->model->body_count; ++b) {
    vt_energy energy = vt_world_energy(w, b);
    sum += energy.kinetic + energy.elastic;
  }
  return sum;
}

bool vt_world_is_lossy(const vt_world *w) {
  double lost = 0;
  for (int b = 0; b < w->model->body_count; ++b)
    if (w->model->bodies[b].kind == VT_BODY_DEFORMABLE) lost += w->work.deformables[b].lost;
  return lost > LOST * energy_of_all(w);
}

// A contact that closes ends at a gap of 0 with the velocity that takes it there. So a body whose deformation
// a piece does not resolve is stopped as a whole, as a rigid one is. In shorter pieces only its skin is.
bool vt_world_has_struck(const vt_world *w) {
  double lost = vt_step_struck(&w->step);
  return lost > LOST * (energy_of_all(w) + lost);
}

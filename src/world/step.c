// One time step: the pieces it is done in, what is tried of each, and what is done again.
#include "base/misuse.h"
#include "base/timer.h"
#include "body/untangle.h"
#include "mesh/cell.h"
#include "world/world.h"

// ---------------------------------------------------------------- pieces whose surfaces do not cross

enum {
  MAX_PIECES = 64,         // when numbers fail
  MAX_PIECES_INVERTED = 4, // when cells turn inside out, which the elements survive
  MAX_PIECES_GAINED = 16,  // when a body gains energy from nowhere, or bodies lose it to the integrator
  MAX_PIECES_STRUCK = 32,  // when soft bodies run into something: at 3 m/s and 10 ms pieces of 1 mm
  MAX_PARTS = 4096,        // of a piece, when surfaces cross: at 10 m/s a quarter of the contact distance
  MAX_TRIES = 6,           // of a part, with what it ran into foreseen, before it is halved
  MAX_PARTS_UNSOLVED = 4,  // of a piece, when its forces are not found
};

static bool save(const vt_world *w, vt_saved *to, vt_error *error) {
  vt_parts now = vt_world_parts(w), there = vt_saved_parts(to, w->state_size);
  if (!vt_parts_reserve(there, now, error)) return false;
  vt_parts_copy(there, now);
  return true;
}

static void restore(vt_world *w, const vt_saved *from) {
  vt_parts_copy(vt_world_parts(w), vt_saved_parts(from, w->state_size)); // there is room: it came from there
  vt_world_forget(w);
}

// ---------------------------------------------------------------- what a step may take

static const double LAST_SHARE = 0.25; // of a step's work: what each of the last tries may take besides

static void begin_effort(vt_world *w) {
  atomic_store(&w->effort.stopped, false);
  w->effort.work = 0;
  w->effort.max_work = w->work.max_work;
  w->tries.spent = false;
}

// Whether tries or work are used up; the rest of the step is then accepted as it comes, and if it
// is the work, in one part.
static bool is_cut_short(vt_world *w) {
  vt_again *again = &w->status.again;
  w->tries.spent = w->tries.spent || vt_is_spent(&w->asked);
  if (again->tries + again->gave >= VT_MAX_TRIES || w->tries.spent) again->cut_short = 1;
  return again->cut_short;
}

static bool is_interrupted(const vt_world *w, vt_error *error) {
  return vt_is_interrupted(&w->asked) && !vt_fail(error, VT_STOPPED, "the step was asked to stop");
}

static void begin_part(vt_world *w, double h) {
  vt_world_forget_tries(w);
  vt_world_begin_hands(w, h);
}

// The work is used up: all that is left becomes one part, which has some work of its own.
static int begin_last(vt_world *w, double h, int size, int left) {
  w->effort.max_work = w->effort.work + LAST_SHARE * w->work.max_work;
  w->tries.rough = false;
  if (size < left) begin_part(w, h * left / MAX_PARTS);
  return left;
}

// What the solver said in a try that is thrown away.
static void forget_solve(vt_world *w, const vt_status *so_far) {
  w->status.result = so_far->result;
  w->status.iterations = so_far->iterations;
  w->status.residual = so_far->residual;
}

// A piece of h seconds. Contacts are predicted from the positions as it begins, which may be too far
// ahead: where surfaces have crossed, the state goes back to the start of the part, which is done again
// with the contacts it ran into, and if that does not help in halves, down to a 4096th of the piece. As
// soon as the rest is divisible, parts are twice as long again. Where forces are not found, a quarter of
// the piece may have some that are.
//
// Tries are solved roughly while they run into something new, as that does not depend on the last digits; so
// is the first one where the part before ran into something.
static bool cover(vt_world *w, double h, bool first, int *parts, vt_trouble *found, vt_error *error) {
  bool gave_up = false, whole = h == w->settings.dt;
  int tries = 0;
  begin_part(w, h);
  w->tries.rough = w->touches.ran_into > 0;
  for (int at = 0, size = MAX_PARTS; at < MAX_PARTS;) {
    vt_trouble before = *found;
    vt_status so_far = w->status;
    bool saved = first && at == 0; // with the whole step
    if (!saved && !save(w, &w->tries.part, error)) return false;
    ++w->status.again.tries;
    if (is_interrupted(w, error)) return false;
    w->tries.divisible = !is_cut_short(w) && MAX_PARTS_UNSOLVED * size > MAX_PARTS;
    bool last = w->tries.spent;
    if (last) size = begin_last(w, h, size, MAX_PARTS - at);
    if (!vt_world_advance(w, h * size / MAX_PARTS, found, error) || is_interrupted(w, error)) return false;
    gave_up = is_cut_short(w) || gave_up;
    bool ended = w->tries.spent && !last && !w->step.solved.converged; // its solve, in the middle
    bool gives = !ended && vt_world_hands_give(w, h * size / MAX_PARTS, w->status.again.cut_short == 0);
    if (ended || gives) {
      restore(w, saved ? &w->tries.good : &w->tries.part);
      *found = before;
      forget_solve(w, &so_far);
      w->status.again.gave += gives;
      vt_world_forget_tries(w);
      continue;
    }
    vt_world_keep_hands(w);
    bool crossed = found->crossings > 0 && !gave_up, more = false;
    if (crossed && tries++ < MAX_TRIES && !vt_world_foresee(w, &more, error)) return false;
    crossed = crossed && (more || found->fast > 0); // a shorter part would creep there too
    bool unconverged = !w->tries.rough && !w->step.solved.converged;
    bool unsolved = unconverged && w->tries.divisible;
    if (crossed || unsolved || w->tries.rough) {
      if (!more && !vt_world_keep_tried(w, error)) return false;
      restore(w, saved ? &w->tries.good : &w->tries.part);
      *found = before;
      forget_solve(w, &so_far);
      bool halve = !more && ((crossed && size > 1) || unsolved);
      w->status.again.unconverged += unconverged;
      w->status.again.crossed += halve && crossed;
      w->status.again.unsolved += halve && !crossed;
      gave_up = gave_up || (crossed && !more && size == 1);
      w->tries.rough = more || halve;
      if (!halve) continue;
      size /= 2;
      tries = 0;
      begin_part(w, h * size / MAX_PARTS);
      continue;
    }
    w->touches.ran_into = tries > 0;
    w->tries.rough = tries > 0;
    tries = 0;
    ++*parts;
    if (!whole || size < MAX_PARTS) vt_world_add_to_means(w, h * size / (MAX_PARTS * w->settings.dt));
    at += size;
    if (size < MAX_PARTS && at % (2 * size) == 0) size *= 2;
    begin_part(w, h * size / MAX_PARTS);
  }
  return true;
}

// ---------------------------------------------------------------- a whole step

// Whether a step in so many pieces is to be done again in more, as energy came from nowhere or went there.
static bool is_too_long(const vt_world *w, const vt_trouble *found, int pieces) {
  if (w->status.again.cut_short) return false;
  return ((found->gained || found->lost) && pieces < MAX_PIECES_GAINED) ||
         (found->struck && pieces < MAX_PIECES_STRUCK);
}

// The step in `pieces` equal pieces, or up to the first that is too long: none of them stays then.
static bool attempt(vt_world *w, int pieces, vt_trouble *found, vt_error *error) {
  double dt = w->settings.dt;
  double counted = (double)(*w->state.steps + 1 - *w->state.since_steps);
  w->status.result = VT_STEP_OK;
  w->status.substeps = w->status.iterations = 0;
  w->status.residual = 0;
  *found = (vt_trouble){0};
  vt_world_begin_means(w);
  for (int k = 0, next; k < pieces; k = next) {
    next = w->status.again.cut_short ? pieces : k + 1; // what is left is one piece then
    if (!cover(w, dt * (next - k) / pieces, k == 0, &w->status.substeps, found, error)) return false;
    if (is_too_long(w, found, pieces)) return true;
  }
  *w->state.time = *w->state.since + counted * dt;
  return true;
}

// What the tries of a step took.
static void tell_effort(vt_world *w) { w->status.again.work = w->effort.work / w->work.max_work; }

// Status and views of the new state.
static bool conclude(vt_world *w, const vt_trouble *found, vt_error *error) {
  vt_world_update_surfaces(w);
  w->touches.crossings.count = w->status.crossings = 0;
  w->status.depth = 0;
  w->status.inverted = w->status.untangled = 0;
  for (int n = 0; n < w->work.soft_count; ++n) {
    vt_deformable *d = &w->work.deformables[w->work.soft[n]];
    int inverted = vt_cells_inside_out(d->model->mesh, d->x);
    w->status.inverted += inverted;
    vt_untangle_judge(d, w->settings.dt, inverted);
    w->status.untangled += d->tangle->layers != 0;
  }
  if (found->any && !vt_world_find_crossings(w, error)) return false;
  if (is_interrupted(w, error)) return false;
  vt_world_keep_pressed(w);
  vt_world_read_sensors(w, w->status.substeps > 1);
  return true;
}

static vt_step_result step(vt_world *w) {
  double begin = vt_now();
  int inverted = w->status.inverted_points;
  w->profile = (vt_profile){0};
  w->search_times = (struct vt_search_times){0};
  w->status.error = (vt_error){0};
  w->status.again = (vt_again){0};
  begin_effort(w);
  if (!save(w, &w->tries.good, &w->status.error) ||
      !vt_touches_reserve(&w->tries.part.touches, w->touches.count, w->touches.weight_count,
          &w->status.error)) // parts come without warning
    return w->status.result = VT_STEP_FAILED;
  w->status.planned = vt_world_pieces(w);
  for (int pieces = w->status.planned;; pieces *= 2) {
    vt_trouble found;
    w->status.error = (vt_error){0};
    bool done = attempt(w, pieces, &found, &w->status.error);
    bool turned = done && !w->status.again.cut_short && w->status.inverted_points > inverted &&
                  pieces < MAX_PIECES_INVERTED;
    bool gained_or_lost = done && is_too_long(w, &found, pieces);
    bool gained = gained_or_lost && found.gained && pieces < MAX_PIECES_GAINED;
    w->status.again.inverted += turned;
    w->status.again.gained += gained && !turned;
    w->status.again.lost += gained_or_lost && !gained && !turned;
    w->status.again.failed += !done;
    *w->state.pieces = pieces;
    bool again = turned || gained_or_lost;
    if (done && !again && conclude(w, &found, &w->status.error)) break;
    restore(w, &w->tries.good);
    if (!again &&
        (done || pieces >= MAX_PIECES || w->status.again.cut_short || w->status.error.code == VT_STOPPED)) {
      vt_world_update_surfaces(w);
      w->status.crossings = w->touches.crossings.count;
      tell_effort(w);
      return w->status.result = VT_STEP_FAILED;
    }
  }
  tell_effort(w);
  ++*w->state.steps;
  ++w->status.steps;
  w->status.redone += w->status.substeps > w->status.planned;
  w->status.unconverged += w->status.result == VT_STEP_UNCONVERGED;
  w->profile.tree = 1e3 * w->search_times.tree;
  w->profile.distances = 1e3 * w->search_times.distances;
  w->profile.total = 1e3 * (vt_now() - begin);
  return w->status.result;
}

vt_step_result vt_world_step(vt_world *w) {
  VT_NEED(w != NULL, VT_STEP_FAILED);
  w->status.error = (vt_error){0};
  if (!vt_world_borrow(w, &w->status.error)) return w->status.result = VT_STEP_FAILED;
  vt_step_result result = step(w);
  vt_world_give_back(w);
  return result;
}

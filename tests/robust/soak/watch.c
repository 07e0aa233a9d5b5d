#define _GNU_SOURCE // mallinfo2
#include "watch.h"

#include <ventouse/ventouse.h>

#include <malloc.h>
#include <math.h>
#include <sys/resource.h>
#include <time.h>

static const double longest_step = 60; // s of processor time, after which a step is ended

typedef struct watched {
  const pick_up *p;
  const vt_model *model;
  vt_world *world;
  figures *f;
  int cup, object, hand, ground; // bodies; sensors of the force that the hand, and the ground, exert
  double weight;                 // N, of cup and object
  vt_vec3 momentum;
  int cavities, id;
  double air; // mol
} watched;

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_late(void *context) { return processor_time() > *(double *)context; }

static double length(vt_vec3 v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }
static vt_vec3 add(vt_vec3 a, vt_vec3 b) { return (vt_vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }

// ---------------------------------------------------------------- a step

static vt_vec3 momentum_of(const watched *w) {
  return add(vt_world_momentum(w->world, w->cup), vt_world_momentum(w->world, w->object));
}

static bool is_finite_world(const watched *w) {
  for (int b = 0; b < vt_model_body_count(w->model); ++b) {
    vt_surface_view s = vt_world_collision_surface(w->world, b);
    for (int i = 0; i < s.vertex_count; ++i)
      if (!isfinite(length(s.vertices[i]))) return false;
  }
  return isfinite(vt_world_energy(w->world, -1).kinetic) && isfinite(vt_world_energy(w->world, -1).elastic);
}

// What hand, ground (with the air against it) and weight do in a step is the change of momentum. By implicit
// Euler to what the solver leaves; Newmark's scheme weighs forces otherwise.
static void note_balance(watched *w) {
  double dt = w->p->dt;
  vt_vec3 before = w->momentum, after = w->momentum = momentum_of(w);
  if (w->p->newmark) return;
  vt_vec3 hand = vt_world_sensor(w->world, w->hand).force;
  vt_vec3 ground = vt_world_sensor(w->world, w->ground).force;
  vt_vec3 left = {(after.x - before.x) / dt - hand.x - ground.x,
      (after.y - before.y) / dt - hand.y - ground.y,
      (after.z - before.z) / dt - hand.z - ground.z + w->weight};
  double largest = fmax(fmax(length(hand), length(ground)), fmax(w->weight, length(after) / dt));
  w->f->imbalance = fmax(w->f->imbalance, length(left) / largest);
}

// A cavity that stays alone keeps its air or loses some.
static void note_air(watched *w) {
  int count = vt_world_cavity_count(w->world);
  vt_cavity_view c = count == 1 ? vt_world_cavity(w->world, 0) : (vt_cavity_view){.id = -1};
  bool same = count == 1 && w->cavities == 1 && c.id == w->id;
  if (same && !w->p->active && w->p->leak == 0 && w->air > 0)
    w->f->gained = fmax(w->f->gained, c.air / w->air - 1);
  w->f->sealed |= count > 0;
  w->cavities = count;
  w->id = c.id;
  w->air = c.air;
}

static void note_step(figures *f, const vt_status *status, double took) {
  ++f->steps;
  f->unconverged += status->result == VT_STEP_UNCONVERGED;
  f->redone += status->substeps > status->planned;
  f->inverted += status->inverted > 0;
  f->cut_short += status->again.cut_short;
  f->crossed += status->crossings > 0;
  f->worst = fmax(f->worst, took);
  f->work = fmax(f->work, status->again.work);
  f->residual = fmax(f->residual, status->residual);
  f->depth = fmax(f->depth, status->depth);
}

// False when there is no sense in going on.
static bool step(watched *w) {
  double began = processor_time(), late = began + longest_step;
  vt_world_set_stop(w->world, is_late, &late);
  vt_step_result result = vt_world_step(w->world);
  const vt_status *status = vt_world_status(w->world);
  if (result == VT_STEP_FAILED) {
    printf("at %g s: %s\n", vt_world_time(w->world), status->error.message);
    ++w->f->failed;
    return false;
  }
  note_step(w->f, status, processor_time() - began);
  w->f->speed = fmax(w->f->speed, fmax(length(vt_world_body_velocity(w->world, w->cup)),
                                      length(vt_world_body_velocity(w->world, w->object))));
  if (!is_finite_world(w)) {
    ++w->f->not_finite;
    return false;
  }
  vt_vec3 place = vt_world_body_pose(w->world, w->object).position;
  w->f->sunk += place.z <= 0 && fmax(fabs(place.x), fabs(place.y)) < PICK_UP_GROUND / 2; // else it fell off
  note_balance(w);
  note_air(w);
  return true;
}

// ---------------------------------------------------------------- a pick-up

// The second half once more, with two threads: the same bits.
static void repeat(watched *w, const vt_snapshot *middle, int steps) {
  vt_error error = {0};
  uint64_t hash = vt_world_hash(w->world);
  vt_settings settings = *vt_world_settings(w->world);
  settings.threads = 2;
  vt_world_set_stop(w->world, NULL, NULL);
  bool ready = middle != NULL && vt_world_restore(w->world, middle, &error) &&
               vt_world_set_settings(w->world, &settings, &error);
  for (int k = 0; k < steps && ready; ++k) vt_world_step(w->world);
  w->f->differs += !ready || vt_world_hash(w->world) != hash;
  ++w->f->repeated;
}

static void step_all(watched *w, bool repeated) {
  vt_error error = {0};
  int steps = (int)lround(w->p->duration / w->p->dt), half = steps / 2, done = 0;
  vt_snapshot *middle = NULL;
  double begins = vt_world_body_pose(w->world, w->object).position.z, ends = begins;
  while (done < steps && step(w)) {
    ++done;
    ends = vt_world_body_pose(w->world, w->object).position.z;
    if (done == half && repeated) middle = vt_world_save(w->world, NULL, &error);
  }
  w->f->simulated += done * w->p->dt;
  w->f->lifted += ends > begins + 0.01;
  if (done == steps && repeated) repeat(w, middle, steps - half);
  vt_snapshot_destroy(middle);
}

static double weight_of(const vt_world *world, int body) {
  return vt_world_energy(world, body).gravity / vt_world_body_pose(world, body).position.z;
}

static void note_memory(figures *f) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  f->peak = 1e-3 * (double)usage.ru_maxrss;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // these count by themselves
  f->kept = 1e-6 * (double)mallinfo2().uordblks;
#endif
}

bool watch_pick_up(const pick_up *p, const char *path, bool repeated, figures *f) {
  vt_error error = {0};
  double began = processor_time();
  vt_scene *scene = vt_scene_load(path, NULL, 0, &error);
  const vt_model *model = scene != NULL ? vt_scene_model(scene) : NULL;
  vt_world *world = scene != NULL ? vt_world_create(model, &error) : NULL;
  if (world != NULL) {
    watched w = {.p = p,
        .model = model,
        .world = world,
        .f = f,
        .cup = vt_model_find_body(model, "cup"),
        .object = vt_model_find_body(model, "object"),
        .hand = 0,
        .ground = 1};
    w.weight = weight_of(world, w.cup) + weight_of(world, w.object);
    step_all(&w, repeated);
  } else {
    printf("%s\n", error.message);
  }
  bool made = world != NULL;
  vt_world_destroy(world);
  vt_scene_destroy(scene);
  f->processor += processor_time() - began;
  note_memory(f);
  return made;
}

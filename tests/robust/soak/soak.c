// Pick-ups by chance, one after the other in one process, for as long as one likes: no crash, no number that
// is not finite, nothing passes through anything, no step above its bound, air never comes from nowhere,
// forces are in balance, the same bits with two threads and after a restore, and memory stays flat.
//
//     soak                             6 s of simulated time; the test: 2 s
//     soak --seconds S --seed N        longer, from other seeds; --first K begins with the K-th
//     soak --write SEED NUMBER         the scene of one of them, for `ventouse run`
#define _GNU_SOURCE // mallinfo2
#include "check.h"
#include "pick_up.h"

#include <ventouse/ventouse.h>

#include <malloc.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static const double fastest = 20;      // m/s: nothing here falls or snaps faster
static const double balance = 1e-9;    // of the largest force of a step
static const double longest_step = 60; // s of processor time, after which a step is ended
enum { REPEATED = 8 };                 // each so many-th is repeated with two threads from its middle

typedef struct totals {
  int pick_ups, lifted, repeated, sealed;
  long long steps, unconverged, redone, inverted, cut_short, crossed;
  double simulated, processor;         // s
  double worst_step;                   // s of processor time
  double work, residual, depth, speed; // the largest
  double imbalance;                    // of the largest force
  size_t first_kept, kept;             // bytes that are in use after the first and the last pick-up
} totals;

static totals all;

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_late(void *context) { return processor_time() > *(double *)context; }

static double length(vt_vec3 v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }
static vt_vec3 add(vt_vec3 a, vt_vec3 b) { return (vt_vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }

// ---------------------------------------------------------------- a step

typedef struct watched {
  const pick_up *p;
  const vt_model *model;
  vt_world *world;
  int cup, object, hand, ground; // bodies; sensors of the force that the hand, and the ground, exert
  double weight;                 // N, of cup and object
  vt_vec3 momentum;
  int cavities, id;
  double air; // mol
} watched;

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
static void check_balance(watched *w) {
  double dt = w->p->dt;
  vt_vec3 before = w->momentum, after = w->momentum = momentum_of(w);
  if (w->p->newmark) return;
  vt_vec3 hand = vt_world_sensor(w->world, w->hand).force;
  vt_vec3 ground = vt_world_sensor(w->world, w->ground).force;
  vt_vec3 left = {(after.x - before.x) / dt - hand.x - ground.x,
      (after.y - before.y) / dt - hand.y - ground.y,
      (after.z - before.z) / dt - hand.z - ground.z + w->weight};
  double largest = fmax(fmax(length(hand), length(ground)), fmax(w->weight, length(after) / dt));
  double share = length(left) / largest;
  all.imbalance = fmax(all.imbalance, share);
  CHECK(share < balance);
}

// A cavity that stays alone keeps its air or loses some.
static void check_air(watched *w) {
  int count = vt_world_cavity_count(w->world);
  vt_cavity_view c = count == 1 ? vt_world_cavity(w->world, 0) : (vt_cavity_view){.id = -1};
  bool same = count == 1 && w->cavities == 1 && c.id == w->id;
  if (same && !w->p->active && w->p->leak == 0) CHECK(c.air <= w->air * (1 + 1e-9));
  w->cavities = count;
  w->id = c.id;
  w->air = c.air;
}

static void count_step(const vt_status *status, double took) {
  ++all.steps;
  all.unconverged += status->result == VT_STEP_UNCONVERGED;
  all.redone += status->substeps > status->planned;
  all.inverted += status->inverted > 0;
  all.cut_short += status->again.cut_short;
  all.crossed += status->crossings > 0;
  all.worst_step = fmax(all.worst_step, took);
  all.work = fmax(all.work, status->again.work);
  all.residual = fmax(all.residual, status->residual);
  all.depth = fmax(all.depth, status->depth);
}

static bool step(watched *w) {
  double began = processor_time(), late = began + longest_step;
  vt_world_set_stop(w->world, is_late, &late);
  vt_step_result result = vt_world_step(w->world);
  const vt_status *status = vt_world_status(w->world);
  if (!CHECK(result != VT_STEP_FAILED)) {
    printf("at %g s: %s\n", vt_world_time(w->world), status->error.message);
    return false;
  }
  count_step(status, processor_time() - began);
  double speed = fmax(
      length(vt_world_body_velocity(w->world, w->cup)), length(vt_world_body_velocity(w->world, w->object)));
  all.speed = fmax(all.speed, speed);
  if (!CHECK(is_finite_world(w)) || !CHECK(speed < fastest)) return false;
  CHECK(status->crossings == 0);
  CHECK(status->again.cut_short == 0);
  CHECK(vt_world_body_pose(w->world, w->object).position.z > 0);
  check_balance(w);
  check_air(w);
  return true;
}

// ---------------------------------------------------------------- a pick-up

static void set_threads(vt_world *world, int threads) {
  vt_settings settings = *vt_world_settings(world);
  settings.threads = threads;
  vt_error error = {0};
  CHECK(vt_world_set_settings(world, &settings, &error));
}

// The second half once more, with two threads: the same bits.
static void repeat(watched *w, const vt_snapshot *middle, int steps) {
  vt_error error = {0};
  uint64_t hash = vt_world_hash(w->world);
  vt_world_set_stop(w->world, NULL, NULL);
  CHECK(vt_world_restore(w->world, middle, &error));
  set_threads(w->world, 2);
  for (int k = 0; k < steps; ++k) vt_world_step(w->world);
  CHECK(vt_world_hash(w->world) == hash);
  ++all.repeated;
}

static void step_all(watched *w, int number) {
  vt_error error = {0};
  int steps = (int)lround(w->p->duration / w->p->dt), half = steps / 2, done = 0;
  vt_snapshot *middle = NULL;
  bool sealed = false;
  double begins = vt_world_body_pose(w->world, w->object).position.z, highest = begins;
  while (done < steps && step(w)) {
    ++done;
    sealed |= vt_world_cavity_count(w->world) > 0;
    highest = vt_world_body_pose(w->world, w->object).position.z;
    if (done == half && number % REPEATED == 0) middle = vt_world_save(w->world, NULL, &error);
  }
  all.simulated += done * w->p->dt;
  all.sealed += sealed;
  all.lifted += highest > begins + 0.01;
  if (done == steps && middle != NULL) repeat(w, middle, steps - half);
  vt_snapshot_destroy(middle);
}

static void run_scene(const pick_up *p, const char *path, int number) {
  vt_error error = {0};
  vt_scene *scene = vt_scene_load(path, NULL, 0, &error);
  const vt_model *model = scene != NULL ? vt_scene_model(scene) : NULL;
  vt_world *world = scene != NULL ? vt_world_create(model, &error) : NULL;
  if (CHECK(world != NULL)) {
    watched w = {.p = p,
        .model = model,
        .world = world,
        .cup = vt_model_find_body(model, "cup"),
        .object = vt_model_find_body(model, "object"),
        .hand = 0,
        .ground = 1};
    w.weight = vt_world_energy(world, w.cup).gravity / vt_world_body_pose(world, w.cup).position.z +
               vt_world_energy(world, w.object).gravity / vt_world_body_pose(world, w.object).position.z;
    step_all(&w, number);
  } else {
    printf("%s\n", error.message);
  }
  vt_world_destroy(world);
  vt_scene_destroy(scene);
}

static void run_one(uint64_t seed, int number) {
  char path[] = "soak_XXXXXX", what[300];
  pick_up p = pick_up_by_chance(seed, number);
  int before = check_failed, file = mkstemp(path);
  FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
  if (!CHECK(stream != NULL)) return;
  pick_up_write(&p, VT_SOURCE_DIR "/meshes", stream);
  fclose(stream);
  double began = processor_time();
  run_scene(&p, path, number);
  all.processor += processor_time() - began;
  ++all.pick_ups;
  remove(path);
  if (check_failed == before) return;
  pick_up_describe(&p, what, sizeof what);
  printf("FAILED: --write %llu %d: %s\n", (unsigned long long)seed, number, what);
  fflush(stdout);
}

// ---------------------------------------------------------------- all of them

static void tell(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%d pick-ups, %.0f s simulated in %.0f s of processor time, %d sealed, %d lifted, %d repeated\n",
      all.pick_ups, all.simulated, all.processor, all.sealed, all.lifted, all.repeated);
  printf("%lld steps, %lld unconverged, %lld redone, %lld with cells inside out, %lld crossed (%.2g m), %lld "
         "cut short\n",
      all.steps, all.unconverged, all.redone, all.inverted, all.crossed, all.depth, all.cut_short);
  printf("mean step %.1f ms, worst %.0f ms; work at most %.2g of its bound, residual %.2g, speed %.2g m/s, "
         "imbalance %.1g\n",
      1e3 * all.processor / (double)all.steps, 1e3 * all.worst_step, all.work, all.residual, all.speed,
      all.imbalance);
  printf("kept after the first %.3f MB, after the last %.3f MB, %.0f MB at most in all\n",
      1e-6 * (double)all.first_kept, 1e-6 * (double)all.kept, 1e-3 * (double)usage.ru_maxrss);
  fflush(stdout);
}

// What is in use after a pick-up is what was in use after the first, but for what the C library keeps at
// hand: some 100 kB.
static void check_memory(void) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // these count by themselves
  size_t now = mallinfo2().uordblks;
  if (all.first_kept == 0) all.first_kept = now;
  all.kept = now;
  CHECK(now < all.first_kept + 256 * 1024);
#endif
}

int main(int argc, char **argv) {
  uint64_t seed = 1;
  int first = 0;
  double seconds = 6, told = 0;
  setvbuf(stdout, NULL, _IOLBF, 1 << 16);
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[i + 1]);
    if (strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--first") == 0) first = atoi(argv[i + 1]);
    if (strcmp(argv[i], "--write") == 0 && i + 2 < argc) {
      pick_up p = pick_up_by_chance(strtoull(argv[i + 1], NULL, 10), atoi(argv[i + 2]));
      pick_up_write(&p, VT_SOURCE_DIR "/meshes", stdout);
      return 0;
    }
  }
  for (int k = first; all.simulated < seconds && all.pick_ups < 100 + seconds; ++k) {
    run_one(seed, k);
    check_memory();
    if (all.simulated < told + 100) continue;
    told = all.simulated;
    tell();
  }
  tell();
  return check_report();
}

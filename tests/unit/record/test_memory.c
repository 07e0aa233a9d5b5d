// Recording with the n-th allocation refused, for every n: an error and nothing on the disk, or a whole run.
#include "check.h"
#include "double.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static long counted, refused = -1;

static bool refuse(void) { return counted++ == refused; }

void *__wrap_malloc(size_t size) { return refuse() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return refuse() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *block, size_t size) { return refuse() ? NULL : __real_realloc(block, size); }

static char root[256], target[300], summary[320];

static int count_entries(const char *path) {
  DIR *listing = opendir(path);
  int entries = -2;
  while (listing != NULL && readdir(listing) != NULL) ++entries;
  if (listing != NULL) closedir(listing);
  return entries;
}

static bool is_whole(const char *path) {
  json_t *run = json_load_file(path, 0, NULL);
  bool whole = json_is_integer(json_object_get(run, "ventouse")) &&
               json_is_string(json_object_get(run, "state_hash")) &&
               json_object_get(run, "realtime_factor") != NULL && json_object_size(run) == 27;
  json_decref(run);
  return whole;
}

// Records five steps with frames and a failure; the allocations it took.
static long attempt(double_world *w, long refuse_at, vt_error *error, bool *done) {
  vt_recorder_options options = {target, true};
  w->status.steps = 0;
  counted = 0;
  refused = refuse_at;
  vt_recorder *recorder = vt_recorder_create(double_scene(w), double_as_world(w), &options, error);
  bool good = recorder != NULL && vt_recorder_step(recorder, error);
  for (int i = 0; good && i < 5; ++i) {
    double_step(w);
    good = vt_recorder_step(recorder, error);
  }
  *done = good && vt_recorder_finish(recorder, double_expectations(w), "the test says so", error);
  refused = -1;
  vt_recorder_destroy(recorder);
  return counted;
}

int main(void) {
  const char *base = getenv("TMPDIR");
  snprintf(root, sizeof root, "%s/ventouse-memory-XXXXXX", base != NULL ? base : "/tmp");
  if (mkdtemp(root) == NULL) return 1;
  snprintf(target, sizeof target, "%s/run", root);
  snprintf(summary, sizeof summary, "%s/summary.json", target);
  vt_error error = {0};
  double_world w = double_world_default();
  vt_mesh *mesh = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){1, 1, 1}, 1, 1, 1, VT_CELL_TET4, &error);
  if (mesh == NULL) return 1;
  w.soft = w.hard = mesh;
  w.velocities = mesh->nodes;
  w.contact = true;
  w.air = true;
  w.warning = "a warning";
  w.outcome_count = 1;
  w.outcomes[0] = (vt_outcome){"held", true, 1, "z above 0", ""};
  json_set_alloc_funcs(malloc, free);
  bool done = false;
  attempt(&w, -1, &error, &done);
  CHECK(done);
  long total = attempt(&w, -1, &error, &done), survived = 0; // now with an older run in place
  CHECK(done && total > 200);
  for (long n = 0; n < total; ++n) {
    error = (vt_error){0};
    attempt(&w, n, &error, &done);
    survived += done;
    int before = check_failed;
    CHECK(done || error.code == VT_NO_MEMORY);
    CHECK(done || error.message[0] != '\0');
    CHECK(is_whole(summary) && count_entries(root) == 1); // the older run or the new one
    if (check_failed > before) printf("  allocation %ld of %ld: %s\n", n, total, error.message);
  }
  // Only what tidies up may go without memory.
  CHECK(survived < total / 5);
  printf("%ld allocations, %ld not needed\n", total, survived);
  vt_mesh_destroy(mesh);
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  if (system(command) != 0) return 1;
  return check_report();
}

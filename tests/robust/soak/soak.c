// Pick-ups by chance, one after the other in one process, for as long as one likes: no crash, no number that
// is not finite, nothing passes through anything, no step above its bound, air never comes from nowhere,
// forces are in balance, the same bits with two threads and after a restore, and memory stays flat.
//
//     soak                             6 s of simulated time; the test: 2 s
//     soak --seconds S --seed N        longer, from another seed; --first K begins with the K-th
//     soak --seconds S --log FILE      a row of FILE for each, and goes on where FILE ends: it may be ended
//     at
//                                      any time and begun again. tools/soak.py makes docs/soak.md of it
//     soak --write SEED NUMBER         the scene of one of them, for `ventouse run`
#define _GNU_SOURCE // mkstemp
#include "check.h"
#include "pick_up.h"
#include "watch.h"

#include <stdlib.h>

static const double fastest = 20;   // m/s: nothing here falls or snaps faster
static const double balance = 1e-9; // of the largest force of a step
static const double gains = 1e-9;   // of the air of a cavity: rounding over a step
static const double slack = 0.25;   // MB that the C library may keep at hand
enum { REPEATED = 8 };              // each so many-th is repeated with two threads from its middle

static const char header[] = "seed,number,steps,simulated_s,processor_s,worst_ms,unconverged,redone,inverted,"
                             "cut_short,crossed,depth_m,"
                             "not_finite,sunk,failed,work,residual,speed,imbalance,gained,sealed,lifted,"
                             "repeated,differs,kept_mb,peak_mb,"
                             "checks_failed,what\n";

typedef struct soak {
  uint64_t seed;
  int next;          // number of the pick-up that comes next
  double simulated;  // s, of all before it
  double first_kept; // MB, after the first of this process
  FILE *log;         // or NULL
} soak;

static void judge(soak *s, const figures *f) {
  CHECK(f->failed == 0);
  CHECK(f->not_finite == 0);
  CHECK(f->crossed == 0);
  CHECK(f->sunk == 0);
  CHECK(f->cut_short == 0);
  CHECK(f->speed < fastest);
  CHECK(f->imbalance < balance);
  CHECK(f->gained < gains);
  CHECK(f->differs == 0);
  if (s->first_kept == 0) s->first_kept = f->kept;
  CHECK(f->kept <= s->first_kept + slack);
}

static void tell(const soak *s, int number, const figures *f, const char *what, int failed) {
  printf("%d: %.1f s, %.0f ms a step, worst %.0f; %lld redone; %s%s\n", number, f->processor,
      1e3 * f->processor / (double)(f->steps > 0 ? f->steps : 1), 1e3 * f->worst, f->redone, what,
      failed > 0 ? " FAILED" : "");
  if (failed > 0) printf("FAILED: --write %llu %d\n", (unsigned long long)s->seed, number);
  if (s->log == NULL) return;
  fprintf(s->log,
      "%llu,%d,%lld,%g,%.3f,%.1f,%lld,%lld,%lld,%lld,%lld,%.2g,%lld,%lld,%lld,%.2g,%.2g,%.2g,%.2g,%.2g,%d,%d,"
      "%d,%lld,"
      "%.3f,%.0f,%d,\"%s\"\n",
      (unsigned long long)s->seed, number, f->steps, f->simulated, f->processor, 1e3 * f->worst,
      f->unconverged, f->redone, f->inverted, f->cut_short, f->crossed, f->depth, f->not_finite, f->sunk,
      f->failed, f->work, f->residual, f->speed, f->imbalance, f->gained, f->sealed, f->lifted, f->repeated,
      f->differs, f->kept, f->peak, failed, what);
  fflush(s->log);
}

static void run_next(soak *s) {
  char path[] = "soak_XXXXXX", what[300];
  int number = s->next++, before = check_failed, file = mkstemp(path);
  pick_up p = pick_up_by_chance(s->seed, number);
  FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
  if (!CHECK(stream != NULL)) return;
  pick_up_write(&p, VT_SOURCE_DIR "/meshes", stream);
  fclose(stream);
  figures f = {0};
  CHECK(watch_pick_up(&p, path, number % REPEATED == 0, &f));
  remove(path);
  judge(s, &f);
  pick_up_describe(&p, what, sizeof what);
  tell(s, number, &f, what, check_failed - before);
  s->simulated += f.simulated;
}

// Goes on where a log ends. A row that was being written as the process was killed is done again.
static bool open_log(soak *s, const char *path) {
  FILE *old = fopen(path, "r");
  char line[1000];
  long whole = 0;
  for (int k = 0; old != NULL && fgets(line, sizeof line, old) != NULL && strchr(line, '\n') != NULL; ++k) {
    unsigned long long seed = 0;
    int number = 0;
    double seconds = 0;
    if (k > 0 && sscanf(line, "%llu,%d,%*d,%lf,", &seed, &number, &seconds) != 3) {
      printf("%s:%d: found '%.40s', expected a row of soak\n", path, k + 1, line);
      fclose(old);
      return false;
    }
    whole = ftell(old);
    if (k == 0 || seed != s->seed) continue;
    s->next = number + 1;
    s->simulated += seconds;
  }
  if (old != NULL) fclose(old);
  s->log = fopen(path, old != NULL ? "r+" : "w");
  if (s->log == NULL || fseek(s->log, whole, SEEK_SET) != 0) {
    printf("%s: cannot be written\n", path);
    return false;
  }
  if (whole == 0) fputs(header, s->log);
  return true;
}

int main(int argc, char **argv) {
  soak s = {.seed = 1};
  double seconds = 6;
  const char *log = NULL;
  setvbuf(stdout, NULL, _IOLBF, 1 << 16);
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[i + 1]);
    if (strcmp(argv[i], "--seed") == 0) s.seed = strtoull(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--first") == 0) s.next = atoi(argv[i + 1]);
    if (strcmp(argv[i], "--log") == 0) log = argv[i + 1];
    if (strcmp(argv[i], "--write") == 0 && i + 2 < argc) {
      pick_up p = pick_up_by_chance(strtoull(argv[i + 1], NULL, 10), atoi(argv[i + 2]));
      pick_up_write(&p, VT_SOURCE_DIR "/meshes", stdout);
      return 0;
    }
  }
  if (log != NULL && !open_log(&s, log)) return 2;
  int most = 100 + (int)seconds; // pick-ups: those that fail at once come to an end too
  for (int k = 0; s.simulated < seconds && k < most; ++k) run_next(&s);
  if (s.log != NULL) fclose(s.log);
  return check_report();
}

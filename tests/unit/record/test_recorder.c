// A whole run folder from a made-up world: every file, every key, awkward names, long runs, failures.
#include "check.h"
#include "record/replay_page.h"
#include "recording.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static void test_summary(double_world *w) {
  vt_error error = {0};
  w->warning = "nothing holds the cube";
  w->crossing = true;

  w->outcome_count = 2;
  w->outcomes[0] = (vt_outcome){"lifted", true, 0.031, "z above 0.02 at 2.5 s", ""};
  w->outcomes[1] = (vt_outcome){"late", false, NAN, "z above 0.02 at 9 s", "not reached"};
  CHECK(record(w, "summary", false, 100, NULL, &error));
  json_t *s = json_load_file(path_of("summary/summary.json"), 0, NULL);
  CHECK(s != NULL);
  CHECK_CONTAINS(json_string_value(json_object_get(s, "scene")), "hanging cup");
  CHECK_CONTAINS(json_string_value(json_object_get(s, "version")), vt_version());
  CHECK_NEAR(real(s, "dt"), 0.01, 0);
  CHECK(json_integer_value(json_object_get(s, "steps")) == 100);
  CHECK_NEAR(real(s, "sim_time"), 1, 1e-12);
  CHECK(real(s, "wall_time") > 0);
  CHECK_CLOSE(real(s, "realtime_factor"), real(s, "sim_time") / real(s, "wall_time"), 1e-12);
  json_t *ms = json_object_get(s, "mean_ms");
  const char *const stages[] = {"free_motion", "collision", "cavity", "compliance", "solve", "total"};
  for (int i = 0; i < 6; ++i) CHECK(json_is_number(json_object_get(ms, stages[i])));
  CHECK_NEAR(real(ms, "collision"), 0.1, 1e-12);
  CHECK_NEAR(real(ms, "total"), 1.5, 0.01);
  CHECK(json_integer_value(json_object_get(s, "fem_nodes")) == w->soft->node_count);
  CHECK(json_integer_value(json_object_get(s, "step_memory")) == w->status.memory && w->status.memory > 0);
  CHECK(json_integer_value(json_object_get(s, "collision_nodes")) ==
        w->soft->node_count + 2 * w->hard->node_count);
  CHECK(json_is_number(json_object_get(json_object_get(s, "contacts"), "mean")));
  CHECK_NEAR(real(json_object_get(s, "contacts"), "intrusion_max"), 0, 0);
  CHECK(json_is_number(json_object_get(json_object_get(s, "constraints"), "max")));
  json_t *solver = json_object_get(s, "solver");
  CHECK_NEAR(real(solver, "iterations_max"), 6, 0);
  CHECK_NEAR(real(solver, "residual_max"), 6e-8, 1e-20);
  CHECK(real(solver, "iterations_mean") > 2.9 && real(solver, "iterations_mean") < 3.1);
  json_t *pull = json_object_get(json_object_get(s, "sensors"), "pull");
  CHECK(real(pull, "peak_force") > 0.28 && real(pull, "peak_time") > 0);
  json_t *tendon = json_object_get(json_object_get(s, "sensors"), "tendon");
  CHECK_NEAR(real(tendon, "peak_force"), 5, 1e-12);
  CHECK_NEAR(real(tendon, "peak_time"), 1, 1e-12);
  json_t *cavities = json_object_get(s, "cavities");
  CHECK(json_integer_value(json_object_get(cavities, "count_max")) == 0);
  CHECK(json_integer_value(json_object_get(cavities, "seen")) == 0);
  CHECK(json_is_null(json_object_get(cavities, "pressure_min")));
  CHECK(json_is_null(json_object_get(cavities, "pressure_max")));
  CHECK(json_array_size(json_object_get(cavities, "list")) == 0);
  json_t *list = json_object_get(s, "expectations");
  CHECK(json_array_size(list) == 2);
  CHECK(json_is_true(json_object_get(json_array_get(list, 0), "passed")));
  CHECK_NEAR(real(json_array_get(list, 0), "value"), 0.031, 0);
  CHECK(json_is_null(json_object_get(json_array_get(list, 1), "value")));
  CHECK(json_is_null(json_object_get(json_array_get(list, 0), "missing")));
  CHECK_CONTAINS(json_string_value(json_object_get(json_array_get(list, 1), "missing")), "not reached");
  CHECK_CONTAINS(json_string_value(json_array_get(json_object_get(s, "warnings"), 0)), "nothing holds");
  CHECK(json_array_size(json_object_get(s, "warnings")) == 3); // each pair once
  CHECK_CONTAINS(json_string_value(json_array_get(json_object_get(s, "warnings"), 1)), w->body_names[1]);
  CHECK_CONTAINS(
      json_string_value(json_array_get(json_object_get(s, "warnings"), 2)), "reach into each other at 0 s");
  w->crossing = false;
  CHECK(strcmp(json_string_value(json_object_get(s, "state_hash")), "00c0ffee12345678") == 0);
  CHECK(json_is_null(json_object_get(s, "failure")));
  json_decref(s);
}

static void test_tables(void) {
  static const char *const headers[][2] = {
      {"steps.csv", "time,free_motion_ms,collision_ms,cavity_ms,compliance_ms,solve_ms,total_ms,contacts,"
                    "cavities,iterations,residual,unconverged,pieces,inverted\n"},
      {"bodies.csv", "time,body,x,y,z,qw,qx,qy,qz\n"}, {"forces.csv", "time,sensor,fx,fy,fz,tx,ty,tz\n"},
      {"cavities.csv", "time,cavity,pressure,volume,air,area,state,film\n"},
      {"points.csv", "time,sensor,x,y,z,vx,vy,vz\n"}, {"cables.csv", "time,sensor,tension,length\n"},
      {"energy.csv", "time,sensor,kinetic,elastic,gravity\n"},
      {"vacuum.csv", "time,part,name,pressure,flow,air\n"}};
  const int lines[] = {101, 1 + 3 * 101, 101, 1, 102, 101, 102, 1};
  for (int i = 0; i < 8; ++i) {
    char name[64];
    snprintf(name, sizeof name, "summary/%s", headers[i][0]);
    char *text = slurp(path_of(name));
    CHECK(text != NULL && strncmp(text, headers[i][1], strlen(headers[i][1])) == 0);
    CHECK(text != NULL && count_lines(text) == lines[i]);
    free(text);
  }
  // Numbers read back to the same bits.
  char *forces = slurp(path_of("summary/forces.csv"));
  double t, fx, fy;
  CHECK(sscanf(strchr(forces, '\n'), " %lf,pull,%lf,%lf", &t, &fx, &fy) == 3);
  CHECK(t == 0.01 && fx == 0.02 * sin(9 * 0.01) && fy == 0.1 / 3);
  free(forces);
}

static void test_awkward_names(double_world *w) {
  vt_error error = {0};
  double_world v = *w;
  v.scene_name = "a<b>&\"c\" ]]> </script><script>alert(1)</script>";
  v.body_names[0] = "cup, \"soft\"";
  v.body_names[1] = "";
  v.sensor_names[0] = "</script>&'pull'\\";
  v.sensor_names[1] = "broken\xff\xc3";
  v.warning = "<img src=x>";
  CHECK(record(&v, "awkward", true, 3, NULL, &error));
  char *bodies = slurp(path_of("awkward/bodies.csv"));
  CHECK_CONTAINS(bodies, "0,\"cup, \"\"soft\"\"\",");
  CHECK_CONTAINS(bodies, "0,body 1,");
  free(bodies);
  char *report = slurp(path_of("awkward/report.html"));
  CHECK_CONTAINS(report, "a&lt;b&gt;&amp;&quot;c&quot; ]]&gt; &lt;/script&gt;");
  CHECK_CONTAINS(report, "&lt;img src=x&gt;");
  CHECK(strstr(report, "<script>alert") == NULL && strstr(report, "<img") == NULL);
  CHECK_CONTAINS(report, "\"title\":\"\\u003c/script\\u003e\\u0026\\u0027pull\\u0027\\u005c\"");
  // Only the page's own two script elements end with that tag.
  // The replay, if this build has it, brings four more.
  CHECK(count_text(report, "</script>") == (vt_replay_js_size > 0 ? 6 : 2));
  free(report);
  json_t *s = json_load_file(path_of("awkward/summary.json"), 0, NULL);
  CHECK_CONTAINS(json_string_value(json_object_get(s, "scene")), "</script><script>alert(1)");
  CHECK(json_object_get(json_object_get(s, "sensors"), "broken??") != NULL);
  json_decref(s);
  char *pvd = slurp(path_of("awkward/frames.pvd"));
  CHECK_CONTAINS(pvd, "name=\"cup, &quot;soft&quot;\" file=\"frames/0_cup___soft__000000.vtu\"");
  free(pvd);
}

static void test_report(void) {
  char *report = slurp(path_of("summary/report.html"));
  CHECK_CONTAINS(report, "1 of 2 expectations did not hold");
  const char *failed = strstr(report, "failed</td>"), *passed = strstr(report, "passed</td>");
  CHECK(failed != NULL && passed != NULL && failed < passed);
  CHECK_CONTAINS(report, "not reached");
  CHECK_CONTAINS(report, ">force (mN)<");
  CHECK_CONTAINS(report, ">position (mm)<");
  CHECK_CONTAINS(report, "prefers-color-scheme: dark");
  // Opens offline: nothing is fetched. The only address is the name of SVG's namespace.
  CHECK(
      strstr(report, "src=") == NULL && strstr(report, "@import") == NULL && strstr(report, "url(") == NULL);
  const char *address = strstr(report, "http");
  CHECK(address != NULL && strncmp(address, "http://www.w3.org/2000/svg", 26) == 0);
  CHECK(address != NULL && strstr(address + 4, "http") == NULL);
  free(report);
}

static void test_frames(double_world *w) {
  vt_error error = {0};
  CHECK(record(w, "frames", true, 20, NULL, &error)); // 0.2 s, a frame each 0.05 s, three bodies
  CHECK(count_entries(path_of("frames/frames")) == 5 * 3);
  char *pvd = slurp(path_of("frames/frames.pvd"));
  CHECK_CONTAINS(
      pvd, "<DataSet timestep=\"0.2\" part=\"2\" name=\"ground\" file=\"frames/2_ground_000004.vtu\"/>");
  free(pvd);
}

static void test_failure(double_world *w) {
  vt_error error = {0};
  CHECK(record(w, "failed", false, 5, "element 7 of cup turned inside out", &error));
  json_t *s = json_load_file(path_of("failed/summary.json"), 0, NULL);
  CHECK_CONTAINS(json_string_value(json_object_get(s, "failure")), "element 7");
  json_decref(s);
  CHECK(count_entries(path_of("failed/last_state")) == 3);
  char *report = slurp(path_of("failed/report.html"));
  CHECK_CONTAINS(report, "Ended early");
  free(report);
}

// A run of many steps keeps its report small.
static void test_bounded(double_world *w) {
  vt_error error = {0};
  double_world v = *w;
  v.frame_interval = 0;
  CHECK(record(&v, "long", false, 20000, NULL, &error));
  struct stat facts;
  CHECK(stat(path_of("long/report.html"), &facts) == 0 && facts.st_size < 2000000);
  char *steps = slurp(path_of("long/steps.csv"));
  CHECK(count_lines(steps) == 20001);
  free(steps);
}

// A file may not grow beyond a limit, as on a full disk: one line, and nothing left behind.
static void test_full_disk(double_world *w) {
  vt_error error = {0};
  struct rlimit old, low;
  int before = count_entries(root);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &old);
  low = (struct rlimit){2000, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &low);
  bool good = record(w, "full", false, 2000, NULL, &error);
  setrlimit(RLIMIT_FSIZE, &old);
  CHECK(!good && error.code == VT_IO_FAILED);
  CHECK_CONTAINS(error.message, "cannot write: File too large");
  CHECK(strchr(error.message, '\n') == NULL);
  CHECK(count_entries(root) == before);
}

static void test_abandoned(double_world *w) {
  vt_error error = {0};
  int before = count_entries(root);
  vt_recorder_options options = {path_of("abandoned"), true};
  w->status.steps = 0;
  vt_recorder *recorder = vt_recorder_create(double_scene(w), double_as_world(w), &options, &error);
  CHECK(recorder != NULL && vt_recorder_step(recorder, &error));
  CHECK(count_entries(root) == before + 1);
  vt_recorder_destroy(recorder);
  CHECK(count_entries(root) == before);
}

int main(void) {
  double_world w = begin_recording();
  test_summary(&w);
  test_tables();
  test_report();
  test_awkward_names(&w);
  test_frames(&w);
  test_failure(&w);
  test_bounded(&w);
  test_full_disk(&w);
  test_abandoned(&w);
  end_recording(&w);
  return check_report();
}

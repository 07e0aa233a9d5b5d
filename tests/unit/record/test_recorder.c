// A whole run folder from a made-up world: every file, every key, awkward names, long runs, failures.
#include "check.h"
#include "record/replay_page.h"
#include "double.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>

static char root[256];

static char *path_of(const char *name) {
  static char paths[4][600];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", root, name);
  return path;
}

// The whole file as text, to be freed; NULL if there is none.
static char *slurp(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(size + 1, 1);
  if (fread(text, 1, size, file) != size) size = 0;
  fclose(file);
  return text;
}

static int count_lines(const char *text) {
  int lines = 0;
  for (; *text != '\0'; ++text) lines += *text == '\n';
  return lines;
}

static int count_entries(const char *path) {
  DIR *listing = opendir(path);
  int entries = -2;
  while (listing != NULL && readdir(listing) != NULL) ++entries;
  if (listing != NULL) closedir(listing);
  return listing == NULL ? -1 : entries;
}

static int count_text(const char *text, const char *part) {
  int count = 0;
  for (; (text = strstr(text, part)) != NULL; ++text) ++count;
  return count;
}

// Records `steps` steps into root/name; true if all went well.
static bool record(
    double_world *w, const char *name, bool vtu, int steps, const char *failure, vt_error *error) {
  vt_recorder_options options = {path_of(name), vtu};
  w->status.steps = 0;
  vt_recorder *recorder = vt_recorder_create(double_scene(w), double_as_world(w), &options, error);
  bool good = recorder != NULL && vt_recorder_step(recorder, error);
  for (int i = 0; good && i < steps; ++i) {
    double_step(w);
    good = vt_recorder_step(recorder, error);
  }
  good = good && vt_recorder_finish(recorder, double_expectations(w), failure, error);
  vt_recorder_destroy(recorder);
  return good;
}

static double real(json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

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
      {"cavities.csv", "time,cavity,pressure,volume,air,area,state\n"},
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

// Where bodies touch: counts, the deepest intrusion, plots, the sensor, and forces in the frames.
static void test_contact(double_world *w) {
  vt_error error = {0};
  double_world v = *w;
  v.contact = true;
  CHECK(record(&v, "touching", true, 20, NULL, &error));
  json_t *s = json_load_file(path_of("touching/summary.json"), 0, NULL),
         *contacts = json_object_get(s, "contacts");
  CHECK_NEAR(real(contacts, "mean"), 11, 0.1);
  CHECK(json_integer_value(json_object_get(contacts, "max")) == 12);
  CHECK_NEAR(real(contacts, "intrusion_max"), 2e-6, 1e-18);
  CHECK_NEAR(real(json_object_get(json_object_get(s, "sensors"), "touch"), "peak_force"), 1.5, 0);
  json_decref(s);
  char *steps = slurp(path_of("touching/steps.csv")), *forces = slurp(path_of("touching/forces.csv"));
  char *report = slurp(path_of("touching/report.html")),
       *frame = slurp(path_of("touching/frames/1_cube_000000.vtu"));
  CHECK_CONTAINS(steps, ",11,0,1,1e-08,0,1,0\n");
  CHECK_CONTAINS(forces, "0.01,touch,0,0,1.5,0,0,0\n");
  CHECK_CONTAINS(report, "<h2>Contacts</h2>");
  CHECK_CONTAINS(report, "12 at most, up to 2 &micro;m into the contact distance");
  CHECK_CONTAINS(report, ">residual (power of ten)<");
  CHECK_CONTAINS(report, "],\"v\":[-8,"); // 1e-8 in the first step
  CHECK_CONTAINS(frame, "Name=\"contact_force\"");
  free(steps);
  free(forces);
  free(report);
  free(frame);
  // Nothing of this where nothing touches, even where it could.
  report = slurp(path_of("summary/report.html"));
  CHECK(strstr(report, "Contact") == NULL && strstr(report, "contact") == NULL);
  free(report);
}

static void check_trouble(json_t *troubles, const char *name, int steps, double worst, double time) {
  json_t *t = json_object_get(troubles, name);
  CHECK(json_integer_value(json_object_get(t, "steps")) == steps);
  CHECK_NEAR(real(t, "worst"), worst, 0);
  if (steps == 0)
    CHECK(json_is_null(json_object_get(t, "time")));
  else
    CHECK_NEAR(real(t, "time"), time, 1e-12);
}

// Steps that did not go smoothly are told with the worst of each kind and when, from where recording began.
static void test_trouble(double_world *w) {
  vt_error error = {0};
  double_world v = *w;
  char line[160];
  v.trouble = true;
  vt_recorder_options options = {path_of("trouble"), false};
  v.status.steps = 0;
  for (int i = 0; i < 13; ++i) double_step(&v); // the worst of all comes before
  vt_recorder *recorder = vt_recorder_create(double_scene(&v), double_as_world(&v), &options, &error);
  CHECK(vt_recorder_step(recorder, &error));
  vt_recorder_describe_trouble(recorder, VT_TROUBLE_UNCONVERGED, line, sizeof line);
  CHECK(line[0] == '\0');
  for (int i = 0; i < 40; ++i) {
    double_step(&v);
    CHECK(vt_recorder_step(recorder, &error));
  }
  CHECK(vt_recorder_finish(recorder, double_expectations(&v), NULL, &error));
  vt_recorder_describe_trouble(recorder, VT_TROUBLE_UNCONVERGED, line, sizeof line);
  CHECK(strcmp(line, "unconverged: 7 of 40 steps, residual up to 2e-05 (at 0.2 s)") == 0);
  CHECK(vt_recorder_trouble(recorder, VT_TROUBLE_REDONE).steps == 4);
  vt_recorder_destroy(recorder);
  json_t *s = json_load_file(path_of("trouble/summary.json"), 0, NULL), *all = json_object_get(s, "troubles"),
         *warnings = json_object_get(s, "warnings");
  check_trouble(all, "unconverged", 7, 2e-5, 0.2);
  check_trouble(all, "redone", 4, 16, 0.3);
  check_trouble(all, "inverted", 1, 7, 0.39);
  CHECK(json_integer_value(json_object_get(json_object_get(s, "solver"), "unconverged")) == 7);
  CHECK(json_integer_value(json_object_get(json_object_get(s, "solver"), "redone")) == 4);
  CHECK(json_array_size(warnings) == 3);
  CHECK_CONTAINS(json_string_value(json_array_get(warnings, 1)), "unconverged: 7 of 40 steps");
  CHECK_CONTAINS(
      json_string_value(json_array_get(warnings, 2)), "cells inside out: in 1 of 40 steps, up to 7");
  json_decref(s);
  char *steps = slurp(path_of("trouble/steps.csv")), *report = slurp(path_of("trouble/report.html"));
  CHECK_CONTAINS(steps, ",2e-05,1,1,0\n");
  CHECK_CONTAINS(steps, ",0,16,0\n");
  CHECK_CONTAINS(report, "<th>Unconverged</th><td>7 of 40 steps, residual up to 2e-05 (at 0.2 s)</td>");
  CHECK_CONTAINS(
      report, "<th>Redone in smaller pieces</th><td>4 of 40 steps, up to 16 pieces (at 0.3 s)</td>");
  CHECK_CONTAINS(report, "<th>Cells inside out</th><td>in 1 of 40 steps, up to 7 cells (at 0.39 s)</td>");
  free(steps);
  free(report);
}

// A clean run has zeros in its summary and says nothing else.
static void test_no_trouble(void) {
  json_t *s = json_load_file(path_of("summary/summary.json"), 0, NULL), *all = json_object_get(s, "troubles");
  check_trouble(all, "unconverged", 0, 0, 0);
  check_trouble(all, "redone", 0, 0, 0);
  check_trouble(all, "inverted", 0, 0, 0);
  json_decref(s);
  char *report = slurp(path_of("summary/report.html"));
  CHECK(strstr(report, "nconverged") == NULL && strstr(report, "edone") == NULL);
  CHECK(strstr(report, "inside out") == NULL);
  free(report);
}

// A link's force stands among forces, its place among lengths of cables.
static void test_link(double_world *w) {
  vt_error error = {0};
  double_world v = *w;
  v.link = true;
  v.link_speed = 25;
  CHECK(record(&v, "linked", false, 20, NULL, &error));
  json_t *s = json_load_file(path_of("linked/summary.json"), 0, NULL),
         *pivot = json_object_get(json_object_get(s, "sensors"), "pivot"),
         *last = json_object_get(pivot, "last");
  CHECK_CONTAINS(json_string_value(json_object_get(pivot, "kind")), "link");
  CHECK_NEAR(real(pivot, "peak_force"), 2.5, 0);
  CHECK_NEAR(json_number_value(json_array_get(json_object_get(last, "force"), 0)), 2.5, 0);
  CHECK_NEAR(json_number_value(json_array_get(json_object_get(last, "torque"), 1)), -0.5, 0);
  CHECK_NEAR(real(last, "length"), 5, 1e-12);
  json_decref(s);
  char *forces = slurp(path_of("linked/forces.csv")), *cables = slurp(path_of("linked/cables.csv"));
  CHECK_CONTAINS(forces, "\n0.01,pivot,2.5,0,0,0,-0.5,0\n");
  CHECK_CONTAINS(cables, "\n0.01,pivot,,0.25\n");
  CHECK_CONTAINS(cables, "\n0.01,tendon,0.05,0.1\n");
  CHECK(count_lines(cables) == 1 + 2 * 20);
  free(forces);
  free(cables);
  char *report = slurp(path_of("linked/report.html"));
  CHECK_CONTAINS(report, "<h2>Links</h2>");
  CHECK_CONTAINS(report, ">angle (degrees)<");
  CHECK_CONTAINS(report, "\"title\":\"pivot\",\"unit\":\"N\"");
  CHECK_CONTAINS(report, "\"v\":[0,14.3239449,28.6478898,"); // 0.25 rad a step, from time 0 on
  free(report);
  v.link_kind = VT_LINK_SLIDE;
  CHECK(record(&v, "slide", false, 20, NULL, &error));
  report = slurp(path_of("slide/report.html"));
  CHECK_CONTAINS(report, ">travel (m)<");
  CHECK_CONTAINS(report, "\"v\":[0,0.25,0.5,");
  free(report);
  // The place of a ball or a fixed link is 0 for ever, and no plot.
  v.link_speed = 0;
  CHECK(record(&v, "ball", false, 20, NULL, &error));
  report = slurp(path_of("ball/report.html"));
  CHECK(strstr(report, "<h2>Links</h2>") == NULL);
  CHECK_CONTAINS(report, "\"title\":\"pivot\",\"unit\":\"N\"");
  free(report);
}

// ---------------------------------------------------------------- air

static void check_cavity_summary(void) {
  json_t *s = json_load_file(path_of("air/summary.json"), 0, NULL),
         *cavities = json_object_get(s, "cavities");
  CHECK(json_integer_value(json_object_get(cavities, "count_max")) == 3);
  CHECK(json_integer_value(json_object_get(cavities, "seen")) == 3);
  CHECK_NEAR(real(cavities, "pressure_min"), 81325, 0);
  CHECK_NEAR(real(cavities, "pressure_max"), 101325, 0);
  json_t *list = json_object_get(cavities, "list"), *belly = json_array_get(list, 0),
         *middle = json_array_get(list, 1);
  CHECK(json_array_size(list) == 3);
  CHECK_CONTAINS(json_string_value(json_object_get(belly, "chamber")), "belly");
  CHECK(json_array_size(json_object_get(belly, "bodies")) == 1);
  CHECK_NEAR(real(belly, "first"), 0, 0);
  CHECK_NEAR(real(belly, "last"), 0.2, 1e-15);
  CHECK(json_integer_value(json_object_get(middle, "id")) == 3);
  CHECK(json_is_null(json_object_get(middle, "chamber")));
  json_t *bodies = json_object_get(middle, "bodies");
  CHECK(json_array_size(bodies) == 2);
  CHECK_CONTAINS(json_string_value(json_array_get(bodies, 0)), "cup");
  CHECK_CONTAINS(json_string_value(json_array_get(bodies, 1)), "cube");
  CHECK_NEAR(real(middle, "first"), 0.02, 1e-15);
  CHECK_NEAR(real(middle, "last"), 0.04, 1e-15);
  CHECK_NEAR(real(middle, "pressure_min"), 81325, 0);
  CHECK_NEAR(real(middle, "pressure_max"), 101325, 0);
  CHECK_NEAR(real(middle, "volume_min"), 2.02e-6, 1e-18);
  CHECK_NEAR(real(middle, "volume_max"), 2.04e-6, 1e-18);
  CHECK_NEAR(real(middle, "area_max"), 2.04e-4, 1e-16);
  CHECK_NEAR(real(middle, "air_first"), 1.98e-5, 1e-17);
  CHECK_NEAR(real(middle, "air_last"), 1.96e-5, 1e-17);
  json_decref(s);
}

static void check_cavity_report(void) {
  char *report = slurp(path_of("air/report.html"));
  CHECK_CONTAINS(report, "<h2>Cavities</h2>");
  CHECK_CONTAINS(report, ">absolute pressure (kPa)<");
  CHECK_CONTAINS(report, ">volume (ml)<");
  CHECK_CONTAINS(report, ">air (\u00b5mol)<");
  CHECK_CONTAINS(report, ">area (mm\u00b2)<");
  CHECK_CONTAINS(report, ">cavities (number)<");
  CHECK_CONTAINS(report, "{\"name\":\"belly\",\"t\":[0,0.01,");
  CHECK_CONTAINS(report, "{\"name\":\"cavity 3\",\"t\":[0.02,0.03,0.04],\"v\":[101325,91325,81325]}");
  CHECK_CONTAINS(report, "{\"name\":\"cavity 3\",\"t\":[0.02,0.03,0.04],\"v\":[0.00202,0.00203,0.00204]}");
  CHECK_CONTAINS(report, "{\"name\":\"cavity 3\",\"t\":[0.02,0.03,0.04],\"v\":[1.98e-05,1.97e-05,1.96e-05]}");
  CHECK_CONTAINS(report, "{\"name\":\"cavity 3\",\"t\":[0.02,0.03,0.04],\"v\":[202,203,204]}");
  CHECK_CONTAINS(report, "\"v\":[1,1,2,2,3,2,2,");       // how many there are
  CHECK_CONTAINS(report, "data-range=\"0 0.2 0 3.15\""); // over the whole run, with some room above
  CHECK_CONTAINS(report, "<td>cup: belly</td>");
  CHECK_CONTAINS(report, "<td>cup, cube</td><td class=\"n\">0.02 to 0.04</td>"
                         "<td class=\"n\">81.325 to 101.33</td><td class=\"n\">2.02 to 2.04</td>"
                         "<td class=\"n\">19.8 to 19.6</td><td class=\"n\">204</td>");
  CHECK_CONTAINS(report, "<td>3 at most, 3 in all</td>");
  free(report);
}

// A row for each tank from time 0 on, for each tube and pump from the first step on, and their plots.
static void test_line(double_world *w) {
  vt_error error = {0};
  double_world v = *w;
  v.line = true;
  CHECK(record(&v, "line", false, 20, NULL, &error));
  char *rows = slurp(path_of("line/vacuum.csv")), *report = slurp(path_of("line/report.html"));
  CHECK(count_lines(rows) == 1 + 1 + 20 * 4);
  CHECK_CONTAINS(rows, "time,part,name,pressure,flow,air\n0,tank,\"a, tank\",101325,,0.5\n0.01,tank,");
  CHECK_CONTAINS(
      rows, "\n0.01,tube,hose,,0.001,0.02\n0.01,tube,tube 1,,0.002,0.02\n0.01,pump,pump,,0.004,0.03\n");
  CHECK_CONTAINS(report, "<h2>Vacuum lines</h2>");
  CHECK_CONTAINS(report, "{\"name\":\"a, tank\",\"t\":[0,0.01,");
  CHECK_CONTAINS(report, "\"v\":[101325,101315,");
  CHECK_CONTAINS(report, "{\"name\":\"tube 1\"");
  CHECK_CONTAINS(report, "href=\"vacuum.csv\"");
  free(rows);
  free(report);
}

// Every row, the record of each cavity, plots, and surfaces in the frames.
static void test_air(double_world *w) {
  vt_error error = {0};
  double_world v = *w;
  v.air = true;
  CHECK(record(&v, "air", true, 20, NULL, &error));
  char *rows = slurp(path_of("air/cavities.csv")), *steps = slurp(path_of("air/steps.csv"));
  CHECK(count_lines(rows) == 1 + 21 + 3 + 17);
  CHECK_CONTAINS(rows, "state\n0,0,101325,1e-06,1e-05,0.0001,open\n0.01,0,101325,");
  double volume = 0, air = 0, area = 0;
  char state[16] = "";
  const char *row = strstr(rows, "\n0.02,3,101325,");
  CHECK(row != NULL && sscanf(row, "\n0.02,3,101325,%lf,%lf,%lf,%15s", &volume, &air, &area, state) == 4);
  CHECK(volume == 2e-6 + 2e-8 && air == 2e-5 - 2e-7 && area == 2e-4 + 2e-6 && strcmp(state, "blowing") == 0);
  CHECK_CONTAINS(rows, "\n0.03,3,91325,");
  CHECK_CONTAINS(rows, ",sealed\n");
  CHECK_CONTAINS(rows, ",flat\n");
  CHECK_CONTAINS(rows, "\n0.04,7,95325,");
  CHECK_CONTAINS(rows, ",regulated\n");
  CHECK_CONTAINS(steps, "\n0.04,");
  free(rows);
  free(steps);
  check_cavity_summary();
  check_cavity_report();
  // A frame each 0.05 s, of three bodies and of cavities.
  CHECK(count_entries(path_of("air/frames")) == 5 * 4);
  char *pvd = slurp(path_of("air/frames.pvd"));
  CHECK_CONTAINS(
      pvd, "<DataSet timestep=\"0.05\" part=\"3\" name=\"cavities\" file=\"frames/cavities_000001.vtu\"/>");
  free(pvd);
  char *frame = slurp(path_of("air/frames/cavities_000001.vtu")),
       *body = slurp(path_of("air/frames/0_cup_000001.vtu"));
  CHECK_CONTAINS(frame, "NumberOfPoints=\"8\" NumberOfCells=\"8\"");
  vt_mesh *surfaces = vt_mesh_load(path_of("air/frames/cavities_000001.vtu"), &error);
  CHECK(surfaces != NULL && surfaces->triangle_count == 8);
  for (int i = 0; surfaces != NULL && i < 24; ++i)
    CHECK(surfaces->triangles[i] / 4 == i / 12); // each has its own four points
  vt_mesh_destroy(surfaces);
  CHECK_CONTAINS(frame, "Name=\"pressure\" NumberOfComponents=\"1\"");
  CHECK_CONTAINS(frame, "Name=\"cavity\" NumberOfComponents=\"1\"");
  CHECK_CONTAINS(frame, "Name=\"body\" NumberOfComponents=\"1\"");
  CHECK_CONTAINS(body, "Name=\"pressure_force\" NumberOfComponents=\"3\"");
  free(frame);
  free(body);
  // The last good state has them too; without air there is nothing of all this.
  CHECK(record(&v, "air", false, 3, "enough", &error));
  CHECK(count_entries(path_of("air/last_state")) == 4);
  char *report = slurp(path_of("summary/report.html"));
  CHECK(strstr(report, "avities</h2>") == NULL && strstr(report, "at most, 0 in all") == NULL);
  free(report);
}

// Cavities that come and go for ever, one a step, with names that want escaping.
static void test_many_cavities(double_world *w) {
  vt_error error = {0};
  double_world v = *w;
  v.air = true;
  v.flicker = 1500;
  v.chamber_name = "<b>";
  CHECK(record(&v, "flicker", false, 1500, NULL, &error));
  json_t *s = json_load_file(path_of("flicker/summary.json"), 0, NULL),
         *cavities = json_object_get(s, "cavities");
  CHECK(json_integer_value(json_object_get(cavities, "seen")) == 1503);
  CHECK(json_array_size(json_object_get(cavities, "list")) == 1000);
  json_decref(s);
  char *report = slurp(path_of("flicker/report.html"));
  CHECK_CONTAINS(report, "Not all bodies, sensors and cavities are plotted.");
  CHECK_CONTAINS(report, "1471 more cavities are left out.");
  CHECK_CONTAINS(report, "cup: &lt;b&gt;");
  CHECK(strstr(report, "<b>\"") == NULL);
  CHECK(strlen(report) < 3000000);
  // The first 32, each plot over the whole run.
  CHECK_CONTAINS(report, "{\"name\":\"cavity 36\"");
  CHECK(strstr(report, "{\"name\":\"cavity 37\"") == NULL);
  CHECK(count_text(report, "data-range=\"0 15 ") == count_text(report, "<figure"));
  free(report);
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
  snprintf(
      root, sizeof root, "%s/ventouse-recorder-XXXXXX", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
  if (mkdtemp(root) == NULL) return 1;
  vt_error error = {0};
  double_world w = double_world_default();
  vt_mesh *soft = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){0.03, 0.03, 0.03}, 2, 2, 2, VT_CELL_TET4, &error);
  vt_mesh *hard = vt_mesh_box((vt_vec3){0, 0, 0}, (vt_vec3){0.03, 0.03, 0.03}, 1, 1, 1, VT_CELL_NONE, &error);
  CHECK(soft != NULL && hard != NULL);
  w.soft = soft;
  w.hard = hard;
  w.velocities = calloc((size_t)soft->node_count, sizeof(vt_vec3));
  test_summary(&w);
  test_tables();
  test_report();
  test_awkward_names(&w);
  test_frames(&w);
  test_contact(&w);
  test_trouble(&w);
  test_no_trouble();
  test_link(&w);
  test_air(&w);
  test_line(&w);
  test_many_cavities(&w);
  test_failure(&w);
  test_bounded(&w);
  test_full_disk(&w);
  test_abandoned(&w);
  free(w.velocities);
  vt_mesh_destroy(soft);
  vt_mesh_destroy(hard);
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", root);
  if (getenv("KEEP") == NULL && system(command) != 0) return 1;
  return check_report();
}

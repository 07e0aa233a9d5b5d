// What a run folder tells of contact, troubles, links and air.
#include "check.h"
#include "recording.h"

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
  check_trouble(all, "untangled", 2, 3, 0.41);
  // Of 40 steps 4 in 2 or 16 pieces, 4 in 4, from the 14th on.
  json_t *pieces = json_object_get(s, "pieces");
  CHECK_NEAR(real(pieces, "mean"), (32 + 3 * 2 + 16 + 4 * 4) / 40.0, 1e-12);
  CHECK(json_integer_value(json_object_get(pieces, "max")) == 16);
  CHECK(json_integer_value(json_object_get(json_object_get(s, "solver"), "unconverged")) == 7);
  CHECK(json_integer_value(json_object_get(json_object_get(s, "solver"), "redone")) == 4);
  CHECK(json_array_size(warnings) == 3);
  CHECK_CONTAINS(
      json_string_value(json_array_get(warnings, 2)), "bodies untangled: in 2 of 40 steps, up to 3");
  CHECK_CONTAINS(json_string_value(json_array_get(warnings, 0)), "unconverged: 7 of 40 steps");
  CHECK_CONTAINS(
      json_string_value(json_array_get(warnings, 1)), "cells inside out: in 1 of 40 steps, up to 7");
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
  CHECK_CONTAINS(rows, "state,film\n0,0,101325,1e-06,1e-05,0.0001,open,0\n0.01,0,101325,");
  double volume = 0, air = 0, area = 0;
  char state[16] = "";
  const char *row = strstr(rows, "\n0.02,3,101325,");
  CHECK(row != NULL && sscanf(row, "\n0.02,3,101325,%lf,%lf,%lf,%15s", &volume, &air, &area, state) == 4);
  CHECK(
      volume == 2e-6 + 2e-8 && air == 2e-5 - 2e-7 && area == 2e-4 + 2e-6 && strcmp(state, "blowing,0") == 0);
  CHECK_CONTAINS(rows, "\n0.03,3,91325,");
  CHECK_CONTAINS(rows, ",sealed,0\n");
  CHECK_CONTAINS(rows, ",flat,0\n");
  CHECK_CONTAINS(rows, "\n0.04,7,95325,");
  CHECK_CONTAINS(rows, ",regulated,0\n");
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

int main(void) {
  double_world w = begin_recording();
  vt_error error = {0};
  CHECK(record(&w, "summary", false, 100, NULL, &error)); // nothing touches, and nothing goes wrong
  test_contact(&w);
  test_trouble(&w);
  test_no_trouble();
  test_link(&w);
  test_air(&w);
  test_line(&w);
  test_many_cavities(&w);
  end_recording(&w);
  return check_report();
}

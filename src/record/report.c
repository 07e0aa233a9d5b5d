// report.html: one page that opens offline, with the outcome, the facts and the plots.
#include "record/report.h"

#include "record/outcomes.h"
#include "record/page.h"
#include "record/recorder.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static void write_head(const vt_recorder *recorder, vt_outfile *file) {
  vt_outfile_text(file, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
  vt_outfile_escaped(file, vt_scene_name(recorder->scene));
  vt_outfile_text(file, " - Ventouse</title>\n<style>\n");
  vt_outfile_bytes(file, vt_page_css, vt_page_css_size);
  vt_outfile_text(file, "</style>\n</head>\n<body>\n<main>\n");
}

// One line of text for a person about a count of things.
static const char *plural(int count) { return count == 1 ? "" : "s"; }

static void write_verdict(
    const vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_outfile *file) {
  int count, failed = vt_outcomes_failed(expectations, &count);
  vt_outfile_text(file, "<header>\n<h1>");
  vt_outfile_escaped(file, vt_scene_name(recorder->scene));
  vt_outfile_text(file, "</h1>\n");
  if (failure != NULL) {
    vt_outfile_text(file, "<p class=\"verdict bad\"><b>Ended early</b> ");
    vt_outfile_escaped(file, failure);
    vt_outfile_text(file, "</p>\n");
  }
  if (failed > 0)
    vt_outfile_format(file,
        "<p class=\"verdict bad\"><b>Failed</b> %d of %d expectation%s did not hold</p>\n", failed, count,
        plural(count));
  else if (count > 0 && failure == NULL)
    vt_outfile_format(file, "<p class=\"verdict good\"><b>Passed</b> %s</p>\n",
        count == 1 ? "the expectation held" : "all expectations held");
  else if (failure == NULL)
    vt_outfile_format(file, "<p class=\"verdict\"><b>Done</b> %s</p>\n",
        expectations == NULL ? "recorded in the viewer: expectations were not judged"
                             : "the scene states no expectations");
  vt_outfile_text(file, "</header>\n");
}

static void write_expectations(const vt_expectations *expectations, vt_outfile *file) {
  int count;
  vt_outcomes_failed(expectations, &count);
  if (count == 0) return;
  vt_outfile_text(file,
      "<section class=\"wide\">\n<h2>Expectations</h2>\n<table><thead><tr><th>Outcome</th><th>Name</th>"
      "<th>Wanted</th><th class=\"n\">Measured</th></tr></thead><tbody>\n");
  for (int pass = 0; pass < 2; ++pass) {
    // What failed comes first.
    for (int i = 0; i < count; ++i) {
      vt_outcome outcome = vt_expectations_outcome(expectations, i);
      if (outcome.passed != (pass == 1)) continue;
      vt_outfile_text(file, outcome.passed ? "<tr><td class=\"good\">&#10003; passed</td><td>"
                                           : "<tr><td class=\"bad\">&#10007; failed</td><td>");
      vt_outfile_escaped(file, outcome.name);
      vt_outfile_text(file, "</td><td>");
      vt_outfile_escaped(file, outcome.wanted);
      vt_outfile_text(file, "</td><td class=\"n\">");
      vt_outcome_write_measured(&outcome, 6, file);
      vt_outfile_text(file, "</td></tr>\n");
    }
  }
  vt_outfile_text(file, "</tbody></table>\n</section>\n");
}

static void write_warnings(const vt_recorder *recorder, vt_outfile *file) {
  if (recorder->warning_count == 0) return;
  vt_outfile_text(file, "<section class=\"warnings\">\n<h2>Warnings</h2>\n<ul>\n");
  for (size_t i = 0; i < recorder->warning_count; ++i) {
    vt_outfile_text(file, "<li>");
    vt_outfile_escaped(file, recorder->warnings[i]);
    vt_outfile_text(file, "</li>\n");
  }
  vt_outfile_text(file, "</ul>\n</section>\n");
}

static void write_fact(vt_outfile *file, const char *name, double value, const char *unit) {
  vt_outfile_format(file, "<tr><th>%s</th><td>", name);
  vt_outfile_rounded(file, value, 6);
  vt_outfile_format(file, "%s%s</td></tr>\n", *unit != '\0' ? " " : "", unit);
}

static void write_fact_text(vt_outfile *file, const char *name, const char *value) {
  vt_outfile_format(file, "<tr><th>%s</th><td>", name);
  vt_outfile_escaped(file, value);
  vt_outfile_text(file, "</td></tr>\n");
}

// The steps, and which of them did not go smoothly.
static void write_steps(const vt_recorder *recorder, vt_outfile *file) {
  write_fact(file, "Steps", (double)(vt_world_step_count(recorder->world) - recorder->start_steps), "");
  for (int kind = 0; kind < VT_TROUBLES; ++kind) {
    char line[160];
    vt_recorder_describe_trouble(recorder, (vt_trouble_kind)kind, line, sizeof line);
    char *colon = strchr(line, ':');
    if (colon == NULL) continue;
    *colon = '\0';
    vt_outfile_format(file, "<tr><th>%c%s</th><td>%s</td></tr>\n", toupper(line[0]), line + 1, colon + 2);
  }
}

static void write_facts(const vt_recorder *recorder, vt_outfile *file) {
  double time = vt_world_time(recorder->world) - recorder->start_time,
         wall = recorder->finished - recorder->began;
  const vt_run_tally *tally = &recorder->tally;
  const vt_settings *settings = vt_world_settings(recorder->world);
  char hash[17];
  snprintf(hash, sizeof hash, "%016" PRIx64, vt_world_hash(recorder->world));
  vt_outfile_text(file, "<section>\n<h2>Run</h2>\n<div class=\"columns\">\n<table class=\"facts\"><tbody>\n");
  write_fact_text(file, "Scene file", vt_scene_path(recorder->scene));
  write_fact(file, "Simulated", time, "s");
  write_fact(file, "Time step", settings->dt * 1000, "ms");
  write_steps(recorder, file);
  vt_outfile_text(file, "<tr><th>Wall time</th><td>");
  vt_outfile_rounded(file, wall, 3);
  vt_outfile_text(file, " s, ");
  vt_outfile_rounded(file, wall > 0 ? time / wall : 0, 3);
  vt_outfile_text(file, " &times; real time</td></tr>\n");
  vt_outfile_text(file, "</tbody></table>\n<table class=\"facts\"><tbody>\n");
  vt_outfile_text(file, "<tr><th>One step</th><td>");
  vt_outfile_rounded(file, vt_tally_mean(&tally->stages[VT_STAGE_TOTAL]), 3);
  vt_outfile_text(file, " ms on average, ");
  vt_outfile_rounded(file, tally->stages[VT_STAGE_TOTAL].max, 3);
  vt_outfile_format(file, " at most</td></tr>\n<tr><th>Threads</th><td>%d</td></tr>\n", settings->threads);
  if (tally->pieces.max > 1) {
    vt_outfile_text(file, "<tr><th>Pieces of a step</th><td>");
    vt_outfile_rounded(file, vt_tally_mean(&tally->pieces), 3);
    vt_outfile_text(file, " on average, ");
    vt_outfile_rounded(file, tally->pieces.max, 9);
    vt_outfile_text(file, " at most</td></tr>\n");
  }
  vt_outfile_text(file, "<tr><th>Constraint rows</th><td>");
  vt_outfile_rounded(file, vt_tally_mean(&tally->constraints), 4);
  vt_outfile_text(file, " on average, ");
  vt_outfile_rounded(file, tally->constraints.max, 9);
  vt_outfile_text(file, " at most</td></tr>\n");
  if (tally->contacts.max > 0) {
    vt_outfile_text(file, "<tr><th>Contact points</th><td>");
    vt_outfile_rounded(file, vt_tally_mean(&tally->contacts), 4);
    vt_outfile_text(file, " on average, ");
    vt_outfile_rounded(file, tally->contacts.max, 9);
    vt_outfile_text(file, " at most, up to ");
    vt_outfile_rounded(file, tally->intrusion.max * 1e6, 3);
    vt_outfile_text(file, " &micro;m into the contact distance</td></tr>\n");
  }
  if (tally->cavities.max > 0) {
    vt_outfile_text(file, "<tr><th>Cavities</th><td>");
    vt_outfile_rounded(file, tally->cavities.max, 9);
    vt_outfile_format(file, " at most, %d in all</td></tr>\n", recorder->cavities.seen);
  }
  vt_outfile_format(file, "<tr><th>State hash</th><td><code>%s</code></td></tr>\n", hash);
  vt_outfile_text(file, "<tr><th>Began</th><td>");
  vt_outfile_escaped(file, recorder->date);
  vt_outfile_format(file, ", Ventouse %s</td></tr>\n", vt_version());
  vt_outfile_text(file, "</tbody></table>\n</div>\n</section>\n");
}

static void write_bodies(const vt_recorder *recorder, vt_outfile *file) {
  static const char *const kinds[] = {"deformable", "rigid", "driven", "fixed", "quasi_rigid"};
  static const char *const elements[] = {"", "tet4", "tet4 nodal", "tet4 smoothed", "tet10", "hex8"};
  vt_outfile_text(file,
      "<section class=\"wide\">\n<h2>Bodies</h2>\n<table><thead><tr><th>Name</th><th>Kind</th>"
      "<th>Element</th><th class=\"n\">Nodes</th><th class=\"n\">Cells</th>"
      "<th class=\"n\">Surface vertices</th><th class=\"n\">Mass (g)</th></tr></thead><tbody>\n");
  for (int i = 0; i < vt_model_body_count(recorder->model); ++i) {
    vt_body_kind kind = vt_model_body_kind(recorder->model, i);
    const vt_mesh *mesh = vt_model_body_mesh(recorder->model, i);
    bool soft = kind == VT_BODY_DEFORMABLE, bends = kind == VT_BODY_QUASI_RIGID;
    vt_outfile_text(file, "<tr><td>");
    vt_outfile_escaped(file, recorder->bodies[i]);
    vt_outfile_format(file, "</td><td>%s</td><td>%s</td>", kinds[kind],
        soft || bends ? elements[vt_model_body_element(recorder->model, i)] : "");
    if (soft && mesh != NULL)
      vt_outfile_format(file, "<td class=\"n\">%d</td><td class=\"n\">%d</td>",
          vt_model_node_count(recorder->model, i), mesh->cell_count);
    else
      vt_outfile_text(file, "<td></td><td></td>");
    vt_outfile_format(file, "<td class=\"n\">%d</td><td class=\"n\">",
        vt_world_collision_surface(recorder->world, i).vertex_count);
    if (soft || bends || kind == VT_BODY_RIGID)
      vt_outfile_rounded(file, vt_model_body_mass(recorder->model, i) * 1e3, 5);
    vt_outfile_text(file, "</td></tr>\n");
  }
  vt_outfile_text(file, "</tbody></table>\n</section>\n");
}

// The largest range of values of any line of a plot.
static double motion(const vt_plot *plot) {
  double max = 0;
  for (int i = 0; i < plot->count; ++i) {
    double low = INFINITY, high = -INFINITY;
    vt_series_range(plot->series[i], &low, &high);
    max = fmax(max, high - low);
  }
  return max;
}

// Motion below this is not worth a plot of positions: a hundred-thousandth of the largest there is.
static double least_motion(const vt_plots *plots) {
  double max = 0;
  for (int i = 0; i < plots->count; ++i)
    if (plots->chapters[i] == VT_CHAPTER_POSITIONS) max = fmax(max, motion(plots->plots[i]));
  return fmax(1e-5 * max, 1e-9);
}

static void write_stage_table(const vt_recorder *recorder, vt_outfile *file) {
  static const char *const names[VT_STAGES] = {
      "Free motion", "Collision", "Cavities", "Compliance", "Solve", "Total"};
  const vt_tally *stages = recorder->tally.stages;
  double total = vt_tally_mean(&stages[VT_STAGE_TOTAL]);
  vt_outfile_text(file, "<table class=\"stages\"><thead><tr><th>Stage</th><th class=\"n\">Mean (ms)</th>"
                        "<th class=\"n\">Largest (ms)</th><th>Share</th></tr></thead><tbody>\n");
  for (int i = 0; i < VT_STAGES; ++i) {
    double mean = vt_tally_mean(&stages[i]), share = total > 0 ? 100 * mean / total : 0;
    vt_outfile_format(file, "<tr><td>%s</td><td class=\"n\">", names[i]);
    vt_outfile_rounded(file, mean, 3);
    vt_outfile_text(file, "</td><td class=\"n\">");
    vt_outfile_rounded(file, stages[i].max, 3);
    vt_outfile_text(file, "</td><td class=\"share\"><i style=\"width:");
    vt_outfile_rounded(file, share, 4);
    vt_outfile_text(file, "%\"></i></td></tr>\n");
  }
  vt_outfile_text(file, "</tbody></table>\n");
}

static void write_range(vt_outfile *file, double low, double high) {
  vt_outfile_text(file, "<td class=\"n\">");
  vt_outfile_rounded(file, low, 5);
  vt_outfile_text(file, " to ");
  vt_outfile_rounded(file, high, 5);
  vt_outfile_text(file, "</td>");
}

static void write_cavity_row(const vt_recorder *recorder, const vt_cavity_record *c, vt_outfile *file) {
  vt_outfile_format(file, "<tr><td class=\"n\">%d</td><td>", c->id);
  for (int i = 0; i < c->body_count; ++i) {
    vt_outfile_text(file, i > 0 ? ", " : "");
    vt_outfile_escaped(file, recorder->bodies[c->bodies[i]]);
  }
  if (c->chamber >= 0) {
    vt_outfile_text(file, ": ");
    vt_outfile_escaped(file, vt_model_chamber_name(recorder->model, c->chamber));
  }
  vt_outfile_text(file, "</td>");
  write_range(file, c->first, c->last);
  write_range(file, c->pressure_min / 1e3, c->pressure_max / 1e3);
  write_range(file, c->volume_min * 1e6, c->volume_max * 1e6);
  write_range(file, c->air_first * 1e6, c->air_last * 1e6);
  vt_outfile_text(file, "<td class=\"n\">");
  vt_outfile_rounded(file, c->area_max * 1e6, 5);
  vt_outfile_text(file, "</td></tr>\n");
}

// A run may have more cavities than anybody reads of; summary.json has more of them.
static void write_cavity_table(const vt_recorder *recorder, vt_outfile *file) {
  const vt_cavity_log *log = &recorder->cavities;
  int shown = log->count < VT_PLOTTED_CAVITIES ? log->count : VT_PLOTTED_CAVITIES;
  if (shown == 0) {
    vt_outfile_text(file, "<p class=\"note\">No cavity formed.</p>\n");
    return;
  }
  vt_outfile_text(file,
      "<div class=\"wide\">\n<table class=\"below\"><thead><tr><th class=\"n\">Cavity</th><th>Of</th>"
      "<th class=\"n\">Time (s)</th><th class=\"n\">Pressure (kPa)</th>"
      "<th class=\"n\">Volume (ml)</th><th class=\"n\">Air, start to end (&micro;mol)</th>"
      "<th class=\"n\">Largest area (mm&sup2;)</th></tr></thead><tbody>\n");
  for (int i = 0; i < shown; ++i) write_cavity_row(recorder, &log->records[i], file);
  vt_outfile_text(file, "</tbody></table>\n</div>\n");
  if (log->seen > shown)
    vt_outfile_format(file, "<p class=\"note\">%d more cavities are left out.</p>\n", log->seen - shown);
}

static void write_chapter(const vt_recorder *recorder, vt_chapter chapter, vt_outfile *file) {
  static const char *const titles[VT_CHAPTERS] = {
      "Cavities", "Vacuum lines", "Forces", "Links", "Contacts", "Positions", "Energy", "Step time"};
  const vt_plots *plots = &recorder->plots;
  double least = least_motion(plots);
  int shown = 0, still = 0;
  for (int i = 0; i < plots->count; ++i) {
    if (plots->chapters[i] != chapter) continue;
    bool touched = recorder->tally.contacts.max > 0 && plots->plots[i]->series[0]->count > 0;
    if (chapter == VT_CHAPTER_CONTACTS && !touched) continue;
    // Ball and fixed links have no angle or travel: it would be 0 throughout.
    if (chapter == VT_CHAPTER_LINKS && motion(plots->plots[i]) == 0) continue;
    if (chapter == VT_CHAPTER_POSITIONS && motion(plots->plots[i]) < least) {
      ++still;
      continue;
    }
    if (shown++ == 0)
      vt_outfile_format(file, "<section>\n<h2>%s</h2>\n<div class=\"plots\">\n", titles[chapter]);
    vt_plot_write_svg(plots->plots[i], i, file);
  }
  if (shown > 0 && chapter == VT_CHAPTER_TIME) write_stage_table(recorder, file);
  if (shown > 0) vt_outfile_text(file, "</div>\n");
  if (shown > 0 && chapter == VT_CHAPTER_CAVITIES) write_cavity_table(recorder, file);
  if (shown > 0 && still > 0)
    vt_outfile_format(file, "<p class=\"note\">%d plot%s with next to no motion %s left out.</p>\n", still,
        plural(still), still == 1 ? "is" : "are");
  if (shown > 0) vt_outfile_text(file, "</section>\n");
}

static void write_files(const vt_recorder *recorder, vt_outfile *file) {
  static const char *const names[] = {"summary.json", "steps.csv", "bodies.csv", "forces.csv", "points.csv",
      "cables.csv", "energy.csv", "cavities.csv", "vacuum.csv"};
  vt_outfile_text(file, "<section>\n<h2>Files</h2>\n<p class=\"files\">");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
    vt_outfile_format(file, "<a href=\"%s\">%s</a> ", names[i], names[i]);
  if (recorder->vtu) vt_outfile_text(file, "<a href=\"frames.pvd\">frames.pvd</a>");
  vt_outfile_text(file,
      "</p>\n<p class=\"note\">Beside this page in the run folder. The plots hold at most a "
      "thousand points per line, with every peak kept; the files hold every step.");
  if (!recorder->plots.all) vt_outfile_text(file, " Not all bodies, sensors and cavities are plotted.");
  vt_outfile_text(file, "</p>\n</section>\n");
}

static void write_data(const vt_recorder *recorder, vt_outfile *file) {
  vt_outfile_text(file, "<script type=\"application/json\" id=\"data\">[");
  for (int i = 0; i < recorder->plots.count; ++i) {
    if (i > 0) vt_outfile_text(file, ",\n");
    vt_plot_write_data(recorder->plots.plots[i], file);
  }
  vt_outfile_text(file, "]</script>\n<script>\n");
  vt_outfile_bytes(file, vt_page_js, vt_page_js_size);
  vt_outfile_text(file, "</script>\n");
}

bool vt_report_write(
    const vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_error *error) {
  vt_outfile file = {0};
  if (!vt_outfile_open(&file, recorder->folder.partial, "report.html", error)) return false;
  write_head(recorder, &file);
  write_verdict(recorder, expectations, failure, &file);
  // What failed comes first; else the first look is at the scene.
  int count, failed = vt_outcomes_failed(expectations, &count);
  if (failed > 0) write_expectations(expectations, &file);
  write_warnings(recorder, &file);
  vt_replay_write_section(&recorder->replay, &file);
  if (failed == 0) write_expectations(expectations, &file);
  write_facts(recorder, &file);
  write_bodies(recorder, &file);
  for (int chapter = 0; chapter < VT_CHAPTER_TIME; ++chapter)
    write_chapter(recorder, (vt_chapter)chapter, &file);
  write_chapter(recorder, VT_CHAPTER_TIME, &file);
  write_files(recorder, &file);
  vt_outfile_text(&file, "</main>\n");
  write_data(recorder, &file);
  vt_replay_write_data(&recorder->replay, vt_scene_name(recorder->scene), recorder->bodies, &file);
  vt_outfile_text(&file, "</body>\n</html>\n");
  return vt_outfile_close(&file, error);
}

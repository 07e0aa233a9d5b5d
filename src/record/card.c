// card.html: a run on a card, for a page of several runs (gallery.c).
#include "record/card.h"

#include "record/outcomes.h"
#include "record/recorder.h"

#include <math.h>

enum { CARD_PLOTS = 2 };

static void write_verdict(const vt_expectations *expectations, const char *failure, vt_outfile *file) {
  int count, failed = vt_outcomes_failed(expectations, &count);
  if (failure != NULL) {
    vt_outfile_text(file, "<p class=\"verdict bad\"><b>Ended early</b> ");
    vt_outfile_escaped(file, failure);
  } else if (failed > 0) {
    vt_outfile_format(file, "<p class=\"verdict bad\"><b>Failed</b> %d of %d expectations", failed, count);
  } else if (count > 0) {
    vt_outfile_format(
        file, "<p class=\"verdict good\"><b>Passed</b> %d expectation%s", count, count == 1 ? "" : "s");
  } else {
    vt_outfile_text(file, "<p class=\"verdict\"><b>Done</b> no expectations");
  }
  vt_outfile_text(file, "</p>\n");
  if (count == 0) return;
  vt_outfile_text(file, "<ul class=\"outcomes\">\n");
  for (int i = 0; i < count; ++i) {
    vt_outcome o = vt_expectations_outcome(expectations, i);
    vt_outfile_text(file, o.passed ? "<li>" : "<li class=\"bad\">");
    vt_outfile_escaped(file, o.name);
    vt_outfile_text(file, ": ");
    vt_outcome_write_measured(&o, 5, file);
    vt_outfile_text(file, " <span>(");
    vt_outfile_escaped(file, o.wanted);
    vt_outfile_text(file, ")</span></li>\n");
  }
  vt_outfile_text(file, "</ul>\n");
}

// Whether a plot has a line that changes.
static bool tells(const vt_plot *plot) {
  for (int i = 0; i < plot->count; ++i) {
    double low = INFINITY, high = -INFINITY;
    vt_series_range(plot->series[i], &low, &high);
    if (high > low) return true;
  }
  return false;
}

// The pressure in cavities comes first, then forces; where there are none, where bodies are, and energy.
static void write_plots(const vt_recorder *recorder, vt_outfile *file) {
  static const vt_chapter order[] = {
      VT_CHAPTER_CAVITIES, VT_CHAPTER_FORCES, VT_CHAPTER_LINKS, VT_CHAPTER_POSITIONS, VT_CHAPTER_ENERGY};
  const vt_plots *plots = &recorder->plots;
  int shown = 0;
  vt_outfile_text(file, "<div class=\"plots\">\n");
  for (size_t k = 0; k < sizeof order / sizeof order[0] && shown < CARD_PLOTS; ++k) {
    // Of cavities the pressure, of others the first that changes.
    int first = order[k] == VT_CHAPTER_CAVITIES ? plots->cavities.first : 0;
    if (order[k] == VT_CHAPTER_CAVITIES && plots->cavities.number < 0) continue;
    for (int i = first; i < plots->count; ++i) {
      if (plots->chapters[i] != order[k] || !tells(plots->plots[i])) continue;
      vt_plot_write_svg(plots->plots[i], i, file);
      ++shown;
      break;
    }
  }
  vt_outfile_text(file, "</div>\n");
}

static void write_figures(const vt_recorder *recorder, vt_outfile *file) {
  const vt_tally *step = &recorder->tally.stages[VT_STAGE_TOTAL];
  double time = vt_world_time(recorder->world) - recorder->start_time,
         wall = recorder->finished - recorder->began;
  vt_outfile_text(file, "<p class=\"note\">");
  vt_outfile_format(file, "%lld steps of ", vt_world_step_count(recorder->world) - recorder->start_steps);
  vt_outfile_rounded(file, 1e3 * vt_world_settings(recorder->world)->dt, 3);
  vt_outfile_text(file, " ms, ");
  vt_outfile_rounded(file, vt_tally_mean(step), 3);
  vt_outfile_text(file, " ms each, ");
  vt_outfile_rounded(file, step->max, 3);
  vt_outfile_text(file, " at most; ");
  vt_outfile_rounded(file, wall > 0 ? time / wall : 0, 3);
  vt_outfile_text(file, " &times; real time; ");
  vt_outfile_rounded(file, vt_tally_mean(&recorder->tally.constraints), 3);
  vt_outfile_text(file, " rows");
  for (int kind = 0; kind < VT_TROUBLES; ++kind) {
    char line[160];
    vt_recorder_describe_trouble(recorder, (vt_trouble_kind)kind, line, sizeof line);
    if (line[0] == '\0') continue;
    vt_outfile_text(file, "; ");
    vt_outfile_escaped(file, line);
  }
  vt_outfile_text(file, "</p>\n");
}

bool vt_card_write(
    const vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_error *error) {
  vt_outfile file = {0};
  if (!vt_outfile_open(&file, recorder->folder.partial, "card.html", error)) return false;
  vt_outfile_text(&file, "<h2><a href=\"");
  vt_outfile_link(&file, recorder->folder.name);
  vt_outfile_text(&file, "/report.html\">");
  vt_outfile_escaped(&file, vt_scene_name(recorder->scene));
  vt_outfile_text(&file, "</a></h2>\n");
  write_verdict(expectations, failure, &file);
  write_plots(recorder, &file);
  write_figures(recorder, &file);
  return vt_outfile_close(&file, error);
}

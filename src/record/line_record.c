// What a run saw of its vacuum lines: rows of vacuum.csv, and two plots.
#include "record/line_record.h"

#include "record/plots.h"
#include "record/tables.h"

#include <stdio.h>

// How files call a part: its name, or "tube 3".
typedef struct label {
  char text[96];
} label;

static label label_of(const char *kind, const char *name, int number) {
  label l;
  if (name[0] != '\0')
    snprintf(l.text, sizeof l.text, "%s", name);
  else
    snprintf(l.text, sizeof l.text, "%s %d", kind, number);
  return l;
}

static void start_row(
    vt_outfile *file, const vt_world *world, const char *kind, const char *name, int number) {
  vt_outfile_number(file, vt_world_time(world));
  vt_outfile_format(file, ",%s,", kind);
  vt_csv_name(file, label_of(kind, name, number).text);
}

// A tank has no flow, and a tube and a pump no pressure: empty fields.
static void tank_row(vt_outfile *file, const vt_world *world, int tank) {
  vt_tank_view view = vt_world_tank(world, tank);
  start_row(file, world, "tank", vt_model_tank_name(vt_world_model(world), tank), tank);
  vt_outfile_text(file, ",");
  vt_outfile_number(file, view.pressure);
  vt_outfile_text(file, ",,");
  vt_outfile_number(file, view.air);
  vt_outfile_text(file, "\n");
}

static void flow_row(vt_outfile *file, const vt_world *world, const char *kind, const char *name, int number,
    vt_flow_view view) {
  start_row(file, world, kind, name, number);
  vt_outfile_text(file, ",,");
  vt_outfile_number(file, view.flow);
  vt_outfile_text(file, ",");
  vt_outfile_number(file, view.passed);
  vt_outfile_text(file, "\n");
}

void vt_line_rows(vt_outfile *file, const vt_world *world) {
  const vt_model *model = vt_world_model(world);
  for (int i = 0; i < vt_model_tank_count(model); ++i) tank_row(file, world, i);
  if (vt_world_step_count(world) == 0) return;
  for (int i = 0; i < vt_model_tube_count(model); ++i)
    flow_row(file, world, "tube", vt_model_tube_name(model, i), i, vt_world_tube(world, i));
  for (int i = 0; i < vt_model_pump_count(model); ++i)
    flow_row(file, world, "pump", vt_model_pump_name(model, i), i, vt_world_pump(world, i));
}

// ---------------------------------------------------------------- plots

// A line of a plot, as long as there is room for one.
static bool add_line(
    vt_plots *plots, vt_plot *plot, const char *kind, const char *name, int i, vt_error *error) {
  if (plot->count < VT_PLOT_SERIES) return vt_plot_add(plot, label_of(kind, name, i).text, error) != NULL;
  plots->all = false;
  return true;
}

bool vt_line_plots_create(vt_plots *plots, const vt_model *model, vt_error *error) {
  plots->lines = -1;
  if (vt_model_tank_count(model) == 0) return true;
  plots->lines = plots->count;
  vt_plot *tanks =
      vt_plots_begin(plots, VT_CHAPTER_VACUUM, "Pressure in tanks", "absolute pressure", "Pa", error);
  vt_plot *flows =
      vt_plots_begin(plots, VT_CHAPTER_VACUUM, "Flow through tubes and pumps", "flow", "mol/s", error);
  if (tanks == NULL || flows == NULL) return false;
  flows->from_zero = true;
  bool good = true;
  for (int i = 0; good && i < vt_model_tank_count(model); ++i)
    good = add_line(plots, tanks, "tank", vt_model_tank_name(model, i), i, error);
  for (int i = 0; good && i < vt_model_tube_count(model); ++i)
    good = add_line(plots, flows, "tube", vt_model_tube_name(model, i), i, error);
  for (int i = 0; good && i < vt_model_pump_count(model); ++i)
    good = add_line(plots, flows, "pump", vt_model_pump_name(model, i), i, error);
  return good;
}

void vt_line_plots_add(vt_plots *plots, const vt_world *world) {
  if (plots->lines < 0) return;
  double time = vt_world_time(world);
  int tubes = vt_model_tube_count(vt_world_model(world));
  vt_plot *tanks = plots->plots[plots->lines], *flows = plots->plots[plots->lines + 1];
  for (int i = 0; i < tanks->count; ++i)
    vt_series_add(tanks->series[i], time, vt_world_tank(world, i).pressure);
  for (int i = 0; i < flows->count; ++i) {
    vt_flow_view view = i < tubes ? vt_world_tube(world, i) : vt_world_pump(world, i - tubes);
    vt_series_add(flows->series[i], time, view.flow);
  }
}

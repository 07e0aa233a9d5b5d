// Plots of cavities, which come and go: a line for each in plots of pressure, volume, air and area.
#include "record/cavity_plots.h"

#include "record/plots.h"

#include <stdio.h>

// Litres and mm^2, as prefixes of m^3 and m^2 would be cubed and squared.
static const struct {
  const char *title, *quantity, *unit;
  double factor; // from SI
  bool prefixes;
} quantities[VT_CAVITY_QUANTITIES] = {{"Pressure in cavities", "absolute pressure", "Pa", 1, true},
    {"Volume of cavities", "volume", "l", 1e3, true}, {"Air in cavities", "air", "mol", 1, true},
    {"Area of cavities", "area", "mm\u00b2", 1e6, false}};

bool vt_cavity_plots_create(vt_plots *plots, const vt_model *model, vt_error *error) {
  plots->cavities.number = -1;
  if (!vt_model_has_air(model)) return true;
  plots->cavities.number = plots->count;
  vt_plot *plot =
      vt_plots_begin(plots, VT_CHAPTER_CAVITIES, "Number of cavities", "cavities", "number", error);
  if (plot == NULL) return false;
  plot->from_zero = true;
  plot->prefixes = false;
  return vt_plot_add(plot, "cavities", error) != NULL;
}

// Four plots with room for some lines.
static bool begin_plots(vt_plots *plots, vt_error *error) {
  plots->cavities.first = plots->count;
  for (int i = 0; i < VT_CAVITY_QUANTITIES; ++i) {
    vt_plot *plot = vt_plots_begin(
        plots, VT_CHAPTER_CAVITIES, quantities[i].title, quantities[i].quantity, quantities[i].unit, error);
    if (plot == NULL) return false;
    plot->prefixes = quantities[i].prefixes;
    plot->from_zero = i > 0;
  }
  return true;
}

static bool add_line(vt_plots *plots, const vt_model *model, const vt_cavity_view *cavity, vt_error *error) {
  vt_cavity_plots *own = &plots->cavities;
  char name[48];
  snprintf(name, sizeof name, "cavity %d", cavity->id);
  const char *chamber = cavity->chamber >= 0 ? vt_model_chamber_name(model, cavity->chamber) : "";
  if (own->count % VT_PLOT_SERIES == 0 && !begin_plots(plots, error)) return false;
  vt_cavity_line *line = &own->lines[own->count];
  line->id = cavity->id;
  for (int i = 0; i < VT_CAVITY_QUANTITIES; ++i) {
    line->series[i] = vt_plot_add(plots->plots[own->first + i], *chamber != '\0' ? chamber : name, error);
    if (line->series[i] == NULL) return false;
  }
  ++own->count;
  return true;
}

static int find_line(const vt_cavity_plots *own, int id) {
  for (int i = 0; i < own->count; ++i)
    if (own->lines[i].id == id) return i;
  return -1;
}

static bool add_cavity(
    vt_plots *plots, const vt_world *world, const vt_cavity_view *cavity, vt_error *error) {
  vt_cavity_plots *own = &plots->cavities;
  int at = find_line(own, cavity->id);
  if (at < 0 && own->count == VT_PLOTTED_CAVITIES) {
    plots->all = false;
    return true;
  }
  if (at < 0) {
    if (!add_line(plots, vt_world_model(world), cavity, error)) return false;
    at = own->count - 1;
  }
  const double values[] = {cavity->pressure, cavity->volume, cavity->air, cavity->area};
  for (int i = 0; i < VT_CAVITY_QUANTITIES; ++i)
    vt_series_add(own->lines[at].series[i], vt_world_time(world), quantities[i].factor * values[i]);
  return true;
}

bool vt_cavity_plots_add(vt_plots *plots, const vt_world *world, vt_error *error) {
  if (plots->cavities.number < 0) return true;
  int count = vt_world_cavity_count(world);
  double time = vt_world_time(world);
  vt_series_add(plots->plots[plots->cavities.number]->series[0], time, count);
  for (int i = 0; i < count; ++i) {
    vt_cavity_view cavity = vt_world_cavity(world, i);
    if (!add_cavity(plots, world, &cavity, error)) return false;
  }
  // All over the whole run, however short a cavity lived.
  for (int i = plots->cavities.number; i < plots->count; ++i)
    if (plots->chapters[i] == VT_CHAPTER_CAVITIES) plots->plots[i]->until = time;
  return true;
}

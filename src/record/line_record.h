// What a run saw of its vacuum lines: rows of vacuum.csv, and two plots.
#ifndef VT_RECORD_LINE_RECORD_H
#define VT_RECORD_LINE_RECORD_H

#include "record/outfile.h"

#include <ventouse/world.h>

#define VT_LINE_HEADER "time,part,name,pressure,flow,air\n"

// A row for each tank, and after the first step for each tube and pump.
void vt_line_rows(vt_outfile *file, const vt_world *world);

typedef struct vt_plots vt_plots;

// Pressures of tanks, and flows of tubes and pumps: of the first eight.
bool vt_line_plots_create(vt_plots *plots, const vt_model *model, vt_error *error);
void vt_line_plots_add(vt_plots *plots, const vt_world *world);

#endif

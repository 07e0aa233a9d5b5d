// The CSV files of a run folder.
#ifndef VT_RECORD_TABLES_H
#define VT_RECORD_TABLES_H

#include "record/outfile.h"

#include <ventouse/record.h>

typedef struct vt_tables {
  vt_outfile steps, bodies, forces, points, cables, energy, cavities, vacuum;
} vt_tables;

bool vt_tables_open(vt_tables *tables, const char *folder, vt_error *error);
// One row per body, sensor and step for the world as it is now. Before the first step there are no forces.
bool vt_tables_write(vt_tables *tables, const vt_recorder *recorder, vt_error *error);
bool vt_tables_close(vt_tables *tables, vt_error *error);

// A name as a CSV field: quoted where RFC 4180 asks for it.
void vt_csv_name(vt_outfile *file, const char *name);

#endif

// What `ventouse bench` measures: models of one body each, NULL with the error set where one cannot be made.
#ifndef VENTOUSE_CLI_BENCH_MODELS_H
#define VENTOUSE_CLI_BENCH_MODELS_H

#include <ventouse/ventouse.h>

// A cup that hangs by its stem from a frame swaying sideways.
vt_model *bench_hang(const vt_mesh *mesh, vt_element element, vt_error *error);

// A block of hexahedra of 0.1 m, `cells` to an edge, that hangs from its upper face in the same way.
vt_mesh *bench_block_mesh(int cells, vt_error *error);
vt_model *bench_block(const vt_mesh *mesh, vt_error *error);

enum { BENCH_MAX_SECTORS = 170 };

// A cup pressed on a plane by its stem, deeper with every step. Its collision surface is the lip, a ring of
// triangles: a contact of three rows at each of the two edges of every sector.
vt_model *bench_press(const vt_mesh *mesh, vt_element element, int sectors, vt_error *error);
double bench_press_time(void); // s: when it is on the plane

// A cup that does not bend, with its rim on a plane: every step looks for the cavity under it.
vt_model *bench_seal(const vt_mesh *mesh, vt_detector detector, vt_error *error);

#endif

// The yardstick of `ventouse bench`: how long CHOLMOD takes to factor the matrix of a cup, so that times can
// be carried over from one machine to another.
#ifndef VENTOUSE_CLI_YARDSTICK_H
#define VENTOUSE_CLI_YARDSTICK_H

#include <ventouse/ventouse.h>

// ms of the processor, the fastest of many numeric factorisations of a matrix on the graph of a mesh's cells,
// by one thread. 0 where CHOLMOD is not installed; it is opened here, and nothing else needs it.
double yardstick_ms(const vt_mesh *mesh);

#endif

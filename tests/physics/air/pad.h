// A square pad of soft or rigid material with lips that stand in shells of cells around its middle.
#ifndef VT_TESTS_PAD_H
#define VT_TESTS_PAD_H

#include "base/vec.h"

#include <ventouse/mesh.h>

enum { PAD_TALL = 2, PAD_THICK = 2 }; // cells of lips and plate along z, of 2 mm each

typedef struct pad {
  int shells;   // of cells from the middle out, the last one is the outer lip
  int inner;    // the shell of another lip; 0 for none
  double cell;  // m, along x and y
  double less;  // m: the inner lip is shorter by it
  bool bored;   // the middle four cells of the plate are missing
  double notch; // m: how deep the lip is notched, one cell wide, at the middle of its side towards x
} pad;

// Lips down, the outer one's edge in z = 0. With VT_CELL_NONE only its surface.
vt_mesh *pad_mesh(const pad *p, vt_cell_kind kind);

#endif

// How far a point that is near other surfaces is moved, and through which of them.
#include "cavity/union_insides.h"

// Squared sine: a direction nearer than 18 degrees to those before is not made independent of them.
static const double INDEPENDENT = 0.1;

void vt_seal_add(vt_seal_move *move, int other, double gap, double reach, vt_vec3 direction) {
  int place = move->count;
  while (place > 0 && move->gaps[place - 1] > gap) --place;
  if (place == VT_SEAL_MAX) return;
  if (move->count < VT_SEAL_MAX) ++move->count;
  for (int k = move->count - 1; k > place; --k) {
    move->others[k] = move->others[k - 1];
    move->gaps[k] = move->gaps[k - 1];
    move->reaches[k] = move->reaches[k - 1];
    move->directions[k] = move->directions[k - 1];
  }
  move->others[place] = other;
  move->gaps[place] = gap;
  move->reaches[place] = reach;
  move->directions[place] = direction;
}

// Goes as far as the reach in every direction if it can: the nearest first, a further one by moving across
// those before. What lies opposite to a nearer one is left out. Of directions close to each other the second
// is not made independent, and what a later one takes from it is put back by a few rounds of projection.
vt_vec3 vt_seal_displacement(const vt_seal_move *move) {
  vt_vec3 displacement = vt_v3(0, 0, 0), basis[3];
  if (move->released) return displacement;
  bool kept[VT_SEAL_MAX];
  int rank = 0;
  for (int k = 0; k < move->count; ++k) {
    vt_vec3 u = move->directions[k], across = u;
    double missing = move->reaches[k] - vt_dot(displacement, u);
    kept[k] = true;
    if (missing <= 0) continue;
    for (int i = 0; i < rank; ++i) across = vt_madd(across, -vt_dot(u, basis[i]), basis[i]);
    double left = vt_dot(across, across); // squared sine of the angle to those before
    if (rank < 3 && left > INDEPENDENT) {
      displacement = vt_madd(displacement, missing / left, across);
      basis[rank++] = vt_normalized(across);
    } else if (vt_dot(displacement, u) > 0) {
      displacement = vt_madd(displacement, missing, u);
    } else {
      kept[k] = false;
    }
  }
  for (int round = 0; round < 4 && move->count > 2; ++round)
    for (int k = 0; k < move->count; ++k) {
      double missing = move->reaches[k] - vt_dot(displacement, move->directions[k]);
      if (kept[k] && missing > 1e-9 * move->reaches[k])
        displacement = vt_madd(displacement, missing, move->directions[k]);
    }
  return displacement;
}

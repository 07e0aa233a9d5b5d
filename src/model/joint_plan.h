// The order of links and bonds among constraint rows.
#ifndef VT_MODEL_JOINT_PLAN_H
#define VT_MODEL_JOINT_PLAN_H

#include "model/model.h"

// Links and bonds in the order of their rows. Those that are coupled through bodies that can be moved are
// contiguous and make one block of the solver. After all bilateral rows come the limits of links. While a
// body is pulled, the rows of the pull are the last ones of the group that holds it, or a group of their own:
// bilateral blocks are never coupled with each other.
typedef struct vt_joint_plan {
  int *items; // links by number, bonds by link_count + number
  int *rows;  // by link, then by bond: its first row among these rows
  int group_count;
  int *group_start; // group_count + 1: where each group begins in items
  int *body_group;  // by body: the group that holds it, group_count where none does
  int row_count;    // that are bilateral
  int limit_count;
} vt_joint_plan;

bool vt_joint_plan_init(vt_joint_plan *plan, const vt_model *model, vt_error *error);
void vt_joint_plan_free(vt_joint_plan *plan);
int vt_joint_rows(const vt_model *model, int item);

#endif

// Links and bonds in the order of their rows.
#include "model/joint_plan.h"

#include <stdlib.h>

static bool is_movable(const vt_model *m, int body) {
  return body >= 0 && (m->bodies[body].kind == VT_BODY_RIGID || m->bodies[body].kind == VT_BODY_DEFORMABLE);
}

// Items are links, then bonds.
static void item_bodies(const vt_model *m, int item, int bodies[2]) {
  bool is_link = item < m->link_count;
  bodies[0] = is_link ? m->links[item].body_a : m->bonds[item - m->link_count].body_a;
  bodies[1] = is_link ? m->links[item].body_b : m->bonds[item - m->link_count].body_b;
}

int vt_joint_rows(const vt_model *m, int item) {
  return item < m->link_count ? vt_link_rows(&m->links[item]) : 3 * m->bonds[item - m->link_count].count;
}

static int root_of(const int *parent, int body) {
  while (parent[body] != body) body = parent[body];
  return body;
}

// Items of one root are contiguous; `parent` joins the bodies that are coupled.
static void order_items(const vt_model *m, vt_joint_plan *plan, int *parent) {
  int count = m->link_count + m->bond_count, bodies[2], placed = 0, rows = 0;
  for (int b = 0; b < m->body_count; ++b) parent[b] = b;
  for (int k = 0; k < count; ++k) {
    item_bodies(m, k, bodies);
    if (is_movable(m, bodies[0]) && is_movable(m, bodies[1]))
      parent[root_of(parent, bodies[1])] = root_of(parent, bodies[0]);
  }
  for (int k = 0; k < count; ++k) plan->rows[k] = -1;
  for (int k = 0; k < count; ++k) {
    if (plan->rows[k] >= 0) continue;
    item_bodies(m, k, bodies);
    int root = root_of(parent, bodies[is_movable(m, bodies[0]) ? 0 : 1]);
    plan->group_start[plan->group_count++] = placed;
    for (int j = k; j < count; ++j) {
      item_bodies(m, j, bodies);
      if (root_of(parent, bodies[is_movable(m, bodies[0]) ? 0 : 1]) != root) continue;
      plan->rows[j] = rows;
      plan->items[placed++] = j;
      rows += vt_joint_rows(m, j);
    }
  }
  plan->group_start[plan->group_count] = placed;
  for (int b = 0; b < m->body_count; ++b) plan->body_group[b] = plan->group_count;
  for (int g = 0; g < plan->group_count; ++g)
    for (int k = plan->group_start[g]; k < plan->group_start[g + 1]; ++k) {
      item_bodies(m, plan->items[k], bodies);
      for (int side = 0; side < 2; ++side)
        if (is_movable(m, bodies[side])) plan->body_group[bodies[side]] = g;
    }
  plan->row_count = rows;
  plan->limit_count = vt_model_limit_count(m);
}

bool vt_joint_plan_init(vt_joint_plan *plan, const vt_model *m, vt_error *error) {
  int count = m->link_count + m->bond_count;
  int *parent = VT_NEW(int, m->body_count, error);
  plan->items = VT_NEW(int, count, error);
  plan->rows = VT_NEW(int, count, error);
  plan->group_start = VT_NEW(int, count + 1, error);
  plan->body_group = VT_NEW(int, m->body_count, error);
  bool done = parent != NULL && plan->items != NULL && plan->rows != NULL && plan->group_start != NULL &&
              plan->body_group != NULL;
  if (done) order_items(m, plan, parent);
  free(parent);
  return done;
}

void vt_joint_plan_free(vt_joint_plan *plan) {
  free(plan->items);
  free(plan->rows);
  free(plan->group_start);
  free(plan->body_group);
  *plan = (vt_joint_plan){0};
}

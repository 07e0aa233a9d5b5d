// Rows that give way under Newmark's scheme: springs, cables that stretch, links that give, air.
//
// The force of such a row is that of a spring, f = -k g. Taken at the end of the step, as implicit Euler
// does, it takes energy out of all that swings on it. Newmark's scheme takes it as the step begins, plus what
// makes it stable whatever k and h:
//
//     f = -k (g + h H (v' - r v)),   r = 1 - t^2,   t = W / (W + 1/k)
//
// with W the row's own compliance over the step: t is near (h omega)^2 for a mass that swings at omega. A
// soft spring has r = 1 and loses nothing; a stiff one has r = 0 and is implicit Euler's, as rows that do not
// give way are. The same with t an operator is done within bodies (body/newmark.h). In the solver all this is
// but a shift of the free value: r h H v is carried over.
#include "rows/rows.h"

// Of one body's terms, which stand together: linear . (A^-1 linear), the body's own scratch being free.
static double soft_give(const vt_step *w, int first, int last) {
  const vt_deformable *d = &w->deformables[w->rows.terms[first].body];
  double sum = 0;
  for (int i = 0; i < d->model->mesh->node_count; ++i) d->scratch[i] = vt_v3(0, 0, 0);
  for (int k = first; k < last; ++k) {
    const vt_row_term *term = &w->rows.terms[k];
    d->scratch[term->node] = vt_add(d->scratch[term->node], term->linear);
  }
  vt_factor_solve(d->factor, d->scratch, d->scratch, 1, w->pool);
  for (int k = first; k < last; ++k)
    sum += vt_dot(w->rows.terms[k].linear, d->scratch[w->rows.terms[k].node]);
  return sum;
}

static bool is_soft(const vt_step *w, int term) { return w->rows.terms[term].node >= 0; }

double vt_step_row_give(const vt_step *w, int row) {
  double sum = 0;
  for (int k = w->rows.start[row], end; k < w->term_count; k = end) {
    const vt_row_term *term = &w->rows.terms[k];
    for (end = k + 1;
         end < w->term_count && is_soft(w, k) && is_soft(w, end) && w->rows.terms[end].body == term->body;)
      ++end;
    if (is_soft(w, k)) {
      sum += soft_give(w, k, end);
    } else {
      const vt_mobile *m = &w->mobiles[term->body];
      sum += m->inverse_mass * vt_dot(term->linear, term->linear);
      sum += vt_dot(term->angular, vt_mat_apply(m->inverse_inertia, term->angular));
    }
  }
  return w->h * w->kick * sum;
}

double vt_step_row_share(const vt_step *w, double give, double compliance) {
  if (!w->newmark || !(compliance > 0)) return 0;
  double t = give / (give + compliance);
  return 1 - t * t;
}

double vt_step_row_way(const vt_step *w, int row) {
  double sum = 0;
  for (int k = w->rows.start[row]; k < w->term_count; ++k) {
    const vt_row_term *term = &w->rows.terms[k];
    const vt_body *b = &w->model->bodies[term->body];
    if (term->node >= 0) {
      sum += w->h * vt_dot(term->linear, w->deformables[term->body].v[term->node]);
    } else {
      const vt_rigid_state *state = &w->state->rigid[b->rigid_index];
      sum += w->h * vt_dot(term->linear, state->velocity);
      sum += w->h * vt_dot(term->angular, vt_rigid_angular_velocity(&b->rigid, state));
    }
  }
  return sum;
}

double vt_step_carried(const vt_step *w, int row, double compliance, double driven) {
  if (!w->newmark || !(compliance > 0)) return 0;
  double share = vt_step_row_share(w, vt_step_row_give(w, row), compliance);
  return share > 0 ? share * (vt_step_row_way(w, row) + driven) : 0;
}

// The modes of a quasi-rigid body: found by subspace iteration, stepped one by one.
#include "body/modes.h"

#include "body/whole.h"
#include "sparse/blas.h"

#include <math.h>
#include <stdlib.h>

// ---------------------------------------------------------------- finding them

// Of a square of a rate: between two iterations, when the modes are found; and the most iterations. Each
// makes the error of a mode smaller by (its rate over that of the first one left out)^4.
static const double SETTLED = 1e-12;
enum { MAX_ITERATIONS = 400 };

typedef struct subspace {
  const vt_deformable_model *model;
  const bool *out; // per node: at rest; NULL: the body is free
  vt_whole whole;
  int size;       // vectors
  vt_vec3 *x, *y; // by vector, then by node
  double *k, *m;  // size x size: Y^T K Y, Y^T M Y; of k the vectors in the end
  double *values, *work;
} subspace;

static void free_subspace(subspace *s) {
  free(s->x);
  free(s->y);
  free(s->k);
  free(s->m);
  free(s->values);
  free(s->work);
}

// Leaves of a field what modes may have: of a free body no momentum, of a held one nothing where it is held.
static void allow(const subspace *s, vt_vec3 *x) {
  if (s->out == NULL) {
    vt_whole_take_out(&s->whole, s->model, x);
    return;
  }
  for (int i = 0; i < s->model->mesh->node_count; ++i)
    if (s->out[i]) x[i] = vt_v3(0, 0, 0);
}

// Any fields that are no combinations of each other will do; the same in every run.
static void begin(subspace *s) {
  unsigned state = 1;
  int nodes = s->model->mesh->node_count;
  for (int v = 0; v < s->size; ++v) {
    vt_vec3 *x = s->x + (size_t)v * (size_t)nodes;
    for (int i = 0; i < nodes; ++i) {
      double numbers[3];
      for (int d = 0; d < 3; ++d) {
        state = state * 1664525u + 1013904223u;
        numbers[d] = (double)state / 4294967296.0 - 0.5;
      }
      x[i] = vt_v3(numbers[0], numbers[1], numbers[2]);
    }
    allow(s, x);
  }
}

// Y = K^-1 M X; X becomes the best combinations of Y: eigenvectors of K and M within its span.
static bool iterate(subspace *s, vt_factor *factor) {
  int nodes = s->model->mesh->node_count, size = s->size, info, room = 8 * size, one = 1;
  size_t n = (size_t)nodes;
  for (int v = 0; v < size; ++v)
    for (int i = 0; i < nodes; ++i)
      s->x[(size_t)v * n + (size_t)i] = vt_scale(s->model->mass[i], s->x[(size_t)v * n + (size_t)i]);
  vt_factor_solve(factor, s->x, s->y, size, NULL);
  for (int v = 0; v < size; ++v) allow(s, s->y + (size_t)v * n);
  for (int v = 0; v < size; ++v)
    for (int u = 0; u <= v; ++u) {
      double k = 0, m = 0;
      for (int i = 0; i < nodes; ++i) {
        vt_vec3 y = s->y[(size_t)u * n + (size_t)i];
        k += vt_dot(y, s->x[(size_t)v * n + (size_t)i]); // K Y is M X
        m += s->model->mass[i] * vt_dot(y, s->y[(size_t)v * n + (size_t)i]);
      }
      s->k[u + size * v] = k;
      s->m[u + size * v] = m;
    }
  dsygv_(&one, "V", "U", &size, s->k, &size, s->m, &size, s->values, s->work, &room, &info);
  if (info != 0) return false;
  for (int v = 0; v < size; ++v)
    for (int i = 0; i < nodes; ++i) {
      vt_vec3 sum = {0, 0, 0};
      for (int u = 0; u < size; ++u) sum = vt_madd(sum, s->k[u + size * v], s->y[(size_t)u * n + (size_t)i]);
      s->x[(size_t)v * n + (size_t)i] = sum;
    }
  return true;
}

static bool find(subspace *s, vt_factor *factor, int count, double *rates) {
  begin(s);
  for (int k = 0; k < count; ++k) rates[k] = 0;
  for (int round = 0; round < MAX_ITERATIONS; ++round) {
    double change = 0;
    if (!iterate(s, factor)) return false;
    for (int k = 0; k < count; ++k) {
      change = fmax(change, fabs(s->values[k] - rates[k]) / s->values[k]);
      rates[k] = s->values[k];
    }
    if (change < SETTLED) break;
  }
  for (int k = 0; k < count; ++k) {
    if (!(rates[k] > 0)) return false;
    rates[k] = sqrt(rates[k]);
  }
  return true;
}

// How many modes there are.
static int count_modes(const vt_deformable_model *model, const bool *out) {
  int nodes = model->mesh->node_count, left = 0;
  for (int i = 0; i < nodes; ++i) left += out == NULL || !out[i];
  return out == NULL ? 3 * nodes - 6 : 3 * left;
}

bool vt_modes_find(const vt_deformable_model *model, const bool *out, vt_factor *factor, const char *what,
    int count, double *rates, vt_vec3 *shapes, vt_error *error) {
  int nodes = model->mesh->node_count, all = count_modes(model, out);
  if (count > all)
    return vt_fail(
        error, VT_BAD_INPUT, "%s: found %d modes, expected at most the %d of its mesh", what, count, all);
  subspace s = {.model = model,
      .out = out,
      .whole = vt_weigh_nodes(model),
      .size = 2 * count + 8 < all ? 2 * count + 8 : all};
  size_t size = (size_t)s.size, n = (size_t)nodes;
  s.x = VT_NEW(vt_vec3, size * n, error);
  s.y = VT_NEW(vt_vec3, size * n, error);
  s.k = VT_NEW(double, size *size, error);
  s.m = VT_NEW(double, size *size, error);
  s.values = VT_NEW(double, size, error);
  s.work = VT_NEW(double, 8 * size, error);
  bool ready = s.x != NULL && s.y != NULL && s.k != NULL && s.m != NULL && s.values != NULL && s.work != NULL;
  bool found = ready && find(&s, factor, count, rates);
  for (size_t i = 0; i < (size_t)count * n && found; ++i) shapes[i] = s.x[i];
  free_subspace(&s);
  if (ready && !found)
    return vt_fail(error, VT_BAD_INPUT, "%s: its %d lowest modes were not found", what, count);
  return found;
}

// ---------------------------------------------------------------- a step

bool vt_modes_ring_freely(const vt_bending *bending, const vt_mode *modes) {
  for (int k = 0; k < bending->mode_count; ++k)
    if (modes[k].force != 0) return false;
  return true;
}

static const double NO_SWING = 1e-8; // rad: what is left out of a sine or cosine is below rounding

// Of a damped oscillator, with s half its damping: e^-st cos(rt) and e^-st sin(rt)/r, whatever r^2 = w^2 -
// s^2.
static void exact(double w, double s, double h, double *cosine, double *sine) {
  double square = w * w - s * s, r = sqrt(fabs(square));
  if (r * h < NO_SWING) {
    *cosine = exp(-s * h);
    *sine = h * *cosine;
  } else if (square > 0) {
    *cosine = exp(-s * h) * cos(r * h);
    *sine = exp(-s * h) * sin(r * h) / r;
  } else {
    double slow = exp(-w * w / (s + r) * h), fast = exp(-(s + r) * h);
    *cosine = 0.5 * (slow + fast);
    *sine = 0.5 * (slow - fast) / r;
  }
}

void vt_modes_prepare(const vt_bending *bending, double h, bool freely, vt_mode_step *steps) {
  for (int k = 0; k < bending->mode_count; ++k) {
    double w = bending->mode_rates[k], c = 2 * bending->mode_damping * w + bending->damping * w * w;
    if (freely) {
      double cosine, sine;
      exact(w, 0.5 * c, h, &cosine, &sine);
      double keep = cosine + 0.5 * c * sine;
      steps[k] = (vt_mode_step){
          {{keep, sine}, {-w * w * sine, cosine - 0.5 * c * sine}}, (1 - keep) / (w * w), sine};
    } else {
      double share = 1 / (1 + h * c + h * h * w * w);
      steps[k] = (vt_mode_step){
          {{1 - h * h * w * w * share, h * share}, {-h * w * w * share, share}}, h * h * share, h * share};
    }
  }
}

static void add_shape(const vt_bending *bending, int mode, double amount, vt_bend *bends) {
  const vt_vec3 *shape = bending->mode_shapes + (size_t)mode * (size_t)bending->count;
  for (int i = 0; i < bending->count && amount != 0; ++i)
    bends[i].shift = vt_madd(bends[i].shift, amount, shape[i]);
}

void vt_modes_predict(
    const vt_bending *bending, const vt_mode_step *steps, const vt_mode *now, vt_mode *next, vt_bend *bends) {
  for (int k = 0; k < bending->mode_count; ++k) {
    const double(*keep)[2] = steps[k].keep;
    next[k] = (vt_mode){.place = keep[0][0] * now[k].place + keep[0][1] * now[k].speed,
        .speed = keep[1][0] * now[k].place + keep[1][1] * now[k].speed};
    add_shape(bending, k, next[k].place, bends);
  }
}

void vt_modes_take_out(const vt_bending *bending, const vt_mode *modes, vt_bend *bends) {
  for (int k = 0; k < bending->mode_count; ++k) add_shape(bending, k, -modes[k].place, bends);
}

void vt_modes_push(const vt_bending *bending, const vt_mode_step *steps, const vt_vec3 *forces, vt_mode *next,
    vt_bend *bends) {
  for (int k = 0; k < bending->mode_count; ++k) {
    const vt_vec3 *shape = bending->mode_shapes + (size_t)k * (size_t)bending->count;
    double force = 0;
    for (int i = 0; i < bending->count; ++i) force += vt_dot(shape[i], forces[i]);
    next[k].force += force;
    next[k].place += steps[k].place * force;
    next[k].speed += steps[k].speed * force;
    add_shape(bending, k, steps[k].place * force, bends);
  }
}

double vt_modes_elastic(const vt_bending *bending, const vt_mode *modes, const vt_bend *bends) {
  double sum = 0;
  for (int k = 0; k < bending->mode_count; ++k) {
    const vt_vec3 *shape = bending->mode_shapes + (size_t)k * (size_t)bending->count;
    double w = bending->mode_rates[k], counted = 0;
    for (int i = 0; i < bending->count; ++i) counted += vt_dot(shape[i], bends[i].force);
    sum += 0.5 * w * w * modes[k].place * modes[k].place - 0.5 * modes[k].place * counted;
  }
  return sum;
}

double vt_modes_kinetic(const vt_bending *bending, const vt_mode *modes) {
  double sum = 0;
  for (int k = 0; k < bending->mode_count; ++k) sum += 0.5 * modes[k].speed * modes[k].speed;
  return sum;
}

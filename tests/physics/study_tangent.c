// A study, not a test: the warped, exact and projected stiffness in the same implicit Euler step, and the
// exact one with the projected one in its place where the system is not positive definite. Prints the tables
// of docs/body.md: energy gained, drift of angular momentum, Newton steps to rest, time. A step is one Newton
// iteration on implicit Euler, or two.
#include "shapes.h"

#include "base/timer.h"
#include "body/elements.h"
#include "sparse/factor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial {
  vt_mesh *mesh;
  vt_elements elements;
  vt_element_state state;
  vt_analysis *analysis;
  vt_factor *factor;
  bool *held;
  double density;
  vt_vec3 *x, *v, *x0, *v0, *force, *rhs, *external;
  vt_mat3 *k, *a;
  int iterations; // of Newton in a step
  int refused;    // systems that were not positive definite
} trial;

enum { EXACT_ELSE_PROJECTED = 3, TANGENTS = 4 };

static bool trial_make(trial *t, vt_mesh *mesh, vt_element element, double young, double poisson,
    double density, bool (*is_held)(vt_vec3), vt_error *error) {
  int n = mesh->node_count;
  *t = (trial){.mesh = mesh, .density = density, .iterations = 1};
  if (!vt_elements_build(&t->elements, mesh, element, young, poisson, error) ||
      !vt_element_state_init(&t->state, &t->elements, error))
    return false;
  t->held = VT_NEW(bool, n, error);
  t->x = VT_NEW(vt_vec3, n, error);
  t->v = VT_NEW(vt_vec3, n, error);
  t->x0 = VT_NEW(vt_vec3, n, error);
  t->v0 = VT_NEW(vt_vec3, n, error);
  t->force = VT_NEW(vt_vec3, n, error);
  t->rhs = VT_NEW(vt_vec3, n, error);
  t->external = VT_NEW(vt_vec3, n, error);
  t->k = VT_NEW(vt_mat3, t->elements.pattern.block_count, error);
  t->a = VT_NEW(vt_mat3, t->elements.pattern.block_count, error);
  if (!t->held || !t->x || !t->v || !t->x0 || !t->v0 || !t->force || !t->rhs || !t->external || !t->k ||
      !t->a)
    return false;
  for (int i = 0; i < n; ++i) {
    t->held[i] = is_held(mesh->nodes[i]);
    t->x[i] = mesh->nodes[i];
  }
  t->analysis = vt_analysis_create(&t->elements.pattern, t->held, error);
  t->factor = t->analysis == NULL ? NULL : vt_factor_create(t->analysis, error);
  return t->factor != NULL;
}

static void trial_free(trial *t) {
  vt_mesh_destroy(t->mesh);
  vt_elements_free(&t->elements);
  vt_element_state_free(&t->state);
  vt_factor_destroy(t->factor);
  vt_analysis_destroy(t->analysis);
  free(t->held);
  free(t->x);
  free(t->v);
  free(t->x0);
  free(t->v0);
  free(t->force);
  free(t->rhs);
  free(t->external);
  free(t->k);
  free(t->a);
}

static bool assemble(trial *t, double h, vt_tangent tangent) {
  const vt_block_pattern *pattern = &t->elements.pattern;
  vt_error error = {0};
  vt_elements_forces(&t->elements, t->x, tangent, &t->state, t->force, NULL);
  vt_elements_stiffness(&t->elements, &t->state, tangent, t->k, NULL);
  for (int b = 0; b < pattern->block_count; ++b) t->a[b] = vt_mat_scale(h * h, t->k[b]);
  for (int i = 0; i < t->mesh->node_count; ++i)
    for (int c = 0; c < 3; ++c) t->a[pattern->start[i]].m[c][c] += t->density * t->elements.node_volumes[i];
  bool definite = vt_factor_update(t->factor, t->a, NULL, &error);
  t->refused += !definite;
  return definite;
}

// One Newton iteration on M (v - v0) = h f(x0 + h v) from the v of the trial: A dv = h f(x0 + h v) - M (v -
// v0). The first, from v0 with the forces at x0 (which are known), is the step of the library: A dv = h
// (f(x0) - h K v0). Held nodes rest. False where A is not positive definite.
static bool iterate(trial *t, double h, int tangent, bool first) {
  bool exact = tangent == EXACT_ELSE_PROJECTED;
  if (!assemble(t, h, exact ? VT_TANGENT_EXACT : (vt_tangent)tangent) &&
      !(exact && assemble(t, h, VT_TANGENT_PROJECTED)))
    return false;
  if (first) vt_block_multiply(&t->elements.pattern, t->k, t->v, t->rhs);
  for (int i = 0; i < t->mesh->node_count; ++i) {
    double mass = t->density * t->elements.node_volumes[i];
    vt_vec3 force = vt_scale(h, vt_add(t->force[i], t->external[i]));
    t->rhs[i] = first ? vt_madd(force, -h * h, t->rhs[i]) : vt_madd(force, -mass, vt_sub(t->v[i], t->v0[i]));
  }
  vt_factor_solve(t->factor, t->rhs, t->rhs, 1, NULL);
  for (int i = 0; i < t->mesh->node_count; ++i) {
    if (t->held[i]) continue;
    t->v[i] = vt_add(t->v[i], t->rhs[i]);
    t->x[i] = vt_madd(t->x0[i], h, t->v[i]);
  }
  return true;
}

static bool trial_step(trial *t, double h, int tangent) {
  size_t bytes = sizeof *t->x * (size_t)t->mesh->node_count;
  memcpy(t->x0, t->x, bytes);
  memcpy(t->v0, t->v, bytes);
  for (int k = 0; k < t->iterations; ++k)
    if (!iterate(t, h, tangent, k == 0)) return false;
  return true;
}

static double trial_energy(const trial *t) {
  double sum = vt_elements_energy(&t->elements, t->x);
  for (int i = 0; i < t->mesh->node_count; ++i)
    sum += 0.5 * t->density * t->elements.node_volumes[i] * vt_dot(t->v[i], t->v[i]);
  return sum;
}

static vt_vec3 trial_spin(const trial *t) {
  vt_vec3 sum = {0, 0, 0};
  for (int i = 0; i < t->mesh->node_count; ++i)
    sum = vt_madd(sum, t->density * t->elements.node_volumes[i], vt_cross(t->x[i], t->v[i]));
  return sum;
}

// ---------------------------------------------------------------- cases

static const double length = 0.1, thick = 0.005, young = 1e6, density = 1000;

static bool held_never(vt_vec3 p) { return p.x != p.x; }
static bool held_at_ends(vt_vec3 p) { return p.x < 1e-9 || p.x > length - 1e-9; }
static bool held_at_start(vt_vec3 p) { return p.x < 1e-9; }

static const char *const tangent_names[] = {"warped", "exact", "projected", "exact or projected"};

static vt_mesh *strip_mesh(vt_element element) {
  return shape_box(vt_v3(length, thick, thick), 20, 1, 1, element);
}

// A strip held stretched by `stretch`, bowed sideways and let go.
static void start_strip(trial *t, double stretch, double bow) {
  for (int i = 0; i < t->mesh->node_count; ++i) {
    vt_vec3 p = t->mesh->nodes[i];
    t->x[i] = vt_v3(stretch * p.x, p.y, p.z + bow * sin(VT_PI * p.x / length));
    t->v[i] = vt_v3(0, 0, 0);
  }
}

// A free block, sheared and squeezed by half, spinning.
static void start_block(trial *t, double amount, double spin) {
  vt_vec3 centre = vt_v3(0.5 * length, 0.5 * thick, 0.5 * thick);
  for (int i = 0; i < t->mesh->node_count; ++i) {
    vt_vec3 p = vt_sub(t->mesh->nodes[i], centre);
    t->x[i] = vt_v3((1 + amount) * p.x + amount * p.y, (1 - amount) * p.y, p.z + amount * p.x * p.x / length);
    t->v[i] = vt_cross(vt_v3(0, 0, spin), t->x[i]);
  }
}

typedef struct result {
  double largest_gain; // largest energy over the start's
  double rise;         // the largest rise in one step over the start's energy
  double end;          // energy at the end over the start's
  double drift;        // |L - L0| / |L0| at the end
  int refused;         // systems not positive definite
  bool failed;
} result;

static result run(trial *t, double h, double time, int tangent) {
  double start = trial_energy(t), before = start;
  vt_vec3 spin = trial_spin(t);
  result r = {.largest_gain = 1};
  int steps = (int)(time / h + 0.5);
  t->refused = 0;
  for (int k = 0; k < steps && !r.failed; ++k) {
    r.failed = !trial_step(t, h, tangent);
    double energy = trial_energy(t);
    r.rise = fmax(r.rise, (energy - before) / start);
    r.largest_gain = fmax(r.largest_gain, energy / start);
    before = energy;
    if (!(energy < 1e6 * start)) r.failed = true;
  }
  r.end = before / start;
  r.refused = t->refused;
  r.drift = vt_norm(spin) > 0 ? vt_norm(vt_sub(trial_spin(t), spin)) / vt_norm(spin) : 0;
  return r;
}

typedef struct motion {
  const char *name;
  bool (*is_held)(vt_vec3);
  void (*start)(trial *);
} motion;

static void start_stretched(trial *t) { start_strip(t, 1.3, 0.01); }
static void start_squeezed(trial *t) { start_strip(t, 0.9, 0.01); }
static void start_spinning(trial *t) { start_block(t, 0, 10); }
static void start_deformed(trial *t) { start_block(t, 0.3, 10); }

// A cantilever bent to a sixth of a circle.
static void start_bent(trial *t) {
  double radius = 3 / VT_PI * length;
  for (int i = 0; i < t->mesh->node_count; ++i) {
    vt_vec3 p = t->mesh->nodes[i];
    double angle = p.x / radius, r = radius - (p.z - 0.5 * thick);
    t->x[i] = vt_v3(r * sin(angle), p.y, radius + 0.5 * thick - r * cos(angle));
    t->v[i] = vt_v3(0, 0, 0);
  }
}

static const motion motions[] = {{"held, +30%", held_at_ends, start_stretched},
    {"held, -10%", held_at_ends, start_squeezed}, {"cantilever", held_at_start, start_bent},
    {"free", held_never, start_spinning}, {"free, +30%", held_never, start_deformed}};

static void study_motion(const motion *m, vt_element element) {
  static const double steps[] = {0.01, 0.001};
  vt_error error = {0};
  trial t;
  if (!trial_make(&t, strip_mesh(element), element, young, 0.45, density, m->is_held, &error)) {
    printf("%s\n", error.message);
    exit(1);
  }
  for (int s = 0; s < 2; ++s)
    for (int tangent = 0; tangent < TANGENTS; ++tangent)
      for (t.iterations = 1; t.iterations <= 2; ++t.iterations) {
        if (tangent == VT_TANGENT_EXACT) continue; // stops at the first compressed state
        m->start(&t);
        result r = run(&t, steps[s], 0.5, tangent);
        printf("| %s | %s | %g ms | %s | %d | %.3g | %.1e | %.3g | %.3g | %d | %s |\n", m->name,
            element_name(element), 1e3 * steps[s], tangent_names[tangent], t.iterations, r.largest_gain,
            r.rise, r.end, r.drift, r.refused, r.failed ? "stopped" : "");
        fflush(stdout);
      }
  trial_free(&t);
}

// Newton's iteration at h = 1 s for a cantilever under a dead load F L^2 / E I in ten parts.
static void study_statics(vt_element element, double load) {
  vt_error error = {0};
  for (int tangent = 0; tangent < TANGENTS; ++tangent) {
    trial t;
    if (!trial_make(&t, strip_mesh(element), element, young, 0.3, density, held_at_start, &error)) exit(1);
    double inertia = thick * thick * thick * thick / 12, force = load * young * inertia / length / length;
    int steps = 0, tips = 0, count = t.mesh->node_count;
    for (int i = 0; i < count; ++i) tips += t.mesh->nodes[i].x > length - 1e-9;
    double moved = 1, begin = vt_now();
    bool done = true;
    for (int part = 1; part <= 10 && done; ++part) {
      for (int i = 0; i < count; ++i)
        t.external[i].z = t.mesh->nodes[i].x > length - 1e-9 ? -force * part / 10 / tips : 0;
      for (int k = 0; k < 100 && done; ++k) {
        done = trial_step(&t, 1, tangent);
        ++steps;
        moved = 0;
        for (int i = 0; i < count; ++i) moved = fmax(moved, vt_norm(t.v[i]));
        if (moved < 1e-9 * length || !(moved < 1e3)) break;
      }
      done = done && moved < 1e-9 * length;
    }
    printf("| cantilever, F L^2/E I = %g | %s | %s | %s | %d | %d | %.3g |\n", load, element_name(element),
        tangent_names[tangent], done ? "converged" : "no", steps, t.refused,
        1e3 * (vt_now() - begin) / steps);
    fflush(stdout);
    trial_free(&t);
  }
}

int main(void) {
  printf("| case | element | step | stiffness | iterations | largest energy | largest rise | at the end | "
         "drift | refused "
         "| |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (size_t k = 0; k < sizeof motions / sizeof *motions; ++k)
    for (int e = VT_ELEMENT_TET4_SMOOTHED; e <= ELEMENT_LAST; e += 2)
      study_motion(&motions[k], (vt_element)e);
  printf("\n| statics | element | stiffness | converged | steps | refused | ms per step "
         "|\n|---|---|---|---|---|---|---|\n");
  for (int e = VT_ELEMENT_TET4_SMOOTHED; e <= ELEMENT_LAST; ++e)
    for (double load = 1; load <= 10; load *= 10) study_statics((vt_element)e, load);
  return 0;
}

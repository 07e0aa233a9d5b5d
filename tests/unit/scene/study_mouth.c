// A study, not a test: whether the mouth of a cavity is continuous in the motion of the bodies, or jumps
// where they hardly move.
//
//   study_mouth SCENE FROM TO PARTS [PATH=VALUE...]
//
// Steps the scene. Between FROM and TO, in seconds, the deformable bodies are then led from where each step
// began to where it ended, along straight lines in PARTS and in ten times PARTS equal parts, and the air is
// looked for and followed after each as in a step. What changes by as much in a tenth of the way does not
// depend on the motion: it jumps.
#include "geometry/bvh.h"
#include "world/world.h"

#include <ventouse/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct path {
  vt_world *world;
  vt_vec3 *from, *to; // m, of all nodes
  vt_vec3 *gradient;
  size_t gradient_room;
  vt_snapshot *begin, *end;
} path;

static void stop(const vt_error *error) {
  fprintf(stderr, "study_mouth: %s\n", error->message);
  exit(1);
}

// The mouth of the largest cavity, m^2, as air.c has it: the largest resultant on a body.
static double mouth(path *p) {
  vt_world *w = p->world;
  vt_error error = {0};
  double largest = 0;
  if (!VT_RESERVE(&p->gradient, &p->gradient_room, w->cavities.vertex_count, &error)) stop(&error);
  for (int k = 0; k < w->cavities.count; ++k) {
    const vt_cavity *c = &w->cavities.items[k];
    vt_cavity_gradient(&w->cavities, k, w->work.surfaces, p->gradient);
    for (int b = 0; b < w->model->body_count; ++b) {
      vt_vec3 sum = {0, 0, 0};
      for (int i = 0; i < c->vertex_count; ++i)
        if (w->cavities.vertices[c->first_vertex + i].body == b) sum = vt_add(sum, p->gradient[i]);
      largest = fmax(largest, vt_norm(sum));
    }
  }
  return largest;
}

// The bodies at a share of the way, and the mouth there.
static double mouth_at(path *p, double share) {
  vt_world *w = p->world;
  vt_error error = {0};
  for (int i = 0; i < w->model->node_count; ++i)
    w->state.x[i] = vt_madd(p->from[i], share, vt_sub(p->to[i], p->from[i]));
  if (!vt_world_borrow(w, &error) || !vt_arena_reset(w->work.arena, &error)) stop(&error);
  vt_world_begin(w, 0);
  vt_world_update_surfaces(w);
  if (!vt_world_find_crossings(w, &error)) stop(&error); // sets the colliders
  for (int b = 0; b < w->model->body_count; ++b) {
    const vt_collider *c = &w->work.colliders[b];
    vt_bvh_refit(c->bvh, c->topology->triangles, c->vertices, c->ends, NULL);
  }
  w->work.moves_unseen = true; // contacts were not looked for
  if (!vt_world_find_cavities(w, 0, &error)) stop(&error);
  vt_world_give_back(w);
  return mouth(p);
}

// The largest change of the mouth from one part of the way to the next, of itself.
static double largest_change(path *p, int parts, double *where) {
  vt_error error = {0};
  double largest = 0, before = 0;
  if (!vt_world_restore(p->world, p->begin, &error)) stop(&error);
  for (int k = 0; k <= parts; ++k) {
    double now = mouth_at(p, (double)k / parts), change = before > 0 ? fabs(now - before) / before : 0;
    if (change > largest) largest = change, *where = (k - 0.5) / parts;
    before = now;
  }
  return largest;
}

static vt_snapshot *save(const vt_world *world, vt_snapshot *reuse) {
  vt_error error = {0};
  vt_snapshot *s = vt_world_save(world, reuse, &error);
  if (s == NULL) stop(&error);
  return s;
}

static void look(path *p, int parts) {
  vt_error error = {0};
  vt_world *w = p->world;
  size_t size = sizeof *p->from * (size_t)w->model->node_count;
  double where[2] = {0, 0}, start = vt_world_time(w);
  p->begin = save(w, p->begin);
  memcpy(p->from, w->state.x, size);
  if (vt_world_step(w) == VT_STEP_FAILED) stop(&vt_world_status(w)->error);
  p->end = save(w, p->end);
  memcpy(p->to, w->state.x, size);
  double coarse = largest_change(p, parts, &where[0]), fine = largest_change(p, 10 * parts, &where[1]);
  if (!vt_world_restore(w, p->begin, &error)) stop(&error);
  double first = mouth_at(p, 0), last = mouth_at(p, 1);
  printf("| %.4f | %.1f | %.1f | %.2f | %.2f | %.3f |\n", start, 1e6 * first, 1e6 * last, 100 * coarse,
      100 * fine, where[1]);
  fflush(stdout);
  if (!vt_world_restore(w, p->end, &error)) stop(&error);
}

int main(int count, char **arguments) {
  vt_error error = {0};
  if (count < 5) {
    fprintf(stderr, "usage: study_mouth SCENE FROM TO PARTS [PATH=VALUE...]\n");
    return 2;
  }
  vt_scene *scene = vt_scene_load(arguments[1], (const char *const *)arguments + 5, count - 5, &error);
  path p = {.world = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL};
  if (p.world == NULL) stop(&error);
  p.from = VT_NEW(vt_vec3, p.world->model->node_count, &error);
  p.to = VT_NEW(vt_vec3, p.world->model->node_count, &error);
  if (p.from == NULL || p.to == NULL) stop(&error);
  double from = atof(arguments[2]), to = atof(arguments[3]);
  int parts = atoi(arguments[4]);
  printf("| time, s | mouth, mm^2 | a step later | changes by at most, %%, in 1/%d of it | in 1/%d | at "
         "|\n|---|---|---|---|---|---|\n",
      parts, 10 * parts);
  while (vt_world_time(p.world) < from - 1e-9)
    if (vt_world_step(p.world) == VT_STEP_FAILED) stop(&vt_world_status(p.world)->error);
  while (vt_world_time(p.world) < to - 1e-9) look(&p, parts);
  free(p.from), free(p.to), free(p.gradient);
  vt_snapshot_destroy(p.begin), vt_snapshot_destroy(p.end);
  vt_world_destroy(p.world);
  vt_scene_destroy(scene);
  return 0;
}

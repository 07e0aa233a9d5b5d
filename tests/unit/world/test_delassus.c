// The compliance W between the contacts of a soft table with four legs: contacts of one leg are coupled,
// those of others hardly, and bars between legs couple them. With --figure FILE.svg it is drawn as in Fig. 9
// of Duriez et al. (2006), and with --bars of the table with bars, as in their Fig. 11.
#include "check.h"
#include "physics/hertz/plot.h"
#include "physics/hertz/table.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 200, FOOT = TABLE_FOOT };

// The coupling of two contacts along z, x and y. Each contact has tangents of its own, whichever they are.
static void read_pair(const vt_world *world, int a, int b, double *w) {
  const vt_system *s = &world->step.rows.system;
  const vt_block *block = &s->blocks[world->step.first_contact + a];
  const vt_contact *ca = &world->step.contacts[a], *cb = &world->step.contacts[b];
  const vt_vec3 from[3] = {ca->normal, ca->tangent1, ca->tangent2};
  const vt_vec3 to[3] = {cb->normal, cb->tangent1, cb->tangent2};
  int column = s->blocks[world->step.first_contact + b].row, at = 0;
  w[0] = w[1] = w[2] = 0;
  for (int k = 0; k < block->range_count; ++k) {
    vt_range range = s->ranges[block->first_range + k];
    bool here = column >= range.first && column < range.first + range.count;
    for (int r = 0; r < 3 && here; ++r)
      for (int c = 0; c < 3; ++c) {
        double value = s->w[block->values + (size_t)(r * block->width + at + column - range.first + c)];
        w[0] += from[r].z * value * to[c].z;
        w[1] += from[r].x * value * to[c].x;
        w[2] += from[r].y * value * to[c].y;
      }
    at += range.count;
  }
}

// All pairs of contacts, ordered by legs: w[3 (i m + j) + direction].
static int read_compliance(vt_world *world, double *w, int *legs) {
  vt_error error = {0};
  int m = 0, order[MOST];
  // A step builds W only for what carries force; here it is wanted whole.
  if (!vt_world_borrow(world, &error) || !vt_world_lend_bodies(world, &error) ||
      !vt_rows_delassus(&world->step.rows, world->work.mobiles, world->model->body_count, world->settings.dt,
          world->work.arena, &error)) {
    printf("table: %s\n", error.message);
    exit(1);
  }
  for (int leg = 0; leg < 4; ++leg)
    for (int k = 0; k < world->step.contact_count && m < MOST; ++k) {
      vt_vec3 at = world->touches.items[k].point;
      if ((at.x > 0) + 2 * (at.y > 0) != leg) continue;
      legs[m] = leg;
      order[m++] = k;
    }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) read_pair(world, order[i], order[j], w + 3 * (i * m + j));
  vt_world_give_back(world);
  return m;
}

static bool draw_compliance(const char *path, int m, const double *w) {
  enum { SIDE = 10 };
  double largest = 0;
  for (int k = 0; k < 3 * m * m; ++k) largest = fmax(largest, fabs(w[k]));
  FILE *file = fopen(path, "w");
  if (file == NULL) return false;
  fprintf(file,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" shape-rendering=\"crispEdges\">\n"
      "<rect width=\"100%%\" height=\"100%%\"/>\n",
      SIDE * m, SIDE * m);
  for (int k = 0; k < m * m; ++k) {
    int c[3]; // the square root shows the small ones
    for (int d = 0; d < 3; ++d) c[d] = (int)(255 * sqrt(fabs(w[3 * k + d]) / largest));
    fprintf(file, "<path d=\"M%d %dh%dv%dh-%dz\" fill=\"#%02x%02x%02x\"/>\n", SIDE * (k % m), SIDE * (k / m),
        SIDE, SIDE, SIDE, c[0], c[1], c[2]);
  }
  fprintf(file, "</svg>\n");
  return fclose(file) == 0;
}

// Mean couplings within a leg, between legs that differ in x and that differ in y, along z, x and y.
static void couple(bool bars, double mean[3][3], const char *path) {
  static double w[3 * MOST * MOST];
  int body, legs[MOST], count[3] = {0};
  rig r = table_new(0.8, bars, VT_ELEMENT_HEX8, &body);
  rig_steps(&r, 60);
  int m = read_compliance(r.world, w, legs);
  memset(mean, 0, 9 * sizeof(double));
  CHECK(m == 4 * (FOOT + 1) * (FOOT + 1));
  for (int k = 0; k < m * m; ++k) {
    int differ = legs[k / m] ^ legs[k % m];
    if (differ == 3 || k / m == k % m) continue;
    ++count[differ];
    for (int d = 0; d < 3; ++d) mean[differ][d] += fabs(w[3 * k + d]);
  }
  for (int g = 0; g < 3; ++g) {
    for (int d = 0; d < 3; ++d) mean[g][d] *= 1e3 / fmax(1, count[g]);
    printf("| %s | %s | %.3f | %.3f | %.3f |\n", bars ? "bars" : "no bars",
        g == 0   ? "the same leg"
        : g == 1 ? "legs that differ in x"
                 : "legs that differ in y",
        mean[g][0], mean[g][1], mean[g][2]);
  }
  if (path != NULL) CHECK(draw_compliance(path, m, w));
  rig_free(&r);
}

int main(int argc, char **argv) {
  bool bars_only = false;
  const char *figure = figure_path(argc, argv);
  for (int k = 1; k < argc; ++k) bars_only = bars_only || strcmp(argv[k], "--bars") == 0;
  double plain[3][3], barred[3][3];
  printf("| table | contacts on | normal, mm/N | along x, mm/N | along y, mm/N |\n|---|---|---|---|---|\n");
  couple(false, plain, bars_only ? NULL : figure);
  couple(true, barred, bars_only ? figure : NULL);
  for (int d = 0; d < 3; ++d) CHECK(plain[0][d] > 2 * plain[1][d]);     // four blocks
  CHECK(barred[0][1] < plain[0][1]);                                    // stiffer along the bars
  CHECK(barred[1][1] / barred[0][1] > 1.3 * plain[1][1] / plain[0][1]); // and more coupled through them
  return check_report();
}

// Ellipsoids, cylinders and capsules: their checks, and their closed surfaces. Every vertex of a surface lies
// on the body.
#include "mesh/round.h"

#include "base/memory.h"
#include "base/misuse.h"
#include "base/vec.h"
#include "mesh/build.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUND_LEAST 8     // edges around
#define ROUND_MOST 4000   // edges around
#define ROUND_BANDS 10000 // along

static double turn_of(int ring, int i) { return ring == 0 ? 0 : 2 * VT_PI * i / (4 * ring); }

vt_vec3 vt_round_on_disc(const vt_round *round, int ring, int i, double height) {
  double share = (double)ring / round->rings, turn = turn_of(ring, i);
  return vt_add(round->center,
      vt_v3(share * round->radii.x * cos(turn), share * round->radii.y * sin(turn), height * round->half));
}

vt_vec3 vt_round_on_cap(const vt_round *round, int shell, int ring, int i, int side) {
  if (ring == shell) return vt_round_on_disc(round, ring, i, side);
  double share = (double)shell / round->rings, turn = turn_of(ring, i);
  double angle = 0.5 * VT_PI * ring / shell; // from the pole
  return vt_add(round->center,
      vt_v3(share * round->radii.x * sin(angle) * cos(turn), share * round->radii.y * sin(angle) * sin(turn),
          side * (round->half + share * round->radii.z * cos(angle))));
}

// ---------------------------------------------------------------- the surface

typedef struct skin {
  const vt_round *round;
  vt_vec3 *nodes;
  int *triangles, *next; // next: where the next triangle goes
} skin;

// The upper cap comes first, then the rims below its own, then the lower cap without its rim.
static int upper(int ring, int i) { return vt_round_vertex(ring, i); }

static int rim(const skin *s, int band, int i) {
  int around = 4 * s->round->rings;
  return vt_round_before(s->round->rings) + around * band + i % around;
}

static int lower(const skin *s, int ring, int i) {
  if (ring == s->round->rings) return rim(s, s->round->bands, i);
  return rim(s, s->round->bands + 1, 0) + vt_round_vertex(ring, i);
}

static void add_triangle(skin *s, int a, int b, int c) {
  *s->next++ = a;
  *s->next++ = b;
  *s->next++ = c;
}

// Triangles of both caps between a ring and the next, quadrant by quadrant.
static void fill_ring(skin *s, int ring) {
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    int in = quadrant * ring, out = quadrant * (ring + 1);
    for (int i = 0; i <= ring; ++i) {
      add_triangle(s, upper(ring, in + i), upper(ring + 1, out + i), upper(ring + 1, out + i + 1));
      add_triangle(s, lower(s, ring, in + i), lower(s, ring + 1, out + i + 1), lower(s, ring + 1, out + i));
      if (i == ring) break;
      add_triangle(s, upper(ring, in + i), upper(ring + 1, out + i + 1), upper(ring, in + i + 1));
      add_triangle(s, lower(s, ring, in + i), lower(s, ring, in + i + 1), lower(s, ring + 1, out + i + 1));
    }
  }
}

static void fill_triangles(skin *s) {
  int rings = s->round->rings;
  s->next = s->triangles;
  for (int ring = 0; ring < rings; ++ring) fill_ring(s, ring);
  for (int band = 0; band < s->round->bands; ++band) {
    for (int i = 0; i < 4 * rings; ++i) {
      int a = rim(s, band, i), b = rim(s, band, i + 1), c = rim(s, band + 1, i), d = rim(s, band + 1, i + 1);
      add_triangle(s, a, c, d);
      add_triangle(s, a, d, b);
    }
  }
}

static void fill_nodes(skin *s) {
  const vt_round *r = s->round;
  for (int ring = 0; ring <= r->rings; ++ring) {
    for (int i = 0; i < (ring == 0 ? 1 : 4 * ring); ++i) {
      s->nodes[upper(ring, i)] =
          r->capped ? vt_round_on_cap(r, r->rings, ring, i, 1) : vt_round_on_disc(r, ring, i, 1);
      s->nodes[lower(s, ring, i)] =
          r->capped ? vt_round_on_cap(r, r->rings, ring, i, -1) : vt_round_on_disc(r, ring, i, -1);
    }
  }
  for (int band = 1; band < r->bands; ++band)
    for (int i = 0; i < 4 * r->rings; ++i)
      s->nodes[rim(s, band, i)] = vt_round_on_disc(r, r->rings, i, 1 - 2.0 * band / r->bands);
}

static vt_mesh *make_surface(const vt_round *round, const char *source, vt_error *error) {
  long long count = 2LL * vt_round_before(round->rings) + 4LL * round->rings * (round->bands + 1);
  if (count > INT_MAX / 1000) {
    vt_fail(error, VT_BAD_INPUT, "%s with %lld nodes: expected below %d", source, count, INT_MAX / 1000);
    return NULL;
  }
  int triangle_count = 2 * ((int)count - 2); // by Euler's formula
  vt_mesh *mesh = NULL;
  skin s = {.round = round};
  s.nodes = VT_NEW(vt_vec3, count, error);
  s.triangles = VT_NEW(int, 3 * (size_t)triangle_count, error);
  if (s.nodes != NULL && s.triangles != NULL) {
    fill_nodes(&s);
    fill_triangles(&s);
    mesh = vt_mesh_create(
        source, s.nodes, (int)count, VT_CELL_NONE, NULL, 0, s.triangles, triangle_count, error);
  }
  free(s.nodes);
  free(s.triangles);
  return mesh;
}

// ---------------------------------------------------------------- both

static bool is_size(double number) { return isfinite(number) && number > 0; }

static bool check_round(vt_round *round, int around, vt_cell_kind kind, vt_error *error) {
  vt_vec3 r = round->radii;
  if (!is_size(r.x) || !is_size(r.y) || !is_size(r.z) || !isfinite(round->half) || round->half < 0 ||
      (round->half == 0 && !round->capped))
    return vt_fail(error, VT_BAD_INPUT, "%s with radii %g %g %g m and length %g m: expected numbers above 0",
        round->word, r.x, r.y, r.z, 2 * round->half);
  if (around < ROUND_LEAST || around > ROUND_MOST || around % 4 != 0)
    return vt_fail(error, VT_BAD_INPUT, "%s with %d edges around: expected a multiple of 4 from %d to %d",
        round->word, around, ROUND_LEAST, ROUND_MOST);
  if (kind == VT_CELL_HEX8)
    return vt_fail(error, VT_BAD_INPUT, "%s of hexahedra: expected tetrahedra, or no cells", round->word);
  round->rings = around / 4;
  if (round->half == 0) return true;
  double edge = 2 * VT_PI * r.x / around, bands = rint(2 * round->half / edge); // along about as long
  if (!(bands <= ROUND_BANDS))
    return vt_fail(error, VT_BAD_INPUT, "%s of length %g m: expected at most %d edges of %g m along",
        round->word, 2 * round->half, ROUND_BANDS, edge);
  round->bands = bands < 1 ? 1 : (int)bands;
  return true;
}

static vt_mesh *make_round(vt_round *round, int around, vt_cell_kind kind, vt_error *error) {
  char source[64];
  if (!check_round(round, around, kind, error)) return NULL;
  snprintf(source, sizeof source, "%s of %d", round->word, around);
  if (kind == VT_CELL_NONE) return make_surface(round, source, error);
  vt_mesh *solid = vt_round_solid(round, source, error);
  if (solid == NULL || kind == VT_CELL_TET4) return solid;
  vt_mesh *ten = vt_mesh_quadratic(solid, error);
  vt_mesh_destroy(solid);
  return ten;
}

vt_mesh *vt_mesh_ellipsoid(vt_vec3 center, vt_vec3 radii, int around, vt_cell_kind kind, vt_error *error) {
  VT_NEED_OR_FAIL(vt_is_finite(center) && vt_is_number((int)kind, VT_CELL_HEX8 + 1), error, NULL);
  vt_round round = {.word = "ellipsoid", .center = center, .radii = radii, .capped = true};
  return make_round(&round, around, kind, error);
}

vt_mesh *vt_mesh_cylinder(
    vt_vec3 center, double radius, double length, int around, vt_cell_kind kind, vt_error *error) {
  VT_NEED_OR_FAIL(vt_is_finite(center) && vt_is_number((int)kind, VT_CELL_HEX8 + 1), error, NULL);
  vt_round round = {
      .word = "cylinder", .center = center, .radii = vt_v3(radius, radius, radius), .half = 0.5 * length};
  return make_round(&round, around, kind, error);
}

vt_mesh *vt_mesh_capsule(
    vt_vec3 center, double radius, double length, int around, vt_cell_kind kind, vt_error *error) {
  VT_NEED_OR_FAIL(vt_is_finite(center) && vt_is_number((int)kind, VT_CELL_HEX8 + 1), error, NULL);
  vt_round round = {.word = "capsule",
      .center = center,
      .radii = vt_v3(radius, radius, radius),
      .half = 0.5 * length,
      .capped = true};
  return make_round(&round, around, kind, error);
}

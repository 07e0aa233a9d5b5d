// Closed surfaces of round bodies: ellipsoids, cylinders and capsules.
//
// All have one pattern: from each pole rings of 4, 8, 12, ... vertices up to the rim, as on an octahedron
// whose faces are divided, and bands of quadrilaterals between the two rims. Triangles are then as well
// shaped at a pole, where cups land, as elsewhere; meridians that meet in a pole would leave slivers there.
// Every vertex lies on the body.
#include "base/misuse.h"
#include "base/memory.h"
#include "base/vec.h"
#include "mesh/build.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUND_LEAST 8     // edges around
#define ROUND_MOST 4000   // edges around
#define ROUND_BANDS 10000 // along

typedef struct pattern {
  int rings; // from a pole to the rim, which has four times as many edges
  int bands; // between the rims; none where both are one
  int node_count, triangle_count;
  vt_vec3 *nodes;
  int *triangles, *next; // next: where the next triangle goes
} pattern;

// Vertices of a cap before the ring, with the pole as ring 0.
static int before_ring(int ring) { return ring == 0 ? 0 : 1 + 2 * ring * (ring - 1); }

// Vertex i of a ring of the upper cap.
static int upper(int ring, int i) { return before_ring(ring) + (ring == 0 ? 0 : i % (4 * ring)); }

// Vertex i around, `band` rims below the upper one.
static int rim(const pattern *p, int band, int i) {
  return before_ring(p->rings) + 4 * p->rings * band + i % (4 * p->rings);
}

// Vertex i of a ring of the lower cap, whose rim is the last band's.
static int lower(const pattern *p, int ring, int i) {
  if (ring == p->rings) return rim(p, p->bands, i);
  return before_ring(p->rings) + 4 * p->rings * (p->bands + 1) + upper(ring, i);
}

static void add_triangle(pattern *p, int a, int b, int c) {
  *p->next++ = a;
  *p->next++ = b;
  *p->next++ = c;
}

// Triangles of both caps between a ring and the next, quadrant by quadrant.
static void fill_ring(pattern *p, int ring) {
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    int in = quadrant * ring, out = quadrant * (ring + 1);
    for (int i = 0; i <= ring; ++i) {
      add_triangle(p, upper(ring, in + i), upper(ring + 1, out + i), upper(ring + 1, out + i + 1));
      add_triangle(p, lower(p, ring, in + i), lower(p, ring + 1, out + i + 1), lower(p, ring + 1, out + i));
      if (i == ring) break;
      add_triangle(p, upper(ring, in + i), upper(ring + 1, out + i + 1), upper(ring, in + i + 1));
      add_triangle(p, lower(p, ring, in + i), lower(p, ring, in + i + 1), lower(p, ring + 1, out + i + 1));
    }
  }
}

static void fill_triangles(pattern *p) {
  p->next = p->triangles;
  for (int ring = 0; ring < p->rings; ++ring) fill_ring(p, ring);
  for (int band = 0; band < p->bands; ++band) {
    for (int i = 0; i < 4 * p->rings; ++i) {
      int a = rim(p, band, i), b = rim(p, band, i + 1), c = rim(p, band + 1, i), d = rim(p, band + 1, i + 1);
      add_triangle(p, a, c, d);
      add_triangle(p, a, d, b);
    }
  }
}

// A ring of both caps: `out` from the axis, `up` from the rims towards the poles, which are `half` apart from
// the middle.
static void place_ring(pattern *p, int ring, double out, double up, double half) {
  for (int i = 0; i < (ring == 0 ? 1 : 4 * ring); ++i) {
    double turn = ring == 0 ? 0 : 2 * VT_PI * i / (4 * ring);
    vt_vec3 at = vt_v3(out * cos(turn), out * sin(turn), half + up);
    p->nodes[upper(ring, i)] = at;
    at.z = -at.z;
    p->nodes[lower(p, ring, i)] = at;
  }
}

static void place_bands(pattern *p, double radius, double half) {
  for (int band = 1; band < p->bands; ++band) {
    double z = half * (1 - 2.0 * band / p->bands);
    for (int i = 0; i < 4 * p->rings; ++i) {
      double turn = 2 * VT_PI * i / (4 * p->rings);
      p->nodes[rim(p, band, i)] = vt_v3(radius * cos(turn), radius * sin(turn), z);
    }
  }
}

// Checks the numbers and takes memory; `length` 0 is none.
static bool begin(pattern *p, const char *word, double radius, double length, int around, vt_error *error) {
  if (around < ROUND_LEAST || around > ROUND_MOST || around % 4 != 0)
    return vt_fail(error, VT_BAD_INPUT, "%s with %d edges around: expected a multiple of 4 from %d to %d",
        word, around, ROUND_LEAST, ROUND_MOST);
  p->rings = around / 4;
  if (length > 0) { // edges along about as long as around
    double bands = rint(length / (2 * VT_PI * radius / around));
    if (!(bands <= ROUND_BANDS))
      return vt_fail(error, VT_BAD_INPUT,
          "%s of radius %g and length %g m: expected at most %d edges of %g m along", word, radius, length,
          ROUND_BANDS, 2 * VT_PI * radius / around);
    p->bands = bands < 1 ? 1 : (int)bands;
  }
  long long nodes = 2LL * before_ring(p->rings) + (long long)around * (p->bands + 1);
  if (nodes > INT_MAX / 1000)
    return vt_fail(error, VT_BAD_INPUT, "%s with %lld nodes: expected below %d", word, nodes, INT_MAX / 1000);
  p->node_count = (int)nodes;
  p->triangle_count = 2 * (p->node_count - 2); // by Euler's formula
  p->nodes = VT_NEW(vt_vec3, p->node_count, error);
  p->triangles = VT_NEW(int, 3 * (size_t)p->triangle_count, error);
  return p->nodes != NULL && p->triangles != NULL;
}

// The mesh, moved to its centre, or NULL if `begun` is false; gives the memory back.
static vt_mesh *finish(pattern *p, bool begun, const char *word, vt_vec3 center, vt_error *error) {
  vt_mesh *mesh = NULL;
  char source[64];
  if (begun) {
    fill_triangles(p);
    for (int i = 0; i < p->node_count; ++i) p->nodes[i] = vt_add(p->nodes[i], center);
    snprintf(source, sizeof source, "%s of %d", word, 4 * p->rings);
    mesh = vt_mesh_create(
        source, p->nodes, p->node_count, VT_CELL_NONE, NULL, 0, p->triangles, p->triangle_count, error);
  }
  free(p->nodes);
  free(p->triangles);
  return mesh;
}

static bool is_size(double number) { return isfinite(number) && number > 0; }

vt_mesh *vt_mesh_ellipsoid(vt_vec3 center, vt_vec3 radii, int around, vt_error *error) {
  pattern p = {0};
  VT_NEED_OR_FAIL(vt_is_finite(center), error, NULL);
  if (!is_size(radii.x) || !is_size(radii.y) || !is_size(radii.z)) {
    vt_fail(error, VT_BAD_INPUT, "ellipsoid with radii %g %g %g m: expected three numbers above 0", radii.x,
        radii.y, radii.z);
    return NULL;
  }
  bool begun = begin(&p, "ellipsoid", radii.x, 0, around, error);
  for (int ring = 0; begun && ring <= p.rings; ++ring) {
    double angle = 0.5 * VT_PI * ring / p.rings; // from the pole
    place_ring(&p, ring, sin(angle), ring == p.rings ? 0 : cos(angle), 0);
  }
  for (int i = 0; begun && i < p.node_count; ++i)
    p.nodes[i] = vt_v3(radii.x * p.nodes[i].x, radii.y * p.nodes[i].y, radii.z * p.nodes[i].z);
  return finish(&p, begun, "ellipsoid", center, error);
}

// A cylinder, or a capsule: with round caps in place of flat ones.
static vt_mesh *make_rod(const char *word, bool capped, vt_vec3 center, double radius, double length,
    int around, vt_error *error) {
  pattern p = {0};
  VT_NEED_OR_FAIL(vt_is_finite(center), error, NULL);
  if (!is_size(radius) || !is_size(length)) {
    vt_fail(error, VT_BAD_INPUT, "%s of radius %g and length %g m: expected numbers above 0", word, radius,
        length);
    return NULL;
  }
  bool begun = begin(&p, word, radius, length, around, error);
  for (int ring = 0; begun && ring <= p.rings; ++ring) {
    double share = (double)ring / p.rings, angle = 0.5 * VT_PI * share;
    bool flat = !capped || ring == p.rings;
    place_ring(
        &p, ring, radius * (capped ? sin(angle) : share), flat ? 0 : radius * cos(angle), 0.5 * length);
  }
  if (begun) place_bands(&p, radius, 0.5 * length);
  return finish(&p, begun, word, center, error);
}

vt_mesh *vt_mesh_cylinder(vt_vec3 center, double radius, double length, int around, vt_error *error) {
  return make_rod("cylinder", false, center, radius, length, around, error);
}

vt_mesh *vt_mesh_capsule(vt_vec3 center, double radius, double length, int around, vt_error *error) {
  return make_rod("capsule", true, center, radius, length, around, error);
}

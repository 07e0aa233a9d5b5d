// Writing the triangles of a mesh as OBJ, STL or PLY, with the nodes they use.
#include "base/memory.h"
#include "base/vec.h"
#include "mesh/writer.h"

#include <stdlib.h>
#include <string.h>

// Numbers the nodes that the triangles use in *place (-1: unused), to be freed; returns their number or -1.
static int number_nodes(const vt_mesh *mesh, int **place, vt_error *error) {
  *place = VT_NEW(int, mesh->node_count, error);
  if (*place == NULL) return -1;
  for (int i = 0; i < 3 * mesh->triangle_count; ++i) (*place)[mesh->triangles[i]] = 1;
  int count = 0;
  for (int n = 0; n < mesh->node_count; ++n) (*place)[n] = (*place)[n] != 0 ? count++ : -1;
  return count;
}

// The groups of each triangle: groups[starts[t]] to groups[starts[t + 1]].
static bool triangle_groups(const vt_mesh *mesh, int **starts, int **groups, vt_error *error) {
  size_t all = 0;
  for (int g = 0; g < mesh->group_count; ++g) all += (size_t)mesh->groups[g].triangle_count;
  *starts = VT_NEW(int, mesh->triangle_count + 1, error);
  *groups = VT_NEW(int, all, error);
  if (*starts == NULL || *groups == NULL) return false;
  for (int g = 0; g < mesh->group_count; ++g) {
    for (int i = 0; i < mesh->groups[g].triangle_count; ++i) ++(*starts)[mesh->groups[g].triangles[i]];
  }
  for (int t = 1; t <= mesh->triangle_count; ++t) (*starts)[t] += (*starts)[t - 1];
  for (int g = mesh->group_count - 1; g >= 0; --g) {
    for (int i = 0; i < mesh->groups[g].triangle_count; ++i) {
      (*groups)[--(*starts)[mesh->groups[g].triangles[i]]] = g;
    }
  }
  return true;
}

// A name in an OBJ file ends at a space.
static void put_name(FILE *file, const char *name) {
  for (; *name != '\0'; ++name) fputc((unsigned char)*name <= ' ' ? '_' : *name, file);
}

bool vt_write_obj(const vt_mesh *mesh, FILE *file, vt_error *error) {
  int *place = NULL, *starts = NULL, *groups = NULL;
  bool done = number_nodes(mesh, &place, error) >= 0 && triangle_groups(mesh, &starts, &groups, error);
  for (int n = 0; done && n < mesh->node_count; ++n) {
    vt_vec3 x = mesh->nodes[n];
    if (place[n] >= 0) fprintf(file, "v %.17g %.17g %.17g\n", x.x, x.y, x.z);
  }
  for (int t = 0; done && t < mesh->triangle_count; ++t) {
    const int *n = mesh->triangles + 3 * (size_t)t;
    int count = starts[t + 1] - starts[t], before = t > 0 ? starts[t] - starts[t - 1] : 0;
    bool same = count == before && (count == 0 || memcmp(groups + starts[t], groups + starts[t] - count,
                                                      (size_t)count * sizeof(int)) == 0);
    if (!same) {
      fputc('g', file);
      for (int i = starts[t]; i < starts[t + 1]; ++i) {
        fputc(' ', file);
        put_name(file, mesh->groups[groups[i]].name);
      }
      fputc('\n', file);
    }
    fprintf(file, "f %d %d %d\n", place[n[0]] + 1, place[n[1]] + 1, place[n[2]] + 1);
  }
  free(place);
  free(starts);
  free(groups);
  return done;
}

static void put_floats(FILE *file, vt_vec3 x) {
  float values[3] = {(float)x.x, (float)x.y, (float)x.z};
  for (int i = 0; i < 3; ++i) vt_put_little(file, &values[i], 4);
}

bool vt_write_stl(const vt_mesh *mesh, FILE *file, vt_error *error) {
  char header[80] = "ventouse mesh, metres";
  uint32_t count = (uint32_t)mesh->triangle_count;
  const uint16_t zero = 0;
  for (int n = 0; n < mesh->node_count; ++n) {
    vt_vec3 x = mesh->nodes[n];
    if (fmax(fabs(x.x), fmax(fabs(x.y), fabs(x.z))) < 3e38) continue;
    return vt_fail(error, VT_BAD_INPUT,
        "%s: node %d is at (%g %g %g), expected what the 32 bits of an STL file can hold", mesh->source, n,
        x.x, x.y, x.z);
  }
  fwrite(header, 1, sizeof header, file);
  vt_put_little(file, &count, 4);
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const int *n = mesh->triangles + 3 * (size_t)t;
    vt_vec3 a = mesh->nodes[n[0]], b = mesh->nodes[n[1]], c = mesh->nodes[n[2]];
    put_floats(file, vt_normalized(vt_cross(vt_sub(b, a), vt_sub(c, a))));
    put_floats(file, a);
    put_floats(file, b);
    put_floats(file, c);
    vt_put_little(file, &zero, 2);
  }
  return true;
}

bool vt_write_ply(const vt_mesh *mesh, FILE *file, vt_error *error) {
  int *place = NULL;
  int count = number_nodes(mesh, &place, error);
  if (count < 0) return false;
  fprintf(file, "ply\nformat binary_little_endian 1.0\ncomment ventouse mesh, metres\nelement vertex %d\n",
      count);
  fprintf(file, "property double x\nproperty double y\nproperty double z\nelement face %d\n",
      mesh->triangle_count);
  fprintf(file, "property list uchar int vertex_indices\nend_header\n");
  for (int n = 0; n < mesh->node_count; ++n) {
    if (place[n] < 0) continue;
    vt_put_little(file, &mesh->nodes[n].x, 8);
    vt_put_little(file, &mesh->nodes[n].y, 8);
    vt_put_little(file, &mesh->nodes[n].z, 8);
  }
  for (int t = 0; t < mesh->triangle_count; ++t) {
    const uint8_t three = 3;
    vt_put_little(file, &three, 1);
    for (int i = 0; i < 3; ++i) {
      int32_t node = place[mesh->triangles[3 * (size_t)t + (size_t)i]];
      vt_put_little(file, &node, 4);
    }
  }
  free(place);
  return true;
}

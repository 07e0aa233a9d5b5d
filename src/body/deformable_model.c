// Deformable bodies: what is constant of them.
#include "body/deformable.h"
#include "mesh/topology.h"

#include <stdlib.h>

static bool check_material(const vt_deformable_def *def, const char *what, vt_error *error) {
  const vt_material *m = &def->material;
  if (!(m->young > 0 && m->young < 1e15))
    return vt_fail(error, VT_BAD_INPUT, "%s: Young's modulus is %g, expected above 0 Pa", what, m->young);
  if (!(m->poisson >= 0 && m->poisson < 0.5))
    return vt_fail(
        error, VT_BAD_INPUT, "%s: Poisson's ratio is %g, expected 0 to below 0.5", what, m->poisson);
  if (m->law != VT_LAW_COROTATED && m->law != VT_LAW_NEO_HOOKEAN)
    return vt_fail(error, VT_BAD_INPUT, "%s: law %d is not known", what, (int)m->law);
  if (!(m->mass_damping >= 0 && m->mass_damping < 1e15 && m->stiffness_damping >= 0 &&
          m->stiffness_damping < 1e15))
    return vt_fail(error, VT_BAD_INPUT, "%s: damping is %g 1/s and %g s, expected 0 or above", what,
        m->mass_damping, m->stiffness_damping);
  if (def->mass == 0 && !(m->density > 0 && m->density < 1e12))
    return vt_fail(error, VT_BAD_INPUT, "%s: density is %g, expected above 0 kg/m^3 where no mass is given",
        what, m->density);
  if (!(def->mass >= 0 && def->mass < 1e15))
    return vt_fail(error, VT_BAD_INPUT, "%s: mass is %g, expected above 0 kg", what, def->mass);
  return true;
}

// The element to use, or false if the mesh does not suit the one asked for.
static bool choose_element(vt_element *element, const vt_mesh *mesh, const char *what, vt_error *error) {
  static const char *const names[] = {"auto", "tet4", "tet4_nodal", "tet4_smoothed", "tet10", "hex8"};
  static const char *const cells[] = {
      "no cells", "tetrahedra of 4 nodes", "tetrahedra of 10 nodes", "hexahedra"};
  vt_cell_kind kind = mesh->cell_kind;
  if ((int)*element < VT_ELEMENT_AUTO || *element > VT_ELEMENT_HEX8)
    return vt_fail(
        error, VT_BAD_INPUT, "%s: found element %d, expected one of vt_element", what, (int)*element);
  if (kind == VT_CELL_NONE || mesh->cell_count == 0)
    return vt_fail(error, VT_BAD_INPUT,
        "%s: mesh %s has no cells, a deformable body needs tetrahedra or hexahedra", what, mesh->source);
  if (*element == VT_ELEMENT_AUTO)
    *element = kind == VT_CELL_HEX8    ? VT_ELEMENT_HEX8
               : kind == VT_CELL_TET10 ? VT_ELEMENT_TET10
                                       : VT_ELEMENT_TET4_SMOOTHED;
  bool fits = *element == VT_ELEMENT_HEX8    ? kind == VT_CELL_HEX8
              : *element == VT_ELEMENT_TET10 ? kind == VT_CELL_TET10 || kind == VT_CELL_TET4
                                             : kind == VT_CELL_TET4;
  if (fits) return true;
  return vt_fail(error, VT_BAD_INPUT, "%s: element %s does not fit mesh %s of %s", what, names[*element],
      mesh->source, cells[kind]);
}

static bool share_mass(vt_deformable_model *model, double mass, vt_error *error) {
  int count = model->mesh->node_count;
  double volume = model->elements.volume;
  model->mass = VT_NEW(double, count, error);
  if (model->mass == NULL) return false;

  double density = mass > 0 ? mass / volume : model->material.density;
  for (int i = 0; i < count; ++i) model->mass[i] = density * model->elements.node_volumes[i];
  model->total_mass = density * volume;
  return true;
}

static bool find_edges(vt_deformable_model *model, vt_error *error) {
  vt_edges edges;
  if (!vt_edges_find(model->mesh, &edges, error)) return false;
  model->edge_count = edges.count;
  model->cell_edges = edges.cell_edges;
  edges.cell_edges = NULL;
  vt_edges_free(&edges);
  return true;
}

bool vt_deformable_model_init(
    vt_deformable_model *model, const vt_deformable_def *def, const char *what, vt_error *error) {
  *model = (vt_deformable_model){.element = def->element, .material = def->material, .gravity = def->gravity};
  if (def->mesh == NULL) return vt_fail(error, VT_BAD_INPUT, "%s: no mesh is given", what);
  if (!choose_element(&model->element, def->mesh, what, error) || !check_material(def, what, error))
    return false;
  bool quadratic = model->element == VT_ELEMENT_TET10 && def->mesh->cell_kind == VT_CELL_TET4;
  model->mesh = quadratic ? vt_mesh_quadratic(def->mesh, error) : vt_mesh_copy(def->mesh, error);
  if (model->mesh == NULL) return false;
  model->prescribed = VT_NEW(bool, model->mesh->node_count, error);
  model->at_times = VT_NEW(bool, model->mesh->node_count, error);
  bool done = model->prescribed != NULL && model->at_times != NULL &&
              vt_elements_build(&model->elements, model->mesh, model->element, def->material.young,
                  def->material.poisson, error) &&
              share_mass(model, def->mass, error) && find_edges(model, error);
  if (done) {
    model->elements.law = def->material.law;
    model->analysis = vt_analysis_create(&model->elements.pattern, model->prescribed, error);
    done = model->analysis != NULL;
  }
  if (!done) vt_deformable_model_free(model);
  return done;
}

void vt_deformable_model_free(vt_deformable_model *model) {
  vt_analysis_destroy(model->analysis);
  vt_elements_free(&model->elements);
  vt_mesh_destroy(model->mesh);
  free(model->mass);
  free(model->prescribed);
  free(model->at_times);
  free(model->cell_edges);
  *model = (vt_deformable_model){0};
}

bool vt_deformable_model_prescribe(
    vt_deformable_model *model, const int *nodes, int count, bool at_times, vt_error *error) {
  if (at_times) {
    for (int k = 0; k < count; ++k) model->at_times[nodes[k]] = true;
    model->any_at_times = model->any_at_times || count > 0;
    return true;
  }
  for (int k = 0; k < count; ++k) model->prescribed[nodes[k]] = true;
  vt_analysis *analysis = vt_analysis_create(&model->elements.pattern, model->prescribed, error);
  if (analysis == NULL) {
    for (int k = 0; k < count; ++k) model->prescribed[nodes[k]] = false;
    return false;
  }
  vt_analysis_destroy(model->analysis);
  model->analysis = analysis;
  return true;
}

// The scenes of absurd_scenes.h. Soft blocks have edges of 2 cm, walls and boxes some more.
#include "absurd_scenes.h"
#include "chance.h"

const char *absurd_name(absurd_kind kind) {
  static const char *const names[ABSURD_KINDS] = {"wall", "cup", "inside", "rigid", "stack", "crushed",
      "thrown", "twisted", "linked", "loaded", "blown", "jumped"};
  return names[kind];
}

void absurd_describe(const absurd *a, char *text, size_t size) {
  snprintf(text, size,
      "%s: young %.2g nu %.2g dt %.2g mass %.2g other %.2g mu %.2g fast %.2g limit %.2g, %d steps, %d "
      "cells%s%s%s",
      absurd_name(a->kind), a->young, a->poisson, a->dt, a->mass, a->other, a->friction, a->fast, a->limit,
      a->steps, a->cells, a->tetrahedra ? " tetrahedra" : "", a->newmark ? " newmark" : "",
      a->touch ? " touching itself" : "");
}

// ---------------------------------------------------------------- chance

absurd absurd_random(uint64_t seed, int number) {
  static const double poissons[] = {0, 0.3, 0.45, 0.49, 0.499}, frictions[] = {0, 0.5, 1, 100};
  uint64_t s = seed * 1000003u + (uint64_t)number;
  absurd a = {.kind = (absurd_kind)chance_pick(&s, ABSURD_KINDS), .young = chance_power(&s, 0, 12)};
  a.poisson = poissons[chance_pick(&s, 5)];
  a.dt = chance_power(&s, -6, 0);
  a.mass = chance_power(&s, -6, 3);
  a.other = chance_power(&s, -6, 3);
  a.friction = frictions[chance_pick(&s, 4)];
  a.fast = chance_power(&s, -2, 3);
  a.limit = chance_pick(&s, 3) == 0 ? chance_power(&s, -3, 6) : 0;
  a.steps = 3 + chance_pick(&s, 4);
  if (chance_pick(&s, 2) == 0)
    a.fast = chance_power(&s, -3, -1) / (a.dt * a.steps); // in all some millimetres or centimetres
  a.cells = 1 + chance_pick(&s, 5);
  a.tetrahedra = chance_pick(&s, 2) == 0;
  a.newmark = chance_pick(&s, 4) == 0;
  a.touch = chance_pick(&s, 3) == 0;
  return a;
}

// ---------------------------------------------------------------- parts of scenes

// A soft block of 2 cm whose middle is at (x, y, z), in m.
static void soft_block(
    const absurd *a, FILE *f, const char *name, double mass, double x, double y, double z) {
  fprintf(f,
      "  <deformable name='%s' material='stuff' mass='%.9g' position='%g %g %g' self_contact='%s'>"
      "<box size='0.02 0.02 0.02' cells='%d %d %d' kind='%s'/></deformable>\n",
      name, mass, x, y, z, a->touch ? "true" : "false", a->cells, a->cells, a->cells,
      a->tetrahedra ? "tet4" : "hex8");
}

static void box(FILE *f, const char *kind, const char *name, const char *more, const char *size, double x,
    double y, double z) {
  fprintf(f, "  <%s name='%s' %s position='%g %g %g'><box size='%s'/></%s>\n", kind, name, more, x, y, z,
      size, kind);
}

static void heavy_box(
    FILE *f, const char *name, double mass, const char *size, double x, double y, double z) {
  char more[60];
  snprintf(more, sizeof more, "mass='%.9g'", mass);
  box(f, "rigid", name, more, size, x, y, z);
}

// A hand that goes `travel` (m) along z in a straight line over the whole run.
static void hand(const absurd *a, FILE *f, const char *name, double travel) {
  fprintf(f, "  <frame name='%s'><key time='0'/><key time='%.9g' position='0 0 %.9g'/></frame>\n", name,
      a->steps * a->dt, travel);
}

static void grip(const absurd *a, FILE *f, const char *body, const char *frame, const char *where) {
  fprintf(f, "  <attach body='%s' frame='%s'", body, frame);
  if (a->limit > 0) fprintf(f, " force_limit='%.9g'", a->limit);
  fprintf(f, ">%s</attach>\n", where);
}

static const char *const TOP = "<box min='-1 -1 0.0099' max='1 1 1'/>",
                         *const BOTTOM = "<box min='-1 -1 -1' max='1 1 -0.0099'/>";

// ---------------------------------------------------------------- the kinds

static void write_wall(const absurd *a, FILE *f) {
  box(f, "fixed", "wall", "", "0.1 0.1 0.01", 0, 0, -0.016);
  soft_block(a, f, "block", a->mass, 0, 0, 0);
  hand(a, f, "hand", -a->fast * a->dt * a->steps);
  grip(a, f, "block", "hand", TOP);
}

static void write_cup(const absurd *a, const char *meshes, FILE *f) {
  heavy_box(f, "cube", a->other, "0.06 0.06 0.06", 0, 0, -0.0301);
  box(f, "fixed", "table", "", "0.2 0.2 0.02", 0, 0, -0.0703);
  fprintf(f,
      "  <deformable name='cup' mesh='%s/cup_35x15%s.msh' material='stuff' mass='%.9g' position='0 0 0.001' "
      "self_contact='%s'/>\n",
      meshes, a->cells > 3 ? "" : "_n434", a->mass, a->touch ? "true" : "false");
  hand(a, f, "hand", -fmin(a->fast * a->dt * a->steps, 0.05));
  fprintf(f, "  <attach body='cup' region='stem' frame='hand'");
  if (a->limit > 0) fprintf(f, " force_limit='%.9g'", a->limit);
  fprintf(f, "/>\n  <air/>\n");
}

static void write_inside(const absurd *a, FILE *f) {
  soft_block(a, f, "first", a->mass, 0, 0, 0);
  soft_block(a, f, "second", a->other, 0.003, 0.001, 0.002);
  heavy_box(f, "core", a->other, "0.01 0.01 0.01", 0.001, 0.002, 0.003);
  box(f, "fixed", "table", "", "0.1 0.1 0.02", 0, 0, -0.015);
}

static void write_rigid(const absurd *a, FILE *f) {
  for (int k = 0; k < 2 + a->cells; ++k) {
    char name[20];
    snprintf(name, sizeof name, "box %d", k);
    heavy_box(
        f, name, k % 2 == 0 ? a->mass : a->other, "0.02 0.03 0.02", 0.001 * k, 0.0007 * k, 0.0003 * k * k);
  }
  box(f, "fixed", "table", "", "0.1 0.1 0.02", 0, 0, -0.0201);
}

static void write_stack(const absurd *a, FILE *f) {
  heavy_box(f, "light", a->mass, "0.02 0.02 0.02", 0, 0, 0.01011);
  soft_block(a, f, "soft", a->mass, 0.001, 0, 0.03022);
  heavy_box(f, "heavy", a->other, "0.02 0.02 0.02", 0, 0.002, 0.05033);
  box(f, "fixed", "table", "", "0.1 0.1 0.02", 0, 0, -0.01);
}

static void write_crushed(const absurd *a, FILE *f) {
  hand(a, f, "down", -a->fast * a->dt * a->steps);
  hand(a, f, "up", a->fast * a->dt * a->steps);
  box(f, "driven", "ram", "frame='down'", "0.05 0.05 0.01", 0, 0, 0.0152);
  box(f, "driven", "anvil", "frame='up'", "0.05 0.05 0.01", 0, 0, -0.0152);
  soft_block(a, f, "block", a->mass, 0, 0, 0);
}

static void write_thrown(const absurd *a, FILE *f) {
  char more[120];
  box(f, "fixed", "wall", "", "0.1 0.1 0.002", 0, 0, -0.02);
  fprintf(f,
      "  <deformable name='block' material='stuff' mass='%.9g' velocity='0 %.9g %.9g'>"
      "<box size='0.02 0.02 0.02' cells='%d %d %d' kind='%s'/></deformable>\n",
      a->mass, 0.3 * a->fast, -a->fast, a->cells, a->cells, a->cells, a->tetrahedra ? "tet4" : "hex8");
  snprintf(more, sizeof more, "mass='%.9g' velocity='0 0 %.9g' angular_velocity='%.9g 0 90'", a->other,
      -2 * a->fast, 3e3 * a->fast);
  box(f, "rigid", "box", more, "0.01 0.015 0.02", 0, 0, 0.03);
}

static void write_twisted(const absurd *a, FILE *f) {
  double end = a->steps * a->dt;
  fprintf(f, "  <frame name='hold'/>\n  <frame name='turn'>");
  for (int k = 0; k <= 8; ++k) // two rounds, and away
    fprintf(f, "<key time='%.9g' rotation='0 0 1 %d' position='0 0 %.9g'/>", k * end / 8, 90 * k,
        0.125 * k * fmin(a->fast * end, 1));
  fprintf(f, "</frame>\n");
  soft_block(a, f, "block", a->mass, 0, 0, 0);
  grip(a, f, "block", "hold", BOTTOM);
  grip(a, f, "block", "turn", TOP);
}

static void write_linked(const absurd *a, FILE *f) {
  static const double at[] = {0, 0.03, 0.06};
  for (int k = 0; k < 3; ++k) {
    char name[20];
    snprintf(name, sizeof name, "bar %d", k);
    heavy_box(f, name, k == 1 ? a->other : a->mass, "0.02 0.01 0.01", at[k], 0, 0);
  }
  soft_block(a, f, "block", a->mass, 0.09, 0, 0);
  fprintf(f, "  <link kind='ball' b='bar 0' position='-0.01 0 0'/>\n"
             "  <link kind='hinge' a='bar 0' b='bar 1' position='0.015 0 0'/>\n"
             "  <link kind='fixed' a='bar 1' b='bar 2' position='0.015 0 0'/>\n"
             "  <link kind='hinge' a='bar 2' position='0.01 0 0' axis='0 1 0'/>\n"
             "  <link kind='slide' a='bar 0' b='bar 2' axis='1 0 0'/>\n"
             "  <bond a='block' b='bar 2'><box min='-1 -1 -1' max='-0.0099 1 1'/></bond>\n");
  fprintf(f,
      "  <spring stiffness='%.9g' rest='0'><point body='bar 0' position='0.01 0 0'/>"
      "<point body='block' position='0.01 0.01 0.01'/></spring>\n"
      "  <cable><point position='0 0 0.1'/><point body='bar 1'/><point body='block'/>"
      "<key time='0' ratio='1'/><key time='%.9g' ratio='0'/></cable>\n",
      a->young, a->steps * a->dt);
}

static void write_loaded(const absurd *a, FILE *f) {
  double force = a->fast * a->fast * 1e3;
  box(f, "fixed", "wall", "", "0.1 0.1 0.01", 0, 0, -0.0152);
  soft_block(a, f, "block", a->mass, 0, 0, 0);
  heavy_box(f, "box", a->other, "0.01 0.01 0.01", 0, 0.02, 0);
  fprintf(f,
      "  <load body='block' force='0 %.9g %.9g'>%s</load>\n  <load body='block' pressure='%.9g'/>\n"
      "  <load body='box' force='0 %.9g 0'/>\n",
      0.1 * force, -force, TOP, force * 1e3, -force);
}

static void write_blown(const absurd *a, const char *meshes, FILE *f) {
  heavy_box(f, "cube", a->other, "0.06 0.06 0.06", 0, 0, -0.0301);
  fprintf(f,
      "  <deformable name='cup' mesh='%s/cup_35x15_n434.msh' material='stuff' mass='%.9g' position='0 0 "
      "0.0001'/>\n  <frame name='hand'/>\n",
      meshes, a->mass);
  fprintf(f, "  <attach body='cup' region='stem' frame='hand'");
  if (a->limit > 0) fprintf(f, " force_limit='%.9g'", a->limit);
  fprintf(f, "/>\n  <air mode='active' pressure='%.9g' max_pressure='%s'/>\n",
      a->touch ? -101325.0 : a->fast * a->fast * 1e3, a->newmark ? "none" : "seal");
}

static void write_jumped(const absurd *a, FILE *f) {
  soft_block(a, f, "block", a->mass, 0, 0, 0.0152);
  heavy_box(f, "box", a->other, "0.05 0.05 0.01", 0, 0, 0);
  fprintf(f,
      "  <frame name='hand' interpolation='step'><key time='0'/><key time='%.9g' position='0 0 -0.04'/>"
      "<key time='%.9g' position='0.001 0 0'/></frame>\n",
      1.5 * a->dt, (a->steps - 0.5) * a->dt);
  grip(a, f, "block", "hand", TOP);
}

void absurd_write(const absurd *a, const char *meshes, FILE *f) {
  fprintf(f, "<scene name='absurd' dt='%.9g' duration='%.9g' frames='%.9g' integrator='%s'>\n", a->dt,
      a->steps * a->dt, a->dt, a->newmark ? "newmark" : "euler");
  fprintf(f, "  <contact friction='%g'/>\n  <material name='stuff' young='%.9g' poisson='%g'/>\n",
      a->friction, a->young, a->poisson);
  switch (a->kind) {
  case ABSURD_WALL:
    write_wall(a, f);
    break;
  case ABSURD_CUP:
    write_cup(a, meshes, f);
    break;
  case ABSURD_INSIDE:
    write_inside(a, f);
    break;
  case ABSURD_RIGID:
    write_rigid(a, f);
    break;
  case ABSURD_STACK:
    write_stack(a, f);
    break;
  case ABSURD_CRUSHED:
    write_crushed(a, f);
    break;
  case ABSURD_THROWN:
    write_thrown(a, f);
    break;
  case ABSURD_TWISTED:
    write_twisted(a, f);
    break;
  case ABSURD_LINKED:
    write_linked(a, f);
    break;
  case ABSURD_LOADED:
    write_loaded(a, f);
    break;
  case ABSURD_BLOWN:
    write_blown(a, meshes, f);
    break;
  case ABSURD_JUMPED:
    write_jumped(a, f);
    break;
  case ABSURD_KINDS:
    break;
  }
  fprintf(f, "</scene>\n");
}

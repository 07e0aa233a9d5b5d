#include "pick_up.h"
#include "chance.h"

static const double pi = 3.14159265358979323846, gap = 1e-4,
                    clearance = 1e-3; // m: kept by contact; cup above object

typedef struct cup_kind {
  const char *mesh;
  double radius; // m, outer, of the rim
} cup_kind;

static const cup_kind cups[] = {{"cup_35x15.msh", 0.0175}, {"cup_35x15.msh", 0.0175},
    {"cup_small.msh", 0.020}, {"cup_large.msh", 0.0345}, {"cup_S.msh", 0.016}, {"cup_B.msh", 0.023}};
enum { CUPS = sizeof cups / sizeof *cups };

static const char *const object_names[OBJECTS] = {"box", "sphere", "cylinder", "soft box", "soft sphere"};

static bool is_soft(const pick_up *p) {
  return p->object == OBJECT_SOFT_BOX || p->object == OBJECT_SOFT_SPHERE;
}
static bool is_box(const pick_up *p) { return p->object == OBJECT_BOX || p->object == OBJECT_SOFT_BOX; }

pick_up pick_up_by_chance(uint64_t seed, int number) {
  static const double steps[] = {0.005, 0.01, 0.01, 0.01, 0.02};
  uint64_t state = seed * 1000003u + (uint64_t)number, *s = &state;
  pick_up p = {.cup = chance_pick(s, CUPS), .object = (pick_up_object)chance_pick(s, OBJECTS)};
  double radius = cups[p.cup].radius;
  p.cup_young = chance_power(s, 5.5, 6.7);
  p.cup_poisson = chance_between(s, 0, 0.47);
  for (int d = 0; d < 3; ++d) p.cells[d] = 1 + chance_pick(s, is_soft(&p) ? 5 : 8);
  p.size[0] = radius * chance_between(s, 1.6, 5);
  p.size[1] = radius * chance_between(s, 1.6, 5);
  p.size[2] = chance_between(s, 0.005, 0.06);
  if (!is_box(&p)) p.size[0] = radius * chance_between(s, 1, 4);
  p.young = chance_power(s, 4.3, 6.5);
  p.poisson = chance_between(s, 0, 0.47);
  p.mass = chance_power(s, -2, 0.3);
  p.yaw = chance_between(s, 0, 360);
  p.tilt = chance_pick(s, 3) == 0 ? chance_between(s, 0, 30) : 0;
  p.tilt_toward = chance_between(s, 0, 360);
  p.lean = chance_pick(s, 2) == 0 ? chance_between(s, 0, 12) : 0;
  p.lean_toward = chance_between(s, 0, 360);
  for (int d = 0; d < 2; ++d)
    p.offset[d] = chance_pick(s, 2) == 0 ? chance_between(s, -0.4, 0.4) * radius : 0;
  p.press = chance_between(s, 0.001, 0.006);
  p.lift = chance_between(s, 0.02, 0.06);
  p.shake = chance_pick(s, 2) == 0 ? chance_between(s, 0, 0.02) : 0;
  p.friction = chance_pick(s, 5) == 0 ? 0 : chance_between(s, 0.1, 1.2);
  p.active = chance_pick(s, 4) == 0;
  p.suction = chance_power(s, 3.5, 4.8);
  p.leak = chance_pick(s, 5) == 0 ? chance_power(s, -12, -9) : 0;
  p.let_go = chance_pick(s, 5) == 0;
  p.newmark = chance_pick(s, 5) == 0;
  p.dt = steps[chance_pick(s, 5)];
  p.duration = 2;
  return p;
}

void pick_up_describe(const pick_up *p, char *text, size_t size) {
  snprintf(text, size,
      "%s of %.2g Pa on a %s, %.0f x %.0f x %.0f mm, %.2g Pa, %.2g kg, tilt %.0f, lean %.0f, press %.1f mm, "
      "mu %.2f, %s "
      "%.2g, leak %.1g%s%s, dt %g",
      cups[p->cup].mesh, p->cup_young, object_names[p->object], 1e3 * p->size[0], 1e3 * p->size[1],
      1e3 * p->size[2], p->young, p->mass, p->tilt, p->lean, 1e3 * p->press, p->friction,
      p->active ? "active" : "passive", p->suction, p->leak, p->let_go ? ", let go" : "",
      p->newmark ? ", newmark" : "", p->dt);
}

// How high the object's middle is as it begins, and its highest point above that: what lies flat is flat on
// the ground, what is tilted is as high as its largest extent, and falls.
static double half_height(const pick_up *p) {
  if (!is_box(p)) return p->size[0];
  double half = 0.5 * p->size[2];
  if (p->tilt > 0)
    half = 0.5 * sqrt(p->size[0] * p->size[0] + p->size[1] * p->size[1] + p->size[2] * p->size[2]);
  return half;
}

// A turn about the vertical, then one about a level axis, as a quaternion.
static void write_turn(FILE *file, double yaw, double tilt, double toward) {
  double a = 0.5 * yaw * pi / 180, b = 0.5 * tilt * pi / 180, x = cos(toward * pi / 180),
         y = sin(toward * pi / 180);
  double w = cos(b) * cos(a),
         q[3] = {sin(b) * (x * cos(a) + y * sin(a)), sin(b) * (y * cos(a) - x * sin(a)), cos(b) * sin(a)};
  fprintf(file, "quaternion='%.17g %.17g %.17g %.17g'", w, q[0], q[1], q[2]);
}

static void write_object(const pick_up *p, const char *meshes, FILE *file) {
  static const char *const round_meshes[OBJECTS] = {[OBJECT_SPHERE] = "sphere_r20_surface.msh",
      [OBJECT_CYLINDER] = "cylinder_r25_surface.msh",
      [OBJECT_SOFT_SPHERE] = "sphere_r20_coarse.msh"};
  double mesh_radius = p->object == OBJECT_CYLINDER ? 0.025 : 0.020;
  const char *kind = is_soft(p) ? "deformable" : "rigid";
  fprintf(file, "<%s name='object' mass='%.6g' position='0 0 %.9g' ", kind, p->mass, half_height(p) + gap);
  if (is_soft(p)) fprintf(file, "material='jelly' ");
  if (!is_box(p))
    fprintf(file, "mesh='%s/%s' scale='%.9g' ", meshes, round_meshes[p->object], p->size[0] / mesh_radius);
  write_turn(file, p->yaw, p->object == OBJECT_CYLINDER ? 0 : p->tilt, p->tilt_toward);
  if (is_box(p))
    fprintf(file, "><box size='%.9g %.9g %.9g' cells='%d %d %d'/></%s>\n", p->size[0], p->size[1], p->size[2],
        p->cells[0], p->cells[1], p->cells[2], kind);
  else
    fprintf(file, "/>\n");
}

static void write_air(const pick_up *p, FILE *file) {
  if (p->active)
    fprintf(file,
        "<air mode='active' pressure='%.6g'><pressure interpolation='linear'><key time='0.5' "
        "factor='0'/><key time='0.7' "
        "factor='1'/></pressure></air>\n",
        -p->suction);
  else
    fprintf(file, "<air mode='passive' leak_conductance='%.6g'/>\n", p->leak);
}

void pick_up_write(const pick_up *p, const char *meshes, FILE *file) {
  double above = 2 * half_height(p) + gap + cups[p->cup].radius * sin(p->lean * pi / 180) + clearance;
  double down = above - 2 * half_height(p) + p->press;
  if (p->tilt > 0 && is_box(p)) down += 2 * half_height(p) - p->size[2]; // to where it is once it lies
  fprintf(file, "<scene dt='%g' duration='%g' integrator='%s'>\n", p->dt, p->duration,
      p->newmark ? "newmark" : "euler");
  fprintf(file, "<contact friction='%.6g'/>\n", p->friction);
  write_air(p, file);
  fprintf(file, "<material name='silicone' young='%.6g' poisson='%.6g' stiffness_damping='1e-3'/>\n",
      p->cup_young, p->cup_poisson);
  fprintf(file, "<material name='jelly' young='%.6g' poisson='%.6g' stiffness_damping='5e-3'/>\n", p->young,
      p->poisson);
  fprintf(file, "<fixed name='ground'><box size='%g %g 0.05' center='0 0 -0.025'/></fixed>\n", PICK_UP_GROUND,
      PICK_UP_GROUND);
  write_object(p, meshes, file);
  fprintf(file, "<deformable name='cup' mesh='%s/%s' material='silicone' position='%.9g %.9g %.9g' ", meshes,
      cups[p->cup].mesh, p->offset[0], p->offset[1], above);
  write_turn(file, 0, p->lean, p->lean_toward);
  fprintf(file, "/>\n<frame name='hand' interpolation='smooth'><key time='0'/>\n");
  fprintf(file, "<key time='0.5' position='0 0 %.9g'/><key time='0.7' position='0 0 %.9g'/>\n", -down, -down);
  fprintf(file, "<key time='1.2' position='0 0 %.9g'/>\n", p->lift - down);
  fprintf(file, "<key time='1.35' position='%.9g 0 %.9g'/>\n", p->shake, p->lift - down);
  fprintf(file, "<key time='1.5' position='0 0 %.9g'/></frame>\n", p->lift - down);
  fprintf(file, "<attach body='cup' region='stem' frame='hand' force_limit='200'%s/>\n",
      p->let_go ? " until='1.7'" : "");
  fprintf(file, "<sensor name='hand' frame='hand'/>\n<sensor name='ground' body='ground'/>\n</scene>\n");
}

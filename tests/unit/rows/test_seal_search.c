// What a seal bears, in closed form: rigid pots upside down on a plane, each pressed on it by its own weight
// and blown up from inside.
//
// A pot has three sides and the corners of its mouth are lower than those of its rim outside, by less than
// the sealing distance: all of the rim seals, and the three corners of the mouth carry the weight in equal
// parts. With p beyond ambient in a mouth of area A and the weight F they press with F - p A. Each corner's
// force is spread over a third of the triangles of the rim around it, together S, so the seal bears
//
//     (F - p A) / S,    and p stops rising at    F / (A + S).
#include "../../physics/air/air_rig.h"

#include "check.h"

enum { SIDES = 3, MAX_POTS = 3 };
static const double inner = 0.02, outer = 0.03, depth = 0.02, distance = 1e-5; // m
static const double gravity = 9.81;                                            // m/s^2

// The walls within reach of the plane, 5e-6 m of them, are part of the seal too: 1.1e-3 of S; as much comes
// from where the mouth ends in them.
static const double off = 2e-3;
// Of what is beyond ambient: where the search for it ends.
static const double search = 0.01;

typedef struct pots {
  yard y;
  int count, bodies[MAX_POTS];
  double weight[MAX_POTS]; // N
  bool ground_first;       // of bodies
} pots;

// The mouth, m^2.
static double mouth(void) { return polygon_area(inner, SIDES); }

// Between two corners of the mouth and the rim's edge there are two triangles, with two corners of the mouth
// and with one.
static double spread(void) {
  double height = (outer - inner) * cos(VT_PI / SIDES), side = 2 * sin(VT_PI / SIDES);
  return SIDES * (2 * 0.5 * side * inner * height + 0.5 * side * outer * height) / 3;
}

static double strength(double weight, double p) { return (weight - p * mouth()) / spread(); }
static double limit(double weight) { return weight / (mouth() + spread()); }
static double beyond(const vt_cavity_view *c) { return c->pressure - AMBIENT; }

static vt_air_settings blown(double rate) {
  vt_air_settings air = vt_air_settings_default();
  air.max_by_seal = true;
  air.leak_rate = rate;
  return air;
}

// mol/s that raise the pressure by this many Pa in a second.
static double rate_of(double rise) { return rise * mouth() * depth / GAS_HEAT; }

static void begin(pots *p, bool ground_first) {
  vt_contact_settings contact = tight(distance);
  contact.friction = 0.5; // or they would turn about themselves
  *p = (pots){.y = yard_with(0.01, vt_v3(0, 0, -gravity), contact)};
  p->ground_first = ground_first;
  if (ground_first) yard_ground(&p->y); // of two triangles: the pots stand off the edge between them
  air_set(&p->y, vt_air_settings_default());
}

static void add(pots *p, double mass, vt_air_settings air) {
  static const char *const names[MAX_POTS] = {"first", "second", "third"};
  int k = p->count++;
  const double profile[6][2] = {
      {0, -0.01}, {outer, -0.01}, {outer, depth - 0.2 * distance}, {inner, depth}, {inner, 0}, {0, 0}};
  vt_pose over = turned(vt_v3(0.5 + 0.1 * k, -0.5, depth + distance), vt_v3(1, 0, 0), VT_PI);
  air_rule(&p->y, names[k], air);
  p->bodies[k] =
      air_rigid(&p->y, air_mesh(solid_lathe(profile[0], 6, false, SIDES)), mass, true, over, names[k]);
  p->weight[k] = mass * gravity;
}

static void start(pots *p) {
  if (!p->ground_first) yard_ground(&p->y);
  yard_start(&p->y);
}

// The cavity of a pot.
static vt_cavity_view cavity_of(const pots *p, int k) {
  for (int c = 0; c < vt_world_cavity_count(p->y.world); ++c) {
    vt_cavity_view view = vt_world_cavity(p->y.world, c);
    for (int t = 0; t < view.triangle_count; ++t)
      if (view.triangle_bodies[t] == p->bodies[k]) return view;
  }
  CHECK(p->bodies[k] < 0); // every pot has one
  return (vt_cavity_view){0};
}

// What the plane pushes a pot up with, N.
static double push_of(const pots *p, int k) { return vt_world_contact_force(p->y.world, p->bodies[k], -1).z; }

static void end(pots *p) {
  CHECK(vt_world_status(p->y.world)->unconverged == 0);
  yard_free(&p->y);
}

// Stopped at a limit from below.
static void check_stopped(const pots *p, int k) {
  vt_cavity_view c = cavity_of(p, k);
  double largest = limit(p->weight[k]);
  CHECK(beyond(&c) <= (1 + off) * largest && beyond(&c) >= (1 - search - off) * largest);
  CHECK_CLOSE(c.air + c.film, c.pressure * c.volume / GAS_HEAT, 1e-9);
  CHECK(c.max_pressure == c.pressure && c.state == VT_CAVITY_BLOWING);
}

// Not stopped: all the air that came in is there, and the seal bears what it should at this pressure.
static void check_rising(const pots *p, int k, double rise, double time) {
  vt_cavity_view c = cavity_of(p, k);
  CHECK_CLOSE(beyond(&c), rise * time, off);
  CHECK_CLOSE(c.air, AMBIENT * c.volume / GAS_HEAT + rate_of(rise) * time, 1e-6);
  CHECK_CLOSE(c.max_pressure - AMBIENT, strength(p->weight[k], beyond(&c)), off);
  CHECK(c.state == VT_CAVITY_SEALED);
}

// Of all: what presses on the plane is what is left of the weight.
static void step(pots *p) {
  air_seen seen = {.law_allowed = 1e-6};
  air_step(&p->y, &seen);
  for (int k = 0; k < p->count; ++k) {
    vt_cavity_view c = cavity_of(p, k);
    CHECK_NEAR(push_of(p, k), p->weight[k] - beyond(&c) * mouth(), off * p->weight[k]);
  }
}

// Blown up slowly: what the seal bears falls as the pressure rises, until they meet.
static void check_rise(bool ground_first) {
  pots p;
  begin(&p, ground_first);
  double mass = 2, largest = limit(mass * gravity), rise = 2 * largest;
  add(&p, mass, blown(rate_of(rise)));
  start(&p);
  for (int k = 1; k <= 70; ++k) {
    step(&p);
    if (0.01 * k * rise < (1 - search - off) * largest)
      check_rising(&p, 0, rise, 0.01 * k);
    else if (0.01 * k * rise > (1 + off) * largest)
      check_stopped(&p, 0);
  }
  end(&p);
}

// Blown up at once, by so much that without an end the pot would be lifted: by twice and by fifty times what
// the seal bears in every step.
static void check_gust(double times) {
  pots p;
  begin(&p, true);
  add(&p, 2, blown(rate_of(100 * times * limit(2 * gravity))));
  start(&p);
  for (int k = 1; k <= 5; ++k) {
    step(&p);
    check_stopped(&p, 0);
  }
  end(&p);
}

// Two at once, each with its own limit: both stopped, and one stopped while the other is not.
static void check_two(double mass_a, double times_a, double mass_b, double times_b) {
  pots p;
  begin(&p, true);
  const double mass[2] = {mass_a, mass_b}, times[2] = {times_a, times_b};
  double rises[2];
  for (int k = 0; k < 2; ++k) {
    rises[k] = times[k] * limit(mass[k] * gravity);
    add(&p, mass[k], blown(rate_of(rises[k])));
  }
  start(&p);
  for (int k = 1; k <= 20; ++k) step(&p);
  for (int k = 0; k < 2; ++k)
    if (0.2 * times[k] < 1)
      check_rising(&p, k, rises[k], 0.2);
    else
      check_stopped(&p, k);
  end(&p);
}

// A pressure that is given is not searched for, by a regulator or as a number, even where the seal bears
// less; nor does that of another beside change it.
static void check_given(bool beside) {
  static const double now = 0;
  static const vt_valve valve = VT_VALVE_REGULATED;
  pots p;
  begin(&p, true);
  double largest = limit(2 * gravity);
  vt_air_settings regulated = blown(rate_of(largest)), number = blown(rate_of(50 * largest));
  regulated.valve = (vt_valve_keys){1, &now, &valve};
  regulated.pressure = 1.2 * largest;
  number.max_by_seal = false;
  number.max_pressure = AMBIENT + 1.2 * largest;
  add(&p, 2, regulated);
  add(&p, 2, number);
  if (beside) add(&p, 1, blown(rate_of(50 * largest)));
  start(&p);
  for (int k = 1; k <= 10; ++k) {
    step(&p);
  }
  vt_cavity_view a = cavity_of(&p, 0), b = cavity_of(&p, 1);
  CHECK_CLOSE(beyond(&a), 1.2 * largest, 1e-9);
  CHECK_CLOSE(beyond(&b), 1.2 * largest, 1e-9);
  CHECK(a.max_pressure >= a.pressure);
  CHECK(a.state == VT_CAVITY_REGULATED && b.state == VT_CAVITY_BLOWING);
  CHECK_CLOSE(b.max_pressure, AMBIENT + 1.2 * largest, 1e-12);
  if (beside) check_stopped(&p, 2);
  end(&p);
}

int main(void) {
  check_rise(true);
  check_rise(false);
  check_gust(2);
  check_gust(50);
  check_two(2, 50, 0.5, 50);
  check_two(2, 50, 0.5, 2);
  check_two(0.5, 2, 2, 50);
  check_given(false);
  check_given(true);
  CHECK(air_report() == 0);
  return check_report();
}

// Hold, ease out, ease in; wild samples; what is counted; a world that goes back.
#include "check.h"
#include "track/follow.h"

#include <stdlib.h>

static vt_pose at(double x) { return (vt_pose){vt_v3(x, 0, 0), vt_quat_identity()}; }

// Samples at 1 m for half a second, none for two, then again; its own script rests at 0. No spring.
static void check_drop_out(double h) {
  vt_follow_rules rules = {{0, 1}, 0.2, 0.5, 0, 0};
  vt_follower f = vt_follower_make(&rules);
  double held = 0, out = 0, lowest = 1, back = 0;
  int steps = (int)(4 / h + 0.5);
  double largest = 0, before = 0;
  for (int k = 0; k < steps; ++k) {
    double time = k * h;
    if (time < 1 || time >= 2.5) CHECK(vt_follower_take(&f, time, at(1)));
    double x = vt_follower_advance(&f, time + h, h, at(0), at(0)).position.x, t = time + h;
    largest = fmax(largest, fabs(x - before) / h);
    before = x;
    if (t > 0.6 && t < 1.19) held = fmax(held, fabs(x - 1));
    if (t > 1.75 && t < 2.5) out = fmax(out, fabs(x));
    if (t > 2.5 && t < 3) lowest = fmin(lowest, x);
    if (t > 3.1) back = fmax(back, fabs(x - 1));
  }
  CHECK_NEAR(held, 0, 0); // what is held, stays
  CHECK_NEAR(out, 0, 0);  // at its own script
  CHECK(lowest < 0.01 && lowest >= 0);
  CHECK_NEAR(back, 0, 0);
  CHECK(largest <= 1.5 / 0.5 + 1e-9); // of 3 s^2 - 2 s^3 over half a second
  CHECK(f.counts.dropped == 1);
  CHECK_NEAR(f.counts.silence, 1.5, 2 * h);
}

static void check_wild(void) {
  vt_follow_rules rules = {{0, 1}, 0.2, 0.5, 2, 0};
  vt_follower f = vt_follower_make(&rules);
  CHECK(vt_follower_take(&f, 0, at(0)));
  CHECK(vt_follower_take(&f, 0.01, at(0.019)));
  CHECK(!vt_follower_take(&f, 0.02, at(0.5))); // 48 m/s
  CHECK(vt_follower_take(&f, 0.03, at(0.02)));
  for (int k = 1; k <= 20; ++k) CHECK(!vt_follower_take(&f, 0.03 + 0.009 * k, at(5)));
  CHECK(vt_follower_take(&f, 0.25, at(5))); // it stays there: it was carried
  CHECK(f.counts.wild == 21 && f.counts.taken == 4);
}

static const char csv[] = "time,x,y,z\n0,0,0,0\n0.1,0.1,0,0\n0.2,0.2,0,0\n1.2,1.2,0,0\n1.3,1.3,0,0\n";

// A file: straight between samples, a gap longer than the hold is one, at the end it stays.
static void check_file(void) {
  vt_error error = {0};
  vt_track_def t = vt_track_def_default();
  vt_follow_def d = vt_follow_def_default();
  vt_follow f;
  t.frequency = 0;
  t.ease = 0.2;
  d.frame = 0;
  CHECK(vt_follow_init(&f, &t, &d, false, &error));
  CHECK(vt_follow_take_csv(&f, "hand.csv", csv, sizeof csv - 1, &error));
  vt_follow_counts counts = vt_follow_sift(&f, &t);
  CHECK(counts.dropped == 1 && counts.wild == 0 && counts.taken == 5);
  CHECK_NEAR(counts.silence, 1, 1e-12);
  double h = 0.05, x[60];
  vt_pose there;
  for (int k = 0; k < 60; ++k) {
    CHECK(vt_follow_advance(&f, &t, k * h, h, at(-1), at(-1), &there, &error));
    x[k] = there.position.x; // at (k + 1) h
  }
  CHECK_NEAR(x[0], 0.05, 1e-15);
  CHECK_NEAR(x[2], 0.15, 1e-15);
  CHECK_NEAR(x[6], 0.2, 1e-15);  // 0.35 s: held
  CHECK_NEAR(x[14], -1, 1e-15);  // 0.75 s: eased out
  CHECK_NEAR(x[59], 1.3, 1e-15); // 3 s: the end stays
  CHECK(f.state.counts.dropped == 1);
  // A world that went back plays it from there, as it did before.
  CHECK(vt_follow_advance(&f, &t, 0, h, at(-1), at(-1), &there, &error));
  CHECK_NEAR(there.position.x, x[0], 0);
  vt_follow_free(&f);
}

// A motor of a hinge takes what turns about its axis, over whole turns, with factor and offset; of a slide
// what moves along it. With `relative` from where it is.
static void check_motor(void) {
  char text[4000] = "time,x,y,z,qw,qx,qy,qz\n";
  vt_error error = {0};
  size_t used = strlen(text);
  for (int k = 0; k <= 40; ++k) { // two turns about y, with a swing about x that is not taken
    vt_quat q = vt_quat_mul(vt_quat_exp(vt_v3(0.2, 0, 0)), vt_quat_exp(vt_v3(0, k * VT_PI / 10, 0)));
    used += (size_t)snprintf(text + used, sizeof text - used, "%g,%g,%g,%g,%.9f,%.9f,%.9f,%.9f\n", 0.1 * k,
        0.01 * k, 0.02 * k, 0.0, q.w, q.x, q.y, q.z);
  }
  for (int kind = 0; kind < 3; ++kind) {
    vt_track_def t = vt_track_def_default();
    vt_follow_def d = vt_follow_def_default();
    vt_follow f;
    vt_pose there;
    t.frequency = 0;
    t.scale = 0.5;
    t.relative = kind == 2;
    d.motor = 0;
    d.axis = vt_v3(0, 3, 0);
    d.factor = -2;
    d.offset = 0.25;
    CHECK(vt_follow_init(&f, &t, &d, kind != 1, &error));
    CHECK(vt_follow_take_csv(&f, "hand.csv", text, used, &error));
    vt_follow_sift(&f, &t);
    for (int k = 0; k < 40; ++k) CHECK(vt_follow_advance(&f, &t, 0.1 * k, 0.1, at(7), at(7), &there, &error));
    double wanted = kind == 0 ? -2 * 4 * VT_PI + 0.25 : kind == 1 ? -2 * 0.5 * 0.8 + 0.25 : 7 - 8 * VT_PI;
    CHECK_NEAR(there.position.x, wanted, 1e-7); // nine digits
    vt_follow_free(&f);
  }
}

int main(void) {
  check_drop_out(0.01);
  check_drop_out(0.002);
  check_wild();
  check_file();
  check_motor();
  return check_report();
}

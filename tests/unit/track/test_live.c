// Live tracks over loopback, with the sender in another process: drop-outs, late, double, foreign and garbage
// datagrams do no harm and are counted; a run that was recorded gives the same bits again.
#include "check.h"
#include "chance.h"
#include "sender.h"

#include "base/vec.h"

#include <ventouse/ventouse.h>

#include <arpa/inet.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct lab {
  vt_model *model;
  vt_world *world;
  vt_tracks *tracks;
  int frame, motor;
} lab;

// A frame that a body hangs on by a coupling, and a hinge with a motor.
static lab make_lab(vt_track_source source) {
  lab l = {0};
  vt_error error = {0};
  vt_settings settings = vt_settings_default();
  settings.dt = 0.01;
  l.model = vt_model_create(&settings, &error);
  vt_frame_def frame = vt_frame_def_default();
  l.frame = vt_model_add_frame(l.model, &frame, &error);
  vt_mesh *box =
      vt_mesh_box(vt_v3(-0.01, -0.01, -0.01), vt_v3(0.01, 0.01, 0.01), 1, 1, 1, VT_CELL_TET4, &error);
  vt_rigid_def rigid = vt_rigid_def_default();
  rigid.mesh = box;
  rigid.mass = 0.1;
  vt_coupling_def coupling = vt_coupling_def_default();
  coupling.body = vt_model_add_rigid(l.model, &rigid, &error);
  coupling.frame = l.frame;
  coupling.damping = 10;
  coupling.turn_damping = 0.01;
  CHECK(vt_model_add_coupling(l.model, &coupling, &error) >= 0);
  rigid.pose.position.x = 1;
  vt_link_def link = vt_link_def_default();
  link.kind = VT_LINK_HINGE;
  link.body_b = vt_model_add_rigid(l.model, &rigid, &error);
  link.pose_a = vt_link_pose(vt_v3(1, 0, 0), vt_v3(0, 1, 0));
  vt_motor_def motor = vt_motor_def_default();
  motor.link = vt_model_add_link(l.model, &link, &error);
  motor.stiffness = 1;
  motor.damping = 0.01;
  l.motor = vt_model_add_motor(l.model, &motor, &error);
  vt_mesh_destroy(box);
  l.world = vt_world_create(l.model, &error);
  l.tracks = vt_tracks_create(l.model, &error);
  vt_track_def t = vt_track_def_default();
  vt_follow_def follows[2] = {vt_follow_def_default(), vt_follow_def_default()};
  t.source = source;
  t.scale = source == VT_TRACK_DTRACK ? 0.001 : 1;
  t.max_speed = 5;
  follows[0].frame = l.frame;
  follows[1].motor = l.motor;
  if (source == VT_TRACK_DTRACK) {
    follows[0].body = 3;
    follows[1].hand = 0;
    follows[1].finger = 1;
    follows[1].angle = VT_ANGLE_OUTER;
  } else {
    follows[0].message = "/wrist";
    follows[1].message = "/finger";
  }
  CHECK(vt_tracks_add(l.tracks, &t, follows, 2, &error) == 0);
  if (error.code != VT_OK) printf("%s\n", error.message);
  return l;
}

static void free_lab(lab *l) {
  vt_tracks_destroy(l->tracks);
  vt_world_destroy(l->world);
  vt_model_destroy(l->model);
}

static double x_at(double time) { return 0.1 * sin(2 * time); } // m
static double angle_at(double time) { return 20 * sin(time); }  // degrees

static size_t dtrack_text(char *text, size_t room, unsigned frame, double time, double wild) {
  return (size_t)snprintf(text, room,
      "fr %u\r\nts %.6f\r\n6dcal 1\r\n6d 1 [3 1.000][%.3f 0.000 0.000 0 0 0][1 0 0 0 1 0 0 0 1]\r\n"
      "gl 1 [0 1.000 1 2][0 0 0][1 0 0 0 1 0 0 0 1][0 0 0][1 0 0 0 1 0 0 0 1][9 20 1 20 1 40]"
      "[0 0 0][1 0 0 0 1 0 0 0 1][9 20 %.4f 20 1 40]\r\n",
      frame, time, 1000 * (x_at(time) + wild), angle_at(time));
}

static bool drive(lab *l) {
  vt_error error = {0};
  bool good = vt_tracks_drive(l->tracks, l->world, &error) && vt_world_step(l->world) != VT_STEP_FAILED;
  if (!good) printf("%s\n", error.message);
  return good;
}

// The hash after a run, with what was recorded of another.
static uint64_t replay(vt_track_source source, const char *folder, int steps) {
  vt_error error = {0};
  lab l = make_lab(source);
  CHECK(vt_tracks_replay(l.tracks, folder, &error));
  for (int k = 0; k < steps; ++k) CHECK(drive(&l));
  uint64_t hash = vt_world_hash(l.world);
  free_lab(&l);
  return hash;
}

// For docs/images/track.py: where the frame was, and what it got (m).
static void write_table(const lab *l, const char *path, const double *x, int steps) {
  FILE *file = path != NULL ? fopen(path, "w") : NULL;
  int count = 0;
  if (file == NULL) return;
  const vt_hand_sample *samples = vt_tracks_samples(l->tracks, 0, 0, &count);
  for (int k = 0; k < steps; ++k) fprintf(file, "frame,%g,%.6f\n", (k + 1) * 0.01, x[k]);
  for (int k = 0; k < count; ++k)
    fprintf(file, "sample,%g,%.6f\n", samples[k].time, 0.001 * samples[k].at.pose.position.x);
  fclose(file);
}

// Samples at 60 Hz; what goes wrong with them by chance.
static void check_dtrack(const char *table) {
  char folder[] = "/tmp/ventouse_tracks_XXXXXX", text[1000];
  vt_error error = {0};
  lab l = make_lab(VT_TRACK_DTRACK);
  sender s;
  uint64_t seed = 3;
  enum { steps = 300 };
  double next = 0, off = 0, path[steps];
  unsigned frame = 4294967200u; // it goes round
  long long garbage = 0, late = 0, foreign = 0, wild = 0, sent = 0;
  CHECK(mkdtemp(folder) != NULL && vt_tracks_open(l.tracks, &error));
  CHECK(sender_start(&s, vt_tracks_facts(l.tracks, 0).port));
  for (int k = 0; k < steps; ++k) {
    double time = k * 0.01;
    bool silent = time > 1.5 && time < 2.5; // a drop-out
    for (; next <= time; next += 1.0 / 60) {
      int fate = chance_pick(&seed, 10);
      size_t size = dtrack_text(text, sizeof text, ++frame, next, fate == 1 && next > 0.1 ? 3 : 0);
      if (silent || fate == 0) continue; // lost
      CHECK(sender_send(&s, 0, text, size));
      ++sent;
      wild += fate == 1 && next > 0.1;
      if (fate == 2) { // twice, and an older one after it
        CHECK(sender_send(&s, 0, text, size));
        size = dtrack_text(text, sizeof text, frame - 5, fmax(0, next - 0.1), 0);
        CHECK(sender_send(&s, 0, text, size));
        late += 2;
      }
      if (fate == 3) {
        for (size_t i = 0; i < size; i += 3) text[i] = (char)chance_draw(&seed);
        text[0] = 'f', text[1] = 'r', text[2] = '!';
        text[3] = '\0'; // certainly garbage
        CHECK(sender_send(&s, 0, text, size));
        ++garbage;
      }
      if (fate == 4) {
        CHECK(sender_send(&s, 1, text, size));
        ++foreign;
      }
    }
    CHECK(drive(&l));
    // It lags by 2/w v and loses samples; after the ease of 0.5 s it is within 5 mm of that.
    double t = (k + 1) * 0.01, x = vt_world_frame_pose(l.world, l.frame).position.x;
    path[k] = x;
    double lag = 1 / (4 * VT_PI), wanted = x_at(t - lag);
    if (t > 1 && t < 1.5) off = fmax(off, fabs(x - wanted));
    if (t > 2.3 && t < 2.5) CHECK(fabs(x) < 0.01); // eased out to where it was
  }
  write_table(&l, table, path, steps);
  vt_track_facts facts = vt_tracks_facts(l.tracks, 0);
  printf("| %lld sent, %lld taken, %lld late, %lld refused, %lld foreign, %lld wild, %lld merged, %lld "
         "drop-outs, silence %.3f s, off the lag by %.2g m |\n",
      sent, facts.datagrams, facts.late, facts.refused, facts.foreign, facts.wild, facts.merged,
      facts.dropouts, facts.silence, off);
  CHECK(facts.datagrams == sent && facts.late == late && facts.refused == garbage);
  CHECK(facts.foreign == foreign && facts.wild == wild);
  CHECK(facts.dropouts == 2); // of both that follow
  CHECK_NEAR(facts.silence, 1, 0.1);
  CHECK(off < 0.01); // a sample or two that were lost, at 0.2 m/s, and that they are held for up to 1/60 s
  CHECK(vt_record_tracks(l.tracks, folder, &error));
  uint64_t hash = vt_world_hash(l.world);
  CHECK(replay(VT_TRACK_DTRACK, folder, steps) == hash);
  CHECK(replay(VT_TRACK_DTRACK, folder, steps - 1) != hash);
  sender_stop(&s);
  free_lab(&l);
  snprintf(text, sizeof text, "%s/track_0_0.csv", folder);
  CHECK(unlink(text) == 0);
  snprintf(text, sizeof text, "%s/track_0_1.csv", folder);
  CHECK(unlink(text) == 0 && rmdir(folder) == 0);
}

// ---------------------------------------------------------------- OSC

static size_t osc_message(unsigned char *b, const char *address, int count, const double *values) {
  size_t n = (strlen(address) / 4 + 1) * 4, types = ((size_t)(count + 1) / 4 + 1) * 4;
  memset(b, 0, n + types);
  strcpy((char *)b, address);
  b[n] = ',';
  memset(b + n + 1, 'd', (size_t)count);
  n += types;
  for (int k = 0; k < count; ++k) {
    uint64_t bits;
    memcpy(&bits, &values[k], 8);
    for (int i = 0; i < 8; ++i) b[n++] = (unsigned char)(bits >> (56 - 8 * i));
  }
  return n;
}

static void check_osc(void) {
  char folder[] = "/tmp/ventouse_tracks_XXXXXX", text[200];
  vt_error error = {0};
  lab l = make_lab(VT_TRACK_OSC);
  sender s;
  const int steps = 100;
  unsigned char b[200];
  CHECK(mkdtemp(folder) != NULL && vt_tracks_open(l.tracks, &error));
  CHECK(sender_start(&s, vt_tracks_facts(l.tracks, 0).port));
  for (int k = 0; k < steps; ++k) {
    double half = 0.05 * sin(0.05 * k), pose[7] = {0.001 * k, 0, 0, cos(half), 0, 0, sin(half)};
    double angle = angle_at(0.01 * k), bad[7] = {NAN, 0, 0, 1, 0, 0, 0}, flat[7] = {0, 0, 0, 3, 0, 0, 0};
    CHECK(sender_send(&s, k & 1, b, osc_message(b, "/wrist", 7, pose))); // from any port
    CHECK(sender_send(&s, 0, b, osc_message(b, "/finger", 1, &angle)));
    if (k % 10 == 0) CHECK(sender_send(&s, 0, b, osc_message(b, "/wrist", 7, bad)));
    if (k % 10 == 0) CHECK(sender_send(&s, 0, b, osc_message(b, "/wrist", 7, flat)));
    if (k % 10 == 0) CHECK(sender_send(&s, 0, b, osc_message(b, "/wrist", 2, pose)));
    CHECK(sender_send(&s, 0, b, osc_message(b, "/other", 1, pose)));
    CHECK(drive(&l));
  }
  vt_track_facts facts = vt_tracks_facts(l.tracks, 0);
  CHECK(facts.samples == 2 * steps && facts.refused == 30 && facts.foreign == 0 && facts.wild == 0);
  CHECK_NEAR(vt_world_frame_pose(l.world, l.frame).position.x, 0.1 - 0.1 / (4 * VT_PI), 0.003);
  CHECK(vt_record_tracks(l.tracks, folder, &error));
  CHECK(replay(VT_TRACK_OSC, folder, steps) == vt_world_hash(l.world));
  sender_stop(&s);
  // A port that is taken is told.
  lab other = make_lab(VT_TRACK_OSC);
  vt_track_def t = vt_track_def_default();
  t.source = VT_TRACK_DTRACK;
  t.port = facts.port;
  CHECK(vt_tracks_add(other.tracks, &t, NULL, 0, &error) == 1 && !vt_tracks_open(other.tracks, &error));
  CHECK_CONTAINS(error.message, "cannot listen on UDP port");
  free_lab(&other);
  free_lab(&l);
  for (int k = 0; k < 2; ++k) {
    snprintf(text, sizeof text, "%s/track_0_%d.csv", folder, k);
    CHECK(unlink(text) == 0);
  }
  CHECK(rmdir(folder) == 0);
}

int main(int argc, char **argv) {
  check_dtrack(argc > 2 && strcmp(argv[1], "--table") == 0 ? argv[2] : NULL);
  check_osc();
  return check_report();
}

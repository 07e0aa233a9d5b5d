// `ventouse haptics`: a scene in the hand.
#include "command.h"
#include "interrupt.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct haptics_settings {
  const char *device, *coupling, *address, *out;
  double time, dt, rate, mass, stiffness, force_limit; // s, s, Hz, kg, N/m, N; 0: not given
  text_list set;
  bool lockstep;
} haptics_settings;

typedef struct feeling {
  const haptics_settings *settings;
  vt_scene *scene;
  vt_world *world;
  vt_device device;
  vt_haptics *haptics;
  int coupling;
  double seconds;
  char token[17];
  FILE *out;
  char *out_name;  // beside its place until it is whole
  bool is_network; // the device is
} feeling;

static bool fail(vt_error *error, const char *format, const char *found) {
  error->code = VT_BAD_INPUT;
  snprintf(error->message, sizeof error->message, format, found);
  return false;
}

// ---------------------------------------------------------------- the device

// The scene's own script draws the hand along.
static bool make_hand(feeling *f, vt_error *error) {
  const double step = 0.005; // s
  int count = vt_hand_path_of_script(f->world, f->coupling, f->seconds, step, 0, NULL);
  vt_hand_sample *path = count > 0 ? malloc((size_t)count * sizeof *path) : NULL;
  if (path == NULL) return fail(error, "%s", "out of memory");
  vt_hand_path_of_script(f->world, f->coupling, f->seconds, step, count, path);
  vt_hand_def def = vt_hand_def_default();
  if (f->settings->mass > 0) {
    def.inertia *= f->settings->mass / def.mass;
    def.mass = f->settings->mass;
  }
  if (f->settings->stiffness > 0) def.stiffness = f->settings->stiffness;
  def.sample_count = count;
  def.path = path;
  bool good = vt_device_hand(&f->device, &def, error);
  free(path);
  return good;
}

static bool make_token(char token[17], vt_error *error) {
  unsigned char noise[8];
  FILE *source = fopen("/dev/urandom", "rb");
  bool good = source != NULL && fread(noise, 1, sizeof noise, source) == sizeof noise;
  if (source != NULL) fclose(source);
  for (size_t i = 0; good && i < sizeof noise; ++i) snprintf(token + 2 * i, 3, "%02x", noise[i]);
  return good || fail(error, "cannot read %s for a token", "/dev/urandom");
}

static bool make_network(feeling *f, const char *port, vt_error *error) {
  char *end;
  long number = strtol(port, &end, 10);
  const char *address = f->settings->address;
  if (end == port || *end != '\0' || number < 0 || number > 65535)
    return fail(error, "--device: found port \"%.40s\", expected 0 to 65535", port);
  bool guarded = address != NULL && strncmp(address, "127.", 4) != 0;
  if (guarded && !make_token(f->token, error)) return false;
  f->is_network = true;
  return vt_device_network(
      &f->device, &(vt_network_def){address, (int)number, guarded ? f->token : NULL}, error);
}

static bool make_device(feeling *f, vt_error *error) {
  const char *name = f->settings->device != NULL ? f->settings->device : "hand";
  if (strcmp(name, "hand") == 0) return make_hand(f, error);
  if (strncmp(name, "replay:", 7) == 0) return vt_device_replay(&f->device, name + 7, error);
  if (strncmp(name, "udp:", 4) == 0 && f->settings->lockstep)
    return fail(
        error, "--lockstep: found device \"%.60s\", expected one without a clock: hand or replay", name);
  if (strncmp(name, "udp:", 4) == 0) return make_network(f, name + 4, error);
  return fail(error, "--device: found \"%.60s\", expected hand, replay:FILE or udp:PORT", name);
}

// ---------------------------------------------------------------- what is written

// Beside its place, so that what was there stays until the run has ended.
static bool open_out(feeling *f, vt_error *error) {
  const char *name = f->settings->out;
  if (name == NULL) return true;
  size_t size = strlen(name) + 6;
  f->out_name = malloc(size);
  if (f->out_name == NULL) return fail(error, "%s", "out of memory");
  snprintf(f->out_name, size, "%s.part", name);
  f->out = fopen(f->out_name, "w");
  if (f->out == NULL) {
    error->code = VT_IO_FAILED;
    snprintf(error->message, sizeof error->message, "cannot write %.500s: %s", name, strerror(errno));
    return false;
  }
  fputs("time,x,y,z,qw,qx,qy,qz,buttons,fx,fy,fz,tx,ty,tz\n", f->out);
  return true;
}

static bool close_out(feeling *f, bool good, vt_error *error) {
  if (f->out == NULL) return good;
  bool written = ferror(f->out) == 0;
  written = fclose(f->out) == 0 && written;
  if (good && (!written || rename(f->out_name, f->settings->out) != 0))
    good = fail(error, "cannot write %.500s", f->settings->out);
  if (!good) remove(f->out_name);
  return good;
}

static bool watch(const vt_world *world, const vt_haptics_moment *m, void *context) {
  (void)world;
  const feeling *f = context;
  vt_vec3 x = m->device.pose.position, g = m->felt.force, t = m->felt.torque;
  vt_quat q = m->device.pose.rotation;
  static double last;
  if (f->out != NULL && (m->time > last || ftell(f->out) < 60)) {
    fprintf(f->out, "%.6f,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%u,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", m->time,
        x.x, x.y, x.z, q.w, q.x, q.y, q.z, (unsigned)m->device.buttons, g.x, g.y, g.z, t.x, t.y, t.z);
    last = m->time;
  }
  return interrupted() == 0;
}

static void print_durations(const char *name, vt_percentiles p) {
  if (p.count == 0) return;
  printf(
      "  %-22s %10.4f %10.4f %10.4f %10.4f\n", name, 1e3 * p.p50, 1e3 * p.p99, 1e3 * p.p999, 1e3 * p.worst);
}

static void print_report(const feeling *f) {
  vt_haptics_report r = vt_haptics_get_report(f->haptics);
  printf("%s: %lld steps, %g s; the device was served %lld times\n", vt_scene_name(f->scene), r.steps,
      vt_world_time(f->world), r.ticks);
  printf("  %-22s %10s %10s %10s %10s\n", "ms", "50%", "99%", "99.9%", "worst");
  print_durations("device late by", r.lateness);
  print_durations("device served in", r.tick);
  print_durations("step", r.step);
  print_durations("step, processor", r.step_work);
  printf("  missed %lld, late steps %lld, %.3g s behind the clock, device lost %lld times\n", r.missed,
      r.late_steps, r.slipped, r.losses);
  printf("  largest force %.4g N, braked in %lld, unconverged %lld\n", r.largest_force, r.braked,
      vt_world_status(f->world)->unconverged);
  if (!f->is_network) return;
  vt_network_facts n = vt_device_network_facts(&f->device);
  printf("  datagrams: %lld taken, %lld late, %lld refused, %lld of others; clients %lld\n", n.received,
      n.late, n.refused, n.foreign, n.clients);
}

// ---------------------------------------------------------------- the run

static bool set_up(feeling *f, const char *path, vt_error *error) {
  const haptics_settings *s = f->settings;
  char dt[64];
  const char **overrides = calloc((size_t)s->set.count + 1, sizeof *overrides);
  int count = s->set.count;
  if (overrides == NULL) return fail(error, "%s", "out of memory");
  if (count > 0) memcpy(overrides, s->set.items, (size_t)count * sizeof *overrides);
  snprintf(dt, sizeof dt, "scene.dt=%.17g", s->dt);
  if (s->dt > 0) overrides[count++] = dt;
  f->scene = vt_scene_load(path, overrides, count, error);
  free(overrides);
  f->world = f->scene != NULL ? vt_world_create(vt_scene_model(f->scene), error) : NULL;
  if (f->world == NULL) return false;
  const vt_model *model = vt_scene_model(f->scene);
  f->coupling = s->coupling != NULL ? vt_model_find_link(model, s->coupling) : -1;
  if (s->coupling != NULL && f->coupling < 0)
    return fail(
        error, "--coupling: found \"%.60s\", expected the name of a coupling of the scene", s->coupling);
  for (int k = vt_model_link_count(model) - 1; s->coupling == NULL && k >= 0; --k)
    if (vt_hand_path_of_script(f->world, k, 0, 1, 0, NULL) > 0) f->coupling = k;
  f->seconds = s->time > 0 ? s->time : vt_scene_duration(f->scene);
  vt_haptics_def def = vt_haptics_def_default();
  if (s->rate > 0) def.rate = s->rate;
  def.force_limit = s->force_limit;
  def.coupling = s->coupling != NULL ? f->coupling : -1;
  if (f->coupling < 0)
    return fail(error, "%.500s: found no coupling, expected one for a device to hold", path);
  if (!make_device(f, error)) return false;
  def.relative = f->is_network;
  f->haptics = vt_haptics_create(f->world, &f->device, &def, error);
  return f->haptics != NULL && open_out(f, error);
}

static int feel_scene(const haptics_settings *settings, const char *path) {
  feeling f = {.settings = settings};
  vt_error error = {0};
  bool ready = set_up(&f, path, &error), good = ready;
  if (ready) {
    watch_interrupts();
    if (f.is_network) {
      const char *address = settings->address != NULL ? settings->address : "127.0.0.1";
      printf("waiting for a device at %s, UDP port %d%s%s\n", address,
          vt_device_network_facts(&f.device).port, f.token[0] != '\0' ? ", token " : "", f.token);
      fflush(stdout);
    }
    good = settings->lockstep
               ? vt_haptics_run_lockstep(f.haptics, f.seconds, &(vt_lockstep){0}, watch, &f, &error)
               : vt_haptics_run(f.haptics, f.seconds, watch, &f, &error);
    print_report(&f);
  }
  good = close_out(&f, good, &error);
  if (!good) complain("%s", error.message);
  vt_haptics_destroy(f.haptics);
  vt_device_close(&f.device);
  vt_world_destroy(f.world);
  vt_scene_destroy(f.scene);
  free(f.out_name);
  if (good) return interrupted() != 0 ? EXIT_SIGNAL + interrupted() : EXIT_DONE;
  return ready && error.code == VT_BAD_NUMBERS ? EXIT_COULD_NOT_GO_ON : EXIT_BAD_INPUT;
}

static int run_haptics(const command *self, int argc, char **argv) {
  haptics_settings settings = {0};
  const char *path;
  int code = EXIT_BAD_INPUT;
  if (parse_options(self, argc, argv, &settings, &path)) code = feel_scene(&settings, path);
  free_options(self, &settings);
  return code;
}

static const option options[] = {
    {"device", "NAME", OPTION_TEXT, offsetof(haptics_settings, device),
        "hand (otherwise), replay:FILE or udp:PORT"},
    {"coupling", "NAME", OPTION_TEXT, offsetof(haptics_settings, coupling),
        "which coupling it holds; the only one otherwise"},
    {"time", "S", OPTION_NUMBER, offsetof(haptics_settings, time), "seconds to run, in place of the scene's"},
    {"dt", "S", OPTION_NUMBER, offsetof(haptics_settings, dt),
        "time step in seconds, in place of the scene's"},
    {"rate", "HZ", OPTION_NUMBER, offsetof(haptics_settings, rate),
        "how often the device is served; 1000 otherwise"},
    {"mass", "KG", OPTION_NUMBER, offsetof(haptics_settings, mass), "of the simulated hand; 0.3 otherwise"},
    {"stiffness", "N/M", OPTION_NUMBER, offsetof(haptics_settings, stiffness),
        "how it is drawn along its path; 500 otherwise"},
    {"force-limit", "N", OPTION_NUMBER, offsetof(haptics_settings, force_limit),
        "the most that the device is told"},
    {"address", "ADDRESS", OPTION_TEXT, offsetof(haptics_settings, address),
        "IPv4 address for udp; other than 127.x.x.x it needs a token"},
    {"out", "FILE", OPTION_TEXT, offsetof(haptics_settings, out),
        "CSV file of poses and forces, which replay: reads"},
    {"set", "PATH=VALUE", OPTION_LIST, offsetof(haptics_settings, set),
        "changes an attribute of the scene; may be repeated"},
    {"lockstep", NULL, OPTION_FLAG, offsetof(haptics_settings, lockstep),
        "without the clock, the same each time"},
};

const command haptics_command = {.name = "haptics",
    .argument = "SCENE",
    .summary = "Lets a force-feedback device hold a body of a scene",
    .details =
        "The device moves the frame of a coupling and is told what it exerts, 1000 times a second, while "
        "the\n"
        "scene is simulated by the clock. `hand` is a simulated hand that is drawn along the frame's "
        "script,\n"
        "replay:FILE a recorded one, udp:PORT a driver in another process. At the end it prints how late\n"
        "device and steps were. With --address other machines can connect; they need the token it prints.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_haptics};

// What showing a scene costs the simulation's thread, alone: study_publish SCENE [STEPS]. Not a test;
// docs/viewer.md has its figures. Processor time of this thread, of frames that changed by one step each.
#include <server/publish.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double spent(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec; // ms
}

static void study(const vt_scene *scene, vt_world *world, int steps) {
  mailbox box;
  publisher out;
  bytes about = {0}, geometry = {0}, message = {0};
  reader all = {.layers = LAYER_VISUAL | LAYER_CONTACTS | LAYER_CAVITIES};
  double step = 0, sample = 0, frame = 0, copy = 0, size = 0;
  if (!mailbox_init(&box)) return;
  atomic_store(&box.wanted, all.layers);
  bytes_add(&about, "{}", 2);
  if (publisher_init(&out, &box, world) &&
      mailbox_new_scene(&box, &about, &geometry, publisher_width(&out))) {
    mailbox_read_scene(&box, &all, &message);
    for (int i = 0; i < steps; ++i) {
      double t0 = spent();
      if (vt_world_step(world) == VT_STEP_FAILED) break;
      double t1 = spent();
      publish_sample(&out, 1);
      double t2 = spent();
      publish_frame(&out, &(grip){0}, &(hold_view){0});
      double t3 = spent();
      bytes_clear(&message);
      mailbox_read_frame(&box, &all, 1, &message);
      step += t1 - t0, sample += t2 - t1, frame += t3 - t2, copy += spent() - t3,
          size += (double)message.size;
    }
    printf("%s, mean of %d steps: step %.3f ms, its numbers %.4f ms, frame in %.4f ms, frame out %.4f ms, "
           "%.1f kB\n",
        vt_scene_name(scene), steps, step / steps, sample / steps, frame / steps, copy / steps,
        size / steps / 1e3);
  }
  publisher_free(&out);
  mailbox_free(&box);
  bytes_free(&about);
  bytes_free(&geometry);
  bytes_free(&message);
}

int main(int argc, char **argv) {
  vt_error error = {0};
  vt_scene *scene = argc > 1 ? vt_scene_load(argv[1], NULL, 0, &error) : NULL;
  vt_world *world = scene != NULL ? vt_world_create(vt_scene_model(scene), &error) : NULL;
  if (world != NULL)
    study(scene, world, argc > 2 ? atoi(argv[2]) : 100);
  else
    fprintf(stderr, "%s\n", argc > 1 ? error.message : "usage: study_publish SCENE [STEPS]");
  int code = world != NULL ? 0 : 2;
  vt_world_destroy(world);
  vt_scene_destroy(scene);
  return code;
}

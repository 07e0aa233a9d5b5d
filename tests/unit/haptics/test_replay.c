// Recorded hands: what is read, and the one line that each bad file gets.
#include "check.h"

#include <ventouse/haptics.h>

#include <stdlib.h>
#include <unistd.h>

static char path[64];

static bool load(const char *text, vt_device *device, vt_error *error) {
  FILE *file = fopen(path, "w");
  if (file == NULL) exit(1);
  fputs(text, file);
  fclose(file);
  *error = (vt_error){0};
  *device = (vt_device){0};
  return vt_device_replay(device, path, error);
}

static void good(const char *text, double time, double x, unsigned buttons) {
  vt_device device;
  vt_error error;
  vt_device_pose pose;
  if (!CHECK(load(text, &device, &error))) {
    printf("  %s\n", error.message);
    return;
  }
  CHECK(device.open(device.context, &error) && device.read(device.context, time, &pose) == VT_DEVICE_NEW);
  CHECK_NEAR(pose.pose.position.x, x, 1e-15);
  CHECK(pose.buttons == buttons);
  device.write(device.context, time, (vt_device_force){{1, 2, 3}, {4, 5, 6}});
  vt_device_close(&device);
}

static void bad(const char *text, const char *why) {
  vt_device device;
  vt_error error;
  if (!CHECK(!load(text, &device, &error))) return;
  CHECK_CONTAINS(error.message, why);
  CHECK(strstr(error.message, path) == error.message && strchr(error.message, '\n') == NULL);
  vt_device_close(&device);
}

int main(void) {
  snprintf(path, sizeof path, "/tmp/vt_replay_%ld.csv", (long)getpid());
  good("time,x,y,z\n0,0,0,0\n1,2,0,0\n", 0.5, 1, 0);
  good("time,x,y,z\r\n0,0,0,0\r\n\r\n1,2,0,0", 7, 2, 0);
  good("time,x,y,z,qw,qx,qy,qz\n0,3,0,0,0.7071,0.7071,0,0\n", 0, 3, 0);
  good("time,x,y,z,qw,qx,qy,qz,buttons,fx\n0,3,0,0,1,0,0,0,5,odd\n", 0, 3, 5);
  bad("", ":1: found other columns, expected time,x,y,z");
  bad("t,x,y,z\n0,0,0,0\n", ":1: found other columns");
  bad("time,x,y\n0,0,0\n", ":1: found other columns");
  bad("time,x,y,z,qw\n0,0,0,0,1\n", ":1: found other columns");
  bad("time,x,y,z\n", "found no samples");
  bad("time,x,y,z\n0,0,0,0\n1,,0,0\n", ":3: found \"\" for x, expected a number");
  bad("time,x,y,z\n0,0,0,0\n1,2\n", ":3: found \"\" for y");
  bad("time,x,y,z\n0,0,0,nan\n", ":2: found \"nan\" for z");
  bad("time,x,y,z\n0,0,inf,0\n", ":2: found \"inf\" for y");
  bad("time,x,y,z\n0,0,1 2,0\n", ":2: found \"1 2\" for y");
  bad("time,x,y,z\n0,0,0,0\n2,0,0,0\n1,0,0,0\n", ":4: found time 1 after 2, expected increasing times");
  bad("time,x,y,z\n0,0,0,0\n0,0,0,0\n", ":3: found time 0 after 0");
  bad("time,x,y,z,qw,qx,qy,qz\n0,0,0,0,1,1,0,0\n", ":2: found quaternion 1 1 0 0, expected one of length 1");
  bad("time,x,y,z,qw,qx,qy,qz,buttons\n0,0,0,0,1,0,0,0,1.5\n", ":2: found buttons 1.5");
  unlink(path);
  bad("time,x,y,z\n0,0,0,0\n9e999,0,0,0\n", ":3: found \"9e999\" for time");
  unlink(path);
  vt_device device = {0};
  vt_error error = {0};
  CHECK(!vt_device_replay(&device, path, &error) && strstr(error.message, path) != NULL);
  return check_report();
}

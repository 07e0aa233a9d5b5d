// `ventouse view`: a scene in the browser.
#include "command.h"
#include "interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef VT_VIEWER
#include <server/server.h>
#endif

typedef struct view_settings {
  int port;
  const char *address;
  text_list set;
  const char *out;
  bool paused;
} view_settings;

#ifdef VT_VIEWER

static void print_address(const char *url, void *context) {
  printf("%s\n  open %s\n  Ctrl-C ends it\n", (const char *)context, url);
  hold_interrupts(); // until now Ctrl-C ended it at once
  if (fflush(stdout) != 0)
    complain("cannot write to standard output: %s; it serves %s", strerror(errno), url);
}

static void print_recording(const char *folder, void *context) {
  (void)context;
  printf("the recording is in %s\n", folder);
}

static int view_scene(const view_settings *settings, const char *path) {
  vt_error error = {0};
  char name[300];
  snprintf(name, sizeof name, "%.290s", path);
  server_options options = {.scene = path,
      .overrides = settings->set.items,
      .override_count = settings->set.count,
      .address = settings->address,
      .port = settings->port,
      .paused = settings->paused,
      .recordings = settings->out,
      .stop = take_interrupt,
      .ready = print_address,
      .recorded = print_recording,
      .context = name};
  if (settings->port > 65535) {
    complain("--port: found %d, expected at most 65535", settings->port);
    return EXIT_BAD_INPUT;
  }
  if (server_run(&options, &error)) return EXIT_DONE;
  complain("%s", error.message);
  return EXIT_BAD_INPUT;
}

#else

static int view_scene(const view_settings *settings, const char *path) {
  (void)settings;
  (void)path;
  complain(
      "this program was built without its viewer, which needs libwebsockets and the page's modules (`make "
      "setup`)");
  return EXIT_BAD_INPUT;
}

#endif

static int run_view(const command *self, int argc, char **argv) {
  view_settings settings = {0};
  const char *path;
  int code = EXIT_BAD_INPUT;
  if (parse_options(self, argc, argv, &settings, &path)) code = view_scene(&settings, path);
  free_options(self, &settings);
  return code;
}

static const option options[] = {
    {"port", "N", OPTION_COUNT, offsetof(view_settings, port),
        "port to serve on; 8765, or another if that is taken, otherwise"},
    {"address", "ADDRESS", OPTION_TEXT, offsetof(view_settings, address),
        "address to serve on; other than 127.0.0.1 it needs a token"},
    {"set", "PATH=VALUE", OPTION_LIST, offsetof(view_settings, set),
        "changes an attribute of the scene; may be repeated"},
    {"out", "DIR", OPTION_TEXT, offsetof(view_settings, out),
        "folder for what is recorded in the page; runs otherwise"},
    {"paused", NULL, OPTION_FLAG, offsetof(view_settings, paused), "waits for Play instead of starting"},
};

const command view_command = {.name = "view",
    .argument = "SCENE",
    .summary = "Shows a scene in the browser and lets you take hold of it",
    .details =
        "Prints an address to open. The simulation begins when the page is opened. Only this machine can\n"
        "connect, unless --address says otherwise; the address printed then holds a random token, and\n"
        "whoever has it can steer. Ctrl-C ends it.\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_view};

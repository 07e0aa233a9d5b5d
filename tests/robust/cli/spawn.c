// Runs the ventouse program as a user does and looks at what it says and leaves behind.
#include "spawn.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *program;
char folder[256];
static char out_path[300], err_path[300];

const char *const short_scene =
    "<scene name='block hangs' dt='0.01' duration='0.3'>\n"
    "  <material name='rubber' young='1e5' poisson='0.4'/>\n"
    "  <deformable name='block' material='rubber'>\n"
    "    <box size='0.03 0.03 0.06' cells='2 2 4'/>\n"
    "  </deformable>\n"
    "  <rigid name='stone' position='0.1 0 0' mass='0.1'><box size='0.02 0.02 0.02'/></rigid>\n"
    "  <fixed name='ground'><box size='1 1 0.01' center='0 0 -2'/></fixed>\n"
    "  <frame name='hand'/>\n"
    "  <attach body='block' frame='hand'><box min='-1 -1 0.029' max='1 1 1'/></attach>\n"
    "  <sensor name='pull' frame='hand'/>\n"
    "  <expect name='falls' body='stone' z_below='-0.1' at='0.25'/>\n"
    "</scene>\n";

const char *const long_scene = "<scene name='long' dt='0.001' duration='1000'>\n"
                               "  <material name='rubber' young='1e5' poisson='0.4'/>\n"
                               "  <deformable name='block' material='rubber' gravity='false'>\n"
                               "    <box size='0.1 0.1 0.1' cells='4 4 4'/>\n"
                               "  </deformable>\n"
                               "</scene>\n";

static void fail(const char *what) {
  perror(what);
  exit(1);
}

void begin(int argc, char **argv) {
  if (argc < 2) exit(1);
  program = argv[1];
  const char *base = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/ventouse-cli-XXXXXX", base != NULL ? base : "/tmp");
  if (mkdtemp(folder) == NULL) fail("mkdtemp");
  snprintf(out_path, sizeof out_path, "%s.out", folder);
  snprintf(err_path, sizeof err_path, "%s.err", folder);
  if (chdir(folder) != 0) fail("chdir");
}

void end(void) {
  char command[300];
  unlink(out_path);
  unlink(err_path);
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (chdir("/") != 0 || system(command) != 0) fail("rm");
}

// In the child: the program takes the process over.
static void become(const char *arguments, int out_to, long limit) {
  char text[1024], *argv[32] = {NULL};
  int count = 1;
  snprintf(text, sizeof text, "%s", arguments);
  argv[0] = (char *)program;
  for (char *word = strtok(text, " "); word != NULL && count < 31; word = strtok(NULL, " "))
    argv[count++] = word;
  int out = out_to >= 0 ? out_to : open(out_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  int err = open(err_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0 || err < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(120);
  if (limit > 0 && setrlimit(RLIMIT_FSIZE, &(struct rlimit){(rlim_t)limit, (rlim_t)limit}) != 0) _exit(121);
  execv(program, argv);
  _exit(122);
}

pid_t start(const char *arguments, int out_to, long limit) {
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) become(arguments, out_to, limit);
  return child;
}

static void read_into(const char *path, char *text) {
  FILE *file = fopen(path, "rb");
  size_t size = file == NULL ? 0 : fread(text, 1, MAX_OUTPUT - 1, file);
  text[size] = '\0';
  if (file != NULL) fclose(file);
}

outcome finish(pid_t child) {
  outcome o = {.code = -1};
  int status = 0;
  if (waitpid(child, &status, 0) != child) fail("waitpid");
  if (WIFEXITED(status)) o.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) o.signal = WTERMSIG(status);
  read_into(out_path, o.out);
  read_into(err_path, o.err);
  return o;
}

outcome run(const char *arguments) { return finish(start(arguments, -1, 0)); }

void write_file(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) fail(name);
}

char *read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(size + 1, 1);
  if (text == NULL || fread(text, 1, size, file) != size) fail(name);
  fclose(file);
  return text;
}

bool exists(const char *name) { return access(name, F_OK) == 0; }

int count_entries(const char *name) {
  DIR *listing = opendir(name);
  int count = -2;
  if (listing == NULL) return -1;
  while (readdir(listing) != NULL) ++count;
  closedir(listing);
  return count;
}

static bool has_partial(const char *parent, const char *file, long bytes) {
  DIR *listing = opendir(parent);
  bool found = false;
  if (listing == NULL) return false;
  for (struct dirent *entry; !found && (entry = readdir(listing)) != NULL;) {
    char path[700];
    struct stat facts;
    if (entry->d_name[0] != '.' || strstr(entry->d_name, ".partial-") == NULL) continue;
    snprintf(path, sizeof path, "%s/%s/%s", parent, entry->d_name, file);
    found = stat(path, &facts) == 0 && facts.st_size >= bytes;
  }
  closedir(listing);
  return found;
}

bool wait_for_partial(const char *parent, const char *file, long bytes) {
  for (int i = 0; i < 3000; ++i) {
    if (has_partial(parent, file, bytes)) return true;
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  }
  return false;
}

int count_lines(const char *text) {
  int lines = 0;
  for (; *text != '\0'; ++text) lines += *text == '\n';
  return lines;
}

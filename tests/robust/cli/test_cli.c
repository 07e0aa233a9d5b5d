// The program from outside: exit codes, messages of one line, nothing written on failure, same results again.
#include "check.h"
#include "refused.h"
#include "spawn.h"

#include <stdlib.h>
#include <sys/stat.h>

static outcome o;

static void test_arguments(void) {
  refuse("", "expected a command");
  refuse("rnu x.xml", "did you mean \"run\"");
  refuse("frobnicate", "unknown command \"frobnicate\"");
  refuse("run", "found no SCENE");
  refuse("run a.xml b.xml", "expected only one argument");
  refuse("run short.xml --treads 2", "did you mean --threads?");
  refuse("run short.xml --wobble", "unknown option --wobble");
  refuse("run short.xml -o x", "unknown option -o");
  refuse("run short.xml --out", "found nothing after it");
  refuse("run short.xml --out=", "--out: found nothing");
  refuse("run short.xml --quiet=1", "found a value");
  refuse("run short.xml --time 0", "--time: found \"0\"");
  refuse("run short.xml --time nan", "--time: found \"nan\"");
  refuse("run short.xml --dt 1ms", "--dt: found \"1ms\"");
  refuse("run short.xml --dt -1", "--dt: found \"-1\"");
  refuse("run short.xml --threads 1.5", "--threads: found \"1.5\"");
  refuse("run short.xml --threads 99999999999", "--threads: found");
  refuse("version now", "expected no argument");
  refuse("bench --meshes nowhere", "nowhere: found no cup");
  refuse("bench --scenes nowhere", "nowhere: found no rigid_cube.xml");
  refuse("bench heap50", "did you mean heap_50?");
  refuse("bench wobble", "expected a row");
  refuse("bench --element brick", "--element: found \"brick\"");
  refuse("help runn", "did you mean \"run\"");
}

static void test_bad_scenes(void) {
  refuse("run missing.xml", "missing.xml");
  refuse("check missing.xml", "missing.xml");
  write_file("broken.xml", "<scene>\n<deformable\n");
  refuse("run broken.xml", "broken.xml:");
  refuse("check broken.xml", "broken.xml:");
  write_file("unknown.xml", "<scene>\n  <sensor name='pull' frame='hand'/>\n</scene>\n");
  refuse("run unknown.xml", "unknown.xml:2:");
  refuse("run short.xml --set", "--set: found nothing");
  refuse("run short.xml --set young", "PATH=VALUE");
  refuse("run short.xml --set nobody.young=1", "nobody");
  refuse("run short.xml --set rubber.yuong=1", "yuong");
  refuse("run short.xml --set rubber.young=soft", "soft");
}

static void test_bad_folders(void) {
  mkdir("mine", 0777);
  write_file("mine/thesis.tex", "precious");
  refuse("run short.xml --out mine", "mine: found a folder that is not a run");
  CHECK(count_entries("mine") == 1);
  write_file("file", "text");
  refuse("run short.xml --out file", "file: found a file");
  refuse("run short.xml --out file/run", "file");
  refuse("run short.xml --out /proc/run", "/proc/");
  refuse("run short.xml --out .", "found no name");
}

static void test_good(void) {
  o = run("run short.xml");
  CHECK(o.code == 0 && count_lines(o.err) == 1);
  CHECK_CONTAINS(o.err, "warning: short.xml:6: ");
  CHECK_CONTAINS(o.out, "block hangs: 30 steps, 0.3 s in ");
  CHECK_CONTAINS(o.out, "passed  falls: ");
  CHECK_CONTAINS(o.out, "look at runs/short/report.html");
  CHECK(strchr(o.out, '\r') == NULL); // no progress line in a pipe
  CHECK(count_lines(o.out) == 3);     // and nothing about steps that all went well
  CHECK(count_entries("runs") == 1 && count_entries("runs/short") == 11);
  CHECK(exists("runs/short/summary.json") && exists("runs/short/report.html"));
  o = run("run short.xml --quiet --out other --vtu --time 0.1");
  CHECK(o.code == 1 && o.out[0] == '\0'); // the expectation is never reached
  CHECK_CONTAINS(o.err, "FAILED  falls");
  CHECK(exists("other/frames.pvd") && count_entries("other/frames") == 3 * 6);
  write_file("later.xml",
      "<scene duration='0.3'><rigid name='stone' mass='1'><box size='0.02 0.02 0.02'/></rigid>"
      "<expect name='low' body='stone' z_below='0' from='0.2'/></scene>");
  o = run("run later.xml --quiet --out other --time 0.1");
  CHECK(o.code == 1);
  CHECK_CONTAINS(o.err, "FAILED  low: z below 0 at 0.2 s, not reached");
  CHECK(remove("later.xml") == 0);
  o = run("run short.xml --quiet --set stone.gravity=false");
  CHECK(o.code == 1);
  CHECK_CONTAINS(o.err, "FAILED  falls");
  o = run("run --quiet -- short.xml");
  CHECK(o.code == 0 && o.err[0] == '\0' && o.out[0] == '\0');
  int before = count_entries(".");
  o = run("check short.xml");
  CHECK(o.code == 0);
  CHECK_CONTAINS(o.out, "block                deformable  hex8");
  CHECK_CONTAINS(o.out, "stone                rigid");
  write_file("two.xml",
      "<scene><contact/><environment gravity='0 0 0'/>"
      "<fixed name='Bügel'><box size='0.1 0.1 0.02'/></fixed>"
      "<rigid name='cube' mass='0.5' position='0 0 0.02'><box size='0.04 0.05 0.06'/></rigid></scene>");
  o = run("check two.xml");
  CHECK(o.code == 0 && count_lines(o.err) == 1);
  CHECK_CONTAINS(o.err, "warning: 'Bügel' and 'cube' reach into each other at the start");
  CHECK_CONTAINS(o.out, "  Bügel                fixed "); // as wide as it looks
  CHECK_CONTAINS(o.out, "  Bügel                         -        0.0002   0.1 x 0.1 x 0.02, ");
  CHECK_CONTAINS(o.out, "  cube                        0.5       0.00012   0.04 x 0.05 x 0.06, "
                        "from (-0.02 -0.025 -0.01) to (0.02 0.025 0.05)");
  CHECK(remove("two.xml") == 0);
  CHECK(count_entries(".") == before);
  o = run("--version");
  CHECK(o.code == 0);
  CHECK_CONTAINS(o.out, "ventouse ");
  CHECK_CONTAINS(o.out, "\nAMD 2.");
  CHECK_CONTAINS(o.out, "\nMETIS 5.");
}

static void test_bench(void) {
  o = run("bench heap_50 --steps 3 --seconds 0.3");
  CHECK(o.code == 0 && count_lines(o.out) == 4);
  CHECK_CONTAINS(o.out, "  heap_50            3 of 100 ");
  CHECK_CONTAINS(o.out, "  1: ");
  o = run("bench union --steps 1 --json");
  CHECK(o.code == 0);
  CHECK_CONTAINS(o.out, "[\n  {\"scene\": \"union\", ");
  CHECK_CONTAINS(o.out, "\"aim_ms\": 3}\n]\n");
  o = run("bench dominoes --steps 1 --seconds 1e-3 --json");
  CHECK(o.code == 0);
  CHECK_CONTAINS(o.out, "[\n  {\"scene\": \"dominoes\", \"steps\": 1, \"all_steps\": 400, ");
  CHECK_CONTAINS(o.out, "\"unconverged\": 0, \"redone\": 0, \"target_r\": 0.3}\n]\n");
  o = run("bench table_4_3 --steps 2 --json");
  CHECK(o.code == 0);
  CHECK_CONTAINS(
      o.out, "[\n  {\"table\": \"table_4_3\", \"scene\": \"cup of 125\", \"steps\": 2, \"nodes\": 128, ");
  CHECK_CONTAINS(
      o.out, "\"paper\": {\"nodes\": 576, \"collision_nodes\": 0, \"rows\": 3450.77, \"ms\": 993.11}}\n]\n");
  o = run("bench table_2 --steps 1");
  CHECK(o.code == 0);
  CHECK_CONTAINS(o.out, "  time grows with rows to the power of ");
  CHECK_CONTAINS(o.out, "; theirs 1.65\n");
  o = run("bench worlds --worlds 3 --threads 2 --steps 3 --json");
  CHECK(o.code == 0);
  CHECK_CONTAINS(
      o.out, "[\n  {\"scene\": \"worlds\", \"model\": \"ground.xml\", \"worlds\": 3, \"threads\": 2, ");
  CHECK_CONTAINS(o.out, "\"bytes_per_world\": ");
}

// The 16 hex digits of a run.
static char *hash_of(const char *arguments, const char *summary) {
  o = run(arguments);
  char *text = read_file(summary), *hash = calloc(17, 1);
  const char *at = text != NULL ? strstr(text, "\"state_hash\": \"") : NULL;
  if (CHECK(at != NULL)) memcpy(hash, at + 15, 16);
  CHECK(strspn(hash, "0123456789abcdef") == 16);
  free(text);
  return hash;
}

static void test_same_again(void) {
  char *first = hash_of("run short.xml --out h1 --quiet", "h1/summary.json");
  char *again = hash_of("run short.xml --out h2 --quiet", "h2/summary.json");
  char *two = hash_of("run short.xml --out h3 --quiet --threads 2", "h3/summary.json");
  char *other = hash_of("run short.xml --out h4 --quiet --set rubber.young=1.01e5", "h4/summary.json");
  char *finer = hash_of("run short.xml --out h5 --quiet --dt 0.005", "h5/summary.json");
  CHECK(strcmp(first, again) == 0);
  CHECK(strcmp(first, two) == 0);
  CHECK(strcmp(first, other) != 0);
  CHECK(strcmp(first, finer) != 0);
  char *bodies = read_file("h1/bodies.csv"), *bodies_again = read_file("h3/bodies.csv");
  CHECK(bodies != NULL && bodies_again != NULL && strcmp(bodies, bodies_again) == 0);
  free(bodies);
  free(bodies_again);
  free(first);
  free(again);
  free(two);
  free(other);
  free(finer);
}

// A force beyond all numbers from 0.1 s on: the run ends there and keeps what was good.
static void test_could_not_go_on(void) {
  write_file("burst.xml", "<scene name='burst' dt='0.01' duration='1'>\n"
                          "  <rigid name='stone' mass='1e-3'><box size='0.02 0.02 0.02'/></rigid>\n"
                          "  <load body='stone' force='0 0 1e308' interpolation='step'>\n"
                          "    <key time='0' factor='0'/><key time='0.1' factor='1'/>\n"
                          "  </load>\n"
                          "</scene>\n");
  o = run("run burst.xml --quiet");
  CHECK(o.code == 3 && o.out[0] == '\0');
  CHECK(count_lines(o.err) == 1);
  CHECK_CONTAINS(o.err, "burst.xml: the simulation could not go on at 0.");
  CHECK_CONTAINS(o.err, "the last good state is in runs/burst/last_state");
  CHECK(count_entries("runs/burst/last_state") == 1);
  char *summary = read_file("runs/burst/summary.json");
  CHECK_CONTAINS(summary, "\"failure\": \"the simulation could not go on at 0.");
  free(summary);
}

// A block whose upper face is driven through its lower one: what did not go smoothly is said at the end.
static void test_trouble(void) {
  write_file("through.xml",
      "<scene name='through' dt='0.01' duration='0.3'>\n"
      "  <material name='rubber' young='1e5' poisson='0.4'/>\n"
      "  <deformable name='block' material='rubber'><box size='0.02 0.02 0.02' cells='2 2 2'/></deformable>\n"
      "  <frame name='wall'/>\n"
      "  <frame name='hand'><key time='0' position='0 0 0'/><key time='0.2' position='0 0 -0.03'/></frame>\n"
      "  <attach body='block' frame='wall'><box min='-1 -1 -1' max='1 1 -0.009'/></attach>\n"
      "  <attach body='block' frame='hand'><box min='-1 -1 0.009' max='1 1 1'/></attach>\n"
      "</scene>\n");
  o = run("run through.xml");
  CHECK(o.code == 0 && o.err[0] == '\0' && count_lines(o.out) == 5);
  CHECK_CONTAINS(o.out, "\n  pieces of a step: 1.1 on average, up to 4\n");
  CHECK_CONTAINS(o.out, "\n  redone in smaller pieces: 1 of 30 steps, up to 4 pieces (at 0.14 s)\n");
  CHECK_CONTAINS(o.out, "\n  cells inside out: in 17 of 30 steps, up to 8 cells (at 0.14 s)\n");
  CHECK(strstr(o.out, "unconverged") == NULL);
  o = run("run through.xml --quiet");
  CHECK(o.code == 0 && o.err[0] == '\0' && o.out[0] == '\0');
}

int main(int argc, char **argv) {
  begin(argc, argv);
  write_file("short.xml", short_scene);
  test_arguments();
  test_bad_scenes();
  test_bad_folders();
  test_good();
  test_bench();
  test_same_again();
  test_could_not_go_on();
  test_trouble();
  end();
  return check_report();
}

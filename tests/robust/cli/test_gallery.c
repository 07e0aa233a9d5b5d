// `ventouse gallery` from outside: which scenes it runs, what the page and the exit code say of them, bad
// names, and Ctrl-C.
#include "check.h"
#include "spawn.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

static outcome o;

static void make_scenes(void) {
  CHECK(mkdir("scenes", 0777) == 0 && mkdir("scenes/more", 0777) == 0);
  write_file("scenes/parts.xml", "<!-- <scene> --><library/>\n");
  write_file("scenes/notes.txt", "<scene/>\n");
  write_file("scenes/falls.xml",
      "<?xml version='1.0'?>\n<!-- falls -->\n<scene name='it &amp; falls' duration='0.1'>\n"
      "  <rigid name='stone' mass='1'><box size='0.02 0.02 0.02'/></rigid>\n"
      "  <expect name='lower' body='stone' z_below='-0.01'/>\n</scene>\n");
  write_file("scenes/more/flies.xml",
      "<scene duration='0.1'>\n  <rigid name='stone' mass='1'><box size='0.02 0.02 0.02'/></rigid>\n"
      "  <expect name='higher' body='stone' z_above='0.01'/>\n</scene>\n");
  write_file("scenes/more/broken.xml", "<scene>\n<rigid\n");
}

// A comment of any length may stand before a scene, and a scene may be empty.
static void test_list(void) {
  enum { LENGTH = 100000 };
  char *text = malloc(LENGTH);
  if (!CHECK(text != NULL)) return;
  snprintf(text, LENGTH, "<!-- %*s > --><?a b?>\n<scene/>\n", LENGTH - 100, "<scene>");
  CHECK(mkdir("listed", 0777) == 0);
  write_file("listed/long.xml", text);
  write_file("listed/library.xml", "<!--><scene>--><library/>");
  write_file("listed/open.xml", "<!-- <scene> -");
  write_file("listed/empty.xml", "");
  o = run("gallery --scenes listed --list");
  CHECK(o.code == 0 && count_lines(o.out) == 1);
  CHECK_CONTAINS(o.out, "listed/long.xml");
  free(text);
}

// What lies there of an older run is neither shown as the outcome of one that could not be, nor as its
// picture. Names of scenes are parts of links.
static void test_older_run(void) {
  CHECK(mkdir("again", 0777) == 0);
  write_file("again/100% #1.xml", short_scene);
  o = run("gallery --scenes again --plain --out older");
  CHECK(o.code == 0 && exists("older/100% #1/card.html"));
  char *page = read_file("older/index.html");
  CHECK_CONTAINS(page, "<a href=\"100%25%20%231/report.html\">");
  free(page);
  write_file("older/100% #1/picture.png", "of an older run");
  o = run("gallery --scenes again --plain --out older");
  page = read_file("older/index.html");
  CHECK(page != NULL && strstr(page, "<img") == NULL && strstr(page, "report.html") != NULL);
  free(page);
  write_file("again/100% #1.xml", "<scene><rigid/></scene>");
  o = run("gallery --scenes again --plain --out older");
  CHECK(o.code == 2 && exists("older/100% #1/card.html"));
  page = read_file("older/index.html");
  CHECK_CONTAINS(page, "<b>No run</b> FAILED: it could not be run");
  CHECK(page != NULL && strstr(page, "report.html") == NULL);
  free(page);
}

static void test_page(void) {
  o = run("gallery --scenes scenes --list");
  CHECK(o.code == 0 && count_lines(o.out) == 3 && !exists("runs"));
  o = run("gallery --scenes scenes --only falls --plain --out page");
  CHECK(o.code == 0 && o.err[0] == '\0' && count_lines(o.out) == 2);
  CHECK_CONTAINS(o.out, "passed");
  CHECK_CONTAINS(o.out, "look at page/index.html");
  CHECK(exists("page/falls/report.html") && exists("page/falls/card.html") && !exists("page/flies"));
  char *page = read_file("page/index.html");
  if (CHECK(page != NULL)) {
    CHECK_CONTAINS(page, "<a href=\"falls/report.html\">it &amp; falls</a>");
    CHECK_CONTAINS(page, "<b>Passed</b> 1 expectation<");
    CHECK_CONTAINS(page, "<figure class=\"plot\"");
    CHECK_CONTAINS(page, "10 steps of 10 ms");
    CHECK_CONTAINS(page, "<h1>Ventouse: gallery, 1 of 1 passed</h1>");
    CHECK_CONTAINS(page, "<code>falls</code>");
    CHECK(strstr(page, "<img") == NULL);
  }
  free(page);
  o = run("gallery --scenes scenes --plain --out page --jobs 3");
  CHECK(o.code == 2); // the worst of all
  CHECK_CONTAINS(o.out, "FAILED: an expectation does not hold");
  CHECK_CONTAINS(o.out, "look at page/broken.log");
  page = read_file("page/index.html");
  if (CHECK(page != NULL)) {
    CHECK_CONTAINS(page, "<b>Failed</b> 1 of 1 expectations");
    CHECK_CONTAINS(page, "<h2>broken</h2>");
    CHECK_CONTAINS(page, "<h1>Ventouse: gallery, 1 of 3 passed</h1>");
    CHECK_CONTAINS(
        page, "<b>No run</b> FAILED: it could not be run: ventouse: scenes/more/broken.xml:"); // and why
  }
  free(page);
  char *log = read_file("page/broken.log");
  CHECK_CONTAINS(log, "broken.xml:");
  free(log);
}

// A case is a scene that is changed, under a name of its own; `falls` as it is runs beside it.
static void test_cases(void) {
  write_file("scenes/cases.txt", "# a stone\n\nfar | falls.xml | scene.duration=0.2 | lower.z_below=-0.1\n  "
                                 "near|more/flies.xml|higher.z_above=-1\n");
  o = run("gallery --scenes scenes --list");
  CHECK(o.code == 0 && count_lines(o.out) == 5);
  CHECK_CONTAINS(o.out, "scenes/falls.xml --set \"scene.duration=0.2\" --set \"lower.z_below=-0.1\"\n");
  o = run("gallery --scenes scenes --only far --only near --plain --out cases");
  CHECK(o.code == 0 && count_lines(o.out) == 3 && !exists("cases/falls"));
  char *far = read_file("cases/far/summary.json");
  CHECK_CONTAINS(far, "\"sim_time\": 0.2");
  free(far);
}

static void test_bad_cases(void) {
  static const char *const bad[][2] = {
      {"\nfar\n", "scenes/cases.txt:2: found \"far\", expected NAME | SCENE"},
      {"far | falls.xml | scene.duration\n", "cases.txt:1: found \"scene.duration\""},
      {"far | falls.xml |\n", "cases.txt:1: found \"\""},
      {"a/b | falls.xml\n", "cases.txt:1: found \"a/b\""},
      {"\n# a\nfar | fals.xml\n", "scenes/cases.txt:3: found no scene \"fals.xml\", expected a file"},
      {"far | parts.xml\n", "scenes/cases.txt:1: found no scene \"parts.xml\""},
      {"\nfalls | falls.xml\n",
          "scenes/cases.txt:2: found the name \"falls\", expected another than that of scenes/falls.xml"},
      {"falls | more/flies.xml\n", "scenes/cases.txt:1: found the name \"falls\""},
      {"far | falls.xml\n\nnear | falls.xml\nfar | more/flies.xml\n",
          "scenes/cases.txt:4: found the name \"far\", expected another than that of scenes/cases.txt:1"},
  };
  for (int k = 0; k < (int)(sizeof bad / sizeof bad[0]); ++k) {
    write_file("scenes/cases.txt", bad[k][0]);
    o = run("gallery --scenes scenes");
    CHECK(o.code == 2 && o.out[0] == '\0' && count_lines(o.err) == 1);
    CHECK_CONTAINS(o.err, bad[k][1]);
  }
  CHECK(remove("scenes/cases.txt") == 0);
}

static void refuse(const char *arguments, const char *why) {
  int before = count_entries(".");
  o = run(arguments);
  CHECK(o.code == 2 && o.out[0] == '\0' && count_lines(o.err) == 1 && count_entries(".") == before);
  CHECK_CONTAINS(o.err, why);
}

static void test_refusals(void) {
  refuse("gallery --scenes nowhere", "nowhere: No such file or directory; expected a folder of scenes");
  refuse("gallery --scenes scenes --only fals", "did you mean \"falls\"");
  refuse("gallery --scenes scenes --only zebra", "--list lists them");
  refuse("gallery --jobs 0", "--jobs: found \"0\"");
  CHECK(mkdir("empty", 0777) == 0);
  refuse("gallery --scenes empty", "empty: found no scenes");
  write_file("file", "");
  refuse("gallery --scenes scenes --out file/runs", "file/runs: cannot make the folder");
  refuse("gallery --scenes scenes --out file", "file: cannot make the folder: File exists");
  CHECK(mkdir("logs", 0777) == 0 && mkdir("logs/falls.log", 0777) == 0);
  refuse(
      "gallery --scenes scenes --only falls --out logs", "logs/falls.log: cannot be written: Is a directory");
}

// All runs end, each folder whole, and the page is made of what there is.
static void test_interrupt(void) {
  CHECK(mkdir("slow", 0777) == 0);
  write_file("slow/long.xml", long_scene);
  write_file("slow/short.xml", short_scene);
  pid_t child = start("gallery --scenes slow --plain --out stopped", -1, 0);
  CHECK(wait_for_partial("stopped", "steps.csv", 1));
  for (int tenths = 0; tenths < 100 && !exists("stopped/short/summary.json"); ++tenths)
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  kill(child, SIGINT);
  o = finish(child);
  CHECK(o.code == 128 + SIGINT);
  char *page = read_file("stopped/index.html"), *summary = read_file("stopped/long/summary.json");
  CHECK_CONTAINS(page, "<b>Ended early</b> interrupted at");
  CHECK_CONTAINS(summary, "\"failure\": \"interrupted at");
  CHECK(exists("stopped/short/report.html"));
  free(page);
  free(summary);
}

int main(int argc, char **argv) {
  begin(argc, argv);
  make_scenes();
  test_list();
  test_page();
  test_cases();
  test_bad_cases();
  test_older_run();
  test_refusals();
  test_interrupt();
  end();
  return check_report();
}

// A page of several runs that lie beside it, from their cards.
#include "base/misuse.h"
#include "record/recorder.h"

#include "record/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Copies a file of a run into the page; false if it has none.
static bool copy_card(const char *folder, const char *run, vt_outfile *file, vt_error *error) {
  char *inside = vt_record_path(folder, run, error), *path = NULL;
  if (inside != NULL) path = vt_record_path(inside, "card.html", error);
  FILE *card = path != NULL ? fopen(path, "rb") : NULL;
  char bytes[4096];
  for (size_t count; card != NULL && (count = fread(bytes, 1, sizeof bytes, card)) > 0;)
    vt_outfile_bytes(file, bytes, count);
  if (card != NULL) fclose(card);
  free(path);
  free(inside);
  return card != NULL;
}

static bool has_picture(const char *folder, const char *run, vt_error *error) {
  char *inside = vt_record_path(folder, run, error), *path = NULL;
  if (inside != NULL) path = vt_record_path(inside, "picture.png", error);
  bool there = path != NULL && access(path, R_OK) == 0;
  free(path);
  free(inside);
  return there;
}

static void write_run(const char *folder, const vt_gallery_run *run, vt_outfile *file, vt_error *error) {
  bool failed = run->failure != NULL; // what lies there is of an older run
  vt_outfile_text(file, "<article>\n");
  if (!failed && has_picture(folder, run->folder, error)) {
    vt_outfile_text(file, "<a href=\"");
    vt_outfile_link(file, run->folder);
    vt_outfile_text(file, "/report.html\"><img src=\"");
    vt_outfile_link(file, run->folder);
    vt_outfile_text(file, "/picture.png\" alt=\"\" loading=\"lazy\"></a>\n");
  }
  if (failed || !copy_card(folder, run->folder, file, error)) {
    vt_outfile_text(file, "<h2>");
    vt_outfile_escaped(file, run->folder);
    vt_outfile_text(file, "</h2>\n<p class=\"verdict bad\"><b>No run</b> ");
    vt_outfile_escaped(file, failed ? run->failure : "it has no card");
    vt_outfile_text(file, "</p>\n");
  } else { // cases of one scene have one title
    vt_outfile_text(file, "<p class=\"files\"><code>");
    vt_outfile_escaped(file, run->folder);
    vt_outfile_text(file, "</code></p>\n");
  }
  vt_outfile_text(file, "</article>\n");
}

bool vt_gallery_write(
    const char *folder, const char *title, const vt_gallery_run *runs, int count, vt_error *error) {
  VT_NEED_OR_FAIL(
      folder != NULL && title != NULL && (runs != NULL || count == 0) && count >= 0, error, false);
  for (int k = 0; k < count; ++k) VT_NEED_OR_FAIL(runs[k].folder != NULL, error, false);
  vt_outfile file = {0};
  vt_error missing = {0};
  if (!vt_outfile_open(&file, folder, "index.html", error)) return false;
  vt_outfile_text(&file, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
  vt_outfile_escaped(&file, title);
  vt_outfile_text(&file, "</title>\n<style>\n");
  vt_outfile_bytes(&file, vt_page_css, vt_page_css_size);
  vt_outfile_text(&file, "</style>\n</head>\n<body>\n<main class=\"gallery\">\n<h1>");
  vt_outfile_escaped(&file, title);
  vt_outfile_text(&file, "</h1>\n");
  for (int k = 0; k < count; ++k) write_run(folder, &runs[k], &file, &missing);
  vt_outfile_text(&file, "</main>\n</body>\n</html>\n");
  return vt_outfile_close(&file, error);
}

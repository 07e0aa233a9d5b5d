// Reads a list of cases.
#define _XOPEN_SOURCE 700 // getline

#include "cases.h"
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Without blanks at both ends.
static char *trim(char *text) {
  text += strspn(text, " \t\r\n");
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) --length;
  text[length] = '\0';
  return text;
}

// A name is that of a folder too.
static bool is_name(const char *text) {
  return text[0] != '\0' && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(text);
}

static bool refuse(const char *path, int line, const char *found) {
  complain("%s:%d: found \"%s\", expected NAME | SCENE | PATH=VALUE | ...", path, line, found);
  return false;
}

// Cuts a line, whose name is at its beginning, into a case that owns it.
static bool cut(scene_case *made, char *text, const char *path, int line) {
  int parts = 1;
  for (const char *at = text; (at = strchr(at, '|')) != NULL; ++at) ++parts;
  *made = (scene_case){.name = text, .line = line, .changes = calloc((size_t)parts, sizeof *made->changes)};
  if (made->changes == NULL) {
    complain("out of memory");
    return false;
  }
  int part = 0;
  for (char *at = text; at != NULL; ++part) {
    char *end = strchr(at, '|');
    if (end != NULL) *end = '\0';
    char *word = trim(at);
    if (part == 0 ? !is_name(word) : word[0] == '\0') return refuse(path, line, word);
    if (part == 1) made->scene = word;
    if (part > 1 && strchr(word, '=') == NULL) return refuse(path, line, word);
    if (part > 1) made->changes[made->change_count++] = word;
    at = end != NULL ? end + 1 : NULL;
  }
  return parts > 1 || refuse(path, line, text);
}

static bool add(case_list *list, const char *text, const char *path, int line) {
  scene_case *items = realloc(list->items, ((size_t)list->count + 1) * sizeof *items);
  if (items != NULL) list->items = items;
  char *copy = items != NULL ? strdup(text) : NULL;
  if (copy == NULL) {
    complain("out of memory");
    return false;
  }
  return cut(&items[list->count++], copy, path, line);
}

bool case_list_read(case_list *list, const char *path) {
  *list = (case_list){0};
  FILE *file = fopen(path, "r");
  if (file == NULL && errno == ENOENT) return true;
  bool good = file != NULL;
  if (!good) complain("%s: %s", path, strerror(errno));
  char *text = NULL;
  size_t room = 0;
  for (int line = 1; good && getline(&text, &room, file) >= 0; ++line) {
    char *wanted = trim(text);
    if (wanted[0] != '\0' && wanted[0] != '#') good = add(list, wanted, path, line);
  }
  free(text);
  if (file != NULL) fclose(file);
  if (!good) case_list_free(list);
  return good;
}

void case_list_free(case_list *list) {
  for (int i = 0; i < list->count; ++i) {
    free(list->items[i].name);
    free(list->items[i].changes);
  }
  free(list->items);
  *list = (case_list){0};
}

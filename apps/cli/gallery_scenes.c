// Which scenes `ventouse gallery` runs.
#include "folders.h"
#include "gallery.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// A file whose first element is <scene>; libraries are parts of others.
static bool is_scene(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = NULL; // up to the next '>'
  size_t room = 0;
  bool found = false, comment = false;
  for (ssize_t length; file != NULL && (length = getdelim(&text, &room, '>', file)) > 0;) {
    const char *at = comment ? text : strchr(text, '<'), *end = text + length;
    if (!comment && at != NULL && strncmp(at, "<!--", 4) == 0) comment = true, at += 4;
    if (comment) {
      comment = end - at < 3 || strcmp(end - 3, "-->") != 0;
    } else if (at == NULL || at[1] != '?') {
      found = at != NULL && strncmp(at, "<scene", 6) == 0 && strchr(" \t\r\n/>", at[6]) != NULL;
      break;
    }
  }
  free(text);
  if (file != NULL) fclose(file);
  return found;
}

static bool add_scene(gallery *g, const char *path, const scene_case *changed) {
  const char *stem = changed != NULL ? changed->name : strrchr(path, '/') + 1;
  size_t length = strlen(stem) - (changed != NULL ? 0 : strlen(".xml"));
  if (g->count == MAX_SCENES) {
    complain("%s: found another scene, expected at most %d", path, MAX_SCENES);
    return false;
  }
  entry *e = &g->entries[g->count];
  *e = (entry){.path = strdup(path), .name = strndup(stem, length), .changed = changed, .code = -1};
  if (e->path == NULL || e->name == NULL) {
    complain("out of memory");
    free(e->path);
    free(e->name);
    return false;
  }
  ++g->count;
  return true;
}

// The scenes of a folder and of those in it.
static bool add_folder(gallery *g, const char *folder, int depth) {
  DIR *listing = opendir(folder);
  bool good = listing != NULL;
  if (!good) complain("%s: %s; expected a folder of scenes", folder, strerror(errno));
  for (struct dirent *found; good && (found = readdir(listing)) != NULL;) {
    char path[PATH_ROOM];
    struct stat about;
    const char *dot = strrchr(found->d_name, '.');
    if (found->d_name[0] == '.') continue;
    if (snprintf(path, sizeof path, "%s/%s", folder, found->d_name) >= PATH_ROOM || stat(path, &about) != 0)
      continue;
    if (S_ISDIR(about.st_mode))
      good = depth == 0 || add_folder(g, path, depth - 1);
    else if (dot != NULL && strcmp(dot, ".xml") == 0 && is_scene(path))
      good = add_scene(g, path, NULL);
  }
  if (listing != NULL) closedir(listing);
  return good;
}

// Those of scenes/cases.txt: rows of masses, of shapes, of pipes.
static bool add_cases(gallery *g, const char *folder) {
  char path[PATH_ROOM];
  if (snprintf(path, sizeof path, "%s/cases.txt", folder) >= PATH_ROOM) return true;
  if (!case_list_read(&g->cases, path)) return false;
  for (int i = 0; i < g->cases.count; ++i) {
    const scene_case *found = &g->cases.items[i];
    if (snprintf(path, sizeof path, "%s/%s", folder, found->scene) >= PATH_ROOM || !is_scene(path)) {
      complain("%s/cases.txt:%d: found no scene \"%s\", expected a file of scenes below %s", folder,
          found->line, found->scene, folder);
      return false;
    }
    if (!add_scene(g, path, found)) return false;
  }
  return true;
}

// By name; of one name, scenes before cases, and these as they stand in the list.
static int compare_entries(const void *a, const void *b) {
  const entry *p = a, *q = b;
  int order = strcmp(p->name, q->name);
  if (order != 0) return order;
  int lines[2] = {p->changed != NULL ? p->changed->line : 0, q->changed != NULL ? q->changed->line : 0};
  return lines[0] != lines[1] ? lines[0] - lines[1] : strcmp(p->path, q->path);
}

// Where a name comes from: the file of a scene, or the line of a case.
static const char *origin_of(const entry *e, const char *folder, char *text, size_t size) {
  if (e->changed == NULL) return e->path;
  snprintf(text, size, "%s/cases.txt:%d", folder, e->changed->line);
  return text;
}

// Runs are kept in folders of these names.
static bool has_own_names(const gallery *g, const char *folder) {
  char here[PATH_ROOM + 32], there[PATH_ROOM + 32];
  for (int i = 1; i < g->count; ++i) {
    const entry *first = &g->entries[i - 1], *second = &g->entries[i];
    if (strcmp(first->name, second->name) != 0) continue;
    complain("%s: found the name \"%s\", expected another than that of %s",
        origin_of(second, folder, here, sizeof here), second->name,
        origin_of(first, folder, there, sizeof there));
    return false;
  }
  return true;
}

void drop_entry(entry *e) {
  free(e->path);
  free(e->name);
}

// Leaves those that were asked for; each must be there.
static bool choose(gallery *g) {
  const text_list *only = &g->settings->only;
  const char *names[MAX_SCENES];
  for (int i = 0; i < g->count; ++i) names[i] = g->entries[i].name;
  for (int k = 0; k < only->count; ++k) {
    bool found = false;
    for (int i = 0; i < g->count; ++i) found |= strcmp(names[i], only->items[k]) == 0;
    if (found) continue;
    const char *meant = suggest(only->items[k], names, g->count);
    if (meant != NULL)
      complain("--only: found \"%s\", expected a scene: did you mean \"%s\"?", only->items[k], meant);
    else
      complain("--only: found \"%s\", expected a scene: --list lists them", only->items[k]);
    return false;
  }
  int kept = 0;
  for (int i = 0; i < g->count; ++i) {
    bool wanted = only->count == 0;
    for (int k = 0; k < only->count; ++k) wanted |= strcmp(g->entries[i].name, only->items[k]) == 0;
    if (wanted)
      g->entries[kept++] = g->entries[i];
    else
      drop_entry(&g->entries[i]);
  }
  g->count = kept;
  return true;
}

bool find_scenes(gallery *g) {
  char folder[PATH_ROOM];
  if (!find_data_folder("scenes", g->settings->scenes, NULL, folder, sizeof folder)) return false;
  if (!add_folder(g, folder, 1) || !add_cases(g, folder)) return false;
  qsort(g->entries, (size_t)g->count, sizeof *g->entries, compare_entries);
  if (!has_own_names(g, folder)) return false;
  if (g->count == 0) complain("%s: found no scenes", folder);
  return g->count > 0 && choose(g);
}

// The scenes that lie beside the one that was asked for.
#include "gallery.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool add(gallery *g, const char *file) {
  for (int i = 0; i < g->count; ++i)
    if (strcmp(g->files[i], file) == 0) return true;
  char **files = realloc(g->files, ((size_t)g->count + 1) * sizeof *files);
  if (files == NULL) return false;
  g->files = files;
  files[g->count] = strdup(file);
  return files[g->count] != NULL && ++g->count > 0;
}

static bool is_scene(const char *name) {
  size_t length = strlen(name);
  return name[0] != '.' && length > 4 && length < 120 && strcmp(name + length - 4, ".xml") == 0;
}

bool gallery_init(gallery *g, const char *scene) {
  const char *slash = strrchr(scene, '/');
  size_t length = slash != NULL ? (size_t)(slash - scene) + 1 : 0;
  *g = (gallery){.folder = strndup(scene, length), .first = strdup(scene + length)};
  bool good = g->folder != NULL && g->first != NULL && add(g, g->first);
  DIR *folder = good ? opendir(length > 0 ? g->folder : ".") : NULL;
  if (folder != NULL) {
    for (struct dirent *entry = readdir(folder); good && entry != NULL; entry = readdir(folder))
      if (is_scene(entry->d_name)) good = add(g, entry->d_name);
    closedir(folder);
  }
  if (!good) {
    gallery_free(g);
    return false;
  }
  qsort(g->files, (size_t)g->count, sizeof *g->files, compare);
  return true;
}

void gallery_free(gallery *g) {
  for (int i = 0; i < g->count; ++i) free(g->files[i]);
  free(g->files);
  free(g->folder);
  free(g->first);
  *g = (gallery){0};
}

char *gallery_path(const gallery *g, const char *file) {
  for (int i = 0; i < g->count; ++i) {
    if (strcmp(g->files[i], file) != 0) continue;
    size_t size = strlen(g->folder) + strlen(file) + 1;
    char *path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s%s", g->folder, file);
    return path;
  }
  return NULL;
}

// The scenes that lie beside the one that was asked for.
#ifndef VENTOUSE_SERVER_GALLERY_H
#define VENTOUSE_SERVER_GALLERY_H

#include <stdbool.h>

typedef struct gallery {
  char *folder; // with its final slash, or ""
  char *first;  // file name of the scene that was asked for
  char **files; // names in the folder, sorted
  int count;
} gallery;

bool gallery_init(gallery *g, const char *scene);
void gallery_free(gallery *g);
// The path of a listed file, to be freed; NULL if it is not listed.
char *gallery_path(const gallery *g, const char *file);

#endif

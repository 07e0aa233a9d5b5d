// The files of the page, made from viewer/ at build time and compressed with gzip.
#ifndef VENTOUSE_SERVER_ASSETS_H
#define VENTOUSE_SERVER_ASSETS_H

#include <stddef.h>

typedef struct asset {
  const char *path; // of the request: "/" is the page
  const char *type;
  const unsigned char *data;
  size_t size;
} asset;

extern const asset all_assets[];
extern const int all_assets_count;

#endif

// The arrays of VTK's XML files: as text, as base64 or raw bytes, compressed or not.
#ifndef VT_MESH_VTU_DATA_H
#define VT_MESH_VTU_DATA_H

#include "base/cursor.h"

typedef struct vt_vtu_coding {
  bool swap;       // the file has the other byte order
  bool header64;   // sizes are of 64 bits, else of 32
  bool compressed; // by zlib, in blocks
} vt_vtu_coding;

// Bytes that are read once, in order, from raw or base64 data.
typedef struct vt_vtu_stream {
  const char *at, *end;
  bool base64;
  unsigned char held[3]; // decoded and not yet taken
  int held_count;
} vt_vtu_stream;

// All the bytes of one array (without its header) in *bytes, to be freed; *size is their number. `place`
// names the array in messages, as "file.vtu:12".
bool vt_vtu_decode(vt_vtu_stream *stream, const vt_vtu_coding *coding, const char *place,
    unsigned char **bytes, size_t *size, vt_error *error);

#endif

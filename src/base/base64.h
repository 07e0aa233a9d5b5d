// Bytes as base64 text.
#ifndef VT_BASE_BASE64_H
#define VT_BASE_BASE64_H

// Bytes on their way: whole triples become text, up to two wait for the next.
typedef struct vt_base64 {
  unsigned char waiting[3];
  int count;
} vt_base64;

// Takes a byte; returns how many characters (0 or 4) it gave.
int vt_base64_put(vt_base64 *coder, unsigned char byte, char text[4]);
// What still waits, filled up with =; 0 or 4 characters.
int vt_base64_end(vt_base64 *coder, char text[4]);

#endif

// Bytes as base64 text.
#ifndef VT_BASE_BASE64_H
#define VT_BASE_BASE64_H

// An encoder: every three bytes become four characters; up to two bytes are kept for the next call.
typedef struct vt_base64 {
  unsigned char waiting[3];
  int count;
} vt_base64;

// Takes a byte; returns how many characters (0 or 4) it gave.
int vt_base64_put(vt_base64 *coder, unsigned char byte, char text[4]);
// The bytes that are left, padded with =; 0 or 4 characters.
int vt_base64_end(vt_base64 *coder, char text[4]);

#endif

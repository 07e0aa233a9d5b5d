// Bytes as base64 text.
#include "base/base64.h"

static int code(vt_base64 *coder, char text[4]) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *b = coder->waiting;
  int count = coder->count;
  unsigned triple = (unsigned)b[0] << 16 | (count > 1 ? (unsigned)b[1] << 8 : 0) | (count > 2 ? b[2] : 0);
  text[0] = digits[triple >> 18];
  text[1] = digits[triple >> 12 & 63];
  text[2] = count > 1 ? digits[triple >> 6 & 63] : '=';
  text[3] = count > 2 ? digits[triple & 63] : '=';
  coder->count = 0;
  return 4;
}

int vt_base64_put(vt_base64 *coder, unsigned char byte, char text[4]) {
  coder->waiting[coder->count++] = byte;
  return coder->count == 3 ? code(coder, text) : 0;
}

int vt_base64_end(vt_base64 *coder, char text[4]) { return coder->count > 0 ? code(coder, text) : 0; }

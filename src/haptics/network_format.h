// The datagrams of a device on the network, byte by byte as docs/haptics.md has them.
#ifndef VT_HAPTICS_NETWORK_FORMAT_H
#define VT_HAPTICS_NETWORK_FORMAT_H

#include <ventouse/haptics.h>

enum { VT_DATAGRAM_IN = 88, VT_DATAGRAM_OUT = 72, VT_TOKEN_SIZE = 16 }; // bytes

typedef struct vt_datagram_in {
  uint32_t sequence;
  vt_device_pose at;
  unsigned char token[VT_TOKEN_SIZE];
} vt_datagram_in;

typedef struct vt_datagram_out {
  uint32_t sequence, answers; // its own, and that of the last one taken
  vt_device_force force;
} vt_datagram_out;

// False for all that is not a datagram of version 1 with a pose that makes sense.
bool vt_datagram_parse(const unsigned char *bytes, size_t size, vt_datagram_in *in);
void vt_datagram_write(const vt_datagram_out *out, unsigned char bytes[VT_DATAGRAM_OUT]);

#endif

// The datagrams of a device on the network, byte by byte as docs/haptics.md has them.
#include "haptics/network_format.h"

#include "haptics/device.h"

#include <string.h>

static const uint32_t VERSION = 1;

static uint64_t get(const unsigned char *bytes, int count) {
  uint64_t value = 0;
  for (int k = 0; k < count; ++k) value |= (uint64_t)bytes[k] << (8 * k);
  return value;
}

static double get_double(const unsigned char *bytes) {
  uint64_t bits = get(bytes, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void put(unsigned char *bytes, int count, uint64_t value) {
  for (int k = 0; k < count; ++k) bytes[k] = (unsigned char)(value >> (8 * k));
}

static void put_double(unsigned char *bytes, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  put(bytes, 8, bits);
}

bool vt_datagram_parse(const unsigned char *bytes, size_t size, vt_datagram_in *in) {
  if (size != VT_DATAGRAM_IN || memcmp(bytes, "VTHI", 4) != 0 || get(bytes + 4, 4) != VERSION) return false;
  double v[7];
  for (int k = 0; k < 7; ++k) v[k] = get_double(bytes + 16 + 8 * k);
  in->sequence = (uint32_t)get(bytes + 8, 4);
  in->at = (vt_device_pose){{{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}}, (uint32_t)get(bytes + 12, 4)};
  memcpy(in->token, bytes + 72, VT_TOKEN_SIZE);
  return vt_device_pose_ok(&in->at);
}

void vt_datagram_write(const vt_datagram_out *out, unsigned char bytes[VT_DATAGRAM_OUT]) {
  const vt_vec3 f = out->force.force, t = out->force.torque;
  const double v[6] = {f.x, f.y, f.z, t.x, t.y, t.z};
  memset(bytes, 0, VT_DATAGRAM_OUT);
  memcpy(bytes, "VTHO", 4);
  put(bytes + 4, 4, VERSION);
  put(bytes + 8, 4, out->sequence);
  put(bytes + 12, 4, out->answers);
  for (int k = 0; k < 6; ++k) put_double(bytes + 16 + 8 * k, v[k]);
}

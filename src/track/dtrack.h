// The text that ART's DTrack sends by UDP, a datagram for each measurement: a line for each kind of output.
//
//     fr 21753
//     ts 39596.024831
//     6d 1 [0 1.000][326.8 -187.2 109.5 -160.4 -3.7 -7.1][-0.94 -0.34 -0.02 0.33 -0.93 0.14 -0.06 0.12 0.99]
//     gl 1 [0 1.000 1 5][x y z][nine numbers][x y z][nine numbers][six numbers]...
//
// Of bodies (6d): number and quality; position and angles; a rotation matrix by columns. Of hands (gl):
// number, quality, left or right, number of fingers; position and matrix of the back of the hand; and of each
// finger, from the thumb on and in the axes of the hand, position of the tip and matrix of the outermost
// phalanx, and the radius of the tip with lengths of phalanges and the two angles between them. Lengths are
// in mm, angles in degrees. Other lines are not looked at.
#ifndef VT_TRACK_DTRACK_H
#define VT_TRACK_DTRACK_H

#include "base/error.h"

enum { VT_DTRACK_BODIES = 64, VT_DTRACK_HANDS = 8, VT_DTRACK_FINGERS = 5 };

typedef struct vt_dtrack_body {
  int id;       // from 0
  bool seen;    // it was tracked: its quality is not below 0
  vt_pose pose; // mm
} vt_dtrack_body;

typedef struct vt_dtrack_finger {
  vt_pose pose;        // mm, in the room: of the hand times that of the finger
  double outer, inner; // degrees: between outermost and middle, and between middle and innermost phalanx
} vt_dtrack_finger;

typedef struct vt_dtrack_hand {
  int id; // from 0
  bool seen, right;
  vt_pose pose; // mm
  int finger_count;
  vt_dtrack_finger fingers[VT_DTRACK_FINGERS];
} vt_dtrack_hand;

typedef struct vt_dtrack {
  bool counted;
  uint32_t frame; // of `fr`
  bool timed;
  double time; // s since midnight, of `ts`
  int body_count, hand_count;
  vt_dtrack_body bodies[VT_DTRACK_BODIES];
  vt_dtrack_hand hands[VT_DTRACK_HANDS];
} vt_dtrack;

// Whether it makes sense as a whole: numbers are finite, matrices are rotations, counts are right. The bytes
// have a zero byte after them. Numbers are read in the locale of the thread, which must be plain.
bool vt_dtrack_parse(const char *bytes, size_t size, vt_dtrack *data);

#endif

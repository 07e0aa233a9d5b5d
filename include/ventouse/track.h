// Motion capture: frames and motors that follow streams of poses, from files or live over the network,
// through a damped spring. docs/track.md describes formats, drop-outs and what is counted.
#ifndef VENTOUSE_TRACK_H
#define VENTOUSE_TRACK_H

#include <ventouse/haptics.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vt_track_source {
  VT_TRACK_FILE,   // a CSV file of poses, or a BVH file, by the ending .bvh
  VT_TRACK_DTRACK, // the text of ART's DTrack by UDP: bodies and fingers
  VT_TRACK_OSC     // Open Sound Control by UDP
} vt_track_source;

// Where poses come from, and how they are followed.
typedef struct vt_track_def {
  const char *name;
  vt_track_source source;
  const char *path;    // of a file
  const char *address; // live: IPv4 that it listens on; NULL: 127.0.0.1, which other machines do not reach
  int port;            // live; 0: any that is free
  const char *from;    // live: IPv4 of the only sender that is heard; NULL: any
  double scale;        // m: the unit of length of the stream
  vt_pose pose;        // of the stream's origin, in the parent of frames
  bool relative;       // the first sample is where the frame or motor is as it comes
  double frequency;    // Hz, of the spring; 0: none
  double damping;      // of the spring, in parts of what is critical; above 0
  double hold;         // s without a sample that are held
  double ease;         // s in which it then goes over to its own script, and back
  double max_speed;    // m/s, of frames and slides: faster samples are left; 0: no limit
  double max_turn;     // rad/s, of frames and hinges; 0: no limit
} vt_track_def;

VT_API vt_track_def vt_track_def_default(void); // a file in metres, 4 Hz, critical, held 0.2 s, eased 0.5 s

typedef enum vt_phalanx_angle {
  VT_ANGLE_NONE,
  VT_ANGLE_OUTER, // of DTrack's fingers: between the outermost and the middle phalanx
  VT_ANGLE_INNER  // between the middle and the innermost
} vt_phalanx_angle;

// What follows, and what of the stream. A motor of a hinge takes the part of a rotation that is about `axis`
// (in BVH files of the joint against its parent), one of a slide the way along it; times `factor`, plus
// `offset`.
typedef struct vt_follow_def {
  int frame;              // with a joint FREE; -1: none
  int motor;              // -1: none
  vt_pose mount;          // frames: of the frame on what is tracked
  vt_vec3 axis;           // motors: of length 1 after it was taken
  double factor;          // motors
  double offset;          // motors: rad or m
  const char *joint;      // BVH: its name
  int body;               // DTrack: number of a body; -1: none
  int hand, finger;       // DTrack: number of a hand, and of a finger from 0, the thumb; -1: none
  vt_phalanx_angle angle; // DTrack, motors: an angle of the finger in place of its pose
  const char *message;    // OSC: the address of messages with x y z, or x y z and a quaternion w x y z, or,
                          // for a motor, one number (degrees or m)
} vt_follow_def;

VT_API vt_follow_def vt_follow_def_default(void);

typedef struct vt_tracks vt_tracks;

// The model must outlive it.
VT_API vt_tracks *vt_tracks_create(const vt_model *model, vt_error *error);
VT_API void vt_tracks_destroy(vt_tracks *tracks);
// Reads the file, or takes the port only with vt_tracks_open. The number of the track; -1 where it is
// refused.
VT_API int vt_tracks_add(vt_tracks *tracks, const vt_track_def *def, const vt_follow_def *follows,
    int follow_count, vt_error *error);
VT_API int vt_tracks_count(const vt_tracks *tracks);
VT_API int vt_tracks_follow_count(const vt_tracks *tracks, int track);

// Listens. Live tracks that are not open have no samples.
VT_API bool vt_tracks_open(vt_tracks *tracks, vt_error *error);
// In place of the network: samples that vt_record_tracks wrote of another run of the same tracks. The same
// steps then give the same bits.
VT_API bool vt_tracks_replay(vt_tracks *tracks, const char *folder, vt_error *error);

// Before each step of a world of the model: takes what has come, and leads frames and motors. Never waits.
VT_API bool vt_tracks_drive(vt_tracks *tracks, vt_world *world, vt_error *error);

typedef struct vt_track_facts {
  int port;            // live, after it was opened
  long long datagrams; // that were taken
  long long refused;   // garbage
  long long foreign;   // of another sender while one is there, or not of `from`
  long long late;      // older than one before, and so left
  long long merged;    // samples that a newer one of the same step took the place of
  long long samples;   // that were taken, of all that follow
  long long wild;      // samples too fast to be true
  long long dropouts;  // times that something was held for `hold` in vain
  double silence;      // s: the longest without a sample
} vt_track_facts;

VT_API vt_track_facts vt_tracks_facts(const vt_tracks *tracks, int track);
// What one that follows a live track has got, by the time of the steps they were taken in; as they came, and
// with `buttons` 1 where it is a number, in x. Valid until the next drive.
VT_API const vt_hand_sample *vt_tracks_samples(const vt_tracks *tracks, int track, int follow, int *count);

#ifdef __cplusplus
}
#endif

#endif

// What every other header of Ventouse needs: vectors, poses, errors.
#ifndef VENTOUSE_BASE_H
#define VENTOUSE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define VT_API __attribute__((visibility("default")))
#define VT_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define VT_API
#define VT_PRINTF(text, first)
#endif

typedef struct vt_vec3 {
  double x, y, z;
} vt_vec3;

// A unit quaternion; w is the real part.
typedef struct vt_quat {
  double w, x, y, z;
} vt_quat;

// Row-major: a.m[row][column].
typedef struct vt_mat3 {
  double m[3][3];
} vt_mat3;

// Where a thing is: it maps a local point p to rotation * p + position.
typedef struct vt_pose {
  vt_vec3 position; // m
  vt_quat rotation;
} vt_pose;

VT_API vt_pose vt_pose_identity(void);

// A caller's mistake - no handle, no error to write to, a number that does not exist - is an assertion in
// debug builds of the library. In others nothing happens, and the answer is false, -1 or NULL with the
// error set if there is one to set; without an error NULL, 0, -1 for a number, the first of an
// enumeration, or the identity of a pose. Destroying NULL is no mistake. What has been destroyed must not
// be used, as with free().

typedef enum vt_code {
  VT_OK = 0,
  VT_BAD_INPUT, // a file, a mesh or a setting is wrong: the message says which and why
  VT_NO_MEMORY,
  VT_IO_FAILED,   // the operating system refused to read or write
  VT_BAD_NUMBERS, // the simulation could not go on
  VT_STOPPED      // it was asked to stop
} vt_code;

// One line for a person: file, line or element, what was found, what was expected.
typedef struct vt_error {
  vt_code code;
  char message[1024];
} vt_error;

VT_API const char *vt_version(void);

#ifdef __cplusplus
}
#endif

#endif

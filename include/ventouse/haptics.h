// Force feedback: a device in a person's hand moves the frame of a coupling and is told what that exerts. The
// simulation steps in one thread and the device is served in another, a thousand times a second;
// docs/haptics.md describes both, and what a device must do.
#ifndef VENTOUSE_HAPTICS_H
#define VENTOUSE_HAPTICS_H

#include <ventouse/world.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------- devices

// Where the hand is, in metres and along the axes of the world, from where the device has its zero.
typedef struct vt_device_pose {
  vt_pose pose;
  uint32_t buttons; // a bit each
} vt_device_pose;

// What the hand is to feel, along the axes of the world.
typedef struct vt_device_force {
  vt_vec3 force;  // N
  vt_vec3 torque; // N m, about the device's point
} vt_device_force;

typedef enum vt_device_news {
  VT_DEVICE_LOST, // it is gone, for now or for good: what it felt last fades
  VT_DEVICE_OLD,  // nothing new; the last pose holds
  VT_DEVICE_NEW   // the pose was written
} vt_device_news;

// A device is three functions, called from the thread of the device but for `open`. `time` is in s since the
// loop began. None may wait: read and write are called a thousand times a second.
typedef struct vt_device {
  void *context;
  bool (*open)(void *context, vt_error *error);
  vt_device_news (*read)(void *context, double time, vt_device_pose *pose);
  void (*write)(void *context, double time, vt_device_force force);
  void (*close)(void *context); // gives back the context; may be NULL
} vt_device;

VT_API void vt_device_close(vt_device *device);

typedef struct vt_hand_sample {
  double time; // s
  vt_device_pose at;
} vt_hand_sample;

// A recorded hand from a CSV file (docs/haptics.md); at its end it stays where it is.
VT_API bool vt_device_replay(vt_device *device, const char *path, vt_error *error);

// A simulated hand with the device it holds: a mass that a spring draws along a path and a damper resists, in
// translation and rotation. It feels what it is told, so that the loop is closed.
typedef struct vt_hand_def {
  double mass;           // kg, above 0
  double damping;        // N s/m
  double stiffness;      // N/m
  double inertia;        // kg m^2, above 0
  double turn_damping;   // N m s/rad
  double turn_stiffness; // N m/rad
  int sample_count;      // 1 at least, by increasing time; copied
  const vt_hand_sample *path;
} vt_hand_def;

VT_API vt_hand_def vt_hand_def_default(void); // 0.3 kg, 10 N s/m, 500 N/m, and in rotation a 1000th of them
VT_API bool vt_device_hand(vt_device *device, const vt_hand_def *def, vt_error *error);
// The script of the frame of a coupling as a path for it, `step` s apart. How many samples there are; no more
// than `room` are written.
VT_API int vt_hand_path_of_script(
    const vt_world *world, int coupling, double seconds, double step, int room, vt_hand_sample *path);

// A hand that goes where somebody points, as with the mouse in the viewer's page: the simulated hand without
// a path, drawn to a goal that another thread sets. It gives way to what it feels: on a screen a force is how
// far it stays behind. The path of the definition is not read; it begins at the device's zero.
VT_API bool vt_device_pointer(vt_device *device, const vt_hand_def *def, vt_error *error);

typedef struct vt_pointer_state {
  vt_device_pose goal, hand; // what was pointed at, as the device has it, and where the hand is
  vt_device_force felt;
} vt_pointer_state;

// Both from one thread, while a loop runs or not; neither waits. False where the goal is not a pose.
VT_API bool vt_device_pointer_set(const vt_device *device, vt_device_pose goal);
VT_API vt_pointer_state vt_device_pointer_state(const vt_device *device);

// A device in another process or on another machine, by UDP.
typedef struct vt_network_def {
  const char *address; // IPv4; NULL: 127.0.0.1. Any but 127.x.x.x wants a token
  int port;            // 0: any that is free
  const char *token;   // 16 characters that every datagram must have; NULL: none
} vt_network_def;

typedef struct vt_network_facts {
  int port;           // after `open`
  long long received; // datagrams that were taken
  long long late;     // older than one before, and so left
  long long refused;  // garbage, or without the token
  long long foreign;  // of another client while one is there
  long long clients;  // that took hold, one after another
} vt_network_facts;

VT_API bool vt_device_network(vt_device *device, const vt_network_def *def, vt_error *error);
// While no loop runs.
VT_API vt_network_facts vt_device_network_facts(const vt_device *device);

// ---------------------------------------------------------------- the loop

typedef struct vt_haptics vt_haptics;

typedef struct vt_haptics_def {
  int coupling;        // number of a link; -1 (the default): the only coupling there is
  double rate;         // Hz: how often the device is served; 1000
  bool relative;       // the frame stays where it is as the device comes, and whenever it comes back
  double force_limit;  // N: the most that the device is told; 0: no limit
  double torque_limit; // N m
  double silence;      // s: without a step for longer what is felt fades; 0.05
} vt_haptics_def;

VT_API vt_haptics_def vt_haptics_def_default(void);

// Opens the device. World and device must outlive it, and nobody else may step the world or move the frame of
// the coupling while it runs. A device at zero is the frame as it is now.
VT_API vt_haptics *vt_haptics_create(
    vt_world *world, const vt_device *device, const vt_haptics_def *def, vt_error *error);
VT_API void vt_haptics_destroy(vt_haptics *haptics);

// The device's side as the last step began.
typedef struct vt_haptics_moment {
  double time; // s since the loop began
  vt_device_pose device;
  vt_device_force felt;
  double share; // of the force that is felt: below 1 while it fades
} vt_haptics_moment;

// Each loop runs once. Called after every step, in the thread that called `run`; false ends the run.
typedef bool (*vt_haptics_watch)(const vt_world *world, const vt_haptics_moment *moment, void *context);

// By the clock: steps the world in this thread, with the device in another, for so long (s). False when the
// simulation could not go on. However it ends, what the device feels is faded to nothing first.
VT_API bool vt_haptics_run(
    vt_haptics *haptics, double seconds, vt_haptics_watch watch, void *context, vt_error *error);

// The same without threads and clock, the same bits each time: what a step would take is given. For tests.
typedef struct vt_lockstep {
  double compute;     // s that a step takes; 0: the time of a step
  double stall;       // s that some take
  double stall_every; // s between these; 0: none
} vt_lockstep;

VT_API bool vt_haptics_run_lockstep(vt_haptics *haptics, double seconds, const vt_lockstep *lockstep,
    vt_haptics_watch watch, void *context, vt_error *error);

// s; from counts in steps of 2%, the worst as it was.
typedef struct vt_percentiles {
  long long count;
  double p50, p99, p999, worst;
} vt_percentiles;

typedef struct vt_haptics_report {
  long long ticks;         // of the device's loop
  long long missed;        // that had not been done when the next was due
  vt_percentiles lateness; // how long after its time a tick began
  vt_percentiles tick;     // how long it took
  long long steps;
  long long late_steps;     // that took longer than the time they simulate
  double slipped;           // s that the simulation fell behind the clock
  vt_percentiles step;      // by the clock
  vt_percentiles step_work; // processor time
  long long losses;         // how often the device was lost
  long long braked;         // ticks in which the hand was about to get out more than it put in
  double least_spare;       // J: the least that was ever left of what it put in; below 0: lacking
  double largest_force;     // N that the device was told
} vt_haptics_report;

VT_API vt_haptics_report vt_haptics_get_report(const vt_haptics *haptics);

#ifdef __cplusplus
}
#endif

#endif

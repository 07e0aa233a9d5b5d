// The insides of a world: its state, its workspace, its views for callers, and the context of a step.
#ifndef VT_WORLD_WORLD_H
#define VT_WORLD_WORLD_H

#include "body/modes.h"
#include "cavity/follow.h"
#include "rows/rows.h"

#include <ventouse/world.h>

// All that belongs to a state, to go back to.
typedef struct vt_saved {
  unsigned char *block;
  vt_touches touches;
  vt_cavities cavities;
} vt_saved;

// The parts of a state: a block whose size the model gives, and lists that grow and shrink.
typedef struct vt_parts {
  unsigned char *block;
  size_t size; // bytes
  vt_touches *touches;
  vt_cavities *cavities;
} vt_parts;

// Tries of a step, of its pieces and parts, to go back from.
typedef struct vt_tries {
  vt_saved good;            // before the step
  vt_saved part;            // before a part of it
  vt_crossing_list crossed; // pairs that the part which was just done made cross
  bool rough;               // this try is only to show what bodies run into
  bool spent;               // the work that a step may take is used up
  bool divisible;           // what is not solved may be done in halves
  bool trying;              // this part has been tried before, and `tried` and `searched` are of it
  vt_touches tried;         // contacts of the last try: what the next one begins from
  vt_contact *foreseen;     // contacts that its next try has besides those found (foresee.c)
  size_t foreseen_room;
  int foreseen_count;
  vt_contact *searched; // those that the search found, which all tries of a part have in common
  int searched_count;
  vt_arena_mark after_search; // where the arena stood then
} vt_tries;

// Memory that is kept from step to step and whose content is valid for one step; see vt_step.
typedef struct vt_workspace {
  vt_arena *arena; // of the model's shelf, while a step or what needs one is under way; else NULL
  vt_pool *pool;   // of settings.threads threads; NULL for one
  vt_joint_plan joints;
  // By body:
  vt_deformable *deformables;
  int soft_count, *soft; // the deformable ones by number, those of most nodes first
  vt_error *soft_errors; // what predicting each of them met with
  vt_reading *means;     // sensors: forces of the parts of a step so far, by their share of it
  vt_mobile *mobiles;
  vt_bvh *bvhs;
  vt_collider *colliders;
  double **open_share, **enclosed_share; // into the state
  vt_film **film;                        // into the state
  const vt_vec3 **surfaces;              // into the views: its collision vertices

  vt_rigid_state *rigid_next; // rigid bodies
  vt_mat3 *turn_share;        // rigid bodies
  vt_bend *bends_next;        // nodes of quasi-rigid bodies
  vt_mode *modes_next;        // of those that ring
  vt_mode_step *mode_steps;   // by mode
  vt_vec3 *bend_forces;       // N: on these
  vt_pose *frames_next;
  bool *overridden;           // per frame
  vt_pose *moved_then;        // per frame that is overridden: where it is at that time
  vt_hand *hands_next;        // by attachment: as this try has them
  vt_hand *hands_last;        // as the try before had them
  int gives;                  // tries of this part because a hand gives way
  double try_work, max_work;  // units of vt_effort: of a try without its search and solve; of a step at most
  vt_vec3 *constraint_forces; // N per node of all deformable bodies
  vt_vec3 *collision_ends;    // m, after free motion
  vt_cavities found;          // what a detector found
  bool moves_unseen;          // bodies that nothing pushes may close cavities between them
} vt_workspace;

// What queries return, as it is after each step.
typedef struct vt_views {
  vt_vec3 *collision_vertices, *visual_vertices; // of all bodies
  vt_vec3 *cavity_vertices;                      // of all cavities
  int *cavity_triangles, *cavity_bodies;
  size_t cavity_vertex_room, cavity_triangle_room, cavity_body_room;
} vt_views;

struct vt_world {
  const vt_model *origin; // what the world was made from
  const vt_model *model;  // the same with the settings of this world: points to `own`
  vt_model own;
  vt_settings settings;
  vt_asked asked; // whether to stop
  vt_effort effort;
  vt_status status;
  vt_profile profile;
  struct vt_search_times search_times; // of the step so far
  // The state: a block of memory that `state` points into, and two lists.
  size_t state_size; // bytes
  unsigned char *state_block;
  vt_state state;
  vt_touches touches;
  vt_cavities cavities;

  vt_tries tries;
  vt_workspace work;
  vt_views views;
  vt_step step; // of the last try
};

// world.c: a new step context for a try of h seconds.
void vt_world_begin(vt_world *world, double h);
const vt_touches *vt_world_known_contacts(const vt_world *world); // that it starts from

// parts.c: the parts of a world's state and of a saved one. First room is made for a copy, which may fail and
// then changes nothing; the copy itself does not fail.
// Places the parts of the state in a block, one after the other, and returns its size in bytes; with `block`
// NULL it is only counted. The block is zero as it is made; then the start of the model is written into it.
size_t vt_world_lay_out(const vt_model *model, unsigned char *block, vt_state *state);
void vt_world_set_start(vt_world *world);

vt_parts vt_world_parts(const vt_world *world);
vt_parts vt_saved_parts(const vt_saved *saved, size_t size);
bool vt_parts_reserve(vt_parts to, vt_parts from, vt_error *error);
void vt_parts_copy(vt_parts to, vt_parts from);
uint64_t vt_parts_hash(vt_parts parts);
bool vt_parts_equal(vt_parts a, vt_parts b);
bool vt_touches_copy(vt_touches *to, const vt_touches *from, vt_error *error); // room and copy of these alone

// drive.c: poses of frames, targets of attached nodes, external forces at the end of the step.
void vt_world_drive(vt_world *world, double h);
void vt_world_drive_frames(vt_world *world, double time); // into world->work.frames_next

// lead.c: the poses of frames that are moved or led, at a time, into overridden and moved_then.
void vt_world_moved_frames(vt_world *world, double time);

// hold.c: what holds in the next h seconds.
void vt_world_hold(vt_world *world, double h);
vt_vec3 vt_world_grip(const vt_world *world, const vt_attachment *attachment, int node); // m, in the frame

// hands.c: hands that give way. Before a part of h seconds, and after a try of it: whether it is to be done
// again, as a hand exerts more than it can. And once it is done.
void vt_world_begin_hands(vt_world *world, double h);
bool vt_world_hands_give(vt_world *world, double h, bool may_try); // `may_try` false: it is taken as it is
void vt_world_keep_hands(vt_world *world);

// advance.c: a piece of a step, or a part of one.
typedef struct vt_trouble { // what is wrong with one that went through
  int crossings;            // pairs of surfaces that did not cross before
  int fast;                 // of them, those that moved by more than their contact distance
  bool any;                 // some pair of surfaces crosses
  bool gained;              // a body has gained energy spuriously
  bool lost;                // bodies have lost energy to the integrator
  bool struck;              // soft ones have lost it to what they ran into
} vt_trouble;
bool vt_world_advance(vt_world *world, double h, vt_trouble *found, vt_error *error);

// pace.c: in how many pieces the next step is done from the first; and what that goes by, after one.
int vt_world_pieces(const vt_world *world);
void vt_world_keep_pressed(vt_world *world);
bool vt_world_is_lossy(const vt_world *world); // a piece that Newmark's scheme lost much energy in
bool vt_world_has_struck(
    const vt_world *world); // a piece in which soft bodies ran into something and lost much

// collide.c: the contacts of this step.
bool vt_world_collide(vt_world *world, double h, vt_error *error);
bool vt_world_keep_touches(vt_world *world, vt_error *error);
// How many pairs of bodies cross that did not as the step began, now or in the motion from where the surfaces
// were last updated, which they are here; *any says whether any do.
bool vt_world_look_for_crossings(vt_world *world, bool *any, vt_error *error); // into world->tries.crossed
// What the bodies in tries.crossed have run into, for another try from where the part began; `more` says
// whether there is something new. And its place among the contacts.
bool vt_world_foresee(vt_world *world, bool *more, vt_error *error);
bool vt_world_keep_tried(vt_world *world, vt_error *error); // the contacts of this try, for the next one
bool vt_world_recall(vt_world *world, vt_error *error);     // those of the last step that carry something
void vt_world_forget_tries(vt_world *world);                // as a part begins
bool vt_world_add_foreseen(vt_world *world, vt_error *error);
bool vt_world_find_crossings(vt_world *world, vt_error *error); // that there are now
bool vt_touches_reserve(vt_touches *touches, int count, int weight_count, vt_error *error);
void vt_touches_free(vt_touches *touches);

// air_find.c: where cavities are, followed from where they were.
bool vt_world_look_for_cavities(vt_world *world, vt_error *error);

// air.c: what cavities there are, and what became of their air over h seconds. What holds in one, and what
// new air begins with.
const vt_air_settings *vt_world_air_of(const vt_world *world, const vt_cavities *set, int cavity);
void vt_world_air_owners(const vt_world *world, const vt_cavities *set, int cavity, int owners[2]);
vt_cavity_start vt_world_air_start(const vt_world *world, const vt_air_settings *air);
bool vt_world_find_cavities(vt_world *world, double h, vt_error *error);
bool vt_world_settle_air(vt_world *world, double h, vt_error *error);
bool vt_world_make_chambers(vt_world *world, vt_error *error);                         // at time 0
bool vt_world_show_cavities(vt_world *world, vt_error *error);                         // what queries return
bool vt_world_reserve_shown(vt_world *world, const vt_cavities *set, vt_error *error); // room for it

// vacuum.c: vacuum lines. As a world begins; what they bring to cavities over the next h seconds, into their
// laws; and what became of the air over the last h seconds.
void vt_world_start_vacuum(vt_world *world);
bool vt_world_foresee_vacuum(vt_world *world, double h, vt_error *error);
bool vt_world_settle_vacuum(vt_world *world, double h, vt_error *error);

// live.c: the world's own copy of the model; settings in the state as the model has them; and from the state
// into the copy.
bool vt_world_make_own(vt_world *world, vt_error *error);
void vt_world_free_own(vt_world *world);
void vt_world_start_live(vt_world *world);
void vt_world_apply_live(vt_world *world);
void vt_world_apply_friction(vt_world *world);

// sensors.c: what the sensors read as a step ends. Forces of a step in parts are the mean over the step:
// those of each part that stays are added up by its share, from none on.
void vt_world_begin_means(vt_world *world);
void vt_world_add_to_means(vt_world *world, double share);
void vt_world_read_sensors(vt_world *world, bool in_parts);

// world.c: memory of a step, until it is given back. What is in it is valid until another world of the model
// has had it.
bool vt_world_borrow(vt_world *world, vt_error *error);
bool vt_world_lend_bodies(vt_world *world, vt_error *error); // after the arena has been reset
void vt_world_give_back(vt_world *world);
// And room for what steps with these settings keep.
bool vt_world_suit(vt_world *world, const vt_settings *settings, vt_error *error);

// world.c: what bodies know of their positions is no longer true.
void vt_world_forget(vt_world *world);

// world.c: vertices of all surfaces from the state.
void vt_world_update_surfaces(vt_world *world);

#endif

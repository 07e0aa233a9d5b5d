// The state of a world in one block, and how it begins.
#include "world/world.h"

// Hands out consecutive pieces of a block; with block NULL it only counts.
typedef struct cutter {
  unsigned char *block;
  size_t used;
} cutter;

static void *cut(cutter *c, size_t count, size_t size) {
  void *piece = c->block == NULL ? NULL : c->block + c->used;
  c->used += (count * size + 7) / 8 * 8;
  return piece;
}

size_t vt_world_lay_out(const vt_model *m, unsigned char *block, vt_state *s) {
  cutter c = {block, 0};
  s->time = cut(&c, 1, sizeof *s->time);
  s->steps = cut(&c, 1, sizeof *s->steps);
  s->since = cut(&c, 1, sizeof *s->since);
  s->credits = cut(&c, (size_t)m->body_count, sizeof *s->credits);
  s->tangles = cut(&c, (size_t)m->body_count, sizeof *s->tangles);
  s->since_steps = cut(&c, 1, sizeof *s->since_steps);
  s->x = cut(&c, (size_t)m->node_count, sizeof *s->x);
  s->v = cut(&c, (size_t)m->node_count, sizeof *s->v);
  s->tangent_keys = cut(&c, (size_t)m->body_count, sizeof *s->tangent_keys);
  s->tangent_x = cut(&c, (size_t)m->node_count, sizeof *s->tangent_x);
  s->tangent_held = cut(&c, (size_t)m->node_count, sizeof *s->tangent_held);
  s->tangent_reached = cut(&c, (size_t)m->node_count, sizeof *s->tangent_reached);
  s->rigid = cut(&c, (size_t)m->rigid_count, sizeof *s->rigid);
  s->bends = cut(&c, (size_t)m->bend_count, sizeof *s->bends);
  s->modes = cut(&c, (size_t)m->mode_count, sizeof *s->modes);
  s->frames = cut(&c, (size_t)m->frame_count, sizeof *s->frames);
  s->frames_before = cut(&c, (size_t)m->frame_count, sizeof *s->frames_before);
  s->piece = cut(&c, 1, sizeof *s->piece);
  s->moved = cut(&c, (size_t)m->frame_count, sizeof *s->moved);
  s->is_moved = cut(&c, (size_t)m->frame_count, sizeof *s->is_moved);
  s->frame_leads = cut(&c, (size_t)m->frame_count, sizeof *s->frame_leads);
  s->moved_from = cut(&c, (size_t)m->frame_count, sizeof *s->moved_from);
  s->motor_leads = cut(&c, (size_t)m->motor_count, sizeof *s->motor_leads);
  s->cable_forces = cut(&c, (size_t)m->cable_count, sizeof *s->cable_forces);
  size_t joints = (size_t)(vt_model_joint_rows(m) + vt_model_limit_count(m) + m->motor_count);
  s->joint_forces = cut(&c, joints, sizeof *s->joint_forces);
  s->link_places = cut(&c, (size_t)m->link_count, sizeof *s->link_places);
  s->holds = cut(&c, (size_t)vt_model_hold_count(m), sizeof *s->holds);
  s->grips = cut(&c, (size_t)m->grip_count, sizeof *s->grips);
  s->cable_rests = cut(&c, (size_t)m->cable_count, sizeof *s->cable_rests);
  s->link_sides = cut(&c, (size_t)m->link_count, sizeof *s->link_sides);
  s->hands = cut(&c, (size_t)m->attachment_count, sizeof *s->hands);
  size_t triangles = vt_model_has_cavities(m) ? (size_t)vt_model_triangle_count(m) : 0;
  s->open_share = cut(&c, triangles, sizeof *s->open_share);
  s->enclosed_share = cut(&c, triangles, sizeof *s->enclosed_share);
  size_t vertices = vt_model_has_cavities(m) ? (size_t)m->collision_count : 0;
  s->film = cut(&c, vertices, sizeof *s->film);
  s->seen = cut(&c, vertices, sizeof *s->seen);
  s->seal_hash = cut(&c, 1, sizeof *s->seal_hash);
  s->air_loads = cut(&c, (size_t)m->body_count, sizeof *s->air_loads);
  s->pressed = cut(&c, (size_t)m->body_count, sizeof *s->pressed);
  s->easing = cut(&c, (size_t)m->body_count, sizeof *s->easing);
  s->sucked = cut(&c, (size_t)m->body_count, sizeof *s->sucked);
  s->fading = cut(&c, (size_t)m->body_count, sizeof *s->fading);
  s->readings = cut(&c, (size_t)m->sensor_count, sizeof *s->readings);
  s->pull = cut(&c, 1, sizeof *s->pull);
  s->frictions = cut(&c, (size_t)vt_model_contact_count(m), sizeof *s->frictions);
  s->air = cut(&c, (size_t)vt_model_air_count(m), sizeof *s->air);
  s->tanks = cut(&c, (size_t)m->tank_count, sizeof *s->tanks);
  s->tubes = cut(&c, (size_t)m->tube_count, sizeof *s->tubes);
  s->pumps = cut(&c, (size_t)m->pump_count, sizeof *s->pumps);
  s->pieces = cut(&c, 1, sizeof *s->pieces);
  return c.used;
}

void vt_world_set_start(vt_world *w) {
  const vt_model *m = w->model;
  for (int b = 0; b < m->body_count; ++b) {
    const vt_body *body = &m->bodies[b];
    if (body->kind == VT_BODY_RIGID) w->state.rigid[body->rigid_index] = body->rigid_start;
    if (body->kind != VT_BODY_DEFORMABLE) continue;
    const vt_mesh *mesh = body->deformable.mesh;
    for (int i = 0; i < mesh->node_count; ++i) {
      w->state.x[body->first_node + i] = vt_pose_apply(body->pose, mesh->nodes[i]);
      w->state.v[body->first_node + i] = body->velocity;
    }
  }
  for (int k = 0; k < m->link_count; ++k) w->state.link_places[k] = m->links[k].start;
  for (int k = 0; k < m->link_count; ++k) w->state.link_sides[k] = m->links[k].pose_b;
  for (int k = 0; k < m->cable_count; ++k) w->state.cable_rests[k] = m->cables[k].rest;
  for (int k = 0; k < vt_model_hold_count(m); ++k) w->state.holds[k] = vt_model_window(m, k).from > 0 ? 0 : 1;
  for (int f = 0; f < m->frame_count; ++f) w->state.moved[f] = w->state.moved_from[f] = vt_pose_identity();
  vt_frames_poses(m->frames, m->frame_count, 0, NULL, NULL, w->state.frames);
  vt_frames_poses(m->frames, m->frame_count, 0, NULL, NULL, w->state.frames_before);
}

// Reads the text that DTrack sends.
#include "track/dtrack.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

// How far a matrix may be from a rotation: it is told with four to six digits.
static const double MATRIX_OFF = 0.01;

typedef struct line {
  const char *at, *end;
} line;

static void skip_blanks(line *l) {
  while (l->at < l->end && (*l->at == ' ' || *l->at == '\t')) ++l->at;
}

static bool take(line *l, char c) {
  skip_blanks(l);
  if (l->at >= l->end || *l->at != c) return false;
  ++l->at;
  return true;
}

static bool number(line *l, double *value) {
  char *end = NULL;
  skip_blanks(l);
  if (l->at >= l->end) return false;
  *value = strtod(l->at, &end);
  if (end == l->at || end > l->end || !isfinite(*value)) return false;
  l->at = end;
  return true;
}

// A whole number from 0 to max.
static bool whole(line *l, double max, double *value) {
  return number(l, value) && *value >= 0 && *value <= max && *value == floor(*value);
}

// "[" count numbers "]".
static bool block(line *l, int count, double *values) {
  if (!take(l, '[')) return false;
  for (int k = 0; k < count; ++k)
    if (!number(l, &values[k])) return false;
  return take(l, ']');
}

static bool at_end(line *l) {
  skip_blanks(l);
  return l->at == l->end;
}

// Position, and nine numbers of a matrix by columns. What is not seen may have any matrix, as of zeros.
static bool pose_of(const double p[3], const double b[9], bool seen, vt_pose *pose) {
  vt_mat3 m = {{{b[0], b[3], b[6]}, {b[1], b[4], b[7]}, {b[2], b[5], b[8]}}};
  vt_mat3 square = vt_mat_mul(vt_mat_transpose(m), m);
  *pose = (vt_pose){vt_v3(p[0], p[1], p[2]), vt_quat_identity()};
  if (!seen) return true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (!(fabs(square.m[i][j] - (i == j)) <= MATRIX_OFF)) return false;
  if (!(vt_mat_det(m) > 0)) return false;
  pose->rotation = vt_quat_from_mat(m);
  return true;
}

static bool whole_id(double value, int *id) {
  if (!(value >= 0 && value <= 1e6 && value == floor(value))) return false;
  *id = (int)value;
  return true;
}

static bool read_bodies(line *l, vt_dtrack *data) {
  double count, head[2], place[6], matrix[9];
  if (data->body_count > 0 || !whole(l, VT_DTRACK_BODIES, &count)) return false;
  for (int k = 0; k < count; ++k) {
    vt_dtrack_body *body = &data->bodies[k];
    if (!block(l, 2, head) || !block(l, 6, place) || !block(l, 9, matrix)) return false;
    body->seen = head[1] >= 0;
    if (!whole_id(head[0], &body->id) || !pose_of(place, matrix, body->seen, &body->pose)) return false;
  }
  data->body_count = (int)count;
  return at_end(l);
}

static bool read_finger(line *l, const vt_dtrack_hand *hand, vt_dtrack_finger *finger) {
  double place[3], matrix[9], shape[6];
  vt_pose local;
  if (!block(l, 3, place) || !block(l, 9, matrix) || !block(l, 6, shape) ||
      !pose_of(place, matrix, hand->seen, &local))
    return false;
  finger->pose = vt_pose_mul(hand->pose, local);
  finger->outer = shape[2];
  finger->inner = shape[4];
  return true;
}

static bool read_hands(line *l, vt_dtrack *data) {
  double count, head[4], place[3], matrix[9];
  if (data->hand_count > 0 || !whole(l, VT_DTRACK_HANDS, &count)) return false;
  for (int k = 0; k < count; ++k) {
    vt_dtrack_hand *hand = &data->hands[k];
    if (!block(l, 4, head) || !block(l, 3, place) || !block(l, 9, matrix)) return false;
    hand->seen = head[1] >= 0;
    hand->right = head[2] == 1;
    if (!whole_id(head[0], &hand->id) || !(head[2] == 0 || head[2] == 1) ||
        !whole_id(head[3], &hand->finger_count) || hand->finger_count > VT_DTRACK_FINGERS ||
        !pose_of(place, matrix, hand->seen, &hand->pose))
      return false;
    for (int f = 0; f < hand->finger_count; ++f)
      if (!read_finger(l, hand, &hand->fingers[f])) return false;
  }
  data->hand_count = (int)count;
  return at_end(l);
}

static bool read_counter(line *l, vt_dtrack *data) {
  double frame;
  if (data->counted || !whole(l, UINT32_MAX, &frame)) return false;
  data->counted = true;
  data->frame = (uint32_t)frame;
  return at_end(l);
}

static bool read_time(line *l, vt_dtrack *data) {
  if (data->timed || !number(l, &data->time) || data->time < 0) return false;
  data->timed = true;
  return at_end(l);
}

static bool read_line(line *l, vt_dtrack *data) {
  static const struct {
    const char *word;
    bool (*read)(line *l, vt_dtrack *data);
  } kinds[] = {{"fr", read_counter}, {"ts", read_time}, {"6d", read_bodies}, {"gl", read_hands}};
  skip_blanks(l);
  const char *word = l->at;
  while (l->at < l->end && *l->at != ' ' && *l->at != '\t') ++l->at;
  size_t length = (size_t)(l->at - word);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
    if (length == strlen(kinds[k].word) && memcmp(word, kinds[k].word, length) == 0)
      return kinds[k].read(l, data);
  return true;
}

bool vt_dtrack_parse(const char *bytes, size_t size, vt_dtrack *data) {
  const char *end = bytes + size;
  data->counted = data->timed = false;
  data->body_count = data->hand_count = 0;
  if (memchr(bytes, '\0', size) != NULL) return false;
  for (const char *at = bytes; at < end;) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    line l = {at, stop != NULL ? stop : end};
    at = l.end + (stop != NULL);
    if (l.end > l.at && l.end[-1] == '\r') --l.end;
    if (!read_line(&l, data)) return false;
  }
  return data->counted || data->body_count > 0 || data->hand_count > 0;
}

// The latest state of the simulation for whoever looks.
#include "mailbox.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES_KEPT = 4096, SAMPLES_A_FRAME = 1024 };

bool mailbox_init(mailbox *box) {
  *box = (mailbox){0};
  atomic_init(&box->hungry, 0);
  atomic_init(&box->wanted, 0u);
  return pthread_mutex_init(&box->mutex, NULL) == 0;
}

static void drop_sections(mailbox *box) {
  for (int i = 0; i < box->section_count; ++i) bytes_free(&box->sections[i].payload);
  box->section_count = 0;
}

void mailbox_free(mailbox *box) {
  drop_sections(box);
  free(box->sections);
  free(box->samples.values);
  free(box->samples.used);
  bytes_free(&box->scene);
  bytes_free(&box->geometry);
  bytes_free(&box->state);
  bytes_free(&box->notice);
  pthread_mutex_destroy(&box->mutex);
}

static void swap(bytes *a, bytes *b) {
  bytes kept = *a;
  *a = *b;
  *b = kept;
}

static void wake(const mailbox *box) {
  if (box->wake != NULL) box->wake(box->context);
}

bool mailbox_new_scene(mailbox *box, bytes *scene, bytes *geometry, int sample_width) {
  double *values = calloc((size_t)sample_width * SAMPLES_KEPT, sizeof *values);
  int *used = calloc(SAMPLES_KEPT, sizeof *used);
  bool good = values != NULL && used != NULL && !scene->failed && !geometry->failed;
  if (good) {
    pthread_mutex_lock(&box->mutex);
    drop_sections(box);
    double *old_values = box->samples.values;
    int *old_used = box->samples.used;
    box->samples = (sample_ring){values, SAMPLES_KEPT, sample_width, used, 0};
    values = old_values;
    used = old_used;
    swap(&box->scene, scene);
    swap(&box->geometry, geometry);
    ++box->generation;
    box->fresh = true;
    pthread_mutex_unlock(&box->mutex);
  }
  free(values);
  free(used);
  return good;
}

void mailbox_new_epoch(mailbox *box) {
  pthread_mutex_lock(&box->mutex);
  box->fresh = true;
  box->samples.appended = 0;
  pthread_mutex_unlock(&box->mutex);
}

void mailbox_begin(mailbox *box, int64_t step, double time) {
  pthread_mutex_lock(&box->mutex);
  ++box->published;
  box->epoch += box->fresh;
  box->fresh = false;
  box->step = step;
  box->time = time;
}

static section *find_section(mailbox *box, section_kind kind, uint32_t index) {
  for (int i = 0; i < box->section_count; ++i)
    if (box->sections[i].kind == kind && box->sections[i].index == index) return &box->sections[i];
  if (box->section_count == box->section_room) {
    int room = box->section_room > 0 ? 2 * box->section_room : 16;
    section *sections = realloc(box->sections, (size_t)room * sizeof *sections);
    if (sections == NULL) return NULL;
    box->sections = sections;
    box->section_room = room;
  }
  section *s = &box->sections[box->section_count++];
  *s = (section){.kind = kind, .index = index};
  return s;
}

void mailbox_put(mailbox *box, section_kind kind, uint32_t index, uint32_t count, bytes *payload) {
  section *s = payload->failed ? NULL : find_section(box, kind, index);
  if (s == NULL) return; // without memory this section stays as it was
  bool same = s->changed > 0 && s->count == count && s->payload.size == payload->size &&
              (payload->size == 0 || memcmp(s->payload.data, payload->data, payload->size) == 0);
  if (same) return;
  swap(&s->payload, payload);
  s->count = count;
  s->changed = box->published;
}

void mailbox_end(mailbox *box) {
  pthread_mutex_unlock(&box->mutex);
  wake(box);
}

void mailbox_sample(mailbox *box, const double *values, int count) {
  sample_ring *ring = &box->samples;
  pthread_mutex_lock(&box->mutex);
  int place = (int)(ring->appended++ % (uint64_t)ring->room);
  if (count > ring->width) count = ring->width;
  memcpy(ring->values + (size_t)place * (size_t)ring->width, values, (size_t)count * sizeof *values);
  ring->used[place] = count;
  pthread_mutex_unlock(&box->mutex);
}

static void replace_text(mailbox *box, bytes *text, uint64_t *version, const char *json) {
  pthread_mutex_lock(&box->mutex);
  bytes_clear(text);
  bytes_add(text, json, strlen(json));
  ++*version;
  pthread_mutex_unlock(&box->mutex);
  wake(box);
}

void mailbox_set_state(mailbox *box, const char *json) {
  replace_text(box, &box->state, &box->state_version, json);
}

void mailbox_set_notice(mailbox *box, const char *json) {
  replace_text(box, &box->notice, &box->notice_version, json);
}

bool mailbox_read_scene(mailbox *box, reader *r, bytes *out) {
  pthread_mutex_lock(&box->mutex);
  bool news = box->generation != r->generation;
  if (news) {
    bytes_add(out, box->scene.data, box->scene.size);
    *r = (reader){.layers = r->layers, .generation = box->generation, .epoch = box->epoch};
  }
  pthread_mutex_unlock(&box->mutex);
  return news && !out->failed;
}

bool mailbox_read_geometry(mailbox *box, bytes *out) {
  pthread_mutex_lock(&box->mutex);
  bytes_add(out, box->geometry.data, box->geometry.size);
  pthread_mutex_unlock(&box->mutex);
  return out->size > 0 && !out->failed;
}

static bool read_text(mailbox *box, const bytes *text, uint64_t now, uint64_t *version, bytes *out) {
  bool news = now != *version && text->size > 0;
  if (news) bytes_add(out, text->data, text->size);
  *version = now;
  pthread_mutex_unlock(&box->mutex);
  return news && !out->failed;
}

bool mailbox_read_state(mailbox *box, uint64_t *version, bytes *out) {
  pthread_mutex_lock(&box->mutex);
  return read_text(box, &box->state, box->state_version, version, out);
}

uint64_t mailbox_notices(mailbox *box) {
  pthread_mutex_lock(&box->mutex);
  uint64_t version = box->notice_version;
  pthread_mutex_unlock(&box->mutex);
  return version;
}

bool mailbox_read_notice(mailbox *box, uint64_t *version, bytes *out) {
  pthread_mutex_lock(&box->mutex);
  return read_text(box, &box->notice, box->notice_version, version, out);
}

static unsigned layer_of(section_kind kind) {
  switch (kind) {
  case SECTION_VISUAL:
    return LAYER_VISUAL;
  case SECTION_COLLISION:
    return LAYER_COLLISION;
  case SECTION_NODES:
    return LAYER_NODES;
  case SECTION_CONTACTS:
    return LAYER_CONTACTS;
  case SECTION_CAVITIES:
    return LAYER_CAVITIES;
  default:
    return ~0u;
  }
}

static void write_section(bytes *out, section_kind kind, uint32_t index, uint32_t count, size_t size) {
  bytes_u32(out, (uint32_t)kind);
  bytes_u32(out, index);
  bytes_u32(out, count);
  bytes_u32(out, (uint32_t)size);
}

// Samples the reader has not had; those that left the ring are lost to it.
static bool write_samples(const mailbox *box, reader *r, bytes *out) {
  const sample_ring *ring = &box->samples;
  uint64_t room = (uint64_t)ring->room, from = r->samples;
  if (ring->appended > room && from < ring->appended - room) from = ring->appended - room;
  uint64_t until = ring->appended - from > SAMPLES_A_FRAME ? from + SAMPLES_A_FRAME : ring->appended;
  size_t numbers = 0;
  if (from == until) return false;
  for (uint64_t k = from; k < until; ++k) numbers += (size_t)ring->used[k % room];
  write_section(out, SECTION_SAMPLES, 0, (uint32_t)(until - from), 8 * numbers);
  for (uint64_t k = from; k < until; ++k)
    for (int i = 0; i < ring->used[k % room]; ++i)
      bytes_f64(out, ring->values[(size_t)(k % room) * (size_t)ring->width + (size_t)i]);
  r->samples = until;
  return true;
}

bool mailbox_read_frame(mailbox *box, reader *r, uint64_t frame, bytes *out) {
  uint32_t count = 0;
  pthread_mutex_lock(&box->mutex);
  bool news =
      box->generation == r->generation && box->published > 0 && !box->fresh &&
      (box->published != r->published || r->samples < box->samples.appended || r->epoch != box->epoch);
  if (news) {
    if (r->epoch != box->epoch) r->samples = 0;
    r->epoch = box->epoch;
    bytes_add(out, "VTF1", 4);
    bytes_u32(out, box->generation);
    bytes_u32(out, box->epoch);
    size_t count_place = out->size;
    bytes_u32(out, 0);
    bytes_u64(out, frame);
    bytes_u64(out, (uint64_t)box->step);
    bytes_f64(out, box->time);
    for (int i = 0; i < box->section_count; ++i) {
      const section *s = &box->sections[i];
      if (s->changed <= r->published || (layer_of(s->kind) & r->layers) == 0) continue;
      write_section(out, s->kind, s->index, s->count, s->payload.size);
      bytes_add(out, s->payload.data, s->payload.size);
      bytes_align(out);
      ++count;
    }
    count += write_samples(box, r, out);
    for (int i = 0; !out->failed && i < 4; ++i)
      out->data[count_place + (size_t)i] = (unsigned char)(count >> (8 * i));
    if (!out->failed) r->published = box->published;
  }
  pthread_mutex_unlock(&box->mutex);
  return news && !out->failed;
}

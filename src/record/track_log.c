// What live tracks have got, as files from which the same run can be made again.
#include "base/misuse.h"
#include "record/outfile.h"

#include <ventouse/record.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void write_sample(vt_outfile *file, const vt_hand_sample *s) {
  vt_vec3 p = s->at.pose.position;
  vt_quat q = s->at.pose.rotation;
  const double values[8] = {s->time, p.x, p.y, p.z, q.w, q.x, q.y, q.z};
  for (int k = 0; k < 8; ++k) {
    vt_outfile_number(file, values[k]);
    vt_outfile_text(file, ",");
  }
  vt_outfile_format(file, "%u\n", (unsigned)s->at.buttons);
}

static bool write_follow(
    const vt_tracks *tracks, int track, int follow, const char *folder, vt_error *error) {
  vt_outfile file = {0};
  char name[64];
  int count;
  const vt_hand_sample *samples = vt_tracks_samples(tracks, track, follow, &count);
  snprintf(name, sizeof name, "track_%d_%d.csv", track, follow);
  if (!vt_outfile_open(&file, folder, name, error)) return false;
  vt_outfile_text(&file, "time,x,y,z,qw,qx,qy,qz,buttons\n");
  for (int k = 0; k < count; ++k) write_sample(&file, &samples[k]);
  return vt_outfile_close(&file, error);
}

bool vt_record_tracks(const vt_tracks *tracks, const char *folder, vt_error *error) {
  VT_NEED_OR_FAIL(tracks != NULL && folder != NULL, error, false);
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    return vt_fail(error, VT_IO_FAILED, "cannot make the folder %s: %s", folder, strerror(errno));
  for (int t = 0; t < vt_tracks_count(tracks); ++t)
    for (int f = 0; f < vt_tracks_follow_count(tracks, t); ++f)
      if (!write_follow(tracks, t, f, folder, error)) return false;
  return true;
}

// The CSV files of a run folder.
#include "record/recorder.h"

#include "record/line_record.h"
#include "record/measure.h"

#include <string.h>

bool vt_tables_open(vt_tables *tables, const char *folder, vt_error *error) {
  const struct {
    vt_outfile *file;
    const char *name, *header;
  } all[] = {
      {&tables->steps, "steps.csv",
          "time,free_motion_ms,collision_ms,cavity_ms,compliance_ms,solve_ms,total_ms,contacts,cavities,"
          "iterations,residual,unconverged,pieces,inverted\n"},
      {&tables->bodies, "bodies.csv", "time,body,x,y,z,qw,qx,qy,qz\n"},
      {&tables->forces, "forces.csv", "time,sensor,fx,fy,fz,tx,ty,tz\n"},
      {&tables->points, "points.csv", "time,sensor,x,y,z,vx,vy,vz\n"},
      {&tables->cables, "cables.csv", "time,sensor,tension,length\n"},
      {&tables->energy, "energy.csv", "time,sensor,kinetic,elastic,gravity\n"},
      {&tables->cavities, "cavities.csv", "time,cavity,pressure,volume,air,area,state,film\n"},
      {&tables->vacuum, "vacuum.csv", VT_LINE_HEADER},
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    if (!vt_outfile_open(all[i].file, folder, all[i].name, error)) return false;
    vt_outfile_text(all[i].file, all[i].header);
  }
  return true;
}

void vt_csv_name(vt_outfile *file, const char *name) {
  if (strpbrk(name, ",\"\r\n") == NULL) {
    vt_outfile_text(file, name);
    return;
  }
  vt_outfile_text(file, "\"");
  for (; *name != '\0'; ++name) {
    if (*name == '"') vt_outfile_text(file, "\"");
    vt_outfile_bytes(file, name, 1);
  }
  vt_outfile_text(file, "\"");
}

// time,name
static void start_row(vt_outfile *file, double time, const char *name) {
  vt_outfile_number(file, time);
  if (name == NULL) return;
  vt_outfile_text(file, ",");
  vt_csv_name(file, name);
}

// time,name,numbers...
static void write_row(vt_outfile *file, double time, const char *name, const double *numbers, int count) {
  start_row(file, time, name);
  for (int i = 0; i < count; ++i) {
    vt_outfile_text(file, ",");
    vt_outfile_number(file, numbers[i]);
  }
  vt_outfile_text(file, "\n");
}

// A link among cables: it has a place where they have a length, and no tension.
static void write_place(vt_outfile *file, double time, const char *name, double place) {
  start_row(file, time, name);
  vt_outfile_text(file, ",,");
  vt_outfile_number(file, place);
  vt_outfile_text(file, "\n");
}

static void write_force(vt_outfile *file, double time, const char *name, const vt_reading *r) {
  write_row(file, time, name,
      (double[]){r->force.x, r->force.y, r->force.z, r->torque.x, r->torque.y, r->torque.z}, 6);
}

static void write_sensor(
    vt_tables *tables, const vt_recorder *recorder, int sensor, double time, bool moved) {
  vt_reading r = vt_world_sensor(recorder->world, sensor);
  const char *name = recorder->sensors[sensor];
  switch (vt_measure_of(recorder->model, sensor)) {
  case VT_MEASURE_FORCE:
    if (moved) write_force(&tables->forces, time, name, &r);
    break;
  case VT_MEASURE_LINK:
    if (!moved) break;
    write_force(&tables->forces, time, name, &r);
    write_place(&tables->cables, time, name, r.length);
    break;
  case VT_MEASURE_POINT:
    write_row(&tables->points, time, name,
        (double[]){r.position.x, r.position.y, r.position.z, r.velocity.x, r.velocity.y, r.velocity.z}, 6);
    break;
  case VT_MEASURE_CABLE:
    if (moved) write_row(&tables->cables, time, name, (double[]){r.tension, r.length}, 2);
    break;
  case VT_MEASURE_ENERGY:
    write_row(
        &tables->energy, time, name, (double[]){r.energy.kinetic, r.energy.elastic, r.energy.gravity}, 3);
    break;
  }
}

static void write_cavity(vt_tables *tables, const vt_cavity_view *cavity, double time) {
  vt_outfile *file = &tables->cavities;
  const double numbers[] = {cavity->id, cavity->pressure, cavity->volume, cavity->air, cavity->area};
  vt_outfile_number(file, time);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    vt_outfile_text(file, ",");
    vt_outfile_number(file, numbers[i]);
  }
  vt_outfile_format(file, ",%s,", vt_cavity_word(cavity));
  vt_outfile_number(file, cavity->film);
  vt_outfile_text(file, "\n");
}

static void write_step(vt_tables *tables, const vt_recorder *recorder, double time) {
  const vt_profile *profile = vt_world_profile(recorder->world);
  const vt_status *status = vt_world_status(recorder->world);
  const double counts[] = {status->contacts, status->cavities, status->iterations, status->residual,
      status->result == VT_STEP_UNCONVERGED, status->substeps, status->inverted};
  enum { COUNTS = sizeof counts / sizeof counts[0] };
  double row[VT_STAGES + COUNTS];
  for (int i = 0; i < VT_STAGES; ++i) row[i] = vt_stage_ms(profile, i);
  memcpy(row + VT_STAGES, counts, sizeof counts);
  write_row(&tables->steps, time, NULL, row, VT_STAGES + COUNTS);
}

bool vt_tables_write(vt_tables *tables, const vt_recorder *recorder, vt_error *error) {
  double time = vt_world_time(recorder->world);
  bool moved = vt_world_step_count(recorder->world) > 0;
  for (int i = 0; i < vt_model_body_count(recorder->model); ++i) {
    vt_pose pose = vt_world_body_pose(recorder->world, i);
    vt_vec3 p = pose.position;
    vt_quat q = pose.rotation;
    write_row(&tables->bodies, time, recorder->bodies[i], (double[]){p.x, p.y, p.z, q.w, q.x, q.y, q.z}, 7);
  }
  for (int i = 0; i < vt_model_sensor_count(recorder->model); ++i)
    write_sensor(tables, recorder, i, time, moved);
  for (int i = 0; i < vt_world_cavity_count(recorder->world); ++i) {
    vt_cavity_view cavity = vt_world_cavity(recorder->world, i);
    write_cavity(tables, &cavity, time);
  }
  vt_line_rows(&tables->vacuum, recorder->world);
  if (moved) write_step(tables, recorder, time);
  return vt_outfile_check(&tables->steps, error) && vt_outfile_check(&tables->bodies, error) &&
         vt_outfile_check(&tables->forces, error) && vt_outfile_check(&tables->points, error) &&
         vt_outfile_check(&tables->cables, error) && vt_outfile_check(&tables->energy, error) &&
         vt_outfile_check(&tables->cavities, error) && vt_outfile_check(&tables->vacuum, error);
}

bool vt_tables_close(vt_tables *tables, vt_error *error) {
  vt_outfile *all[] = {&tables->steps, &tables->bodies, &tables->forces, &tables->points, &tables->cables,
      &tables->energy, &tables->cavities, &tables->vacuum};
  bool good = true;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) good &= vt_outfile_close(all[i], error);
  return good;
}

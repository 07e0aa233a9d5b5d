// summary.json: the run in one object.
#ifndef VT_RECORD_SUMMARY_H
#define VT_RECORD_SUMMARY_H

#include <ventouse/record.h>

// Writes summary.json into the folder. `failure` is NULL for a run that reached its end.
bool vt_summary_write(
    const vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_error *error);

#endif

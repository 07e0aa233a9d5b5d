// report.html: one page that opens offline, with the outcome, the facts and the plots.
#ifndef VT_RECORD_REPORT_H
#define VT_RECORD_REPORT_H

#include <ventouse/record.h>

bool vt_report_write(
    const vt_recorder *recorder, const vt_expectations *expectations, const char *failure, vt_error *error);

#endif

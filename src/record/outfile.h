// A file being written: the first failure is kept and told when the file is closed.
#ifndef VT_RECORD_OUTFILE_H
#define VT_RECORD_OUTFILE_H

#include <ventouse/base.h>

#include <stdio.h>

typedef struct vt_outfile {
  FILE *stream;
  char *path;
  int failure; // errno of the first write that was refused, 0 while all is well
} vt_outfile;

// Creates the file folder/name; false with one line in the error when it cannot.
bool vt_outfile_open(vt_outfile *file, const char *folder, const char *name, vt_error *error);

void vt_outfile_bytes(vt_outfile *file, const void *bytes, size_t count);
void vt_outfile_text(vt_outfile *file, const char *text);
// Only for text and integers: floating-point numbers go through the functions below.
void vt_outfile_format(vt_outfile *file, const char *format, ...) VT_PRINTF(2, 3);
void vt_outfile_number(vt_outfile *file, double value);                   // exact
void vt_outfile_rounded(vt_outfile *file, double value, int digits);      // at most so many digits
void vt_outfile_escaped(vt_outfile *file, const char *text);              // for HTML and XML
void vt_outfile_link(vt_outfile *file, const char *path);                 // a relative path as a URL
void vt_outfile_base64(vt_outfile *file, const void *bytes, size_t size); // with VTK's 64-bit length before

// False with one line in the error if a write was refused so far.
bool vt_outfile_check(const vt_outfile *file, vt_error *error);
// Writes what is buffered, closes, frees; false with one line in the error if any write was refused. A file
// that was never opened is fine.
bool vt_outfile_close(vt_outfile *file, vt_error *error);

// The path folder/name; NULL with the error set when memory is refused.
char *vt_record_path(const char *folder, const char *name, vt_error *error);

// How many bytes at text form one UTF-8 character, or 0 if they form none.
int vt_utf8_length(const char *text);
// A copy in which every byte that is not UTF-8 is a question mark.
char *vt_utf8_copy(const char *text, vt_error *error);

#endif

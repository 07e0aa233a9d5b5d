// The XML of a VTU file: the document, its attributes and the arrays in it.
#ifndef VT_MESH_VTU_XML_H
#define VT_MESH_VTU_XML_H

#include "mesh/vtu_data.h"

#include <libxml/tree.h>

typedef struct vt_vtu_file {
  const char *name; // of the file
  vt_error *error;
  xmlDoc *document;
  vt_vtu_coding coding;
  bool appended_raw;
  const char *appended, *appended_end; // after the underscore; NULL if there are none
} vt_vtu_file;

// Parses the file; vt_vtu_close is needed even on failure.
bool vt_vtu_open(vt_vtu_file *file, const vt_cursor *cursor);
void vt_vtu_close(vt_vtu_file *file);

// Fails with the element's line; returns false.
bool vt_vtu_fail(const vt_vtu_file *file, xmlNode *node, const char *format, ...) VT_PRINTF(3, 4);

// The first child of that name, or the next sibling of the same name; NULL if none.
xmlNode *vt_vtu_child(xmlNode *node, const char *name);
xmlNode *vt_vtu_next(xmlNode *node);

// Copies an attribute; an empty text if it is missing or too long.
void vt_vtu_attribute(xmlNode *node, const char *name, char text[64]);
bool vt_vtu_count(const vt_vtu_file *file, xmlNode *node, const char *name, int64_t *value);

// The values of a DataArray, to be freed: as numbers if `numbers` is not NULL, else as integers.
bool vt_vtu_array(
    const vt_vtu_file *file, xmlNode *array, double **numbers, int64_t **integers, size_t *count);

#endif

// The XML files of a scene: parsed, with includes followed, as one list of elements in document order.
#ifndef VT_SCENE_DOCUMENT_H
#define VT_SCENE_DOCUMENT_H

#include <libxml/tree.h>

#include "scene/files.h"

enum { VT_INCLUDE_DEPTH = 16, VT_INCLUDE_COUNT = 256 };

// One file. Its xml->_private points back here, so every node knows its file.
typedef struct vt_document {
  char *path;
  xmlDoc *xml;
  const struct vt_document *parent; // the file that includes this one, or NULL
} vt_document;

typedef struct vt_documents {
  int count;
  size_t capacity;
  vt_document **list; // the scene's own file first
  int item_count;
  size_t item_capacity;
  xmlNode **items; // elements below the roots in document order, without includes, and what is in a <vacuum>
} vt_documents;

// Reads the file and all it includes. Attributes and elements of other namespaces, DOCTYPE and text that is
// no XML are refused; comments and blanks are dropped.
bool vt_documents_load(
    vt_documents *documents, const vt_scene_files *files, const char *path, vt_error *error);
bool vt_documents_add_item(vt_documents *documents, xmlNode *item, vt_error *error);
void vt_documents_free(vt_documents *documents);

// The value of an attribute, NULL if absent; it belongs to the tree.
const char *vt_attribute_text(const xmlNode *element, const char *name);
xmlNode *vt_attribute_node(const xmlNode *element, const char *name);
bool vt_is_element(const xmlNode *node, const char *name);

#endif

// scene.xsd: checking documents with it, and quoting it in messages.
#ifndef VT_SCENE_SCHEMA_H
#define VT_SCENE_SCHEMA_H

#include <libxml/tree.h>
#include <libxml/xmlschemas.h>

#include "base/error.h"

typedef struct vt_schema {
  xmlDoc *document; // the schema as XML, to quote from
  xmlSchema *rules; // the same, compiled
} vt_schema;

bool vt_schema_open(vt_schema *schema, vt_error *error);
void vt_schema_close(vt_schema *schema);

// Checks a document against the schema and fills in default attributes; the error is the first one found, in
// our words.
bool vt_schema_check(const vt_schema *schema, xmlDoc *xml, vt_error *error);

// Complains that the value of an attribute is not what its type asks for; returns false.
bool vt_complain_value(
    const vt_schema *schema, const xmlNode *element, const char *attribute, vt_error *error);

// ---------------------------------------------------------------- reading the schema itself

// The complex type of an element of a scene; NULL for an unknown one.
const xmlNode *vt_schema_type_of(const vt_schema *schema, const xmlNode *element);
// The top-level definition of a kind ("complexType", "simpleType", "attributeGroup") with that name, or NULL.
const xmlNode *vt_schema_find(const vt_schema *schema, const char *kind, const char *name);
// What the schema says of a type or an attribute; "" if nothing.
const char *vt_schema_documentation(const xmlNode *definition);
// Calls back for every attribute of a complex type, those of its groups included, in the schema's order.
typedef void vt_attribute_visitor(void *user, const xmlNode *attribute);
void vt_schema_each_attribute(
    const vt_schema *schema, const xmlNode *type, vt_attribute_visitor *visit, void *user);
// Calls back for every element a complex type may contain.
void vt_schema_each_child(const xmlNode *type, vt_attribute_visitor *visit, void *user);

#endif

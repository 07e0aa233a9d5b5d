// scene.xsd: checking documents with it, and quoting it in messages.
#include "scene/schema.h"

#include <libxml/parser.h>
#include <libxml/xmlschemastypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "scene/complaint.h"
#include "scene/document.h"
#include "scene/hint.h"
#include "scene/schema_text.h"

// ---------------------------------------------------------------- opening

// libxml2 sets up its built-in types on first use without a lock.
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void prepare(void) {
  xmlInitParser();
  xmlSchemaInitTypes();
}

static void ignore_error(void *user, xmlErrorPtr found) { (void)user, (void)found; }

bool vt_schema_open(vt_schema *schema, vt_error *error) {
  pthread_once(&prepared, prepare);
  schema->document = xmlReadMemory(
      (const char *)vt_schema_text, (int)vt_schema_text_size, "scene.xsd", NULL, XML_PARSE_NONET);
  xmlSchemaParserCtxt *context =
      schema->document == NULL ? NULL : xmlSchemaNewDocParserCtxt(schema->document);
  if (context != NULL) {
    xmlSchemaSetParserStructuredErrors(context, ignore_error, NULL);
    schema->rules = xmlSchemaParse(context);
    xmlSchemaFreeParserCtxt(context);
  }
  xmlResetLastError();
  // The text is our own and tested: only memory can be missing.
  if (schema->rules == NULL)
    return vt_fail(error, VT_NO_MEMORY, "out of memory: the scene schema was refused");
  return true;
}

void vt_schema_close(vt_schema *schema) {
  xmlSchemaFree(schema->rules);
  xmlFreeDoc(schema->document);
  *schema = (vt_schema){0};
}

// ---------------------------------------------------------------- reading the schema itself

const xmlNode *vt_schema_find(const vt_schema *schema, const char *kind, const char *name) {
  const xmlNode *root = xmlDocGetRootElement(schema->document);
  for (const xmlNode *node = root->children; node != NULL; node = node->next) {
    if (!vt_is_element(node, kind)) continue;
    const char *own = vt_attribute_text(node, "name");
    if (own != NULL && strcmp(own, name) == 0) return node;
  }
  return NULL;
}

const char *vt_schema_documentation(const xmlNode *definition) {
  for (const xmlNode *node = definition->children; node != NULL; node = node->next) {
    if (!vt_is_element(node, "annotation")) continue;
    for (const xmlNode *inner = node->children; inner != NULL; inner = inner->next)
      if (vt_is_element(inner, "documentation") && inner->children != NULL)
        return (const char *)inner->children->content;
  }
  return "";
}

void vt_schema_each_attribute(
    const vt_schema *schema, const xmlNode *type, vt_attribute_visitor *visit, void *user) {
  for (const xmlNode *node = type->children; node != NULL; node = node->next) {
    if (vt_is_element(node, "attribute")) visit(user, node);
    if (!vt_is_element(node, "attributeGroup")) continue;
    const xmlNode *group = vt_schema_find(schema, "attributeGroup", vt_attribute_text(node, "ref"));
    if (group != NULL) vt_schema_each_attribute(schema, group, visit, user);
  }
}

void vt_schema_each_child(const xmlNode *type, vt_attribute_visitor *visit, void *user) {
  for (const xmlNode *node = type->children; node != NULL; node = node->next) {
    if (!vt_is_element(node, "choice")) continue;
    for (const xmlNode *child = node->children; child != NULL; child = child->next)
      if (vt_is_element(child, "element")) visit(user, child);
  }
}

// Looks for a name among attributes or children.
typedef struct vt_search {
  const char *name;
  const xmlNode *found;
} vt_search;

static void search(void *user, const xmlNode *node) {
  vt_search *wanted = (vt_search *)user;
  if (strcmp(vt_attribute_text(node, "name"), wanted->name) == 0) wanted->found = node;
}

const xmlNode *vt_schema_type_of(const vt_schema *schema, const xmlNode *element) {
  const char *name = (const char *)element->name;
  // The types of the two roots are named like them.
  if (element->parent == NULL || element->parent->type != XML_ELEMENT_NODE) {
    bool root = strcmp(name, "scene") == 0 || strcmp(name, "library") == 0;
    return root ? vt_schema_find(schema, "complexType", name) : NULL;
  }
  const xmlNode *parent = vt_schema_type_of(schema, element->parent);
  if (parent == NULL) return NULL;
  vt_search child = {name, NULL};
  vt_schema_each_child(parent, search, &child);
  if (child.found == NULL) return NULL;
  return vt_schema_find(schema, "complexType", vt_attribute_text(child.found, "type"));
}

// ---------------------------------------------------------------- our words

static void offer(void *user, const xmlNode *node) {
  vt_hint_offer((vt_hint *)user, vt_attribute_text(node, "name"));
}

// What the type of an attribute expects: "a number in Pa"; "" if not known.
static const char *expected_value(const vt_schema *schema, const xmlNode *element, const char *attribute) {
  const xmlNode *type = vt_schema_type_of(schema, element);
  if (type == NULL) return "";
  vt_search declared = {attribute, NULL};
  vt_schema_each_attribute(schema, type, search, &declared);
  if (declared.found == NULL) return "";
  const xmlNode *value = vt_schema_find(schema, "simpleType", vt_attribute_text(declared.found, "type"));
  return value == NULL ? "" : vt_schema_documentation(value);
}

bool vt_complain_value(
    const vt_schema *schema, const xmlNode *element, const char *attribute, vt_error *error) {
  const xmlNode *node = vt_attribute_node(element, attribute);
  return vt_complain(node != NULL ? node : element, error, "attribute '%s' of <%s>: found '%s', expected %s",
      attribute, (const char *)element->name, vt_found(vt_attribute_text(element, attribute)).text,
      expected_value(schema, element, attribute));
}

static bool complain_unknown_attribute(
    const vt_schema *schema, const xmlNode *element, const char *attribute, vt_error *error) {
  vt_hint hint;
  vt_hint_start(&hint, attribute);
  const xmlNode *type = vt_schema_type_of(schema, element);
  if (type != NULL) vt_schema_each_attribute(schema, type, offer, &hint);
  const xmlNode *node = vt_attribute_node(element, attribute);
  return vt_complain(node != NULL ? node : element, error, "unknown attribute '%s' of <%s>%s",
      vt_found(attribute).text, (const char *)element->name, vt_hint_text(&hint));
}

static bool complain_unknown_element(const vt_schema *schema, const xmlNode *element, vt_error *error) {
  vt_found_text name = vt_found((const char *)element->name);
  if (element->parent->type != XML_ELEMENT_NODE)
    return vt_complain(element, error, "found <%s>, expected <scene> or <library>", name.text);
  vt_hint hint;
  vt_hint_start(&hint, (const char *)element->name);
  const xmlNode *type = vt_schema_type_of(schema, element->parent);
  if (type != NULL) vt_schema_each_child(type, offer, &hint);
  return vt_complain(element, error, "unknown element <%s> in <%s>%s", name.text,
      (const char *)element->parent->name, vt_hint_text(&hint));
}

// Text where only elements may stand, or anything where nothing may.
static bool complain_content(const vt_schema *schema, const xmlNode *element, vt_error *error) {
  for (const xmlNode *child = element->children; child != NULL; child = child->next)
    if (child->type != XML_ELEMENT_NODE && child->content != NULL)
      return vt_complain(element, error, "found the text '%s' in <%s>, expected none",
          vt_found((const char *)child->content).text, (const char *)element->name);
  for (const xmlNode *child = element->children; child != NULL; child = child->next)
    if (child->type == XML_ELEMENT_NODE) return complain_unknown_element(schema, child, error);
  return vt_complain(element, error, "unexpected content in <%s>", (const char *)element->name);
}

// The attribute libxml2 speaks of: "Element 'x', attribute 'y': ...". Its errors carry the element only.
static const xmlAttr *attribute_in_message(const xmlNode *element, const char *message) {
  static const char mark[] = "', attribute '";
  const char *at = message == NULL ? NULL : strstr(message, mark);
  if (at == NULL) return NULL;
  at += sizeof mark - 1;
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    size_t length = strlen((const char *)a->name);
    if (strncmp(at, (const char *)a->name, length) == 0 && at[length] == '\'') return a;
  }
  return NULL;
}

typedef struct vt_check_state {
  const vt_schema *schema;
  vt_error *error;
} vt_check_state;

static void on_invalid(void *user, xmlErrorPtr found) {
  const vt_check_state *state = (const vt_check_state *)user;
  vt_error *error = state->error;
  if (found == NULL || found->level < XML_ERR_ERROR || error->code != VT_OK) return;
  const xmlNode *element = (const xmlNode *)found->node;
  if (element == NULL || element->type != XML_ELEMENT_NODE) {
    vt_fail(error, VT_BAD_INPUT, "the scene does not fit the schema: %s", found->message);
    return;
  }
  const xmlAttr *attribute = attribute_in_message(element, found->message);
  switch (found->code) {
  case XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1:
  case XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_2:
    complain_unknown_attribute(
        state->schema, element, attribute != NULL ? (const char *)attribute->name : "", error);
    return;
  case XML_SCHEMAV_CVC_COMPLEX_TYPE_4:
    vt_complain(element, error, "<%s> needs the attribute '%s'", (const char *)element->name,
        found->str1 != NULL ? found->str1 : "");
    return;
  case XML_SCHEMAV_ELEMENT_CONTENT:
  case XML_SCHEMAV_CVC_ELT_1:
    complain_unknown_element(state->schema, element, error);
    return;
  case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_1:
  case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3:
    complain_content(state->schema, element, error);
    return;
  default:
    if (attribute != NULL)
      vt_complain_value(state->schema, element, (const char *)attribute->name, error);
    else
      vt_complain(element, error, "<%s> does not fit the schema", (const char *)element->name);
  }
}

bool vt_schema_check(const vt_schema *schema, xmlDoc *xml, vt_error *error) {
  vt_check_state state = {schema, error};
  xmlSchemaValidCtxt *context = xmlSchemaNewValidCtxt(schema->rules);
  if (context == NULL) return vt_fail(error, VT_NO_MEMORY, "out of memory while checking a scene");
  xmlSchemaSetValidStructuredErrors(context, on_invalid, &state);
  xmlSchemaSetValidOptions(context, XML_SCHEMA_VAL_VC_I_CREATE);
  int result = xmlSchemaValidateDoc(context, xml);
  xmlSchemaFreeValidCtxt(context);
  xmlResetLastError();
  if (result < 0) return vt_fail(error, VT_NO_MEMORY, "out of memory while checking a scene");
  if (result > 0)
    return vt_fail(error, VT_BAD_INPUT, "%s:1: the scene does not fit the schema",
        ((const vt_document *)xml->_private)->path);
  return true;
}

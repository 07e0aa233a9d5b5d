// The XML files of a scene: parsed, with includes followed, as one list of elements in document order.
#include "scene/document.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/complaint.h"

xmlNode *vt_attribute_node(const xmlNode *element, const char *name) {
  for (xmlAttr *a = element->properties; a != NULL; a = a->next)
    if (a->ns == NULL && strcmp((const char *)a->name, name) == 0) return (xmlNode *)a;
  return NULL;
}

const char *vt_attribute_text(const xmlNode *element, const char *name) {
  const xmlNode *attribute = vt_attribute_node(element, name);
  if (attribute == NULL) return NULL;
  const xmlNode *text = attribute->children;
  return text != NULL && text->content != NULL ? (const char *)text->content : "";
}

bool vt_is_element(const xmlNode *node, const char *name) {
  return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

// ---------------------------------------------------------------- parsing one file

typedef struct vt_parse_state {
  const char *path;
  vt_error *error; // the first failure
} vt_parse_state;

static void on_parse_error(void *user, xmlErrorPtr found) {
  const xmlParserCtxt *context = (const xmlParserCtxt *)user;
  const vt_parse_state *state = (const vt_parse_state *)context->_private;
  if (found == NULL || found->level < XML_ERR_ERROR) return;
  if (found->code == XML_ERR_NO_MEMORY) {
    vt_fail(state->error, VT_NO_MEMORY, "%s: out of memory", state->path);
    return;
  }
  const char *why = found->message != NULL ? found->message : "unknown reason";
  size_t length = strlen(why);
  while (length > 0 && (why[length - 1] == '\n' || why[length - 1] == ' ')) --length;
  if (length > 300) length = 300;
  vt_fail(state->error, VT_BAD_INPUT, "%.600s:%d: not well-formed XML: %.*s", state->path,
      found->line > 0 ? found->line : 1, (int)length, why);
}

// A document type could define entities that grow without end; scenes need none.
static void on_doctype(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
  (void)name, (void)external, (void)system;
  xmlParserCtxt *context = (xmlParserCtxt *)user;
  const vt_parse_state *state = (const vt_parse_state *)context->_private;
  vt_fail(state->error, VT_BAD_INPUT, "%.600s:%d: found a DOCTYPE, expected none in a scene", state->path,
      context->input->line);
  xmlStopParser(context);
}

// libxml2 gives an element the line its start tag ends on; people look for the line it starts on.
static void on_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
    int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted,
    const xmlChar **attributes) {
  xmlParserCtxt *context = (xmlParserCtxt *)user;
  xmlSAX2StartElementNs(
      user, name, prefix, uri, namespace_count, namespaces, attribute_count, defaulted, attributes);
  const xmlParserInput *input = context->input;
  if (context->node == NULL || input == NULL || input->line >= 65535) return;
  int lines = 0;
  for (const xmlChar *c = input->cur; c > input->base && *c != '<'; --c) lines += *c == '\n';
  if (lines < input->line) context->node->line = (unsigned short)(input->line - lines);
}

static xmlDoc *parse(const char *path, const char *bytes, size_t size, vt_error *error) {
  vt_parse_state state = {path, error};
  xmlParserCtxt *context = xmlNewParserCtxt();
  if (context == NULL) {
    vt_fail(error, VT_NO_MEMORY, "%s: out of memory", path);
    return NULL;
  }
  context->_private = &state;
  context->sax->serror = on_parse_error;
  context->sax->internalSubset = on_doctype;
  context->sax->startElementNs = on_start;
  xmlDoc *xml = xmlCtxtReadMemory(context, bytes, (int)size, NULL, NULL,
      XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES | XML_PARSE_COMPACT);
  if (error->code == VT_OK && (xml == NULL || xmlDocGetRootElement(xml) == NULL))
    vt_fail(error, VT_BAD_INPUT, "%.600s:1: not well-formed XML: no element found", path);
  xmlFreeParserCtxt(context);
  xmlResetLastError();
  if (error->code == VT_OK) return xml;
  xmlFreeDoc(xml);
  return NULL;
}

// ---------------------------------------------------------------- tidying

#define XSI "http://www.w3.org/2001/XMLSchema-instance"

static bool is_blank(const xmlNode *node) {
  if (node->type == XML_COMMENT_NODE || node->type == XML_PI_NODE) return true;
  return node->type == XML_TEXT_NODE && xmlIsBlankNode(node);
}

static bool check_namespaces(const xmlNode *element, vt_error *error) {
  if (element->ns != NULL)
    return vt_complain(element, error, "<%s> is of the namespace '%s', expected none",
        vt_found((const char *)element->name).text, vt_found((const char *)element->ns->href).text);
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    if (a->ns == NULL) continue;
    // What editors need to find the schema.
    bool hint = strcmp((const char *)a->ns->href, XSI) == 0 &&
                strcmp((const char *)a->name, "noNamespaceSchemaLocation") == 0;
    if (hint && element->parent->type == XML_DOCUMENT_NODE) continue;
    return vt_complain((const xmlNode *)a, error, "unknown attribute '%s:%s' of <%s>",
        vt_found(a->ns->prefix != NULL ? (const char *)a->ns->prefix : "").text,
        vt_found((const char *)a->name).text, vt_found((const char *)element->name).text);
  }
  return true;
}

// Depth is bounded by the parser.
static bool tidy(xmlNode *element, vt_error *error) {
  if (!check_namespaces(element, error)) return false;
  for (xmlNode *child = element->children, *next; child != NULL; child = next) {
    next = child->next;
    if (is_blank(child)) {
      xmlUnlinkNode(child);
      xmlFreeNode(child);
    } else if (child->type == XML_ELEMENT_NODE && !tidy(child, error)) {
      return false;
    }
  }
  return true;
}

// ---------------------------------------------------------------- includes

bool vt_documents_add_item(vt_documents *documents, xmlNode *item, vt_error *error) {
  if (!VT_RESERVE(&documents->items, &documents->item_capacity, documents->item_count + 1, error))
    return false;
  documents->items[documents->item_count++] = item;
  return true;
}

// Takes over path; the document is in the list even when it could not be read.
static vt_document *add_document(
    vt_documents *documents, char *path, const vt_document *parent, vt_error *error) {
  vt_document *document = NULL;
  if (VT_RESERVE(&documents->list, &documents->capacity, documents->count + 1, error))
    document = VT_NEW(vt_document, 1, error);
  if (document == NULL) {
    free(path);
    return NULL;
  }
  document->path = path;
  document->parent = parent;
  documents->list[documents->count++] = document;
  return document;
}

static bool check_include(const vt_documents *documents, const vt_document *from, const xmlNode *include,
    const char *path, vt_error *error) {
  int depth = 1;
  for (const vt_document *d = from; d != NULL; d = d->parent, ++depth)
    if (vt_same_path(d->path, path)) {
      return vt_complain(
          include, error, "'%s' includes itself%s", path, d == from ? "" : " through other files");
    }
  if (depth > VT_INCLUDE_DEPTH)
    return vt_complain(include, error, "includes within includes more than %d deep", VT_INCLUDE_DEPTH);
  if (documents->count >= VT_INCLUDE_COUNT)
    return vt_complain(include, error, "more than %d included files", VT_INCLUDE_COUNT);
  return true;
}

// The document an <include> names; NULL without error where the schema will complain about its attribute.
static vt_document *open_include(
    vt_documents *documents, const vt_document *from, const xmlNode *include, vt_error *error) {
  const char *file = vt_attribute_text(include, "file");
  if (file == NULL || file[0] == '\0') return NULL;
  char *path = vt_join_path(from->path, file, error);
  if (path == NULL) return NULL;
  if (!check_include(documents, from, include, path, error)) {
    free(path);
    return NULL;
  }
  return add_document(documents, path, from, error);
}

static bool read_document(
    vt_document *document, const vt_scene_files *files, const xmlNode *include, vt_error *error) {
  vt_error inner = {0};
  size_t size = 0;
  char *bytes = files->read(files->user, document->path, &size, &inner);
  if (bytes == NULL) {
    if (include == NULL)
      return vt_fail(error, inner.code, "%.600s: cannot be read: %s", document->path, inner.message);
    return vt_fail(error, inner.code, "%s: cannot read '%.400s': %s", vt_place_of(include).text,
        document->path, inner.message);
  }
  document->xml = parse(document->path, bytes, size, error);
  free(bytes);
  if (document->xml == NULL) return false;
  document->xml->_private = document;
  return tidy(xmlDocGetRootElement(document->xml), error);
}

// The parts of a vacuum line have names of their own.
static bool add_parts(vt_documents *documents, const xmlNode *element, vt_error *error) {
  if (!vt_is_element(element, "vacuum")) return true;
  for (xmlNode *part = element->children; part != NULL; part = part->next)
    if (part->type == XML_ELEMENT_NODE && !vt_documents_add_item(documents, part, error)) return false;
  return true;
}

// Reads one file and what it includes, depth first; the depth is bounded by check_include.
static bool load(vt_documents *documents, vt_document *document, const vt_scene_files *files,
    const xmlNode *include, vt_error *error) {
  if (!read_document(document, files, include, error)) return false;
  xmlNode *root = xmlDocGetRootElement(document->xml);
  for (xmlNode *child = root->children; child != NULL; child = child->next) {
    if (child->type != XML_ELEMENT_NODE) continue;
    if (!vt_is_element(child, "include")) {
      if (!vt_documents_add_item(documents, child, error) || !add_parts(documents, child, error))
        return false;
      continue;
    }
    vt_document *included = open_include(documents, document, child, error);
    if (error->code != VT_OK) return false;
    if (included != NULL && !load(documents, included, files, child, error)) return false;
  }
  return true;
}

bool vt_documents_load(
    vt_documents *documents, const vt_scene_files *files, const char *path, vt_error *error) {
  char *copy = vt_copy_string(path, error);
  if (copy == NULL) return false;
  vt_document *document = add_document(documents, copy, NULL, error);
  if (document == NULL || !load(documents, document, files, NULL, error)) return false;
  const xmlNode *root = xmlDocGetRootElement(document->xml);
  if (!vt_is_element(root, "scene"))
    return vt_complain(root, error, "found <%s>, expected <scene>", vt_found((const char *)root->name).text);
  return true;
}

void vt_documents_free(vt_documents *documents) {
  for (int i = 0; i < documents->count; ++i) {
    xmlFreeDoc(documents->list[i]->xml);
    free(documents->list[i]->path);
    free(documents->list[i]);
  }
  free(documents->list);
  free(documents->items);
  *documents = (vt_documents){0};
}

// The XML of a VTU file. Appended data may be raw bytes, which is no XML: libxml2 gets the file up to there.
#include "mesh/vtu_xml.h"

#include "base/memory.h"

#include <libxml/parser.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char closing[] = "</AppendedData></VTKFile>";

bool vt_vtu_fail(const vt_vtu_file *file, xmlNode *node, const char *format, ...) {
  char text[700];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return vt_fail(file->error, VT_BAD_INPUT, "%s:%ld: %s", file->name, xmlGetLineNo(node), text);
}

static const char *find(const char *from, const char *end, const char *text) {
  size_t length = strlen(text);
  while ((size_t)(end - from) >= length) {
    const char *at = memchr(from, text[0], (size_t)(end - from) - length + 1);
    if (at == NULL) return NULL;
    if (memcmp(at, text, length) == 0) return at;
    from = at + 1;
  }
  return NULL;
}

static const char *find_last(const char *from, const char *end, const char *text) {
  size_t length = strlen(text);
  for (size_t back = length; back <= (size_t)(end - from); ++back) {
    if (memcmp(end - back, text, length) == 0) return end - back;
  }
  return NULL;
}

// Where the appended data begins and ends; *xml_end becomes the end of what is XML.
static bool find_appended(vt_vtu_file *file, const vt_cursor *cursor, const char **xml_end) {
  const char *tag = find(cursor->start, cursor->end, "<AppendedData");
  *xml_end = cursor->end;
  if (tag == NULL) return true;
  const char *close = memchr(tag, '>', (size_t)(cursor->end - tag));
  const char *mark = close == NULL ? NULL : memchr(close, '_', (size_t)(cursor->end - close));
  const char *last = mark == NULL ? NULL : find_last(mark, cursor->end, "</AppendedData");
  if (last == NULL) {
    return vt_fail(file->error, VT_BAD_INPUT, "%s: found AppendedData without %s, expected it whole",
        file->name, mark == NULL ? "a start marked by _" : "its end tag");
  }
  *xml_end = close + 1;
  file->appended = mark + 1;
  file->appended_end = last;
  return true;
}

static bool parse(vt_vtu_file *file, const char *xml, size_t size) {
  xmlParserCtxt *context = size <= INT_MAX ? xmlNewParserCtxt() : NULL;
  if (context == NULL) return vt_fail_memory(file->error, size);
  file->document = xmlCtxtReadMemory(context, xml, (int)size, file->name, NULL,
      XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE | XML_PARSE_BIG_LINES);
  if (file->document == NULL) {
    const xmlError *problem = xmlCtxtGetLastError(context);
    char text[300] = "cannot be parsed";
    if (problem != NULL && problem->message != NULL) snprintf(text, sizeof text, "%s", problem->message);
    text[strcspn(text, "\r\n")] = '\0';
    vt_fail(file->error, VT_BAD_INPUT, "%s:%d: found no well-formed XML: %s", file->name,
        problem != NULL ? problem->line : 1, text);
  }
  xmlFreeParserCtxt(context);
  return file->document != NULL;
}

static bool read_root(vt_vtu_file *file) {
  xmlNode *root = xmlDocGetRootElement(file->document);
  char type[64], order[64], header[64], compressor[64];
  if (root == NULL || strcmp((const char *)root->name, "VTKFile") != 0) {
    return vt_vtu_fail(
        file, root, "found %s, expected VTKFile", root != NULL ? "another element" : "no element");
  }
  vt_vtu_attribute(root, "type", type);
  vt_vtu_attribute(root, "byte_order", order);
  vt_vtu_attribute(root, "header_type", header);
  vt_vtu_attribute(root, "compressor", compressor);
  if (strcmp(type, "UnstructuredGrid") != 0) {
    return vt_vtu_fail(file, root, "found a VTKFile of type \"%s\", expected UnstructuredGrid", type);
  }
  bool big = strcmp(order, "BigEndian") == 0;
  if (!big && order[0] != '\0' && strcmp(order, "LittleEndian") != 0) {
    return vt_vtu_fail(file, root, "found byte order \"%s\", expected LittleEndian or BigEndian", order);
  }
  file->coding.swap = big != vt_host_is_big_endian();
  file->coding.header64 = strcmp(header, "UInt64") == 0;
  if (!file->coding.header64 && header[0] != '\0' && strcmp(header, "UInt32") != 0) {
    return vt_vtu_fail(file, root, "found header type \"%s\", expected UInt32 or UInt64", header);
  }
  file->coding.compressed = compressor[0] != '\0';
  if (file->coding.compressed && strcmp(compressor, "vtkZLibDataCompressor") != 0) {
    return vt_vtu_fail(
        file, root, "found compressor \"%s\", expected vtkZLibDataCompressor or none", compressor);
  }
  xmlNode *appended = vt_vtu_child(root, "AppendedData");
  if (appended == NULL) return true;
  char encoding[64];
  vt_vtu_attribute(appended, "encoding", encoding);
  file->appended_raw = strcmp(encoding, "raw") == 0;
  if (file->appended_raw || strcmp(encoding, "base64") == 0) return true;
  return vt_vtu_fail(
      file, appended, "found AppendedData encoded as \"%s\", expected raw or base64", encoding);
}

bool vt_vtu_open(vt_vtu_file *file, const vt_cursor *cursor) {
  const char *xml_end;
  *file = (vt_vtu_file){.name = cursor->name, .error = cursor->error};
  if (!find_appended(file, cursor, &xml_end)) return false;
  // Entities could make a small file huge, and no writer of VTU files uses them.
  if (find(cursor->start, xml_end, "<!DOCTYPE") != NULL || find(cursor->start, xml_end, "<!ENTITY") != NULL) {
    return vt_fail(
        file->error, VT_BAD_INPUT, "%s: found a document type declaration, expected none", file->name);
  }
  size_t size = (size_t)(xml_end - cursor->start);
  if (file->appended == NULL) return parse(file, cursor->start, size) && read_root(file);
  char *xml = VT_NEW(char, size + sizeof closing, file->error);
  if (xml == NULL) return false;
  memcpy(xml, cursor->start, size);
  memcpy(xml + size, closing, sizeof closing);
  bool good = parse(file, xml, size + sizeof closing - 1) && read_root(file);
  free(xml);
  return good;
}

void vt_vtu_close(vt_vtu_file *file) {
  if (file->document != NULL) xmlFreeDoc(file->document);
  file->document = NULL;
}

static xmlNode *first_named(xmlNode *node, const char *name) {
  while (node != NULL && (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, name) != 0)) {
    node = node->next;
  }
  return node;
}

xmlNode *vt_vtu_child(xmlNode *node, const char *name) { return first_named(node->children, name); }

xmlNode *vt_vtu_next(xmlNode *node) { return first_named(node->next, (const char *)node->name); }

void vt_vtu_attribute(xmlNode *node, const char *name, char text[64]) {
  xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
  text[0] = '\0';
  if (value != NULL && strlen((const char *)value) < 64) snprintf(text, 64, "%s", (const char *)value);
  xmlFree(value);
}

bool vt_vtu_count(const vt_vtu_file *file, xmlNode *node, const char *name, int64_t *value) {
  char text[64];
  vt_vtu_attribute(node, name, text);
  if (vt_word_integer((vt_word){text, strlen(text)}, value) && *value >= 0 && *value <= INT_MAX) return true;
  return vt_vtu_fail(file, node, "found %s=\"%s\", expected an integer from 0 to %d", name, text, INT_MAX);
}

// Errors that say where in a scene they are.
#include "scene/complaint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scene/document.h"

vt_found_text vt_found(const char *text) {
  vt_found_text found;
  if (text == NULL) text = "";
  const size_t room = sizeof found.text - 5;
  bool letters = xmlCheckUTF8((const unsigned char *)text);
  size_t n = 0;
  for (; text[n] != '\0' && n < room; ++n) {
    unsigned char c = (unsigned char)text[n];
    found.text[n] = c < 0x20 || c == 0x7f ? ' ' : c >= 0x80 && !letters ? '?' : (char)c;
  }
  // Cut between letters, not inside one.
  if (text[n] != '\0') {
    while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) --n;
    memcpy(found.text + n, "...", 3);
    n += 3;
  }
  found.text[n] = '\0';
  return found;
}

vt_place_text vt_place_of(const xmlNode *node) {
  vt_place_text place;
  const char *override = (const char *)node->_private;
  if (override != NULL) {
    snprintf(place.text, sizeof place.text, "--set %.*s", (int)sizeof place.text - 8, override);
    return place;
  }
  const vt_document *document = (const vt_document *)node->doc->_private;
  const xmlNode *element = node->type == XML_ATTRIBUTE_NODE ? node->parent : node;
  snprintf(place.text, sizeof place.text, "%.*s:%ld", (int)sizeof place.text - 24, document->path,
      xmlGetLineNo(element));
  return place;
}

bool vt_complain(const xmlNode *node, vt_error *error, const char *format, ...) {
  char message[sizeof error->message];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return vt_fail(error, VT_BAD_INPUT, "%s: %s", vt_place_of(node).text, message);
}

bool vt_pass_on(const xmlNode *element, const vt_error *inner, vt_error *error) {
  return vt_fail(error, inner->code, "%s: <%s>: %s", vt_place_of(element).text, (const char *)element->name,
      inner->message);
}

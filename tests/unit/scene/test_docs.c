// docs/scene.md against scene.xsd: its lists are what the schema says. With --write, makes them so.
//
// A list stands between "<!-- TYPE -->" and "<!-- end -->", TYPE being a complex type of the schema; every
// complex type must have one.
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "scene/document.h"
#include "scene/schema.h"

enum { MOST = 1 << 20 };

typedef struct writer {
  const vt_schema *schema;
  char *text;
  size_t length;
} writer;

static void put(writer *out, const char *text) {
  size_t length = strlen(text);
  if (out->length + length >= MOST) exit(2);
  memcpy(out->text + out->length, text, length + 1);
  out->length += length;
}

// Breaks the text from here on into lines of at most 120 characters, as tools/reflow_markdown.py does; lines
// that go on begin with `indent`.
static void wrap_from(writer *out, size_t start, const char *indent) {
  size_t line = start, gap = 0, more = strlen(indent);
  for (size_t i = start; i < out->length; ++i) {
    if (out->text[i] == '\n') line = i + 1, gap = 0;
    if (out->text[i] == ' ' && i >= line + more) gap = i;
    if (i - line < 120 || gap == 0) continue;
    put(out, indent); // room for it
    memmove(out->text + gap + 1 + more, out->text + gap + 1, out->length - more - gap);
    memcpy(out->text + gap + 1, indent, more);
    out->text[out->length] = '\0';
    out->text[gap] = '\n';
    line = gap + 1;
    i += more;
    gap = 0;
  }
}

static void put_attribute(void *user, const xmlNode *attribute) {
  writer *out = (writer *)user;
  const char *name = vt_attribute_text(attribute, "name"), *type = vt_attribute_text(attribute, "type");
  const char *use = vt_attribute_text(attribute, "use"), *value = vt_attribute_text(attribute, "default");
  const xmlNode *definition = vt_schema_find(out->schema, "simpleType", type);
  CHECK(definition != NULL && vt_schema_documentation(definition)[0] != '\0');
  CHECK(vt_schema_documentation(attribute)[0] != '\0');
  if (definition == NULL) return;
  size_t start = out->length;
  put(out, "- `");
  put(out, name);
  put(out, "` (");
  put(out, vt_schema_documentation(definition));
  put(out, use != NULL ? "; required" : value != NULL ? "; `" : "");
  put(out, value != NULL ? value : "");
  put(out, value != NULL ? "`" : "");
  put(out, "): ");
  put(out, vt_schema_documentation(attribute));
  put(out, "\n");
  wrap_from(out, start, "  ");
}

static void put_child(void *user, const xmlNode *child) {
  writer *out = (writer *)user;
  put(out, out->text[out->length - 1] == ':' ? " `<" : ", `<");
  put(out, vt_attribute_text(child, "name"));
  put(out, ">`");
}

static void put_list(writer *out, const xmlNode *type) {
  CHECK(vt_schema_documentation(type)[0] != '\0');
  size_t text = out->length;
  put(out, vt_schema_documentation(type));
  put(out, "\n");
  size_t before = out->length;
  put(out, "\nInside:");
  size_t start = out->length;
  vt_schema_each_child(type, put_child, out);
  if (out->length > start)
    put(out, ".\n");
  else
    out->text[out->length = before] = '\0';
  wrap_from(out, text, "");
  before = out->length;
  put(out, "\n");
  start = out->length;
  vt_schema_each_attribute(out->schema, type, put_attribute, out);
  if (out->length == start) out->text[out->length = before] = '\0';
}

static char *read_text(const char *path) {
  char *text = (char *)calloc(1, MOST);
  FILE *file = fopen(path, "rb");
  if (text == NULL || file == NULL) exit(2);
  size_t length = fread(text, 1, MOST - 1, file);
  text[length] = '\0';
  fclose(file);
  return text;
}

// The page as it should be: the same text with lists from the schema.
static char *expected_page(const vt_schema *schema, const char *page) {
  writer out = {schema, (char *)calloc(1, MOST), 0};
  if (out.text == NULL) exit(2);
  while (*page != '\0') {
    const char *line_end = strchr(page, '\n');
    if (line_end == NULL) line_end = page + strlen(page) - 1;
    char type[80] = "", line[2000];
    size_t length = (size_t)(line_end - page) + 1;
    if (length >= sizeof line) exit(2);
    memcpy(line, page, length);
    line[length] = '\0';
    put(&out, line);
    page += length;
    if (sscanf(line, "<!-- %79[a-z_] -->", type) != 1 || strcmp(type, "end") == 0) continue;
    const xmlNode *definition = vt_schema_find(schema, "complexType", type);
    CHECK(definition != NULL);
    const char *end = strstr(page, "<!-- end -->");
    if (definition == NULL || end == NULL) exit(2);
    put(&out, "\n");
    put_list(&out, definition);
    put(&out, "\n");
    page = end;
  }
  return out.text;
}

static void check_every_type(const vt_schema *schema, const char *page) {
  const xmlNode *root = xmlDocGetRootElement(schema->document);
  for (const xmlNode *node = root->children; node != NULL; node = node->next) {
    if (!vt_is_element(node, "complexType")) continue;
    char mark[100];
    snprintf(mark, sizeof mark, "<!-- %s -->", vt_attribute_text(node, "name"));
    CHECK_CONTAINS(page, mark);
  }
}

static void show_difference(const char *page, const char *expected) {
  size_t i = 0, line = 1;
  for (; page[i] != '\0' && page[i] == expected[i]; ++i) line += page[i] == '\n';
  printf("docs/scene.md:%zu differs from scene.xsd; expected: %.100s\n", line, expected + i);
}

int main(int count, char **arguments) {
  vt_error error = {0};
  vt_schema schema = {0};
  bool write = count == 3 && strcmp(arguments[1], "--write") == 0;
  const char *path = arguments[count - 1];
  if (!vt_schema_open(&schema, &error)) return 2;
  char *page = read_text(path);
  char *expected = expected_page(&schema, page);
  if (!write) check_every_type(&schema, page);
  if (write) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) return 2;
    fputs(expected, file);
    if (fclose(file) != 0) return 2;
  } else if (!CHECK(strcmp(page, expected) == 0)) {
    show_difference(page, expected);
  }
  free(page);
  free(expected);
  vt_schema_close(&schema);
  return check_report();
}

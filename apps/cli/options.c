// Reading the options of a command into its settings.
#include "command.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *value_of(void *settings, const option *known) { return (char *)settings + known->offset; }

static bool set_value(const option *known, const char *text, int room, void *settings) {
  void *value = value_of(settings, known);
  char *end = NULL;
  errno = 0;
  switch (known->kind) {
  case OPTION_FLAG:
    *(bool *)value = true;
    return true;
  case OPTION_TEXT:
    if (*text != '\0') {
      *(const char **)value = text;
      return true;
    }
    complain("--%s: found nothing, expected %s", known->name, known->argument);
    return false;
  case OPTION_NUMBER: {
    double number = strtod(text, &end);
    if (end != text && *end == '\0' && isfinite(number) && number > 0) {
      *(double *)value = number;
      return true;
    }
    complain("--%s: found \"%s\", expected a number above 0", known->name, text);
    return false;
  }
  case OPTION_COUNT: {
    long number = strtol(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && number > 0 && number <= INT_MAX) {
      *(int *)value = (int)number;
      return true;
    }
    complain("--%s: found \"%s\", expected a whole number above 0", known->name, text);
    return false;
  }
  case OPTION_LIST: {
    text_list *list = value;
    if (list->items == NULL) list->items = calloc((size_t)room, sizeof *list->items);
    if (list->items == NULL) {
      complain("out of memory");
      return false;
    }
    list->items[list->count++] = text;
    return true;
  }
  }
  return false;
}

static const option *find_option(const command *self, const char *text, size_t length) {
  const char *names[16];
  char word[64];
  for (int i = 0; i < self->option_count; ++i) {
    const option *known = &self->options[i];
    if (strlen(known->name) == length && strncmp(known->name, text, length) == 0) return known;
    names[i] = known->name;
  }
  size_t kept = length < sizeof word ? length : sizeof word - 1;
  memcpy(word, text, kept);
  word[kept] = '\0';
  const char *meant = suggest(word, names, self->option_count);
  if (meant != NULL)
    complain("unknown option --%s of `ventouse %s`: did you mean --%s?", word, self->name, meant);
  else
    complain("unknown option --%s: `ventouse help %s` lists the options", word, self->name);
  return NULL;
}

// Takes the option at argv[*at] and, if it has one, its value.
static bool take_option(const command *self, int argc, char **argv, int *at, void *settings) {
  const char *text = argv[*at] + 2, *equals = strchr(text, '=');
  const option *known = find_option(self, text, equals != NULL ? (size_t)(equals - text) : strlen(text));
  if (known == NULL) return false;
  if (known->kind == OPTION_FLAG && equals != NULL) {
    complain("--%s: found a value, expected none", known->name);
    return false;
  }
  if (known->kind == OPTION_FLAG || equals != NULL)
    return set_value(known, equals != NULL ? equals + 1 : "", argc, settings);
  if (*at + 1 >= argc) {
    complain("--%s: found nothing after it, expected %s", known->name, known->argument);
    return false;
  }
  return set_value(known, argv[++*at], argc, settings);
}

bool parse_options(const command *self, int argc, char **argv, void *settings, const char **positional) {
  bool only_words = false;
  *positional = NULL;
  for (int i = 1; i < argc; ++i) {
    if (!only_words && strcmp(argv[i], "--") == 0) {
      only_words = true;
    } else if (!only_words && strncmp(argv[i], "--", 2) == 0) {
      if (!take_option(self, argc, argv, &i, settings)) return false;
    } else if (!only_words && argv[i][0] == '-' && argv[i][1] != '\0') {
      complain("unknown option %s: `ventouse help %s` lists the options", argv[i], self->name);
      return false;
    } else if (self->argument == NULL || *positional != NULL) {
      complain(
          "found \"%s\", expected %s", argv[i], self->argument == NULL ? "no argument" : "only one argument");
      return false;
    } else {
      *positional = argv[i];
    }
  }
  if (self->argument == NULL || self->optional || *positional != NULL) return true;
  complain("`ventouse %s`: found no %s, expected one", self->name, self->argument);
  return false;
}

void free_options(const command *self, void *settings) {
  for (int i = 0; i < self->option_count; ++i)
    if (self->options[i].kind == OPTION_LIST)
      free(((text_list *)value_of(settings, &self->options[i]))->items);
}

#!/bin/sh
# No line of a Markdown file has more than 120 characters, rows of tables too: tools/check_markdown.sh [ROOT].
# tools/reflow_markdown.py FILE... wraps paragraphs and lists; a table that is too wide wants shorter headings,
# explained above it, or a list for what is text.
set -eu
cd "${1:-$(dirname "$0")/..}"

# In the C locale awk counts bytes: of UTF-8, all but the first byte of a character are taken out.
find . \( -name node_modules -o -name build -o -name runs -o -name '.?*' \) -prune -o -name '*.md' -print | sort |
  sed 's|^\./||' | LC_ALL=C xargs awk '
  length($0) <= 120 { next }
  { gsub(/[\200-\277]/, "") }
  length($0) > 120 {
    printf "%s:%d: %d characters, expected at most 120: %.40s...\n", FILENAME, FNR, length($0), $0
    long = 1
  }
  END { exit long }' || exit 1

#!/bin/sh
# No line of a Markdown file has more than 120 characters: tools/check_markdown.sh [ROOT].
# A row of a table cannot be broken: it may have 160, and more where the schema makes it (docs/scene.md). What is
# longer is text, and belongs in a list. tools/reflow_markdown.py FILE... wraps what can be wrapped.
set -eu
cd "${1:-$(dirname "$0")/..}"

# In the C locale awk counts bytes: of UTF-8, all but the first byte of a character are taken out.
find . \( -name node_modules -o -name build -o -name runs -o -name '.?*' \) -prune -o -name '*.md' -print | sort |
  sed 's|^\./||' | LC_ALL=C xargs awk '
  length($0) <= 120 { next }
  { gsub(/[\200-\277]/, ""); most = /^\|/ ? 160 : 120 }
  length($0) > most && !(FILENAME == "docs/scene.md" && /^\| `/) {
    printf "%s:%d: %d characters, expected at most %d: %.40s...\n", FILENAME, FNR, length($0), most, $0
    long = 1
  }
  END { exit long }' || exit 1

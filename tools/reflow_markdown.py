#!/usr/bin/env python3
"""Wraps the text of Markdown files at 120 characters: tools/reflow_markdown.py FILE...

Only paragraphs and list items with a line beyond that are touched. Tables, code, headings, HTML and lines that end with a
hard break stay as they are. Code in backquotes is not broken. The same file gives the same file, and a second run
changes nothing. tests/check/markdown.sh tells which files need it.
"""
import re
import sys

WIDTH = 120
ITEM = re.compile(r"^(\s*)([-*+]|\d{1,9}[.)])(\s+)")
FENCE = re.compile(r"^\s*(```|~~~)")
ALONE = re.compile(r"^\s*(\||<|#{1,6}\s|>|\[[^\]]+\]:\s|([-*_]\s*){3,}$)")  # lines that are no part of a paragraph
OPENING = re.compile(r"^([-*+>|=]|#{1,6}|\d{1,9}[.)]|[-=_*]{2,}|<.*|\|.*)$")  # words that would begin something else


def words_of(text):
    """Words, with code in backquotes whole, and none that would mean something else at the start of a line."""
    words = []
    for word in re.findall(r"(?:`[^`]*`|[^\s`]|`)+", text):
        if words and OPENING.match(word):
            words[-1] += " " + word
        else:
            words.append(word)
    return words


def wrap(lines):
    """The lines of one paragraph or list item, wrapped if one of them is too long."""
    if all(len(line) <= WIDTH for line in lines) or any(re.search(r"(  |\\)$", line) for line in lines[:-1]):
        return lines
    item = ITEM.match(lines[0])
    head = item.group(0) if item else re.match(r"\s*", lines[0]).group(0)
    indent = " " * len(head)
    made, line, empty = [], head, True
    for word in words_of(" ".join([lines[0][len(head):]] + [line.strip() for line in lines[1:]])):
        if not empty and len(line) + 1 + len(word) > WIDTH:
            made.append(line)
            line, empty = indent, True
        line += word if empty else " " + word
        empty = False
    return made + [line]


def reflow(text):
    made, block, fenced, listed = [], [], False, False

    def finish():
        made.extend(wrap(block))
        block.clear()

    for line in text.split("\n"):
        if FENCE.match(line):
            finish()
            made.append(line)
            fenced = not fenced
        elif fenced or not line.strip() or ALONE.match(line):
            finish()
            made.append(line)
            if not fenced and line.strip() and not line.startswith(" "):
                listed = False
        elif ITEM.match(line):
            finish()
            block.append(line)
            listed = True
        elif not block and re.match(r"    |\t", line) and not (listed and not line.startswith("      ")):
            made.append(line)  # code by its indentation
        else:
            if not block and not line.startswith(" "):
                listed = False
            block.append(line)
    finish()
    return "\n".join(made)


for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        before = file.read()
    after = reflow(before)
    if after != before:
        with open(name, "w", encoding="utf-8") as file:
            file.write(after)
        print(name)

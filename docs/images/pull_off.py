#!/usr/bin/env python3
"""Draws pull_off_ground.svg and pull_off_cylinder.svg from the tables of docs/validation-suction.md."""
import ast
import os

from draw import BLUE, GREY, ORANGE, RED, Picture

HERE = os.path.dirname(os.path.abspath(__file__))


def table(words):
    """Rows of words of the table whose head begins so."""
    page = open(os.path.join(HERE, "..", "validation-suction.md")).read()
    lines = page.split("\n| " + words)[1].split("\n\n")[0].splitlines()[2:]
    return [[word.strip() for word in line.strip("|").split("|")] for line in lines if line.startswith("|")]


def lips():
    """The edge of triangles across the lip of each cup, mm, from tools/study_scenes.py, which made the table."""
    text = open(os.path.join(HERE, "..", "..", "tools", "study_scenes.py")).read()
    rows = ast.literal_eval(text.split("\nGROUND = ")[1].split("]")[0] + "]")
    return {cup: across for cup, across, _ in rows}


class Axes:
    def __init__(self, p, box, low, high):
        self.p, self.box, self.low, self.high = p, box, low, high

    def at(self, x, y):
        x0, y0, width, height = self.box
        return (x0 + width * (x - self.low[0]) / (self.high[0] - self.low[0]),
                y0 + height * (1 - (y - self.low[1]) / (self.high[1] - self.low[1])))

    def frame(self, xs, ys, across, up):
        x0, y0, width, height = self.box
        for x in xs:
            at = self.at(x, self.low[1])
            self.p.line([at, (at[0], at[1] + 5)], GREY, 1)
            self.p.text(at[0], at[1] + 18, f"{x:g}", size=11)
        for y in ys:
            at = self.at(self.low[0], y)
            self.p.line([at, (at[0] + width, at[1])], "#e4e4e4", 1)
            self.p.text(at[0] - 6, at[1] + 4, f"{y:g}", "end", size=11)
        self.p.line([(x0, y0), (x0, y0 + height), (x0 + width, y0 + height)], GREY, 1)
        self.p.text(x0 + width / 2, y0 + height + 36, across)
        self.p.text(x0 - 36, y0 - 12, up, "start")


def ground():
    rows, across = table("cup | with | P, kPa"), lips()
    p = Picture(720, 360)
    axes = Axes(p, (60, 40, 480, 260), (0, 33), (1.1, 39))
    axes.frame((0, 0.25, 0.5, 0.75, 1), range(33, 40), "edge of triangles across the lip, mm", "pull-off, N")
    points = [(row[0], row[1] or "10 ms", float(row[4])) for row in rows if row[1] == "" or row[1].endswith("ms")]
    for step, colour in (("10 ms", BLUE), ("5 ms", ORANGE), ("2.5 ms", RED)):
        line = sorted((across[c], f) for c, s, f in points if s == step and c in ("g1000", "g600", "g300"))
        p.line([axes.at(*q) for q in line], colour, 2)
        for cup, s, force in points:
            if s == step:
                p.dot(*axes.at(across[cup], force), colour, cup.startswith("g"))
    for i, (words, colour, filled) in enumerate((("10 ms", BLUE, True), ("5 ms", ORANGE, True), ("2.5 ms", RED, True), ("graded at the lip", GREY, True), ("others", GREY, False))):
        p.dot(565, 60 + 20 * i, colour, filled)
        p.text(576, 64 + 20 * i, words, "start", size=11)
    p.save(os.path.join(HERE, "pull_off_ground.svg"))


def cylinder():
    summary = table("radius, mm | real, dry, N")
    p = Picture(720, 360)
    axes = Axes(p, (60, 40, 480, 260), (15, 20), (55, 36))
    axes.frame((20, 25, 31.5, 50), range(20, 37, 2), "radius of the cylinder, mm", "pull-off, N")
    for column, colour in ((1, RED), (2, ORANGE)):
        line = [axes.at(float(row[0]), float(row[column])) for row in summary if row[column] != "none"]
        p.line(line, colour, 1.5, "" if column == 1 else "6 3")
        for q in line:
            p.dot(*q, colour)
    middle = []
    for row in summary:
        least, most = (float(word) for word in row[5].split(" to "))
        p.line([axes.at(float(row[0]), least), axes.at(float(row[0]), most)], BLUE, 5)
        middle.append(axes.at(float(row[0]), float(row[3])))
    p.line(middle, BLUE, 1.5)
    for q in middle:
        p.dot(*q, BLUE)
    for i, (words, colour) in enumerate((("real, dry", RED), ("the paper's simulation", ORANGE), ("ours, finest linear,", BLUE))):
        p.dot(565, 60 + 20 * i, colour)
        p.text(576, 64 + 20 * i, words, "start", size=11)
    p.text(576, 118, "and range over all", "start", size=11)
    p.save(os.path.join(HERE, "pull_off_cylinder.svg"))


ground()
cylinder()

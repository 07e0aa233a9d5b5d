#!/usr/bin/env python3
"""Draws pull_off_ground.svg and pull_off_cylinder.svg from the tables of docs/validation-suction.md."""
import os

from draw import BLUE, GREY, ORANGE, RED, Picture

HERE = os.path.dirname(os.path.abspath(__file__))


def tables(study):
    """Rows of words of each table that a study filled."""
    page = open(os.path.join(HERE, "..", "validation-suction.md")).read()
    block = page.split(f"<!-- begin tools/study_scenes.py {study} -->")[1].split("<!-- end -->")[0].strip()
    return [[[w.strip() for w in line.strip("|").split("|")] for line in part.splitlines()[2:]] for part in block.split("\n\n")]


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
    plain, otherwise = tables("ground")
    across = {row[0]: float(row[1]) for row in plain}
    p = Picture(720, 360)
    axes = Axes(p, (60, 40, 480, 260), (0, 33), (1.1, 39))
    axes.frame((0, 0.25, 0.5, 0.75, 1), range(33, 40), "edge of triangles across the lip, mm", "pull-off, N")
    points = [(row[0], "10 ms", float(row[6])) for row in plain]
    points += [(row[0], row[1], float(row[5])) for row in otherwise if row[1].endswith("ms")]
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
    summary, runs = tables("cylinder")
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
        own = sorted(float(run[9]) for run in runs if run[0] == row[0])
        p.line([axes.at(float(row[0]), own[0]), axes.at(float(row[0]), own[-1])], BLUE, 5)
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

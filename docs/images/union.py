#!/usr/bin/env python3
"""Draws union.svg: a section through a cup on the ground, and how the union detector finds the air under it."""
from draw import AIR, BLUE, GREY, ORANGE, RED, Picture

p = Picture(900, 330)
BODY, SOIL = "#e6ddd0", "#dcdcdc"
GAP, REACH = 7.0, 11.0  # of the lip over the ground, and up to where surfaces seal; drawn far too large
GROUND = 190.0
# The cup's section from the outer end of its left lip around the outside to the right one and back inside: x, height over
# the ground; and the vertices of its lips, which are within reach.
OUTER = [(30, GAP), (38, 60), (84, 96), (84, 118), (116, 118), (116, 96), (162, 60), (170, GAP)]
INNER = [(150, GAP), (140, 48), (112, 72), (88, 72), (60, 48), (50, GAP)]
SOIL_X = [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]
UNDER = [x for x in SOIL_X if 20 <= x <= 60 or 140 <= x <= 180]


def cup(left, down):
    """The corners of the section, with the lips moved down."""
    return [(left + x, GROUND - h + (down if h == GAP else 0)) for x, h in OUTER + INNER]


def soil(left, up):
    top = [(left + x, GROUND - (up if x in UNDER else 0)) for x in SOIL_X]
    return top, top + [(left + 200, GROUND + 40), (left, GROUND + 40)]


def panel(k, title, lines):
    left = 20 + 222 * k
    p.text(left + 100, 26, title, size=14)
    for i, words in enumerate(lines):
        p.text(left + 100, 256 + 16 * i, words, size=12)
    return left


left = panel(0, "1. near", ["vertices that are nearer to", "another surface than the reach", "are sealed (orange)"])
top, ground = soil(left, 0)
p.line(ground, "#333", 1.2, fill=SOIL, close=True)
p.line(cup(left, 0), "#333", 1.2, fill=BODY, close=True)
for x, y in top:
    near = x - left in UNDER
    p.dot(x, y, ORANGE if near else GREY, near, 3.5)
for (x, y), (_, h) in zip(cup(left, 0), OUTER + INNER):
    p.dot(x, y, ORANGE if h == GAP else GREY, h == GAP, 3.5)
p.line([(left + 185, GROUND), (left + 185, GROUND - REACH)], RED, 2)
p.text(left + 190, GROUND - REACH - 5, "reach", "middle", RED, 11)

left = panel(1, "2. move", ["each goes by the reach towards", "the closest point across:", "the bodies overlap where they seal"])
top, ground = soil(left, REACH)
p.line(ground, "#333", 1.2, fill=SOIL, close=True)
p.line(cup(left, REACH), "#333", 1.2, fill=BODY + "b0", close=True)
for x, y in top:
    p.dot(x, y, ORANGE if x - left in UNDER else GREY, x - left in UNDER, 3.5)
for (x, y), (_, h) in zip(cup(left, REACH), OUTER + INNER):
    p.dot(x, y, ORANGE if h == GAP else GREY, h == GAP, 3.5)
for x in (40, 160):
    p.arrow(left + x, GROUND - 38, left + x, GROUND - 14, ORANGE, 2)
    p.arrow(left + x, GROUND + 26, left + x, GROUND + 4, ORANGE, 2)

left = panel(2, "3. arrange", ["surfaces are cut by each other;", "the outside is one piece (black),", "a hole faces inwards (blue): air"])
top, ground = soil(left, REACH)
p.line(ground, "none", 0, fill=SOIL, close=True)
p.line(cup(left, REACH), "none", 0, fill=SOIL, close=True)
corners = cup(left, REACH)
# The inner walls go into what has come up under the lips after a part of their lower side.
part = (REACH + REACH - GAP) / (48 + REACH - GAP)
cut = 10 * part
hole = [(left + 150 - cut, GROUND - REACH), *corners[9:13], (left + 50 + cut, GROUND - REACH), (left + 60, GROUND - REACH), (left + 80, GROUND),
        (left + 100, GROUND), (left + 120, GROUND), (left + 140, GROUND - REACH)]
p.line(hole, BLUE, 2.2, fill=AIR, close=True)
p.line([(left, GROUND), (left + 20, GROUND - REACH), (left + 31, GROUND - REACH), *corners[1:7], (left + 169, GROUND - REACH),
        (left + 180, GROUND - REACH), (left + 200, GROUND)], "#000", 2.2)

left = panel(3, "4. put back", ["its vertices are places on bodies:", "at their true positions they are", "the mesh of the cavity"])
top, ground = soil(left, 0)
p.line(ground, "#333", 1, fill=SOIL, close=True)
p.line(cup(left, 0), "#333", 1, fill=BODY, close=True)
corners = cup(left, 0)
wall = GROUND - GAP - part * (48 - GAP)
mesh = [(left + 150 - cut, wall), *corners[9:13], (left + 50 + cut, wall), (left + 50 + cut, GROUND), (left + 60, GROUND), (left + 80, GROUND),
        (left + 100, GROUND), (left + 120, GROUND), (left + 140, GROUND), (left + 150 - cut, GROUND)]
p.line(mesh, BLUE, 2.2, fill=AIR, close=True)
for x, y in mesh:
    p.dot(x, y, BLUE, False, 3)
p.text(left + 100, GROUND - 30, "cavity", colour=BLUE)
for a, b in ((5, 6), (0, 12)):
    p.line([mesh[a], mesh[b]], RED, 2.2)
p.text(left + 100, 306, "(red: its border between two bodies)", "middle", RED, 11)
p.save(__file__.replace(".py", ".svg"))

#!/usr/bin/env python3
"""Draws delassus.svg: which entries of W are there, and how a column of it comes about."""
from draw import AIR, BLUE, GREY, ORANGE, RED, Picture

p = Picture(900, 360)
SOFT, HARD, SOIL = "#e6ddd0", "#c9d7c4", "#dcdcdc"
# Left: a soft cup stands with two contacts on a rigid cube, which stands with two on the ground; air is under the cup.
p.text(170, 26, "bodies, contacts, air", size=14)
p.box(20, 290, 300, 24, SOIL, "#333")
p.text(48, 307, "ground", size=12)
p.box(90, 190, 160, 96, HARD, "#333")
p.text(170, 245, "rigid cube", size=12)
cup = [(80, 186), (96, 120), (150, 92), (150, 60), (190, 60), (190, 92), (244, 120), (260, 186), (232, 186), (222, 134), (182, 112), (158, 112), (118, 134),
       (108, 186)]
p.line(cup, "#333", 1.2, fill=SOFT, close=True)
p.line([(108, 186), (118, 134), (158, 112), (182, 112), (222, 134), (232, 186)], "none", 0, fill=AIR, close=True)
p.text(170, 82, "cup", size=12)
p.text(170, 155, "gas", colour=BLUE)
NAMES = [("1", 98, 188), ("2", 240, 188), ("3", 102, 288), ("4", 238, 288)]
for name, x, y in NAMES:
    p.dot(x, y, RED, True, 6)
    p.text(x + (18 if name in "24" else -18), y + 4, name, colour=RED, size=13)
# How column 1 comes about: 1 N at contact 1.
p.arrow(98, 150, 98, 178, ORANGE, 3)
p.text(70, 150, "1 N", colour=ORANGE)

# Middle: W by blocks.
p.text(470, 26, "W = H C H^T, block by block", size=14)
ROWS = ["1", "2", "3", "4", "gas"]
SIZE = {"1": 45, "2": 45, "3": 45, "4": 45, "gas": 15}
BY = {("1", "2"): "b", ("1", "gas"): "b", ("2", "gas"): "b", ("1", "3"): "h", ("1", "4"): "h", ("2", "3"): "h", ("2", "4"): "h", ("3", "4"): "h",
      ("3", "gas"): "h", ("4", "gas"): "h"}
left, top, y = 370, 60, 60
for a in ROWS:
    x = left
    p.text(left - 14, y + SIZE[a] / 2 + 4, a, colour=BLUE if a == "gas" else RED, size=12)
    for b in ROWS:
        kind = BY.get((a, b)) or BY.get((b, a)) or ("b" if a in "12" or a == "gas" else "h")
        p.box(x, y, SIZE[b], SIZE[a], {"b": "#eac99a", "h": HARD}[kind], "#fff")
        if b == "1":
            p.box(x, y, 15, SIZE[a], ORANGE + "99")
        x += SIZE[b]
    y += SIZE[a]
x = left
for b in ROWS:
    p.text(x + SIZE[b] / 2, top - 7, b, colour=BLUE if b == "gas" else RED, size=12)
    x += SIZE[b]
p.line([(left, top), (left + 195, top), (left + 195, top + 195), (left, top + 195)], "#333", 1.2, close=True)
p.box(left, 272, 14, 14, "#eac99a")
p.text(left + 20, 284, "through the soft cup: h^2 A^-1 of the", "start", size=12)
p.text(left + 20, 299, "nodes in touch, and the cube's part", "start", size=12)
p.box(left, 308, 14, 14, HARD)
p.text(left + 20, 320, "through the rigid cube only: h^2 / mass,", "start", size=12)
p.text(left + 20, 335, "h^2 r x I^-1 (r x ...)", "start", size=12)

# Right: what a column says.
p.text(745, 26, "a column", size=14)
for i, words in enumerate(["1 N along one row (orange) acts on", "nodes of the cup and on the cube: H^T;", "both answer in a step: C;",
                           "each row tells by how much its gap,", "slip or volume changes: H.", "",
                           "A contact has three rows, a cavity one.", "Rows that share no body have no entry,", "and of rigid bodies alone W is never",
                           "written down: it is J J^T.", "", "W is built only for rows that carry", "force, or would be violated without."]):
    p.text(625, 66 + 19 * i, words, "start", size=12)
p.save(__file__.replace(".py", ".svg"))

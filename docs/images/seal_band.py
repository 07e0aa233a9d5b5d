#!/usr/bin/env python3
"""Draws seal_band.svg: a section through a lip, what seals there, and how the pressure of a cavity falls across it."""
from draw import AIR, BLUE, GREY, ORANGE, RED, Picture

p = Picture(880, 400)
# The lip: vertices along it and their gaps over the reach there.
xs = [60, 150, 240, 330, 420, 510, 600, 690]
openness = [3.2, 2.1, 1.25, 0.72, 0.66, 0.68, 1.3, 2.3]
ground, reach = 180.0, 48.0
lip = [(x, ground - reach * u) for x, u in zip(xs, openness)]


def resistance(a, b):
    low, high = 1 - max(a, b), 1 - min(a, b)
    if low >= 0:
        return 0.5 * (low + high)
    return 0.0 if high <= 0 else 0.5 * high * high / (high - low)


def smooth(points, bulge):
    """A curve through the points that leaves each chord by `bulge` in its middle."""
    curve = []
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        curve += [(x0 + (x1 - x0) * s, y0 + (y1 - y0) * s + 4 * bulge * s * (1 - s)) for s in (i / 12 for i in range(12))]
    return curve + [points[-1]]


# The potential: a chain of resistors from the last open vertex inside to the first one outside.
chain = [resistance(a, b) for a, b in zip(openness, openness[1:])]
total, shares, gone = sum(chain), [1.0], 0.0
for r in chain:
    gone += r
    shares.append(1 - gone / total)

p.text(380, 22, "section through a lip", size=14)
p.box(20, ground, 700, 16, "#ddd")
p.line([(20, ground), (720, ground)], GREY, 2)
p.line([(20, ground - reach), (770, ground - reach)], GREY, 1, "5 4")
whole = [(20, ground - reach * 3.5)] + lip + [(720, ground - reach * 2.8)]
p.line(smooth(whole, 9) + whole[::-1], "none", 0, fill="#ffe3c8", close=True)
p.line(smooth(whole, 9), ORANGE, 1)
p.line(whole, BLUE, 2)
p.text(70, ground - 10, "cavity, P", "start")
p.text(716, ground - 10, "outside", "end")
for (x, y), u in zip(lip, openness):
    if u < 1 or u == 1.25:
        p.line([(x, y), (x, ground)], RED, 2)
    p.dot(x, y, BLUE, u < 1)
p.text(420, ground - 96, "triangles of the lip", colour=BLUE)
p.text(420, ground - 81, "the body they stand for lies off them by the sagitta", colour=ORANGE)
p.text(420, ground - 62, "ties: what is missing at a vertex, and its opposite across", colour=RED)
p.text(420, ground + 12, "other surface", size=11)

# What the reach is made of.
x, y = 740, ground
for part, colour, words in ((0.5, "#bbb", "contact distance"), (0.25, "#8fb8dc", "sealing distance"), (0.25, "#ffc48a", "sagittas of both")):
    height = part * reach
    p.box(x, y - height, 14, height, colour, "#555")
    p.text(x + 20, y - height / 2 + 4, words, "start", size=11)
    y -= height
p.text(x - 6, ground - reach - 7, "reach", "start", GREY)

# Below: the share of the pressure.
base, top = 350.0, 240.0
p.text(30, top - 12, "share of P at a vertex", "start")
p.line([(30, base), (720, base)], "#999", 1)
p.text(24, base + 4, "0", "end", size=11)
p.text(24, top + 4, "1", "end", size=11)
fine = []
for k, (a, b) in enumerate(zip(openness, openness[1:])):
    for i in range(40):
        s = i / 40
        part = sum(max(0.0, 1 - (a + (b - a) * s * (j + 0.5) / 50)) for j in range(50)) * s / 50
        fine.append((xs[k] + (xs[k + 1] - xs[k]) * s, shares[k] - part / total))
fine.append((xs[-1], 0.0))
curve = [(x, base - (base - top) * v) for x, v in zip(xs, shares)]
p.line([(xs[0], base)] + curve, "none", 0, fill=AIR, close=True)
p.line([(x, base - (base - top) * v) for x, v in fine], "#000", 1, "3 3")
p.line(curve, BLUE, 2)
for (x, y), v, u in zip(curve, shares, openness):
    p.dot(x, y, BLUE, u < 1)
    if u < 1:
        p.text(x + 8, y - 6, f"{v:.2f}", "start", BLUE, 11)
# Where the mesh of the cavity may end: at one ring of vertices or the next.
for x in (285, 375):
    p.line([(x, ground + 22), (x, base)], RED, 1, "2 3")
p.text(330, base + 17, "the mesh ends here or there", colour=RED, size=11)
p.text(120, base + 36, "filled: within reach, the share follows", "start", BLUE, 11)
p.text(420, base + 36, "open: has the pressure of its air", "start", BLUE, 11)
p.save(__file__.replace(".py", ".svg"))

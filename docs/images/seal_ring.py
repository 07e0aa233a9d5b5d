#!/usr/bin/env python3
"""Draws seal_ring.svg: from above, how vertices of a surface decide what is one air space."""
import math

from draw import AIR, BLUE, GREY, ORANGE, RED, Picture

p = Picture(880, 430)
RINGS = [0, 22, 44, 66, 88, 110, 132, 154]  # radii of the rings of vertices
SEAL = (110, 132)  # those within reach of the other surface all around
COUNT = 24


def place(centre, ring, k):
    a = 2 * math.pi * k / COUNT
    return centre[0] + ring * math.cos(a), centre[1] + ring * math.sin(a)


def patch(x, y):
    """Where the ceiling is pressed on the floor, inside the ring."""
    return math.hypot(x + 20, y - 12) < 40 or math.hypot(x - 52, y + 40) < 20


def panel(centre, title, lines, open_at, film):
    leaks = set(open_at)
    # Air and seal as areas, then the vertices that say so.
    outside = "#f2f2f2"
    p.line([place(centre, 158, k) for k in range(COUNT)], "none", 0, fill=outside, close=True)
    inside = outside if leaks else AIR
    p.line([place(centre, 121, k) for k in range(COUNT)], "none", 0, fill=inside, close=True)
    for ring in RINGS[1:]:
        p.line([place(centre, ring, k) for k in range(COUNT)], "#c8c8c8", 0.7, close=True)
    for k in range(COUNT):
        p.line([place(centre, RINGS[1], k), place(centre, RINGS[-1], k)], "#c8c8c8", 0.7)
    seal = [place(centre, 121, k) for k in range(COUNT) if k not in leaks]
    if leaks:
        seal = [place(centre, 121, k) for k in range(max(leaks) + 1, COUNT + min(leaks))]
    p.line(seal, GREY, 22, close=not leaks)
    for ring in RINGS:
        for k in range(COUNT if ring else 1):
            x, y = place(centre, ring, k)
            if ring in SEAL and k not in leaks:
                p.dot(x, y, "#333", True, 3)
            elif patch(x - centre[0], y - centre[1]):
                p.dot(x, y, ORANGE if film else "#333", True, 3)
            else:
                p.dot(x, y, BLUE if ring < SEAL[0] and not leaks else GREY, False, 3)
    p.text(centre[0], 30, title, size=14)
    for i, words in enumerate(lines):
        p.text(centre[0], 385 + 15 * i, words, size=12)


panel((230, 205), "one ring that seals: one air space", ["patches that touch inside keep their air, as a film;",
      "the pressure falls across the ring and not across them"], (), True)
panel((650, 205), "one open place in the ring: no cavity", ["where the gap is above the reach all the way across,",
      "the outside comes in, and to everything inside"], (2, 3), False)
x, y = 18, 60
for colour, filled, words in ((BLUE, False, "cavity's air"), (ORANGE, True, "film"), ("#333", True, "seal"), (GREY, False, "outside")):
    p.dot(x, y, colour, filled, 4)
    p.text(x + 9, y + 4, words, "start", size=11)
    y += 17
x, y = place((650, 205), 121, 2.5)
p.arrow(x + 42, y + 26, x - 30, y - 20, RED, 2)
p.text(x + 44, y + 40, "leak", "middle", RED)
p.save(__file__.replace(".py", ".svg"))

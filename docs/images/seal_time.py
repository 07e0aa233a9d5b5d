#!/usr/bin/env python3
"""Draws seal_time.svg: what is followed of a cavity while a cup is pressed flat, lifted, and comes off."""
from draw import AIR, BLUE, GREY, ORANGE, RED, Picture

p = Picture(880, 420)
STEPS = ["touches", "pressed", "pressed flat", "lifted", "pulled", "off"]
WIDTH, LEFT = 140, 30
ground = 120.0


def cup(x, height, splay, touching, film):
    """Half open bell over x: ceiling `height` above the ground, lip `splay` to either side."""
    lift = 0 if touching else 16
    y = ground - 3 - lift
    top = y - height
    inner = [(x - splay, y), (x - 0.62 * splay, top + 0.25 * height), (x - 14, top), (x + 14, top),
             (x + 0.62 * splay, top + 0.25 * height), (x + splay, y)]
    outer = [(x + splay + 7, y), (x + 0.62 * splay + 5, top + 0.25 * height - 9), (x + 12, top - 13), (x + 12, top - 30), (x - 12, top - 30),
             (x - 12, top - 13), (x - 0.62 * splay - 5, top + 0.25 * height - 9), (x - splay - 7, y)]
    if touching:
        p.line(inner + [(x + splay, ground), (x - splay, ground)], "none", 0, fill=AIR, close=True)
    p.line(inner + outer, "#333", 1.2, fill="#e6ddd0", close=True)
    if film:
        p.line([(x - 14, ground - 1.5), (x + 14, ground - 1.5)], ORANGE, 3)


for k, name in enumerate(STEPS):
    p.text(LEFT + WIDTH * (k + 0.5), 24, name, size=13)
for k, (height, splay, touching, film) in enumerate([(38, 40, True, False), (20, 46, True, False), (1, 53, True, True), (12, 47, True, False), (36, 38, True, False),
                                                     (38, 40, False, False)]):
    cup(LEFT + WIDTH * (k + 0.5), height, splay, touching, film)
p.box(20, ground, 850, 10, "#ddd")
p.line([(20, ground), (870, ground)], GREY, 2)


def at(step):
    return LEFT + WIDTH * step


def row(y, words):
    p.text(LEFT - 8, y - 30, words, "start", size=12)


# Pressure and air as curves over the same columns.
row(190, "pressure")
p.line([(at(0.4), 190), (at(3), 190)], BLUE, 2)
p.line([(at(3), 190), (at(3.5), 204), (at(4), 216), (at(4.5), 226), (at(5), 232)], BLUE, 2)
p.line([(at(5), 232), (at(5), 190), (at(6), 190)], BLUE, 1, "3 3")
p.text(at(1.4), 184, "ambient: what the seal does not bear escapes", size=11, colour=BLUE)
p.text(at(3.2), 226, "P V = n R T", "start", size=11, colour=BLUE)

row(272, "air, n")
p.line([(at(0.4), 262), (at(0.5), 262), (at(1), 276), (at(1.5), 290), (at(2), 304), (at(2.3), 310), (at(5), 310)], RED, 2)
p.line([(at(5), 310), (at(5), 318)], RED, 2)
p.text(at(3.7), 304, "not a bit changes, wherever the border moves", size=11, colour=RED)
p.text(at(5.06), 314, "gone: the outside came", "start", size=11, colour=RED)

bars = [("id and air", 0.4, 5.0, BLUE, "linked by the surface that both meshes cover; merge and split by one rule"),
        ("film", 1.85, 2.9, ORANGE, "kept until the outside or other air comes"),
        ("dead volume, leak", 0.4, 5.0, GREY, "once for what they were declared for")]
y = 345
for name, begin, end, colour, words in bars:
    p.box(at(begin), y - 10, at(end) - at(begin), 13, colour + "44", colour)
    if begin < 1:  # a long bar: name and words in it
        p.text(at(begin) + 6, y, name, "start", size=11)
        p.text(at(begin) + 130, y, words, "start", size=11)
    else:
        p.text(at(begin) - 6, y, name, "end", size=11)
        p.text(at(end) + 6, y, words, "start", size=11)
    y += 22
p.arrow(at(0), 408, at(6), 408, GREY)
p.text(at(6) - 4, 402, "time", "end", GREY)
p.save(__file__.replace(".py", ".svg"))

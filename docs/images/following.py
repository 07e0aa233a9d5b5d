#!/usr/bin/env python3
"""Draws following.svg: how the cavities of one detection become those of the next, and where their air goes."""
from draw import AIR, BLUE, GREY, RED, Picture

p = Picture(900, 330)
OLD, NEW = 95, 215
DEEP = 34  # how high a cavity is drawn


def cavity(x0, x1, y, name, lines, colour=BLUE):
    p.line([(x0, y), (x0 + 8, y - DEEP), (x1 - 8, y - DEEP), (x1, y)], colour, 2, fill=AIR, close=True)
    p.text((x0 + x1) / 2, y - DEEP / 2 + 5, name, colour=colour, size=13)
    for i, words in enumerate(lines):
        p.text((x0 + x1) / 2, y + 18 + 15 * i, words, size=11)


def surface(x0, x1):
    for y in (OLD, NEW):
        p.line([(x0, y), (x1, y)], GREY, 2)
        for x in range(x0, x1 + 1, 15):
            p.line([(x, y - 3), (x, y + 3)], GREY, 1)


def link(x0, x1, words=""):
    p.arrow(x0, OLD + 40, x1, NEW - DEEP - 6, BLUE)
    if words:
        p.text((x0 + x1) / 2 + (26 if x1 >= x0 else -26), (OLD + NEW) / 2 + 4, words, colour=BLUE, size=11)


p.text(12, OLD - 4, "before", "start", size=11)
p.text(12, NEW - 4, "after", "start", size=11)
surface(60, 270)
p.text(165, 26, "moved", size=14)
cavity(90, 210, OLD, "4", ["n = 20"])
cavity(105, 225, NEW, "4", ["n = 20"])
link(150, 165)
p.text(165, 275, "both cover more than a tenth of", size=12)
p.text(165, 291, "the smaller one's surface: linked,", size=12)
p.text(165, 307, "cut exactly within each triangle", size=12)

surface(330, 540)
p.text(435, 26, "split", size=14)
cavity(345, 525, OLD, "4", ["n = 20"])
cavity(345, 450, NEW, "4", ["V = 3", "n = 15"])
cavity(485, 525, NEW, "7", ["V = 1", "n = 5"])
link(420, 400, "3/4")
link(455, 503, "1/4")
p.text(435, 275, "air is divided by volume; the new one", size=12)
p.text(435, 291, "that shares most keeps the number", size=12)

surface(600, 810)
p.text(725, 26, "merged, born, opened", size=14)
cavity(610, 665, OLD, "4", ["n = 15"])
cavity(685, 725, OLD, "7", ["n = 5"])
cavity(775, 805, OLD, "9", ["n = 2"], GREY)
cavity(610, 725, NEW, "4", ["n = 20"])
cavity(745, 765, NEW, "", ["8: new,", "ambient"])
link(637, 655)
link(705, 685)
p.line([(790, OLD + 26), (790, OLD + 60)], RED, 2)
p.text(794, OLD + 78, "opened: its air is gone", "middle", RED, 11)
p.text(705, 275, "a new one sums up what it gets; the", size=12)
p.text(705, 291, "smallest number stays, what nothing", size=12)
p.text(705, 307, "is linked to begins at ambient pressure", size=12)
p.save(__file__.replace(".py", ".svg"))

#!/usr/bin/env python3
"""Writes the surface of an apple that lies on its side, of triangles, as OBJ in metres: apple.py OUT.obj CELL.

About the origin, its own axis along y: a ball of 80 mm, pressed together to 0.925 along the axis, with a dimple at each end. CELL is the edge of the
triangles within 36 degrees of its top, where a cup takes it; they are up to three times as large elsewhere. It lies on a facet. Groups: apple.
"""
import math
import sys

radius, squash = 40e-3, 0.925
dimples = ((0.4, 0.45), (0.25, 0.35))  # of stalk and blossom: depth in radii, and width in radians
if len(sys.argv) != 3:
    sys.exit(__doc__)
cell = float(sys.argv[2])


span, quarter = math.radians(36), math.pi / 2
fine = 2 * round(span * radius / cell)
wide = 3 * 2 * span / fine  # the largest step, rad


def even(low, high, count):
    """The beginnings of `count` even steps."""
    return [low + (high - low) * i / count for i in range(count)]


# About y, 0 at the top, with an odd number of steps below so that it lies on a facet; and from +y, with an odd number beside the top.
below = math.ceil(2 * (math.pi - span) / wide) // 2 * 2 + 1
turns = even(-span, span, fine) + even(span, 2 * math.pi - span, below)
aside = math.ceil((quarter - span) / wide)
leans = even(0, quarter - span, aside) + even(quarter - span, quarter + span, fine + 1) + even(quarter + span, math.pi, aside)

points, faces = [], []


def node(lean, turn):
    dip = sum(depth * math.exp(-(angle / width) ** 2) for (depth, width), angle in zip(dimples, (lean, math.pi - lean)))
    r = radius * (1 - dip)
    points.append((r * math.sin(lean) * math.sin(turn), squash * r * math.cos(lean), r * math.sin(lean) * math.cos(turn)))
    return len(points)


grid = [[node(lean, turn) for turn in turns] for lean in leans[1:]]
ends = (node(0, 0), node(math.pi, 0))
n = len(turns)
for i in range(len(grid) - 1):
    for j in range(n):
        a, b, c, d = grid[i][j], grid[i + 1][j], grid[i + 1][(j + 1) % n], grid[i][(j + 1) % n]
        faces += [(a, b, c), (a, c, d)] if (i + j) % 2 == 0 else [(a, b, d), (b, c, d)]
for j in range(n):
    faces.append((ends[0], grid[0][j], grid[0][(j + 1) % n]))
    faces.append((ends[1], grid[-1][(j + 1) % n], grid[-1][j]))
with open(sys.argv[1], "w") as out:
    out.write("# metres\n")
    out.writelines("v %.9g %.9g %.9g\n" % tuple(c + 0.0 for c in p) for p in points)
    out.write("g apple\n")
    out.writelines("f %d %d %d\n" % f for f in faces)

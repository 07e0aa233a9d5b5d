#!/usr/bin/env python3
"""Writes a hose of hexahedra: hose.py OUT.msh AROUND ALONG THROUGH, with so many cells around its axis, along it and through its wall.

9.8 mm of outer and 7 mm of inner radius, 30 mm along y. Groups: bore, its inside; outer; ends.
"""
import math
import sys

from check import HEX_FACES
from write_hexahedra import write_hexahedra

outer, inner, length = 9.8e-3, 7e-3, 30e-3  # m
if len(sys.argv) != 5:
    sys.exit("use: hose.py OUT.msh AROUND ALONG THROUGH")
around, along, through = (int(word) for word in sys.argv[2:])

nodes, number = [], {}
for i in range(around):
    angle = 2 * math.pi * (i + 0.5) / around
    for j in range(along + 1):
        for k in range(through + 1):
            radius = inner + (outer - inner) * k / through
            number[i, j, k] = len(nodes) + 1
            nodes.append((round(radius * math.sin(angle), 12), round(length * (j / along - 0.5), 12),
                          round(radius * math.cos(angle), 12)))

ring = ((0, 0), (1, 0), (1, 1), (0, 1))  # of (along, through)
cells, faces = [], {}
for i in range(around):
    for j in range(along):
        for k in range(through):
            cell = [number[(i + up) % around, j + a, k + b] for up in (0, 1) for a, b in ring]
            cells.append(cell)
            for corners in HEX_FACES:
                face = [cell[c] for c in corners]
                if faces.pop(frozenset(face), None) is None:
                    faces[frozenset(face)] = face
inside = {tag for (i, j, k), tag in number.items() if k == 0}
skin = {tag for (i, j, k), tag in number.items() if k == through}
groups = {"bore": [], "outer": [], "ends": []}
for key, face in faces.items():
    groups["bore" if key <= inside else "outer" if key <= skin else "ends"].append(face)

write_hexahedra(sys.argv[1], "hose", nodes, cells, groups)

#!/usr/bin/env python3
"""Writes a bowed leg of hexahedra: leg.py OUT.msh ALONG ACROSS THROUGH, with so many cells each way.

An arc of a circle in the plane y = 0 stands on its foot at the origin and bows out towards +x. The ends are cut level, so that
the foot stands flat: towards them the cross section turns until it is horizontal. Groups: foot and top, the two ends, and sides.
"""
import math
import sys

from check import HEX_FACES
from write_hexahedra import write_hexahedra

height, bow, width, thickness = 23e-3, 5e-3, 10e-3, 2.5e-3  # m: of the middle line, and of the cross section
if len(sys.argv) != 5:
    sys.exit("use: leg.py OUT.msh ALONG ACROSS THROUGH")
along, across, through = (int(word) for word in sys.argv[2:])

radius = (height ** 2 / 4 + bow ** 2) / (2 * bow)
half = math.asin(height / (2 * radius))  # of the arc's angle
nodes, number = [], {}
for i in range(along + 1):
    angle = half * (2 * i / along - 1)
    lean = math.sin(angle) * math.cos(math.pi / 2 * angle / half)
    for j in range(across + 1):
        for k in range(through + 1):
            off = thickness * (k / through - 0.5)
            number[i, j, k] = len(nodes) + 1
            nodes.append((bow - radius + radius * math.cos(angle) + off * math.sqrt(1 - lean ** 2),
                          width * (j / across - 0.5), round(height / 2 + radius * math.sin(angle) + off * lean, 12)))

ring = ((0, 0), (0, 1), (1, 1), (1, 0))  # of (across, through)
cells, faces = [], {}
for i in range(along):
    for j in range(across):
        for k in range(through):
            cell = [number[i + up, j + a, k + b] for up in (0, 1) for a, b in ring]
            cells.append(cell)
            for corners in HEX_FACES:
                face = [cell[c] for c in corners]
                if faces.pop(frozenset(face), None) is None:
                    faces[frozenset(face)] = face
ends = [{number[i, j, k] for j in range(across + 1) for k in range(through + 1)} for i in (0, along)]
groups = {"foot": [], "sides": [], "top": []}
for key, face in faces.items():
    groups["foot" if key <= ends[0] else "top" if key <= ends[1] else "sides"].append(face)

write_hexahedra(sys.argv[1], "leg", nodes, cells, groups)

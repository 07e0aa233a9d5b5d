#!/usr/bin/env python3
"""Writes a snap-in clip of hexahedra: clip.py OUT.msh AROUND ACROSS THROUGH, with so many cells from its back to a lip, along the pipe
and through its wall.

A C of 10 mm inner radius, open downwards (-z), whose axis is y and which is symmetric about x = 0; its lips curl outwards, so that it
can be pushed on a pipe. A grip stands on its back. Groups: grip, the grip's top and sides; bore, what touches the pipe; outer, the
rest.
"""
import math
import sys

from check import HEX_FACES
from write_hexahedra import write_hexahedra

inner, wall, width = 10e-3, 2.5e-3, 15e-3  # m
reach, curl, lip = math.radians(125), math.radians(70), 3e-3  # rad: of the C from its back, of a lip; m: radius of a lip's inside
grip_half, grip_height = math.radians(25), 6e-3  # rad, m
if len(sys.argv) != 5:
    sys.exit("use: clip.py OUT.msh AROUND ACROSS THROUGH")
around, across, through = (int(word) for word in sys.argv[2:])

middle, curled = inner + wall / 2, lip + wall / 2  # m: radii of the middle line
length = middle * reach + curled * curl


def place(s):
    """The middle line at s (m) from the back, and the normal away from the pipe."""
    angle = min(s, middle * reach) / middle
    x, z, nx, nz = middle * math.sin(angle), middle * math.cos(angle), math.sin(angle), math.cos(angle)
    if s > middle * reach:  # about a centre outside the C
        cx, cz = x + curled * nx, z + curled * nz
        turn = angle - (s - middle * reach) / curled
        nx, nz = math.sin(turn), math.cos(turn)
        x, z = cx - curled * nx, cz - curled * nz
    return x, z, nx, nz


nodes, number = [], {}


def node(key, x, y, z):
    number[key] = len(nodes) + 1
    nodes.append((round(x, 12), round(y, 12), round(z, 12)))


on_grip = max(1, round(around * middle * grip_half / length))
for i in range(-around, around + 1):
    if abs(i) <= on_grip:
        s = middle * grip_half * abs(i) / on_grip
    else:
        s = middle * grip_half + (length - middle * grip_half) * (abs(i) - on_grip) / (around - on_grip)
    x, z, nx, nz = place(s)
    sign = -1 if i < 0 else 1
    for j in range(across + 1):
        for k in range(through + 1):
            off = wall * (k / through - 0.5)
            node((i, j, k), sign * (x + off * nx), width * (j / across - 0.5), z + off * nz)
rise = max(1, round(through * grip_height / wall))
top = inner + wall + grip_height
for i in range(-on_grip, on_grip + 1):
    for j in range(across + 1):
        x, y, z = nodes[number[i, j, through] - 1]
        for k in range(1, rise + 1):
            node((i, j, through + k), x, y, z + (top - z) * k / rise)

ring = ((0, 0), (1, 0), (1, 1), (0, 1))  # of (across, through)
cells, faces, grip = [], {}, set()
for i in range(-around, around):
    high = through + (rise if -on_grip <= i < on_grip else 0)
    for j in range(across):
        for k in range(high):
            cell = [number[i + up, j + a, k + b] for up in (0, 1) for a, b in ring]
            cells.append(cell)
            if k >= through:
                grip.update(cell)
            for corners in HEX_FACES:
                face = [cell[c] for c in corners]
                if faces.pop(frozenset(face), None) is None:
                    faces[frozenset(face)] = face
inside = {tag for (i, j, k), tag in number.items() if k == 0}
groups = {"grip": [], "bore": [], "outer": []}
for key, face in faces.items():
    groups["grip" if key <= grip else "bore" if key <= inside else "outer"].append(face)

write_hexahedra(sys.argv[1], "clip", nodes, cells, groups)

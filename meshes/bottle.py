#!/usr/bin/env python3
"""Writes a bottle as a closed surface: bottle.py OUT.obj AROUND LONG, with so many sides and rings of at most LONG m along the bore.

A bore of 10 mm radius along z, 40 mm deep, its mouth at z = 0 widened to 12 mm over 3 mm; 16 mm of outer radius, 44 mm high.
"""
import math
import sys

if len(sys.argv) != 4:
    sys.exit("use: bottle.py OUT.obj AROUND LONG")
around, long = int(sys.argv[2]), float(sys.argv[3])
corners = [(0, -44e-3), (16e-3, -44e-3), (16e-3, 0), (12e-3, 0), (10e-3, -3e-3), (10e-3, -40e-3), (0, -40e-3)]  # r, z

profile = [corners[0]]
for (r, z), (s, y) in zip(corners, corners[1:]):
    parts = max(1, math.ceil(math.hypot(s - r, y - z) / long - 1e-9))
    profile += [(r + (s - r) * k / parts, z + (y - z) * k / parts) for k in range(1, parts + 1)]
points, rings, triangles = [], [], []
for r, z in profile:
    count = around if r > 0 else 1
    rings.append([len(points) + 1 + k for k in range(count)])
    points += [(r * math.cos(2 * math.pi * k / around), r * math.sin(2 * math.pi * k / around), z) for k in range(count)]
for low, high in zip(rings, rings[1:]):
    for k in range(around):
        a, b = low[k % len(low)], low[(k + 1) % len(low)]
        c, d = high[(k + 1) % len(high)], high[k % len(high)]
        triangles += [t for t in ((a, b, c), (a, c, d)) if len(set(t)) == 3]
with open(sys.argv[1], "w") as out:
    out.writelines("v %.9g %.9g %.9g\n" % p for p in points)
    out.writelines("f %d %d %d\n" % t for t in triangles)

#!/usr/bin/env python3
"""Stretches one half of a cup along x, so that its rim becomes an egg: egg.py IN.msh OUT.msh RADIUS. What is within RADIUS of the axis
becomes twice as long on the side x > 0; what is beyond, the rim, is moved along with it and keeps its width. Gmsh 4.1 ASCII."""
import math
import sys

if len(sys.argv) != 4:
    sys.exit("use: egg.py IN.msh OUT.msh RADIUS")
radius = float(sys.argv[3])
lines = open(sys.argv[1]).read().split("\n")
at = lines.index("$Nodes") + 1
blocks = int(lines[at].split()[0])
at += 1
for _ in range(blocks):
    count = int(lines[at].split()[3])
    at += 1 + count
    for k in range(at, at + count):
        x, y, z = map(float, lines[k].split())
        if x > 0:
            x += x * min(1, radius / math.hypot(x, y))
            lines[k] = "%.16g %.16g %.16g" % (x, y, z)
    at += count
open(sys.argv[2], "w").write("\n".join(lines))

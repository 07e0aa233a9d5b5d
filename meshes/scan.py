#!/usr/bin/env python3
"""A cloud as a scanner makes one: scan.py OUT.ply POINTS NOISE. A rounded box of 51 x 51 x 70 mm about the origin with shallow dents, seen mostly
from +x and +y, so that points are three times denser there; each is off by chance along the surface (it is sampled by chance, thinned where two
are too near) and across it by NOISE of the spacing (a standard deviation). Without normals; binary PLY, lengths in metres."""
import math
import random
import struct
import sys

if len(sys.argv) != 4:
    sys.exit("use: scan.py OUT.ply POINTS NOISE")
path, count, noise = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
chance = random.Random(7)
HALF, POWER = (0.0255, 0.0255, 0.035), 5


def radius(d):
    """How far the surface is along a direction: a superellipsoid with dents of a third of a millimetre."""
    r = sum(abs(c / h) ** POWER for c, h in zip(d, HALF)) ** (-1 / POWER)
    return r * (1 + 0.012 * math.sin(5 * d[0] + 1) * math.cos(4 * d[1]) * math.sin(3 * d[2] + 2) * (1 - d[2] ** 4))


def place(d):
    r = radius(d)
    return tuple(r * c for c in d)


def frame(d):
    """The outer normal and the area of the surface for each unit of solid angle, by differences."""
    helper = (1, 0, 0) if abs(d[0]) < 0.7 else (0, 1, 0)
    u = cross(d, helper)
    u = scale(u, 1 / norm(u))
    v, e, x = cross(d, u), 1e-5, place(d)
    a, b = (scale(sub(place(unit(tuple(p + e * q for p, q in zip(d, w)))), x), 1 / e) for w in (u, v))
    n = cross(a, b)
    return x, scale(n, 1 / norm(n)), norm(n)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a):
    return math.sqrt(sum(c * c for c in a))


def scale(a, s):
    return tuple(c * s for c in a)


def sub(a, b):
    return tuple(p - q for p, q in zip(a, b))


def unit(a):
    return scale(a, 1 / norm(a))


spacing = math.sqrt(2 / math.sqrt(3) * 0.0155 / count)  # m: as if its 155 cm^2 were sampled evenly
points, cells = [], {}
while len(points) < count:
    d = unit(tuple(chance.gauss(0, 1) for _ in range(3)))
    x, n, area = frame(d)
    seen = 1 / 3 + 2 / 3 * max(0, n[0], n[1])
    if chance.random() * 0.006 > area * seen:
        continue
    apart = 0.55 * spacing / math.sqrt(seen)
    key = tuple(int(c // (2 * spacing)) for c in x)
    near = (q for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1) for q in cells.get((key[0] + i, key[1] + j, key[2] + k), ()))
    if any(norm(sub(x, q)) < apart for q in near):
        continue
    cells.setdefault(key, []).append(x)
    off = chance.gauss(0, noise * spacing)
    points.append(tuple(c + off * m for c, m in zip(x, n)))
with open(path, "wb") as f:
    f.write(("ply\nformat binary_little_endian 1.0\ncomment scan.py\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"
             "end_header\n" % count).encode())
    for p in points:
        f.write(struct.pack("<3f", *p))

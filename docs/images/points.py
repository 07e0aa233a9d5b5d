#!/usr/bin/env python3
"""Draws points.svg: a surface from points in the plane, how it rounds an edge, and the two sides of a plate.

The curves are computed as src/geometry/points.c does in space: f(p) = n(p) . (a(p) - p), with the same weights and
bandwidth, and drawn where f is 0.
"""
import math
import random

from draw import AIR, BLUE, GREY, ORANGE, RED, Picture

p = Picture(900, 330)
random.seed(4)
BANDWIDTH, CUT = 1.5, 3


def fit(points, at, h):
    """Mean and normal of the points (x, y, nx, ny) around a place."""
    near = min(points, key=lambda q: math.hypot(q[0] - at[0], q[1] - at[1]))
    w = sx = sy = nx = ny = 0
    used = []
    for q in points:
        d = math.hypot(q[0] - at[0], q[1] - at[1])
        if d > CUT * h or q[2] * near[2] + q[3] * near[3] < 0:
            continue
        t = math.exp(-d * d / h / h) - math.exp(-CUT * CUT)
        used.append((t, q))
        w, sx, sy, nx, ny = w + t, sx + t * q[0], sy + t * q[1], nx + t * q[2], ny + t * q[3]
    a = (sx / w, sy / w)
    xx = sum(t * (q[0] - a[0]) ** 2 for t, q in used)
    xy = sum(t * (q[0] - a[0]) * (q[1] - a[1]) for t, q in used)
    yy = sum(t * (q[1] - a[1]) ** 2 for t, q in used)
    angle = 0.5 * math.atan2(2 * xy, xx - yy)
    n = (-math.sin(angle), math.cos(angle))
    return (a, n) if n[0] * nx + n[1] * ny > 0 else (a, (-n[0], -n[1]))


def project(points, at, h):
    x = at
    for _ in range(60):
        a, n = fit(points, x, h)
        d = n[0] * (at[0] - a[0]) + n[1] * (at[1] - a[1])
        x = (0.5 * (x[0] + at[0] - d * n[0]), 0.5 * (x[1] + at[1] - d * n[1]))
    return x


def curve(points, seeds, h):
    return [project(points, s, h) for s in seeds]


def title(x, words, lines):
    p.text(x, 28, words, size=14)
    for i, line in enumerate(lines):
        p.text(x, 292 + 15 * i, line, size=12)


# A bow of points, a place above it and what the surface is there.
step, centre, radius = 26, (155, 350), 190
bow = []
for k in range(-6, 7):
    t = (k + random.uniform(-0.25, 0.25)) * step / radius
    n = (math.sin(t), -math.cos(t))
    bow.append((centre[0] + radius * n[0], centre[1] + radius * n[1], *n))
h = BANDWIDTH * step
at = (172, 102)
foot = project(bow, at, h)
a, n = fit(bow, foot, h)
p.dot(*foot, AIR, AIR, CUT * h)
seeds = [(centre[0] + 186 * math.sin(t / 100), centre[1] - 186 * math.cos(t / 100)) for t in range(-75, 76, 3)]
p.line(curve(bow, seeds, h), BLUE, 2)
p.line([(a[0] - 70 * n[1], a[1] + 70 * n[0]), (a[0] + 70 * n[1], a[1] - 70 * n[0])], ORANGE, 1.2, "5 3")
for q in bow:
    p.dot(q[0], q[1], GREY, True, 3)
p.dot(*a, ORANGE, True, 3.5)
p.arrow(*foot, foot[0] + 30 * n[0], foot[1] + 30 * n[1], RED)
p.dot(*at, "#000", True, 3)
p.text(at[0] + 9, at[1] - 4, "p", "start")
p.text(foot[0] - 12, foot[1] - 22, "n", colour=RED)
p.text(a[0] + 4, a[1] + 18, "a", colour=ORANGE)
title(155, "f = n . (a - p) = 0", ["mean and plane of the points near the foot;", "inside a ball of radius R by h&#178; / 2R"])

# The edge of a cube.
cx, cy = 520, 90
edge = [(cx - (k + 0.5) * step + random.uniform(-4, 4), cy, 0, -1) for k in range(7)]
edge += [(cx, cy + (k + 0.5) * step + random.uniform(-4, 4), 1, 0) for k in range(6)]
p.line([(cx - 180, cy), (cx, cy), (cx, cy + 160)], GREY, 1, "4 3")
seeds = [(cx - 170 + 5 * k, cy - 2) for k in range(30)]
seeds += [(cx + 22 * math.cos(t), cy - 22 * math.sin(t) + 0) for t in [math.pi * (1 - k / 16) * 0.75 - 0.4 for k in range(17)]]
seeds += [(cx + 2, cy + 20 + 5 * k) for k in range(26)]
p.line(curve(edge, seeds, h), BLUE, 2)
for q in edge:
    p.dot(q[0], q[1], GREY, True, 3)
title(455, "a sharp edge is rounded", ["by 0.9 spacings, a corner by 1.6,", "whatever the spacing"])

# Both sides of a plate.
x0, thick = 640, 1.2 * step
plate = [(x0 + k * step + random.uniform(-5, 5), 130, 0, -1) for k in range(9)]
plate += [(x0 + k * step + random.uniform(-5, 5), 130 + thick, 0, 1) for k in range(9)]
p.line(curve(plate, [(x0 + 4 * k, 128) for k in range(53)], h), BLUE, 2)
p.line(curve(plate, [(x0 + 4 * k, 132 + thick) for k in range(53)], h), BLUE, 2)
for q in plate:
    p.dot(q[0], q[1], GREY, True, 3)
    if q[3] != 0:
        p.arrow(q[0], q[1], q[0], q[1] + 16 * q[3], GREY, 1)
title(x0 + 105, "a thin plate has two sides", ["points that look the other way do not count:", "right down to a thickness of one spacing"])
p.save("points.svg")

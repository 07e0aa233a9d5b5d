#!/usr/bin/env python3
"""Writes surfaces that are curved one way, of triangles, as OBJ in metres:

curved.py block OUT.obj RADIUS CELL      a cropped cylinder along y: a block of 60 x 60 mm (or 1.8 radii wide, if
                                         that is less) whose top has this radius, convex,
                                         or concave below 0. The middle line of the top is on z = 0, and the flat
                                         bottom on z = -45 mm, or -15 mm of a concave one.
curved.py ellipse OUT.obj WIDTH HEIGHT LENGTH CELL   a cylinder along y with such an ellipse as cross section, about the origin
curved.py can OUT.obj RADIUS LENGTH CELL          a round cylinder along y about the origin, with such cells within 36 degrees of its top
                                         and steps of 11.5 degrees elsewhere, so that it lies on a facet

CELL is the edge of the triangles on the curved face. Groups: curved, and flat for all else.
"""
import math
import sys

points, groups = [], {"curved": [], "flat": []}


def node(x, y, z):
    points.append((x, y, z))
    return len(points)


def write(path):
    with open(path, "w") as out:
        out.write("# metres\n")
        out.writelines("v %.9g %.9g %.9g\n" % tuple(c + 0.0 for c in p) for p in points)
        for name, faces in groups.items():
            out.write(f"g {name}\n")
            out.writelines("f %d %d %d\n" % f for f in faces)


def sheet(grid):
    """Triangles of a grid of nodes; the diagonals alternate, so that the sheet is as stiff and as round each way."""
    for i in range(len(grid) - 1):
        for j in range(len(grid[0]) - 1):
            a, b, c, d = grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]
            groups["curved"] += [(a, b, c), (a, c, d)] if (i + j) % 2 == 0 else [(a, b, d), (b, c, d)]


def block(radius, cell):
    deep, high, least = 30e-3, 45e-3, 15e-3
    r = abs(radius)
    half = min(deep, 0.9 * r)  # of its width; at r the rim of a concave one would be a knife
    angle = math.asin(min(1, half / r))
    n, m = max(2, round(2 * angle * r / cell)), round(2 * deep / cell)
    n += n % 2  # a line of nodes in the middle
    low = -high if radius > 0 else -least
    grid = []
    for i in range(n + 1):
        a = angle * (2 * i / n - 1)
        z = radius * (math.cos(a) - 1)
        grid.append([node(r * math.sin(a), deep * (2 * j / m - 1), z) for j in range(m + 1)])
    sheet(grid)
    edge = [[node(points[grid[i][j] - 1][0], points[grid[i][j] - 1][1], low) for i in range(n + 1)] for j in (0, m)]
    flat = groups["flat"]
    for i in range(n):
        for side, j, turn in ((0, 0, 1), (1, m, -1)):
            a, b, c, d = edge[side][i], edge[side][i + 1], grid[i + 1][j], grid[i][j]
            flat += [(a, b, c)[::turn], (a, c, d)[::turn]]
        a, b, c, d = edge[0][i], edge[0][i + 1], edge[1][i + 1], edge[1][i]
        flat += [(a, c, b), (a, d, c)]
    for i, turn in ((0, -1), (n, 1)):  # the sides across x: fans over the upper nodes
        for j in range(m):
            flat.append((edge[0][i], grid[i][j + 1], grid[i][j])[::turn])
        flat.append((edge[0][i], edge[1][i], grid[i][m])[::turn])


def ellipse(width, height, length, cell):
    a, b = width / 2, height / 2
    # Nodes about one cell apart along the ellipse, one of them on its top.
    fine = 3600
    way = [0.0]
    for k in range(fine):
        t0, t1 = 2 * math.pi * k / fine, 2 * math.pi * (k + 1) / fine
        way.append(way[-1] + math.hypot(a * (math.sin(t1) - math.sin(t0)), b * (math.cos(t1) - math.cos(t0))))
    n = 4 * round(way[-1] / cell / 4)
    at, k = [], 0
    for i in range(n):
        while way[k + 1] < way[-1] * i / n:
            k += 1
        at.append(2 * math.pi * (k + (way[-1] * i / n - way[k]) / (way[k + 1] - way[k])) / fine)
    m = round(length / cell)
    grid = [[node(a * math.sin(t), length * (j / m - 0.5), b * math.cos(t)) for j in range(m + 1)] for t in at]
    sheet(grid + [grid[0]])
    ends(grid)


def ends(grid):
    """Fans over both ends of a cylinder."""
    for j, turn in ((0, 1), (len(grid[0]) - 1, -1)):
        centre = node(0, points[grid[0][j] - 1][1], 0)
        for i, line in enumerate(grid):
            groups["flat"].append((grid[(i + 1) % len(grid)][j], line[j], centre)[::turn])


def can(radius, length, cell):
    n, m = 2 * round(math.radians(36) * radius / cell), round(length / cell)
    at = [math.radians(36) * (2 * i / n - 1) for i in range(n)] + [math.radians(36 + 288 * i / 25) for i in range(25)]
    grid = [[node(radius * math.sin(t), length * (j / m - 0.5), radius * math.cos(t)) for j in range(m + 1)] for t in at]
    sheet(grid + [grid[0]])
    ends(grid)


if len(sys.argv) == 5 and sys.argv[1] == "block":
    block(*map(float, sys.argv[3:]))
elif len(sys.argv) == 7 and sys.argv[1] == "ellipse":
    ellipse(*map(float, sys.argv[3:]))
elif len(sys.argv) == 6 and sys.argv[1] == "can":
    can(*map(float, sys.argv[3:]))
else:
    sys.exit(__doc__)
write(sys.argv[2])

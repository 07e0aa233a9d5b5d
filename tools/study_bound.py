#!/usr/bin/env python3
"""How little space can there be between the cup of soft_cube and any surface with the triangles of a coarser cube?

  tools/study_bound.py BUILD PLOT [RUNS [CUP]]

The cup is that on the finest cube of the scene's three at 1 s, when it is pressed on. Under it the top of a coarser cube gets
those heights of its vertices that leave the least space within 17.5 mm of the axis, with its triangles nowhere nearer to the
cup than the contact distance, measured upwards (which is never less than the distance itself), on a grid of 0.25 mm. There
is no mechanics in it: whatever the body is made of, and however air is found and counted, less than this is a body that
comes nearer to the other than bodies may. Sideways the vertices lie where they do in the cube's own run; and, as that may
be luck, also turned and shifted under the cup in eleven ways. It is a linear problem, solved exactly by the simplex method.
Prints a table of docs/validation-suction.md and draws PLOT (SVG). CUP, as q434, is another cup than the scene's. Runs are those of study_gap.py. Needs Python 3 only.
"""
import math
import os
import sys

import study_gap
from study_gap import CUBES, RADIUS, STEP

CONTACT = 0.1e-3  # m: the scene's contact distance
FINEST = 2  # of CUBES
LAYER = 1e9 * CONTACT * math.pi * RADIUS ** 2  # mm^3
PASSED = 1e-8  # m: 0.01 mm^3 at most
PLACES = [(0, 0, 0)] + [(30 * k, 3e-3 * math.cos(2.4 * k), 3e-3 * math.sin(2.4 * k)) for k in range(1, 12)]  # degrees, m, m


def last_frame(folder, name):
    frames = sorted(f for f in os.listdir(os.path.join(folder, "frames")) if name in f)
    return study_gap.load(os.path.join(folder, "frames", frames[-1]))


def covered(points, triangles):
    """Of every point of the grid the triangle that is highest over it, with its corners' weights."""
    found = {}
    for t in triangles:
        corners = [points[v] for v in t]
        if not study_gap.faces_up(*corners):
            continue
        for place, z, weights in study_gap.over_grid(*corners):
            if place not in found or z > found[place][0]:
                found[place] = (z, t, weights)
    return found


def highest(weights, limits, most):
    """The largest sum of weights[v] z[v] with sum_k w_k z[v_k] <= limit for all limits, and z <= most. The simplex method on
    the dual problem, whose basis begins with the bounds z <= most; the limit that is passed by most comes in next. What is
    returned is the value of the dual problem, never less than that of the other one."""
    n = len(weights)
    inverse = [[float(i == j) for j in range(n)] for i in range(n)]  # of the basis, whose rows are limits
    amounts, costs = list(weights), [most] * n
    z = [most] * n
    while True:
        worst, which = PASSED, None
        for corners, w, limit in limits:
            over = w[0] * z[corners[0]] + w[1] * z[corners[1]] + w[2] * z[corners[2]] - limit
            if over > worst:
                worst, which = over, (corners, w, limit)
        if which is None:
            return sum(a * c for a, c in zip(amounts, costs))
        corners, w, limit = which
        column = [w[0] * row[corners[0]] + w[1] * row[corners[1]] + w[2] * row[corners[2]] for row in inverse]
        leaves = min((i for i in range(n) if column[i] > 1e-12), key=lambda i: amounts[i] / column[i])
        t = amounts[leaves] / column[leaves]
        for i in range(n):
            amounts[i] = max(0.0, amounts[i] - t * column[i])
        amounts[leaves], costs[leaves] = t, limit
        pivot = [x / column[leaves] for x in inverse[leaves]]
        for i in range(n):
            c = column[i]
            if i != leaves and c != 0:
                inverse[i] = [x - c * p for x, p in zip(inverse[i], pivot)]
        inverse[leaves] = pivot
        z = [sum(costs[i] * inverse[i][j] for i in range(n)) for j in range(n)]


def least_space(points, triangles, cup, place):
    turn, dx, dy = math.radians(place[0]), place[1], place[2]
    moved = [(math.cos(turn) * x - math.sin(turn) * y + dx, math.sin(turn) * x + math.cos(turn) * y + dy, z) for x, y, z in points]
    under = {g: f for g, f in covered(moved, triangles).items() if g in cup and STEP * math.hypot(*g) < RADIUS}
    numbers = {}
    for _, t, _ in under.values():
        for v in t:
            numbers.setdefault(v, len(numbers))
    weights, limits, above = [0.0] * len(numbers), [], 0
    for g, (_, t, w) in under.items():
        for v, share in zip(t, w):
            weights[numbers[v]] += max(share, 0)
        limits.append(([numbers[v] for v in t], w, cup[g] - CONTACT))
        above += cup[g]
    sums = highest(weights, limits, max(cup.values()))
    return 1e9 * STEP * STEP * (above - sums)


def between(folder):
    """The space in a run, mm^3, and what faces down of its cup."""
    both = []
    for name in ("_cube_", "_cup_"):
        points, cells = last_frame(folder, name)
        both.append([tuple(points[v] for v in t) for t in study_gap.surface(cells)])
    return study_gap.space(*both)[0], study_gap.heights(both[1], False)


def plot(path, rows, finest):
    """Space over the edges at the top of the cube: as simulated, and the range of the bound."""
    def at(edge, space):
        return 60 + 55 * edge, 260 - space

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -14 520 314" font-family="sans-serif" font-size="12" fill="#444">',
           '<rect y="-14" width="520" height="314" fill="#fff"/>']
    for space in range(0, 251, 50):
        y = at(0, space)[1]
        out.append(f'<path d="M60 {y}H480" stroke="#ddd"/><text x="52" y="{y + 4}" text-anchor="end">{space}</text>')
    for edge in range(0, 8):
        out.append(f'<text x="{at(edge, 0)[0]}" y="278" text-anchor="middle">{edge}</text>')
    x, y = at(0, 1.2 * finest)
    out.append(f'<path d="M{x} {y:.0f}H480" stroke="#c33" stroke-dasharray="5 4"/><text x="300" y="{y - 5:.0f}" fill="#c33">20% above the finest</text>')
    y = at(0, LAYER)[1]
    out.append(f'<path d="M{x} {y:.0f}H480" stroke="#888" stroke-dasharray="2 3"/><text x="300" y="{y + 14:.0f}">contact distance alone</text>')
    for edge, own, low, high in rows:
        x, y = at(edge, own)
        if high > 0:
            out.append(f'<path d="M{x} {at(0, low)[1]:.0f}V{at(0, high)[1]:.0f}" stroke="#c33" stroke-width="6" opacity="0.5"/>')
        out.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="#06c"/>')
    out.append('<text x="270" y="295" text-anchor="middle">edges at the top of the cube, mm</text>'
               '<text x="66" y="2">space under the cup, mm^3: <tspan fill="#06c">simulated</tspan>, '
               '<tspan fill="#c33">least that such triangles allow</tspan></text></svg>')
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")


def main(build, path, runs, cup_name):
    folders = [study_gap.run(build, runs, k, study_gap.mesh_of(runs, k, CUBES[k][2]), cup_name) for k in range(FINEST + 1)]
    finest, cup = between(folders[FINEST])
    rows = [(float(CUBES[FINEST][1]), finest, 0, 0)]
    print("| cube, nodes | edges at its top, mm | space, mm^3 | least possible, mm^3 | in other places | above the finest, % | least possible, % |\n"
          + "|---" * 7 + "|")
    for k in range(FINEST):
        points, cells = last_frame(folders[k], "_cube_")
        own = between(folders[k])[0]
        least = [least_space(points, study_gap.surface(cells), cup, p) for p in PLACES]
        rows.append((float(CUBES[k][1]), own, min(least), max(least)))
        print(f"| {CUBES[k][0]} | {CUBES[k][1]} | {own:.0f} | {least[0]:.0f} | {min(least[1:]):.0f} to {max(least[1:]):.0f} "
              f"| {100 * (own / finest - 1):.0f} | {100 * (min(least) / finest - 1):.0f} |", flush=True)
    print(f"| {CUBES[FINEST][0]} | {CUBES[FINEST][1]} | {finest:.0f} | | | | |")
    plot(path, rows, finest)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    where = os.path.abspath(sys.argv[3]) if len(sys.argv) >= 4 else os.path.join(os.path.abspath(sys.argv[1]), "studies")
    os.makedirs(where, exist_ok=True)
    main(os.path.abspath(sys.argv[1]), sys.argv[2], where, sys.argv[4] if len(sys.argv) == 5 else None)

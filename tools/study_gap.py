#!/usr/bin/env python3
"""What lies between the cup and the cube of soft_cube at 1 s, when it is pressed on, for cubes of four meshes.

  tools/study_gap.py BUILD gap [RUNS]

The space within 17.5 mm of the axis is sampled on a grid of 0.25 mm: from the triangles as they are, and from smooth
surfaces through the same vertices and their normals (PN triangles, Vlachos et al. 2001; creases at rest of 45 degrees or
more are kept). The cube of ten-node tetrahedra is made by gmsh. Prints a table of docs/validation-suction.md. Runs that
are in the folder RUNS (BUILD/studies otherwise) are not repeated.
"""
import base64
import collections
import csv
import math
import os
import re
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIG = ["-setnumber", "x0", "-30e-3", "-setnumber", "y0", "-30e-3", "-setnumber", "z0", "-30e-3", "-setnumber", "x1", "30e-3",
       "-setnumber", "y1", "30e-3", "-setnumber", "z1", "30e-3"]
# Label, edges at the top in mm, file in meshes/ or options of gmsh for box.geo.
CUBES = [("347", "7", "cube_soft_60.msh"), ("773", "3.95", "cube_soft_60_n772.msh"), ("1,721", "2.45", "cube_soft_60_n1751.msh"),
         ("3,346", "1.7", "cube_soft_60_n3350.msh"),
         ("347 corners, ten-node", "4", ["-setnumber", "size", "10.3e-3", "-order", "2"])]
TIME = 1.0  # s
STEP = 0.25e-3  # m, of the grid
RADIUS = 17.5e-3  # m
RINGS = [(0, 4e-3), (8e-3, 12e-3)]  # m: where mean gaps are told


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def scale(s, a):
    return (s * a[0], s * a[1], s * a[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    return scale(1 / math.sqrt(dot(a, a)), a)


def load(path):
    """Points and cells of a VTU file of a run folder."""
    text = open(path).read()

    def array(name, kind):
        data = base64.b64decode(re.search(r'Name="%s"[^>]*>\s*([A-Za-z0-9+/=]+)' % name, text).group(1))
        size = struct.unpack("<Q", data[:8])[0]
        return struct.unpack("<%d%s" % (size // struct.calcsize(kind), kind), data[8:8 + size])

    flat = array("Points", "d")
    points = [flat[3 * i:3 * i + 3] for i in range(len(flat) // 3)]
    corners, cells, begin = array("connectivity", "q"), [], 0
    for end in array("offsets", "q"):
        cells.append(corners[begin:end])
        begin = end
    return points, cells


def surface(cells):
    """Triangles of the boundary of four- or ten-node tetrahedra; a face of the latter is four of them."""
    middles = {(0, 1): 4, (1, 2): 5, (0, 2): 6, (0, 3): 7, (1, 3): 8, (2, 3): 9}
    faces = {}
    for cell in cells:
        for face in ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)):
            parts = [face]
            if len(cell) == 10:
                m = [middles[tuple(sorted((face[i], face[(i + 1) % 3])))] for i in range(3)]
                parts = [(face[0], m[0], m[2]), (m[0], face[1], m[1]), (m[2], m[1], face[2]), (m[0], m[1], m[2])]
            key = tuple(sorted(cell[i] for i in face))
            faces[key] = None if key in faces else [tuple(cell[i] for i in part) for part in parts]
    return [part for parts in faces.values() if parts for part in parts]


def corner_normal(points, triangles, normals, rest_normals, around, first, vertex):
    """The normal at a triangle's corner: the mean by angle over what is joined to it there by smooth edges."""
    seen, queue, total = {first}, [first], (0, 0, 0)
    while queue:
        a = queue.pop()
        for b in around[vertex]:
            if b not in seen and len(set(triangles[a]) & set(triangles[b])) == 2 and dot(rest_normals[a], rest_normals[b]) > math.sqrt(0.5):
                seen.add(b)
                queue.append(b)
    for a in seen:
        t = triangles[a]
        i = t.index(vertex)
        u, w = unit(sub(points[t[(i + 1) % 3]], points[vertex])), unit(sub(points[t[(i + 2) % 3]], points[vertex]))
        total = add(total, scale(math.acos(max(-1, min(1, dot(u, w)))), normals[a]))
    return unit(total)


def smooth(points, rest, triangles, n=4):
    """PN triangles, n^2 flat ones for each."""
    def normal(x, t):
        return unit(cross(sub(x[t[1]], x[t[0]]), sub(x[t[2]], x[t[0]])))

    normals, rest_normals = [normal(points, t) for t in triangles], [normal(rest, t) for t in triangles]
    around = collections.defaultdict(list)
    for k, t in enumerate(triangles):
        for v in t:
            around[v].append(k)
    out = []
    for k, t in enumerate(triangles):
        p = [points[v] for v in t]
        m = [corner_normal(points, triangles, normals, rest_normals, around, k, v) for v in t]

        def control(i, j):
            return scale(1 / 3, sub(add(scale(2, p[i]), p[j]), scale(dot(sub(p[j], p[i]), m[i]), m[i])))

        edges = [control(0, 1), control(1, 0), control(1, 2), control(2, 1), control(2, 0), control(0, 2)]
        mean, centre = (0, 0, 0), scale(1 / 3, add(add(p[0], p[1]), p[2]))
        for e in edges:
            mean = add(mean, scale(1 / 6, e))
        middle = add(mean, scale(0.5, sub(mean, centre)))

        def at(u, v):
            w, r = 1 - u - v, (0, 0, 0)
            weights = (3 * w * w * u, 3 * w * u * u, 3 * u * u * v, 3 * u * v * v, 3 * w * v * v, 3 * w * w * v)
            for c, q in list(zip((w ** 3, u ** 3, v ** 3), p)) + list(zip(weights, edges)) + [(6 * w * u * v, middle)]:
                r = add(r, scale(c, q))
            return r

        grid = {(i, j): at(i / n, j / n) for i in range(n + 1) for j in range(n + 1 - i)}
        for i in range(n):
            for j in range(n - i):
                out.append((grid[i, j], grid[i + 1, j], grid[i, j + 1]))
                if i + j < n - 1:
                    out.append((grid[i + 1, j], grid[i + 1, j + 1], grid[i, j + 1]))
    return out


def over_grid(a, b, c):
    """The points of the grid over a triangle, with its height there and the weights of its corners."""
    d = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    last = int(RADIUS / STEP) + 1
    ranges = [range(max(-last, math.ceil(min(a[k], b[k], c[k]) / STEP)), min(last, math.floor(max(a[k], b[k], c[k]) / STEP)) + 1)
              for k in (0, 1)]
    for i in ranges[0] if d != 0 else ():
        for j in ranges[1]:
            x, y = i * STEP, j * STEP
            u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / d
            v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / d
            if min(u, v, 1 - u - v) >= -1e-9:
                yield (i, j), a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]), (1 - u - v, u, v)


def faces_up(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0


def heights(triangles, upwards):
    """The highest point of what faces up, or the lowest of what faces down, over each point of the grid."""
    found = {}
    for t in triangles:
        if faces_up(*t) != upwards:
            continue
        for place, z, _ in over_grid(*t):
            if place not in found or (z > found[place]) == upwards:
                found[place] = z
    return found


def space(cube, cup):
    """Volume between them, mm^3, and mean gaps in rings, mm."""
    low, high = heights(cube, True), heights(cup, False)
    volume, sums = 0, [[0, 0] for _ in RINGS]
    for place, z in high.items():
        r = STEP * math.hypot(*place)
        if place not in low or r >= RADIUS:
            continue
        gap = z - low[place]
        volume += gap * STEP * STEP
        for ring, s in zip(RINGS, sums):
            if ring[0] <= r < ring[1]:
                s[0] += gap
                s[1] += 1
    return 1e9 * volume, [1e3 * s / n for s, n in sums]


def mesh_of(runs, number, source):
    if isinstance(source, str):
        return os.path.join(ROOT, "meshes", source)
    path = os.path.join(runs, f"gap_cube_{number}.msh")
    if not os.path.exists(path):
        subprocess.run(["gmsh", "-3", os.path.join(ROOT, "meshes", "box.geo"), "-o", path, *BIG, *source], check=True, capture_output=True)
    return path


def run(build, runs, number, mesh, cup=None):
    folder = os.path.join(runs, f"gap_{cup}_{number}" if cup else f"gap_{number}")
    if not os.path.exists(os.path.join(folder, "summary.json")):
        # Without expectations: they ask for what comes later.
        text = open(os.path.join(ROOT, "scenes", "soft_cube.xml")).read()
        text = re.sub(r"  <expect[^>]*/>\n", "", text).replace("../meshes", os.path.join(ROOT, "meshes")).replace(
            "common/materials.xml", os.path.join(ROOT, "scenes", "common", "materials.xml"))
        scene = os.path.join(runs, "gap.xml")
        with open(scene, "w") as out:
            out.write(text)
        program = os.path.join(build, "apps/cli/ventouse")
        print(os.path.basename(mesh), file=sys.stderr, flush=True)
        subprocess.run([program, "run", scene, "--quiet", "--threads", "1", "--vtu", "--time", str(TIME), "--out", folder, "--set", f"cube.mesh={mesh}"]
                       + (["--set", f"cup.mesh={ROOT}/meshes/cup_35x15_{cup}.msh"] if cup else []),
                       check=True, stdin=subprocess.DEVNULL)
    return folder


def main(build, runs):
    print("| cube, nodes | edges, mm | air left, umol | hand, N | space, mm^3 | smooth, mm^3 | gap to 4 mm, mm | 8 to 12 mm |\n" + "|---" * 8 + "|")
    for number, (label, edge, source) in enumerate(CUBES):
        folder = run(build, runs, number, mesh_of(runs, number, source))
        frames = sorted(f for f in os.listdir(os.path.join(folder, "frames")) if "_cube_" in f)
        flat, round_ = [], []
        for name in ("1_cube", "2_cup"):
            files = [os.path.join(folder, "frames", f.replace("1_cube", name)) for f in (frames[0], frames[-1])]
            (rest, _), (points, cells) = load(files[0]), load(files[1])
            triangles = surface(cells)
            flat.append([tuple(points[v] for v in t) for t in triangles])
            round_.append(smooth(points, rest, triangles))
        volume, gaps = space(*flat)
        air = list(csv.DictReader(open(os.path.join(folder, "cavities.csv"))))[-1]["air"]
        hand = [r for r in csv.DictReader(open(os.path.join(folder, "forces.csv"))) if r["sensor"] == "pull"][-1]["fz"]
        print(f"| {label} | {edge} | {1e6 * float(air):.2f} | {float(hand):.2f} | {volume:.0f} "
              f"| {space(*round_)[0]:.0f} | {gaps[0]:.2f} | {gaps[1]:.2f} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folder_of = lambda k: os.path.abspath(sys.argv[k])
    where = folder_of(3) if len(sys.argv) == 4 else os.path.join(folder_of(1), "studies")
    os.makedirs(where, exist_ok=True)
    main(folder_of(1), where)

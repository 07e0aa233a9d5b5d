#!/usr/bin/env python3
"""Checks the meshes of this folder and prints the table of README.md. Needs Python 3 only.

For each file: it is closed, its groups cover its boundary once and face outwards, no node is unused, no cell
is inverted. Ends with status 1 and one line per fault otherwise.

Columns: volume of the cells (ten-node ones integrated exactly); cavity, the volume under the group "inner"; `shape`, the smallest of three times inscribed
over circumscribed radius of a tetrahedron (1 regular, 0 flat), twice inscribed over circumscribed radius
of a triangle, least over greatest corner determinant of a hexahedron; `dihedral`, the smallest angle between
two faces of a tetrahedron, in degrees; `Jacobian`, for ten-node cells, a lower bound (Bezier coefficients) of the
least Jacobian over its mean in the cell.
"""
import math
import sys
from itertools import combinations

TRI, QUAD, TET, HEX, TRI6, TET10, POINT, LINE, LINE3 = 2, 3, 4, 5, 9, 11, 15, 1, 8
SIZE = {TRI: 3, QUAD: 4, TET: 4, HEX: 8, TRI6: 6, TET10: 10, POINT: 1, LINE: 2, LINE3: 3}
NAME = {TET: "tet4", HEX: "hex8", TET10: "tet10"}
TET_FACES = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))
HEX_FACES = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
HEX_NEXT = ((1, 3, 4), (2, 0, 5), (3, 1, 6), (0, 2, 7), (7, 5, 0), (4, 6, 1), (5, 7, 2), (6, 4, 3))


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def norm(a):
    return math.sqrt(dot(a, a))


def det(a, b, c):
    return dot(a, cross(b, c))


class Mesh:
    def __init__(self):
        self.nodes = {}
        self.cells = []  # (type, nodes)
        self.groups = {}  # name -> faces, each a tuple of nodes
        self.faces = []


def read_msh(path):
    mesh = Mesh()
    lines = iter(open(path).read().split("\n"))
    names, entity = {}, {}
    for line in lines:
        if line == "$PhysicalNames":
            for _ in range(int(next(lines))):
                dim, tag, name = next(lines).split(" ", 2)
                names[int(dim), int(tag)] = name.strip('"')
        elif line == "$Entities":
            counts = [int(w) for w in next(lines).split()]
            for dim in range(4):
                for _ in range(counts[dim]):
                    words = next(lines).split()
                    at = 4 if dim == 0 else 7
                    entity[dim, int(words[0])] = [int(w) for w in words[at + 1 : at + 1 + int(words[at])]]
        elif line == "$Nodes":
            for _ in range(int(next(lines).split()[0])):
                count = int(next(lines).split()[3])
                tags = [int(next(lines)) for _ in range(count)]
                for tag in tags:
                    mesh.nodes[tag] = tuple(float(w) for w in next(lines).split())
        elif line == "$Elements":
            for _ in range(int(next(lines).split()[0])):
                dim, tag, kind, count = [int(w) for w in next(lines).split()]
                for _ in range(count):
                    nodes = tuple(int(w) for w in next(lines).split()[1:])
                    if dim == 3:
                        mesh.cells.append((kind, nodes))
                    if dim == 2:
                        mesh.faces.append(nodes)
                    for physical in entity[dim, tag]:
                        name = names[dim, physical]
                        mesh.groups.setdefault(name, []).append(nodes) if dim == 2 else \
                            mesh.groups.setdefault(name, [])
    return mesh


def read_obj(path):
    mesh = Mesh()
    for line in open(path):
        words = line.split()
        if words[:1] == ["v"]:
            mesh.nodes[len(mesh.nodes) + 1] = tuple(float(w) for w in words[1:4])
        if words[:1] == ["f"]:
            mesh.faces.append(tuple(int(w.split("/")[0]) for w in words[1:]))
    return mesh


def tet_shape(p):
    volume = det(sub(p[1], p[0]), sub(p[2], p[0]), sub(p[3], p[0])) / 6
    areas = [norm(cross(sub(p[b], p[a]), sub(p[c], p[a]))) / 2 for a, b, c in TET_FACES]
    opposite = [norm(sub(p[a], p[b])) * norm(sub(p[c], p[d])) for a, b, c, d in
                ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))]
    s = sum(opposite) / 2
    heron = s * (s - opposite[0]) * (s - opposite[1]) * (s - opposite[2])
    if volume == 0 or heron <= 0:
        return volume, 0.0, 0.0
    inscribed = 3 * volume / sum(areas)
    circumscribed = math.sqrt(heron) / (6 * abs(volume))
    normals = []
    for a, b, c in TET_FACES:
        n = cross(sub(p[b], p[a]), sub(p[c], p[a]))
        normals.append(tuple(x / norm(n) for x in n))
    angle = min(math.degrees(math.acos(max(-1, min(1, -dot(u, v))))) for u, v in combinations(normals, 2))
    return volume, 3 * inscribed / circumscribed, angle


def tri_shape(p):
    a, b, c = norm(sub(p[1], p[0])), norm(sub(p[2], p[1])), norm(sub(p[0], p[2]))
    s = (a + b + c) / 2
    area = norm(cross(sub(p[1], p[0]), sub(p[2], p[0]))) / 2
    return 2 * (area / s) / (a * b * c / (4 * area))


def tet10_jacobian(p, l):
    """det J at barycentric l; nodes 4..9 are the middles of 01, 12, 20, 30, 23, 13."""
    grads = ((-1, -1, -1), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    edges = ((0, 1), (1, 2), (2, 0), (3, 0), (2, 3), (1, 3))
    j = [[0.0] * 3 for _ in range(3)]
    for k in range(10):
        if k < 4:
            g = [(4 * l[k] - 1) * grads[k][m] for m in range(3)]
        else:
            a, b = edges[k - 4]
            g = [4 * (l[a] * grads[b][m] + l[b] * grads[a][m]) for m in range(3)]
        for m in range(3):
            for i in range(3):
                j[m][i] += g[m] * p[k][i]
    return det(j[0], j[1], j[2])


def tet10_bounds(p):
    """Volume, and least Bezier coefficient of the (cubic) Jacobian over its mean."""
    f, b = {}, {}
    for i in range(4):
        for j in range(4 - i):
            for k in range(4 - i - j):
                e = (i, j, k, 3 - i - j - k)
                f[e] = tet10_jacobian(p, [x / 3 for x in e])
    for e in f:
        if 3 in e:
            b[e] = f[e]
    for e in f:
        if 2 in e:
            m, n = e.index(2), e.index(1)
            at = lambda x: f[tuple(3 - x if q == m else x if q == n else 0 for q in range(4))]
            b[e] = (-5 * at(0) + 18 * at(1) - 9 * at(2) + 2 * at(3)) / 6
    for e in f:
        if 3 not in e and 2 not in e:
            zero = e.index(0)
            face = [q for q in b if q[zero] == 0 and (3 in q or 2 in q)]
            b[e] = (27 * f[e] - sum(b[q] * (1 if 3 in q else 3) for q in face)) / 6
    mean = sum(b.values()) / 20
    return mean / 6, min(b.values()) / mean


def hex_volume(p):
    """Gauss quadrature, exact for a trilinear map; and least over greatest corner determinant."""
    sign = ((-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1))
    g, volume = 1 / math.sqrt(3), 0.0
    for q in sign:
        x = [c * g for c in q]
        j = [[0.0] * 3 for _ in range(3)]
        for k, s in enumerate(sign):
            w = [(1 + s[m] * x[m]) for m in range(3)]
            d = (s[0] * w[1] * w[2] / 8, s[1] * w[0] * w[2] / 8, s[2] * w[0] * w[1] / 8)
            for m in range(3):
                for i in range(3):
                    j[m][i] += d[m] * p[k][i]
        volume += det(j[0], j[1], j[2])
    corners = [det(*(sub(p[n], p[c]) for n in HEX_NEXT[c])) for c in range(8)]
    return volume, min(corners) / max(corners)


def cavity(mesh):
    """Volume between the group "inner" and the plane z = 0; a six-node face counts as four flat triangles."""
    total = 0.0
    for f in mesh.groups["inner"]:
        parts = ((0, 3, 5), (3, 1, 4), (5, 4, 2), (3, 4, 5)) if len(f) == 6 else ((0, 1, 2),)
        for part in parts:
            p = [mesh.nodes[f[i]] for i in part]
            area = cross(sub(p[1], p[0]), sub(p[2], p[0]))[2] / 2
            total -= area * (p[0][2] + p[1][2] + p[2][2]) / 3
    return total


def corners(face):
    return face[:3] if len(face) == 6 else face


def faults(path, mesh):
    found = []
    used = {n for _, c in mesh.cells for n in c} if mesh.cells else {n for f in mesh.faces for n in f}
    if used != set(mesh.nodes):
        found.append(f"{len(set(mesh.nodes) - used)} unused nodes")
    edges = {}
    for f in mesh.faces:
        c = corners(f)
        for a, b in zip(c, c[1:] + c[:1]):
            edges[a, b] = edges.get((a, b), 0) + 1
    if any(n != 1 or (b, a) not in edges for (a, b), n in edges.items()):
        found.append("surface is not closed and consistently turned")
    if mesh.cells:
        kinds = {k for k, _ in mesh.cells}
        if len(kinds) != 1:
            found.append(f"mixed cells {kinds}")
        boundary = {}
        for kind, c in mesh.cells:
            for face in HEX_FACES if kind == HEX else TET_FACES:
                nodes = tuple(c[i] for i in face)
                key = tuple(sorted(nodes))
                boundary.setdefault(key, []).append(nodes)
        outside = {k: v[0] for k, v in boundary.items() if len(v) == 1}
        if any(len(v) > 2 for v in boundary.values()):
            found.append("a face has more than two cells")
        given = {tuple(sorted(corners(f))): corners(f) for f in mesh.faces}
        if set(given) != set(outside):
            found.append(f"groups cover {len(given)} faces, the boundary has {len(outside)}")
        else:
            for key, f in given.items():
                o = outside[key]
                at = o.index(f[0])
                if o[at:] + o[:at] != f:
                    found.append("a surface element faces inwards")
                    break
    return found


def measure(path):
    mesh = read_obj(path) if path.endswith(".obj") else read_msh(path)
    bad = faults(path, mesh)
    x = mesh.nodes
    volume, shape, angle, jacobian = 0.0, 1.0, 180.0, None
    for kind, c in mesh.cells:
        p = [x[n] for n in c]
        if kind == HEX:
            v, s = hex_volume(p)
            angle = None
        else:
            v, s, a = tet_shape(p)
            angle = min(angle, a)
        if kind == TET10:
            v, b = tet10_bounds(p)
            jacobian = b if jacobian is None else min(jacobian, b)
        if v <= 0 or s <= 0 or (jacobian is not None and jacobian <= 0):
            bad.append("inverted cell")
        volume, shape = volume + v, min(shape, s)
    if not mesh.cells:
        angle = None
        for f in mesh.faces:
            p = [x[n] for n in f]
            shape = min(shape, tri_shape(p))
            volume += det(*p) / 6
        if volume <= 0:
            bad.append("surface faces inwards")
    low = [min(p[i] for p in x.values()) for i in range(3)]
    high = [max(p[i] for p in x.values()) for i in range(3)]
    box = " x ".join(f"{(h - l) * 1e3:.4g}" for l, h in zip(low, high))
    z = f"{low[2] * 1e3 + 0.0:.4g}..{high[2] * 1e3 + 0.0:.4g}"
    kind = NAME[mesh.cells[0][0]] if mesh.cells else "triangles"
    count = len(mesh.cells) or len(mesh.faces)
    text = lambda v, f: "" if v is None else format(v, f)
    hollow = f"{cavity(mesh) * 1e9:.1f}" if "inner" in mesh.groups else ""
    row = [path, kind, str(len(x)), str(count), f"{volume * 1e9:.1f}", hollow, box, z, ", ".join(sorted(mesh.groups)) or "",
           f"{shape:.3f}", text(angle, ".1f"), text(jacobian, ".3f")]
    return row, [f"{path}: {b}" for b in sorted(set(bad))]


def print_table(heads, rows):
    for row in [heads, ["---"] * len(heads)] + rows:
        print("| " + " | ".join(row) + " |")


def main():
    if len(sys.argv) < 2:
        sys.exit("use: check.py FILE...")
    rows, wrong = [], []
    for path in sys.argv[1:]:
        row, bad = measure(path)
        rows.append(row)
        wrong += bad
    print_table(["file", "kind", "nodes", "cells", "volume (mm^3)", "cavity (mm^3)", "box (mm)", "z (mm)"], [r[:8] for r in rows])
    print()
    print_table(["file", "groups", "shape", "dihedral", "Jacobian"], [r[:1] + r[8:] for r in rows])
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

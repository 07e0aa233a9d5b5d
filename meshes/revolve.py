#!/usr/bin/env python3
"""Turns a half profile of six-node triangles about the z axis: revolve.py IN.msh OUT.msh AROUND.

The profile lies in the plane (x, y) = (r, z), with curves named as the groups of the surface (cup_profile.geo). Each triangle is
swept through AROUND sectors, and each prism cut into ten-node tetrahedra, whose middle nodes lie on surfaces of revolution.
Prisms that touch the axis are cut where it leaves them. Nodes and cells have no order of gmsh's: pack.py packs what this writes.
"""
import math
import sys

from check import LINE3, TET10, TRI6, Mesh

if len(sys.argv) != 4:
    sys.exit("use: revolve.py IN.msh OUT.msh AROUND")
around = int(sys.argv[3])


def read_profile(path):
    """Points, six-node triangles, and three-node lines with the name of their group."""
    points, triangles, edges, names, entity = {}, [], [], {}, {}
    lines = iter(open(path).read().split("\n"))
    for line in lines:
        if line == "$PhysicalNames":
            for _ in range(int(next(lines))):
                dim, tag, name = next(lines).split(" ", 2)
                names[int(dim), int(tag)] = name.strip('"')
        elif line == "$Entities":
            counts = [int(w) for w in next(lines).split()]
            for dim in range(3):
                for _ in range(counts[dim]):
                    words = next(lines).split()
                    at = 4 if dim == 0 else 7
                    entity[dim, int(words[0])] = int(words[at + 1]) if int(words[at]) else None
        elif line == "$Nodes":
            for _ in range(int(next(lines).split()[0])):
                tags = [int(next(lines)) for _ in range(int(next(lines).split()[3]))]
                for tag in tags:
                    points[tag] = tuple(float(w) for w in next(lines).split()[:2])
        elif line == "$Elements":
            for _ in range(int(next(lines).split()[0])):
                dim, tag, kind, count = [int(w) for w in next(lines).split()]
                for _ in range(count):
                    nodes = [int(w) for w in next(lines).split()[1:]]
                    if kind == TRI6:
                        triangles.append(nodes)
                    elif kind == LINE3:
                        edges.append((names[1, entity[1, tag]], nodes))
    return points, triangles, edges


points, triangles, edges = read_profile(sys.argv[1])
middle = {}  # the middle node of every edge of the profile
for a, b, c, ab, bc, ca in triangles:
    middle[frozenset((a, b))], middle[frozenset((b, c))], middle[frozenset((c, a))] = ab, bc, ca
on_axis = {n for n, (r, _) in points.items() if r < 1e-9}

mesh = Mesh()
made = {}


def node(profile, sector):
    """The node of a point of the profile at a sector, which may be half of one; one for all on the axis."""
    key = (profile, 0 if profile in on_axis else sector % around)
    if key not in made:
        made[key] = len(made) + 1
        r, z = points[profile]
        angle = 2 * math.pi * key[1] / around
        mesh.nodes[made[key]] = (r * math.cos(angle), r * math.sin(angle), z)
    return made[key]


def between(p, q):
    """The node half way between two corners (profile, sector) of a cell."""
    profile = p[0] if p[0] == q[0] else middle[frozenset((p[0], q[0]))]
    if p[0] in on_axis or q[0] in on_axis:
        return node(profile, q[1] if p[0] in on_axis else p[1])
    return node(profile, (p[1] + q[1]) / 2)


def split(corners):
    """Tetrahedra of a prism (a0 b0 c0 a1 b1 c1), each side cut from its corner of least rank: neighbours agree."""
    key = [(c[0], c[1] % around) for c in corners]
    low = min(range(6), key=lambda i: key[i])
    # Turn the prism so that its least corner is the first one.
    turn = {0: (0, 1, 2, 3, 4, 5), 1: (1, 2, 0, 4, 5, 3), 2: (2, 0, 1, 5, 3, 4),
            3: (3, 5, 4, 0, 2, 1), 4: (4, 3, 5, 1, 0, 2), 5: (5, 4, 3, 2, 1, 0)}[low]
    v = [corners[i] for i in turn]
    k = [key[i] for i in turn]
    if min(k[1], k[5]) < min(k[2], k[4]):
        return [(v[0], v[1], v[2], v[5]), (v[0], v[1], v[5], v[4]), (v[0], v[4], v[5], v[3])]
    return [(v[0], v[1], v[2], v[4]), (v[0], v[4], v[2], v[5]), (v[0], v[4], v[5], v[3])]


def volume(c):
    p = [mesh.nodes[node(*x)] for x in c]
    u, v, w = ([p[i][j] - p[0][j] for j in range(3)] for i in (1, 2, 3))
    return (u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0])) / 6


skin = {}  # faces of the surface: corners to nodes of the six-node triangle
for sector in range(around):
    for a, b, c, *_ in triangles:
        for t in split([(p, sector + s) for s in (0, 1) for p in (a, b, c)]):
            corners = [node(*x) for x in t]
            if len(set(corners)) < 4:
                continue  # flat, as the axis takes two corners together
            if volume(t) < 0:
                t = (t[0], t[2], t[1], t[3])
            corners = [node(*x) for x in t]
            pairs = ((0, 1), (1, 2), (0, 2), (0, 3), (2, 3), (1, 3))
            nodes = corners + [between(t[i], t[j]) for i, j in pairs]
            mesh.cells.append((TET10, tuple(nodes)))
            # The faces with their middle nodes, looking outwards.
            for f, m in (((0, 2, 1), (6, 5, 4)), ((0, 1, 3), (4, 9, 7)), ((1, 2, 3), (5, 8, 9)), ((0, 3, 2), (7, 8, 6))):
                face = tuple(nodes[i] for i in f + m)
                where = frozenset(face[:3])
                if where in skin:
                    del skin[where]
                else:
                    skin[where] = (face, frozenset(t[i][0] for i in f))

name_of = {frozenset(nodes[:2]): name for name, nodes in edges}
for face, profile in skin.values():
    # A face of the skin lies over one edge of the profile.
    mesh.groups.setdefault(name_of[profile], []).append(face)

names = sorted(mesh.groups)
with open(sys.argv[2], "w") as out:
    out.write("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n%d\n" % (len(names) + 1))
    out.writelines(f'2 {i + 1} "{name}"\n' for i, name in enumerate(names))
    out.write(f'3 {len(names) + 1} "cup"\n$EndPhysicalNames\n$Entities\n0 0 {len(names)} 1\n')
    out.writelines(f"{i + 1} 0 0 0 0 0 0 1 {i + 1} 0 \n" for i in range(len(names)))
    out.write(f"1 0 0 0 0 0 0 1 {len(names) + 1} 0 \n$EndEntities\n")
    out.write(f"$Nodes\n1 {len(made)} 1 {len(made)}\n3 1 0 {len(made)}\n")
    out.writelines(f"{tag}\n" for tag in mesh.nodes)
    out.writelines("%.16g %.16g %.16g\n" % p for p in mesh.nodes.values())
    count = len(mesh.cells) + sum(len(f) for f in mesh.groups.values())
    out.write(f"$EndNodes\n$Elements\n{len(names) + 1} {count} 1 {count}\n")
    tag = 0
    blocks = [(2, i + 1, TRI6, mesh.groups[n]) for i, n in enumerate(names)]
    blocks.append((3, 1, TET10, [nodes for _, nodes in mesh.cells]))
    for dim, entity, kind, elements in blocks:
        out.write(f"{dim} {entity} {kind} {len(elements)}\n")
        for nodes in elements:
            tag += 1
            out.write(f"{tag} " + " ".join(map(str, nodes)) + "\n")
    out.write("$EndElements\n")

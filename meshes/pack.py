#!/usr/bin/env python3
"""Rewrites a Gmsh 4.1 file with one entity per group: pack.py IN.msh OUT.msh.

cup_revolved.geo makes thousands of points, curves and small volumes, whose descriptions would take more room
than the mesh. Nodes, cells and groups stay as they are; all nodes are classified on the volume.
"""
import sys

from check import TRI, TRI6, read_msh

if len(sys.argv) != 3:
    sys.exit("use: pack.py IN.msh OUT.msh")
mesh = read_msh(sys.argv[1])
surfaces = sorted(name for name, faces in mesh.groups.items() if faces)
volume = [name for name, faces in mesh.groups.items() if not faces]
if len(volume) != 1 or len({kind for kind, _ in mesh.cells}) != 1:
    sys.exit(f"{sys.argv[1]}: expected one volume group and one kind of cell")


def box(tags):
    points = [mesh.nodes[t] for t in tags]
    low = [min(p[i] for p in points) for i in range(3)]
    high = [max(p[i] for p in points) for i in range(3)]
    return " ".join(f"{c + 0.0:.9g}" for c in low + high)


number = {tag: i + 1 for i, tag in enumerate(sorted(mesh.nodes))}
lines = ["$MeshFormat", "4.1 0 8", "$EndMeshFormat", "$PhysicalNames", str(len(surfaces) + 1)]
lines += [f'2 {i + 1} "{name}"' for i, name in enumerate(surfaces)]
lines += [f'3 {len(surfaces) + 1} "{volume[0]}"', "$EndPhysicalNames", "$Entities", f"0 0 {len(surfaces)} 1"]
for i, name in enumerate(surfaces):
    lines.append(f"{i + 1} {box({n for f in mesh.groups[name] for n in f})} 1 {i + 1} 0 ")
lines.append(f"1 {box(mesh.nodes)} 1 {len(surfaces) + 1} {len(surfaces)} "
             + " ".join(str(i + 1) for i in range(len(surfaces))) + " ")
lines += ["$EndEntities", "$Nodes", f"1 {len(number)} 1 {len(number)}", f"3 1 0 {len(number)}"]
lines += [str(n) for n in number.values()]
lines += ["%.16g %.16g %.16g" % tuple(c + 0.0 for c in mesh.nodes[t]) for t in number]
count = sum(len(mesh.groups[name]) for name in surfaces) + len(mesh.cells)
lines += ["$EndNodes", "$Elements", f"{len(surfaces) + 1} {count} 1 {count}"]
tag = 0
blocks = [(2, i + 1, TRI6 if len(mesh.groups[n][0]) == 6 else TRI, mesh.groups[n]) for i, n in enumerate(surfaces)]
blocks.append((3, 1, mesh.cells[0][0], [nodes for _, nodes in mesh.cells]))
for dim, entity, kind, elements in blocks:
    lines.append(f"{dim} {entity} {kind} {len(elements)}")
    for nodes in elements:
        tag += 1
        lines.append(f"{tag} " + " ".join(str(number[n]) for n in nodes) + " ")
lines += ["$EndElements", ""]
with open(sys.argv[2], "w") as out:
    out.write("\n".join(lines))

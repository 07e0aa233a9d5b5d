"""Writes a mesh of hexahedra as Gmsh 4.1 ASCII, with the groups of its surface: for leg.py and clip.py."""

from check import HEX, QUAD


def write_hexahedra(path, name, nodes, cells, groups):
    """nodes: points; cells: tags of nodes from 1 on; groups: three lists of quadrilaterals by name; name: the volume's."""

    def box(tags):
        points = [nodes[t - 1] for t in tags]
        return " ".join(f"{f(p[c] for p in points) + 0.0:.9g}" for f in (min, max) for c in range(3))

    lines = ["$MeshFormat", "4.1 0 8", "$EndMeshFormat", "$PhysicalNames", "4"]
    lines += [f'2 {n + 1} "{group}"' for n, group in enumerate(groups)] + [f'3 4 "{name}"', "$EndPhysicalNames"]
    lines += ["$Entities", "0 0 3 1"]
    lines += [f"{n + 1} {box({t for f in group for t in f})} 1 {n + 1} 0 " for n, group in enumerate(groups.values())]
    lines += [f"1 {box(range(1, len(nodes) + 1))} 1 4 3 1 2 3 ", "$EndEntities"]
    lines += ["$Nodes", f"1 {len(nodes)} 1 {len(nodes)}", f"3 1 0 {len(nodes)}"]
    lines += [str(n + 1) for n in range(len(nodes))] + ["%.16g %.16g %.16g" % tuple(c + 0.0 for c in p) for p in nodes]
    count, tag = len(cells) + sum(len(group) for group in groups.values()), 0
    lines += ["$EndNodes", "$Elements", f"4 {count} 1 {count}"]
    blocks = [(2, n + 1, QUAD, group) for n, group in enumerate(groups.values())] + [(3, 1, HEX, cells)]
    for dimension, entity, kind, elements in blocks:
        lines.append(f"{dimension} {entity} {kind} {len(elements)}")
        for element in elements:
            tag += 1
            lines.append(f"{tag} " + " ".join(str(n) for n in element) + " ")
    lines += ["$EndElements", ""]
    with open(path, "w") as out:
        out.write("\n".join(lines))

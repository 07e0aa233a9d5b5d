#!/usr/bin/env python3
"""Writes the surface of a Gmsh file as OBJ: to_obj.py IN.msh OUT.obj. Gmsh itself writes no OBJ."""
import sys

from check import corners, read_msh

if len(sys.argv) != 3:
    sys.exit("use: to_obj.py IN.msh OUT.obj")
mesh = read_msh(sys.argv[1])
number = {tag: i + 1 for i, tag in enumerate(mesh.nodes)}
with open(sys.argv[2], "w") as out:
    out.write("# metres\n")
    for point in mesh.nodes.values():
        out.write("v %.9g %.9g %.9g\n" % tuple(c + 0.0 for c in point))
    for name, faces in mesh.groups.items():
        out.write(f"g {name}\n")
        for face in faces:
            out.write("f " + " ".join(str(number[n]) for n in corners(face)) + "\n")

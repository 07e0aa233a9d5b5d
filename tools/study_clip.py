#!/usr/bin/env python3
"""The clip of scenes/clip.xml against full elements of the same mesh, both by a hand that does not give: study_clip.py PROGRAM [FOLDER].

Prints the largest force while it is pushed on (N), by the modulus of the clip and by the radius of the pipe. A quasi-rigid body is a
linear finite-element body in axes that move along; contact, mesh and hand are the same in both. FOLDER keeps the scenes.
"""
import csv
import math
import os
import re
import subprocess
import sys
import tempfile

program = os.path.abspath(sys.argv[1])
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
folder = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
with open(os.path.join(root, "scenes", "clip.xml")) as file:
    scene = file.read()
scene = re.sub(r"\s*<expect.*?/>", "", scene).replace("../meshes", os.path.join(root, "meshes"))
scene = scene.replace('duration="2"', 'duration="0.65"').replace('dt="0.002"', 'dt="0.001"')


def write_pipe(radius, around=64, along=8, length=30e-3):
    """A closed pipe along y, as pipe_r9.8.obj is."""
    path = os.path.join(folder, f"pipe_{1e3 * radius:g}.obj")
    points = [(radius * math.sin(2 * math.pi * i / around), length * (j / along - 0.5), radius * math.cos(2 * math.pi * i / around))
              for j in range(along + 1) for i in range(around)]
    points += [(0, -length / 2, 0), (0, length / 2, 0)]
    at = lambda i, j: j * around + i % around + 1
    faces = [f for j in range(along) for i in range(around)
             for f in ((at(i, j), at(i + 1, j), at(i + 1, j + 1)), (at(i, j), at(i + 1, j + 1), at(i, j + 1)))]
    low, high = len(points) - 1, len(points)
    faces += [(low, at(i + 1, 0), at(i, 0)) for i in range(around)] + [(high, at(i, along), at(i + 1, along)) for i in range(around)]
    with open(path, "w") as out:
        out.writelines("v %.9g %.9g %.9g\n" % p for p in points)
        out.writelines("f %d %d %d\n" % f for f in faces)
    return path


def peak(full, young, radius):
    """The largest push, in N."""
    text = scene.replace('young="700e6"', f'young="{young:g}"')
    text = re.sub(r'mesh="[^"]*pipe_r9.8.obj"', f'mesh="{write_pipe(radius)}"', text)
    hold = '<coupling name="grip" body="clip" frame="hand" stiffness="1e8" damping="1e3" turn_stiffness="1e5" turn_damping="1"/>'
    text = re.sub(r"<coupling.*?/>", "" if full else hold, text)
    if full:
        text = text.replace("<quasi_rigid", "<deformable").replace("</quasi_rigid>", "</deformable>")
        text = text.replace('<held region="grip"/>', "").replace('<sensor name="force" link="grip"/>', '<sensor name="force" frame="hand"/>')
        text = text.replace("</frame>", '</frame>\n  <attach body="clip" region="grip" frame="hand"/>')
    path = os.path.join(folder, f"clip_{'full' if full else 'quasi'}_{young:g}_{1e3 * radius:g}.xml")
    with open(path, "w") as out:
        out.write(text)
    run = path[:-4]
    result = subprocess.run([program, "run", path, "--out", run], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stdout + result.stderr)
    with open(os.path.join(run, "forces.csv")) as file:
        return max(abs(float(row["fz"])) for row in csv.DictReader(file) if row["sensor"] == "force")


print("| E (MPa) | pipe (mm) | linear bend (N) | full elements (N) | off by | of the force in N/GPa |\n|---|---|---|---|---|---|")
for young, radius in [(7e8, 9.8e-3), (7e7, 9.8e-3), (7e9, 9.8e-3), (7e8, 9.2e-3), (7e8, 8.6e-3), (7e8, 8.3e-3)]:
    quasi, full = peak(False, young, radius), peak(True, young, radius)
    print(f"| {young / 1e6:g} | {1e3 * radius:g} | {quasi:.4g} | {full:.4g} | {100 * (quasi / full - 1):+.1f}% | {full / young * 1e9:.3g} |",
          flush=True)

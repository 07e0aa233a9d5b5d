#!/usr/bin/env python3
"""The table of docs/gallery.md that tells of each scene with suction which test runs it and on which steps and meshes it was run:
gallery_table.py BUILD_DIR holds. It reads docs/validation-papers.csv (tools/validation_papers.py) and the tests' CMakeLists.txt; BUILD_DIR is
not looked at. Needs Python 3 only.
"""
import csv
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What each is of, its scenes, and the page that has more runs of it.
ROWS = (
    ("2022", ("ground", "validation-suction"), ("soft_cube", "validation-suction"), ("bunny", ""), ("pop_up_toy", "time"), ("pick_and_place", ""),
     ("tentacle", ""), ("jelly_halves", "convergence"), ("curved", ""), ("cup_shapes", ""), ("air_tunnel", ""), ("air_tunnel_one_hole", ""),
     ("air_tunnel_two_cups", ""), ("masses", ""), ("masses_two_cups", ""), ("low_friction", ""), ("pull_off_cylinder", "validation-suction")),
    ("thesis", ("thesis_pull", ""), ("rigid_cube", ""), ("thesis_masses", ""), ("deformable_cube", ""), ("dart", "time"), ("octopus_arm", ""),
     ("scaled_cylinder", ""), ("pipes", ""), ("pipes_big", "")),
    ("2019", ("active_shape", ""), ("active_pull_off", "")),
    ("users", ("torus", ""), ("bellows", ""), ("plate_gripper", ""), ("wall_climber", ""), ("vacuum_line", ""), ("check_valves", "vacuum"),
     ("active_gripper", "convergence"), ("too_heavy", "")),
)


def cases():
    """The names of all cases, and of each its scene."""
    found = {}
    for line in open(os.path.join(ROOT, "scenes", "cases.txt")):
        if line[0].isalpha():
            name, scene = [part.strip() for part in line.split("|")[:2]]
            found[name] = scene[:-len(".xml")]
    return found


def long_tests():
    """Tests that only `make long` runs."""
    text = open(os.path.join(ROOT, "tests", "unit", "scene", "CMakeLists.txt")).read()
    listed = re.findall(r"set_tests_properties\(([^)]*?)PROPERTIES LABELS \"[^\"]*long", text)
    return set(re.findall(r"gallery_(\w+)", " ".join(listed)))


def runs(names, variant):
    return [r for r in csv.DictReader(open(os.path.join(ROOT, "docs", "validation-papers.csv")))
            if r["case"] in names and r["variant"].startswith(variant)]


def table():
    slow, of = long_tests(), cases()
    print("| of | scene | cases | `make` | steps, ms | at half | coarser | finer | runs that fail | more in |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for source, *scenes in ROWS:
        for scene, page in scenes:
            names = [scene] + [name for name, own in of.items() if own == scene]
            first, half, coarser, finer = (runs(names, variant) for variant in ("as_it_is", "half_step", "coarser", "finer"))
            steps = sorted({1e3 * float(r["dt"]) for r in first + half})
            failed = sum(r["failed"] != "" for r in first + half + coarser + finer)
            of_meshes = [len({r["case"] for r in found}) for found in (coarser, finer)]
            print(f"| {source} | `{scene}` | {len(names)} | {'long' if scene in slow else 'test'} | {', '.join('%g' % s for s in steps)} | "
                  f"{len(half)} | {of_meshes[0]} | {of_meshes[1]} | {failed if first else ''} | {f'[{page}.md]({page}.md)' if page else ''} |")


if len(sys.argv) != 3 or sys.argv[2] != "holds":
    sys.exit(__doc__)
table()

#!/usr/bin/env python3
"""Measures what docs/validation-papers.md says: validation_papers.py BUILD_DIR SECTION prints the table of a section,
validation_papers.py BUILD_DIR --csv all figures of runs that there are. `tools/validation.sh BUILD_DIR docs/validation-papers.md` fills the page.

A case is a scene of scenes/ or a line of scenes/cases.txt. Each is run as it is, at half its step and on another mesh; runs are kept in
BUILD_DIR/papers and not run again: remove it to measure anew. LIMIT bounds one run in seconds (1800 otherwise). Needs Python 3 only.
"""
import csv
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CUP = "cup.mesh=../meshes/cup_35x15_n900.msh"
SMALL = "cup.mesh=../meshes/cup_small_n363.msh"
CAST = "cup.mesh=../meshes/cup_S_coarse.msh"


def lifts(folder, body):
    """Whether a body is at least 10 mm higher in the end than it was at first."""
    heights = [float(r["z"]) for r in rows(folder, "bodies.csv") if r["body"] == body]
    return "lifts" if heights[-1] - heights[0] > 0.01 else "does not"


def places(folder, body):
    """Whether a body is let go of in the end, lower than it was carried, by a cup that had held it."""
    heights = [float(r["z"]) for r in rows(folder, "bodies.csv") if r["body"] == body]
    held = [float(r["time"]) for r in rows(folder, "cavities.csv")]
    last = json.load(open(os.path.join(folder, "summary.json")))["sim_time"]
    if not held or max(heights) - heights[0] < 0.01:
        return "does not lift"
    return "places" if held[-1] < last - 0.1 and heights[-1] < max(heights) - 0.01 else "does not let go"


def pull(folder, _):
    """The largest pull of the hand, N; nothing where there is none."""
    pulls = [float(r["fz"]) for r in rows(folder, "forces.csv") if r["sensor"] == "pull"]
    return "%.2f" % max(pulls) if pulls else ""


def shape(folder, _):
    """How far the ceiling has sunk, and by how much the rim has become wider, mm."""
    points = profile(folder)
    return "%.2f, %+.2f" % (1e3 * (points["ceiling"][0][1] - points["ceiling"][1][1]), 2e3 * (points["rim"][1][0] - points["rim"][0][0]))


def profile(folder):
    """Of each point of the profile, radius and height (m) as it began and in the end."""
    found = {}
    for r in rows(folder, "points.csv"):
        place = ((float(r["x"]) ** 2 + float(r["y"]) ** 2) ** 0.5, float(r["z"]))
        found[r["sensor"]] = (found.get(r["sensor"], (place,))[0], place)
    return found


def climbs(folder, body):
    """By how much a body is higher in the end than it was at first, mm."""
    heights = [float(r["z"]) for r in rows(folder, "bodies.csv") if r["body"] == body]
    return "%.1f mm higher" % (1e3 * (heights[-1] - heights[0]))


def holds(folder, _):
    """Whether all that a scene expects came true."""
    failed = [e["name"] for e in json.load(open(os.path.join(folder, "summary.json")))["expectations"] if not e["passed"]]
    return "not: " + names(failed) if failed else "holds"


def lowest(folder):
    pressures = [float(r["pressure"]) for r in rows(folder, "cavities.csv")]
    return "%.1f" % (min(pressures) / 1e3) if pressures else "no cavity"


# Of each section: what is measured, on which body, and its rows: label, case, what the paper has in its simulation, what was measured of
# real cups, and the change that gives another mesh, or several of them, each, or each list of them, for a run of its own: None for none,
# False for a row that is run as it is alone.
TABLE3 = ((50, "", "28.19", "32.34"), (31, "_r31", "24.39", "25.54"), (25, "_r25", "22.60", "22.83"), (20, "_r20", "no seal", "31.50"))
SECTIONS = {
    "masses": ("outcome", lifts, "cube", [
        ("1.25 kg", "masses", "lifts", "", CUP), ("2.5 kg", "masses_2500", "lifts", "", CUP), ("5 kg", "masses_5000", "does not", "", CUP),
        ("5 kg, two cups", "masses_two_cups", "lifts", "", [[f"cup {k}.mesh=../meshes/cup_35x15_n900.msh" for k in (1, 2)]])]),
    "shapes": ("outcome", lifts, "cube", [
        ("plunger", "cup_shapes", "lifts", "", "cup.mesh=../meshes/cup_plunger_fine.msh"),
        ("sucker", "cup_shapes_sucker", "lifts", "", "cup.mesh=../meshes/cup_sucker_fine.msh"),
        ("of the trade", "cup_shapes_trade", "lifts", "", "cup.mesh=../meshes/cup_trade_fine.msh")]),
    "curved": ("outcome", lifts, "object", [
        (f"{kind}, {r} mm", "curved" if (kind, r) == ("convex", 100) else f"curved_{kind}_r{r}", "", "", CUP)
        for kind in ("convex", "concave") for r in (100, 60, 40, 30, 20)]),
    "friction": ("outcome", lifts, "cube", [
        ("0.01", "low_friction", "slides to the corner, does not", "", CUP), ("0.5", "low_friction_rough", "lifts", "", CUP)]),
    "cylinders": ("pull-off, N", pull, None, [
        (f"{31.5 if r == 31 else r} mm", "pull_off_cylinder" + tail, theirs, real, f"cylinder.mesh=../meshes/cylinder_top_r{r}_fine.obj")
        for r, tail, theirs, real in TABLE3]),
    "thesis_pull": ("pull-off, N", pull, None, [
        ("plane", "thesis_pull", "sticks, comes off", "", SMALL), ("sphere", "thesis_pull_sphere", "sticks, comes off", "",
                                                                   "surface.mesh=../meshes/cap_r60_fine.obj")]),
    "thesis_masses": ("outcome", lifts, "cube", [
        (f"{cup} cup, {g} g", "thesis_masses" if (cup, g) == ("small", 50) else f"thesis_masses_{cup}_{g}",
         "lifts" if cup == "large" or g < 200 else "does not", "", SMALL if cup == "small" else None)
        for cup in ("small", "large") for g in (50, 100, 200, 400, 800)]),
    "scaled": ("outcome", lifts, "object", [
        (scale, "scaled_cylinder" + tail, "lifts" if scale != "1" else "briefly, then drops it", "", SMALL)
        for scale, tail in (("0.2", ""), ("0.4", "_0_4"), ("0.6", "_0_6"), ("0.8", "_0_8"), ("1", "_1"))]),
    "soft": ("outcome", lifts, "cube", [
        ("straight", "deformable_cube", "lifts", "", "cube.mesh=../meshes/cube_soft_115_fine.msh"),
        ("round", "deformable_cube_round", "lifts", "", "cup.mesh=../meshes/cup_round_fine.msh"),
        ("asymmetric", "deformable_cube_asymmetric", "does not", "", "cup.mesh=../meshes/cup_asymmetric_fine.msh")]),
    "active": ("pull-off, N", pull, None, [
        (f"{m.upper()}, -{k} kPa", "active_pull_off" if (m, k) == ("a20", 5) else f"active_pull_off_{m}_{k}", "", "", CAST)
        for m in ("a20", "a30") for k in (5, 10, 15, 20)]),
    "pipes": ("pull-off, N", pull, None, [
        (f"{n.upper()}, {d} mm", "pipes" if (n, d) == ("s20", 101) else f"pipes_{n}_{d}", "", "", CAST)
        for n in ("s10", "s20", "s30") for d in (40, 50, 63, 101)]),
    "robot": ("outcome", places, "apple", [
        ("apple, 200 g", "pick_and_place", "places", "", (CUP, "apple.mesh=../meshes/apple_coarse.obj"))]),
    "tentacle": ("outcome", lifts, "can", [
        ("empty can, 15 g", "tentacle", "lifts", "",
         ("tentacle.mesh=../meshes/tentacle_fine.msh", "tentacle.mesh=../meshes/tentacle_coarse.msh")),
        ("full can, 370 g", "tentacle_full", "", "", "tentacle.mesh=../meshes/tentacle_coarse.msh")]),
    "halves": ("outcome", lifts, "lower", [
        ("644 nodes", "jelly_halves", "lifts", "",
         ("lower.mesh=../../meshes/jelly_hole_fine.msh", "upper.mesh=../../meshes/jelly_plain_fine.msh"))]),
    "arm": ("outcome", lifts, "can", [
        ("empty can, 15 g", "octopus_arm", "grasps", "",
         ("arm.mesh=../meshes/tentacle_coarse.msh", "arm.mesh=../meshes/tentacle_n625.msh"))]),
    "torus": ("outcome", lifts, "torus", [
        ("torus, 100 g", "torus", "", "", ("torus.mesh=../meshes/torus_fine.msh", "torus.mesh=../meshes/torus_coarse.msh", CUP))]),
    "tunnel": ("outcome", lifts, "cube", [
        (label, "air_tunnel" + tail, theirs, "",
         [["cube.mesh=../meshes/cube_tunnel_coarse.msh"]] + ([] if tail else [["cube.mesh=../meshes/cube_tunnel_fine.msh"]]))
        for label, tail, theirs in (("a cup on one hole", "_one_hole", "no cavity, does not"), ("a cup on both", "", "lifts"),
                                    ("a cup on each", "_two_cups", "one cavity"))]),
    "pipes_big": ("pull-off, N", pull, None, [
        (f"B20, {d} mm", "pipes_big" + ("" if d == 101 else f"_{d}"), "", "",
         [["cup.mesh=../meshes/cup_B_coarse.msh", "cup.element=tet10"], ["cup.mesh=../meshes/cup_B_fine.msh"]] + ([["pipe.mesh=../meshes/pipe_r50_fine.obj"]] if d == 101 else []))
        for d in (40, 50, 63, 101)]),
    "active_shape": ("sinks, widens", shape, None, [
        (label, "active_shape" + tail, theirs, "",
         [[CAST], ["cup.mesh=../meshes/cup_S_fine.msh"]]) for label, tail, theirs in (
             ("A20, -6 kPa, 843 kPa", "", "1.59 mm off"), ("A30, -11 kPa, 1067 kPa", "_a30", "3.29 mm off"),
             ("A20, -6 kPa, 338 kPa", "_a20_338", ""), ("A30, -11 kPa, 593 kPa", "_a30_593", ""))]),
    "plate": ("outcome", lifts, "plate", [
        ("four cups, -20 kPa", "plate_gripper", "", "", "plate.mesh=../meshes/plate_200_coarse.msh")]),
    "climber": ("outcome", climbs, "left", [("two steps of 12 mm", "wall_climber", "", "",
                                                [[f"{side} {k}.mesh=../meshes/cup_35x15_n900.msh" for side in ("left", "right") for k in (1, 2)]])]),
    # Of docs/gallery.md: scenes that stand in no other section, and in no other page with their meshes and steps.
    "others": ("as it is", holds, None, [
        ("`ground`", "ground", "", "", CUP), ("`rigid_cube`", "rigid_cube", "", "", CUP), ("`too_heavy`", "too_heavy", "", "", CUP),
        ("`soft_cube`", "soft_cube", "", "", "cube.mesh=../meshes/cube_soft_60_n772.msh"),
        ("`active_gripper`", "active_gripper", "", "", [[f"cup {k}.mesh=../meshes/cup_S_coarse.msh" for k in (1, 2, 3)]]),
        ("`vacuum_line`", "vacuum_line", "", "", [[f"cup {k}.mesh=../meshes/cup_S_coarse.msh" for k in (1, 2, 3)]]),
        ("`bellows`", "bellows", "", "", "cup.mesh=../meshes/cup_bellows_fine.msh")]),
    "bunny": ("outcome", lifts, "bunny", [("147 g", "bunny", "lifts", "", CUP)]),
}


def rows(folder, name):
    with open(os.path.join(folder, name)) as file:
        return list(csv.DictReader(file))


def cases():
    """The scene and the changes of each case, by its name."""
    found = {}
    for line in open(os.path.join(ROOT, "scenes", "cases.txt")):
        if line[0].isalpha():
            name, scene, *changes = [part.strip() for part in line.split("|")]
            found[name] = (scene, changes)
    return found


def whole(folder):
    """Whether there is a run that was not broken off."""
    try:
        return json.load(open(os.path.join(folder, "summary.json")))["failure"] is None
    except OSError:
        return False


def run(build, case, variant, changes):
    """The folder of a run, which is made unless it is there, or None where it could not be."""
    folder = "" if os.path.exists(os.path.join(ROOT, "scenes", case + ".xml")) else "contact/"
    scene, own = cases().get(case, (folder + case + ".xml", []))
    out = os.path.join(build, "papers", f"{case}.{variant}")
    if not whole(out):
        words = [os.path.join(build, "apps", "cli", "ventouse"), "run", os.path.join(ROOT, "scenes", scene), "--quiet", "--out", out]
        for change in own + changes:
            words += ["--set", change]
        try:
            subprocess.run(words, capture_output=True, timeout=float(os.environ.get("LIMIT", 1800)))
        except subprocess.TimeoutExpired:
            pass
    return out if whole(out) else None


def variants(build, row):
    """Runs a row as it is, at half its step, and on another mesh."""
    _, case, _, _, mesh = row
    first = run(build, case, "as_it_is", [])
    if first is None or mesh is False:
        return [first, None, []]
    half = json.load(open(os.path.join(first, "summary.json")))["dt"] / 2
    meshes = [mesh] if isinstance(mesh, str) else mesh or []
    others = [run(build, case, "other_mesh" + (f"_{k + 1}" if k else ""), [change] if isinstance(change, str) else change)
              for k, change in enumerate(meshes)]
    return [first, run(build, case, "half_step", ["scene.dt=%g" % half]), others]


def names(failed):
    """Of many only two, for a row of a table has an end; summary.json of the run has all."""
    shown = failed if len(failed) < 3 else failed[:2] + [f"{len(failed) - 2} more"]
    return ", ".join(shown) or "none"


def table(build, section):
    what, measure, body, rows_of = SECTIONS[section]
    print(f"| | {what} | at half the step | on another mesh | lowest, kPa | theirs | real | expectations that failed |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows_of:
        first, half, others = variants(build, row)
        if first is None:
            print(f"| {row[0]} | could not be run | | | | {row[2]} | {row[3]} | |")
            continue
        runs = [first, half] + others
        failed = [e["name"] for r in runs if r for e in json.load(open(os.path.join(r, "summary.json")))["expectations"] if not e["passed"]]
        cells = [measure(r, body) if r else "" for r in (first, half)] + ["; ".join(measure(r, body) if r else "no run" for r in others)]
        cells += [lowest(first), row[2], row[3], names(sorted(set(failed)))]
        print(f"| {row[0]} | " + " | ".join(cells) + " |")


def figures(build):
    print("case,variant,dt,pull,lowest_kPa,unconverged,redone,failed")
    folder = os.path.join(build, "papers")
    for name in sorted(os.listdir(folder)):
        out = os.path.join(folder, name)
        if not whole(out):
            continue
        s = json.load(open(os.path.join(out, "summary.json")))
        failed = sum(not e["passed"] for e in s["expectations"])
        print(*name.rsplit(".", 1), s["dt"], pull(out, None), lowest(out), s["solver"]["unconverged"], s["solver"]["redone"], failed, sep=",")


if len(sys.argv) != 3 or (sys.argv[2] != "--csv" and sys.argv[2] not in SECTIONS):
    sys.exit(__doc__ + "\nSections: " + " ".join(SECTIONS))
if sys.argv[2] == "--csv":
    figures(sys.argv[1])
else:
    table(sys.argv[1], sys.argv[2])

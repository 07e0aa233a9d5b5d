#!/usr/bin/env python3
"""Fills docs/validation-papers.md from docs/validation-papers.csv, which has a row for each run, and runs what it lacks:

  validation_papers.py BUILD_DIR SECTION          prints the table of a section; `tools/validation.sh BUILD_DIR docs/validation-papers.md` fills the page
  validation_papers.py BUILD_DIR --run SECTION... runs what the CSV lacks of these sections and adds it, row by row: may be ended and goes on

A case is a scene of scenes/ or a line of scenes/cases.txt. Each is run as it is, at half its step, on a coarser and on a finer mesh. To measure
anew, remove rows of the CSV. LIMIT bounds one run in seconds (1800 otherwise). Each row tells the version of the code it is of. Needs Python 3 only.
"""
import csv
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FIGURES = os.path.join(ROOT, "docs", "validation-papers.csv")
COLUMNS = ("case", "variant", "dt", "measured", "pull", "lowest_kPa", "unconverged", "redone", "failed", "version")


def mesh(name, *bodies):
    """The changes that give bodies, a cup where none is named, another mesh."""
    return [f"{body}.mesh=../meshes/{name}" for body in bodies or ("cup",)]


THREE = ("cup 1", "cup 2", "cup 3")
FOUR = [f"deformable.{side} {k}" for side in ("left", "right") for k in (1, 2)]  # sensors have the same names
CUP = (mesh("cup_35x15_n250.msh"), mesh("cup_35x15_n900.msh"))
SMALL = (mesh("cup_small_n363.msh"), mesh("cup_small_fine.msh"))
LARGE = (mesh("cup_large_coarse.msh"), mesh("cup_large_fine.msh"))
CAST = (mesh("cup_S_coarse.msh"), mesh("cup_S_fine.msh"))


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
# real cups, and the changes that give a coarser and a finer mesh: a list for one run, a tuple of lists for several, nothing for none.
TABLE3 = ((50, "", "28.19", "32.34"), (31, "_r31", "24.39", "25.54"), (25, "_r25", "22.60", "22.83"), (20, "_r20", "no seal", "31.50"))
SECTIONS = {
    "masses": ("outcome", lifts, "cube", [
        ("1.25 kg", "masses", "lifts", "", *CUP), ("2.5 kg", "masses_2500", "lifts", "", *CUP), ("5 kg", "masses_5000", "does not", "", *CUP),
        ("5 kg, two cups", "masses_two_cups", "lifts", "", mesh("cup_35x15_n250.msh", *THREE[:2]), mesh("cup_35x15_n900.msh", *THREE[:2]))]),
    "shapes": ("outcome", lifts, "cube", [
        (label, "cup_shapes" + tail, "lifts", "", mesh(f"cup_{name}_coarse.msh"), mesh(f"cup_{name}_fine.msh"))
        for label, tail, name in (("plunger", "", "plunger"), ("sucker", "_sucker", "sucker"), ("of the trade", "_trade", "trade"))]),
    "curved": ("outcome", lifts, "object", [
        (f"{kind}, {r} mm", "curved" if (kind, r) == ("convex", 100) else f"curved_{kind}_r{r}", "", "", *CUP)
        for kind in ("convex", "concave") for r in (100, 60, 40, 30, 20)]),
    "friction": ("outcome", lifts, "cube", [
        ("0.01", "low_friction", "slides to the corner, does not", "", *CUP), ("0.5", "low_friction_rough", "lifts", "", *CUP)]),
    "cylinders": ("pull-off, N", pull, None, [
        (f"{31.5 if r == 31 else r} mm", "pull_off_cylinder" + tail, theirs, real, CUP[0], mesh(f"cylinder_top_r{r}_fine.obj", "cylinder"))
        for r, tail, theirs, real in TABLE3]),
    "thesis_pull": ("pull-off, N", pull, None, [
        ("plane", "thesis_pull", "sticks, comes off", "", *SMALL),
        ("sphere", "thesis_pull_sphere", "sticks, comes off", "", SMALL[0], (mesh("cap_r60_fine.obj", "surface"), SMALL[1]))]),
    "thesis_masses": ("outcome", lifts, "cube", [
        (f"{cup} cup, {g} g", "thesis_masses" if (cup, g) == ("small", 50) else f"thesis_masses_{cup}_{g}",
         "lifts" if cup == "large" or g < 200 else "does not", "", *(SMALL if cup == "small" else LARGE))
        for cup in ("small", "large") for g in (50, 100, 200, 400, 800)]),
    "scaled": ("outcome", lifts, "object", [
        (scale, "scaled_cylinder" + tail, "lifts" if scale != "1" else "briefly, then drops it", "", *SMALL)
        for scale, tail in (("0.2", ""), ("0.4", "_0_4"), ("0.6", "_0_6"), ("0.8", "_0_8"), ("1", "_1"))]),
    "soft": ("outcome", lifts, "cube", [
        ("straight", "deformable_cube", "lifts", "", mesh("cube_soft_115_coarse.msh", "cube"), mesh("cube_soft_115_fine.msh", "cube")),
        ("round", "deformable_cube_round", "lifts", "", mesh("cup_round_coarse.msh"), mesh("cup_round_fine.msh")),
        ("asymmetric", "deformable_cube_asymmetric", "does not", "", mesh("cup_asymmetric_coarse.msh"), mesh("cup_asymmetric_fine.msh"))]),
    "active": ("pull-off, N", pull, None, [
        (f"{m.upper()}, -{k} kPa", "active_pull_off" if (m, k) == ("a20", 5) else f"active_pull_off_{m}_{k}", "", "", *CAST)
        for m in ("a20", "a30") for k in (5, 10, 15, 20)]),
    "pipes": ("pull-off, N", pull, None, [
        (f"{n.upper()}, {d} mm", "pipes" if (n, d) == ("s20", 101) else f"pipes_{n}_{d}", "", "", *CAST)
        for n in ("s10", "s20", "s30") for d in (40, 50, 63, 101)]),
    "robot": ("outcome", places, "apple", [
        ("apple, 200 g", "pick_and_place", "places", "", mesh("apple_coarse.obj", "apple"), CUP[1])]),
    "tentacle": ("outcome", lifts, "can", [
        (label, "tentacle" + tail, theirs, "", mesh("tentacle_coarse.msh", "tentacle"), mesh("tentacle_fine.msh", "tentacle"))
        for label, tail, theirs in (("empty can, 15 g", "", "lifts"), ("full can, 370 g", "_full", ""))]),
    "halves": ("outcome", lifts, "lower", [
        ("644 nodes", "jelly_halves", "lifts", "",
         ["lower.mesh=../../meshes/jelly_hole_coarse.msh", "upper.mesh=../../meshes/jelly_plain_coarse.msh"],
         (["lower.mesh=../../meshes/jelly_hole_fine.msh"], ["upper.mesh=../../meshes/jelly_plain_fine.msh"]))]),
    "arm": ("outcome", lifts, "can", [
        ("empty can, 15 g", "octopus_arm", "grasps", "", mesh("tentacle_n625.msh", "arm"), mesh("tentacle_coarse.msh", "arm"))]),
    "torus": ("outcome", lifts, "torus", [
        ("torus, 100 g", "torus", "", "", mesh("torus_coarse.msh", "torus"), (mesh("torus_fine.msh", "torus"), CUP[1]))]),
    "tunnel": ("outcome", lifts, "cube", [
        (label, "air_tunnel" + tail, theirs, "", mesh("cube_tunnel_coarse.msh", "cube"), mesh("cube_tunnel_fine.msh", "cube"))
        for label, tail, theirs in (("a cup on one hole", "_one_hole", "no cavity, does not"), ("a cup on both", "", "lifts"),
                                    ("a cup on each", "_two_cups", "one cavity"))]),
    "pipes_big": ("pull-off, N", pull, None, [
        (f"B20, {d} mm", "pipes_big" + ("" if d == 101 else f"_{d}"), "", "", mesh("cup_B_coarse.msh") + ["cup.element=tet10"],
         (mesh("cup_B_fine.msh"), *([mesh("pipe_r50_fine.obj", "pipe")] if d == 101 else [])))
        for d in (40, 50, 63, 101)]),
    "active_shape": ("sinks, widens", shape, None, [
        (label, "active_shape" + tail, theirs, "", *CAST) for label, tail, theirs in (
            ("A20, -6 kPa, 843 kPa", "", "1.59 mm off"), ("A30, -11 kPa, 1067 kPa", "_a30", "3.29 mm off"),
            ("A20, -6 kPa, 338 kPa", "_a20_338", ""), ("A30, -11 kPa, 593 kPa", "_a30_593", ""))]),
    "plate": ("outcome", lifts, "plate", [
        ("four cups, -20 kPa", "plate_gripper", "", "", mesh("plate_200_coarse.msh", "plate"), mesh("plate_200_fine.msh", "plate"))]),
    "climber": ("outcome", climbs, "left", [
        ("two steps of 12 mm", "wall_climber", "", "", mesh("cup_35x15_n250.msh", *FOUR), mesh("cup_35x15_n900.msh", *FOUR))]),
    # Of docs/gallery.md: scenes that stand in no other section, and in no other page with their meshes and steps.
    "others": ("as it is", holds, None, [
        ("`ground`", "ground", "", "", *CUP), ("`rigid_cube`", "rigid_cube", "", "", *CUP), ("`too_heavy`", "too_heavy", "", "", *CUP),
        ("`soft_cube`", "soft_cube", "", "", CUP[0], mesh("cube_soft_60_n772.msh", "cube")),
        ("`active_gripper`", "active_gripper", "", "", mesh("cup_S_coarse.msh", *THREE), mesh("cup_S_fine.msh", *THREE)),
        ("`vacuum_line`", "vacuum_line", "", "", mesh("cup_S_coarse.msh", *THREE), mesh("cup_S_fine.msh", *THREE)),
        ("`check_valves`", "check_valves", "", "", mesh("cup_S_coarse.msh", *THREE[:2]), mesh("cup_S_fine.msh", *THREE[:2])),
        ("`check_valves_none`", "check_valves_none", "", "", mesh("cup_S_coarse.msh", *THREE[:2]), mesh("cup_S_fine.msh", *THREE[:2])),
        ("`dart`", "dart", "", "", *CUP),
        ("`bellows`", "bellows", "", "", mesh("cup_bellows_coarse.msh"), mesh("cup_bellows_fine.msh"))]),
    "bunny": ("outcome", lifts, "bunny", [("147 g", "bunny", "lifts", "", mesh("bunny_coarse.obj", "bunny"), CUP[1])]),
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


def figures():
    """The rows of the CSV by case and variant."""
    with open(FIGURES) as file:
        return {(r["case"], r["variant"]): r for r in csv.DictReader(file)}


def keep(found):
    with open(FIGURES + ".new", "w", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(found[key] for key in sorted(found))
    os.replace(FIGURES + ".new", FIGURES)


def variants(row):
    """The names of the runs of a row and what each changes; None: half the step of the first."""
    _, case, _, _, coarser, finer = row
    found = [("as_it_is", []), ("half_step", None)]
    for name, meshes in (("coarser", coarser), ("finer", finer)):
        for k, changes in enumerate(meshes if isinstance(meshes, tuple) else (meshes,) if meshes else ()):
            found.append((name + (f"_{k + 1}" if k else ""), changes))
    return [(case, name, changes) for name, changes in found]


def judge(folder, section):
    """The row of the CSV that a run gives."""
    _, measure, body, _ = SECTIONS[section]
    s = json.load(open(os.path.join(folder, "summary.json")))
    return {"dt": s["dt"], "measured": measure(folder, body), "pull": pull(folder, None), "lowest_kPa": lowest(folder),
            "unconverged": s["solver"]["unconverged"], "redone": s["solver"]["redone"],
            "failed": "; ".join(e["name"] for e in s["expectations"] if not e["passed"])}


def version():
    """The last commit that changed anything a run depends on."""
    words = ["git", "-C", ROOT, "log", "-1", "--format=%h", "--abbrev=7", "--", "src", "scenes", "meshes"]
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()


def run(build, section, case, variant, changes):
    """Runs a case and gives its row, or nothing where the run was broken off."""
    folder = "" if os.path.exists(os.path.join(ROOT, "scenes", case + ".xml")) else "contact/"
    scene, own = cases().get(case, (folder + case + ".xml", []))
    out = os.path.join(build, "papers", f"{case}.{variant}")
    words = [os.path.join(build, "apps", "cli", "ventouse"), "run", os.path.join(ROOT, "scenes", scene), "--quiet", "--out", out]
    for change in own + changes:
        words += ["--set", change]
    try:
        subprocess.run(words, capture_output=True, timeout=float(os.environ.get("LIMIT", 1800)))
        if json.load(open(os.path.join(out, "summary.json")))["failure"] is None:
            return {"case": case, "variant": variant, "version": version(), **judge(out, section)}
    except (subprocess.TimeoutExpired, OSError):
        pass
    return None


def run_missing(build, sections):
    for section in sections:
        for row in SECTIONS[section][3]:
            for case, variant, changes in variants(row):
                found = figures()
                if (case, variant) in found:
                    continue
                if changes is None:
                    if (case, "as_it_is") not in found:
                        continue
                    changes = ["scene.dt=%g" % (float(found[case, "as_it_is"]["dt"]) / 2)]
                done = run(build, section, case, variant, changes)
                print(case, variant, done["measured"] if done else "could not be run", done["failed"] if done else "", flush=True)
                if done:
                    keep({**figures(), (case, variant): done})


def names(failed):
    """Of many only two, for a row of a table has an end; the CSV has all."""
    shown = failed if len(failed) < 3 else failed[:2] + [f"{len(failed) - 2} more"]
    return ", ".join(shown) or "none"


def table(section):
    what, _, _, rows_of = SECTIONS[section]
    found = figures()
    print(f"| | {what} | half step | coarser | finer | lowest, kPa | theirs | real | expectations that failed |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows_of:
        done = {name: found[case, name] for case, name, _ in variants(row) if (case, name) in found}
        cells = ["; ".join(r["measured"] for name, r in done.items() if name.startswith(kind))
                 for kind in ("as_it_is", "half_step", "coarser", "finer")]
        cells += [done["as_it_is"]["lowest_kPa"] if "as_it_is" in done else "", row[2], row[3],
                  names(sorted({part for r in done.values() for part in r["failed"].split("; ") if part}))]
        print(f"| {row[0]} | " + " | ".join(cells) + " |")


def versions():
    """How many runs there are of each version."""
    of = [r["version"] for r in figures().values()]
    print("| version | runs |")
    print("|---|---|")
    for name in sorted(set(of), key=lambda v: -of.count(v)):
        print(f"| {name} | {of.count(name)} |")


if len(sys.argv) > 3 and sys.argv[2] == "--run" and all(s in SECTIONS for s in sys.argv[3:]):
    run_missing(sys.argv[1], sys.argv[3:])
elif len(sys.argv) == 3 and sys.argv[2] == "versions":
    versions()
elif len(sys.argv) == 3 and sys.argv[2] in SECTIONS:
    table(sys.argv[2])
else:
    sys.exit(__doc__ + "\nSections: " + " ".join(SECTIONS) + " versions")

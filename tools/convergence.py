#!/usr/bin/env python3
"""Runs scenes of many contacts over friction, step and mesh, and fills docs/convergence.md with what came out.

  tools/convergence.py PROGRAM [SCENE...] [--limit S] [--finer] [--own] [--again] [--print] [--code NAME]

PROGRAM is the ventouse to run; without SCENE all are run. A run is ended after S seconds of processor time (60 otherwise)
as by Ctrl-C, after a whole step, and its row says at which time. What is in docs/convergence.csv from the same or a
longer run is not run again, unless --again is given; what has no row at all comes first. --finer and --own leave one half
of the meshes, --print only writes the page. NAME says which code PROGRAM is of, the commit of this tree otherwise. One process at a time, with one thread. Needs Python 3, and gmsh for the finer
cups of the gripper.
"""
import argparse
import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE, PAGE = os.path.join(ROOT, "docs", "convergence.csv"), os.path.join(ROOT, "docs", "convergence.md")
FIELDS = ["scene", "mesh", "finer", "dt", "friction", "steps", "all_steps", "unconverged", "residual", "redone", "tries",
          "mean_ms", "worst_ms", "iterations", "seconds", "code"]
FRICTIONS, STEPS = ("0", "0.5", "1"), ("0.01", "0.002")
CUP_S = ("inner_sag=0 outer_sag=0 outer_radius=16e-3 inner_radius=12e-3 lip_height=1e-3 cavity_height=4.5e-3 "
         "ceiling_radius=6.0659386702e-3 shoulder=7.1e-3 stem_radius=5e-3 height=12.1e-3 size=1.6e-3 rings=5")
FINE_CUPS = {f"cup {k}.mesh": "CUP_S" for k in (1, 2, 3)}

# Scene: its file, the name of its mesh, and finer ones: a name, attributes to set (a mesh of meshes/), cells to replace.
SCENES = {
    "press_boxes": ("contact/press_boxes.xml", "8, 9 cells",
                    [("12, 13 cells", {}, {"8 8 4": "12 12 6", "9 9 4": "13 13 6"})]),
    "jelly_halves": ("contact/jelly_halves.xml", "322, 322 nodes",
                     [("703, 595 nodes", {"lower.mesh": "jelly_hole_fine.msh", "upper.mesh": "jelly_plain_fine.msh"}, {})]),
    "plate": ("contact/plate.xml", "16 x 16", [("24 x 24", {}, {"16 16 1": "24 24 1"})]),
    "soft_pile": ("contact/soft_pile.xml", "3^3 cells", [("4^3 cells", {}, {"3 3 3": "4 4 4"})]),
    "cup_on_cylinder": ("contact/cup_on_cylinder.xml", "1,575 nodes",
                        [("2,739 nodes", {"cup.mesh": "cup_35x15_n2676.msh"}, {})]),
    "soft_cube": ("soft_cube.xml", "cube 347", [("cube 773", {"cube.mesh": "cube_soft_60_n772.msh"}, {}),
                                                ("cube 1,751", {"cube.mesh": "cube_soft_60_n1751.msh"}, {})]),
    "active_gripper": ("active_gripper.xml", "720 a cup", [("1,571 a cup", FINE_CUPS, {})]),
    "dominoes": ("contact/dominoes.xml", "rigid", []),
    "heap_50": ("contact/heap_50.xml", "rigid", []),
    "heap_200": ("contact/heap_200.xml", "rigid", []),
}


def cases(names):
    """All runs of the matrix, as (scene, file, mesh, finer, attributes, cells, dt, friction)."""
    for scene, (file, own, finer) in SCENES.items():
        meshes = [(own, {}, {})] + finer
        for number, (mesh, sets, cells) in enumerate(meshes):
            for dt in STEPS:
                for friction in FRICTIONS:
                    if not names or scene in names:
                        yield scene, file, mesh, number, sets, cells, dt, friction


def key(row):
    return tuple(str(row[f]) for f in ("scene", "mesh", "dt", "friction"))


def read_rows():
    if not os.path.exists(TABLE):
        return {}
    with open(TABLE) as f:
        return {key(row): row for row in csv.DictReader(f)}


def write_rows(rows):
    order = {(c[0], c[2], c[6], c[7]): k for k, c in enumerate(cases([]))}
    with open(TABLE + ".new", "w") as f:
        out = csv.DictWriter(f, FIELDS, lineterminator="\n")
        out.writeheader()
        out.writerows(rows[k] for k in sorted(rows, key=lambda k: order.get(k, len(order))))
    os.replace(TABLE + ".new", TABLE)


def finer_cup(folder):
    """The cup of the gripper with shorter edges."""
    path = os.path.join(folder, "cup_S_fine.msh")
    numbers = [word for pair in CUP_S.split() for word in ("-setnumber", *pair.split("="))]
    source = os.path.join(ROOT, "meshes", "cup.geo")
    subprocess.run(["gmsh", source, "-3", "-nt", "1", "-v", "1", *numbers, "-o", path], check=True)
    return path


def processor_time(pid):
    """Seconds that a process has used."""
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(program, case, limit, folder, code):
    """Runs one case; returns its row."""
    scene, file, mesh, finer, sets, cells, dt, friction = case
    path, out = os.path.join(ROOT, "scenes", file), os.path.join(folder, "run")
    if cells:  # these scenes name no other file
        text = open(path).read()
        for old, new in cells.items():
            text = text.replace(f'cells="{old}"', f'cells="{new}"')
        path = os.path.join(folder, scene + ".xml")
        with open(path, "w") as f:
            f.write(text)
    options = ["--quiet", "--threads", "1", "--out", out, "--dt", dt, "--set", "contact.friction=" + friction]
    for name, value in sets.items():
        value = finer_cup(folder) if value == "CUP_S" else os.path.join(ROOT, "meshes", value)
        options += ["--set", f"{name}={value}"]
    child = subprocess.Popen([program, "run", path, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while child.poll() is None:
        try:
            if processor_time(child.pid) > limit:
                child.send_signal(signal.SIGINT)
                child.wait()
        except (OSError, IndexError):
            break
        time.sleep(0.2)
    said = child.communicate()[1]
    if not os.path.exists(os.path.join(out, "summary.json")):
        sys.exit(f"convergence: {' '.join(child.args)}: {said.strip()}")
    with open(os.path.join(out, "summary.json")) as f:
        s = json.load(f)
    with open(os.path.join(out, "steps.csv")) as f:
        times = [float(r["total_ms"]) for r in csv.DictReader(f)]
    duration = float(re.search(r'<scene [^>]*duration="([^"]+)"', open(path).read()).group(1))
    if s["failure"] not in (None, "interrupted"):
        print(f"  failed: {s['failure']}", flush=True)
    return dict(scene=scene, mesh=mesh, finer=finer, dt=dt, friction=friction, steps=s["steps"],
                all_steps=round(duration / float(dt)), unconverged=s["solver"]["unconverged"],
                residual=f"{s['solver']['residual_max']:.4g}", redone=s["solver"]["redone"], tries=s["again"]["tries"],
                mean_ms=f"{sum(times) / max(len(times), 1):.4g}", worst_ms=f"{max(times, default=0):.4g}",
                iterations=s["solver"]["iterations_max"], seconds=f"{limit:g}", code=code)


def joined(values):
    """Three values that may be one."""
    return values[0] if len(set(values)) == 1 else "; ".join(values)


def table(rows):
    lines = ["| scene | mesh | dt, ms | steps run | unconverged | worst residual | redone | tries a step | worst step / mean |",
             "|---|---|---|---|---|---|---|---|---|"]
    runs = steps = unconverged = whole = 0
    missing, worst = [], 0
    for finer in (0, 1, 2):
        for dt in STEPS:
            for scene, (_, own, others) in SCENES.items():
                meshes = [own] + [m[0] for m in others]
                if finer >= len(meshes):
                    continue
                group = [rows.get((scene, meshes[finer], dt, friction)) for friction in FRICTIONS]
                none = ", ".join(f for f, g in zip(FRICTIONS, group) if g is None)
                missing += [f"- `{scene}`, {meshes[finer]}, {1e3 * float(dt):g} ms, friction {none}"] if none else []
                group = [g for g in group if g is not None]
                if not group:
                    continue
                runs += len(group)
                whole += sum(g["steps"] == g["all_steps"] for g in group)
                steps += sum(int(g["steps"]) for g in group)
                unconverged += sum(int(g["unconverged"]) for g in group)
                worst = max([worst] + [float(g["residual"]) for g in group])
                done = [f"{int(g['steps']):,}" if g["steps"] == g["all_steps"] else
                        f"{int(g['steps']):,} ({int(g['steps']) * float(dt):.2f} s)" for g in group]
                cells = [joined(done), joined([g["unconverged"] for g in group]),
                         joined([f"{float(g['residual']):.1e}".replace("e-0", "e-").replace("0.0e+00", "0") for g in group]),
                         joined([g["redone"] for g in group]),
                         joined([f"{int(g['tries']) / max(int(g['steps']), 1):.1f}" for g in group]),
                         joined([f"{float(g['worst_ms']) / float(g['mean_ms']):.0f}" for g in group])]
                lines.append(f"| `{scene}` | {meshes[finer]} | {1e3 * float(dt):g} | " + " | ".join(cells) + " |")
    codes = sorted({r["code"] for r in rows.values()})
    say = [f"{runs} runs, {whole} of them to the end, {steps:,} steps: **{unconverged or 'none'} unconverged**; the largest "
           f"residual is {worst:.4g}.", "Of commit " + ", ".join(codes) + ".", ""]
    return say + lines + (["", "Not run:", "", *missing] if missing else [])


def write_page(rows):
    with open(PAGE) as f:
        text = f.read()
    begin, end = "<!-- begin tools/convergence.py -->\n", "<!-- end -->"
    head, rest = text.split(begin)
    with open(PAGE, "w") as f:
        f.write(head + begin + "\n".join(table(rows)) + "\n" + end + rest.split(end, 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("scenes", nargs="*", metavar="SCENE")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--code")
    for option in ("finer", "own", "again", "print"):
        parser.add_argument("--" + option, action="store_true")
    given = parser.parse_args()
    for name in given.scenes:
        if name not in SCENES:
            parser.error(f"no scene '{name}'; there are: {', '.join(SCENES)}")
    head = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    rows = read_rows()
    wanted = [c for c in cases(given.scenes) if not (given.finer and c[3] == 0) and not (given.own and c[3] > 0)]
    wanted.sort(key=lambda c: (c[0], c[2], c[6], c[7]) in rows)  # what was never run comes first
    for case in [] if given.print else wanted:
        known = rows.get((case[0], case[2], case[6], case[7]))
        if known and not given.again and (known["steps"] == known["all_steps"] or float(known["seconds"]) >= given.limit):
            continue
        with tempfile.TemporaryDirectory() as folder:
            row = {k: str(v) for k, v in run(given.program, case, given.limit, folder, given.code or head).items()}
        rows = read_rows()  # another one may be at work
        rows[key(row)] = row
        write_rows(rows)
        print(" ".join(f"{k}={row[k]}" for k in FIELDS), flush=True)
    write_page(rows)


main()

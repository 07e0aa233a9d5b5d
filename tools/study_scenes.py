#!/usr/bin/env python3
"""Runs scenes on several meshes and steps and prints the tables of docs/validation-suction.md. Needs Python 3 only.

  tools/study_scenes.py BUILD STUDY [RUNS]

STUDY is one of the names at the end of this file. Runs that are in the folder RUNS (BUILD/studies otherwise) are not
repeated: remove it to measure anew. One thread and one run at a time.
"""
import csv
import json
import math
import os
import re
import subprocess
import sys

import study_bound

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Run:
    """What a run folder says of a cup that is pressed on and pulled off."""

    def __init__(self, folder):
        summary = json.load(open(os.path.join(folder, "summary.json")))
        self.unconverged = summary["solver"]["unconverged"]
        self.worst = 0  # longest step, in means
        total = [float(row["total_ms"]) for row in csv.DictReader(open(os.path.join(folder, "steps.csv")))][1:]
        if total:
            self.worst = max(total) / (sum(total) / len(total))
        self.redone = summary["solver"].get("redone", 0)
        self.dt = summary["dt"]
        self.pull, self.air = [], {}
        for row in csv.DictReader(open(os.path.join(folder, "forces.csv"))):
            if row["sensor"] == "pull":
                self.pull.append((float(row["fz"]), float(row["time"])))
        ids = set()
        self.cavities = []  # the one with the largest mouth, of every time that has one
        for row in csv.DictReader(open(os.path.join(folder, "cavities.csv"))):
            now = {k: float(row[k]) for k in ("time", "pressure", "volume", "air", "area")}
            ids.add(row["cavity"])
            if self.cavities and self.cavities[-1]["time"] == now["time"]:
                if now["area"] > self.cavities[-1]["area"]:
                    self.cavities[-1] = now
            else:
                self.cavities.append(now)
        self.count = len(ids)

    def peak(self):
        """Largest force on the hand and its time. Before a cup seals nothing pulls."""
        return max(self.pull)

    def at(self, time):
        return min(self.cavities, key=lambda c: abs(c["time"] - time))

    def sealed_at(self, time):
        return any(abs(c["time"] - time) < 0.6 * self.dt for c in self.cavities)


def whole(folder):
    """Whether there is a run that was not broken off."""
    try:
        return json.load(open(os.path.join(folder, "summary.json")))["failure"] is None
    except OSError:
        return False


def run(build, runs, scene, name, options):
    folder = os.path.join(runs, name)
    if not whole(folder):
        scene = scene if os.path.isabs(scene) else os.path.join(ROOT, "scenes", scene)
        program = os.path.join(build, "apps/cli/ventouse")
        command = [program, "run", scene, "--quiet", "--threads", "1", "--out", folder]
        print(name, file=sys.stderr, flush=True)
        done = subprocess.run(command + options, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if not whole(folder):
            sys.exit(f"study_scenes: {name}: {done.stderr.strip()}")
    return Run(folder)


def spread(values):
    return 100 * (max(values) - min(values)) / (sum(values) / len(values))


# Table 3 of the 2022 paper: radius, mesh of the cylinder, real and dry, the paper's simulation.
TABLE_3 = [("50", "r50", 32.34, "28.19"), ("31.5", "r31", 25.54, "24.39"), ("25", "r25", 22.83, "22.60"),
           ("20", "r20", 31.50, "none")]
# Cup, cells of the cylinder in mm, step in ms. The dearest come last.
CYLINDER = [("n434", 4, 10), ("n434", 2, 10), ("n434", 4, 5), ("n900", 4, 10), ("q900", 2, 10), ("n900", 2, 10),
            ("n1600", 2, 10), ("n900", 4, 5)]


def on_cylinder(build, runs, radius, cup, cells, step):
    mesh = f"../meshes/cylinder_top_{radius}{'_fine' if cells == 2 else ''}.obj"
    return run(build, runs, "pull_off_cylinder.xml", f"cylinder_{radius}_{cells}mm_{cup}_{step}ms",
               ["--set", f"cylinder.mesh={mesh}", "--set", f"cup.mesh=../meshes/cup_35x15_{cup}.msh", "--dt", str(step / 1e3)])


def cylinder(build, runs):
    forces = {}
    rows = []
    for variant in CYLINDER:
        for _, radius, _, _ in TABLE_3:
            r = on_cylinder(build, runs, radius, *variant)
            forces.setdefault(radius, {})[variant] = r.peak()[0]
    for name, radius, _, _ in TABLE_3:
        for cup, cells, step in sorted(CYLINDER):
            r = on_cylinder(build, runs, radius, cup, cells, step)
            force, time = r.peak()
            last = r.at(time)
            sealed = r.cavities[0]["time"] if r.cavities else float("nan")
            rows.append(f"| {name} | {cup} | {cells} | {step} | {-min(r.pull)[0]:.1f} | {sealed:.2f} | {1e6 * last['air']:.2f} "
                        f"| {last['pressure'] / 1e3:.1f} | {1e6 * last['area']:.0f} | {force:.2f} | {time:.2f} | {r.count} "
                        f"| {r.unconverged}, {r.redone} |")
    print("| radius, mm | real, dry, N | simulated, N | ours: finest linear, N | quadratic, N | range over all | spread, % |")
    print("|---|---|---|---|---|---|---|")
    for name, radius, real, theirs in TABLE_3:
        f = forces[radius]
        print(f"| {name} | {real:.2f} | {theirs} | {f['n1600', 2, 10]:.2f} | {f['q900', 2, 10]:.2f} "
              f"| {min(f.values()):.1f} to {max(f.values()):.1f} | {spread(f.values()):.0f} |")
    print()
    print("| radius, mm | cup | cells | h, ms | press, N | sealed, s | umol | P, kPa | mm^2 | off, N | at, s | n | unc., redone |")
    print("|---" * 13 + "|")
    print("\n".join(rows))


def pressed_by(runs, depth):
    """The scene with the cup pressed by another depth in mm, at the same speed and with the same break."""
    text = open(os.path.join(ROOT, "scenes", "pull_off_cylinder.xml")).read()
    down = (depth + 1) / 10
    keys = (f'<key time="0"/> <key time="{down}" position="0 0 -{(depth + 1) / 1e3}"/> <key time="{down + 0.3}" position="0 0 -{(depth + 1) / 1e3}"/> '
            f'<key time="{down + 0.3 + 1.9}" position="0 0 {0.019 - (depth + 1) / 1e3}"/>')
    begin, end = text.index('<key time="0"/>'), text.index("</frame>")
    text = (text[:begin] + keys + text[end:text.index("<expect")].rsplit("<!--", 1)[0] + "</scene>").replace("../meshes", os.path.join(ROOT, "meshes"))
    path = os.path.join(runs, f"pressed_{depth}mm.xml")
    with open(path, "w") as out:
        out.write(text)
    return path


def depth(build, runs):
    """How far the cup is pressed, which the paper does not tell: cups of 434 nodes at 10 ms."""
    print("| radius, mm | pressed by, mm | press, N | air left, umol | pull-off, N |")
    print("|---|---|---|---|---|")
    for name, radius, _, _ in TABLE_3:
        for mm in (5, 7, 8):
            mesh = f"cylinder.mesh={ROOT}/meshes/cylinder_top_{radius}.obj"
            r = run(build, runs, pressed_by(runs, mm), f"depth_{radius}_{mm}mm", ["--set", mesh]) if mm != 7 else \
                on_cylinder(build, runs, radius, "n434", 4, 10)
            last = r.cavities and r.peak()[0] > 1 and r.at(r.peak()[1])
            print(f"| {name} | {mm} | {-min(r.pull)[0]:.1f} | " + (f"{1e6 * last['air']:.1f} | {r.peak()[0]:.1f} |" if last else "no seal | |"))


# Cup, edge of the surface's triangles across the lip in mm (half of a ten-node cell's), around it, in chords.
GROUND = [("n434", 1.0, 32), ("n900", 1.0, 48), ("n1600", 1.0, 76), ("q434", 0.5, 20), ("q900", 0.5, 32), ("q1600", 0.5, 40),
          ("g1000", 0.5, 40), ("g600", 0.25, 40), ("g300", 0.125, 40), ("g600_around32", 0.25, 64)]
# What is changed of the scene, beside the cup.
PLAIN, FLOOD = [], ["--set", "air.detector=floodfill"]
HALF, QUARTER = ["--dt", "0.005"], ["--dt", "0.0025"]


def pump(kpa):
    return ["--set", "air.mode=active", "--set", f"air.pressure=-{kpa}000"]


def on_ground(build, runs, cup, what, options):
    return run(build, runs, "ground.xml", f"ground_{cup}_{what}",
               ["--set", f"cup.mesh=../meshes/cup_35x15_{cup}.msh", "--time", "2.2"] + options)


def restless(r, begin, end):
    """Largest change of the mouth from a step to the next in percent, and the largest second difference."""
    mouth = [c["area"] for c in r.cavities if begin - 1e-9 <= c["time"] <= end + 1e-9]
    one = max((abs(b - a) / a for a, b in zip(mouth, mouth[1:])), default=0)
    two = max((abs(c - 2 * b + a) / b for a, b, c in zip(mouth, mouth[1:], mouth[2:])), default=0)
    return 100 * one, 100 * two


def ground_row(label, r):
    force, time = r.peak()
    last = r.at(time)
    rest, pulled = restless(r, 0.6, 0.8), restless(r, time - 0.25, time)
    return (f"| {label} | {1e6 * last['air']:.2f} | {last['pressure'] / 1e3:.1f} | {1e6 * last['area']:.0f} | {force:.2f} | {time:.3f} "
            f"| {rest[0]:.3f} | {pulled[0]:.2f} | {pulled[1]:.2f} | {r.unconverged}, {r.redone} |")


def ground(build, runs):
    head = "| air, umol | P, kPa | mm^2 | off, N | at, s | rest, % | pulled, % | jump, % | unc., redone |"
    print("| cup | lip, mm | chords " + head + "\n" + "|---" * 12 + "|")
    for cup, across, chords in GROUND:
        print(ground_row(f"{cup} | {across:g} | {chords}", on_ground(build, runs, cup, "plain", PLAIN)))
    print()
    print("| cup | with " + head + "\n" + "|---" * 11 + "|")
    for cup, label, what, options in OTHERWISE:
        print(ground_row(f"{cup} | {label}", on_ground(build, runs, cup, what, options)))


OTHERWISE = [("n434", "flood fill", "flood", FLOOD), ("n900", "flood fill", "flood", FLOOD), ("q900", "flood fill", "flood", FLOOD),
             ("g1000", "flood fill", "flood", FLOOD), ("n434", "5 ms", "5ms", HALF), ("n434", "2.5 ms", "2.5ms", QUARTER),
             ("n900", "5 ms", "5ms", HALF), ("g1000", "5 ms", "5ms", HALF), ("g1000", "2.5 ms", "2.5ms", QUARTER),
             ("g1000", "2.5 ms, damping 5 ms", "2.5ms_damped", QUARTER + ["--set", "silicone.stiffness_damping=5e-3"]),
             ("g600", "5 ms", "5ms", HALF), ("g600", "2.5 ms", "2.5ms", QUARTER),
             ("n434", "pump, 60 kPa", "pump60", pump(60)), ("n434", "pump, 90 kPa", "pump90", pump(90)),
             ("q900", "pump, 60 kPa", "pump60", pump(60)), ("q900", "pump, 90 kPa", "pump90", pump(90))]

# The cubes of soft_cube, the coarsest first, and the cups.
CUBES = [("347", ""), ("773", "_n772"), ("1,721", "_n1751")]
# Cup, step in ms, sealing in mm.
CUBE_VARIANTS = [(cup, step, sealing) for cup in ("n434", "q434") for step in (10, 5) for sealing in (0.05, 0.02, 0.1)]
CARRYING = 3.3  # s: the cube hangs still


def on_cube(build, runs, mesh, cup, step, sealing):
    options = ["--set", f"cube.mesh=../meshes/cube_soft_60{mesh}.msh", "--set", f"cup.mesh=../meshes/cup_35x15_{cup}.msh",
               "--set", f"contact.sealing={sealing}e-3", "--dt", str(step / 1e3)]
    return run(build, runs, "soft_cube.xml", f"cube{mesh}_{cup}_{step}ms_{sealing}", options)


def cubes(build, runs):
    """soft_cube on three cubes, with two cups, two steps and three sealing distances."""
    print("| cup | cube | h, ms | sealing, mm | n | from, s | to | steps without | umol | P, kPa | mouth, mm^2 | unc., redone | worst |")
    print("|---" * 13 + "|")
    groups = {}
    for nodes, mesh in CUBES:
        for cup, step, sealing in CUBE_VARIANTS:
            r = on_cube(build, runs, mesh, cup, step, sealing)
            now, times = r.at(CARRYING), [c["time"] for c in r.cavities]
            without = round((times[-1] - times[0]) / r.dt) + 1 - len(times)
            groups.setdefault((cup, nodes), []).append((now["air"], now["pressure"]))
            print(f"| {cup} | {nodes} | {step} | {sealing} | {r.count} | {times[0]:.2f} | {times[-1]:.2f} | {without} | {1e6 * now['air']:.2f} "
                  f"| {now['pressure'] / 1e3:.1f} | {1e6 * now['area']:.0f} | {r.unconverged}, {r.redone} | {r.worst:.0f} |", flush=True)
    print()
    print("| cup | cube, nodes | runs | air, spread, % | pressure, spread, % |\n|---|---|---|---|---|")
    for (cup, nodes), found in groups.items():
        print(f"| {cup} | {nodes} | {len(found)} | {spread([a for a, _ in found]):.1f} | {spread([p for _, p in found]):.1f} |")


# Amplitude of the seat in mm, cells in mm. Waves of 40 mm along x and y.
WAVES = [(amplitude, cells) for amplitude in (0.6, 1.0) for cells in (1.25, 2.5, 5.0)]


def wavy_seat(path, amplitude, cells):
    """A closed block of 60 x 60 x 10 mm with a wavy top, m; the highest point of it is 0."""
    n = round(60 / cells)
    top = [[1e-3 * amplitude * 0.5 * (math.cos(math.pi * (i * cells - 30) / 20) + math.cos(math.pi * (j * cells - 30) / 20) - 2)
            for j in range(n + 1)] for i in range(n + 1)]
    points, faces = [], []
    for low in (False, True):
        points += [((i * cells - 30) * 1e-3, (j * cells - 30) * 1e-3, -0.01 if low else top[i][j]) for i in range(n + 1) for j in range(n + 1)]

    def at(i, j, low):
        return 1 + i * (n + 1) + j + (n + 1) ** 2 * low

    for i in range(n):
        for j in range(n):
            for low in (0, 1):
                a, b, c, d = at(i, j, low), at(i + 1, j, low), at(i + 1, j + 1, low), at(i, j + 1, low)
                faces += [(a, c, b), (a, d, c)] if low else [(a, b, c), (a, c, d)]
        for a, b in ((at(i, 0, 0), at(i + 1, 0, 0)), (at(i + 1, n, 0), at(i, n, 0)), (at(n, i, 0), at(n, i + 1, 0)), (at(0, i + 1, 0), at(0, i, 0))):
            below = (n + 1) ** 2
            faces += [(a, a + below, b + below), (a, b + below, b)]
    with open(path, "w") as out:
        out.writelines("v %.9g %.9g %.9g\n" % p for p in points)
        out.writelines("f %d %d %d\n" % f for f in faces)


def wavy(build, runs):
    """The scene `ground` with a cup of 1 MPa on rigid wavy seats."""
    print("| waves, mm | cells, mm | seals, s | n | without | air, umol | P, kPa | mouth, mm^2 | off, N | at, s | unc., redone |\n"
          + "|---" * 11 + "|")
    for amplitude, cells in WAVES:
        mesh = os.path.join(runs, f"wavy_{amplitude}_{cells}.obj")
        wavy_seat(mesh, amplitude, cells)
        r = run(build, runs, "ground.xml", f"wavy_{amplitude}_{cells}",
                ["--set", f"fixed.ground.mesh={mesh}", "--set", "silicone.young=1e6", "--time", "2.2"])
        force, time = r.peak()
        if not r.cavities:
            print(f"| {amplitude} | {cells} | no seal | | | | | | {force:.1f} | | {r.unconverged}, {r.redone} |")
            continue
        last, times = r.at(time), [c["time"] for c in r.cavities]
        without = round((times[-1] - times[0]) / r.dt) + 1 - len(times)
        print(f"| {amplitude} | {cells} | {times[0]:.2f} | {r.count} | {without} | {1e6 * last['air']:.2f} | {last['pressure'] / 1e3:.1f} "
              f"| {1e6 * last['area']:.0f} | {force:.2f} | {time:.2f} | {r.unconverged}, {r.redone} |", flush=True)


def plain(runs, scene, air):
    """A copy of a scene without expectations, which may ask for what comes later, with another air."""
    text = open(os.path.join(ROOT, "scenes", scene)).read().replace("../meshes", os.path.join(ROOT, "meshes"))
    text = re.sub(r"  <expect[^>]*/>.*\n", "", text).replace("common/", os.path.join(ROOT, "scenes", "common/"))
    path = os.path.join(runs, "plain_" + scene)
    with open(path, "w") as out:
        out.write(text.replace('<air mode="passive"/>', air))
    return path


def sucked(build, runs):
    """The mouth while a pump goes from 0 to its pressure within 0.1 s, at three steps."""
    air = '<air mode="active" pressure="-6e4"><pressure><key time="0.5" factor="0"/><key time="0.6" factor="1"/></pressure></air>'
    scene = plain(runs, "ground.xml", air)
    print("| step, ms | 60 kPa: from step to step | second difference | 90 kPa: from step to step | second difference |\n" + "|---" * 5 + "|")
    for dt in ("0.01", "0.005", "0.0025"):
        found = []
        for pressure in (60000, 90000):
            r = run(build, runs, scene, f"pump_{pressure}_{dt}", ["--time", "0.7", "--dt", dt, "--set", f"air.pressure=-{pressure}"])
            found += restless(r, 0.5, 0.7)
        print(f"| {1e3 * float(dt):g} | " + " | ".join(f"{v:.2f}" for v in found) + " |", flush=True)


# Shift of the cup in m, air, step in s.
WAYS = [("0", "true", "0.01"), ("0", "false", "0.01"), ("0", "true", "0.005"), ("0", "false", "0.005"), ("3e-6", "true", "0.01")]


def ways(build, runs):
    """How the quadratic cup lies on the middle cube, pressed on, with air and without any."""
    scene = plain(runs, "soft_cube.xml", '<air mode="passive"/>')
    print("| step, ms | shifted by, um | air | space, mm^3 | hand, N | air left, umol |\n" + "|---" * 6 + "|")
    for shift, air, dt in WAYS:
        name = f"bi_{shift}_{air}_{dt}"
        r = run(build, runs, scene, name, ["--time", "1", "--dt", dt, "--vtu", "--set", f"cube.mesh={ROOT}/meshes/cube_soft_60_n772.msh", "--set",
                                           f"cup.mesh={ROOT}/meshes/cup_35x15_q434.msh", "--set", f"air.enabled={air}",
                                           "--set", f"cup.position={shift} 0 0.0612"])
        left = f"{1e6 * r.cavities[-1]['air']:.2f}" if r.cavities else ""
        print(f"| {1e3 * float(dt):g} | {1e6 * float(shift):g} | {'yes' if air == 'true' else 'none'} "
              f"| {study_bound.between(os.path.join(runs, name))[0]:.1f} | {r.pull[-1][0]:.3f} | {left} |", flush=True)


STUDIES = {"cylinder": cylinder, "cubes": cubes, "depth": depth, "ground": ground, "sucked": sucked, "wavy": wavy, "ways": ways}

if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[2] not in STUDIES:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    runs = os.path.abspath(sys.argv[3]) if len(sys.argv) == 4 else os.path.join(build, "studies")
    os.makedirs(runs, exist_ok=True)
    STUDIES[sys.argv[2]](build, runs)

#!/usr/bin/env python3
"""Cups pressed on what no other scene has, and pulled off: is the air one, and does it come from somewhere?

  tools/study_attacks.py BUILD FOLDER [NAME ...]

Writes the scenes into FOLDER, runs each with two cups at 10 ms and with the coarser one at 5 and 20 ms, and prints a table
of docs/validation-suction.md. Runs that are in FOLDER are not repeated. Told of each: from when to when some air is shut
in; gaps, steps between first and last without any; the most cavities at a time and all in all, only those of more than 1%
of the largest mouth; the largest rise of air below ambient pressure while no cavity begins, of what it was; the lowest
pressure; the largest mouth of a cavity that begins within an older one's time. Needs Python 3 only.
"""
import csv
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
AMBIENT = 101325  # Pa
VARIANTS = [("n434", 10), ("n434", 20), ("n900", 10), ("n434", 5)]


def block(path, xs, ys, zs, solid):
    """A closed surface around the cells of a grid (mm) that are solid, each by the middle of it."""
    def full(i, j, k):
        inside = 0 <= i < len(xs) - 1 and 0 <= j < len(ys) - 1 and 0 <= k < len(zs) - 1
        return inside and solid((xs[i] + xs[i + 1]) / 2, (ys[j] + ys[j + 1]) / 2, (zs[k] + zs[k + 1]) / 2)

    number, points, faces = {}, [], []

    def vertex(i, j, k):
        if (i, j, k) not in number:
            points.append((xs[i], ys[j], zs[k]))
            number[i, j, k] = len(points)
        return number[i, j, k]

    sides = [((1, 0, 0), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))), ((-1, 0, 0), ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0))),
             ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0))), ((0, -1, 0), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
             ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))), ((0, 0, -1), ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)))]
    for i in range(len(xs) - 1):
        for j in range(len(ys) - 1):
            for k in range(len(zs) - 1):
                for (a, b, c), corners in sides if full(i, j, k) else []:
                    if not full(i + a, j + b, k + c):
                        v = [vertex(i + p, j + q, k + r) for p, q, r in corners]
                        faces += [(v[0], v[1], v[2]), (v[0], v[2], v[3])]
    with open(path, "w") as out:
        out.writelines("v %g %g %g\n" % p for p in points)
        out.writelines("f %d %d %d\n" % f for f in faces)


def evenly(low, high, n):
    return [low + (high - low) * i / n for i in range(n + 1)]


def seats(folder):
    """Rigid seats of bricks with their top at 0: a bored plate, a scratched one, a grating, one with pits, a step."""
    coarse = [-30, -20, -10, 10, 20, 30]
    block(f"{folder}/bored.obj", sorted(coarse + [-0.5, 0.5]), sorted(coarse + [-0.5, 0.5]), [-5, 0],
          lambda x, y, z: abs(x) > 0.5 or abs(y) > 0.5)
    block(f"{folder}/bored_lip.obj", sorted(coarse + [15, 18]), sorted(coarse + [-0.5, 0.5]), [-5, 0],
          lambda x, y, z: not (15 < x < 18 and abs(y) < 0.5))
    block(f"{folder}/scratched.obj", coarse, sorted(coarse + [2, 3]), [-5, -0.5, 0], lambda x, y, z: z < -0.5 or not 2 < y < 3)
    bars = [v for n in range(-6, 7) for v in (5 * n - 1, 5 * n + 1)]
    block(f"{folder}/grating.obj", bars, bars, [-4, 0], lambda x, y, z: abs((x + 2.5) % 5 - 2.5) < 1 or abs((y + 2.5) % 5 - 2.5) < 1)
    block(f"{folder}/pits.obj", bars, bars, [-4, -1, 0],
          lambda x, y, z: z < -1 or abs((x + 2.5) % 5 - 2.5) > 1 or abs((y + 2.5) % 5 - 2.5) > 1)
    block(f"{folder}/step.obj", sorted(coarse + [3]), coarse, [-5, -0.3, 0], lambda x, y, z: z < -0.3 or x < 3)


def rigid(mesh, place="0 0 0", turn="0 0 1 0", scale=1):
    return f'<fixed name="seat" mesh="{mesh}" scale="{scale}" position="{place}" rotation="{turn}"/>'


def box(size, place="0 0 0", turn="0 0 1 0"):
    return f'<fixed name="seat" position="{place}" rotation="{turn}"><box size="{size}"/></fixed>'


def slab(young, cells, height=0.02):
    """A soft one that is glued to the floor, its top at 0."""
    return (f'<material name="jelly" young="{young}" poisson="0.3" density="1000" stiffness_damping="5e-3"/>'
            f'<frame name="floor"/><deformable name="seat" material="jelly"><box size="0.05 0.05 {height}" center="0 0 {-height / 2}" '
            f'cells="{cells}"/></deformable><attach body="seat" frame="floor"><box min="-1 -1 -1" max="1 1 {-height + 1e-6}"/></attach>')


def scenes(folder):
    """Name: what lies below, how far the hand goes down (mm) after its way to it, how the cup is turned, where its origin
    begins (mm), more of the scene, and Young's modulus."""
    m = os.path.join(ROOT, "meshes")
    upright = "0 0 1 0"
    other = (f'<frame name="floor"/><deformable name="seat" mesh="{m}/cup_35x15_n434.msh" scale="SCALE" material="silicone" rotation="1 0 0 180" '
             'position="SHIFT"/><attach body="seat" region="stem" frame="floor"/>')
    facing = other.replace("SCALE", "1").replace("SHIFT", "0 0 0")
    cases = {
        "ball of 20 mm": (rigid(f"{m}/sphere_r20.obj", "0 0 -0.02"), 6, upright, (0, 0, -5)),
        "ball of 20 mm, beside": (rigid(f"{m}/sphere_r20.obj", "0.005 0.002 -0.02"), 7, upright, (0, 0, -3)),
        "ball of 40 mm": (rigid(f"{m}/convex_r40.obj"), 8, upright, (0, 0, 0.2)),
        "edge of a box": (box("0.03 0.08 0.03", "0 0 -0.0213", "0 1 0 45"), 10, upright, (0, 0, 0.2)),
        "corner of a box": (box("0.06 0.06 0.06", "0 0 -0.052", "1 -1 0 54.7356"), 9, upright, (0, 0, 0.2)),
        "box within the mouth": (box("0.012 0.012 0.02", "0 0 -0.005"), 6, upright, (0, 0, 0.5)),
        "edge of a table": (box("0.06 0.06 0.02", "-0.04 0 -0.01"), 6, upright, (0, 0, 0.2)),
        "rod of 4 mm": (rigid(f"{m}/cylinder_r25.obj", "0 0 -0.002", "0 0 1 0", 0.08), 6, upright, (0, 0, 0.2)),
        "mouth to mouth": (facing, 6, upright, (0, 0, 0.3)),
        "mouth to mouth, shifted": (other.replace("SCALE", "1").replace("SHIFT", "0.003 0.001 0"), 8, upright, (0, 0, 0.3)),
        "cup within a cup": (other.replace("SCALE", "0.6").replace("SHIFT", "0.001 0 0"), 8, upright, (0, 0, 0.3)),
        "tilted": (box("0.08 0.08 0.02", "0 0 -0.01"), 8, "1 0 0 8", (0, 0, 2.7)),
        "tilted, on a cylinder": (rigid(f"{m}/cylinder_top_r31.obj"), 8, "1 1 0 6", (0, 0, 2.0)),
        "grating": (rigid("grating.obj", scale=1e-3), 6, upright, (0, 0, 0.2)),
        "pits": (rigid("pits.obj", scale=1e-3), 7, upright, (0, 0, 0.2)),
        "bore": (rigid("bored.obj", scale=1e-3), 7, upright, (0, 0, 0.2)),
        "slot under the lip": (rigid("bored_lip.obj", scale=1e-3), 7, upright, (0, 0, 0.2)),
        "scratch across the lip": (rigid("scratched.obj", scale=1e-3), 7, upright, (0, 0, 0.2)),
        "step of 0.3 mm": (rigid("step.obj", scale=1e-3), 8, upright, (0, 0, 0.2)),
        "soft slab": (slab("5e4", "10 10 4"), 9, upright, (0, 0, 0.2)),
        "soft slab, pumped": (slab("5e4", "10 10 4"), 3, upright, (0, 0, 0.2), "pump"),
        "thin sheet": (slab("2e5", "12 12 2", 0.004) + '<fixed name="under" position="0 0 -0.0142"><box size="0.08 0.08 0.02"/></fixed>', 7,
                       upright, (0, 0, 0.2)),
        "ball of 20 mm, pumped": (rigid(f"{m}/sphere_r20.obj", "0 0 -0.02"), 4, upright, (0, 0, -5), "pump"),
        "pits, pumped": (rigid("pits.obj", scale=1e-3), 2, upright, (0, 0, 0.2), "pump"),
        "twisted on a soft slab": (slab("5e4", "10 10 4"), 8, upright, (0, 0, 0.2), "twist"),
    }
    for name, (below, down, turn, begin, *more) in cases.items():
        twist = 'rotation="0 0 1 30"' if "twist" in more else ""
        air = '<air mode="active" pressure="-60000"/>' if "pump" in more else "<air/>"
        text = f"""<scene name="{name}" dt="0.01" duration="0.9">
  <contact friction="0.5"/>
  {air}
  <material name="silicone" young="1e6" poisson="0.45" density="1100" stiffness_damping="1e-3"/>
  {below}
  <deformable name="cup" mesh="{m}/cup_35x15_n434.msh" material="silicone" position="0 0 {begin[2] * 1e-3:g}" rotation="{turn}"/>
  <frame name="hand"><key time="0"/><key time="0.4" position="0 0 -{down}e-3"/><key time="0.5" position="0 0 -{down}e-3" {twist}/>
    <key time="0.9" position="0 0 {18 - down}e-3" {twist}/></frame>
  <attach body="cup" region="stem" frame="hand" force_limit="60"/>
  <sensor name="pull" frame="hand"/>
</scene>
"""
        with open(os.path.join(folder, file_name(name) + ".xml"), "w") as out:
            out.write(text)
    return cases


def file_name(name):
    return name.replace(",", "").replace(" ", "_").replace(".", "")


def run(build, folder, name, cup, step):
    out = os.path.join(folder, f"{file_name(name)}_{cup}_{step}ms")
    if not os.path.exists(os.path.join(out, "summary.json")):
        print(os.path.basename(out), file=sys.stderr, flush=True)
        command = [os.path.join(build, "apps/cli/ventouse"), "run", os.path.join(folder, file_name(name) + ".xml"), "--quiet"]
        done = subprocess.run(command + ["--threads", "1", "--dt", str(step / 1e3), "--out", out,
                                         "--set", f"cup.mesh={ROOT}/meshes/cup_35x15_{cup}.msh"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if not os.path.exists(os.path.join(out, "summary.json")):
            sys.exit(f"study_attacks: {name}: {done.stderr.strip()}")
    return out


def row(folder, name, cup, step):
    summary = json.load(open(os.path.join(folder, "summary.json")))
    times, by_time = [r["time"] for r in csv.DictReader(open(os.path.join(folder, "steps.csv")))], {}
    for r in csv.DictReader(open(os.path.join(folder, "cavities.csv"))):
        by_time.setdefault(round(float(r["time"]), 6), {})[r["cavity"]] = {k: float(r[k]) for k in ("pressure", "air", "area", "volume")}
    steps = [by_time.get(round(float(t), 6), {}) for t in times]
    sealed = [i for i, s in enumerate(steps) if s]
    peak = max((float(r["fz"]) for r in csv.DictReader(open(os.path.join(folder, "forces.csv"))) if r["sensor"] == "pull"), default=0)
    head = f"| {name} | {cup} | {step} "
    trouble = f"{summary['solver']['unconverged']}, {summary['solver']['redone']}, {summary['troubles']['crossed']['steps']}"
    if not sealed:
        return head + f"| none | | | | | | | {peak:.1f} | {trouble} |"
    first, last = sealed[0], sealed[-1]
    gaps = last - first + 1 - len(sealed)
    largest = max(c["area"] for s in steps for c in s.values())
    counted = [{k for k, c in s.items() if c["area"] > 0.01 * largest} for s in steps]
    seen, rise, late = set(steps[first]), 0, 0
    for a, b in zip(steps[first:last], steps[first + 1:last + 1]):
        new = set(b) - seen
        if not new and a and b and all(c["pressure"] < AMBIENT - 1 for c in a.values()):
            before = sum(c["air"] for c in a.values())
            rise = max(rise, (sum(c["air"] for c in b.values()) - before) / before)
        late = max([late] + [b[k]["area"] for k in new])
        seen |= set(b)
    lowest = min(c["pressure"] for s in steps for c in s.values())
    rises = "regulated" if "pumped" in name else f"{100 * rise:.2g}"
    return head + (f"| {float(times[first]):.2f} to {float(times[last]):.2f} | {gaps} | {max(len(s) for s in counted)}, {len(set.union(*counted))} "
                   f"| {rises} | {lowest / 1e3:.1f} | {1e6 * late:.1f} | {1e6 * largest:.0f} | {peak:.1f} | {trouble} |")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    os.makedirs(folder, exist_ok=True)
    seats(folder)
    names = sys.argv[3:] or list(scenes(folder))
    scenes(folder)
    print("| cup on | cup | step, ms | sealed, s | gaps | cavities at a time, in all | air rises by, % | lowest, kPa | begins later, mm^2 | mouth, mm^2 "
          "| pulled with, N | unconverged, redone, crossed |\n" + "|---" * 12 + "|")
    for cup, step in VARIANTS:
        for name in names:
            print(row(run(build, folder, name, cup, step), name, cup, step), flush=True)

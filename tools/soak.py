#!/usr/bin/env python3
"""The soak's pick-ups, docs/soak.csv, a row for each, and the tables of docs/soak.md:

  soak.py BUILD_DIR figures|versions|slowest|failed   prints a table; `tools/validation.sh BUILD_DIR docs/soak.md` fills the page
  soak.py --add VERSION LOG...                        takes over the rows of logs that `test_robust_soak --log LOG` has written, of this version
                                                      of the code; of a pick-up that is there already the new row counts

docs/soak.csv is itself a log that test_robust_soak goes on with: copy it, run `test_robust_soak --seconds S --seed N --log COPY`, and add the copy.
Needs Python 3 only.
"""
import csv
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KEPT = os.path.join(ROOT, "docs", "soak.csv")
HOUR = 3600  # s


def read(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def add(version, logs):
    """Rows of a log that tell their version already, as in a copy of docs/soak.csv, keep it."""
    kept = {(int(r["seed"]), int(r["number"])): r for r in (read(KEPT) if os.path.exists(KEPT) else [])}
    for log in logs:
        for row in read(log):
            if row["what"]:  # else it was being written
                kept[int(row["seed"]), int(row["number"])] = {**row, "version": row.get("version") or version}
    if not kept:
        sys.exit("soak.py: no pick-up in the logs")
    rows = [kept[key] for key in sorted(kept)]
    with open(KEPT + ".new", "w", newline="") as file:
        out = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    os.replace(KEPT + ".new", KEPT)


def total(rows, key):
    return sum(float(r[key]) for r in rows)


def most(rows, key):
    return max(float(r[key]) for r in rows)


def seeds(rows):
    """How far each seed has come: its pick-ups are 0, 1, 2 and so on."""
    of = sorted({int(r["seed"]) for r in rows})
    return "seed" + ("s " if len(of) > 1 else " ") + " and ".join("%d" % s for s in of)


def versions(rows):
    print("| version | pick-ups | simulated, s | steps | worst step, s | checks that failed |")
    print("|---|---|---|---|---|---|")
    for version in sorted({r["version"] for r in rows}):
        own = [r for r in rows if r["version"] == version]
        print(f"| {version} | {len(own)} | {total(own, 'simulated_s'):.0f} | {total(own, 'steps'):.0f} | "
              f"{most(own, 'worst_ms') / 1e3:.1f} | {total(own, 'checks_failed'):.0f} |")


def figures(rows):
    steps, done = total(rows, "steps"), total(rows, "simulated_s")
    memory = [float(r["kept_mb"]) for r in rows]
    told = [
        ("simulated time", "%.0f s of the hour" % done if done < HOUR else "%.0f s" % done),
        ("pick-ups", "%d of %s, of which %d shut air in and %d lifted by more than 10 mm" % (len(rows), seeds(rows), total(rows, "sealed"), total(rows, "lifted"))),
        ("steps", "%d" % steps),
        ("processor time, one core", "%.0f s, %.1f ms a step" % (total(rows, "processor_s"), 1e3 * total(rows, "processor_s") / steps)),
        ("worst step", "%.1f s; at most %.2g of the work that a step may take" % (most(rows, "worst_ms") / 1e3, most(rows, "work"))),
        ("steps that were cut short", "%d" % total(rows, "cut_short")),
        ("unconverged", "%d; largest residual %.1g" % (total(rows, "unconverged"), most(rows, "residual"))),
        ("done in smaller pieces", "%d" % total(rows, "redone")),
        ("with cells inside out", "%d" % total(rows, "inverted")),
        ("surfaces that crossed", "%d" % total(rows, "crossed")),
        ("objects below the ground", "%d steps" % total(rows, "sunk")),
        ("numbers that are not finite", "%d" % total(rows, "not_finite")),
        ("steps that failed", "%d" % total(rows, "failed")),
        ("fastest body", "%.1f m/s" % most(rows, "speed")),
        ("imbalance of forces", "%.1g of the largest force" % most(rows, "imbalance")),
        ("air that came from nowhere", "%.1g of a cavity's" % most(rows, "gained")),
        ("second halves repeated with two threads", "%d, of which %d had other bits" % (total(rows, "repeated"), total(rows, "differs"))),
        ("memory in use after a pick-up", "%.3f to %.3f MB; %.0f MB at most in all" % (min(memory), max(memory), most(rows, "peak_mb"))),
    ]
    print("| what | found |")
    print("|---|---|")
    for name, value in told:
        print(f"| {name} | {value} |")


def listed(rows):
    print("| pick-up | ms a step | worst, ms | what |")
    print("|---|---|---|---|")
    for r in rows:
        cup, rest = r["what"].split(" of ", 1)
        what = "%s, %s%s" % (cup.replace(".msh", ""), rest.split(" on a ")[1].split(", tilt")[0], ", newmark" if "newmark" in rest else "")
        print(f"| {r['seed']} {r['number']} | {1e3 * float(r['processor_s']) / max(1, int(r['steps'])):.0f} | {float(r['worst_ms']):.0f} | {what} |")


def main():
    tables = {"figures": figures, "versions": versions, "slowest": lambda rows: listed(sorted(rows, key=lambda r: -float(r["worst_ms"]))[:8]),
              "failed": lambda rows: listed([r for r in rows if int(r["checks_failed"]) > 0])}
    if len(sys.argv) > 3 and sys.argv[1] == "--add":
        add(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) == 3 and sys.argv[2] in tables:
        tables[sys.argv[2]](read(KEPT))
    else:
        sys.exit(__doc__)


main()

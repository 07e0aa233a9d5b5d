#!/usr/bin/env python3
"""Prints the tables of docs/soak.md from the log of a soak: soak.py BUILD_DIR figures|slowest|failed.

The log is BUILD_DIR/soak.csv, which `BUILD_DIR/tests/robust/soak/test_robust_soak --seconds 3600 --log BUILD_DIR/soak.csv` writes, a row for each
pick-up: it may be ended at any time and goes on where the log ends. `tools/validation.sh BUILD_DIR docs/soak.md` fills the page.
Needs Python 3 only.
"""
import csv
import os
import sys

HOUR = 3600  # s


def read(build):
    with open(os.path.join(build, "soak.csv")) as file:
        return list(csv.DictReader(file))


def total(rows, key):
    return sum(float(r[key]) for r in rows)


def most(rows, key):
    return max(float(r[key]) for r in rows)


def figures(rows):
    steps, done = total(rows, "steps"), total(rows, "simulated_s")
    memory = [float(r["kept_mb"]) for r in rows]
    told = [
        ("simulated time", "%.0f s of the hour" % done if done < HOUR else "%.0f s" % done),
        ("pick-ups", "%d, of which %d shut air in and %d lifted by more than 10 mm" % (len(rows), total(rows, "sealed"), total(rows, "lifted"))),
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
    if len(sys.argv) != 3 or sys.argv[2] not in ("figures", "slowest", "failed"):
        sys.exit(__doc__)
    rows = read(sys.argv[1])
    if not rows:
        sys.exit("soak.py: no pick-up in the log")
    if sys.argv[2] == "figures":
        figures(rows)
    elif sys.argv[2] == "slowest":
        listed(sorted(rows, key=lambda r: -float(r["worst_ms"]))[:8])
    else:
        listed([r for r in rows if int(r["checks_failed"]) > 0])


main()

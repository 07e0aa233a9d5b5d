#!/usr/bin/env python3
"""Fills docs/speed.md with what `ventouse bench` measures, and draws docs/images/speed_rows.svg.

  tools/speed.py PROGRAM [--from FILE]

PROGRAM is the ventouse to run: its parts `papers` and `cups`, some minutes of one core, on a machine that does nothing
else. With --from the JSON that an earlier run left in FILE is taken instead (it is written to docs/speed.json). Needs
Python 3.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE, KEPT = os.path.join(ROOT, "docs", "speed.md"), os.path.join(ROOT, "docs", "speed.json")
STAGES = ("free_motion", "collision", "cavity", "compliance", "solve", "rest")
SOFA = [(112, 25), (186, 42), (367, 100), (1069, 515)]  # rows, ms: its fastest exact variant, unconverged, no suction


def measure(program):
    rows = []
    for part in ("papers", "cups"):
        done = subprocess.run([program, "bench", part, "--json"], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"speed: {program} bench {part}: {done.stderr.strip()}")
        rows += json.loads(done.stdout)
    return rows


def short(value):
    """Three digits at most, two behind the point."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def exponent(points):
    """The power of x that y grows with, by least squares."""
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def paper_table(rows, name):
    """Ours beside theirs, one table of a paper."""
    yield "| | nodes | coll. | rows | ms | worst | " + " | ".join(("free", "coll.", "cav.", "W", "solve", "rest")) + \
        " | real | Y | theirs: rows | ms | times |"
    yield "|---" * 17 + "|"
    for r in rows:
        if r.get("table") != name:
            continue
        ms, paper = r["mean_ms"], r["paper"]
        cells = [r["scene"], r["nodes"], r["collision_nodes"], f"{r['rows_mean']:.0f}", short(ms['total']),
                 f"{r['worst_ms']:.0f}", *(f"{ms[s]:.1f}" for s in STAGES), short(r['realtime_factor']),
                 short(r['mean_yardsticks']) if "mean_yardsticks" in r else "", f"{paper['rows']:.0f}",
                 f"{paper['ms']:.0f}", short(paper["ms"] / ms["total"]) if paper["ms"] < ms["total"] else f"{paper['ms'] / ms['total']:.0f}"]
        yield "| " + " | ".join(map(str, cells)) + " |"


def sums(rows):
    """What the yardstick was, and how time grows."""
    papers = [r for r in rows if "table" in r]
    yards = sorted({r["yardstick_ms"] for r in papers if "yardstick_ms" in r})
    if yards:
        yield f"The yardstick Y: {yards[0]:.2f} to {yards[-1]:.2f} ms in this run."
    bad = sum(r["unconverged"] for r in papers)
    yield f"Steps unconverged: {bad or 'none'}."
    for name, words in (("table_2", "Table 2"), ("table_4_3", "Table 4.3")):
        ours = [(r["rows_mean"], r["mean_ms"]["total"]) for r in papers if r["table"] == name]
        theirs = [(r["paper"]["rows"], r["paper"]["ms"]) for r in papers if r["table"] == name]
        yield f"{words}: time grows with rows to the power of {exponent(ours):.2f}, theirs {exponent(theirs):.2f}."
    hang = [r for r in rows if r["scene"] == "hang" and r["threads"] == 1]
    for letter, words in (("_n", "linear"), ("_q", "quadratic")):
        points = [(r["nodes"], r["median_ms"]["total"]) for r in hang if letter in r["mesh"]]
        yield f"Hanging cups, {words}: with nodes to the power of {exponent(points):.2f}."
    block = [(r["nodes"], r["median_ms"]["total"]) for r in rows if r["scene"] == "block" and r["threads"] == 1]
    yield f"Hanging blocks of hexahedra: {exponent(block):.2f}."


def body_table(rows):
    """Single bodies: medians."""
    yield "| | mesh | nodes | rows | 1 thread, ms | 2 threads | free | coll. | cav. | W | solve | rest | aim, ms |"
    yield "|---" * 13 + "|"
    for r in rows:
        if "median_ms" not in r or r["threads"] != 1:
            continue
        ms = r["median_ms"]
        two = [o["median_ms"]["total"] for o in rows if "median_ms" in o and o["threads"] == 2 and
               (o["scene"], o["mesh"]) == (r["scene"], r["mesh"])]
        aim = f"{r['aim_ms']:g}" if "aim_ms" in r else ""
        cells = [r["scene"], r["mesh"].replace("cup_35x15_", "").replace(".msh", ""), r["nodes"], f"{r['rows']:.0f}",
                 short(ms['total']), short(two[0]) if two else "", *(short(ms[s]) for s in STAGES), aim]
        yield "| " + " | ".join(map(str, cells)) + " |"


def draw(rows):
    """Time over rows: ours, the paper's Table 2, SOFA's."""
    sys.path.insert(0, os.path.join(ROOT, "docs", "images"))
    import draw as pen
    picture, left, right, top, bottom = pen.Picture(640, 400), 70, 620, 20, 340

    def place(row, ms):
        x = left + (math.log10(row) - 1.9) / 1.4 * (right - left)
        return x, bottom - (math.log10(ms) - 0) / 3.3 * (bottom - top)

    for ms in (1, 10, 100, 1000):
        picture.line([(left, place(100, ms)[1]), (right, place(100, ms)[1])], "#ddd", 1)
        picture.text(left - 8, place(100, ms)[1] + 4, f"{ms:g}", "end")
    for row in (100, 200, 500, 1000, 2000):
        picture.line([(place(row, 1)[0], top), (place(row, 1)[0], bottom)], "#ddd", 1)
        picture.text(place(row, 1)[0], bottom + 18, f"{row:g}")
    papers = [r for r in rows if r.get("table") == "table_2"]
    # words, where they stand beside the first point, points
    lines = (("ours, Table 2", -10, pen.BLUE, [(r["rows_mean"], r["mean_ms"]["total"]) for r in papers]),
             ("the 2022 paper", -14, pen.RED, [(r["paper"]["rows"], r["paper"]["ms"]) for r in papers]),
             ("SOFA, without suction, unconverged", 22, pen.ORANGE, SOFA))
    for words, above, colour, points in lines:
        picture.line([place(*p) for p in points], colour)
        for p in points:
            picture.dot(*place(*p), colour)
        x, y = place(*points[0])
        picture.text(x, y + above, words, "start", colour)
    picture.line([place(80, 10), place(1995, 10)], "#000", 1, "4 3")
    picture.text(right, place(100, 10)[1] - 5, "real time", "end")
    picture.text((left + right) / 2, 385, "constraint rows")
    picture.text(left, 14, "ms a step", "start")
    picture.save(os.path.join(ROOT, "docs", "images", "speed_rows.svg"))


def fill(rows):
    text = open(PAGE).read()
    parts = {name: paper_table(rows, name) for name in ("table_1", "table_2", "table_4_2", "table_4_3")}
    parts |= {"bodies": body_table(rows), "sums": ("- " + line for line in sums(rows))}
    for name, lines in parts.items():
        begin, end = f"<!-- begin tools/speed.py {name} -->", "<!-- end -->"
        text, count = re.subn(re.escape(begin) + ".*?" + end, lambda _: "\n".join([begin, *lines, end]), text, flags=re.S)
        if count != 1:
            sys.exit(f"speed: docs/speed.md: found {count} places for {name}, expected 1")
    open(PAGE, "w").write(text)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--from", dest="file")
    options = arguments.parse_args()
    rows = json.load(open(options.file)) if options.file else measure(options.program)
    with open(KEPT, "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")
    fill(rows)
    draw(rows)


if __name__ == "__main__":
    main()

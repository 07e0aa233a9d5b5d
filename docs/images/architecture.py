#!/usr/bin/env python3
"""Draws rooms.svg, the rooms and what each uses, and step.svg, a step as data flows through it, for docs/architecture.md.

The rooms and their uses are read from src/*/CMakeLists.txt, so that the picture is what the build knows.
"""
import os
import re

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.join(here, "..", "..")

INK, SOFT, LINE = "#1b1f24", "#59636e", "#8b949e"
FILL = {"low": "#dbe7f3", "physics": "#fbe3cf", "whole": "#ddefdc", "out": "#efe4f5", "data": "#fff6c9"}


class Picture:
    def __init__(self, width, height):
        self.size = (width, height)
        self.parts = []

    def box(self, x, y, w, h, fill, title, lines=(), size=13):
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="6" fill="{fill}" stroke="{LINE}"/>')
        top = y + (h - 15 * len(lines)) / 2 + 4.5
        self.text(x + w / 2, top, title, "middle", INK, size, True)
        for i, line in enumerate(lines):
            self.text(x + w / 2, top + 15.5 * (i + 1), line, "middle", SOFT, 11)

    def text(self, x, y, text, anchor="start", colour=INK, size=12, bold=False):
        weight = ' font-weight="bold"' if bold else ""
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}"{weight}>{text}</text>')

    def arrow(self, points, colour=SOFT, width=1.4, dash=""):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash} '
                          'marker-end="url(#head)"/>')

    def save(self, name):
        width, height = self.size
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                'font-family="sans-serif">\n<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
                f'markerHeight="8" orient="auto"><path d="M0,0.8 L7.5,4 L0,7.2 z" fill="{SOFT}"/></marker></defs>\n'
                f'<rect width="{width}" height="{height}" fill="white"/>\n')
        with open(os.path.join(here, name), "w", encoding="utf-8") as file:
            file.write(head + "\n".join(self.parts) + "\n</svg>\n")


def read_uses():
    uses = {}
    for room in sorted(os.listdir(os.path.join(root, "src"))):
        path = os.path.join(root, "src", room, "CMakeLists.txt")
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            call = re.search(r"vt_room\((.*?)\)", file.read(), re.S).group(1)
        words = re.sub(r"\$\{[^}]*\}", "", call).split()
        at = words.index("USES") + 1 if "USES" in words else len(words)
        listed = []
        for word in words[at:]:
            if word == "SOURCES":
                break
            listed.append(word)
        uses[words[0]] = listed
    return uses


ABOUT = {
    "base": ["errors, memory, vectors,", "threads, hashes"],
    "sparse": ["Cholesky factors,", "compliance of nodes"],
    "mesh": ["meshes, their topology,", "reading and writing"],
    "geometry": ["predicates, search trees,", "proximity, the union"],
    "body": ["elements, rigid bodies,", "frames, regions"],
    "contact": ["contact points,", "surfaces that cross"],
    "cavity": ["detectors, following,", "gas, bands, films"],
    "solver": ["the Delassus operator,", "contact, joints and gas"],
    "model": ["what never changes", "while worlds run"],
    "rows": ["bodies and laws", "as constraint rows"],
    "world": ["state, step,", "snapshots, sensors"],
    "haptics": ["devices,", "force feedback"],
    "track": ["motion capture,", "files and live"],
    "scene": ["scene files to models,", "expectations"],
    "record": ["CSV, JSON, VTU,", "reports"],
}


def draw_rooms():
    uses = read_uses()
    place = {
        "base": (0, 0), "sparse": (1, 0), "mesh": (2, 0), "geometry": (3, 0),
        "body": (0.5, 1), "contact": (1.5, 1), "cavity": (2.5, 1),
        "solver": (2, 2), "model": (1, 2), "rows": (1.5, 3), "world": (1.5, 4), "haptics": (0, 5),
        "track": (1, 5), "scene": (2, 5), "record": (3, 5),
    }
    assert set(place) == set(uses) == set(ABOUT), (set(place) ^ set(uses))
    kinds = {"low": ["base", "sparse", "mesh", "geometry"], "physics": ["body", "contact", "cavity", "solver"],
             "whole": ["model", "rows", "world"], "out": ["haptics", "track", "scene", "record"]}
    kind_of = {room: kind for kind, rooms in kinds.items() for room in rooms}
    w, h, dx, dy, left, top = 165, 60, 190, 102, 22, 58
    picture = Picture(790, 772)
    spot = {room: (left + dx * x, top + dy * y) for room, (x, y) in place.items()}

    def reach(room, seen):
        for other in uses[room]:
            if other not in seen:
                seen.add(other)
                reach(other, seen)
        return seen

    picture.text(left, 26, "Each room uses rooms above it. Arrows: what it uses beyond what those use already; all use base.", size=13)
    for room, listed in uses.items():
        others = [o for o in listed if o != "base"]
        direct = [o for o in others if not any(o in reach(p, set()) for p in others if p != o)]
        x, y = spot[room]
        for n, other in enumerate(sorted(direct, key=lambda o: spot[o][0])):
            ox, oy = spot[other]
            if oy == y:  # beside
                first, last = ((x, y + h / 2), (ox + w, oy + h / 2)) if ox < x else ((x + w, y + h / 2), (ox, oy + h / 2))
                picture.arrow([first, last])
                continue
            start = (x + w * (n + 1) / (len(direct) + 1), y)
            middle = ox + w / 2
            end = (min(max(start[0], ox + 14), ox + w - 14) if oy + dy == y + 0 else middle, oy + h)
            picture.arrow([start, end])
    for room, (x, y) in spot.items():
        picture.box(x, y, w, h, FILL[kind_of[room]], room, ABOUT[room])
    y = top + 6 * dy + 16
    picture.box(left + 30, y, 150, 46, "#eeeeee", "apps/cli", ["the program"], 12)
    picture.box(left + 210, y, 180, 46, "#eeeeee", "apps/server, viewer", ["the page"], 12)
    picture.box(left + 420, y, 150, 46, "#eeeeee", "examples", ["and your program"], 12)
    picture.parts.append(f'<line x1="{left}" x2="{left + 740}" y1="{y - 22}" y2="{y - 22}" stroke="{LINE}" stroke-dasharray="6 4"/>')
    picture.text(left + 740, y - 28, "include/ventouse: the public headers", "end", SOFT, 12)
    picture.save("rooms.svg")


def draw_step():
    picture = Picture(960, 724)
    x, w, h, gap, top = 270, 290, 54, 20, 62
    stages = [
        ("drive", "world/drive.c", "frames, attached nodes, loads at the end of the step"),
        ("predict", "body/deformable.c, body/rigid.c", "every body moves freely; a factor of A = M + hD + h²K"),
        ("collide", "world/collide.c, contact/contact.c", "contact points between surfaces that come near"),
        ("cavities", "world/air.c, air_find.c, cavity/", "found or kept, followed; the law of the gas in each"),
        ("compliance", "rows/rows.c, rows/air.c, rows/joints.c", "rows: gradients H and free values q"),
        ("solve", "solver/active.c, solver/solve.c", "u = W f + q with all laws; W = H h²A⁻¹ Hᵀ as needed"),
        ("correct", "rows/rows.c, body/deformable.c", "forces Hᵀf applied, bodies moved on"),
        ("verify", "world/advance.c, contact/crossing.c", "finite? crossed? energy from nowhere?"),
        ("settle", "world/air.c", "volume, pressure and amount of every cavity"),
    ]
    flows = [
        ("poses, targets, forces", None), ("x and v of the free motion, A⁻¹", None),
        ("contacts: points, normals, gaps", None), ("cavity meshes, dV/dx, gas laws", None),
        ("rows, blocks, last forces as guess", None), ("forces f, pressures P", None),
        ("x and v as the step ends", None), ("what is wrong, if anything", None)]
    picture.text(x + w / 2, 30, "vt_world_step, try by try (world/step.c, advance.c)", "middle", INK, 14, True)
    for i, (name, files, what) in enumerate(stages):
        y = top + i * (h + gap)
        picture.box(x, y, w, h, FILL["whole" if i in (0, 7, 8) else "physics"], name, [files])
        picture.text(x + w + 14, y + h / 2 + 4, what, "start", SOFT, 11.5)
        if i + 1 < len(stages):
            picture.arrow([(x + w / 2, y + h), (x + w / 2, y + h + gap)])
            picture.text(x + w / 2 + 8, y + h + gap / 2 + 4, flows[i][0], "start", INK, 10.5)
    bottom = top + 9 * (h + gap) - gap
    # The state on the left: read from above, written below.
    picture.box(24, top + 92, 170, 96, FILL["data"], "state", ["rows/state.h: nodes, rigid", "bodies, contacts, cavities,", "last forces, sensors"])
    picture.box(24, bottom - 132, 170, 80, FILL["data"], "views", ["what a person looks at:", "surfaces, cavity meshes"])
    picture.box(24, top + 290, 170, 80, FILL["data"], "step context", ["rows/step.h: all that lives", "for one try"])
    middle = top + 140
    for i in (0, 1, 2, 3):
        y = top + i * (h + gap) + h / 2
        picture.arrow([(194, min(max(y, top + 104), top + 176)), (x, y)])
    for i in (4, 5):
        y = top + i * (h + gap) + h / 2
        picture.arrow([(194, top + 330), (x, y)], dash="4 3")
    y = top + 6 * (h + gap) + h / 2
    picture.arrow([(x, y), (212, y), (212, top + 250), (109, top + 250), (109, top + 188)])
    y = top + 8 * (h + gap) + h / 2
    picture.arrow([(x, y), (194, bottom - 92)])
    # Back to the state as it was, when verify does not accept.
    y = top + 7 * (h + gap) + h / 2
    picture.text(x + w + 14, y + 20, "if something is, the state goes back; then again with", "start", "#a40e26", 11.5)
    picture.text(x + w + 14, y + 34, "what was run into foreseen, or in halves (cover, attempt)", "start", "#a40e26", 11.5)
    picture.save("step.svg")


draw_rooms()
draw_step()

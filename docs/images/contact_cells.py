#!/usr/bin/env python3
"""Draws contact_cells.svg: which points of two soft surfaces become contacts, and where one of them acts."""

W, H = 760, 300
LEAD, FOLLOW, KEPT = "#1f77b4", "#d62728", "#2ca02c"
out = []


def text(x, y, s, anchor="middle", colour="#000", size=12):
    out.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}">{s}</text>')


def line(points, colour, width=1.5, dash=""):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dash = f' stroke-dasharray="{dash}"' if dash else ""
    out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>')


def dot(x, y, colour, filled=True):
    fill = colour if filled else "white"
    out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{fill}" stroke="{colour}" stroke-width="1.5"/>')


def arrow(x, y, length, colour):
    tip = 5 if length > 0 else -5
    line([(x, y), (x, y + length)], colour, 2)
    out.append(f'<polygon points="{x:.1f},{y + length + tip:.1f} {x - 4:.1f},{y + length:.1f} {x + 4:.1f},{y + length:.1f}" fill="{colour}"/>')


def at(points, x):
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


# Left: a fine surface leads; the other one has a ridge that stands out.
text(180, 24, "kept and guarded points", size=14)
upper = [(20 + 40 * k, 120) for k in range(9)]
lower = [(20, 160), (78, 160), (136, 160), (186, 134), (236, 160), (292, 160), (340, 160)]
line(upper, LEAD, 2)
line(lower, FOLLOW, 2)
for x, y in upper:
    line([(x, y), (x, at(lower, x))], "#999", 1, "3 3")
    dot(x, y, LEAD)
for x, y in lower:
    dot(x, y, KEPT if y < 150 else FOLLOW, y < 150)
text(180, 78, "the surface of smaller triangles leads:", colour=LEAD)
text(180, 96, "each of its vertices is a contact", colour=LEAD)
text(180, 200, "vertices of the other one are guarded", colour=FOLLOW)
text(180, 218, "by the leaders around them,", colour=FOLLOW)
text(180, 240, "but for one that stands out", colour=KEPT)

# Right: psi over the cell of one vertex, and what it gives to the other surface.
text(570, 24, "where the contact of one vertex acts", size=14)
step, middle, base = 62.0, 570.0, 150.0
cell = [(middle + step * k, base) for k in (-2, -1, 0, 1, 2)]
nodes = [middle - 165 + 47 * k for k in range(8)]
line(cell, LEAD, 2)
line([(x, base + 40) for x in nodes], FOLLOW, 2)


def psi(x):
    s = abs(x - middle) / step
    return 2 - 3 * s if s < 1 else 0.0


curve = [(middle - step - 0.01, 0)] + [(middle + step * k / 20, psi(middle + step * k / 20 * 0.99999)) for k in range(-20, 21)] + [(middle + step + 0.01, 0)]
line([(x, base - 12 - 34 * v) for x, v in curve], "#000")
line([(middle - 1.6 * step, base - 12), (middle + 1.6 * step, base - 12)], "#999", 1, "3 3")
text(middle + 30, base - 70, "psi", "start")
weights = []
for k, n in enumerate(nodes):
    total = 0.0
    for i in range(4000):
        x = middle - step + 2 * step * (i + 0.5) / 4000
        total += psi(x) * max(0.0, 1 - abs(x - n) / 47) * 2 * step / 4000
    weights.append(total / step)
for n, w in zip(nodes, weights):
    if abs(w) > 1e-3:
        arrow(n, base + 46, 75 * w, FOLLOW)
        text(n + (9 if w > 0 else 12), base + 46 + 75 * w + (2 if w > 0 else -6), f"{w:.2f}".replace("-", "&#8722;"), "start", FOLLOW, 10)
for x, y in cell:
    dot(x, y, LEAD, x == middle)
for x in nodes:
    dot(x, base + 40, FOLLOW, False)
text(middle, base + 118, "on its own surface: the vertex;")
text(middle, base + 135, "on the other one: the mean under psi, opposite the vertex")

with open(__file__.replace(".py", ".svg"), "w") as f:
    f.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{W}" height="{H}" font-family="sans-serif">\n')
    f.write('<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(out) + "\n</svg>\n")

#!/usr/bin/env python3
"""Draws seal_band.svg: how the pressure of a cavity falls across a seal, in a section through a lip."""

W, H = 760, 372
LEAD, OTHER, TIE = "#1f77b4", "#7f7f7f", "#d62728"
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


# The lip: vertices along it and their gaps over the reach there.
xs = [60, 150, 240, 330, 420, 510, 600, 690]
openness = [3.2, 2.1, 1.25, 0.72, 0.66, 0.68, 1.3, 2.3]
ground, reach = 170.0, 40.0
lip = [(x, ground - reach * u) for x, u in zip(xs, openness)]


def resistance(a, b):
    low, high = 1 - max(a, b), 1 - min(a, b)
    if low >= 0:
        return 0.5 * (low + high)
    return 0.0 if high <= 0 else 0.5 * high * high / (high - low)


# The potential: a chain of resistors from the last open vertex inside to the first one outside.
chain = [resistance(a, b) for a, b in zip(openness, openness[1:])]
total, shares, gone = sum(chain), [1.0], 0.0
for r in chain:
    gone += r
    shares.append(1 - gone / total)

text(380, 24, "section through a lip", size=14)
out.append(f'<rect x="20" y="{ground}" width="720" height="16" fill="#ddd"/>')
line([(20, ground), (740, ground)], OTHER, 2)
line([(20, ground - reach), (740, ground - reach)], OTHER, 1, "5 4")
text(736, ground - reach - 5, "reach", "end", OTHER)
line([(20, ground - reach * 3.7)] + lip + [(740, ground - reach * 2.9)], LEAD, 2)
text(70, ground - 12, "cavity, P", "start")
text(716, ground - 12, "outside", "end")
for (x, y), u in zip(lip, openness):
    if u < 1 or u == 1.25:
        line([(x, y), (x, ground)], TIE, 2)
    dot(x, y, LEAD, u < 1)
text(420, ground - 76, "ties: what is missing at a vertex,", colour=TIE)
text(420, ground - 61, "and its opposite at the point across", colour=TIE)
text(420, ground + 12, "other surface", size=11)

# Below: the share of the pressure.
base, top = 335.0, 225.0
text(30, top - 12, "share of P", "start")
line([(30, base), (740, base)], "#999", 1)
text(24, base + 4, "0", "end", size=11)
text(24, top + 4, "1", "end", size=11)
fine = []
for k, (a, b) in enumerate(zip(openness, openness[1:])):
    for i in range(40):
        s = i / 40
        part = sum(max(0.0, 1 - (a + (b - a) * s * (j + 0.5) / 50)) for j in range(50)) * s / 50
        fine.append((xs[k] + (xs[k + 1] - xs[k]) * s, shares[k] - part / total))
fine.append((xs[-1], 0.0))
line([(x, base - (base - top) * v) for x, v in fine], "#000", 1, "3 3")
line([(x, base - (base - top) * v) for x, v in zip(xs, shares)], LEAD, 2)
for x, v, u in zip(xs, shares, openness):
    dot(x, base - (base - top) * v, LEAD, u < 1)
    if u < 1:
        text(x + 8, base - (base - top) * v - 6, f"{v:.2f}", "start", LEAD, 11)
# Where the mesh of the cavity may end: at one ring of vertices or the next.
for x in (285, 375):
    line([(x, ground + 22), (x, base)], TIE, 1, "2 3")
text(330, base + 17, "the mesh ends here or there", colour=TIE, size=11)
text(130, base + 32, "filled: within reach, the share follows", "start", LEAD, 11)
text(430, base + 32, "open: has the pressure of its air", "start", LEAD, 11)

with open(__file__.replace(".py", ".svg"), "w") as f:
    f.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{W}" height="{H}" font-family="sans-serif">\n')
    f.write('<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(out) + "\n</svg>\n")

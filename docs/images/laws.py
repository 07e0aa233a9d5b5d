#!/usr/bin/env python3
"""Draws laws.svg: stress over strain of both laws at nu = 0.45, closed forms as lines, a cube of elements
(test_body_neo_hookean --curves) as points, and natural rubber (Treloar 1944) as crosses.

  test_body_neo_hookean --curves | docs/images/laws.py
"""
import math, os, sys

MU, NU = 1.0, 0.45
LAMBDA = 2 * MU * NU / (1 - 2 * NU)
# Treloar, Stress-strain data for vulcanised rubber under various types of deformation, Trans. Faraday Soc. 40 (1944):
# stretch, nominal stress in kgf/cm^2, up to strains of 0.9.
TRELOAR = {
    'tension': [(1.02, .26), (1.125, 1.37), (1.24, 2.3), (1.39, 3.23), (1.585, 4.16), (1.9, 5.1)],
    'equibiaxial': [(1.03, .95), (1.07, 1.6), (1.12, 2.42), (1.14, 2.62), (1.2, 3.32), (1.31, 4.43), (1.42, 5.18),
                  (1.68, 6.6)]}
COLOURS = {'corotated': '#b3261e', 'neo-hookean': '#1565c0'}


def corotated(kind, s):
    young = 2 * MU * (1 + NU)
    if kind == 'tension': return young * (s - 1)
    if kind == 'equibiaxial': return young / (1 - NU) * (s - 1)
    r = s / math.sqrt(4 + s * s)
    return 2 * MU * (s - r) + LAMBDA * (math.sqrt(4 + s * s) - 2) * r


def neo_hookean(kind, s):
    if kind == 'tension': return MU * (s - (1 + MU * (1 - 1 / s) / (MU + LAMBDA)) / s ** 2)
    if kind == 'equibiaxial':
        j = (2 * MU + LAMBDA) / (MU + LAMBDA + MU / s ** 4)
        return MU * (s - j * j / s ** 5)
    return MU * s


LAWS = {'corotated': corotated, 'neo-hookean': neo_hookean}


def fit(law, limit):
    """The modulus in kgf/cm^2 that suits Treloar's rubber best up to a stretch, and the root mean square error."""
    data = [(LAWS[law](kind, s), p) for kind in TRELOAR for s, p in TRELOAR[kind] if s <= limit]
    mu = sum(a * p for a, p in data) / sum(a * a for a, _ in data)
    error = math.sqrt(sum((mu * a - p) ** 2 for a, p in data) / sum(p * p for _, p in data))
    return mu, error


measured = [line.strip().split(',') for line in sys.stdin if line.count(',') == 3]
rubber, _ = fit('neo-hookean', 1.6)
PANELS = [('tension', .5, 2, -3.2, 3.2, 'stretch'), ('equibiaxial', .5, 2, -5, 5, 'stretch'),
          ('shear', 0, 1.5, 0, 5, 'shear')]
WIDTH, HEIGHT, TOP, BOTTOM = 900, 340, 30, 290
lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
         f'font-size="12">', f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
for n, (kind, low, high, least, most, word) in enumerate(PANELS):
    left, right = 50 + 295 * n, 50 + 295 * n + 240

    def x_of(s): return left + (s - low) / (high - low) * (right - left)

    def y_of(p): return BOTTOM - (p - least) / (most - least) * (BOTTOM - TOP)

    lines.append(f'<text x="{(left + right) / 2}" y="18" text-anchor="middle">{kind}</text>')
    for k in range(4):
        s = low + k * (high - low) / 3
        lines.append(f'<path d="M{x_of(s):.1f} {TOP}V{BOTTOM}" stroke="#ddd"/>'
                     f'<text x="{x_of(s):.1f}" y="{BOTTOM + 16}" text-anchor="middle">{s:g}</text>')
    for p in range(math.ceil(least), math.floor(most) + 1):
        lines.append(f'<path d="M{left} {y_of(p):.1f}H{right}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y_of(p) + 4:.1f}" text-anchor="end">{p}</text>')
    for law in LAWS:
        points = [low + (high - low) * k / 100 for k in range(101)]
        shown = [(s, LAWS[law](kind, s)) for s in points if least <= LAWS[law](kind, s) <= most]
        path = 'M' + 'L'.join(f'{x_of(s):.1f} {y_of(p):.1f}' for s, p in shown)
        lines.append(f'<path d="{path}" fill="none" stroke="{COLOURS[law]}" stroke-width="2"/>')
    for law, what, s, p in measured:
        if what == kind and least <= float(p) <= most:
            lines.append(f'<circle cx="{x_of(float(s)):.1f}" cy="{y_of(float(p)):.1f}" r="3" fill="{COLOURS[law]}"/>')
    for s, p in TRELOAR.get(kind, []):
        x, y = x_of(s), y_of(p / rubber)
        lines.append(f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" stroke="#333" stroke-width="1.5"/>')
    lines.append(f'<text x="{(left + right) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{word}</text>')
for n, law in enumerate(LAWS):
    lines.append(f'<text x="60" y="{48 + 16 * n}" fill="{COLOURS[law]}">{law}</text>')
lines.append('<text x="60" y="80" fill="#333">x  natural rubber</text>')
lines.append(f'<text x="14" y="{(TOP + BOTTOM) / 2}" text-anchor="middle" '
             f'transform="rotate(-90 14 {(TOP + BOTTOM) / 2})">stress / mu</text>')
lines.append('</svg>')
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'laws.svg'), 'w') as file:
    file.write('\n'.join(lines) + '\n')
for law in LAWS:
    for limit in (1.25, 1.6, 2):
        print(f'{law}, up to {limit}: mu {fit(law, limit)[0]:.3g} kgf/cm^2, error {100 * fit(law, limit)[1]:.1f}%')

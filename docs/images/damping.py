#!/usr/bin/env python3
"""Draws damping.svg: what a step keeps of a vibration, theory as lines, measured as points.

  build/release/tests/physics/time/test_time_damping | docs/images/damping.py
"""
import math, os, re, sys

MEASURED = {'euler': [], 'newmark': []}
for row in re.finditer(r'^\| (euler|newmark) \| ([\d.]+) \| ([\d.]+) \|', sys.stdin.read(), flags=re.M):
    MEASURED[row[1]].append((float(row[2]), float(row[3])))
if not all(MEASURED.values()):
    sys.exit('damping.py: found no table, expected the output of test_time_damping')
COLOURS = {'euler': '#b3261e', 'newmark': '#1565c0'}


def euler(z): return 1 / math.sqrt(1 + z * z)


def newmark(z):
    beta = math.sqrt(.5)
    t = beta * z * z / (1 + beta * z * z)
    c = t ** 3
    half, rest = (2 - t / beta - c) / 2, 1 - c
    if half * half <= rest: return math.sqrt(rest)
    return abs(half) + math.sqrt(half * half - rest)


WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 60, 20, 620, 310


def x_of(z): return LEFT + (math.log10(z) + 1.3) / 3.3 * (RIGHT - LEFT)


def y_of(kept): return BOTTOM - kept * (BOTTOM - TOP)


lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
         f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
for kept in (0, .2, .4, .6, .8, 1):
    lines.append(f'<path d="M{LEFT} {y_of(kept):.1f}H{RIGHT}" stroke="#ddd"/>'
                 f'<text x="{LEFT - 8}" y="{y_of(kept) + 4:.1f}" text-anchor="end">{kept:g}</text>')
for z in (.1, 1, 10, 100):
    lines.append(f'<path d="M{x_of(z):.1f} {TOP}V{BOTTOM}" stroke="#ddd"/>'
                 f'<text x="{x_of(z):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{z:g}</text>')
for name, law in (('euler', euler), ('newmark', newmark)):
    points = [10 ** (-1.3 + 3.3 * k / 200) for k in range(201)]
    path = 'M' + 'L'.join(f'{x_of(z):.1f} {y_of(law(z)):.1f}' for z in points)
    lines.append(f'<path d="{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>')
    for z, kept in MEASURED[name]:
        lines.append(f'<circle cx="{x_of(z):.1f}" cy="{y_of(kept):.1f}" r="4" fill="{COLOURS[name]}"/>')
    label = {'euler': (1.1, .45, 'end'), 'newmark': (3, .82, 'start')}[name]
    lines.append(f'<text x="{x_of(label[0]):.1f}" y="{y_of(label[1]):.1f}" text-anchor="{label[2]}" '
                 f'fill="{COLOURS[name]}">{name}</text>')
lines.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">'
             'frequency times step, omega h (rad)</text>')
lines.append(f'<text x="16" y="{(TOP + BOTTOM) / 2}" text-anchor="middle" '
             f'transform="rotate(-90 16 {(TOP + BOTTOM) / 2})">kept of the amplitude in a step</text>')
lines.append('</svg>')
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'damping.svg'), 'w') as file:
    file.write('\n'.join(lines) + '\n')

#!/usr/bin/env python3
"""Writes the scenes of many bodies: heap_50.xml, heap_200.xml, soft_pile.xml and dominoes.xml. The poses are random
but always the same. What a scene expects of its run is written here too."""
import math
import os
import random

WEIGHT = 9.81
EDGE = 0.04  # of a box, m
REACH = EDGE * math.sqrt(3) / 2  # farthest corner from the middle
DISTANCE = 1e-4  # the gap that contacts keep


def turned(rng):
    """A unit quaternion, evenly spread over all orientations (Shoemake 1992)."""
    u, v, w = rng.random(), rng.random(), rng.random()
    a, b = math.sqrt(1 - u), math.sqrt(u)
    return a * math.sin(2 * math.pi * v), a * math.cos(2 * math.pi * v), b * math.sin(2 * math.pi * w), b * math.cos(2 * math.pi * w)


def unit(q):
    """The quaternion with few digits, of length 1 as far as they go."""
    return " ".join(f"{x:.9f}" for x in q)


def loose(count, wide, seed):
    """Poses of boxes in layers of wide x wide that cannot touch each other, however they are turned."""
    rng = random.Random(seed)
    pitch = 0.074
    play = (pitch - 2 * REACH - 2 * DISTANCE) / 2
    for i in range(count):
        cell = (i % wide - (wide - 1) / 2, i // wide % wide - (wide - 1) / 2, i // wide // wide + 0.5)
        place = [c * pitch + rng.uniform(-play, play) for c in cell]
        yield " ".join(f"{x:.6f}" for x in place), unit(turned(rng))


def heap(count, wide, seed):
    mass = 1000 * EDGE**3
    lines = [f"<!-- Made by make.py: {count} boxes, turned at random, fall into a heap. -->"]
    lines += [f'<scene name="heap of {count} boxes" dt="0.01" duration="1">']
    lines += ['  <contact friction="0.5"/>', ""]
    lines += ['  <fixed name="ground" position="0 0 -0.05"><box size="4 4 0.1"/></fixed>']
    for i, (place, turn) in enumerate(loose(count, wide, seed), 1):
        lines += [f'  <rigid name="box {i}" mass="{mass:g}" position="{place}" quaternion="{turn}"><box size="0.04 0.04 0.04"/></rigid>']
    lines += ["", '  <sensor name="ground" body="ground"/>', '  <sensor name="motion" energy="all"/>', ""]
    lines += [f"  <!-- {count} x {mass:g} kg x {WEIGHT} m/s^2 = {count * mass * WEIGHT:g} N -->"]
    lines += [f'  <expect name="ground carries all" sensor="ground" quantity="fz" stat="mean" from="0.8" equals="{count * mass * WEIGHT:g}" tolerance="{0.05 * count * mass * WEIGHT:.3g}"/>']
    return lines + ["</scene>"]


def piled(count, wide, seed):
    """Poses of cubes in layers of wide x wide, a little turned and tilted and every layer shifted, just apart."""
    rng = random.Random(seed)
    for i in range(count):
        if i % wide**2 == 0:
            shift = [rng.uniform(-0.008, 0.008), rng.uniform(-0.008, 0.008)]
        turn, tilt, towards = (rng.uniform(-6, 6), rng.uniform(0, 2), rng.uniform(0, 2 * math.pi))
        # Rotation vector of both together, which are small.
        vector = [math.radians(tilt) * math.cos(towards), math.radians(tilt) * math.sin(towards), math.radians(turn)]
        angle = math.sqrt(sum(v * v for v in vector))
        q = [math.cos(angle / 2)] + [v / angle * math.sin(angle / 2) for v in vector]
        # A cube that is turned by 6 and tilted by 2 degrees is 45.5 mm wide and 42.0 mm high at most.
        cell = (i % wide - (wide - 1) / 2, i // wide % wide - (wide - 1) / 2, i // wide // wide + 0.5)
        place = [cell[0] * 0.046 + shift[0], cell[1] * 0.046 + shift[1], cell[2] * 0.0425]
        yield " ".join(f"{x:.6f}" for x in place), unit(q)


def soft_pile():
    mass = 1000 * EDGE**3
    lines = ["<!-- Made by make.py: 12 soft cubes in three layers fall on each other. -->"]
    lines += ['<scene name="pile of soft cubes" dt="0.01" duration="1">']
    lines += ['  <contact friction="0.4"/>']
    lines += ['  <material name="rubber" young="1e5" poisson="0.45" density="1000" stiffness_damping="2e-3"/>', ""]
    lines += ['  <fixed name="ground" position="0 0 -0.05"><box size="1 1 0.1"/></fixed>']
    for i, (place, turn) in enumerate(piled(12, 2, 1), 1):
        lines += [f'  <deformable name="cube {i}" material="rubber" position="{place}" quaternion="{turn}"><box size="0.04 0.04 0.04" cells="3 3 3"/></deformable>']
    lines += ["", '  <sensor name="ground" body="ground"/>', '  <sensor name="motion" energy="all"/>', ""]
    lines += [f"  <!-- 12 x {mass:g} kg x {WEIGHT} m/s^2 = {12 * mass * WEIGHT:g} N -->"]
    lines += [f'  <expect name="ground carries all" sensor="ground" quantity="fz" stat="mean" from="0.5" equals="{12 * mass * WEIGHT:g}" tolerance="{0.1 * 12 * mass * WEIGHT:.3g}"/>']
    return lines + ["</scene>"]


def dominoes():
    count, pitch = 20, 0.02
    thick, wide, tall = 0.006, 0.025, 0.05
    tilt = math.radians(14)
    lines = ["<!-- Made by make.py: a row of dominoes, the first tilted so far that it falls; each knocks over the next. -->"]
    lines += ['<scene name="dominoes" dt="0.005" duration="2">']
    lines += ['  <contact friction="0.4"/>', ""]
    lines += ['  <fixed name="ground" position="0.2 0 -0.01"><box size="0.8 0.2 0.02"/></fixed>']
    # The first is turned about its lower front edge.
    x = thick / 2 - thick / 2 * math.cos(tilt) + tall / 2 * math.sin(tilt)
    z = DISTANCE + thick / 2 * math.sin(tilt) + tall / 2 * math.cos(tilt)
    box = f'<box size="{thick} {wide} {tall}"/>'
    lines += [f'  <rigid name="domino 1" density="600" position="{x:.6f} 0 {z:.6f}" rotation="0 1 0 14">{box}</rigid>']
    for i in range(2, count + 1):
        lines += [f'  <rigid name="domino {i}" density="600" position="{(i - 1) * pitch:g} 0 {tall / 2 + DISTANCE:g}">{box}</rigid>']
    lines += ["", '  <sensor name="motion" energy="all"/>', ""]
    for i in range(1, count + 1):
        lines += [f'  <expect name="domino {i} falls" body="domino {i}" z_below="0.02"/>']
    return lines + ["</scene>"]


def write(name, lines):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".xml")
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


write("heap_50", heap(50, 4, 50))
write("heap_200", heap(200, 6, 200))
write("soft_pile", soft_pile())
write("dominoes", dominoes())

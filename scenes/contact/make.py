#!/usr/bin/env python3
"""Writes the scenes of many bodies: heap_50.xml, heap_200.xml, soft_pile.xml and dominoes.xml. The poses are random
but always the same. What a scene expects of its run is reckoned here too."""
import math
import os
import random

GRAVITY = 9.81  # m/s^2
DISTANCE = 1e-4  # m, the gap that contacts keep
EDGE = 0.04  # m, of a box
MASS = 1000 * EDGE**3  # kg
# What contacts may give back: the energy that lifts one box by the contact distance, J.
LIFT = MASS * GRAVITY * DISTANCE


def unit(q):
    return " ".join(f"{x:.9f}" for x in q)


def point(p):
    return " ".join(f"{x:.6f}" for x in p)


def solved():
    """What every scene expects: steps that are solved, and bodies that keep out of each other."""
    return [
        '  <expect name="every step is solved" steps="all" quantity="unconverged" below="1"/>',
        '  <expect name="nothing crosses" steps="all" quantity="crossings" stat="max" below="1"/>',
    ]


# ---------------------------------------------------------------- heaps of rigid boxes


def turned(rng):
    """A unit quaternion, evenly spread over all orientations (Shoemake 1992)."""
    u, v, w = rng.random(), rng.random(), rng.random()
    a, b = math.sqrt(1 - u), math.sqrt(u)
    v, w = 2 * math.pi * v, 2 * math.pi * w
    return a * math.sin(v), a * math.cos(v), b * math.sin(w), b * math.cos(w)


def loose(count, wide, seed):
    """Poses in layers of wide x wide in which boxes cannot touch each other, however they are turned."""
    rng = random.Random(seed)
    pitch = 0.074
    play = (pitch - EDGE * math.sqrt(3) - 2 * DISTANCE) / 2
    for i in range(count):
        cell = (i % wide - (wide - 1) / 2, i // wide % wide - (wide - 1) / 2, i // wide // wide + 0.5)
        yield [c * pitch + rng.uniform(-play, play) for c in cell], turned(rng)


def heap(count, wide, seed, rests):
    weight = count * MASS * GRAVITY
    lines = [f"<!-- {count} boxes, turned at random, fall into a heap. Made by make.py. -->"]
    lines += [f'<scene name="heap of {count} boxes" dt="0.01" duration="1">']
    lines += ['  <contact friction="0.5"/>', ""]
    lines += ['  <fixed name="ground" position="0 0 -0.05"><box size="4 4 0.1"/></fixed>']
    for i, (place, turn) in enumerate(loose(count, wide, seed), 1):
        lines += [f'  <rigid name="box {i}" mass="{MASS:g}" position="{point(place)}" quaternion="{unit(turn)}">'
                  '<box size="0.04 0.04 0.04"/></rigid>']
    lines += ["", '  <sensor name="ground" body="ground"/>', '  <sensor name="motion" energy="all"/>', ""]
    lines += [f"  <!-- {count} x {MASS:g} kg x {GRAVITY} m/s^2 = {weight:g} N. From rest to nearly rest, the ground gives as much momentum as the",
              "       weight: 2% are for what still moves, 0.2 m/s of all. -->"]
    lines += ['  <expect name="ground stops all" sensor="ground" quantity="fz" stat="mean" '
              f'equals="{weight:g}" tolerance="{weight / 50:.2g}"/>']
    if rests:
        lines += ["  <!-- This one is nearly at rest by then. Where a last box tumbles is chance; the centre of all may still change its",
                  "       velocity by 0.06 m/s in the last 0.2 s, which is 3% of the weight. -->"]
        lines += ['  <expect name="ground carries all" sensor="ground" quantity="fz" stat="mean" from="0.8" '
                  f'equals="{weight:g}" tolerance="{0.03 * weight:.2g}"/>']
    lines += ['  <expect name="lands" sensor="ground" quantity="fz" stat="max" '
              f'above="{1.5 * weight:.3g}"/>']
    lines += [f"  <!-- Nothing gives energy back but the gap of 0.1 mm: {LIFT:.2g} J lift a box by that. -->"]
    lines += ['  <expect name="energy never rises" sensor="motion" quantity="energy" stat="rise" '
              f'below="{LIFT:.2g}"/>']
    return lines + solved() + ["</scene>"]


# ---------------------------------------------------------------- soft cubes in layers


def piled(count, wide, seed):
    """Poses in layers of wide x wide, a little turned and tilted and every layer shifted, just apart."""
    rng = random.Random(seed)
    for i in range(count):
        if i % wide**2 == 0:
            shift = [rng.uniform(-0.008, 0.008), rng.uniform(-0.008, 0.008)]
        turn, tilt, towards = (rng.uniform(-6, 6), rng.uniform(0, 2), rng.uniform(0, 2 * math.pi))
        # The rotation vector of both together, which are small.
        vector = [math.radians(tilt) * math.cos(towards), math.radians(tilt) * math.sin(towards), math.radians(turn)]
        angle = math.sqrt(sum(v * v for v in vector))
        q = [math.cos(angle / 2)] + [v / angle * math.sin(angle / 2) for v in vector]
        # A cube that is turned by 6 and tilted by 2 degrees is 45.5 mm wide and 42.0 mm high at most.
        cell = (i % wide - (wide - 1) / 2, i // wide % wide - (wide - 1) / 2, i // wide // wide + 0.5)
        yield [cell[0] * 0.046 + shift[0], cell[1] * 0.046 + shift[1], cell[2] * 0.0425], q


def standing_energy(layers, young):
    """Energy of height of one column of cubes that carry each other, each sagging under what is above (J)."""
    pressure = MASS * GRAVITY / EDGE**2  # of one cube
    energy = bottom = 0
    for k in range(layers):
        above = layers - 1 - k
        bottom += DISTANCE
        centre = bottom + EDGE / 2 * (1 - (above + 0.75) * pressure / young)
        bottom += EDGE * (1 - (above + 0.5) * pressure / young)
        energy += MASS * GRAVITY * centre
    return energy


def soft_pile():
    weight, energy = 12 * MASS * GRAVITY, 4 * standing_energy(3, 1e5)
    lines = ["<!-- 12 soft cubes in three layers fall a little and stand on each other. Made by make.py. -->"]
    lines += ['<scene name="pile of soft cubes" dt="0.01" duration="1">']
    lines += ['  <contact friction="0.4"/>']
    lines += ['  <material name="rubber" young="1e5" poisson="0.45" density="1000" stiffness_damping="2e-3"/>', ""]
    lines += ['  <fixed name="ground" position="0 0 -0.05"><box size="1 1 0.1"/></fixed>']
    for i, (place, turn) in enumerate(piled(12, 2, 1), 1):
        lines += [f'  <deformable name="cube {i}" material="rubber" position="{point(place)}" quaternion="{unit(turn)}">'
                  '<box size="0.04 0.04 0.04" cells="3 3 3"/></deformable>']
    lines += ["", '  <sensor name="ground" body="ground"/>', '  <sensor name="motion" energy="all"/>', ""]
    lines += [f"  <!-- 12 x {MASS:g} kg x {GRAVITY} m/s^2 = {weight:g} N -->"]
    lines += ['  <expect name="ground carries all" sensor="ground" quantity="fz" stat="mean" from="0.5" '
              f'equals="{weight:g}" tolerance="{1e-3 * weight:.2g}"/>']
    lines += [f"  <!-- Columns of three, each cube pressed uniformly by what is above it: {energy:.4f} J, and without sagging",
              f"       {4 * standing_energy(3, 1e30):.4f} J. The faces do not quite meet, which a third of the sag allows for. -->"]
    lines += ['  <expect name="stands and sags" sensor="motion" quantity="gravity" stat="mean" from="0.5" '
              f'equals="{energy:.4f}" tolerance="{(4 * standing_energy(3, 1e30) - energy) / 3:.2g}"/>']
    lines += [f"  <!-- Nothing gives energy back but the gap of 0.1 mm: {LIFT:.2g} J lift a cube by that. -->"]
    lines += ['  <expect name="energy never rises" sensor="motion" quantity="energy" stat="rise" '
              f'below="{LIFT:.2g}"/>']
    lines += ['  <expect name="no cell turns inside out" steps="all" quantity="inverted" stat="max" below="1"/>']
    return lines + solved() + ["</scene>"]


# ---------------------------------------------------------------- dominoes

COUNT, PITCH = 20, 0.02  # m
THICK, WIDE, TALL = 0.006, 0.025, 0.05  # m
TILT = math.radians(14)  # of the first
FRICTION = 0.4


class Train:
    """Falling dominoes that turn about their lower front edges, lean on each other and strike the next without
    a bounce: J. M. J. van Leeuwen, The domino effect, American Journal of Physics 78 (2010) 721. All follow from the
    angle of the foremost; torques and impulses are passed on from the last to the foremost, with sliding friction."""

    INERTIA = (TALL**2 + THICK**2) / 3  # about the edge, per mass
    STRIKE = math.asin((PITCH - THICK) / TALL)  # angle at which the next is struck

    @staticmethod
    def behind(angle):
        return angle + math.asin((PITCH * math.cos(angle) - THICK) / TALL)

    def angles(self, head, count):
        result = [head]
        while len(result) < count:
            result.append(self.behind(result[-1]))
        return result

    def rates(self, head, count):
        """Angles, and their first and second derivatives by that of the foremost."""
        e = 1e-5
        low, mid, high = (self.angles(head + s, count) for s in (-e, 0, e))
        first = [(h - l) / (2 * e) for l, h in zip(low, high)]
        second = [(l - 2 * m + h) / e**2 for l, m, h in zip(low, mid, high)]
        return mid, first, second

    def levers(self, angle):
        """Torques of a unit normal force with friction on a domino at an angle, and on the one that pushes it."""
        pusher = self.behind(angle)
        x, z = TALL * math.sin(pusher), TALL * math.cos(pusher)  # its upper front edge slides down on the face
        fx = math.cos(angle) - FRICTION * math.sin(angle)
        fz = -math.sin(angle) - FRICTION * math.cos(angle)
        return z * fx - (x - PITCH) * fz, z * fx - x * fz

    def foremost(self, angles, rate, drive):
        """x from INERTIA * rate * x = drive + torques of contact, with the forces of contact eliminated."""
        constant = slope = lever = 0
        for i in range(len(angles) - 1, -1, -1):
            constant, slope = drive[i] + constant * lever, -self.INERTIA * rate[i] + slope * lever
            if i > 0:
                lever, back = self.levers(angles[i - 1])
                constant, slope = constant / back, slope / back
        return -constant / slope

    def times(self, dt=2e-5):
        """When each domino reaches the angle at which it strikes the next, s."""
        result, time, head, speed = [], 0.0, TILT, 0.0
        for count in range(1, COUNT + 1):
            while head < self.STRIKE:
                angles, first, second = self.rates(head, count)
                drive = [GRAVITY * (TALL * math.sin(a) - THICK * math.cos(a)) / 2 - self.INERTIA * s * speed**2
                         for a, s in zip(angles, second)]
                speed += dt * self.foremost(angles, first, drive)
                head += dt * speed
                time += dt
            result.append(time)
            before = [0.0] + [self.INERTIA * r * speed for r in self.rates(self.STRIKE, count)[1]]
            angles, first, _ = self.rates(0.0, count + 1)
            head, speed = 0.0, self.foremost(angles, first, before)
        return result


def dominoes():
    times = Train().times()
    lift = 600 * THICK * WIDE * TALL * GRAVITY * DISTANCE
    lines = ["<!-- A row of dominoes, the first tilted so far that it falls; each knocks over the next. Made by make.py. -->"]
    lines += ['<scene name="dominoes" dt="0.005" duration="2">']
    lines += [f'  <contact friction="{FRICTION}"/>', ""]
    lines += ['  <fixed name="ground" position="0.2 0 -0.01"><box size="0.8 0.2 0.02"/></fixed>']
    # The first is turned about its lower front edge.
    x = THICK / 2 - THICK / 2 * math.cos(TILT) + TALL / 2 * math.sin(TILT)
    z = DISTANCE + THICK / 2 * math.sin(TILT) + TALL / 2 * math.cos(TILT)
    box = f'<box size="{THICK} {WIDE} {TALL}"/>'
    lines += [f'  <rigid name="domino 1" density="600" position="{x:.6f} 0 {z:.6f}" rotation="0 1 0 14">{box}</rigid>']
    for i in range(2, COUNT + 1):
        lines += [f'  <rigid name="domino {i}" density="600" position="{(i - 1) * PITCH:g} 0 {TALL / 2 + DISTANCE:g}">{box}</rigid>']
    lines += ["", '  <sensor name="motion" energy="all"/>', ""]
    speed = PITCH / (times[-1] - times[-2])
    lines += [f"  <!-- Van Leeuwen's model (make.py): the wave grows to {speed:.3f} m/s, and the last domino leans by 16.3 degrees, when",
              f"       its middle has moved by 7.1 mm, at {times[-1]:.3f} s. Without friction that were 1.29 m/s and 0.545 s. Each of these is to",
              "       begin later than 0.96 and to have leaned before 1.04 of its time. -->"]
    for k in (5, 10, 15, 20):
        place = (k - 1) * PITCH
        lines += [f'  <expect name="domino {k} waits" body="domino {k}" quantity="x" until="{0.96 * times[k - 2]:.3f}" '
                  f'equals="{place:g}" tolerance="1e-4"/>']
        lines += [f'  <expect name="domino {k} leans" body="domino {k}" quantity="x" at="{1.04 * times[k - 1]:.3f}" '
                  f'above="{place + 0.0071:g}"/>']
    lines += ["  <!-- In the end each leans on the next by 72.5 degrees, its middle 10.5 mm high; the last ones may lie. -->"]
    for i in range(1, COUNT + 1):
        low = 0.0102 if i <= COUNT - 5 else 0.003
        lines += [f'  <expect name="domino {i} falls" body="domino {i}" quantity="z" above="{low:g}" below="0.0112"/>']
    lines += ['  <expect name="comes to rest" sensor="motion" quantity="kinetic" from="1.5" below="1e-9"/>']
    lines += [f"  <!-- Nothing gives energy back but the gap of 0.1 mm: {lift:.2g} J lift a domino by that. -->"]
    lines += [f'  <expect name="energy never rises" sensor="motion" quantity="energy" stat="rise" below="{lift:.2g}"/>']
    return lines + solved() + ["</scene>"]


def write(name, lines):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".xml")
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


write("heap_50", heap(50, 4, 50, True))
write("heap_200", heap(200, 6, 200, False))
write("soft_pile", soft_pile())
write("dominoes", dominoes())

#!/usr/bin/env python3
"""Draws track.svg: what hold, ease and spring make of a lossy stream, from `test_track_live --table FILE`."""
import math, os, sys

from draw import BLUE, GREY, ORANGE, RED, Picture

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 320, 60, 30, 700, 260


def x_of(time): return LEFT + time / 3 * (RIGHT - LEFT)


def y_of(value): return (TOP + BOTTOM) / 2 - value / 0.13 * (BOTTOM - TOP) / 2


def main():
    frame, samples = [], []
    for line in open(sys.argv[1], encoding='ascii'):
        kind, time, value = line.split(',')
        (frame if kind == 'frame' else samples).append((float(time), float(value)))
    p = Picture(WIDTH, HEIGHT)
    p.box(x_of(1.5), TOP, x_of(1.7) - x_of(1.5), BOTTOM - TOP, '#eeeeee')
    p.box(x_of(1.7), TOP, x_of(2.2) - x_of(1.7), BOTTOM - TOP, '#f7f0e6')
    p.box(x_of(2.5), TOP, x_of(3) - x_of(2.5), BOTTOM - TOP, '#e8f2fa')
    for value in (-0.1, 0, 0.1):
        p.line([(LEFT, y_of(value)), (RIGHT, y_of(value))], '#dddddd', 1)
        p.text(LEFT - 8, y_of(value) + 4, f'{1000 * value:g}', 'end')
    for time in range(4):
        p.text(x_of(time), BOTTOM + 18, f'{time}')
    p.text((LEFT + RIGHT) / 2, HEIGHT - 20, 'time (s)')
    p.text(LEFT - 8, TOP - 10, 'x (mm)', 'end')
    hand = [(x_of(k / 100), y_of(0.1 * math.sin(2 * k / 100))) for k in range(301)]
    p.line(hand, GREY, 1, dash='4 3')
    for time, value in samples:
        if abs(value) < 0.13:
            p.dot(x_of(time), y_of(value), ORANGE, radius=2)
        else:
            p.dot(x_of(time), TOP + 4, RED, radius=2.5)
    p.line([(x_of(t), y_of(v)) for t, v in frame], BLUE, 2)
    p.text(x_of(1.6), BOTTOM - 8, 'hold')
    p.text(x_of(1.95), BOTTOM - 8, 'ease out')
    p.text(x_of(2.35), BOTTOM - 8, 'own script')
    p.text(x_of(2.75), BOTTOM - 8, 'ease in')
    p.text(x_of(2.35), TOP + 8, 'wild samples (left out)', colour=RED)
    p.text(x_of(0.5), y_of(0.03), 'frame', 'start', BLUE)
    p.text(x_of(1.15), y_of(0.1), 'hand', 'start', GREY)
    p.save(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'track.svg'))


if __name__ == '__main__':
    main()

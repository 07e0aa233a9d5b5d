#!/usr/bin/env python3
"""Writes scenes/hand.bvh: a hand of three fingers that closes and is lifted, as a glove would record it.

Centimetres, y upwards, 60 frames a second; a root with position and rotation, and four joints a finger, of which the
first swings sideways and the others bend. It closes in 0.8 s and rises by 10 cm from 0.9 to 1.7 s, with the tremor of a
hand of flesh: 0.3 mm and 0.2 degrees at 9 Hz.
"""
import math

RATE, END = 60, 2.0
FINGERS = (('Thumb', -5, 0, 1), ('Index', 5, -2.2, -1), ('Middle', 5, 2.2, -1))  # x, z, way that bends inwards
JOINTS = (('Swing', -0.5, 0), ('Base', -1.4, 25), ('Bend', -4, -5), ('End', -2.6, -5))  # offset down, degrees closed


def smooth(time, begin, end):
    s = min(1, max(0, (time - begin) / (end - begin)))
    return s * s * (3 - 2 * s)


def hierarchy():
    lines = ['HIERARCHY', 'ROOT Hand', '{', '  OFFSET 0 0 0',
             '  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation']
    for name, x, z, _ in FINGERS:
        for depth, (joint, down, _) in enumerate(JOINTS):
            tab = '  ' * (depth + 1)
            place = f'{x} {down} {z}' if depth == 0 else f'0 {down} 0'
            channel = 'Xrotation' if depth == 0 else 'Zrotation'
            lines += [f'{tab}JOINT {name}{joint}', tab + '{', f'{tab}  OFFSET {place}', f'{tab}  CHANNELS 1 {channel}']
        lines += ['  ' * 5 + 'End Site', '  ' * 5 + '{', '  ' * 6 + 'OFFSET 0 -2 0', '  ' * 5 + '}']
        lines += ['  ' * depth + '}' for depth in range(len(JOINTS), 0, -1)]
    return lines + ['}']


def frame(time):
    tremor = math.sin(2 * math.pi * 9 * time)
    rise = 14 + 10 * smooth(time, 0.9, 1.7)
    values = [0.03 * tremor, rise, 0, 0, 0, 0.2 * tremor]
    for number, (_, _, _, way) in enumerate(FINGERS):
        for _, _, closed in JOINTS:
            shake = 0.2 * math.sin(2 * math.pi * 9 * time + number) if closed else 0
            values.append(way * (closed * smooth(time, 0, 0.8) + shake))
    return ' '.join(f'{v:.4f}' for v in values)


def main():
    count = int(END * RATE) + 1
    lines = hierarchy() + ['MOTION', f'Frames: {count}', f'Frame Time: {1 / RATE:.8f}']
    lines += [frame(k / RATE) for k in range(count)]
    with open('scenes/hand.bvh', 'w', encoding='ascii') as file:
        file.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()

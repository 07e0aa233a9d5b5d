#!/usr/bin/env python3
"""Rates of the haptic loop with the clip (docs/haptics.md): rates.py PROGRAM [STEPS], 60,000 steps otherwise, some two and a half minutes.

The recorded hand of scenes/clip_hand.csv is played over and over, at steps of 1 ms: first in lock step, for the processor time
of each step; then by the clock, with the device's loop in a thread of its own, for a tenth longer than the steps last, as steps that
come late are not caught up. Wants a machine that does nothing else. Needs Python 3 only.
"""
import os
import subprocess
import sys
import tempfile

program, steps = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60000
scenes = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "scenes")
with open(os.path.join(scenes, "clip_hand.csv")) as file:
    head, *rows = [line.rstrip("\n") for line in file if line.strip()]
last = 2.0  # s, of the hand
with tempfile.TemporaryDirectory() as folder:
    hand = os.path.join(folder, "hand.csv")
    with open(hand, "w") as out:
        out.write(head + "\n")
        for turn in range(int(2e-3 * steps / last) + 2):
            for row in rows:
                time, rest = row.split(",", 1)
                out.write(f"{float(time) + turn * last:.3f},{rest}\n")
    for more, seconds in (["--lockstep"], 1e-3 * steps), ([], 1.1e-3 * steps):
        print("in lock step:" if more else "by the clock:", flush=True)
        command = [program, "haptics", os.path.join(scenes, "clip.xml"), "--dt", "0.001", "--device", "replay:" + hand]
        subprocess.run(command + ["--time", f"{seconds:g}"] + more, check=True)

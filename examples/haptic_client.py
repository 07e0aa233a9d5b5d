#!/usr/bin/env python3
"""A device on the network: what a driver does, with a simulated hand in place of a motor (docs/haptics.md).

haptic_client.py PORT [SECONDS [ADDRESS [TOKEN]]]
Sends where the hand is and is told what it feels, 1000 times a second.
"""
import socket
import struct
import sys
import time

TO_VENTOUSE = struct.Struct("<4s3I7d16s")  # 88 bytes: magic, version, sequence, buttons, position, w x y z, token
FROM_VENTOUSE = struct.Struct("<4s3I6d8x")  # 72 bytes: magic, version, sequence, answered, force, torque


def later(a, b):
    """Whether sequence number a comes after b, which go round at 2^32."""
    return 0 < (a - b) % 2**32 < 2**31


def main():
    port = int(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    address = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
    token = (sys.argv[4] if len(sys.argv) > 4 else "").encode()
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.setblocking(False)
    link.connect((address, port))
    z = v = force = largest = 0.0
    last = answers = silent = 0
    due = time.monotonic()
    for k in range(int(1000 * seconds)):
        silent += 1
        try:
            while True:
                data = link.recv(2048)
                if len(data) != FROM_VENTOUSE.size:
                    continue
                got = FROM_VENTOUSE.unpack(data)
                if got[0] == b"VTHO" and later(got[2], last):  # the latest; what comes late is left
                    last, force = got[2], got[6]
                    answers += 1
                    silent = 0
        except (BlockingIOError, ConnectionRefusedError):
            pass
        if silent > 20:
            force *= 0.95  # nobody there: let go softly
        # 0.3 kg that a spring of 500 N/m draws down by 15 mm, damped by 10 N s/m; a real driver reads its encoders.
        goal = -0.015 * min(k / 500, 1)
        v += 1e-3 * (500 * (goal - z) - 10 * v + force) / 0.3
        z += 1e-3 * v
        largest = max(largest, force)
        try:
            link.send(TO_VENTOUSE.pack(b"VTHI", 1, k + 1, 0, 0, 0, z, 1, 0, 0, 0, token))
        except ConnectionRefusedError:
            pass
        due += 1e-3
        time.sleep(max(due - time.monotonic(), 0))
    print(f"sent {int(1000 * seconds)}, answers {answers}, felt {largest:.3f} N at most and {force:.3f} N in the end, "
          f"at {1e3 * z:.2f} mm")
    return 0 if answers else 1


sys.exit(main())

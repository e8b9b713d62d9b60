#!/usr/bin/env python3
"""Runs a command until its processes have used some CPU time together.

    cpu.py SECONDS COMMAND...

CPU time (user and system) of the command and of all that descends from it is
summed twice a second from /proc; then the command gets SIGINT, and after
20 s SIGKILL. Other processes on the machine do not count, so that two commands
can be compared on a busy machine. Prints the CPU and wall-clock seconds to
standard error as `cpu SECONDS wall SECONDS`.
"""
import os
import signal
import subprocess
import sys
import time

TICK = os.sysconf("SC_CLK_TCK")


def processes():
    """Each process as (parent, ticks of its own and of children it waited for)."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as f:
                fields = f.read().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        found[int(name)] = (int(fields[1]), sum(map(int, fields[11:15])))
    return found


class Family:
    """The processes that descend from one, also when their parent ends first."""

    def __init__(self, root):
        self.members = {root}
        self.best = 0

    def seconds(self):
        found = processes()
        grew = True
        while grew:
            new = {p for p, (parent, _) in found.items() if parent in self.members}
            grew = not new <= self.members
            self.members |= new
        self.members &= set(found)
        # A process that ends is counted by the parent that waits for it; for a
        # moment it may be counted by none.
        self.best = max(self.best, sum(found[p][1] for p in self.members))
        return self.best / TICK


def main():
    limit = float(sys.argv[1])
    begin = time.monotonic()
    child = subprocess.Popen(sys.argv[2:])
    family = Family(child.pid)
    used = 0.0
    while child.poll() is None:
        used = family.seconds()
        if used >= limit:
            child.send_signal(signal.SIGINT)
            try:
                child.wait(20)
            except subprocess.TimeoutExpired:
                child.kill()
            break
        time.sleep(0.5)
    print(f"cpu {used:.1f} wall {time.monotonic() - begin:.1f}", file=sys.stderr)
    sys.exit(child.wait() & 0x7F)


if __name__ == "__main__":
    main()

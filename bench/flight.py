#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: flight.py ALLOCTAG CAPTURES.tar.xz
#
# What a snapshot of "alloctag record --flight" costs: processor time, user and
# system, and bytes on the disk. The kernel's files are copies: a /proc/alloctag
# of 5,000 lines, which a real one is extended to, in which 500 or 2,000 lines
# change from one snapshot to the next. Reading such copies costs less than the
# kernel takes to print them; "-" rows, which only read and parse, show what is
# left for recording.

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile

alloctag, captures = sys.argv[1:]
LINES = 5000
SNAPSHOTS = 60


def extend(text):
    """The report TEXT with LINES lines: copies have other directories."""
    head, lines = [], []
    for line in text.splitlines():
        (lines if line[:1].isdigit() or line[:1] == " " else head).append(line)
    i = 0
    result = list(lines)
    while len(result) < LINES:
        words = lines[i % len(lines)].split(" ")
        place = next(k for k, word in enumerate(words) if ".c:" in word or ".h:" in word)
        words[place] = f"copy{i // len(lines)}/{words[place]}"
        result.append(" ".join(words))
        i += 1
    return head, result[:LINES]


def change(lines, nr):
    """Have NR of the lines a few more allocations, of which one is live."""
    for i in random.sample(range(len(lines)), nr):
        words = lines[i].split(" ")
        numbers = [k for k, word in enumerate(words) if word.isdigit()][:4]
        allocs = random.randrange(1, 1000)
        for k, by in zip(numbers, (random.randrange(64, 512), 1, allocs, allocs - 1)):
            words[k] = str(int(words[k]) + by)
        lines[i] = " ".join(words)


def main():
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "-xJf", captures, "-C", folder, "linux-6.12"], check=True)
        proc = os.path.join(folder, "linux-6.12")
        with open(os.path.join(proc, "alloctag"), encoding="utf-8") as file:
            head, lines = extend(file.read())
        reports = {}
        for changed in (500, 2000):
            reports[changed] = []
            for _ in range(10):
                change(lines, changed)
                reports[changed].append("\n".join(head + lines) + "\n")
        print(f"{LINES} lines, {SNAPSHOTS} snapshots; a minute is 60 s of one CPU")
        print("changed  written  CPU ms a snapshot  % of a minute  bytes a snapshot")
        for changed in (500, 2000):
            for written in (False, True):
                run(folder, proc, reports[changed], changed, written)


def run(folder, proc, reports, changed, written):
    """Record, a report after the other, and print a row."""
    name = os.path.join(proc, "alloctag")
    flight = os.path.join(folder, "flight")
    shutil.rmtree(flight, ignore_errors=True)
    with open(name, "w", encoding="utf-8") as file:
        file.write(reports[0])
    if written:
        command = [alloctag, "record", "--proc", proc, "--flight=7d:200M", "-o", flight,
                   "-i", "50ms", f"--count={SNAPSHOTS}"]
    else:
        command = [alloctag, "top", "--once", "--proc", proc, "-i", "50ms",
                   f"--count={SNAPSHOTS}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        i = 0
        while process.poll() is None:
            i += 1
            with open(name + ".new", "w", encoding="utf-8") as file:
                file.write(reports[i % len(reports)])
            os.rename(name + ".new", name)
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    ms = 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) / SNAPSHOTS
    size = sum(entry.stat().st_size for entry in os.scandir(flight)) / SNAPSHOTS if written else 0
    print(f"{changed:7}  {'yes' if written else '-':>7}  {ms:17.2f}  {ms / 600:13.4f}  {size:16.0f}")


main()

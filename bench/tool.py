#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: tool.py ALLOCTAG CAPTURES.tar.xz
#
# Measure the program alloctag with a report of 50,000 lines: processor time
# beside "sort -n" of the same file, and memory beside the size of the file. The
# lines are copies of the lines of a real report, with other numbers. Commands
# run in turns, and the least of 15 runs counts, so that a busy machine matters
# little. A refresh of top is the difference between runs with many and with few
# of them.

import os
import random
import subprocess
import sys
import tarfile
import tempfile

LINES = 50000
RUNS = 15


def make_report(captures, path):
    random.seed(1)
    with tarfile.open(captures) as archive:
        text = archive.extractfile("linux-6.12/series/11.alloctag").read().decode()
    lines = text.splitlines()
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(lines[:2]) + "\n")
        for number in range(LINES):
            copy, index = divmod(number, len(lines) - 2)
            rest = lines[index + 2].split(None, 4)[4]
            allocs = random.randrange(10 ** random.randrange(1, 8))
            live = random.randrange(allocs + 1)
            size = random.choice([8, 64, 192, 4096])
            out.write(f"{live * size:12} {live:8} {allocs:10} {allocs - live:10} copy{copy}/{rest}\n")


def cost(command):
    """Processor time in ms and the largest resident size in KiB of a run."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"error: {' '.join(command)} failed")
    return (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss


def main():
    alloctag, captures = sys.argv[1:3]
    os.environ["LC_ALL"] = "C"
    with tempfile.TemporaryDirectory() as folder:
        report = folder + "/alloctag"
        make_report(captures, report)
        size = os.path.getsize(report) / 1024
        top = [alloctag, "top", "--once", "-i", "1us", "--proc", folder]
        commands = {
            "sort -n": ["sort", "-n", report],
            "report": [alloctag, "report", report],
            "report --by=type": [alloctag, "report", "--by=type", report],
            "report, all lines": [alloctag, "report", "--top=0", "--format=csv", report],
            "top, 1 refresh": top + ["--count=1"],
            "top, 11 refreshes": top + ["--count=11"],
            "treemap, SVG": [alloctag, "treemap", "-o", folder + "/out.svg", report],
            "treemap, HTML": [alloctag, "treemap", "-o", folder + "/out.html", report],
            "export --pprof": [alloctag, "export", "--pprof", report],
            "record": [alloctag, "record", "--force", "-o", folder + "/out.rec", report],
        }
        best = {name: (1e9, 0) for name in commands}
        for _ in range(RUNS):
            for name, command in commands.items():
                best[name] = min(best[name], cost(command))
        sort = best["sort -n"][0]
        best["a refresh of top"] = (
            (best["top, 11 refreshes"][0] - best["top, 1 refresh"][0]) / 10,
            best["top, 11 refreshes"][1])
        print(f"{LINES} lines, {size:.0f} KiB")
        print(f"{'':20}{'ms':>8}{'sort = 1':>10}{'KiB':>9}{'file = 1':>10}")
        for name, (time, memory) in best.items():
            print(f"{name:20}{time:8.1f}{time / sort:10.2f}{memory:9}{memory / size:10.2f}")


main()

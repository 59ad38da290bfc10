#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: tool.py [-n LINES] [-r RUNS] [-b BEFORE] [-o RESULTS] ALLOCTAG
#		CAPTURES.tar.xz
#
# Measure the program alloctag with reports of 50,000 or LINES lines: processor
# time, user and system, and the largest resident size, beside "sort -n" of the
# same file. BEFORE is another program alloctag, an older one, which gets
# columns of its own; what it doesn't have is "-". The table also goes to the
# file RESULTS.
#
# There are four reports, a minute apart. The lines are copies of those of a
# real report, with other numbers, of which one in ten changes in a minute.
# Commands run in turns, RUNS times. The least of the runs is what a command
# costs if nothing else runs; the median is beside it because it says how much
# the machine was disturbed. A refresh of top is the difference between runs
# with many and with few of them.

import argparse
import array
import datetime
import os
import random
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile

FILES = 4


def real_lines(captures):
    """The header of a real report, and its lines without their numbers."""
    with tarfile.open(captures) as archive:
        text = archive.extractfile("linux-6.12/series/11.alloctag").read().decode()
    lines = text.splitlines()
    return lines[:2], [line.split(None, 4)[4] for line in lines[2:]]


def make_reports(captures, count, folder):
    """Write FILES reports of COUNT lines, a minute apart. Returns their names."""
    random.seed(1)
    header, rests = real_lines(captures)
    sizes, lives, allocs = (array.array("q") for _ in range(3))
    for _ in range(count):
        allocs.append(random.randrange(10 ** random.randrange(1, 8)))
        lives.append(random.randrange(allocs[-1] + 1))
        sizes.append(random.choice([8, 64, 192, 4096]))
    names = []
    now = int(datetime.datetime.now().timestamp())
    for minute in range(FILES):
        names.append(f"{folder}/{minute}.alloctag")
        with open(names[-1], "w", encoding="utf-8") as out:
            out.write("\n".join(header) + "\n")
            for i in range(count):
                if minute and random.random() < 0.1:
                    allocs[i] += 100
                    lives[i] += random.randrange(100)
                size, live, made = sizes[i], lives[i], allocs[i]
                copy, index = divmod(i, len(rests))
                out.write(f"{live * size:12} {live:8} {made:10} {made - live:10} "
                          f"copy{copy}/{rests[index]}\n")
        time = now - 60 * (FILES - minute)
        os.utime(names[-1], (time, time))
    return names


def commands_of(alloctag, reports, folder):
    """The commands that are measured, as lists of arguments, by their names."""
    first, last = reports[0], reports[-1]
    os.makedirs(folder + "/proc", exist_ok=True)
    if not os.path.exists(folder + "/proc/alloctag"):
        os.link(last, folder + "/proc/alloctag")
    top = ["top", "--once", "-i", "1us", "--proc", folder + "/proc"]
    out = ["-o", folder + "/out.html"]
    svg = ["-o", folder + "/out.svg"]
    commands = {
        "report": ["report", last],
        "report --by=type": ["report", "--by=type", last],
        "report, all, CSV": ["report", "--top=0", "--format=csv", last],
        "report, all, text": ["report", "--top=0", last],
        "report, all, JSON": ["report", "--top=0", "--format=json", last],
        "diff": ["diff", first, last],
        f"leaks, {FILES} files": ["leaks"] + reports,
        "treemap, SVG": ["treemap"] + svg + [last],
        "treemap, HTML": ["treemap"] + out + [last],
        "flame, SVG": ["flame"] + svg + [last],
        "flame, HTML": ["flame"] + out + [last],
        "growth, HTML": ["treemap"] + out + [first, last],
        f"chart, {FILES} files, HTML": ["chart"] + out + reports,
        "export --pprof": ["export", "--pprof", last],
        "record, 2 files": ["record", "--force", "-o", folder + "/out.rec", first, last],
        "top, 1 refresh": top + ["--count=1"],
        "top, 11 refreshes": top + ["--count=11"],
    }
    return {name: [alloctag] + arguments for name, arguments in commands.items()}


def seconds(command):
    """Processor time of a run, or None if the command fails."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    return None if status else usage.ru_utime + usage.ru_stime


def resident(command, folder):
    """
    The largest resident size of a run, in KiB. What wait4() says is at least
    the size of the process that forked, and Python is larger than many a
    command; time(1) is small.
    """
    subprocess.run(["time", "-f", "%M", "-o", folder + "/time"] + command, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(folder + "/time", encoding="ascii") as file:
        return int(file.read())


class Costs:
    """
    The runs of the commands of a program. Commands that fail in the first run
    are left out if MAY_FAIL.
    """

    def __init__(self, commands, folder, may_fail):
        self.commands = commands
        self.folder = folder
        self.may_fail = may_fail
        self.times = {name: [] for name in commands}
        self.memory = {}

    def run(self, name):
        if name not in self.commands:
            return
        time = seconds(self.commands[name])
        if time is None:
            if not self.may_fail or self.times[name]:
                sys.exit(f"error: {' '.join(self.commands[name])} failed")
            del self.commands[name]
            return
        self.times[name].append(time)
        if name not in self.memory:
            self.memory[name] = resident(self.commands[name], self.folder)

    def row(self, name):
        """The least and the median time in s and the memory in KiB, or None."""
        if name == "a refresh of top":
            few, many = self.row("top, 1 refresh"), self.row("top, 11 refreshes")
            return few and many and (max(many[0] - few[0], 0) / 10,
                                     max(many[1] - few[1], 0) / 10, many[2])
        if not self.times.get(name):
            return None
        return min(self.times[name]), statistics.median(self.times[name]), self.memory[name]


def commit_of(program):
    """The commit that the program was built from, if it lies in a git tree."""
    result = subprocess.run(["git", "-C", os.path.dirname(program) or ".", "describe", "--always",
                             "--abbrev=12", "--exclude=*", "--dirty"],
                            capture_output=True, text=True, check=False)
    return result.stdout.strip() or program


def busy():
    """Processor time that the machine has used so far, in seconds."""
    with open("/proc/stat", encoding="ascii") as stat:
        words = [int(word) for word in stat.readline().split()[1:]]
    # All but idle, iowait and what guests use, which is part of user.
    return (sum(words[:8]) - words[3] - words[4]) / os.sysconf("SC_CLK_TCK")


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        model = re.search(r"model name\s*: (.*)", info.read())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2 ** 30
    return (f"{os.sysconf('SC_NPROCESSORS_ONLN')} CPUs ({model[1] if model else 'unknown'}), "
            f"{memory:.0f} GiB, Linux {os.uname().release.partition('-')[0]}")


def own_time():
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def table(names, programs, sort, size):
    lines = [(" " * 24 + "".join(f"{commit:^36}" for commit in programs)).rstrip(),
             " " * 24 + f"{'least':>7}{'median':>8}{'/sort':>7}{'MiB':>6}{'/file':>8}"
             * len(programs)]
    for name in names:
        line = f"{name:24}"
        for costs in programs.values():
            row = costs.row(name)
            if not row:
                line += f"{'-':>7}{'-':>8}{'-':>7}{'-':>6}{'-':>8}"
                continue
            least, median, memory = row
            line += (f"{least:7.3f}{median:8.3f}{least / sort:7.2f}{memory / 1024:6.0f}"
                     f"{memory / size:8.2f}")
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def measure(programs, lines, runs, size, results):
    """Run all commands in turns, RUNS times. Returns the text of the results."""
    first = next(iter(programs.values()))
    names = list(first.commands)
    began, before = busy(), own_time()
    for run in range(1, runs + 1):
        for name in names:
            for costs in programs.values():
                costs.run(name)
        own = own_time() - before
        others = max(busy() - began - own, 0)
        text = ("configuration none\n\n"
                f"{lines} lines, {size / 1024:.1f} MiB a file, {run} runs of each command.\n"
                "Seconds are user and system: the least and the median of the runs. /sort is\n"
                "the least, as a multiple of that of sort -n. MiB is the largest resident\n"
                "size, /file the same as a multiple of the file. - : has no such command.\n\n"
                f"{datetime.date.today()}, {machine()}.\n"
                f"The commands took {own:.0f} s of processor time; what ran beside, {others:.0f} s."
                "\n\n"
                + table(names + ["a refresh of top"], programs, first.row("sort -n")[0], size))
        # It takes long: if it is interrupted, the runs so far are there.
        if results:
            with open(results, "w", encoding="utf-8") as out:
                out.write(text)
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=50000, metavar="LINES")
    parser.add_argument("-r", type=int, default=15, metavar="RUNS")
    parser.add_argument("-b", metavar="BEFORE", help="another program alloctag")
    parser.add_argument("-o", metavar="RESULTS")
    parser.add_argument("alloctag")
    parser.add_argument("captures")
    args = parser.parse_args()

    os.environ["LC_ALL"] = "C"
    commit, before = commit_of(args.alloctag), args.b and commit_of(args.b)
    with tempfile.TemporaryDirectory() as folder:
        reports = make_reports(args.captures, args.n, folder)
        size = os.path.getsize(reports[-1]) / 1024
        sort = {"sort -n": ["sort", "-n", reports[-1]],
                "sort -n | head": ["sh", "-c", f"sort -n -r {reports[-1]} | head -n 20"]}
        now = sort | commands_of(args.alloctag, reports, folder)
        programs = {commit: Costs(now, folder, False)}
        if before:
            programs[before + " too" if before == commit else before] = \
                Costs(commands_of(args.b, reports, folder), folder, True)
        print(measure(programs, args.n, args.r, size, args.o), end="")


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: series.py FOLDER KIND SEED
#
# Write 65 copies of /proc/allocinfo to FOLDER, a minute apart, of a kernel with
# 600 lines. In all but the kind "walk", a/leak.c:1 or another line leaks:
#
#	walk		every line goes up and down at random, all by as much
#	uneven		the same, by a few bytes or by megabytes
#	steady		it leaks each minute; the others walk a little
#	tiny		the same, and a line that grows by 8 bytes each minute
#	burst		it leaks three times, much at once
#	late		it begins at 60 % of the time
#	sawtooth	it is filled and emptied, and each time a little remains
#	cache		it leaks, and a cache grows much more until it is full
#	inodes		references to inodes leak
#	user		it leaks, and processes take gigabytes
#	startup		it leaks, after one large step

import os
import random
import sys

folder, kind, seed = sys.argv[1:4]
random.seed(f"{kind} {seed}")
STEPS = 65
LINES = 600


def leak(step):
    """The bytes of the line that leaks."""
    part = step / (STEPS - 1)
    if kind == "burst":
        return 4000000 + 3000000 * sum(part >= at for at in (0.2, 0.5, 0.85))
    if kind == "startup":
        return 4000000 + 100000 * step + 200000000 * (step > 0)
    if kind == "late":
        return 4000000 + max(0, int(20000000 * (part - 0.6)))
    if kind == "sawtooth":
        return 4000000 + 60000 * step + 3000000 * (step % 7)
    return 4000000 + 100000 * step


LEAKS = {"inodes": "fs/ext4/super.c:9 func:ext4_alloc_inode"}
scales = [1] * LINES
if kind == "uneven":
    scales = [2 ** random.randint(0, 16) for line in range(LINES)]
values = [100000 * scale for scale in scales]
os.makedirs(folder, exist_ok=True)
for step in range(STEPS):
    rows = []
    for line in range(LINES):
        if kind in ("walk", "uneven") or random.random() < 0.1:
            change = random.choice((-3, -2, -1, 1, 2, 3))
            values[line] += 64 * scales[line] * change
        rows.append((values[line], f"b/file{line}.c:{line} func:f{line}"))
    if kind not in ("walk", "uneven"):
        rows.append((leak(step), LEAKS.get(kind, "a/leak.c:1 func:leak")))
    if kind == "tiny":
        rows.append((4096 + 8 * step, "a/tiny.c:1 func:tiny"))
    if kind == "cache":
        rows.append((min(2000000 * step, 60000000), "a/cache.c:1 func:cache"))
    if kind == "user":
        rows.append((step << 30, "mm/memory.c:1065 func:folio_prealloc"))
    name = f"{folder}/{step:02}"
    with open(name, "w") as out:
        out.write("allocinfo - version: 2.0\n#\n")
        for size, tag in rows:
            out.write(f"{size:12} {max(1, size // 64):8} {tag} \n")
    os.utime(name, (1795305600 + 60 * step,) * 2)

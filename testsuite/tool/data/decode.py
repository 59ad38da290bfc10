#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: decode.py RECORDING
#
# Print all snapshots of a recording as CSV, one line for each line of a
# snapshot: number of the snapshot, bytes, live, allocations, file, line,
# column, module, function, type. Of estimates: number of the snapshot, bytes,
# live, samples, both standard errors, file and so on; and a line "sampling" for
# each snapshot. Written from alloctag.5 alone, so that the
# tests compare the program with its document.

import gzip
import sys
import zlib


def main():
    with gzip.open(sys.argv[1]) as recording:
        texts = recording.read().splitlines(keepends=True)
    assert texts[0] == b"alloctag - recording: 2.0\n"
    estimate = texts[1] == b"format=samples 1.1\n"
    assert estimate or texts[1] == b"format=alloctag 1.0\n"
    zeros = [0] * (5 if estimate else 3)
    sampling = ""
    lines, values, present = [], [], set()
    snapshots = 0
    checked = b""

    def change(line, numbers):
        for i, number in enumerate(numbers.split()):
            values[line][i] += int(number)
        present.add(line)

    for text in texts:
        word = text.rstrip(b"\n").decode()
        if word.startswith("end"):
            assert word == f"end {zlib.crc32(checked)}"
            checked = b""
            snapshots += 1
            if estimate:
                print("sampling", sampling)
            for line in sorted(present):
                if estimate:
                    live, size, *others = values[line]
                else:
                    others, live, size = values[line][:1], *values[line][1:]
                print(snapshots, size, live, *others, *lines[line], sep=";")
            continue
        checked += text
        if word[0] == "+":
            *names, numbers = word[1:].split("\t")
            assert len(names) == 6
            names[0] = names[0] or lines[-1][0]
            names[3] = names[3] or "-"
            names[5] = names[5] or "-"
            lines.append(names)
            values.append(zeros[:])
            change(len(lines) - 1, numbers)
        elif word[0] == "-":
            present.remove(int(word[1:]) - 1)
            values[int(word[1:]) - 1] = zeros[:]
        elif word.startswith("sampling "):
            sampling = word.split(" ", 1)[1]
        elif word[0].isdigit():
            number, _, numbers = word.partition(" ")
            change(int(number) - 1, numbers)


main()

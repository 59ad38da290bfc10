#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: decode.py RECORDING
#
# Print all snapshots of a recording as CSV, one line for each line of a
# snapshot: number of the snapshot, bytes, live, allocations, file, line,
# column, module, function, type. Written from alloctag.5 alone, so that the
# tests compare the program with its document.

import sys
import zlib

MAGIC = b"alloctag - recording: 1.0\n"


class Payload:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7f) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def signed(self):
        value = self.number()
        return -(value + 1) // 2 if value & 1 else value // 2

    def bytes(self, length):
        self.at += length
        return self.data[self.at - length:self.at]

    def numbers_of_lines(self):
        line = 0
        for _ in range(self.number()):
            line += self.number()
            yield line
            line += 1


def records(data):
    at = len(MAGIC)
    dictionaries = {}
    while at < len(data):
        length = int.from_bytes(data[at + 1:at + 5], "little")
        payload = data[at + 5:at + 5 + length]
        checksum = int.from_bytes(data[at + 5 + length:at + 9 + length], "little")
        assert zlib.crc32(data[at:at + 5 + length]) == checksum
        kind = chr(data[at] & 0x7f)
        if data[at] & 0x80:
            head = Payload(payload)
            size = head.number()
            inflate = zlib.decompressobj(-15, zdict=dictionaries.get(kind, b"")[-32768:])
            payload = inflate.decompress(payload[head.at:])
            assert len(payload) == size and inflate.eof
        dictionaries[kind] = payload
        yield kind, payload
        at += length + 9


def main():
    with open(sys.argv[1], "rb") as recording:
        data = recording.read()
    assert data.startswith(MAGIC)
    names, lines, values, present = [], [], [], set()
    snapshots = 0
    for kind, payload in records(data):
        p = Payload(payload)
        if kind == "I":
            assert payload.startswith(b"format=alloctag 1.0\n")
        elif kind == "L":
            for _ in range(p.number()):
                names.append(p.bytes(p.number()).decode())
            for _ in range(p.number()):
                file, line, column, module, function, type_name, flags = \
                    [p.number() for _ in range(7)]
                lines.append([names[file], line, column, names[module] or "-", names[function],
                              "(untagged)" if flags & 2 else names[type_name] or "-"])
                values.append([0, 0, 0])
            assert p.at == len(payload)
        elif kind == "S":
            p.signed()
            for _ in range(p.number()):
                p.signed()
            line = 0
            for _ in range(p.number()):
                line += p.number()
                for i in range(3):
                    values[line][i] += p.signed()
                present.add(line)
                line += 1
            list(p.numbers_of_lines())
            for line in list(p.numbers_of_lines()):
                present.discard(line)
                values[line] = [0, 0, 0]
            assert p.at == len(payload)
            snapshots += 1
            for line in sorted(present):
                print(snapshots, *values[line], *lines[line], sep=";")


main()

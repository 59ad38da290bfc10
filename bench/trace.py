#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Where do the instructions of a benchmark loop go?

trace.py [-d] VMLINUX KERNEL INITRAMFS LOOP FUNCTION [APPEND]

Boots the kernel with dev/vm/run-vm.sh -n and lets alloc_bench run LOOP. After the
loop has warmed up, it stops at a call of FUNCTION (an allocator, as in System.map)
from a module, and steps through the code until the loop calls it again. Prints
how many instructions each function takes, in order of first use; with -d also each
instruction as it is in memory, with static branches and alternatives as patched.

The number of lines that -d prints is the figure that make bench reports. Exits 1 if
the loop isn't reached.
"""

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

RUN_VM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../dev/vm/run-vm.sh")
MODULES = 0xffffffffa0000000
WARM = 200


class Stub:
    """As much of GDB's remote protocol as stepping needs."""

    def __init__(self, path):
        self.sock = socket.socket(socket.AF_UNIX)
        # QEMU makes the file, and listens a moment later.
        for _ in range(100):
            if not self.sock.connect_ex(path):
                break
            time.sleep(0.1)
        else:
            sys.exit("error: QEMU does not listen")
        self.rest = b""
        self.ask("?")

    def ask(self, text):
        data = text.encode()
        self.sock.sendall(b"$%s#%02x" % (data, sum(data) & 255))
        return self.answer()

    def answer(self):
        while True:
            m = re.search(rb"\$([^#]*)#..", self.rest)
            if m:
                self.rest = self.rest[m.end():]
                self.sock.sendall(b"+")
                return m.group(1).decode()
            part = self.sock.recv(65536)
            if not part:
                sys.exit("error: QEMU ended before the loop was reached")
            self.rest += part

    def registers(self):
        raw = bytes.fromhex(self.ask("g")[:17 * 16])
        return [int.from_bytes(raw[i:i + 8], "little") for i in range(0, 136, 8)]

    def pc(self):
        return self.registers()[16]

    def read(self, addr, n):
        return bytes.fromhex(self.ask("m%x,%x" % (addr, n)))

    def word(self, addr):
        return int.from_bytes(self.read(addr, 8), "little")


def until_called(stub, addr, times):
    """Run until a module has called the function; returns where it returns to."""
    while True:
        # Continuing from a breakpoint would hit it again.
        stub.ask("s")
        stub.ask("Z1,%x,1" % addr)
        stub.ask("c")
        stub.ask("z1,%x,1" % addr)
        regs = stub.registers()
        caller = stub.word(regs[7])
        if regs[16] == addr and caller >= MODULES:
            times -= 1
            if not times:
                break
    return caller


def symbols(vmlinux):
    table = []
    for line in subprocess.check_output(["nm", vmlinux], text=True).splitlines():
        addr, kind, name = line.split()[-3:] if len(line.split()) == 3 else ("0", "", "")
        if kind and kind in "tTwW" and not name.startswith("__pfx_"):
            table.append((int(addr, 16), name))
    return sorted(table)


def disassemble(code, addr):
    with tempfile.NamedTemporaryFile() as f:
        f.write(code)
        f.flush()
        out = subprocess.check_output(
            ["objdump", "-D", "-b", "binary", "-m", "i386:x86-64",
             "--adjust-vma=0x%x" % addr, f.name], text=True)
    for line in out.splitlines():
        m = re.match(r"\s*%x:\t[^\t]*\t(.*)" % addr, line)
        if m:
            return m.group(1).strip()
    return "?"


def main():
    args = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("-d", action="store_true", help="each instruction")
    for name in ("vmlinux", "kernel", "initramfs", "loop", "function"):
        args.add_argument(name)
    args.add_argument("append", nargs="?", default="")
    args = args.parse_args()

    table = symbols(args.vmlinux)

    def find(*functions):
        addr = dict((name, addr) for addr, name in table)
        for function in functions:
            for suffix in (".alloctag", "_noprof.alloctag", "_noprof", ""):
                if function + suffix in addr:
                    return addr[function + suffix]
        sys.exit("error: no function %s" % " or ".join(functions))

    start = find(args.function)

    def name_of(addr):
        if addr >= MODULES:
            return "(the loop)"
        lo, hi = 0, len(table)
        while hi - lo > 1:
            mid = (lo + hi) // 2
            if table[mid][0] <= addr:
                lo = mid
            else:
                hi = mid
        return table[lo][1]

    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "gdb")
        vm = subprocess.Popen(
            [RUN_VM, "-n", "-c", "1", "-k", args.kernel, "-i", args.initramfs,
             "-a", "nokaslr " + args.append, "loops:" + args.loop,
             "-chardev", "socket,id=gdb,server=on,wait=on,path=" + path,
             "-gdb", "chardev:gdb"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            while not os.path.exists(path):
                if vm.poll() is not None:
                    sys.exit("error: QEMU does not start")
            stub = Stub(path)
            # Stopping at each call of an allocator from boot on would take
            # minutes; alloc_bench makes a cache first, which is rare.
            until_called(stub, find("__kmem_cache_create_args", "kmem_cache_create"), 1)
            caller = until_called(stub, start, WARM)

            trace = []
            while True:
                pc = stub.pc()
                if pc == start and trace and stub.word(stub.registers()[7]) == caller:
                    break
                trace.append(pc)
                stub.ask("s")
                if len(trace) > 20000:
                    sys.exit("error: the loop does not come back")

            order, part = [], {}
            for pc in trace:
                name = name_of(pc)
                if name not in part:
                    part[name] = 0
                    order.append(name)
                part[name] += 1
            if args.d:
                text = {}
                before = None
                for pc in trace:
                    name = name_of(pc)
                    if pc not in text:
                        text[pc] = disassemble(stub.read(pc, 15), pc)
                    if name != before:
                        print("%s:" % name)
                        before = name
                    print("  %x  %s" % (pc, text[pc]))
            for name in order:
                print("%6d  %s" % (part[name], name))
            print("%6d  together" % len(trace))
        finally:
            vm.kill()
            vm.wait()


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit("error: %s" % error)

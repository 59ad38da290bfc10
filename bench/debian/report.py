#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: report.py CSV CAPTION

The table of make bench-deb: a row for each figure, a column for each variant.

CSV has the header "variant,metric,value". Sizes belong to a kernel, not to a
variant, and are shown in the columns of the kernel's first variant. Of a figure that
was measured several times, the table has the mean; the difference to "none" in
percent, or to "debian" if none was not measured, is followed by half of the 95 %
confidence interval of the difference (Welch's t). If that interval holds 0, there
is only the figure that the difference is below, either way.
"""

import collections
import math
import os
import statistics
import sys

# Metric, title, unit; the unit divides the value.
METRICS = (
    ("package_bytes", "package, MB", 1e6),
    ("installed_kib", "installed, MB", 1e6 / 1024),
    ("text_bytes", "vmlinux: text, KiB", 1024),
    ("rodata_bytes", "vmlinux: constants, KiB", 1024),
    ("data_bytes", "vmlinux: data, KiB", 1024),
    ("module_bytes", "all modules: text, data, KiB", 1024),
    ("build_minutes", "build, core-minutes", 1),
    ("available_1024", "MemAvailable of 1 GiB, KiB", 1),
    ("available_4096", "MemAvailable of 4 GiB, KiB", 1),
    ("lines", "lines in /proc/allocinfo", 1),
    ("boot", "boot, 10^9 instructions", 100),
    ("apt", "apt-get install, 10^9 instructions", 100),
    ("compile", "compile, 10^9 instructions", 100),
    ("sqlite", "sqlite, 10^9 instructions", 100),
    ("fio", "fio, 10^9 instructions", 100),
)

# Quantiles of Student's t, 97.5 %, for 1 to 10 degrees of freedom.
T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


def read_variants():
    """{VARIANT: KERNEL} of the file variants, in its order."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "variants")
    with open(path) as f:
        lines = [line.split() for line in f if line.strip() and not line.startswith("#")]
    return {words[0]: words[1] for words in lines}


def interval(a, b):
    """Half of the 95 % confidence interval of the difference of two means."""
    if len(a) < 2 or len(b) < 2:
        return None
    va, vb = statistics.variance(a) / len(a), statistics.variance(b) / len(b)
    if va + vb == 0:
        return 0.0
    # Welch and Satterthwaite.
    degrees = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
    t = T[min(int(degrees), len(T)) - 1] if degrees < 30 else 1.96
    return t * math.sqrt(va + vb)


def cell(values, base, unit):
    """One figure: its mean, and the difference to the base."""
    if not values:
        return ""
    mean = statistics.mean(values) / unit
    text = "%.0f" % mean if mean >= 1000 or mean == int(mean) else "%.2f" % mean
    if base is None or not base or base is values:
        return text
    other = statistics.mean(base)
    difference = 100 * (statistics.mean(values) - other) / other
    half = interval(values, base)
    if half is None:
        return text + " (%+.2f %%)" % difference
    half *= 100 / other
    if abs(difference) < half:
        return text + " (below %.2f %%)" % (abs(difference) + half)
    return text + " (%+.2f %% ±%.2f)" % (difference, half)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    values = collections.defaultdict(list)
    loops = []
    with open(sys.argv[1]) as f:
        for line in list(f)[1:]:
            variant, metric, value = line.rstrip("\n").split(",")
            values[variant, metric].append(float(value))
            if metric not in [m[0] for m in METRICS] and metric not in loops:
                loops.append(metric)
    kernels = read_variants()
    present = {variant for variant, _ in values}
    variants = [v for v in kernels if v in present]
    first = {}
    for variant in variants:
        first.setdefault(kernels[variant], variant)
    for kernel, variant in first.items():
        for name, metric in list(values):
            if name == kernel and name != variant:
                values[variant, metric] = values[name, metric]
    compared = "none" if "none" in present else "debian"
    rows = [[""] + variants]
    extra = [m for m in loops if m.startswith(("kmalloc", "kmem_cache", "bulk", "page",
                                               "remote"))]
    for metric, title, unit in METRICS + tuple((m, m + ", instructions", 1)
                                               for m in sorted(extra)):
        base = values.get((compared, metric))
        cells = [cell(values.get((v, metric)), base if v != compared else None, unit)
                 for v in variants]
        if any(cells):
            rows.append([title] + cells)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    print(sys.argv[2] + "\n")
    for row in rows:
        print("  ".join([row[0].ljust(widths[0])] +
                        [c.rjust(w) for c, w in zip(row[1:], widths[1:])]).rstrip())


main()

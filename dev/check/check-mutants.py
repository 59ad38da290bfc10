#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: check-mutants.py [-c] [-s FILE] BUILD [NAME...]
#
# Do the tests notice a fault? Make each of the changes listed in
# testsuite/mutants, one at a time, in a copy of this project, build what has
# changed, and run the tests that are to notice it. A change that no test
# notices is alive, and a failure unless the list explains it.
#
#	-c	only check that the text of each change is found once in its
#		file, and that its tests exist; nothing is built
#	-s FILE	write a summary to FILE, with the commit
#	BUILD	the folder for output: it gets a folder "mutants"
#	NAME	of changes, or of their lists; all, if there is none
#
# testsuite/mutants/README describes the lists. Exits 1 if a change is alive and
# unexplained, does not build, or is not found once; or if an explained one is
# not alive.

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
KVER = '6.12'

# How the program is built that the tests of a tool run, and whether that is
# done in a copy of the output: then what the next change needs is still there.
# Kernels take too much room; their source is restored by the next build.
BUILDS = {
    'tool': ('tool', True),
    'alloctag': ('plugin', True),
    'user': ('plugin user', True),
    'project': ('', False),
    'kernel': ('kernel', False),
    'errors': ('kernel-errors', False),
}


class Mutant:
    """A change: NAME, FILE, TOOL and TESTS of its head, OLD and NEW text."""

    def __init__(self, head, where):
        match = re.fullmatch(r'(\S+): (\S+): (\S+)((?: \S+)+)', head)
        if not match:
            sys.exit(f'{where}: not "NAME: FILE: TOOL TEST...": {head}')
        self.name, self.file, self.tool, tests = match.groups()
        self.tests = tests.split()
        self.list = where
        self.lines = {'-': [], '+': [], '=': []}

    @property
    def old(self):
        return '\n'.join(self.lines['-'])

    @property
    def new(self):
        return '\n'.join(self.lines['+'])

    @property
    def explained(self):
        """Why no test can notice it; empty for most."""
        return ' '.join(line.strip() for line in self.lines['='])

    def wrong(self):
        """What is wrong with the change itself, or None."""
        path = TOP / self.file
        found = path.read_text().count(self.old) if path.is_file() else 0
        if not self.old or self.old == self.new or found != 1:
            return f'its text is {found} times in {self.file}'
        if self.tool not in BUILDS:
            return f'no tests of {self.tool}'
        for test in self.tests:
            name = test.split('=')[0]
            if not list((TOP / 'testsuite' / self.tool).rglob(name)):
                return f'no test {name}'
        return None


def read_lists():
    mutants = []
    for path in sorted((TOP / 'testsuite/mutants').iterdir()):
        if path.name == 'README':
            continue
        for line in path.read_text().splitlines():
            if not line or line[0] == '#':
                continue
            if line[0] in '-+=':
                mutants[-1].lines[line[0]].append(line[1:])
            else:
                mutants.append(Mutant(line, path.name))
    names = [mutant.name for mutant in mutants]
    for name in names:
        if names.count(name) > 1:
            sys.exit(f'{name}: there are two of this name')
    return mutants


def arguments(tests):
    """For runtest, which takes a file once: a.exp, or b.exp="c.c d.c"."""
    files = {}
    for test in tests:
        name, _, programs = test.partition('=')
        files.setdefault(name, []).append(programs)
    return [name if '' in programs else f'{name}={" ".join(programs).replace(",", " ")}'
            for name, programs in files.items()]


class Copy:
    """A copy of this project, as it is, without output."""

    def __init__(self, build):
        self.src = build / 'mutants/src'
        self.base = build / 'mutants/build'
        self.out = build / 'mutants/out'
        shutil.rmtree(self.src, ignore_errors=True)
        # With the history, which some tests read.
        subprocess.run(['git', 'clone', '-q', '--shared', TOP, self.src], check=True)
        files = subprocess.run(['git', 'diff', 'HEAD', '-z', '--name-only', '--diff-filter=d'],
                               cwd=TOP, check=True, text=True, capture_output=True).stdout
        for name in filter(None, files.split('\0')):
            (self.src / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, self.src / name)
        self.failing = {}

    def make(self, target, build):
        """Returns whether it builds, and the output."""
        if not target:
            return True, ''
        env = {k: v for k, v in os.environ.items() if not k.startswith('MAKE')}
        result = subprocess.run(['make', '-s', *target.split(), f'O={build}',
                                 f'KVER={KVER}'], cwd=self.src, env=env, text=True,
                                stdin=subprocess.DEVNULL, capture_output=True)
        return result.returncode == 0, result.stdout + result.stderr

    def prepare(self, tool, mutants):
        """Build without a change, and note which tests of MUTANTS fail then."""
        good, output = self.make(BUILDS[tool][0], self.base)
        if not good:
            sys.exit(f'make {BUILDS[tool][0]} fails without a change:\n{output[-2000:]}')
        tests = [test for mutant in mutants if mutant.tool == tool for test in mutant.tests]
        self.failing[tool], _ = self.run_tests('without', tool, tests, self.base)
        for result in self.failing[tool]:
            print(f'fails without a change: {tool}: {result}', flush=True)

    def run_tests(self, name, tool, tests, build):
        """Returns the set of results that are not good, and the number of all."""
        folder = self.out / f'{name}-{tool}'
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # Hanging is noticed, too: sooner than in make check.
        env = dict(os.environ, ALLOCTAG_TOP=str(self.src), ALLOCTAG_BUILD=str(build),
                   ALLOCTAG_KVER=KVER, CC_UNDER_TEST='gcc', TORTURE='short',
                   PLUGIN=str(self.src / 'scripts/gcc-plugins/alloctag_plugin.so'))
        env.setdefault('ALLOCTAG_LIMIT', '120')
        subprocess.run([self.src / 'dev/check/run-tests.sh', '-t', '1200', folder,
                        self.src / 'testsuite', tool, *arguments(tests)],
                       cwd=self.src, env=env)
        results = []
        for path in folder.glob('*.sum'):
            results += re.findall(r'^[A-Z]+: .*$', path.read_text(errors='replace'), re.M)
        return ({r for r in results if re.match('FAIL|XPASS|UNRESOLVED|ERROR', r)},
                len(results))

    def try_mutant(self, mutant):
        """Returns "noticed", "alive" or "does not build", and a line about it."""
        target, separate = BUILDS[mutant.tool]
        build = self.base
        if separate:
            build = self.base.with_name('build-mutant')
            subprocess.run(['rm', '-rf', build], check=True)
            subprocess.run(['cp', '-a', self.base, build], check=True)
        path = self.src / mutant.file
        text, stat = path.read_text(), path.stat()
        path.write_text(text.replace(mutant.old, mutant.new))
        try:
            good, output = self.make(target, build)
            if not good:
                return 'does not build', output.strip()[-300:].replace('\n', ' ')
            wrong, number = self.run_tests(mutant.name, mutant.tool, mutant.tests, build)
        finally:
            path.write_text(text)
            if separate:
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        wrong -= self.failing[mutant.tool]
        if wrong:
            return 'noticed', f'{len(wrong)} of {number}: {min(wrong)}'
        if not number:
            return 'does not build', 'its tests have no results'
        return 'alive', f'{number} results'


def print_check(mutants):
    for mutant in mutants:
        wrong = mutant.wrong()
        print(f'{"FAIL" if wrong else "PASS"}: {mutant.name}{": " + wrong if wrong else ""}')
    return any(mutant.wrong() for mutant in mutants)


def summary(mutants, results, seconds):
    head = subprocess.run([TOP / 'dev/results.sh', 'head'], check=True, text=True,
                          capture_output=True).stdout
    lines = [head, f'{"subject":<16}{"changes":>8}{"noticed":>8}{"alive":>8}']
    for subject in sorted({mutant.list for mutant in mutants}):
        verdicts = [results[m.name][0] for m in mutants if m.list == subject]
        lines.append(f'{subject:<16}{len(verdicts):>8}{verdicts.count("noticed"):>8}'
                     f'{verdicts.count("alive"):>8}')
    lines.append('')
    for mutant in mutants:
        verdict, text = results[mutant.name]
        if verdict != 'noticed':
            lines.append(f'{verdict}: {mutant.list}: {mutant.name}: '
                         f'{mutant.explained or text}')
    verdicts = [results[mutant.name][0] for mutant in mutants]
    bad = bad_ones(mutants, results)
    lines.append(f'{len(verdicts)} changes, {verdicts.count("noticed")} noticed, '
                 f'{verdicts.count("alive")} alive, {len(bad)} unexplained, '
                 f'{seconds / 60:.0f} minutes')
    return '\n'.join(lines) + '\n'


def bad_ones(mutants, results):
    """Those with another result than the list has."""
    return [m for m in mutants
            if results[m.name][0] != ('alive' if m.explained else 'noticed')]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-c', dest='check', action='store_true')
    parser.add_argument('-s', dest='summary', type=pathlib.Path)
    parser.add_argument('build', type=pathlib.Path)
    parser.add_argument('names', nargs='*')
    args = parser.parse_args()

    mutants = read_lists()
    for name in args.names:
        if not any(name in (m.name, m.list) for m in mutants):
            sys.exit(f'{name}: no such change, and no such list')
    if args.names:
        mutants = [m for m in mutants if m.name in args.names or m.list in args.names]
    if args.check:
        sys.exit(print_check(mutants))
    wrong = [m for m in mutants if m.wrong()]
    if wrong:
        sys.exit('\n'.join(f'{m.name}: {m.wrong()}' for m in wrong))

    copy = Copy(args.build.resolve())
    results = {}
    start = time.monotonic()
    for tool in sorted({mutant.tool for mutant in mutants}):
        copy.prepare(tool, mutants)
    for mutant in mutants:
        results[mutant.name] = copy.try_mutant(mutant)
        verdict, text = results[mutant.name]
        print(f'{verdict}: {mutant.list}: {mutant.name}: {text}', flush=True)
    text = summary(mutants, results, time.monotonic() - start)
    print('\n' + text, end='')
    if args.summary:
        args.summary.write_text(text)
    sys.exit(bool(bad_ones(mutants, results)))


main()

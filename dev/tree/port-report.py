#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Say what has to be done to port the patches and marks to another kernel.

	port-report.py [--kver VERSION] TREE

TREE is an unpacked kernel without alloctag: a new stable release, or another
version. It is not changed. The patches in patches/linux-VERSION are applied to
copies of its files, by default those of the nearest supported version that is
not newer than TREE. Then the functions in patches/marks, and in the lists in
the variable MARKS, are looked for.

Prints a line for each patch, and below it one for each hunk that does not apply
in the function that it is for (PATCHES/functions, see apply-patches.py): why
not, and where that function is in TREE. Line numbers are those of TREE. A hunk
that does not apply is left out, and the next ones are tried without it. A line
for each mark that is not found says where a function of that name, or of
a similar one, is. The functions where alloctag's hooks and marks would then
differ from mainline's follow (mainline-hooks.py). The last line has the sums:

	90 hunks apply, 2 with offset, 1 in a wrong function, 1 fails; 503 marks
	found, 1 not; 2 differences to mainline

V=1 also prints where each of the other hunks applies.

Exits with 0 if all hunks apply in their functions, all marks are found and
nothing differs; with 1 if not, or if TREE or a list can't be read; with 2 for
a wrong option.
"""

import argparse
import difflib
import importlib
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The other tools are next to this one.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, 'dev', 'tree'))
patching = importlib.import_module('apply-patches')
marking = importlib.import_module('mark-allocators')
comparing = importlib.import_module('mainline-hooks')

# Folders of a kernel without code of x86-64 kernels.
SKIPPED = ('Documentation', 'LICENSES', 'rust', 'samples', 'scripts', 'tools')


class Place:
	"""A definition or declaration in the tree."""

	def __init__(self, file, span):
		self.file = file
		self.span = span

	def __str__(self):
		return f'{self.file}:{self.span.first + 1}'


class Finder:
	"""Finds functions, structs and macros in a tree."""

	def __init__(self, tree):
		self.tree = tree
		self.places = {}	# of a file

	def of_file(self, file):
		"""All places of a file. None if there is no such file."""
		if file not in self.places:
			path = os.path.join(self.tree, file)
			self.places[file] = None
			if os.path.isfile(path):
				lines = patching.read_text(path).split('\n')
				self.places[file] = [Place(file, span)
						     for span in patching.Places(file, lines).spans]
		return self.places[file]

	def in_file(self, name, file):
		"""The definition of NAME in a file, or its declaration; None if there is
		none."""
		found = [place for place in self.of_file(file) or []
			 if place.span.name == name and not place.span.dead]
		return max(found, key=lambda place: place.span.body, default=None)

	def folders(self):
		for name in sorted(os.listdir(self.tree)):
			if not os.path.isdir(os.path.join(self.tree, name)) or \
			   name in SKIPPED or name.startswith('.'):
				continue
			if name != 'arch':
				yield name
			elif os.path.isdir(os.path.join(self.tree, 'arch', 'x86')):
				yield os.path.join('arch', 'x86')

	def search(self, names):
		"""Look for NAMES in the whole tree. Return {NAME: PLACES}, the likeliest
		place first."""
		words = {}		# "macro", "struct", ...: names
		for name in names:
			kind, word = name.split(' ') if ' ' in name else ('', name.split('(')[0])
			words.setdefault(kind, set()).add(word)
		folders = list(self.folders())
		if not words or not folders:
			return {}
		space = '[[:space:]]'
		patterns = []
		for kind, group in sorted(words.items()):
			group = '(' + '|'.join(sorted(group)) + ')'
			if kind == 'macro':
				patterns.append(fr'^{space}*#{space}*define{space}+{group}\b')
			elif kind in ('struct', 'union', 'enum'):
				patterns.append(fr'^(typedef{space}+)?{kind}{space}+{group}\b')
			else:
				# Calls are indented.
				patterns.append(fr'^([A-Za-z_].*[^A-Za-z0-9_])?{group}'
						fr'{space}*[(=[]')
		# A list of all names can be longer than an argument may be.
		grep = subprocess.run(['grep', '-rlE', '--include=*.[ch]', '-f', '-', *folders],
				      cwd=self.tree, input='\n'.join(patterns),
				      stdout=subprocess.PIPE, text=True, check=False,
				      env={**os.environ, 'LC_ALL': 'C'})
		found = {}
		for file in sorted(grep.stdout.split('\n')):
			for place in self.of_file(file) or []:
				if not place.span.dead and place.span.name in names:
					found.setdefault(place.span.name, []).append(place)
		for places in found.values():
			places.sort(key=lambda place: (not place.span.body,
						       place.file.startswith('drivers/')))
		return found


def variants(name):
	"""Names that the kernel gives to a function when it gets a wrapper, or loses it."""
	bare = re.sub(r'_noprof$', '', name).lstrip('_')
	return [variant for variant in
		('macro ' + name, bare, bare + '_noprof', '_' + bare, '_' + bare + '_noprof',
		 '__' + bare, '__' + bare + '_noprof', 'macro ' + bare, 'macro ' + bare + '_noprof')
		if variant != name]


class Where:
	"""Says where names are that are not where they were."""

	def __init__(self, finder):
		self.finder = finder
		self.wanted = []
		self.found = {}

	def want(self, name):
		"""NAME will be asked for."""
		if name != '-':
			self.wanted.append(name)

	def search(self):
		names = {variant for name in self.wanted
			 for variant in [name, *self.others(name)]}
		self.found = self.finder.search(names)

	@staticmethod
	def others(name):
		return variants(name) if re.fullmatch(r'\w+', name) else []

	def similar(self, name, files):
		"""Places of names like NAME: variants anywhere, and similar names in FILES."""
		found = [places[0] for variant in self.others(name)
			 for places in [self.found.get(variant)] if places]
		in_files = {place.span.name: place for file in files
			    for place in self.finder.of_file(file) or [] if not place.span.dead}
		close = difflib.get_close_matches(name, in_files, n=2, cutoff=0.85)
		return found or [in_files[other] for other in close]

	def say(self, name, files):
		"""Where NAME is now, which was in FILES."""
		shown = patching.display(name)
		places = self.found.get(name)
		if places:
			return f'{shown} is at ' + ' and '.join(map(str, places[:2]))
		similar = self.similar(name, files)
		if not similar:
			return f'{shown} is gone'
		if similar[0].span.name == 'macro ' + name:
			return f'{shown} is a macro at {similar[0]}'
		return f'{shown} is gone, but there is ' + ' and '.join(
			f'{patching.display(place.span.name)} at {place}' for place in similar[:2])


class HunkReport:
	"""The patches, applied to copies of the files of a tree."""

	def __init__(self, folder, tree, scratch):
		self.folder = folder
		self.sections = patching.read_patches(folder)
		self.messages = patching.read_functions(folder, self.sections)
		self.scratch = scratch
		self.finder = Finder(tree)
		# (file, function, line of text): the hunk that would have
		# added it.
		self.lost = {}

	def apply(self):
		patcher = patching.Patcher(self.scratch)
		for section in self.sections:
			patcher.apply(section)
			for hunk in section.hunks:
				if hunk.state in (patching.FAILS, patching.WRONG):
					for line in hunk.added():
						self.lost.setdefault(
							(section.file, hunk.function, line),
							patching.title(section, hunk))

	def bad(self):
		return [(section, hunk) for section in self.sections for hunk in section.hunks
			if hunk.state in (patching.FAILS, patching.WRONG)]

	def want(self, where):
		"""Tell WHERE what will have to be found."""
		for section, hunk in self.bad():
			for name in hunk.function.split(', '):
				if not self.finder.in_file(name, section.file):
					where.want(name)

	def why(self, section, hunk, name):
		"""Why a hunk does not apply in the function NAME, or outside of all."""
		inside = f' in {patching.display(name)}' if name != '-' else ''
		lines = patching.read_text(os.path.join(self.scratch, section.file)).split('\n')
		if name != '-':
			span = max((span for span in patching.Places(section.file, lines).spans
				    if span.name == name and not span.dead),
				   key=lambda span: span.body)
			lines = lines[span.first:span.last + 1]
		for old in hunk.old():
			if old.strip() and old not in lines:
				lost = self.lost.get((section.file, hunk.function, old))
				if lost and lost != patching.title(section, hunk):
					return f'its line "{old.strip()}" is from {lost}'
				return f'there is no line "{old.strip()}"{inside}'
		return f'its {len(hunk.old())} lines are not next to each other{inside}'

	def message(self, section, hunk, where):
		"""A message for a hunk that is not as it should be."""
		file = section.file
		names = hunk.function.split(', ')
		now = [where.say(name, [file]) for name in names
		       if name != '-' and not self.finder.in_file(name, file)]
		if hunk.state == patching.WRONG:
			now += [f'{patching.display(name)} is at {self.finder.in_file(name, file)}'
				for name in names if self.finder.in_file(name, file)]
			return '; '.join([patching.wrong_function(section, hunk), *now])
		here = [name for name in names if name == '-' or self.finder.in_file(name, file)]
		position = file
		reasons = []
		if self.finder.of_file(file) is None:
			reasons.append('there is no such file')
			here = []
		for name in here:
			if name != '-':
				position = str(self.finder.in_file(name, file))
			reasons.append(self.why(section, hunk, name))
		return (f'{position}: error: {patching.title(section, hunk)} fails: ' +
			'; '.join(reasons + now))

	def print(self, where, verbose):
		"""Print a line for each patch, and for each hunk that needs one."""
		for patch in dict.fromkeys(section.patch for section in self.sections):
			sections = [section for section in self.sections if section.patch == patch]
			states = [hunk.state for section in sections for hunk in section.hunks]
			print(f'{patch}: ' + sums(states))
			for section in sections:
				for hunk in section.hunks:
					if hunk.state in (patching.FAILS, patching.WRONG):
						print(self.message(section, hunk, where))
					elif verbose:
						print(f'{section.file}:{hunk.line}: '
						      f'hunk {hunk.number}, {hunk.state}, '
						      f'{patching.display(hunk.found)}')


def sums(states, all_of_them=False):
	"""The numbers of hunks in each state; ALL_OF_THEM: those that are 0, too."""
	parts = []
	for state, one, more in ((patching.APPLIES, 'hunk applies', 'hunks apply'),
				 (patching.OFFSET, 'with offset', 'with offset'),
				 (patching.WRONG, 'in a wrong function', 'in a wrong function'),
				 (patching.FAILS, 'fails', 'fail')):
		number = states.count(state)
		if number or all_of_them or state == patching.APPLIES:
			parts.append(f'{number} {one if number == 1 else more}')
	return ', '.join(parts)


class MarkReport:
	"""The marks, put into the same copies."""

	def __init__(self, lists, version):
		self.marks = [mark for path in lists for group in marking.read_list(path)
			      for mark in group.marks if mark.wanted(version)]
		self.version = version
		self.wrong = []		# (mark, message, whether to look for the function)

	def files(self):
		return sorted({file for mark in self.marks for file in mark.files})

	def apply(self, scratch):
		tree = marking.Tree(scratch, self.version)
		for mark in self.marks:
			message = tree.mark(mark)
			if message:
				self.wrong.append((mark, message, not re.search(
					r'\(\): (is |does |declared in more)', message)))
		tree.write()

	def want(self, where):
		for mark, _, lost in self.wrong:
			if lost:
				where.want(mark.name)

	def print(self, where):
		for mark, message, lost in self.wrong:
			now = '; ' + where.say(mark.name, mark.files) if lost else ''
			print(f'{os.path.relpath(mark.where, TOP)}: error: {message}{now}')


def supported():
	"""The versions that have patches, the oldest first."""
	names = os.listdir(os.path.join(TOP, 'patches'))
	return sorted(marking.version_of(name[len('linux-'):]) for name in names
		      if re.fullmatch(r'linux-\d+\.\d+', name))


def text_of(version):
	return '.'.join(map(str, version))


def main():
	parser = argparse.ArgumentParser(
		description='Say what has to be done to port the patches to another kernel.')
	parser.add_argument('--kver', metavar='VERSION', help='use the patches of this version')
	parser.add_argument('tree', metavar='TREE')
	args = parser.parse_args()

	if not args.tree:
		sys.exit('error: usage: make port KERNEL=<unpacked kernel tree> [KVER=<version>]')
	if not os.path.isdir(args.tree):
		sys.exit(f'error: {args.tree}: no such folder')
	version = marking.kernel_version(args.tree)
	if not version:
		sys.exit(f'error: {args.tree}: this is no Linux kernel tree')
	if os.path.exists(os.path.join(args.tree, 'scripts/gcc-plugins/Kconfig.alloctag')):
		sys.exit(f'error: {args.tree}: alloctag is in this tree; make port needs one '
			 'without it')
	base = args.kver
	if not base:
		older = [other for other in supported() if other <= version]
		if not older:
			sys.exit(f'error: {args.tree}: Linux {text_of(version)} is older than all '
				 'supported versions; KVER= names one')
		base = text_of(older[-1])

	with tempfile.TemporaryDirectory() as scratch:
		try:
			hunks = HunkReport(os.path.join(TOP, 'patches', 'linux-' + base),
					   args.tree, scratch)
			marks = MarkReport([os.path.join(TOP, 'patches', 'marks'),
					    *os.environ.get('MARKS', '').split()], version)
		except (OSError, UnicodeDecodeError, marking.ListError) as error:
			sys.exit(f'error: {error}')
		if hunks.messages:
			patching.fail(hunks.messages)
		patching.copy_files(patching.files_of(hunks.sections) + marks.files(),
				    args.tree, scratch)
		hunks.apply()
		marks.apply(scratch)
		where = Where(hunks.finder)
		hunks.want(where)
		marks.want(where)
		where.search()
		differences = comparing.compare(args.tree, scratch)

		print(f'{args.tree}: Linux {text_of(version)}, patches of Linux {base}')
		hunks.print(where, os.environ.get('V', '') not in ('', '0'))
		marks.print(where)
		print(*differences, sep='\n', end='\n' if differences else '')

	states = [hunk.state for section in hunks.sections for hunk in section.hunks]
	found = len(marks.marks) - len(marks.wrong)
	print(f'{sums(states, True)}; {found} mark{"" if found == 1 else "s"} found, '
	      f'{len(marks.wrong)} not; {len(differences)} '
	      f'difference{"" if len(differences) == 1 else "s"} to mainline')
	sys.exit(1 if hunks.bad() or marks.wrong or differences else 0)


if __name__ == '__main__':
	main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Apply patches to a tree, each hunk in the function that it was made for.

	apply-patches.py PATCHES TREE
	apply-patches.py --functions PATCHES TREE

PATCHES is a folder of patches, patches/linux-VERSION, that are applied in the
order of their numbers, without fuzz. Line numbers may differ: they change with
each stable release. With one line of context, a hunk can also apply where it
does not belong, in a function that has the same two lines. So the file
PATCHES/functions has the function of each hunk:

	0009-slab-charge.patch mm/slub.c
		slab_post_alloc_hook
		slab_free

A line below a patch and a file is for one hunk, in their order. It can also be
"struct NAME", "enum NAME", "union NAME", "macro NAME", "variable NAME",
"config NAME" in a Kconfig file, or "-" for a place outside of all these. A hunk
that changes several of them has a line with commas.

With --functions, TREE is not changed. The list is printed as it has to be,
provided that each hunk is where it belongs in TREE.

Exits with 0; with 1 and a message for each hunk of the first patch that does
not apply in its function, or if a file can't be read; with 2 for a wrong
option. Files of TREE that were patched before that stay so.

port-report.py imports this file.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Of a list of functions.
HEAD = """\
# SPDX-License-Identifier: GPL-2.0
#
# The function that each hunk of the patches is for. dev/tree/apply-patches.py
# describes this list, and makes it with --functions. make port describes hunks
# that do not apply there."""

# What a hunk does.
APPLIES = 'applies'
OFFSET = 'with offset'
WRONG = 'in a wrong function'
FAILS = 'fails'


def read_text(path):
	"""The text of a file. Whatever its encoding and ends of lines are, they are kept."""
	with open(path, encoding='utf-8', errors='surrogateescape', newline='') as file:
		return file.read()


class Span:
	"""Lines of a file that are one function, struct, macro, ...; BODY is false for
	a prototype. DEAD: in #if 0."""

	def __init__(self, name, first, last, body, dead):
		self.name = name
		self.first = first	# both counted from 0
		self.last = last
		self.body = body
		self.dead = dead


# Attributes that look like the name of a function.
ATTRIBUTE = re.compile(r'__(attribute|printf|scanf|alloc_size|realloc_size|malloc|acquires|releases|'
		       r'must_hold|cond_acquires|cond_lock|section|aligned|assume_aligned|'
		       r'guarded_by|diagnose_as|no_sanitize|allocator_of)(__)?$')


def name_of(head):
	"""The name of what HEAD declares: the text up to the brace or the semicolon,
	without comments. None if there is no name."""
	initialised = re.search(r'(\w+)\s*(?:\[[^]]*\]\s*)*(?:__\w+(?:\([^)]*\))?\s*)*=', head)
	if initialised and '(' not in head[:initialised.start()]:
		return 'variable ' + initialised.group(1)
	depth = 0
	for token in re.finditer(r'(\w+)(\s*\()|([()])', head):
		word = token.group(1)
		if word and not depth and not ATTRIBUTE.match(word):
			# SYSCALL_DEFINE3(mmap, ...)
			argument = re.match(r'\s*(\w+)', head[token.end():])
			if word.isupper() and argument:
				return f'{word}({argument.group(1)})'
			return word
		depth += -1 if token.group(3) == ')' else 1
	tag = re.match(r'(?:typedef\s+)?(?:static\s+|const\s+)*(struct|union|enum)\s+(?:__\w+\s+)*'
		       r'(\w+)(?:\s+__\w+)*\s*(?:\{.*)?;?$', head, re.S)
	if tag:
		return ' '.join(tag.groups())
	typedef = re.match(r'typedef\b.*?(\w+)\s*;', head, re.S)
	return 'typedef ' + typedef.group(1) if typedef else None


class Places:
	"""What each line of a file belongs to. It relies on the kernel's style: what is
	outside of all functions begins in the first column, and a body ends with a
	brace there."""

	def __init__(self, path, lines):
		self.spans = []
		self.span_of = [None] * len(lines)
		if re.search(r'\.[chS]$', path):
			self.read_c(lines)
		else:
			self.read_other(lines)

	def add(self, name, first, last, body=True, dead=False):
		span = Span(name, first, last, body, dead)
		self.spans.append(span)
		self.span_of[first:last + 1] = [span] * (last + 1 - first)

	def read_c(self, lines):
		conditions = []		# of each #if: is it #if 0, in its first branch?
		head = None		# the first line of a declaration
		i = 0
		while i < len(lines):
			first = i
			line = lines[i].rstrip()
			i += 1
			if re.match(r'\s*#', line):
				while lines[i - 1].rstrip().endswith('\\') and i < len(lines):
					i += 1
				self.directive(line, conditions)
				macro = re.match(r'\s*#\s*define\s+(\w+)', line)
				if macro:
					self.add('macro ' + macro.group(1), first, i - 1,
						 dead=any(conditions))
				if head is None or not macro:
					head = None
				continue
			if re.match(r'\s*/\*', line):
				while '*/' not in lines[i - 1] and i < len(lines):
					i += 1
				if not lines[i - 1].split('*/')[-1].strip():
					continue
				line = lines[i - 1].split('*/')[-1].rstrip()
			if not line:
				head = None
				continue
			if head is None:
				if line[0].isspace() or line[0] == '}' or line.startswith('//'):
					continue
				head = first
			text = re.sub(r'/\*.*?\*/|//.*', ' ', line).rstrip()
			if not text.endswith(('{', ';', '}')):
				continue
			whole = re.sub(r'/\*.*?\*/|//[^\n]*', ' ', '\n'.join(
				l.rstrip() for l in lines[head:i]), flags=re.S).strip()
			body = '{' in whole
			if body and whole.count('{') != whole.count('}'):
				while i < len(lines) and not lines[i].startswith('}'):
					if lines[i].startswith('#'):
						self.directive(lines[i], conditions)
					i += 1
				i = min(i + 1, len(lines))
			name = name_of(whole.split('{')[0].strip() if body else whole)
			if name:
				self.add(name, head, i - 1, body, any(conditions))
			head = None

	@staticmethod
	def directive(line, conditions):
		word = re.match(r'\s*#\s*(\w*)', line).group(1)
		if word in ('if', 'ifdef', 'ifndef'):
			conditions.append(bool(re.match(r'\s*#\s*if\s+0\b', line)))
		elif word in ('elif', 'else') and conditions:
			conditions[-1] = False
		elif word == 'endif' and conditions:
			conditions.pop()

	def read_other(self, lines):
		"""Perl, shell, Kconfig."""
		i = 0
		while i < len(lines):
			first = i
			head = re.match(r'(?:sub\s+(\w+)|(\w+)\s*\(\)|(?:menu)?(config\s+\w+))',
					lines[i])
			i += 1
			if not head:
				continue
			if head.group(3):
				while i < len(lines) and re.match(r'\s|$', lines[i]):
					i += 1
				self.add(re.sub(r'\s+', ' ', head.group(3)), first, i - 1)
			else:
				while i < len(lines) and not lines[i].startswith('}'):
					i += 1
				self.add(head.group(1) or head.group(2), first,
					 min(i, len(lines) - 1))

	def between(self, i):
		"""What the gap before line I is in."""
		if not 0 < i < len(self.span_of) or self.span_of[i - 1] is not self.span_of[i]:
			return None
		return self.span_of[i]

	def of_hunk(self, hunk, first):
		"""The names of what HUNK changes if it applies at line FIRST: a string as in
		the list of functions."""
		names = []
		position = first
		removes = any(line[0] == '-' for line in hunk.lines)
		for line in hunk.lines:
			if line[0] == '+':
				# What replaces lines is where these are.
				span = self.between(position)
				if removes and not span:
					continue
			elif line[0] == '-':
				span = self.span_of[position]
			if line[0] != '+':
				position += 1
			if line[0] != ' ':
				names.append(span.name if span else '-')
		return ', '.join(dict.fromkeys(names))


class Hunk:
	"""A hunk, and what became of it."""

	def __init__(self, heading, number):
		self.heading = heading
		self.number = number	# counted from 1, in its file
		self.lines = []		# with the first character
		self.function = None	# what it is for
		self.state = None
		self.line = None	# where it applies, in the file before all patches
		self.found = None	# and in which function

	def old(self):
		return [line[1:] for line in self.lines if line[0] != '+']

	def added(self):
		return [line[1:] for line in self.lines if line[0] == '+']

	def count(self):
		return sum(line[0] != '+' for line in self.lines), \
			sum(line[0] != '-' for line in self.lines)

	def text(self):
		return self.heading + '\n' + ''.join(line + '\n' for line in self.lines)


class Section:
	"""The hunks of a patch for one file."""

	def __init__(self, patch, file):
		self.patch = patch	# the name of the patch
		self.file = file
		self.hunks = []


def read_patch(path):
	"""Return the sections of a patch."""
	sections = []
	old = new = 0
	for line in read_text(path).split('\n'):
		if old > 0 or new > 0:
			line = line or ' '
			if line[0] in ' -+':
				old -= line[0] != '+'
				new -= line[0] != '-'
				sections[-1].hunks[-1].lines.append(line)
			continue
		file = re.match(r'\+\+\+ b/([^\t]*)', line)
		heading = re.match(r'@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@', line)
		if file:
			sections.append(Section(os.path.basename(path), file.group(1)))
		elif heading and sections:
			old, new = (1 if count is None else int(count)
				    for count in heading.groups())
			hunks = sections[-1].hunks
			hunks.append(Hunk(line, len(hunks) + 1))
	return sections


def read_patches(folder):
	"""Return the sections of all patches of a folder, in their order. Raises OSError."""
	names = sorted(name for name in os.listdir(folder) if re.match(r'\d.*\.patch$', name))
	return [section for name in names for section in read_patch(os.path.join(folder, name))]


def read_functions(folder, sections):
	"""Read FOLDER/functions into the hunks. Return messages. Raises OSError."""
	path = os.path.join(folder, 'functions')
	functions = {}
	names = []
	for line in read_text(path).split('\n'):
		if line.startswith('#') or not line.strip():
			continue
		if line[0].isspace():
			names.append(line.strip())
		else:
			names = functions.setdefault(tuple(line.split()), [])
	messages = []
	for section in sections:
		names = functions.pop((section.patch, section.file), [])
		if len(names) != len(section.hunks):
			messages.append(f'{path}: error: {len(names)} functions for '
					f'{len(section.hunks)} hunks of {section.patch} '
					f'for {section.file}')
		for hunk, name in zip(section.hunks, names):
			hunk.function = name
	for key in functions:
		messages.append(f'{path}: error: no such patch and file: {" ".join(key)}')
	return messages


def display(name):
	"""How a message names a function of the list."""
	if name == '-':
		return 'outside of all functions'
	return ', '.join(part if ' ' in part or '(' in part else part + '()'
			 for part in name.split(', '))


def files_of(sections):
	return sorted({section.file for section in sections})


def copy_files(names, source, target):
	"""Copy those of the files that are there. The copies can be written."""
	for name in names:
		path = os.path.join(source, name)
		if os.path.isfile(path):
			copy = os.path.join(target, name)
			os.makedirs(os.path.dirname(copy), exist_ok=True)
			shutil.copyfile(path, copy)


class Patcher:
	"""Applies sections to the files of a tree, one after the other."""

	def __init__(self, tree):
		self.tree = tree
		# Of each patched file: the line before all patches that each of
		# its lines was, or is next to; counted from 0.
		self.origin = {}

	def apply(self, section):
		"""Apply a section, but for hunks that do not apply, or in a wrong function.
		Sets their state."""
		path = os.path.join(self.tree, section.file)
		if not os.path.isfile(path):
			for hunk in section.hunks:
				hunk.state = FAILS
			return
		before = read_text(path)
		places = Places(section.file, before.split('\n'))
		origin = self.origin.setdefault(section.file, list(range(before.count('\n') + 1)))
		hunks = section.hunks
		while True:
			self.run(path, section, hunks, places, origin)
			right = [hunk for hunk in hunks if hunk.state != WRONG]
			if right == hunks:
				return
			# Once more, without those in a wrong function.
			with open(path, 'w', encoding='utf-8', errors='surrogateescape',
				  newline='') as file:
				file.write(before)
			hunks = right

	def run(self, path, section, hunks, places, origin):
		"""Let patch apply HUNKS to the file PATH, and see what it says."""
		text = f'--- a/{section.file}\n+++ b/{section.file}\n' + \
			''.join(hunk.text() for hunk in hunks)
		done = subprocess.run(['patch', '-F0', '-f', '--verbose', '--no-backup-if-mismatch',
				       '-r', '-', path],
				      input=text.encode('utf-8', 'surrogateescape'),
				      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
				      env={**os.environ, 'LC_ALL': 'C'})
		said = {int(number): (int(line), offset) for number, line, offset in re.findall(
			r'^Hunk #(\d+) succeeded at (\d+)( \(offset .*\))?',
			done.stdout.decode('utf-8', 'replace'), re.M)}
		shift = 0
		new_origin = []
		end = 0
		for number, hunk in enumerate(hunks, 1):
			if number not in said:
				hunk.state = FAILS
				continue
			line, offset = said[number]
			first = line - 1 - shift
			old, new = hunk.count()
			shift += new - old
			hunk.found = places.of_hunk(hunk, first)
			hunk.line = origin[min(first + self.changed(hunk), len(origin) - 1)] + 1
			hunk.state = OFFSET if offset else APPLIES
			if hunk.function is not None and hunk.found != hunk.function:
				hunk.state = WRONG
			new_origin += origin[end:first]
			position = first
			for text in hunk.lines:
				if text[0] != '-':
					new_origin.append(origin[min(position, len(origin) - 1)])
				position += text[0] != '+'
			end = position
		if not any(hunk.state == WRONG for hunk in hunks):
			origin[:] = new_origin + origin[end:]

	@staticmethod
	def changed(hunk):
		"""How many lines precede the first change."""
		return next(i for i, line in enumerate(hunk.lines) if line[0] != ' ')


def title(section, hunk):
	return f'{section.patch}, hunk {hunk.number}'


def wrong_function(section, hunk):
	"""The message for a hunk that applies in a wrong function."""
	return (f'{section.file}:{hunk.line}: error: {title(section, hunk)} is for '
		f'{display(hunk.function)}, but applies in {display(hunk.found)}')


def print_functions(sections):
	print(HEAD)
	for section in sections:
		print(f'\n{section.patch} {section.file}')
		for hunk in section.hunks:
			print(f'\t{hunk.found}')


def check(section):
	"""Return a message for each hunk of a section that is not as it should be."""
	return [wrong_function(section, hunk) if hunk.state == WRONG else
		f'{section.file}: error: {title(section, hunk)} does not apply'
		for hunk in section.hunks if hunk.state in (WRONG, FAILS)]


def fail(messages):
	print('\n'.join(messages), file=sys.stderr)
	sys.exit(1)


def main():
	parser = argparse.ArgumentParser(
		description='Apply patches, each hunk in the function that it was made for.')
	parser.add_argument('--functions', action='store_true',
			    help='print the list of functions, change nothing')
	parser.add_argument('patches', metavar='PATCHES')
	parser.add_argument('tree', metavar='TREE')
	args = parser.parse_args()

	try:
		sections = read_patches(args.patches)
		messages = [] if args.functions else read_functions(args.patches, sections)
	except OSError as error:
		sys.exit(f'error: {error}')
	if messages:
		fail(messages + ['error: apply-patches.py --functions makes this list'])

	tree = args.tree
	with tempfile.TemporaryDirectory() as scratch:
		if args.functions:
			copy_files(files_of(sections), tree, scratch)
			tree = scratch
		patcher = Patcher(tree)
		for number, section in enumerate(sections):
			patcher.apply(section)
			messages += check(section)
			following = sections[number + 1:number + 2]
			if messages and not any(other.patch == section.patch
						for other in following):
				fail(messages + [f'{section.patch} does not apply'])
	if args.functions:
		print_functions(sections)


if __name__ == '__main__':
	main()

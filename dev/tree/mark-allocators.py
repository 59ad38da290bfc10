#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Put the word __allocator on the functions that lists of marks name.

	mark-allocators.py [OPTION] TREE LIST...

TREE is an unpacked kernel; patches/marks is the list for all kernels, and says
how one is written. The files are changed only when all of the lists fit:

	void *pool_get(struct pool *pool);

becomes

	void *pool_get(struct pool *pool) __allocator;

while a definition, and a prototype whose line would become too long, says
"extern" or would look like a cast, gets a line before it:

	__allocator
	static inline void *pool_zget(struct pool *pool)
	{

A list can say which type a function allocates that does not return it:
"pool_fill -> struct page" puts the word __allocator_of(struct page) there.

Functions that are marked already stay as they are, so a second run changes
nothing. A function that is declared in several branches of #if is marked in
each, but not in #if 0: a word there, where kernels have prototypes for
kernel-doc alone, would do nothing. It is an error when a function is not found
where the list says, or when two definitions of it can be compiled together.

Kernels from 6.10 on wrap allocators in macros. Such a macro is followed to the
function that it calls: "kmalloc" marks kmalloc_noprof() where

	#define kmalloc(...)	alloc_hooks(kmalloc_noprof(__VA_ARGS__))

Exits with 0; with 1 and a message for each line of a list that does not fit, or
if TREE is no kernel or a list can't be read; with 2 for a wrong option.
"""

import argparse
import os
import re
import sys

MARK = '__allocator'
# The limit of checkpatch.pl.
LINE_LENGTH = 100


class Mark:
	"""A function that a list names. Empty condition: in every version."""

	def __init__(self, where, files, name, condition, kind):
		self.where = where		# "LIST:LINE", for messages
		self.files = files		# where to look, relative to the tree
		self.name = name
		self.condition = condition	# (operator, version) or None
		self.word = f'{MARK}_of({kind})' if kind else MARK

	def wanted(self, version):
		if not self.condition:
			return True
		operator, limit = self.condition
		return version >= limit if operator == '>=' else version < limit


class Group:
	"""The marks below one [subject] of a list."""

	def __init__(self, subject):
		self.subject = subject
		self.message = []
		self.marks = []


class ListError(Exception):
	"""A line of a list that can't be read."""


class MarkError(Exception):
	"""A declaration that can't be marked."""


def version_of(text):
	return tuple(int(part) for part in text.split('.'))


def read_list(path):
	"""Return the groups of a list. What precedes the first [subject] is a group
	without one. Raises ListError."""
	groups = [Group(None)]
	files = None
	with open(path, encoding='utf-8', errors='surrogateescape') as file:
		lines = file.read().split('\n')
	for number, line in enumerate(lines, 1):
		where = f'{path}:{number}'
		if line.startswith('#') or not line.strip():
			continue
		subject = re.fullmatch(r'\[(.+)\]\s*', line)
		if subject:
			groups.append(Group(subject.group(1)))
			files = None
		elif line.startswith(':'):
			groups[-1].message.append(line[1:].strip())
		elif not line[0].isspace():
			files = line.split('#')[0].split()
		else:
			words = re.fullmatch(r'(\w+)\s*(?:(>=|<)\s*(\d+\.\d+)\s*)?'
					     r'(?:->\s*(\w[\w \*]*))?',
					     line.split('#')[0].strip())
			if not words:
				raise ListError(f'{where}: not "FUNCTION", "FUNCTION >= VERSION" '
						'or "FUNCTION < VERSION", perhaps with "-> TYPE"')
			if not files:
				raise ListError(f'{where}: no file is named above this function')
			name, operator, limit, kind = words.groups()
			condition = (operator, version_of(limit)) if operator else None
			groups[-1].marks.append(Mark(where, files, name, condition, kind))
	return [group for group in groups if group.marks]


def kernel_version(tree):
	"""Return (6, 12) for a tree of Linux 6.12.y, None if it is no kernel tree."""
	try:
		with open(os.path.join(tree, 'Makefile'), encoding='utf-8') as file:
			head = file.read(1000)
	except OSError:
		return None
	found = re.search(r'^VERSION = (\d+)\nPATCHLEVEL = (\d+)$', head, re.M)
	return (int(found.group(1)), int(found.group(2))) if found else None


# The tokens that tell declarations apart. A directive ends with its line; with
# a comment or a backslash it goes on.
DIRECTIVE = r"""(?P<directive> ^[ \t]*\#(?: /\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" |
			 \\. | [^\n\\/] | /(?![*/]) )* )"""
COMMENT = r"""(?P<comment> /\*.*?\*/ | //[^\n]* )"""
STRING = r"""(?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )"""
TOKEN = re.compile(f"""
	  {DIRECTIVE}
	| {COMMENT}
	| (?P<blank>     \\n[ \\t]*(?=\\n) )
	| (?P<space>     \\n | [^\\S\\n]+ )
	| {STRING}
	| (?P<word>      \\w+ )
	| (?P<other>     . )
""", re.X | re.S | re.M)
# In the body of a function, only directives matter.
TOKEN_IN_BODY = re.compile(f'{DIRECTIVE} | {COMMENT} | {STRING}', re.X | re.S | re.M)


class Declaration:
	"""A declaration, or the head of a definition, outside of all functions."""

	def __init__(self, branch):
		self.tokens = []	# (text, offset, depth of parentheses)
		# The branches of #if that it is in.
		self.branch = tuple((number, part) for number, part, _ in branch)
		self.dead = any(zero and not part for _, part, zero in branch)	# in #if 0
		self.body = False
		self.names = None

	def declares(self, name):
		"""Is NAME the function that is declared? To be asked when all tokens
		are there."""
		if self.names is None:
			self.names = set(self.called())
		return name in self.names

	def called(self):
		"""What is before a parenthesis. Not in arguments, or in the initialiser
		of a variable."""
		for i, (text, _, depth) in enumerate(self.tokens[:-1]):
			if text in ('=', 'typedef') and (text == '=' or not depth):
				break
			if not depth and i > 0 and self.tokens[i + 1][0] == '(':
				yield text

	def is_macro_call(self):
		"""Is this NAME(...), no mark, and nothing more so far?"""
		if not self.tokens or self.tokens[-1][0] != ')':
			return False
		texts = [text for text, _, depth in self.tokens if not depth]
		return len(texts) == 3 and texts[1:] == ['(', ')'] and not self.marked()

	def marked(self):
		return any(text in (MARK, MARK + '_of') for text, _, _ in self.tokens)

	def excludes(self, other):
		"""Are the two in different branches of one #if?"""
		mine = dict(self.branch)
		return any(number in mine and mine[number] != branch
			   for number, branch in other.branch)

	def always_with(self, other):
		"""Is this compiled whenever OTHER is?"""
		return other.branch[:len(self.branch)] == self.branch


class Source:
	"""A file: its declarations, its macros, and where words are to be added."""

	def __init__(self, path):
		self.path = path
		# Whatever the encoding and the ends of lines are, they are
		# kept.
		with open(path, encoding='utf-8', errors='surrogateescape',
			  newline='') as file:
			text = file.read()
		self.newline = '\r\n' if '\r\n' in text else '\n'
		self.text = text.replace('\r\n', '\n')
		self.declarations = []
		self.macros = {}
		self.added = {}		# offset: text
		self.parse()

	def parse(self):
		branch = []		# [number of the #if, number of the branch, #if 0]
		conditions = 0
		declaration = None
		depth = 0
		skip_until = 0		# the end of the function body we are in
		at = 0
		while at < len(self.text):
			if at < skip_until:
				token = TOKEN_IN_BODY.search(self.text, at)
				if not token or token.start() >= skip_until:
					at = skip_until
					continue
			else:
				token = TOKEN.match(self.text, at)
			at = token.end()
			text = token.group()
			kind = token.lastgroup
			if kind == 'directive':
				word = re.match(r'\s*#\s*(\w*)', text).group(1)
				if word in ('if', 'ifdef', 'ifndef'):
					conditions += 1
					zero = re.match(r'\s*#\s*if\s+0\b', text)
					branch.append([conditions, 0, bool(zero)])
				elif word in ('elif', 'else') and branch:
					branch[-1][1] += 1
				elif word == 'endif' and branch:
					branch.pop()
				elif word == 'define':
					self.macro(text)
				if not depth:
					declaration = None
				continue
			if token.start() < skip_until or kind in ('comment', 'space'):
				continue
			if kind == 'blank':
				# A macro without semicolon is no part of what
				# follows.
				if not depth:
					declaration = None
				continue
			if declaration is None:
				if text in ';}':
					continue
				declaration = Declaration(branch)
				depth = 0
			if declaration.is_macro_call() and text not in '{;' and \
			   self.starts_line(token.start()):
				declaration = Declaration(branch)
			if text == ')':
				depth -= 1
			declaration.tokens.append((text, token.start(), depth))
			if text == '(':
				depth += 1
			elif text == ';' and not depth:
				self.declarations.append(declaration)
				declaration = None
			elif text == '{' and not depth:
				skip_until = self.end_of_body(token.start())
				declaration.body = declaration.tokens[-2:-1] != [] and \
					any(t == '(' for t, _, _ in declaration.tokens)
				if declaration.body:
					self.declarations.append(declaration)
					declaration = None

	def starts_line(self, offset):
		"""Is there nothing but white space before OFFSET in its line?"""
		return not self.text[self.text.rfind('\n', 0, offset) + 1:offset].strip()

	def end_of_body(self, start):
		"""The offset behind the body that begins at START: on the same line, or
		at the next } in the first column, as kernel style has it. Counting
		braces does not work where #if decides which of them are there."""
		line_end = self.text.find('\n', start)
		line = self.text[start:line_end]
		if line.count('{') == line.count('}'):
			return start + line.rfind('}') + 1
		end = self.text.find('\n}', start)
		return len(self.text) if end < 0 else end + 2

	def macro(self, directive):
		"""Note what function or macro a macro of the form NAME(...) calls first;
		wrappers that get the call as an argument are looked through."""
		flat = re.sub(r'\\\n|/\*.*?\*/', ' ', directive, flags=re.S)
		head = re.match(r'\s*#\s*define\s+(\w+)\([^)]*\)\s*(.*)', flat, re.S)
		if not head:
			return
		body = re.sub(r'^alloc_hooks\s*\(\s*', '', head.group(2).strip())
		call = re.match(r'\(*\s*(\w+)\s*\(', body)
		if call:
			self.macros.setdefault(head.group(1), []).append(call.group(1))

	def resolve(self, name, depth=0):
		"""Follow macros from NAME to functions declared here. Return their names:
		of several when the macro is defined in several branches of #if, or when
		one branch has a function of that name and another one a macro."""
		declared = [function for function in (name, name + '_noprof')
			    if any(d.declares(function) and not d.dead for d in self.declarations)]
		if declared:
			return declared
		if depth == 8:
			return []
		found = [function for call in self.macros.get(name, [])
			 for function in self.resolve(call, depth + 1)]
		return list(dict.fromkeys(found))

	def mark(self, name, word):
		"""Put WORD on all declarations of the function NAME. Return how many had
		no mark before. Raises MarkError."""
		found = [d for d in self.declarations if d.declares(name) and not d.dead]
		bodies = [d for d in found if d.body]
		for i, one in enumerate(bodies):
			if any(not one.excludes(other) for other in bodies[:i]):
				raise MarkError('is defined more than once')
		prototypes = [d for d in found if not d.body]
		count = 0
		for d in found:
			# Its prototype is marked: GCC has the attribute from
			# there.
			if d.body and any(p.always_with(d) for p in prototypes):
				continue
			if not d.marked():
				self.check(d, name)
				count += self.add_mark(d, word)
		return count

	def check(self, d, name):
		"""Is D a form that add_mark() knows? Else raise MarkError: a word in the
		wrong place would mark another function, or a parameter."""
		if not self.starts_line(d.tokens[0][1]):
			raise MarkError('does not begin a line')
		texts = [text for text, _, depth in d.tokens if not depth]
		rest = texts[texts.index(name) + 3:-1]
		if ',' in rest:
			raise MarkError('is declared together with another one')
		for word in rest:
			if not re.match(r'_|asm$|[()]', word):
				raise MarkError(f'is followed by "{word}", which is no attribute')

	def add_mark(self, d, word):
		"""Add WORD to a declaration; False if it was added before."""
		end = d.tokens[-1][1]
		begin = self.text.rfind('\n', 0, end) + 1
		line = self.text[begin:].split('\n', 1)[0]
		suffix = ' ' + word
		# "(type *) word" looks like a cast, to checkpatch.pl, too.
		if not d.body and not re.search(r'\bextern\b|\([\w\s]+\*\s*\)\s*;', line) and \
		   len((line + suffix).expandtabs(8)) <= LINE_LENGTH:
			offset = end
			text = suffix
		else:
			offset = self.text.rfind('\n', 0, d.tokens[0][1]) + 1
			text = word + '\n'
			if self.text[:offset].endswith(('}\n', '};\n')):
				text = '\n' + text
		if offset in self.added:
			return False
		self.added[offset] = text
		return True

	def marked_text(self):
		parts = []
		last = 0
		for offset in sorted(self.added):
			parts += [self.text[last:offset], self.added[offset]]
			last = offset
		return ''.join(parts) + self.text[last:]


class Tree:
	"""A kernel tree. Nothing is written before write()."""

	def __init__(self, path, version):
		self.path = path
		self.version = version
		self.sources = {}
		self.count = 0

	def source(self, name):
		if name not in self.sources:
			path = os.path.join(self.path, name)
			self.sources[name] = Source(path) if os.path.isfile(path) else None
		return self.sources[name]

	def mark(self, mark):
		"""Return None, or a message."""
		if not mark.wanted(self.version):
			return None
		found = []
		for name in mark.files:
			source = self.source(name)
			functions = source.resolve(mark.name) if source else []
			if functions:
				found.append((source, functions))
		where = ' or '.join(mark.files)
		if not found:
			missing = [name for name in mark.files if not self.source(name)]
			if len(missing) == len(mark.files):
				return f'{mark.name}(): there is no {where}'
			if any(d.dead and d.declares(mark.name) for name in mark.files
			       if self.source(name) for d in self.source(name).declarations):
				return f'{mark.name}(): declared only in #if 0 in {where}'
			return f'{mark.name}(): not declared in {where}'
		if len(found) > 1:
			return f'{mark.name}(): declared in more than one of {where}'
		source, functions = found[0]
		for function in functions:
			try:
				self.count += source.mark(function, mark.word)
			except MarkError as error:
				return f'{mark.name}(): {error} in {where}'
		return None

	def changed(self):
		return [s for s in self.sources.values() if s and s.added]

	def write(self):
		for source in self.changed():
			with open(source.path, 'w', encoding='utf-8',
				  errors='surrogateescape', newline=source.newline) as file:
				file.write(source.marked_text())


def main():
	parser = argparse.ArgumentParser(
		description='Put __allocator on the functions that lists of marks name.')
	what = parser.add_mutually_exclusive_group()
	what.add_argument('--files', action='store_true',
			  help='print the files of TREE that the lists name, change nothing')
	what.add_argument('--subjects', action='store_true',
			  help='print the [subjects] of the lists, change nothing')
	parser.add_argument('--only', metavar='SUBJECT',
			    help='only the marks below [SUBJECT], and print its message')
	parser.add_argument('tree', metavar='TREE')
	parser.add_argument('lists', metavar='LIST', nargs='+')
	args = parser.parse_args()

	version = kernel_version(args.tree)
	if not version:
		sys.exit(f'error: {args.tree}: this is no Linux kernel tree')
	try:
		groups = [group for path in args.lists for group in read_list(path)]
	except (OSError, UnicodeDecodeError, ListError) as error:
		sys.exit(f'error: {error}')
	if args.only is not None:
		groups = [group for group in groups if group.subject == args.only]
		if not groups:
			sys.exit(f'error: no list has [{args.only}]')

	if args.subjects:
		for group in groups:
			if any(mark.wanted(version) for mark in group.marks):
				print(group.subject or '')
		return
	if args.files:
		named = {name for group in groups for mark in group.marks
			 if mark.wanted(version) for name in mark.files}
		for name in sorted(named):
			if os.path.isfile(os.path.join(args.tree, name)):
				print(name)
		return

	tree = Tree(args.tree, version)
	failed = False
	for group in groups:
		for mark in group.marks:
			message = tree.mark(mark)
			if message:
				print(f'{mark.where}: error: {message}', file=sys.stderr)
				failed = True
	if failed:
		sys.exit(1)
	files = len(tree.changed())
	tree.write()
	if args.only is not None:
		print('\n'.join(line for group in groups for line in group.message))
	else:
		print(f'{tree.count} declarations in {files} files marked.')


if __name__ == '__main__':
	main()

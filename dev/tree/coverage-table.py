#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Make Documentation/coverage-table.rst, a table of covered functions.

	coverage-table.py [-w FILE] TREE MARKS REASONS

The table has each function that MARKS (patches/marks) names, and each that
mainline's allocation profiling wraps in TREE: an unpacked kernel that has it,
with or without alloctag. The latter are found in the sources, as the users of
alloc_hooks(). A function that mainline wraps and MARKS does not name needs a
reason in REASONS (Documentation/coverage.rst), a line

	``FUNCTION()`` -- REASON

Prints the document, or writes it to FILE.

Exits with 0; with 1 and a message if TREE has no profiling, if a file can't be
read, or if a reason is missing.
"""

import importlib.util
import os
import re
import subprocess
import sys

HEAD = """\
.. SPDX-License-Identifier: GPL-2.0
.. Made by dev/tree/coverage-table.py; do not edit.

==========================
Table of covered functions
==========================

All functions that ``patches/marks`` names, and all that mainline's
``CONFIG_MEM_ALLOC_PROFILING`` wraps in ``alloc_hooks()``.  :doc:`coverage` says
what is not covered, and why.

mainline
    Does Linux 6.12 wrap the function, or the function that it is a macro for?
    If not, all its callers share a line in mainline, or it is an inner function
    of an allocator, which mainline need not wrap.
alloctag
    The kernel versions in which it is marked.  In other versions the function
    is missing or a macro.
"""

# Columns of the table: function, mainline 6.12, alloctag.
WIDTHS = (49, 9, 14)


def load_mark_tool():
	"""The module that reads lists of marks."""
	path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'mark-allocators.py')
	spec = importlib.util.spec_from_file_location('mark_allocators', path)
	module = importlib.util.module_from_spec(spec)
	spec.loader.exec_module(module)
	return module


def plain(name):
	return re.sub(r'_noprof$', '', name)


def wrapped(tree):
	"""The functions that mainline wraps: {NAME: FUNCTIONS}. NAME is the name that callers
	write; FUNCTIONS is what it calls, directly or through other macros. All are
	without _noprof."""
	grep = subprocess.run(['grep', '-rlw', '--include=*.[ch]', 'alloc_hooks', '.'], cwd=tree,
			      stdout=subprocess.PIPE, text=True, check=False)
	hooks, macros = {}, {}
	for path in sorted(grep.stdout.split()):
		# The macro itself, and alloctag's version of it.
		if 'alloc_tag' in path:
			continue
		with open(os.path.join(tree, path), encoding='utf-8', errors='replace') as file:
			text = re.sub(r'\\\n', ' ', file.read())
		for name, body in re.findall(
				r'^#[ \t]*define[ \t]+(\w+)\([^)\n]*\)[ \t]*([^\n]*)', text, re.M):
			hooked = re.search(r'\balloc_hooks\(\s*(\w+)\(', body)
			called = re.match(r'\(*(\w+)\(', body)
			if hooked:
				hooks[plain(name)] = hooked.group(1)
			elif called:
				macros[name] = called.group(1)
		# Not in a macro, but where the function is used.
		code = re.sub(r'^#[ \t]*define[^\n]*', '', text, flags=re.M)
		for function in re.findall(r'\balloc_hooks\(\s*(\w+)\(', code):
			hooks.setdefault(plain(function), function)

	def chain(name):
		"""The functions that the macro NAME calls, if it is one."""
		names = [name]
		while names[-1] in macros and macros[names[-1]] not in names:
			names.append(macros[names[-1]])
		return [plain(one) for one in names]

	found = {name: chain(function) for name, function in hooks.items()}
	# Macros for one of these.
	for name in macros:
		called = [one for one in chain(name)[1:] if one in hooks]
		if called and plain(name) not in found:
			found[plain(name)] = called + found[called[0]]
	return found


def conditions(marks):
	"""The text of the table: the kernels in which one of MARKS is wanted."""
	if any(not mark.condition for mark in marks):
		return 'yes'
	kinds = {mark.condition[0] for mark in marks}
	versions = {'.'.join(map(str, mark.condition[1])) for mark in marks}
	if kinds == {'>=', '<'}:
		return 'yes'
	return ('from ' if '>=' in kinds else 'before ') + ' '.join(sorted(versions))


def row(*cells):
	return ' '.join(cell.ljust(width) for cell, width in zip(cells, WIDTHS)).rstrip()


def table(groups, hooks, reasons):
	"""The lines of the table, and the names of functions without a reason."""
	functions = {function for chain in hooks.values() for function in chain}
	marked = {}
	for group in groups:
		for mark in group.marks:
			marked.setdefault(mark.name, []).append(mark)

	rule = row(*('=' * width for width in WIDTHS))
	lines = []
	shared = 0
	seen = set()
	for group in groups:
		lines += ['', group.subject, '-' * len(group.subject), '', rule,
			  row('function', 'mainline', 'alloctag'), rule]
		files = None
		for mark in group.marks:
			if mark.files != files:
				files = mark.files
				lines.append(f'**{files[0]}**')
				lines += [f'or **{name}**' for name in files[1:]]
			if mark.name in seen:
				continue
			seen.add(mark.name)
			theirs = mark.name in hooks or mark.name in functions
			shared += theirs
			lines.append(row(f'``{mark.name}()``', 'yes' if theirs else '-',
					 conditions(marked[mark.name])))
		lines.append(rule)

	left = sorted(name for name, chain in hooks.items()
		      if not marked.keys() & {name, *chain})
	missing = [name for name in left if name not in reasons]
	lines += ['', 'Only in mainline', '----------------', '']
	lines += [f'* ``{name}()``' for name in left if name in reasons] or ['None.']
	lines += ['', 'Totals', '------', '',
		  f'* Mainline 6.12 wraps {len(hooks)} functions and macros.  Of these, '
		  f'{len(hooks) - len(left)} are',
		  '  marked here, or are macros for a marked function.',
		  f'* Marked here are {len(seen)} functions; '
		  f'{len(seen) - shared} of them mainline does not wrap.']
	return lines, missing


def main():
	args = sys.argv[1:]
	output = None
	if args[:1] == ['-w']:
		output, args = args[1:2], args[2:]
	if len(args) != 3 or output == []:
		sys.exit('usage: coverage-table.py [-w FILE] TREE MARKS REASONS')
	tree, marks, document = args

	hooks = wrapped(tree)
	if not hooks:
		sys.exit(f"error: {tree}: no allocation profiling of mainline's")
	try:
		with open(document, encoding='utf-8') as file:
			reasons = re.findall(r'``(\w+)\(\)`` -- ', file.read())
		groups = load_mark_tool().read_list(marks)
	except OSError as error:
		sys.exit(f'error: {error}')
	lines, missing = table(groups, hooks, reasons)
	if missing:
		names = ' '.join(missing)
		sys.exit(f'error: neither in {marks}, nor a reason in {document}: {names}')
	text = HEAD + '\n'.join(lines) + '\n'
	if output:
		with open(output[0], 'w', encoding='utf-8') as file:
			file.write(text)
	else:
		sys.stdout.write(text)


main()

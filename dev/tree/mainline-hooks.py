#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare alloctag's hooks and marks in a tree with mainline's allocation profiling.

	mainline-hooks.py TREE

TREE is a kernel tree with alloctag, of a version that has mainline's profiling,
too. What mainline counts and alloctag doesn't is most often a place that a new
version has moved: nothing fails to compile, and the memory is in a wrong line,
or never leaves it.

Prints a message for
 - each function with a hook of mainline's and none of alloctag's for the same;
 - each function that mainline wraps in alloc_hooks() and that is not marked;
 - each marked function with an unmarked declaration: calls behind that pass no
   tag.
What is so by design is in patches/unlike-mainline. Exits with 0 if there is
nothing to say; with 1 if there is; with 2 for a wrong option.

make port asks the same of a tree with its copies of the patched files.
"""

import argparse
import importlib
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, 'dev', 'tree'))
patching = importlib.import_module('apply-patches')

# A hook of mainline's, and those of alloctag's of which a function with it
# needs one.
HOOKS = {
	'alloc_tagging_slab_alloc_hook': r'alloc_tag_slab_alloc',
	'alloc_tagging_slab_free_hook': r'alloc_tag_slab_(free|unsample)',
	'pgalloc_tag_add': r'alloc_tag_page_(alloc|new|range)',
	'pgalloc_tag_sub': r'alloc_tag_page_free',
	'pgalloc_tag_sub_pages': r'alloc_tag_frees_block',
	'pgalloc_tag_split': r'alloc_tag_page_split',
	'pgalloc_tag_copy': r'alloc_tag_page_swap',
	'pgalloc_tag_swap': r'alloc_tag_page_swap',
	'pcpu_alloc_tag_alloc_hook': r'alloc_tag_percpu',
	'pcpu_alloc_tag_free_hook': r'alloc_tag_percpu',
}
# What defines mainline's hooks, and what has none of alloctag's.
SKIPPED = re.compile(r'(include/linux/(alloc_tag|pgalloc_tag|codetag)\.h|lib/(alloc_tag|codetag)\.c|'
		     r'(Documentation|tools|scripts|rust|samples)/.*|arch/(?!x86/).*)$')


class Sources:
	"""The files of TREE, and instead of them those of the folder COPIES that are
	there."""

	def __init__(self, tree, copies=None):
		self.folders = [copies, tree] if copies else [tree]
		self.parsed = {}

	def with_words(self, pattern, names='*.[ch]'):
		"""The files with such names that have a match of PATTERN."""
		found = set()
		for folder in self.folders:
			grep = subprocess.run(['grep', '-rlE', '--include=' + names, pattern, '.'],
					      cwd=folder, stdout=subprocess.PIPE, text=True,
					      check=False, env={**os.environ, 'LC_ALL': 'C'})
			found |= {name[2:] for name in grep.stdout.split('\n')[:-1]}
		return sorted(name for name in found if not SKIPPED.match(name))

	def spans(self, name):
		"""What the file has: (Span, its text), without #if 0."""
		if name not in self.parsed:
			path = next(path for folder in self.folders
				    for path in [os.path.join(folder, name)] if os.path.exists(path))
			lines = patching.read_text(path).split('\n')
			self.parsed[name] = [(span, '\n'.join(lines[span.first:span.last + 1]))
					     for span in patching.Places(name, lines).spans
					     if not span.dead]
		return self.parsed[name]


def is_function(span):
	return re.fullmatch(r'\w+', span.name)


def unlike_mainline():
	"""Names of functions that differ by design."""
	with open(os.path.join(TOP, 'patches', 'unlike-mainline'), encoding='utf-8') as file:
		return {line.split()[0] for line in file if re.match(r'\w', line)}


def missing_hooks(sources):
	"""Yield (file, line counted from 0, name, message)."""
	for file in sources.with_words(r'\b(' + '|'.join(HOOKS) + r')\('):
		for span, text in sources.spans(file):
			if not span.body or not is_function(span) or span.name in HOOKS:
				continue
			for theirs, ours in HOOKS.items():
				if re.search(fr'\b{theirs}\(', text) and \
				   not re.search(fr'\b_*{ours}\w*\(', text):
					yield (file, span.first, span.name,
					       f'has {theirs}(), and none of alloctag\'s hooks')


def resolve(name, macros):
	"""The function that a macro of this name calls in the end."""
	for _ in range(5):
		call = re.match(r'\s*\(?(\w+)\(', macros.get(name, ''))
		if not call:
			break
		name = call.group(1)
	return name


def unmarked_wrapped(sources, marked):
	"""The functions that alloc_hooks() wraps, as missing_hooks()."""
	macros = {}
	wrapped = {}
	files = sources.with_words(r'\balloc_hooks(_tag)?\(|_noprof\b')
	for file in files:
		for span, text in sources.spans(file):
			if not span.name.startswith('macro '):
				continue
			text = text.replace('\\\n', ' ')
			body = re.match(r'\s*#\s*define\s+\w+(?:\([^)]*\))?\s+(.*)', text, re.S)
			macros.setdefault(span.name.split()[1], body.group(1) if body else '')
			for call in re.finditer(r'\balloc_hooks(?:_tag)?\(\s*'
						r'(?:\(?\w+\)?,\s*)?(\w+)\(', text):
				wrapped.setdefault(call.group(1), (file, span.first))
	for name, (file, line) in sorted(wrapped.items()):
		name = resolve(name, macros)
		if name not in marked:
			yield (file, line, name, 'is in mainline\'s alloc_hooks(), and not marked')


def declarations(sources):
	"""{NAME: [(file, Span, its text)]} of all functions with a mark, in headers and
	where there are marks."""
	files = set(sources.with_words(r'\b__allocator(_of)?\b'))
	marked = {span.name for file in files for span, text in sources.spans(file)
		  if is_function(span) and has_mark(text)}
	words = '|'.join(sorted(marked))
	files.update(sources.with_words(
		fr'^([A-Za-z_].*[^A-Za-z0-9_])?({words})[[:space:]]*\(', '*.h'))
	found = {}
	for file in sorted(files):
		for span, text in sources.spans(file):
			if span.name in marked:
				found.setdefault(span.name, []).append((file, span, text))
	return found


def has_mark(text):
	return re.search(r'\b__allocator(_of)?\b', text.split('{')[0])


def unmarked_declarations(found):
	"""As missing_hooks(): declarations that a marked definition needs a mark in."""
	for name, places in sorted(found.items()):
		if not any(span.body and has_mark(text) and not re.match(r'static\b', text)
			   for _, span, text in places):
			continue
		if any(not span.body and has_mark(text) for _, span, text in places):
			continue
		for file, span, text in places:
			if not span.body and not re.match(r'static\b', text):
				yield (file, span.first, name,
				       'is marked where it is defined, and not declared so')


def compare(tree, copies=None):
	"""Return messages, as the compiler's: of TREE, with files of the folder COPIES
	instead of its own."""
	sources = Sources(tree, copies)
	found = declarations(sources)
	by_design = unlike_mainline()
	return [f'{file}:{line + 1}: error: {name}() {message}'
		for file, line, name, message in [*missing_hooks(sources),
						  *unmarked_wrapped(sources, set(found)),
						  *unmarked_declarations(found)]
		if name not in by_design]


def main():
	parser = argparse.ArgumentParser(
		description='Compare alloctag\'s hooks and marks in a tree with mainline\'s.')
	parser.add_argument('tree', metavar='TREE')
	messages = compare(parser.parse_args().tree)
	for message in messages:
		print(message)
	sys.exit(1 if messages else 0)


if __name__ == '__main__':
	main()

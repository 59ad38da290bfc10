#!/usr/bin/env drgn
# SPDX-License-Identifier: GPL-2.0
"""Print the files of alloctag from a dump of a kernel's memory.

	drgn -c DUMP -s VMLINUX tools/vmcore/alloctag.py FILE

The output is the text that the file FILE of the kernel had when it was dumped,
so alloctag report, stacks and so on read it:

	allocinfo	/proc/allocinfo, also of a kernel with mainline's
			CONFIG_MEM_ALLOC_PROFILING
	alloctag	/proc/alloctag
	control		in /sys/kernel/debug/alloctag: what is recorded of which
			lines
	contexts	live allocations of lines with the flag c, with tasks and
			call stacks
	stacks		live memory by call stack, of lines with s
	slack, lifetimes, peaks, nodes
			of lines with r, l, p and n

DUMP is a dump that drgn reads, VMLINUX the kernel's vmlinux with debug
information. QEMU needs -device vmcoreinfo for dumps, and the kernel
CONFIG_FW_CFG_SYSFS.

What differs from the kernel's files, because a dump has no clock and no secrets:
ages are as of the last tick of the kernel's clock before the dump. contexts has
the addresses of objects themselves instead of hashed ones. control does not
have the settings of faults.

Exits with 0; with 1 and a message if the dump has no such file.
"""

import bisect
import functools
import struct
import sys

from drgn import (Architecture, FaultError, Object, PlatformFlags, SymbolBinding, SymbolKind,
		  cast)
from drgn.helpers.linux.cpumask import for_each_possible_cpu
from drgn.helpers.linux.idr import idr_for_each
from drgn.helpers.linux.list import hlist_for_each_entry, list_for_each_entry
from drgn.helpers.linux.nodemask import for_each_online_node

# CODE_TAG_UNTAGGED
UNTAGGED = 1

# NUMA_NO_NODE
NO_NODE = -1

MEMORY = ('object', 'page', 'percpu')
LEVEL = ('task', 'softirq', 'hardirq')


class Failure(Exception):
	"""A message for the user."""


def text(pointer):
	"""The string that a char pointer points to."""
	return pointer.string_().decode('utf-8', 'replace')


def has_symbol(name):
	try:
		prog.symbol(name)
	except LookupError:
		return False
	return True


def has_member(type_, name):
	return any(member.name == name for member in type_.members or ())


def variable(name, filename):
	"""A variable that several files may have; None if this one has none."""
	try:
		return prog.variable(name, filename)
	except LookupError:
		return None


@functools.lru_cache(maxsize=None)
def cpu_offsets():
	"""What is added to a per-CPU address, for each CPU."""
	try:
		offsets = prog['__per_cpu_offset']
	except KeyError:
		# Without SMP.
		return [0]
	return [offsets[cpu].value_() for cpu in for_each_possible_cpu(prog)]


def per_cpu_sums(pointer, nr, layout):
	"""Sums over all CPUs of NR per-CPU structures from POINTER on.

	POINTER is a per-CPU address. LAYOUT is that of a structure, as module
	struct has it. Returns a list of lists of the members.
	"""
	order = '<' if prog.platform.flags & PlatformFlags.IS_LITTLE_ENDIAN else '>'
	one = struct.Struct(order + layout)
	sums = None
	for offset in cpu_offsets():
		address = (pointer + offset) & 0xffffffffffffffff
		data = list(one.iter_unpack(prog.read(address, nr * one.size)))
		if sums is None:
			sums = [list(members) for members in data]
			continue
		for total, members in zip(sums, data):
			for i, value in enumerate(members):
				total[i] += value
	return sums


def per_cpu_symbol(name):
	"""The per-CPU address of a symbol that is no variable of C.

	drgn moves variables to where the kernel was loaded, except per-CPU ones.
	It moves all symbols.
	"""
	moved = prog.symbol('runqueues').address - prog['runqueues'].address_
	return prog.symbol(name).address - moved


class Line:
	"""A line, as it is printed."""

	def __init__(self, file, number, module, function):
		self.file = file
		self.number = number
		self.module = module
		self.function = function

	def __str__(self):
		module = f' [{self.module}]' if self.module else ''
		return f'{self.file}:{self.number}{module} func:{self.function}'


class Mainline:
	"""The tags of a kernel with CONFIG_MEM_ALLOC_PROFILING."""

	def __init__(self):
		self.tag_type = prog.type('struct alloc_tag')
		codetag = prog.type('struct codetag')
		# Version 2.0 of the format came with this flag.
		try:
			self.inaccurate = prog.constant('CODETAG_FLAG_INACCURATE').value_()
		except LookupError:
			self.inaccurate = 0
		if not has_member(codetag, 'flags'):
			self.inaccurate = 0

	def tags(self):
		"""All tags, in the kernel's order: vmlinux, then modules."""
		cttype = prog['alloc_tag_cttype']
		if not cttype:
			raise Failure('mem_profiling was never: nothing was counted')
		size = cttype.desc.tag_size.value_()
		for _, entry in idr_for_each(cttype.mod_idr):
			cmod = cast('struct codetag_module *', entry)
			start = cmod.range.start.value_()
			for address in range(start, cmod.range.stop.value_(), size):
				yield Object(prog, self.tag_type, address=address)

	def allocinfo(self):
		version = '2.0' if self.inaccurate else '1.0'
		print(f'allocinfo - version: {version}')
		print('#     <size>  <calls> <tag info>')
		for tag in self.tags():
			counters = tag.counters.value_()
			nbytes, calls = per_cpu_sums(counters, 1, 'QQ')[0] if counters else (0, 0)
			# Sums of differences: they wrap.
			nbytes = (nbytes + (1 << 63)) % (1 << 64) - (1 << 63)
			calls %= 1 << 64
			module = text(tag.ct.modname) if tag.ct.modname else None
			line = Line(text(tag.ct.filename), tag.ct.lineno.value_(), module,
				    text(tag.ct.function))
			note = ''
			if self.inaccurate and tag.ct.flags.value_() & self.inaccurate:
				note = 'accurate:no '
			print(f'{nbytes:12} {calls:8} {line} {note}')


class Alloctag:
	"""The tags and records of a kernel with alloctag."""

	BLOCK = 128	# ENTRIES_PER_BLOCK of lib/alloc_tag/entry.c

	def __init__(self):
		if not prog['alloc_tag_boot_available']:
			raise Failure('nothing was counted in this boot: vm.mem_profiling was never, or samples')
		self.tag_type = prog.type('struct alloc_tag')
		self.tags = prog.symbol('__start_alloc_tags').address
		self.nr = prog['alloc_tag_nr'].value_()
		self.limit = prog['alloc_tag_limit'].value_()
		self.sums = per_cpu_sums(per_cpu_symbol('alloc_tag_counters'), self.limit, 'qII')
		self.carry = prog['alloc_tag_carry']
		self.inaccurate = prog['alloc_tag_inaccurate']
		self.blocks = variable('blocks', 'lib/alloc_tag/entry.c')
		self.strings = {}
		self.line_states = None
		self.flags = {}		# by letter, in the order of their letters
		if has_symbol('alloc_tag_flags'):
			self.flags = {chr(flag.letter): flag.flag.value_()
				      for flag in prog['alloc_tag_flags']}

	def entry(self, idx):
		"""The entry of a module's tag; None if there is none in use."""
		nr = idx - self.nr
		if nr <= 0:
			return None
		block = self.blocks[nr // self.BLOCK]
		if not block:
			return None
		entry = block[nr % self.BLOCK]
		return entry if entry.tag else None

	def exists(self, idx):
		"""As alloc_tag_exists()."""
		if idx == self.nr:
			return bool(variable('shared', 'lib/alloc_tag/entry.c'))
		return idx < self.nr or (idx < self.limit and self.entry(idx) is not None)

	def all(self):
		"""The index of each tag that is shown, as alloc_tag_next() finds them."""
		yield from range(1, self.nr)
		if self.blocks is None:
			return
		if variable('shared', 'lib/alloc_tag/entry.c'):
			yield self.nr
		for idx in range(self.nr + 1, self.limit):
			entry = self.entry(idx)
			if entry is None:
				continue
			if entry.owner.gone:
				nbytes, allocs, frees = self.totals(idx)
				if not nbytes and allocs == frees and not entry.samples.counter:
					continue
			yield idx

	def tag(self, idx):
		if idx < self.nr:
			address = self.tags + idx * self.tag_type.size
			return Object(prog, self.tag_type, address=address)
		if idx == self.nr:
			return prog['alloc_tag_no_room'][0]
		return self.entry(idx).tag[0]

	def string(self, tag, member):
		address = tag.address_ + getattr(tag, member).value_()
		if address not in self.strings:
			self.strings[address] = text(Object(prog, 'char *', value=address))
		return self.strings[address]

	def module(self, idx):
		entry = self.entry(idx)
		return text(entry.owner.name) if entry is not None else None

	def module_id(self, idx):
		entry = self.entry(idx)
		return entry.owner.id.value_() if entry is not None else 0

	def line(self, idx):
		tag = self.tag(idx)
		return Line(self.string(tag, 'file'), tag.line.value_(), self.module(idx),
			    self.string(tag, 'function'))

	def totals(self, idx):
		"""Live bytes, allocations and frees, as alloc_tag_read() has them."""
		nbytes, allocs, frees = self.sums[idx]
		if self.carry:
			allocs += self.carry[idx].allocs.value_()
			frees += self.carry[idx].frees.value_()
		if allocs < frees:
			allocs = frees + max((allocs - frees + (1 << 31)) % (1 << 32) - (1 << 31), 0)
		return max(nbytes, 0), allocs, frees

	def accurate(self, idx):
		if idx > self.nr:
			return not self.entry(idx).inaccurate
		if idx == self.nr or not self.inaccurate:
			return True
		bits = 8 * self.inaccurate[0].type_.size
		return not self.inaccurate[idx // bits].value_() >> idx % bits & 1

	def allocinfo(self):
		print('allocinfo - version: 2.0')
		print('#     <size>  <calls> <tag info>')
		for idx in self.all():
			nbytes, allocs, frees = self.totals(idx)
			note = '' if self.accurate(idx) else 'accurate:no '
			live = (allocs - frees) % (1 << 64)
			print(f'{nbytes:12} {live:8} {self.line(idx)} {note}')

	def alloctag(self):
		print('alloctag - version: 1.0')
		print('#    <bytes>   <live>   <allocs>    <frees> '
		      '<file>:<line>:<column> <module> <function> <type>')
		for idx in self.all():
			nbytes, allocs, frees = self.totals(idx)
			tag = self.tag(idx)
			line = self.line(idx)
			live = (allocs - frees) % (1 << 64)
			type_ = self.string(tag, 'type') or '-'
			if tag.flags & UNTAGGED:
				type_ = '(untagged)'
			print(f'{nbytes:12} {live:8} {allocs:10} {frees:10} '
			      f'{line.file}:{line.number}:{tag.column.value_()} '
			      f'{line.module or "-"} {line.function} {type_}')

	def states(self):
		"""The struct alloc_tag_line of each line that is watched, by index."""
		if self.line_states is None:
			table = variable('lines', 'lib/alloc_tag/watch/line.c')
			if table is None:
				raise Failure('the kernel has no CONFIG_ALLOC_TAG_WATCH')
			self.line_states = {
				line.idx.value_(): line
				for head in table
				for line in hlist_for_each_entry(
					'struct alloc_tag_line', head.address_of_(), 'node')
			}
		return self.line_states

	def watched(self, letter):
		"""Each line with this flag, with its index, in order."""
		states = self.states()
		for idx in self.all():
			if idx in states and states[idx].flags & self.flags.get(letter, 0):
				yield idx, states[idx]

	def records(self, letter=None):
		"""Each record with this flag, by bucket, as the files have them.

		Without a letter, all that count towards a line: not samples only.
		"""
		buckets = variable('buckets', 'lib/alloc_tag/sample/record.c')
		if buckets is None:
			raise Failure('the kernel has no CONFIG_ALLOC_TAG_SAMPLE')
		if not buckets:
			return
		samples = prog['alloc_tag_sample_quota'].address_
		# Most of the 16,384 buckets are empty: read all heads at once.
		size = buckets[0].type_.size
		offset = next(member.bit_offset // 8 for member in buckets[0].type_.members
			      if member.name == 'records')
		nr = 1 << 14	# BUCKETS
		data = prog.read(buckets.value_(), nr * size)
		for i in range(nr):
			if not any(data[i * size + offset:i * size + offset + 8]):
				continue
			for record in hlist_for_each_entry('struct alloc_tag_record',
							   buckets[i].records.address_of_(),
							   'node'):
				if letter and record.flags & self.flags.get(letter, 0):
					yield record
				elif not letter and record.quota.value_() != samples:
					yield record

	def control(self):
		print('alloctag control - version: 1.0')
		print('# <file>:<line> [<module>] func:<function> =<flags> <limits> <records>')
		sampling = prog['alloc_tag_sampling']
		if sampling.on:
			limit = prog['alloc_tag_sample_quota'].limit.value_()
			print(f'# sample={sampling.bytes.value_()} limit={limit}')
		if variable('buckets', 'lib/alloc_tag/sample/record.c'):
			quota = prog['alloc_tag_all_quota']
			print(f'# all lines: limit={quota.limit.value_()} '
			      f'records:{quota.records.counter.value_()} '
			      f'missed:{quota.missed.counter.value_()}')
		states = self.states()
		for idx in self.all():
			print(f'{self.line(idx)}{self.control_of(states.get(idx))}')

	def control_of(self, state):
		"""What control has after a line."""
		if state is None:
			return ' =_'
		flags = state.flags.value_()
		letters = [letter for letter, flag in self.flags.items() if flags & flag]
		out = ' =' + (''.join(letters) or '_')
		if flags:
			out += f' limit={state.quota.limit.value_()}'
			if state.every:
				out += f' every={state.every.value_()}'
			if state.bytes:
				out += f' bytes={state.bytes.value_()}'
		records = state.quota.records.counter.value_()
		if set(letters) & set('csln') or records:
			out += f' records:{records} missed:{state.quota.missed.counter.value_()}'
		return out

	def contexts(self):
		print('alloctag contexts - version: 1.0')
		print('# <tag info> <context>, then the call stack')
		now = clock()
		for record in self.records('c'):
			comm = text(record.comm).replace('\\', '\\134').replace('\n', '\\012')
			print(f'{self.line(record.idx.value_())} '
			      f'{MEMORY[record.memory.value_()]}:{record.key.value_():016x} '
			      f'requested:{record.requested.value_()} given:{record.given.value_()} '
			      f'gfp:{gfp_text(record.gfp.value_())} node:{record.nid.value_()} '
			      f'age:{seconds(max(now - record.time.value_(), 0))} '
			      f'in:{LEVEL[record.level.value_()]} pid:{record.pid.value_()} '
			      f'tgid:{record.tgid.value_()} comm:{comm}')
			print_stack(record.stack.value_())

	def stacks(self):
		sums = {}
		for record in self.records('s'):
			idx = record.idx.value_()
			key = (idx, self.module_id(idx), record.stack.value_())
			entry = sums.setdefault(key, [0, 0])
			entry[0] += record.given.value_()
			entry[1] += 1
		least = variable('threshold', 'lib/alloc_tag/sample/stacks.c')
		least = least.value_() if least is not None else 0
		print('alloctag stacks - version: 1.0')
		print('#     <size>  <calls> <tag info>, then the call stack')
		for key, (nbytes, records) in sorted(sums.items(),
						     key=lambda item: (-item[1][0], item[0])):
			if nbytes < least or not self.exists(key[0]):
				continue
			print(f'{nbytes:12} {records:8} {self.line(key[0])}')
			print_stack(key[2])

	def slack(self):
		print('alloctag slack - version: 1.0')
		print('#    <allocs>  <requested>      <given>      <slack> <tag info>')
		for idx, state in self.watched('r'):
			requested = state.requested.counter.value_()
			given = state.given.counter.value_()
			print(f'{state.calls.counter.value_():12} {requested:12} {given:12} '
			      f'{max(given - requested, 0):12} {self.line(idx)}')

	def peaks(self):
		print('alloctag peaks - version: 1.0')
		print('#     <peak> <seconds since boot> <tag info>')
		for idx, state in self.watched('p'):
			print(f'{state.peak.value_():12} {seconds(state.peak_time.value_())} '
			      f'{self.line(idx)}')

	def lifetimes(self):
		now = clock()
		live = {}
		oldest = {}
		for record in self.records():
			idx = record.idx.value_()
			age = max(now - record.time.value_(), 0)
			counts = live.setdefault(idx, {})
			counts[age_class(age)] = counts.get(age_class(age), 0) + 1
			oldest[idx] = max(oldest.get(idx, 0), age)
		print('alloctag lifetimes - version: 1.0')
		print('# <tag info> oldest:<seconds>, then by age: <at least> <freed> <live>')
		for idx, state in self.watched('l'):
			print(f'{self.line(idx)} oldest:{seconds(oldest.get(idx, 0))}')
			for i, count in enumerate(state.ages.freed):
				freed = count.counter.value_()
				living = live.get(idx, {}).get(i, 0)
				if freed or living:
					print(f'{age_text(i)} {freed:10} {living:10}')
			print()


	def nodes(self):
		sums = {}
		for record in self.records():
			if not record.alone:
				entry = sums.setdefault(record.idx.value_(), {})
				node = entry.setdefault(record.nid.value_(), [0, 0])
				node[0] += record.given.value_()
				node[1] += 1
		print('alloctag nodes - version: 1.0')
		print('# <node>  <bytes>     <live> <tag info>')
		for idx, _ in self.watched('n'):
			nodes = sums.get(idx, {})
			nbytes, allocs, frees = self.totals(idx)
			rows = [(nid, nodes.get(nid, (0, 0))) for nid in for_each_online_node(prog)]
			if NO_NODE in nodes:
				rows.append(('all', nodes[NO_NODE]))
			rest = (max(nbytes - sum(node[0] for node in nodes.values()), 0),
				max(allocs - frees - sum(node[1] for node in nodes.values()), 0))
			if rest != (0, 0):
				rows.append(('?', rest))
			for name, (size, live) in rows:
				print(f'{name:>4} {size:12} {live:10} {self.line(idx)}')


def seconds(ns):
	return f'{ns // 10 ** 9}.{ns % 10 ** 9 // 1000:06}'


# Classes of ages, as in lib/alloc_tag/watch/live.c.
AGES = 42


def age_class(ns):
	return min((ns // 1000).bit_length(), AGES - 1)


def age_text(number):
	us = 1 << number - 1 if number else 0
	if us < 1000:
		return f'{us:8}us'
	if us < 1000000:
		return f'{us // 1000:8}ms'
	return f'{us // 1000000:8}s '


def clock():
	"""Nanoseconds since boot, when the clock of the kernel ticked last."""
	tkr = prog['tk_core'].timekeeper.tkr_mono
	return tkr.base.value_() + (tkr.xtime_nsec.value_() >> tkr.shift.value_())


def gfp_text(flags):
	"""As printk's %pGg."""
	names = []
	for name in prog['gfpflag_names']:
		if not name.name:
			break
		mask = name.mask.value_()
		if flags & mask == mask and (mask or not names and not flags):
			names.append(text(name.name))
			flags &= ~mask
	if flags:
		names.append(f'{flags:#x}')
	return '|'.join(names) or 'none'


class Symbols:
	"""Names of addresses, as the kernel's kallsyms has them."""

	# Left out of kallsyms by scripts/mksysmap.
	NOT_THERE = ('__pfx_', '.L', '$', '__crc_', '__ksymtab_', '__kstrtab_')

	def __init__(self):
		start = prog.symbol('_stext').address
		end = prog.symbol('_einittext').address
		kinds = (SymbolKind.FUNC, SymbolKind.UNKNOWN)
		names = {}
		for symbol in prog.symbols():
			if start <= symbol.address < end and symbol.kind in kinds and \
					symbol.name and not symbol.name.startswith(self.NOT_THERE):
				names.setdefault(symbol.address, []).append(symbol)
		self.start, self.end = start, end
		self.addresses = sorted(names)
		# Of several names, a function's, and the plainest.
		self.names = {
			address: min(symbols, key=lambda s: (s.kind != SymbolKind.FUNC,
							     s.binding == SymbolBinding.WEAK,
							     s.name.startswith('_'))).name
			for address, symbols in names.items()
		}
		self.modules = list(self.find_modules())

	def find_modules(self):
		"""Each range of addresses of a module's code, with the module."""
		try:
			modules = prog['modules']
		except KeyError:
			return
		for module in list_for_each_entry('struct module', modules.address_of_(), 'list'):
			for base, size in self.ranges(module):
				if size:
					yield base, base + size, module

	@staticmethod
	def ranges(module):
		if has_member(module.type_.type, 'mem'):
			for name in ('MOD_TEXT', 'MOD_INIT_TEXT'):
				memory = module.mem[prog.constant(name)]
				yield memory.base.value_(), memory.size.value_()
		else:
			# Before Linux 6.4.
			for layout in (module.core_layout, module.init_layout):
				yield layout.base.value_(), layout.size.value_()

	def text(self, address):
		"""As printk's %pS; "(unloaded)" if no code is there any more."""
		if self.start <= address < self.end:
			i = bisect.bisect_right(self.addresses, address)
			start = self.addresses[i - 1]
			end = self.addresses[i] if i < len(self.addresses) else self.end
			return f'{self.names[start]}+{address - start:#x}/{end - start:#x}'
		for start, end, module in self.modules:
			if start <= address < end:
				return self.text_in_module(module, address, end)
		return '(unloaded)'

	@staticmethod
	def text_in_module(module, address, end):
		"""The same, from the symbol table in the module's memory."""
		name = text(module.name)
		try:
			table = module.kallsyms
			symbols = [(table.symtab[i].st_value.value_(),
				    text(table.strtab + table.symtab[i].st_name))
				   for i in range(1, table.num_symtab.value_())]
		except (AttributeError, FaultError):
			return f'{address:#x} [{name}]'
		symbols = [s for s in symbols if s[1] and not s[1].startswith(Symbols.NOT_THERE)]
		before = [s for s in symbols if s[0] <= address]
		if not before:
			return f'{address:#x} [{name}]'
		start, function = max(before, key=lambda s: s[0])
		size = min([s[0] for s in symbols if s[0] > start] + [end]) - start
		return f'{function}+{address - start:#x}/{size:#x} [{name}]'


@functools.lru_cache(maxsize=None)
def symbols_of_kernel():
	return Symbols()


@functools.lru_cache(maxsize=None)
def address_text(address):
	return symbols_of_kernel().text(address)


def print_stack(handle):
	"""As alloc_tag_print_stack()."""
	entries = stack_entries(handle)
	if not entries:
		print('\t(no stack)')
	for address in entries:
		print(f'\t{address_text(address)}')
	print()


def stack_entries(handle):
	"""The addresses of a call stack that is stored in stackdepot."""
	if not handle:
		return []
	parts = Object(prog, 'union handle_parts', value={'handle': handle})
	if has_member(parts.type_.members[1].type, 'pool_index_plus_1'):
		pool = prog['stack_pools'][parts.pool_index_plus_1.value_() - 1]
	elif has_member(parts.type_.members[1].type, 'pool_index'):
		pool = prog['stack_pools'][parts.pool_index.value_()]
	else:
		# Linux 6.1
		pool = prog['stack_slabs'][parts.slabindex.value_()]
	if not pool:
		return []
	address = pool.value_() + (parts.offset.value_() << 4)
	record = Object(prog, 'struct stack_record', address=address)
	return [record.entries[i].value_() for i in range(record.size.value_())]


# __START_KERNEL_map of x86-64, how much is mapped there at most, and the
# distance of two places where the kernel can be. Its image is looked for below
# FARTHEST.
KERNEL_MAP = 0xffffffff80000000
KERNEL_MAP_SIZE = 1 << 30
KERNEL_ALIGN = 2 << 20
FARTHEST = 1 << 40


def is_readable(address):
	try:
		prog.read(address, 8)
	except FaultError:
		return False
	return True


def map_kernel():
	"""Make a dump of QEMU readable that was made without -p.

	It has physical addresses only, and this version of drgn needs the virtual
	address of the page tables to find others. All of the kernel's image is at
	one distance from its physical address: where "Linux version" is.
	"""
	if prog.platform.arch != Architecture.X86_64:
		return
	banner = prog.symbol('linux_banner').address
	if is_readable(banner):
		return
	offset = (banner - KERNEL_MAP) % KERNEL_ALIGN
	for physical in range(offset, FARTHEST, KERNEL_ALIGN):
		try:
			if prog.read(physical, 14, True) != b'Linux version ':
				continue
		except FaultError:
			continue
		distance = physical - banner
		at = prog.symbol('phys_base').address + distance
		if prog.read_u64(at, True) == (distance + KERNEL_MAP) % (1 << 64):
			break
	else:
		return

	def read(address, count, offset, physical):
		return prog.read(address + distance, count, True)

	prog.add_memory_segment(KERNEL_MAP, KERNEL_MAP_SIZE, read)


def kernel():
	"""The tags of this kernel."""
	map_kernel()
	if has_symbol('alloc_tag_nr') or has_symbol('alloc_tag_counters'):
		return Alloctag()
	if has_symbol('__start_alloc_tags'):
		return Mainline()
	raise Failure('this kernel has neither alloctag nor CONFIG_MEM_ALLOC_PROFILING')


FILES = ('allocinfo', 'alloctag', 'control', 'contexts', 'stacks', 'slack', 'lifetimes', 'peaks',
	 'nodes')


def main():
	if len(sys.argv) != 2 or sys.argv[1] not in FILES:
		print(f'usage: drgn -c DUMP -s VMLINUX {sys.argv[0]} {"|".join(FILES)}',
		      file=sys.stderr)
		return 1
	try:
		tags = kernel()
		if not hasattr(tags, sys.argv[1]):
			raise Failure(f'mainline\'s profiling has no {sys.argv[1]}')
		getattr(tags, sys.argv[1])()
	except Failure as failure:
		print(f'alloctag.py: {failure}', file=sys.stderr)
		return 1
	except (FaultError, LookupError) as error:
		print(f'alloctag.py: the dump lacks memory or VMLINUX is of another kernel: {error}',
		      file=sys.stderr)
		return 1
	return 0


if __name__ == '__main__':
	sys.exit(main())

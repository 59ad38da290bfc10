# SPDX-License-Identifier: GPL-2.0
#
# The program alloctag, linked statically so that it runs in any VM. Included by
# the Makefile at the top.

.PHONY: tool deps-tool deps-check-tool check-tool

tool_build	:= $(build)/tool
tool_sources	:= $(wildcard tools/alloctag/*.c) \
		   $(filter-out tools/alloctag/fuzz/%,$(wildcard tools/alloctag/*/*.c))
tool_headers	:= $(wildcard tools/alloctag/*.h tools/alloctag/*/*.h)
tool_objects	:= $(tool_sources:tools/alloctag/%.c=$(tool_build)/%.o) $(tool_build)/terminfo.o $(tool_build)/syscalls.o
tool_cflags	:= -std=gnu11 -D_GNU_SOURCE -Itools/alloctag -O2 -g -Wall -Wextra -Wno-unused-parameter -fwrapv -fms-extensions \
		   -ffunction-sections -fdata-sections
tool_version	= $(shell sed -n 's/^\([0-9][0-9.]*\).*/\1/p' NEWS | head -n 1)
tool_libs	:= -lncurses -ltinfo -lz -lm

deps-tool:
	@dev/install-deps.sh gcc libc6-dev zlib1g-dev libncurses-dev ncurses-bin

tool: $(tool_build)/alloctag
	@ln -sfnr '$(tool_build)/alloctag' tools/alloctag/alloctag

$(tool_build):
	@mkdir -p $@

$(tool_build)/%.o: tools/alloctag/%.c $(tool_headers) | $(tool_build) deps-tool
	@mkdir -p $(@D)
	@echo "  CC      $(@F)"
	$(Q)$(CC) $(tool_cflags) -c -o $@ $<

# The pages are a part of the program.
tool_pages	:= $(addprefix tools/alloctag/out/,page.css page.js picture.html chart.html)
$(tool_build)/out/page.o: $(tool_pages)
# Descriptions of terminals, for where there is no database. vt100 is the first:
# it is the choice for terminals that are not known.
tool_terminals := vt100 vt102 vt220 linux xterm xterm-256color screen tmux-256color ansi dumb

$(tool_build)/terminfo.c: tools/alloctag/tool.mk | $(tool_build) deps-tool
	@{ echo '#include <stddef.h>'; \
	echo 'extern const char * const terminal_descriptions[][2];'; \
	echo 'const char * const terminal_descriptions[][2] = {'; \
	for name in $(tool_terminals); do \
		text=$$(infocmp -0 -Q2 -q $$name 2>/dev/null) || continue; \
		printf '\t{ "%s", "%s" },\n' $$name "$$text"; \
	done; \
	echo '	{ NULL, NULL },'; echo '};'; } >$@

# The names of system calls.
$(tool_build)/syscalls.c: tools/alloctag/tool.mk | $(tool_build) deps-tool
	@{ echo '#include <sys/syscall.h>'; echo '#include "why/call.h"'; \
	echo 'const struct call_number call_numbers[] = {'; \
	echo '#include <sys/syscall.h>' | $(CC) -E -dM - | \
		sed -n 's/^#define __NR_\([a-z0-9_]*\) .*/\t{ __NR_\1, "\1" },/p' | sort; \
	echo '	{ 0, NULL },'; echo '};'; } >$@

$(tool_build)/terminfo.o $(tool_build)/syscalls.o: $(tool_build)/%.o: $(tool_build)/%.c
	@echo "  CC      $(@F)"
	$(Q)$(CC) $(tool_cflags) -c -o $@ $<

$(tool_build)/main.o: NEWS
$(tool_build)/main.o: tool_cflags += -DVERSION='"$(tool_version)"'

$(tool_build)/alloctag: $(tool_objects)
	@echo "  LD      $(@F)"
	$(Q)$(CC) -static -s -Wl,--gc-sections -o $@ $^ $(tool_libs)

# Not needed to build it: what tests read its output with. Prometheus and its
# node exporter are taken out of their packages: installed, they would be
# started as services. Tests that don't find them are skipped and say so.
servers := prometheus:promtool prometheus:prometheus \
	   prometheus-node-exporter:prometheus-node-exporter

deps-check-tool: deps-tool | $(tool_build)
	@dev/install-deps.sh dejagnu expect python3 xz-utils mandoc zsh shellcheck strace golang-go chromium \
		chromium-driver poppler-utils
	@cd $(tool_build) && for server in $(servers); do \
		package=$${server%:*}; file=$${server#*:}; \
		[ ! -x $$file ] || continue; \
		ls $${package}_*.deb >/dev/null 2>&1 || apt-get download -q $$package && \
		dpkg-deb --fsys-tarfile $${package}_*.deb | tar -xO ./usr/bin/$$file >$$file.part && \
		chmod +x $$file.part && mv $$file.part $$file || \
		echo "$$file could not be fetched; its tests are skipped"; \
	done; rm -f prometheus*.deb *.part

check-tool: deps-check-tool
	@$(call run_check) tool

# With the sanitizers, for tests: the program, and what runs the corpus of the
# fuzzer. The fuzzer itself needs clang.
tool_sanitize := -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
fuzz_sources := $(addprefix tools/alloctag/,fuzz/fuzz.c out/table.c out/tree.c \
		report/kernel_log.c \
		snapshot/boot.c snapshot/group.c snapshot/kernel.c snapshot/measure.c snapshot/memory.c \
		snapshot/period.c snapshot/place.c snapshot/read.c \
		snapshot/recorded_text.c snapshot/recorder.c snapshot/recording.c \
		snapshot/recording_format.c snapshot/segments.c snapshot/snapshot.c \
		snapshot/source.c snapshot/totals.c trace/events.c trace/ringbuffer.c \
		util/buffer.c util/clock.c util/error.c util/expand.c util/file.c util/index.c \
		util/names.c util/output.c util/signals.c util/sort.c util/text.c watch/ages.c watch/slack.c watch/stack.c \
		watch/watched.c)

.PHONY: tool-sanitized fuzz-tool

tool-sanitized: $(tool_build)/alloctag-sanitized $(tool_build)/run-corpus

$(tool_build)/alloctag-sanitized: $(tool_sources) $(tool_headers) $(tool_pages) \
		$(tool_build)/terminfo.c $(tool_build)/syscalls.c | deps-tool
	@echo "  CC      $(@F)"
	$(Q)$(CC) $(filter-out -O2,$(tool_cflags)) $(tool_sanitize) -DVERSION='"sanitized"' \
		-o $@ $(filter %.c,$^) $(tool_libs)

$(tool_build)/run-corpus: $(fuzz_sources) $(tool_headers) | $(tool_build) deps-tool
	@echo "  CC      $(@F)"
	$(Q)$(CC) $(filter-out -O2,$(tool_cflags)) $(tool_sanitize) -DALONE \
		-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -o $@ $(filter %.c,$^) -lz -lm

# New inputs go to build/tool/fuzz; SECONDS is how long to look for them.
SECONDS ?= 60

fuzz-tool: | $(tool_build)
	@dev/install-deps.sh clang zlib1g-dev
	$(Q)clang $(filter-out -O2,$(tool_cflags)) -g -O1 -fsanitize=fuzzer,address,undefined \
		-fno-sanitize-recover=all -o $(tool_build)/fuzz-tool $(fuzz_sources) -lz -lm
	@mkdir -p $(tool_build)/fuzz
	$(tool_build)/fuzz-tool -max_total_time=$(SECONDS) -max_len=4096 -timeout=10 \
		-artifact_prefix=$(tool_build)/fuzz- $(tool_build)/fuzz testsuite/tool/fuzz/corpus

# Processor time and memory, beside sort -n.
.PHONY: bench-tool bench-tool-large bench-fleet

bench-tool: tool
	@dev/install-deps.sh python3 xz-utils time
	@bench/tool.py $(tool_build)/alloctag testsuite/tool/data/captures.tar.xz
	@bench/flight.py $(tool_build)/alloctag testsuite/tool/data/captures.tar.xz

# The same with 1,000,000 lines, to a file in bench/results. OLD is another
# program alloctag to compare with, in the git tree that it was built from.
LINES := 1000000
RUNS := 5

bench-tool-large: tool
	@dev/install-deps.sh python3 xz-utils time
	@bench/tool.py -n $(LINES) -r $(RUNS) $(if $(OLD),-b '$(OLD)') \
		-o bench/results/tool.txt $(tool_build)/alloctag testsuite/tool/data/captures.tar.xz

# What it costs to store the metrics of many machines, in Debian's Prometheus.
bench-fleet: tool deps-check-tool
	@bench/fleet.py $(tool_build) $(tool_build)/alloctag testsuite/tool/data/captures.tar.xz

# Where node_exporter reads files, in Debian.
TEXTFILES ?= /var/lib/prometheus/node-exporter

.PHONY: install-tool deb-tool

install-tool: tool
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1' \
		'$(DESTDIR)$(PREFIX)/share/man/man5' '$(DESTDIR)$(PREFIX)/lib/systemd/system' \
		'$(DESTDIR)$(PREFIX)/share/bash-completion/completions' \
		'$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions' \
		'$(DESTDIR)$(PREFIX)/share/alloctag'
	install -m 755 -s $(tool_build)/alloctag '$(DESTDIR)$(PREFIX)/bin'
	install -m 644 tools/alloctag/alloctag.1 '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -m 644 tools/alloctag/alloctag.5 '$(DESTDIR)$(PREFIX)/share/man/man5'
	install -m 644 tools/alloctag/completion.bash \
		'$(DESTDIR)$(PREFIX)/share/bash-completion/completions/alloctag'
	install -m 644 tools/alloctag/completion.zsh \
		'$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_alloctag'
	install -m 644 tools/alloctag/fleet/* '$(DESTDIR)$(PREFIX)/share/alloctag'
	for unit in agent.service agent.timer flight.service; do \
		sed -e 's,@BIN@,$(PREFIX)/bin,' -e 's,@TEXTFILES@,$(TEXTFILES),' \
			tools/alloctag/alloctag-$$unit.in \
			>'$(DESTDIR)$(PREFIX)/lib/systemd/system/'alloctag-$$unit || exit 1; \
	done

# A Debian package, which depends on nothing: the program is static.
deb-tool: tool
	@dev/install-deps.sh dpkg
	@tools/alloctag/make-deb.sh '$(build)' $(tool_version)

# SPDX-License-Identifier: GPL-2.0
#
# The program alloctag, linked statically so that it runs in any VM. Included by
# the Makefile at the top.

.PHONY: tool deps-tool deps-check-tool check-tool

tool_build	:= $(build)/tool
tool_sources	:= $(wildcard tools/alloctag/*.c)
tool_objects	:= $(tool_sources:tools/alloctag/%.c=$(tool_build)/%.o)
tool_cflags	:= -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -fwrapv \
		   -ffunction-sections -fdata-sections
tool_version	= $(shell sed -n 's/^\([0-9][0-9.]*\).*/\1/p' NEWS | head -n 1)
tool_libs	:= -lz -lm

deps-tool:
	@scripts/install-deps.sh gcc libc6-dev zlib1g-dev

tool: $(tool_build)/alloctag
	@ln -sfn '$(tool_build)/alloctag' tools/alloctag/alloctag

$(tool_build):
	@mkdir -p $@

$(tool_build)/%.o: tools/alloctag/%.c $(wildcard tools/alloctag/*.h) | $(tool_build) deps-tool
	@echo "  CC      $(@F)"
	$(Q)$(CC) $(tool_cflags) -c -o $@ $<

$(tool_build)/main.o: NEWS
$(tool_build)/main.o: tool_cflags += -DVERSION='"$(tool_version)"'

$(tool_build)/alloctag: $(tool_objects)
	@echo "  LD      $(@F)"
	$(Q)$(CC) -static -Wl,--gc-sections -o $@ $^ $(tool_libs)

# Not needed to build it: what tests read its output with.
deps-check-tool: deps-tool
	@scripts/install-deps.sh dejagnu expect python3 xz-utils mandoc

check-tool: deps-check-tool
	@$(call run_check) tool

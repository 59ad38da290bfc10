# SPDX-License-Identifier: GPL-2.0
#
# make bench: measure the cost of alloctag, compared with a kernel without it
# and, if the source has it, with mainline's allocation profiling. Included by
# the Makefile at the top; bench/README describes the measurements.
#
# All kernels are built from one tree and one configuration; bench/configs has
# the differences, bench/variants the list. The kernel with alloctag is the one
# that make run boots and make check tests. With QUICK=1, only that one and the
# one without are built.

.PHONY: bench bench-classes bench-kernels bench-deb bench-deb-loops

$(tree)-none/.built $(tree)-mainline/.built: $(tree)-%/.built: $(tree).synced \
		$(reference) bench/configs/%.config dev/tree/build-kernel.sh | deps-kernel
	@$(call build_kernel,$(tree)-$*,Building Linux $(KVER) to compare with: $*,\
		$(reference) bench/configs/$*.config)

# With some classes of tags.
bench_classes := allocations watch waits faults

$(bench_classes:%=$(tree)-%/.built): $(tree)-%/.built: $(tree).synced $(fragments) \
		bench/configs/%.config dev/tree/build-kernel.sh | deps-kernel
	@$(call build_kernel,$(tree)-$*,Building Linux $(KVER) to compare with: $*,\
		$(fragments) bench/configs/$*.config)

# The loads of user space, in the same folder of the initramfs as the modules.
bench_load := $(build)/bench/load

$(bench_load): bench/user/load.c | deps-kernel
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -Wall -static -s -o $@ $<

# $(1) a folder with a module: an initramfs with it, for each kernel.
define bench_initramfs
$(tree)-%/bench-$(1)/initramfs.gz: $(tree)-%/.built $(wildcard bench/$(1)/*) bench/init \
		$(bench_load) dev/tree/build-kernel.sh dev/vm/make-initramfs.sh | deps-vm
	@dev/step.sh $(tree)-$$*-$(1).log 'Building the module bench/$(1) for $$*' \
		dev/tree/build-kernel.sh -m bench/$(1):bench-$(1) $(tree)-$$* \
		"$$(call kmake,$(tree)-$$*)"
	@dev/vm/make-initramfs.sh -i bench/init -d bench $(tree)-$$*/usr/gen_init_cpio $$@ \
		$(bench_load) $$$$(find $$(@D) -name '*.ko')
endef
$(foreach module,kernel sites,$(eval $(call bench_initramfs,$(module))))

# The kernel with alloctag once more, with the loops linked in. There is no
# module in its initramfs, so that bench/init can't load that instead.
linked := $(kernel)-linked

$(linked)/.linked: $(kernel)/.built $(wildcard bench/kernel/*) bench/link-loops.sh \
		dev/tree/build-kernel.sh | deps-kernel
	@dev/step.sh $(linked).log 'Linking the loops of make bench into Linux $(KVER)' \
		bench/link-loops.sh $(kernel) $(linked) "$(call kmake,$(linked))"

$(linked)/bench-kernel/initramfs.gz: $(linked)/.linked bench/init $(bench_load) \
		dev/vm/make-initramfs.sh | deps-vm
	@mkdir -p $(@D)
	@dev/vm/make-initramfs.sh -i bench/init -d bench $(linked)/usr/gen_init_cpio $@ $(bench_load)

# A second make, because the lines below are expanded after the tree exists.
bench bench-classes: $(tree).synced
	@dev/install-deps.sh python3
	@$(MAKE) --no-print-directory bench-kernels CLASSES=$(filter bench-classes,$@)

ifneq ($(filter bench-kernels,$(MAKECMDGOALS)),)
# The kernels of bench/variants; mainline's own profiling only where the source
# has it. $(1) is a condition for the lines.
bench_without := $(if $(CLASSES),mainline alloctag-linked,$(bench_classes)) \
	$(if $(shell grep -s alloc_hooks $(tree)/include/linux/slab.h),,mainline) \
	$(if $(QUICK),mainline)
bench_of = $(filter-out $(bench_without),$(shell awk '/^[a-z]/ $(1) { print $$2 }' \
	bench/variants | uniq))
bench_kernels := $(call bench_of)
bench_sites := $(if $(QUICK)$(CLASSES),,$(call bench_of,&& $$3 == "yes"))
endif

bench-kernels: $(bench_kernels:%=$(tree)-%/bench-kernel/initramfs.gz) \
		$(bench_sites:%=$(tree)-%/bench-sites/initramfs.gz)
	@$(clean_env) bench/bench.sh $(if $(CLASSES),-c) $(if $(QUICK),-q) \
		-f '$(fragments) $(wildcard $(bench_kernels:%=bench/configs/%.config))' \
		$(KVER) $(tree) $(CC) $(bench_kernels)

# What alloctag costs in Debian's own configuration, beside the same kernel
# without it. The packages of make deb must be there: they take hours. KERNELS
# is which to measure, with debian Debian's own kernel, too, which is fetched;
# LOADS=no leaves out what takes most of the time.
KERNELS := alloctag none $(filter mainline,$(comparable))
LOADS := yes
bench_deb_kernels := $(KERNELS)
bench_deb = $(build)/deb/linux-$(KVER)-$(FLAVOUR)$(patsubst %,-%,$(filter-out alloctag,$(1)))

bench-deb: deps-deb-image
	@dev/install-deps.sh python3 xz-utils
	@[ -z '$(filter debian,$(KERNELS))' ] || $(MAKE) --no-print-directory \
		$(call bench_deb,debian)/vmlinux CC=gcc-$(gcc_major)
	@for kernel in $(bench_deb_kernels); do \
		folder=$(call bench_deb,alloctag); \
		[ $$kernel = alloctag ] || folder=$$folder-$$kernel; \
		[ -f $$folder/include/config/kernel.release ] && [ -f $$folder/vmlinux ] || { \
			echo "error: no packages of $$folder; run make deb KVER=$(KVER)" \
				"FLAVOUR=$(FLAVOUR) COMPARE=$${kernel#alloctag}" >&2; \
			exit 1; \
		}; \
	done
	@$(MAKE) --no-print-directory bench-deb-loops CC=gcc-$(gcc_major)
	@for folder in $(foreach k,$(bench_deb_kernels),$(call bench_deb,$(k))); do \
		release=$$(cat $$folder/include/config/kernel.release); \
		dev/step.sh $$folder-bench-image.log "Making an image of Debian with $$release" \
			dev/deb/make-image.sh -b "$$(ls $(build)/deb/linux-image-$${release}_*.deb)" \
			$(KVER) $(FLAVOUR) $$release $(build)/deb tools $$folder-bench.image || exit 1; \
	done
	@$(clean_env) bench/debian/bench.sh $(KVER) $(FLAVOUR) $(build)/deb \
		gcc-$(gcc_major) '$(KERNELS)' $(LOADS)

$(build)/deb/%-debian/vmlinux: dev/deb/fetch-debian.sh $(wildcard bench/kernel/*)
	@dev/step.sh $(build)/deb/$*-debian.log "Fetching Debian's own kernel" \
		dev/deb/fetch-debian.sh $(KVER) $(FLAVOUR) $(CC) $(@D)
	@touch $@

# The program that writes archives is one of the kernel's, and any will do.
$(build)/deb/%-debian/bench-kernel/initramfs.gz: $(build)/deb/%-debian/vmlinux bench/init \
		$(bench_load) dev/vm/make-initramfs.sh | deps-vm
	@dev/vm/make-initramfs.sh -i bench/init -d bench \
		$(firstword $(wildcard $(build)/deb/*/usr/gen_init_cpio)) $@ \
		$(bench_load) $$(find $(@D) -name '*.ko')

bench-deb-loops: $(foreach k,$(bench_deb_kernels),$(call bench_deb,$(k))/bench-kernel/initramfs.gz)

$(build)/deb/%/bench-kernel/initramfs.gz: $(wildcard bench/kernel/*) bench/init $(bench_load) \
		dev/tree/build-kernel.sh dev/vm/make-initramfs.sh | deps-vm
	@dev/step.sh $(build)/deb/$*-kernel.log 'Building the module bench/kernel for $*' \
		dev/tree/build-kernel.sh -m bench/kernel:bench-kernel $(build)/deb/$* \
		"$(call kmake,$(build)/deb/$*)"
	@dev/vm/make-initramfs.sh -i bench/init -d bench $(build)/deb/$*/usr/gen_init_cpio $@ \
		$(bench_load) $$(find $(@D) -name '*.ko')

# What waits by line cost: two of the kernels with some classes, with waits and
# without. The loads need a disk with ext4, and Debian's hackbench with the
# libraries of it.
.PHONY: bench-waits

bench_disk := $(build)/bench/disk.gz
bench_hackbench := $(build)/bench/hackbench.gz

$(bench_disk):
	@dev/install-deps.sh e2fsprogs
	@mkdir -p $(@D)
	@rm -f $(basename $@)
	$(Q)/sbin/mke2fs -q -t ext4 -U 11111111-1111-1111-1111-111111111111 \
		-E hash_seed=11111111-1111-1111-1111-111111111111 $(basename $@) 16M
	$(Q)gzip -n -f $(basename $@)

$(tree)-waits/bench-waits/initramfs.gz $(tree)-watch/bench-waits/initramfs.gz: \
		%/bench-waits/initramfs.gz: %/.built bench/init $(bench_load) \
		$(bench_disk) $(bench_hackbench) dev/vm/make-initramfs.sh | deps-vm
	@mkdir -p $(@D)
	@dev/vm/make-initramfs.sh -i bench/init -d bench $*/usr/gen_init_cpio $@ $(bench_load) \
		$(bench_disk)
	@cat $(bench_hackbench) >>$@

bench-waits: $(tree)-waits/bench-waits/initramfs.gz $(tree)-watch/bench-waits/initramfs.gz
	@$(clean_env) bench/off-on.sh -o bench/results/waits-$(KVER).txt \
		-f '$(fragments) bench/configs/waits.config' waits $(tree)-waits $(tree)-watch

# Waits by line beside other tools that show where tasks wait, in one small
# kernel. The tools and hackbench are Debian's, with the libraries they need.
.PHONY: bench-wait-tools

wait_tools := $(tree)-wait-tools
wait_tools_fragments := configs/series.config bench/configs/wait-tools.config

$(wait_tools)/.built: $(tree).synced $(wait_tools_fragments) dev/tree/build-kernel.sh | deps-kernel
	@$(call build_kernel,$(@D),Building a small Linux $(KVER) for tools that show waits,\
		$(wait_tools_fragments))

# $(1) programs: an archive $@ of them, in the folder bench.
bench_pack = rm -rf $(basename $@) && mkdir -p $(basename $@)/bench && \
	cp $(1) $(basename $@)/bench/ && dev/vm/pack-programs.sh $(basename $@) $@

$(bench_hackbench): dev/vm/pack-programs.sh
	@dev/install-deps.sh rt-tests cpio
	$(Q)$(call bench_pack,/usr/bin/hackbench)

$(build)/bench/wait-tools.gz: dev/vm/pack-programs.sh
	@dev/install-deps.sh rt-tests libbpf-tools linux-perf cpio
	$(Q)$(call bench_pack,/usr/bin/hackbench /usr/sbin/offcputime /usr/bin/perf)

$(wait_tools)/initramfs.gz: $(wait_tools)/.built $(build)/bench/wait-tools.gz \
		bench/wait-tools/init $(bench_load) $(bench_disk) dev/vm/make-initramfs.sh | deps-vm
	@dev/vm/make-initramfs.sh -i bench/wait-tools/init -d bench $(wait_tools)/usr/gen_init_cpio \
		$@ $(bench_load) $(bench_disk)
	@cat $(build)/bench/wait-tools.gz >>$@

bench-wait-tools: $(wait_tools)/initramfs.gz
	@$(clean_env) bench/wait-tools/compare.sh -o bench/results/wait-tools-$(KVER).txt \
		-f '$(wait_tools_fragments)' $(wait_tools)

# Tools that show who allocates memory, in small kernels: with alloctag, with
# mainline's profiling, which Linux 6.1 does not have, and with neither, where
# all other tools run.
.PHONY: bench-memory-tools

memory_tools := $(tree)-memory
memory_tools_fragments := configs/series.config bench/configs/memory-tools.config
memory_tools_kernels := none alloctag $(filter mainline,$(comparable))

$(memory_tools)-alloctag/.built: configs/crash-alloctag.config
$(memory_tools)-mainline/.built: configs/crash-mainline.config
$(memory_tools_kernels:%=$(memory_tools)-%/.built): $(tree).synced $(memory_tools_fragments) \
		dev/tree/build-kernel.sh | deps-kernel
	@$(call build_kernel,$(@D),Building a small kernel for tools: $(notdir $(@D)),\
		$(memory_tools_fragments) $(filter configs/crash-%,$^))

$(build)/bench/memleak.gz: bench/memory-tools/fetch-memleak.sh
	@dev/install-deps.sh cpio
	@mkdir -p $(@D)
	@dev/step.sh $(basename $@).log 'Fetching memleak of libbpf-tools' $< $@

$(memory_tools)-%/initramfs.gz: $(memory_tools)-%/.built $(build)/bench/memleak.gz $(bench_load) \
		$(addprefix bench/memory-tools/,Kbuild init leak.c) $(wildcard bench/kernel/*) \
		dev/tree/build-kernel.sh dev/vm/make-initramfs.sh | deps-vm
	@dev/step.sh $(@D)-modules.log 'Building modules for $(notdir $(@D))' \
		dev/tree/build-kernel.sh -m bench/kernel:bench-kernel -m bench/memory-tools:bench-leak \
		$(@D) "$(call kmake,$(@D))"
	@dev/vm/make-initramfs.sh -i bench/memory-tools/init -d bench $(@D)/usr/gen_init_cpio $@ \
		$(bench_load) $(@D)/bench-kernel/alloc_bench.ko $(@D)/bench-leak/leak.ko
	@cat $(build)/bench/memleak.gz >>$@

bench-memory-tools: $(memory_tools_kernels:%=$(memory_tools)-%/initramfs.gz)
	@$(clean_env) bench/memory-tools/compare.sh -o bench/results/memory-tools-$(KVER).txt \
		-f '$(memory_tools_fragments) $(wildcard $(memory_tools_kernels:%=configs/crash-%.config))' \
		$(memory_tools)

# For make check, which compares the loops' figures with bench/ceilings.
kernel: $(kernel)/bench-kernel/initramfs.gz $(linked)/bench-kernel/initramfs.gz

# What error origins cost: the small kernel of make check-errors with them, and
# the same without.
.PHONY: bench-errors

$(errors)-none/.built: $(tree).synced $(errors_fragments) bench/configs/errors-none.config \
		dev/tree/build-kernel.sh | deps-kernel
	@$(call build_kernel,$(@D),Building the small Linux $(KVER) without error origins,\
		$(errors_fragments) bench/configs/errors-none.config)

$(errors)/bench-errors/initramfs.gz $(errors)-none/bench-errors/initramfs.gz: \
		%/bench-errors/initramfs.gz: %/.built bench/init $(bench_load) \
		dev/vm/make-initramfs.sh | deps-vm
	@mkdir -p $(@D)
	@dev/vm/make-initramfs.sh -i bench/init -d bench $*/usr/gen_init_cpio $@ $(bench_load)

bench-errors: $(errors)/bench-errors/initramfs.gz $(errors)-none/bench-errors/initramfs.gz
	@$(clean_env) bench/off-on.sh -o bench/results/errors-$(KVER).txt -f '$(errors_fragments)' \
		errors $(errors) $(errors)-none

# For make check-errors, which compares them with its limits.
kernel-errors: $(errors)/bench-errors/initramfs.gz

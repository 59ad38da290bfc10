# SPDX-License-Identifier: GPL-2.0
#
# make bench: what alloctag costs, beside a kernel without it and, where there is one,
# beside mainline's own allocation profiling. Included by the Makefile at the top.
#
# One tree and one configuration; bench/configs says what differs. The kernel with
# alloctag is that of make run, which make check tests.

.PHONY: bench
bench_files := $(wildcard bench/kernel/* bench/user/*) bench/init bench/build-guest.sh \
	bench/make-initramfs.sh
# Mainline has its own since 6.10.
bench_builds := none $(if $(filter-out 6.1,$(KVER)),mainline) small
bench_out = $(tree)-$(1)

$(tree)-none/.built $(tree)-mainline/.built: $(tree)-%/.built: $(tree).synced \
		configs/x86_64-small.config bench/configs/%.config bench/build-variant.sh | deps-kernel
	@scripts/step.sh $(tree)-$*.log 'Building Linux $(KVER), variant $*' \
		bench/build-variant.sh $(tree)-$* "$(call kmake,$(tree)-$*)" \
		configs/x86_64-small.config bench/configs/$*.config

$(tree)-%/bench/initramfs.gz: $(tree)-%/.built $(bench_files) | deps-vm
	@scripts/step.sh $(tree)-$*-loops.log 'Building the loops for variant $*' \
		bench/build-guest.sh $(tree)-$* "$(call kmake,$(tree)-$*)" $(CC)

bench: $(foreach b,$(bench_builds),$(call bench_out,$(b))/bench/initramfs.gz)
	@$(clean_env) bench/bench.sh $(KVER) $(tree) '$(QUICK)' '$(CC)'

# For make check, which holds the loops' figures against bench/ceilings.
kernel: $(small)/bench/initramfs.gz

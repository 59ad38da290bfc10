# SPDX-License-Identifier: GPL-2.0
#
# make bench: what alloctag costs, beside a kernel without it and, where there is one,
# beside mainline's own allocation profiling. Included by the Makefile at the top.
#
# One tree and one configuration; bench/configs says what differs. The kernel with
# alloctag is that of make run, which make check tests.

.PHONY: bench
# Mainline has its own since 6.10.
bench_mainline := $(if $(filter-out 6.1,$(KVER)),mainline)
bench_builds := none $(bench_mainline) alloctag
bench_files := bench/init bench/build-guest.sh bench/make-initramfs.sh $(wildcard bench/user/*)

$(tree)-none/.built $(tree)-mainline/.built: $(tree)-%/.built: $(tree).synced \
		$(reference) bench/configs/%.config bench/build-variant.sh | deps-kernel
	@scripts/step.sh $(tree)-$*.log 'Building Linux $(KVER), variant $*' \
		bench/build-variant.sh $(tree)-$* "$(call kmake,$(tree)-$*)" \
		$(reference) bench/configs/$*.config

$(tree)-many/.built: $(kernel)/.built bench/build-many.sh
	@scripts/step.sh $(tree)-many.log 'Building Linux $(KVER) with alloctag and room for many tags' \
		bench/build-many.sh $(tree)-many $(kernel) "$(call kmake,$(tree)-many)"

$(tree)-%/bench-kernel/initramfs.gz: $(tree)-%/.built $(bench_files) \
		$(wildcard bench/kernel/*) | deps-vm
	@scripts/step.sh $(tree)-$*-kernel.log 'Building the loops for variant $*' \
		bench/build-guest.sh $(tree)-$* "$(call kmake,$(tree)-$*)" $(CC) kernel

$(tree)-%/bench-sites/initramfs.gz: $(tree)-%/.built $(bench_files) \
		$(wildcard bench/sites/*) | deps-vm
	@scripts/step.sh $(tree)-$*-sites.log 'Building 50,000 allocation sites for variant $*' \
		bench/build-guest.sh $(tree)-$* "$(call kmake,$(tree)-$*)" $(CC) sites

bench: $(foreach b,$(bench_builds),$(tree)-$(b)/bench-kernel/initramfs.gz) \
		$(if $(QUICK),,$(foreach b,$(bench_mainline) many,$(tree)-$(b)/bench-sites/initramfs.gz))
	@$(clean_env) bench/bench.sh $(KVER) $(tree) '$(QUICK)' '$(CC)'

# For make check, which holds the loops' figures against bench/ceilings.
kernel: $(kernel)/bench-kernel/initramfs.gz

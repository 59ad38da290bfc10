# SPDX-License-Identifier: GPL-2.0
#
# The targets that README names; see make help. kbuild builds the kernel trees,
# started from here.

# The kernel: a version with patches in patches/, by default the newest. Its
# source is Debian's package linux-source-$(KVER).
all_kver := $(shell ls -d patches/linux-*/ | sed 's,patches/linux-\(.*\)/,\1,' | sort -V)
KVER	?= $(lastword $(all_kver))
ifneq ($(words $(KVER))$(findstring %,$(KVER))$(filter-out $(all_kver),$(KVER)),1)
$(error Linux $(KVER) is not supported; KVER can be one of: $(all_kver))
endif

# Lists of functions to mark in addition to patches/marks.
override MARKS := $(abspath $(MARKS))

# All output goes here.
O	:= build
# V=1 shows every command's output instead of a line now and then.
V	:=
# The compiler: of the plugin, and of the kernel.
ifeq ($(origin CC),default)
CC	:= gcc
endif
JOBS	:= $(shell nproc)

# Commands must not inherit the variables of this make's command line: O=, V=
# and CC= have another meaning for kbuild.
clean_env := env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u MAKELEVEL

export V MARKS
export LC_ALL := C

build	:= $(abspath $(O))
top	:= $(CURDIR)

# A target of make can't have a blank in its path, and kbuild refuses it. What
# does without kbuild can be made there: its paths are relative to this folder.
ifneq ($(word 2,$(build)),)
build	:= $(O)
anywhere := help tool tool-sanitized check-tool install-tool deb-tool deps-tool deps-check-tool \
	plugin deps-plugin clean
ifneq ($(word 2,$(O))$(filter-out $(anywhere),$(MAKECMDGOALS)),)
$(error kbuild takes no path with a blank: $(abspath $(O)). O=FOLDER names another one; \
	$(filter-out deps-%,$(anywhere)) can be made here)
endif
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run shell demo demo-crash check check-all check-deb deb-image deps-deb-image \
	check-plugin check-user check-kernel check-compile check-errors check-crash deps-check-crash \
	check-tree check-strip check-suites check-rust check-compilers check-readme check-configs check-mutants check-programs check-lines check-selftest selftest plugin suggest-marks install-tree port series strip-macros \
	kernel kernel-debug kernel-errors kernel-crash kernel-stripped kernel-objects kernel-objects-off kernel-objects-mainline kernel-objects-core \
	kernel-series kernel-tree clean FORCE deb deb-estimate deps-deb \
	callers deps-callers deps-compiler deps-plugin deps-kernel deps-vm deps-check deps-check-suites deps-check-rust deps-check-plugin deps-check-user

help:
	@echo 'make run            build Linux $(KVER) with alloctag, boot it in QEMU, show /proc/allocinfo'
	@echo 'make shell          a root shell in that virtual machine'
	@echo 'make demo           a leak, waits, errors and a crash in it, and what alloctag says'
	@echo 'make demo-crash     a dump of the memory of a small kernel, and the lines in it'
	@echo 'make check          the test suite, with Linux $(KVER); other kernels are patched;'
	@echo '                    its last line is "N passed, N failed"'
	@echo 'make check-all      everything with each of Linux $(all_kver)'
	@echo '  make check-plugin   the tests of the compiler plugin alone'
	@echo '  make check-user     the tests of the library for user space alone'
	@echo '  make check-tool     the tests of the program alloctag alone'
	@echo '  make check-kernel   Linux $(KVER) in virtual machines, also with all debugging; hours'
	@echo '  make check-compile  the patched files alone: each compiles'
	@echo '  make check-tree     the tests of patches, sources and make targets alone'
	@echo '  make check-suites   of the tests of Linux $(KVER), those of KUnit and of what is counted'
	@echo '  make check-rust     Linux $(KVER) with CONFIG_RUST (needs Debian 13 or newer)'
	@echo '  make check-strip    the tests of a kernel after make strip-macros alone'
	@echo '  make check-errors   the tests of error origins of Linux $(KVER), with a small kernel'
	@echo '  make check-crash    the tests of dumps of memory, with two small kernels, alone'
	@echo '  make check-selftest'
	@echo '                      the test of the ioctls that Linux $(SELFTEST_KVER) has, alone'
	@echo 'make check-compilers'
	@echo '                    the tests of the plugin with newer compilers, in other releases of Debian'
	@echo '                    (KERNEL=1: Linux $(KVER) built with newer compilers, and its tests;'
	@echo '                    KEEP=1: without the releases that have passed)'
	@echo 'make check-readme   README'\''s commands in minimal systems of: $(README_RELEASES) (hours)'
	@echo 'make check-configs  Linux $(KVER) in other configurations: $(configs) (hours)'
	@echo 'make check-programs'
	@echo '                    the plugin with thousands of programs of others (hours)'
	@echo 'make check-lines    other people'\''s programs, and their tests, with the library'
	@echo 'make check-mutants  are faults noticed that are listed in testsuite/mutants? (hours;'
	@echo '                    MUTANTS=<name>: this one, or the ones of this list)'
	@echo 'make bench          measure it, beside kernels without (and with mainline'\''s own)'
	@echo '  make bench QUICK=1  exact figures only: instructions, sizes'
	@echo 'make bench-classes  kernels with some of the classes of tags, as the first one'
	@echo 'make bench-deb      measure the kernels of make deb: with alloctag and of each COMPARE'
	@echo 'make bench-errors   measure error origins, in the kernel of make check-errors'
	@echo 'make bench-waits    measure waits by line, beside a kernel without'
	@echo 'make bench-wait-tools'
	@echo '                    measure it beside latencytop, offcputime and perf sched'
	@echo 'make bench-memory-tools'
	@echo '                    measure it beside page_owner, slub_debug, memleak and others'
	@echo 'make bench-tool     measure the program alloctag, beside sort -n'
	@echo 'make bench-tool-large  with 1,000,000 lines, and beside OLD=/path/alloctag'
	@echo 'make bench-user     measure the library for user space'
	@echo 'make results        how old the results of benchmarks and long tests are'
	@echo 'make plugin         the plugins scripts/gcc-plugins/*.so for $$(CC)'
	@echo 'make suggest-marks  functions of Linux $(KVER) that hide their callers, worth a mark'
	@echo 'make user           the library for programs in user space, below $(O)/'
	@echo 'make tool           tools/alloctag/alloctag, which shows /proc/allocinfo'
	@echo 'make install-tool PREFIX=<dir>'
	@echo '                    install it, its manual pages and systemd units'
	@echo 'make deb-tool       the same as a Debian package, below $(O)/'
	@echo 'make install PREFIX=<dir>'
	@echo '                    install it and the plugin, and their flags for pkg-config'
	@echo 'make kernel         the kernel of make run, built but not booted'
	@echo 'make kernel-debug   the kernel with all debugging on'
	@echo 'make kernel-tree    the unpacked kernel with alloctag in it, below $(O)/'
	@echo 'make deb            Debian packages of Debian'\''s own Linux $(KVER) with alloctag, below $(O)/deb/'
	@echo '                    (FLAVOUR=$(FLAVOUR): its configuration, one of: $(flavours);'
	@echo '                    COMPARE=<name>: without alloctag, one of: $(comparable))'
	@echo 'make check-deb      install and use them on a Debian system in QEMU'
	@echo 'make install-tree KERNEL=<dir>'
	@echo '                    add alloctag to an unpacked kernel tree'
	@echo '                    (MARKS=<list> adds functions to patches/marks; also for run, kernel)'
	@echo 'make port KERNEL=<dir>'
	@echo '                    what of the patches and marks fits another kernel, and what does not'
	@echo 'make series         alloctag as series of patches for Linux $(KVER), for git am'
	@echo 'make strip-macros KERNEL=<dir>'
	@echo '                    take the macros of mainline'\''s allocation profiling out of such a tree'
	@echo 'make clean          remove all output'
	@echo
	@echo 'KVER=$(KVER)   kernel version      CC=$(CC)   compiler'
	@echo 'O=$(O)    folder for output   V=1      show all commands      JOBS=$(JOBS)'
	@echo
	@echo 'Missing Debian packages are installed by the targets that need them.'

#
# Packages. When nothing is missing, each target costs one query of dpkg's
# database.
#

# The major version of the compiler: from its name, else from itself. Its
# packages have that in their names, so a new system gets the compiler first.
gcc_major = $(or $(patsubst gcc-%,%,$(filter gcc-%,$(notdir $(CC)))),$(shell \
	$(CC) -dumpversion | cut -d . -f 1))

deps-compiler:
	@dev/install-deps.sh $(if $(filter gcc,$(CC)),gcc g++)

# The packages of the compiler $(1). Debian's development version has one alone,
# without what the headers of plugins include.
compiler_packages = $(if $(filter gcc-snapshot,$(1)),gcc-snapshot libgmp-dev libmpc-dev,\
	$(1) $(1:gcc%=g++%) $(1)-plugin-dev)

deps-plugin: deps-compiler
	@dev/install-deps.sh $(call compiler_packages,gcc-$(gcc_major)) libc6-dev

# Releases that don't have this source get a copy of its archive from make
# check-compilers. $(1) is the version.
kernel_archive = /usr/src/linux-source-$(1).tar.xz
kernel_source = $(if $(wildcard $(kernel_archive)),,linux-source-$(1))
kernel_packages := xz-utils patch flex bison bc libelf-dev libssl-dev libbpf-dev pahole kmod perl \
	python3 gcc g++
vm_packages := qemu-system-x86 busybox-static

deps-kernel: deps-plugin
	@dev/install-deps.sh $(call kernel_source,$(KVER)) $(kernel_packages)

deps-vm: deps-kernel
	@dev/install-deps.sh $(vm_packages)

# What make check would test: the compiler and the version before it, and all
# kernels unless KVER was given. It tests those that this release of Debian has,
# and its summary names the others, $(lacking). Expanded when the compiler is
# there, and only once.
kver_given := $(filter-out file,$(origin KVER))
wanted_cc = gcc-$(gcc_major) gcc-$(shell expr $(gcc_major) - 1)
wanted_sources = $(foreach kver,$(if $(kver_given),$(KVER),$(all_kver)),\
	$(call kernel_source,$(kver)))
available = $(eval available := $$(shell dev/install-deps.sh -a $(wanted_cc) \
	$(wanted_sources)))$(available)
lacking = $(filter-out $(available),$(wanted_cc) $(wanted_sources))

# The compilers that make check tests the plugin with.
CHECK_CC = $(filter $(available),$(wanted_cc))
# Its kernels.
check_kver = $(filter-out $(lacking:linux-source-%=%),$(if $(kver_given),$(KVER),$(all_kver)))

# For make check-compilers: others, each with the release of Debian that has it.
NEWER_CC := trixie:gcc-13 trixie:gcc-14 sid:gcc-15 sid:gcc-16 sid:gcc-snapshot
# The ones that it builds the kernel with, and the release that also has the
# Rust compiler for it.
KERNEL_CC := bookworm:gcc-12 trixie:gcc-14 sid:gcc-16
KERNEL_RUST := trixie

# With the libraries for -m32.
deps-check-plugin: deps-plugin
	@dev/install-deps.sh dejagnu expect gdb procps \
		$(foreach cc,$(CHECK_CC),$(call compiler_packages,$(cc)) \
			$(if $(filter gcc-snapshot,$(cc)),,$(cc)-multilib))

deps-check-user: deps-check-plugin
	@dev/install-deps.sh pkg-config python3

deps-check: deps-check-plugin deps-check-user deps-check-tool
	@dev/install-deps.sh shellcheck e2fsprogs xfsprogs git dpkg-dev $(kernel_packages) \
		$(vm_packages) $(foreach kver,$(check_kver),$(call kernel_source,$(kver)) \
			linux-config-$(kver))

deps-check-crash:
	@dev/install-deps.sh python3-drgn makedumpfile

deps-check-suites: deps-vm deps-tool
	@dev/install-deps.sh dejagnu expect procps

deps-check-rust: deps-check-suites
	@dev/install-deps.sh rustc rust-src bindgen libclang-dev

#
# The plugin, on its own. kbuild builds it once more for each kernel.
#

plugins		:= alloctag_plugin error_origin_plugin
plugin_so	:= $(plugins:%=scripts/gcc-plugins/%.so)

# Expanded when used: deps-plugin may install the compiler.
plugin_version	= $(shell $(CC) -dumpfullversion -dumpversion 2>/dev/null)
plugin_build	= $(build)/plugin-$(plugin_version)
CXX_OF_CC	= $(subst gcc,g++,$(CC))
Q := $(if $(filter-out 0,$(V)),,@)

# With what only programs need.
plugin: deps-plugin
	@$(clean_env) $(MAKE) --no-print-directory -j$(JOBS) -f scripts/gcc-plugins/Makefile.alone \
		CC='$(CC)' OUT='$(plugin_build)' V='$(V)' MORE=user/gcc-plugins/alloctag_openmp.c
	@for so in $(plugin_so); do \
		ln -sfnr "$(plugin_build)/$${so##*/}" $$so; \
		echo "  PLUGIN  $$so for $(CC) $(plugin_version)"; \
	done

#
# The kernel. $(tree) is the unpacked source with alloctag installed, kept in
# step with this folder. Kernels are built from it in
#	$(tree)-alloctag	the reference kernel
#	$(tree)-alloctag-linked	the same with the loops of make bench linked in
#	$(tree)-debug		with all debugging
#	$(tree)-errors		a small one with error origins
#	$(tree)-crash		a small one with debug information, for dumps
#	$(tree)-crash-mainline	the same with mainline's profiling
#	$(tree)-objects		only the files that alloctag patches or adds
#	$(tree)-stripped	from a copy after make strip-macros
#

tree	:= $(build)/linux-$(KVER)
kernel	:= $(tree)-alloctag
debug	:= $(tree)-debug
errors	:= $(tree)-errors
crash	:= $(tree)-crash
objects	:= $(tree)-objects
stripped := $(tree)-stripped
steps	:= $(tree)-series

# Objects must not depend on the time, host and user of the build: ccache would
# never find them.
kernel_identity = KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970' \
	KBUILD_BUILD_USER=alloctag KBUILD_BUILD_HOST=alloctag KBUILD_BUILD_VERSION=1
ccache	:= $(shell command -v ccache)
# A plugin is part of the compiler: ccache must hash it, not look at its date.
export CCACHE_COMPILERCHECK := content

# kbuild; $(1) is the folder of the objects, $(2) the source if it isn't
# $(tree).
kmake = $(clean_env) $(MAKE) -C $(or $(2),$(tree)) O=$(1) \
	CC='$(strip $(ccache) $(CC))' HOSTCC='$(CC)' \
	HOSTCXX='$(CXX_OF_CC)' $(kernel_identity) V=$(or $(V),0) -j$(JOBS)

# $(1) objects, $(2) title, $(3) fragments, $(4) as above, $(5) options of
# dev/tree/build-kernel.sh.
build_kernel = dev/step.sh $(1).log '$(2)' dev/tree/build-kernel.sh $(5) \
	$(1) "$(call kmake,$(1),$(4))" $(3)
# With the module of the test suite.
build_tested = $(call build_kernel,$(1),$(2),$(3),$(4),-m testsuite/kernel/module:test-modules)

$(tree)/Makefile: | deps-kernel
	@dev/step.sh $(build)/unpack.log 'Unpacking Linux $(KVER)' \
		dev/tree/fetch-kernel.sh $(KVER) $(tree)

# Runs in each make. The stamp becomes newer only if a file of the tree changed.
$(tree).synced: $(tree)/Makefile FORCE
	@dev/tree/sync-tree.sh $(tree) $(tree)-orig $@

# Options that only some versions have are in configs/x86_64-VERSION.config.
reference	:= configs/x86_64.config $(wildcard configs/x86_64-$(KVER).config)
fragments	:= $(reference) configs/alloctag.config
test_modules	:= $(wildcard testsuite/kernel/module/*.c testsuite/kernel/module/Kbuild)

$(kernel)/.built: $(tree).synced $(fragments) $(test_modules) dev/tree/build-kernel.sh | deps-kernel
	@$(call build_tested,$(kernel),Building Linux $(KVER) with alloctag,$(fragments))

debug_fragments	:= configs/debug.config $(wildcard configs/debug-$(KVER).config)

$(debug)/.built: $(tree).synced $(fragments) $(debug_fragments) $(test_modules) \
		dev/tree/build-kernel.sh | deps-kernel
	@$(call build_tested,$(debug),Building Linux $(KVER) with alloctag and all debugging,\
		$(fragments) $(debug_fragments))

errors_fragments := configs/series.config configs/errors.config
# Programs whose system calls fail: selftests of this kernel, and strace's.
callers	:= $(build)/callers-$(KVER)

$(errors)/.built: $(tree).synced $(errors_fragments) $(test_modules) \
		dev/tree/build-kernel.sh | deps-kernel
	@$(call build_tested,$(errors),Building a small Linux $(KVER) with error origins,\
		$(errors_fragments))

# For dumps of their memory: with alloctag, and with mainline's profiling, which
# Linux 6.1 does not have.
crash_fragments := configs/series.config configs/crash.config
crash_modules	:= $(wildcard testsuite/crash/module/*)

$(crash)/.built: configs/crash-alloctag.config
$(crash)-mainline/.built: configs/crash-mainline.config
$(crash)/.built $(crash)-mainline/.built: $(tree).synced $(crash_fragments) $(crash_modules) \
		dev/tree/build-kernel.sh | deps-kernel
	@$(call build_kernel,$(@D),Building a small kernel for dumps: $(notdir $(@D)),\
		$(crash_fragments) $(filter configs/crash-%,$^),,\
		-m testsuite/crash/module:test-modules)

# The configurations of make check-configs: each adds a fragment to the ones
# above. A name that ends in a version is for that kernel only. For Rust, this
# release of Debian is too old: make check-compilers builds it.
configs := $(filter-out rust-% $(foreach kver,$(filter-out $(KVER),$(all_kver)),%-$(kver)),\
	$(patsubst configs/matrix/%.config,%,$(wildcard configs/matrix/*.config)))

$(tree)-config-%/.built: configs/matrix/%.config $(tree).synced $(fragments) $(test_modules) \
		dev/tree/build-kernel.sh | deps-kernel
	@$(call build_kernel,$(@D),Building Linux $(KVER) with $*,$(fragments) $<,,\
		$(if $(shell sed -n '/^CONFIG_MODULE_SIG=y/p' $<),-s) \
		$(if $(shell sed -n '/^# modules:/p' $<),,-m testsuite/kernel/module:test-modules))

# Other people's modules for the one of those that says which.
dkms := $(tree)-config-dkms-$(KVER)

$(dkms)/dkms/results: $(dkms)/.built dev/check/build-dkms.sh dev/check/release-lib.sh
	@dev/install-deps.sh debootstrap
	@dev/step.sh $(dkms)-modules.log "Building other people's modules for Linux $(KVER)" \
		dev/check/build-dkms.sh $(build)/releases $(shell sed -n 's/^\# dkms: //p' \
			configs/matrix/dkms-$(KVER).config 2>/dev/null | sed 's, , $(dkms) ,')

$(dkms)/initramfs.gz: $(dkms)/dkms/results

# Of those, kernels with error origins are added to the small one.
$(tree)-config-errors-%/.built: configs/matrix/errors-%.config $(tree).synced \
		$(errors_fragments) $(test_modules) dev/tree/build-kernel.sh | deps-kernel
	@$(call build_tested,$(@D),Building a small Linux $(KVER) with error origins: $*,\
		$(errors_fragments) $<)

kernel-objects: $(tree).synced | deps-kernel
	@dev/step.sh $(objects).log 'Compiling what alloctag changes in Linux $(KVER)' \
		dev/tree/compile-patched.sh $(tree) $(objects) "$(call kmake,$(objects))" \
		$(fragments) configs/objects.config configs/objects-alloctag.config

# A kernel with alloctag's sources must also build with its option disabled.
kernel-objects-off: $(tree).synced | deps-kernel
	@dev/step.sh $(objects)-off.log \
		'Compiling what alloctag changes in Linux $(KVER), without its option' \
		dev/tree/compile-patched.sh -p 'without the option' $(tree) $(objects)-off \
		"$(call kmake,$(objects)-off)" $(reference) configs/objects.config

# And with mainline's allocation profiling, which it may have instead.
kernel-objects-mainline: $(tree).synced | deps-kernel
	@dev/step.sh $(objects)-mainline.log \
		"Compiling what alloctag changes in Linux $(KVER), with mainline's own profiling" \
		dev/tree/compile-patched.sh -p "with mainline's profiling" $(tree) \
		$(objects)-mainline "$(call kmake,$(objects)-mainline)" $(reference) \
		configs/objects.config configs/debian/mainline.config

# And with nothing but that option, as it is by default: neither samples nor
# watched lines.
kernel-objects-core: $(tree).synced | deps-kernel
	@dev/step.sh $(objects)-core.log \
		'Compiling what alloctag changes in Linux $(KVER), with counting alone' \
		dev/tree/compile-patched.sh -p 'with counting alone' $(tree) $(objects)-core \
		"$(call kmake,$(objects)-core)" $(reference) configs/objects.config \
		configs/objects-core.config

# Every step of make series: $(steps)-source is the kernel without alloctag,
# then with one patch after another. A small kernel is booted after each series.
kernel-series: series | deps-vm
	@dev/step.sh $(steps).log 'Compiling each step of the series for Linux $(KVER)' \
		dev/tree/compile-series.sh $(tree) $(tree)-orig/files $(build)/series-$(KVER) \
		$(steps) "$(call kmake,$(steps),$(steps)-source)" \
		$(steps)-boot "$(call kmake,$(steps)-boot,$(steps)-source)" \
		$(reference) configs/objects.config

# The same without mainline's macros. The copy is always a new one: from a tree
# that was stripped before, nothing can be removed.
$(stripped)-source.synced: $(tree).synced dev/tree/strip-macros.py
	@dev/install-deps.sh python3
	@rm -rf $(stripped)-source
	@cp -a $(tree) $(stripped)-source
	@dev/tree/strip-macros.py $(stripped)-source
	@touch $@

$(stripped)/.built: $(stripped)-source.synced $(fragments) $(test_modules) \
		dev/tree/build-kernel.sh | deps-kernel
	@$(call build_tested,$(stripped),Building Linux $(KVER) without the macros,$(fragments),\
		$(stripped)-source)

#
# Debian's own kernel with alloctag, as packages in $(build)/deb. FLAVOUR is one
# of Debian's configurations. The compiler is called by the name of its package,
# which the headers depend on.
#

FLAVOUR	?= cloud-amd64
flavours := cloud-amd64 amd64
# Packages without alloctag, to compare with.
COMPARE	:=
comparable := none $(if $(filter-out 6.1,$(KVER)),mainline)
deb	:= $(build)/deb/linux-$(KVER)-$(FLAVOUR)$(COMPARE:%=-%)

ifneq ($(filter deb deps-deb deb-image check-deb bench-deb,$(MAKECMDGOALS)),)
ifneq ($(words $(FLAVOUR))$(filter-out $(flavours),$(FLAVOUR)),1)
$(error FLAVOUR=$(FLAVOUR) is not supported; FLAVOUR can be one of: $(flavours))
endif
ifneq ($(words $(COMPARE))$(filter-out $(comparable),$(COMPARE)),$(if $(COMPARE),1,0))
$(error COMPARE=$(COMPARE) is not supported; COMPARE can be one of: $(comparable))
endif
deb: override CC := gcc-$(gcc_major)
endif

# Of Linux 6.12: measured, and estimated from samples of the files.
deb_minutes := $(if $(filter amd64,$(FLAVOUR)),340,90)

deps-deb: deps-kernel
	@dev/install-deps.sh linux-config-$(KVER) dpkg-dev debhelper fakeroot rsync cpio lz4 zstd

deb-estimate:
	@echo "Packages of Debian's Linux $(KVER), $(FLAVOUR), with $(or $(COMPARE),alloctag), built with $(CC)"
	@echo "    takes about $(deb_minutes) core-minutes if nothing has been built before:"
	@echo "    about $$(($(deb_minutes) / $(JOBS))) minutes with JOBS=$(JOBS)"
	@echo "    $(if $(ccache),with ccache,ccache is not installed: without; if it is installed later, everything is built again)"
	@echo "    if it is interrupted, the same command continues"
	@echo "    without signatures, and without the package for debuggers"

# Programs of the build are compiled by the same command as the kernel: else the
# kernel's script for linux-headers would build them again.
deb: deb-estimate deps-deb $(tree).synced
	@dev/deb/make-packages.sh $(KVER) $(FLAVOUR) $(tree) $(deb) \
		"$(call kmake,$(deb)) HOSTCC='$(strip $(ccache) $(CC))'" $(or $(COMPARE),alloctag)

# A Debian system with Debian's kernel and our packages on its disk, for make
# check-deb. It doesn't build the packages: that takes hours.
deb_image := $(deb).image
deb_release = $(shell cat $(deb)/include/config/kernel.release 2>/dev/null)
deb_sources := testsuite/kernel/module/thermo.c testsuite/kernel/module/alloc_tag_test.c

deps-deb-image:
	@dev/install-deps.sh mmdebstrap dpkg-dev e2fsprogs linux-config-$(KVER)

deb-image: deps-deb-image deb-tool
	@[ -n '$(deb_release)' ] || { \
		echo 'error: no packages in $(dir $(deb)); run make deb KVER=$(KVER) FLAVOUR=$(FLAVOUR)' >&2; \
		exit 1; }
	@cp $(build)/alloctag_*.deb $(dir $(deb))
	@dev/step.sh $(deb)-image.log 'Making an image of Debian' \
		dev/deb/make-image.sh $(KVER) $(FLAVOUR) '$(deb_release)' $(dir $(deb)) \
		'$(deb_sources) $(tree)/samples/livepatch/livepatch-sample.c' $(deb_image)

# The program alloctag, which is in each initramfs.
include tools/alloctag/tool.mk

# Programs that tests run in the VM. Linked statically, because the initramfs
# has no libraries. allocinfo is run as a 32-bit program, too, if the compiler
# can build one: deps-check installs what it needs.
test_programs := $(filter-out %/bpf-lines,\
	$(patsubst testsuite/kernel/programs/%.c,$(build)/programs/%,\
	$(wildcard testsuite/kernel/programs/*.c)))
can_m32 := $(and $(wildcard /usr/lib32/libc.a),\
	$(wildcard $(shell $(CC) -m32 -print-libgcc-file-name 2>/dev/null)))
test_programs += $(if $(can_m32),$(build)/programs/allocinfo-32)
build_program = $(CC) -O2 -Wall -Wextra -static -s -Iinclude/uapi

# Mainline's own test of the ioctls of /proc/allocinfo, unchanged, from Debian's
# source of a newer kernel than ours: with our header, and with mainline's. Only
# make selftest fetches and builds it, and each initramfs has it after that.
SELFTEST_KVER := 7.3
selftest := $(build)/selftest
selftest_source := $(selftest)/linux-$(SELFTEST_KVER)
selftest_programs := $(selftest)/allocinfo_ioctl_test $(selftest)/allocinfo_ioctl_test-mainline
test_programs += $(wildcard $(selftest_programs))

$(build)/programs/%: testsuite/kernel/programs/%.c include/uapi/linux/allocinfo.h | deps-kernel
	@mkdir -p $(@D)
	$(Q)$(build_program) -o $@ $< $(program_libraries)

$(callers)/callers.gz: dev/check/build-callers.sh dev/check/fetch-source.sh \
		dev/vm/pack-programs.sh $(tree).synced | deps-callers
	@dev/step.sh $(callers).log 'Building programs whose system calls fail' \
		dev/check/build-callers.sh $(CC) $(tree) $(callers)

deps-callers: deps-kernel
	@dev/install-deps.sh cpio libcap-dev make rsync xz-utils

# One that only a kernel with BTF can run. What libelf.a needs differs between
# releases of Debian, and some have no static form of it: no other kernel may
# depend on it.
btf_programs := $(build)/programs/bpf-lines
$(btf_programs): program_libraries := -lbpf -lelf -lz

$(selftest_source)/version:
	@dev/step.sh $(selftest)/fetch.log 'Fetching the selftest of Linux $(SELFTEST_KVER)' \
		dev/tree/fetch-selftest.sh $(SELFTEST_KVER) $(selftest_source)

# Mainline's header has another name.
$(selftest)/include/linux/alloc_tag.h:
	@mkdir -p $(@D)
	@echo '#include <linux/allocinfo.h>' >$@

# Its warnings are not ours.
build_selftest = $(CC) -O2 -w -static -s -o $@ \
	$(selftest_source)/tools/testing/selftests/alloc_tag/allocinfo_ioctl_test.c

$(selftest)/allocinfo_ioctl_test: $(selftest_source)/version \
		$(selftest)/include/linux/alloc_tag.h include/uapi/linux/allocinfo.h | deps-plugin
	$(Q)$(build_selftest) -I$(selftest)/include -Iinclude/uapi

$(selftest)/allocinfo_ioctl_test-mainline: $(selftest_source)/version | deps-plugin
	$(Q)$(build_selftest) -I$(selftest_source)/include/uapi

selftest: $(selftest_programs)

# Without gcc-multilib, the kernel's headers are found for 64 bits only. They
# are the same.
$(build)/programs/%-32: testsuite/kernel/programs/%.c include/uapi/linux/allocinfo.h | deps-kernel
	@mkdir -p $(@D)
	$(Q)$(build_program) -m32 -idirafter /usr/include/x86_64-linux-gnu -o $@ $<

%/initramfs.gz: %/.built $(test_programs) $(tool_build)/alloctag dev/vm/init dev/vm/serve \
		dev/vm/demo dev/vm/make-initramfs.sh | deps-vm
	@dev/vm/make-initramfs.sh -b $(tool_build)/alloctag $*/usr/gen_init_cpio $@ \
		$(filter $(test_programs) $(btf_programs),$^) $$(find $* -name '*.ko')

$(tree)-config-btf/initramfs.gz: $(btf_programs)

kernel-tree: $(tree).synced
kernel: $(kernel)/initramfs.gz
kernel-debug: $(debug)/initramfs.gz
kernel-errors: $(errors)/initramfs.gz
kernel-crash: $(crash)/initramfs.gz $(crash)-mainline/initramfs.gz
callers: $(callers)/callers.gz
kernel-config-%: $(tree)-config-%/initramfs.gz
	@:
kernel-stripped: $(stripped)/initramfs.gz
.SECONDARY:

bzimage = $(1)/arch/x86/boot/bzImage

# User and system time of this make and its children, from /proc.
core_minutes = @awk '{ printf "make $@: %.1f core-minutes\n", ($$14 + $$15 + $$16 + $$17) / 100 / 60 }' \
	/proc/$$PPID/stat

run: $(kernel)/initramfs.gz
	@echo "--> Booting it in QEMU"
	@dev/vm/run-vm.sh -k $(call bzimage,$(kernel)) -i $< -t 1800 run </dev/null | \
		dev/vm/show-report.sh $(build)/run.log
	$(core_minutes)

shell: $(kernel)/initramfs.gz
	@dev/vm/run-vm.sh -k $(call bzimage,$(kernel)) -i $< shell

# Files of the VM go to $(O)/demo and $(O)/demo-crash.
demo: $(kernel)/initramfs.gz
	@dev/install-deps.sh e2fsprogs
	@dev/vm/run-demo.sh $(call bzimage,$(kernel)) $< $(tool_build)/alloctag $(O)/demo
	$(core_minutes)

demo-crash: $(crash)/initramfs.gz | deps-check-crash
	@dev/vm/run-dump.sh $(crash) $(tool_build)/alloctag $(O)/demo-crash

#
# Tests. dev/check/check.sh knows the parts, builds what they need, runs DejaGnu
# and adds up.
#

check_plugin = $(CHECK_CC:%=plugin:%)
check_user = $(CHECK_CC:%=user:%)
run_check = $(clean_env) -u MARKS ALLOCTAG_CC='$(CHECK_CC)' dev/check/check.sh $(1) '$(build)'

# What finds faults and does not repeat: one compiler, with some sets of
# options, and one kernel; of the others, whether patches and marks fit. make
# check-plugin has all compilers, make check-compile the patched files of all
# kernels, make check-kernel all tests of the kernel, also with all debugging;
# check-all has everything.
other_kver = $(filter-out $(KVER),$(check_kver))
# Those that have mainline's allocation profiling.
has_mainline = $(filter-out 6.1,$(check_kver))

check: deps-check
	@$(call run_check,-l '$(lacking)') plugin-short:$(firstword $(CHECK_CC)) \
		user:$(firstword $(CHECK_CC)) tool project $(other_kver:%=apply:%) \
		$(foreach kver,$(filter $(KVER),$(check_kver)),tree:$(kver) kernel-short:$(kver))

# Run before a release. The summary is committed.
check-all: deps-check deps-check-crash
	@$(call run_check,-l '$(lacking)' $(if $(kver_given),,-s testsuite/results/check-all.txt)) \
		$(check_plugin) $(check_user) tool project $(check_kver:%=tree:%) $(check_kver:%=compile:%) \
		$(check_kver:%=compile-off:%) $(has_mainline:%=compile-mainline:%) \
		$(check_kver:%=series:%) \
		$(check_kver:%=kernel:%) $(check_kver:%=debug:%) $(check_kver:%=selftest:%) \
		$(check_kver:%=strip:%) $(check_kver:%=errors:%) $(has_mainline:%=crash:%)

check-plugin: deps-check-plugin
	@$(call run_check) $(check_plugin)

check-errors: deps-check
	@$(call run_check,-s testsuite/results/check-errors-$(KVER).txt) errors:$(KVER)

# Dumps of memory, read by drgn. Not in make check: it needs two kernels of its
# own, with debug information.
check-crash: deps-check deps-check-crash
	@$(call run_check,-s testsuite/results/check-crash.txt) $(has_mainline:%=crash:%)

# Kernels in configurations that no other target builds. Takes hours. Each has
# a summary of its own, which is committed: configs=NAME does one again.
check-configs: deps-check
	@dev/install-deps.sh openssl
	@failed=; for config in $(configs); do \
		$(call run_check,-s testsuite/results/check-config-$${config%-$(KVER)}-$(KVER).txt) \
			config-$$config:$(KVER) || failed="$$failed $$config"; \
	done; [ -z "$$failed" ] || { echo "failed:$$failed" >&2; exit 1; }

.PHONY: results
results:
	@dev/install-deps.sh git
	@dev/results.sh list

# Compilers that only newer releases of Debian have. Each release is installed
# into a folder, and make check-plugin is run there; with KERNEL=1, make
# check-suites, and in one of them make check-rust. KEEP=1: without the releases
# that passed in an earlier run.
check-compilers:
	@dev/install-deps.sh debootstrap $(if $(KERNEL),linux-source-$(KVER))
	@$(clean_env) dev/check/check-compilers.sh $(if $(KEEP),-K) \
		$(if $(KERNEL),-s testsuite/results/check-compilers-$(KVER).txt -k $(KVER) \
			$(if $(wildcard configs/matrix/rust-$(KVER).config),-r $(KERNEL_RUST)) \
			$(build)/releases $(KERNEL_CC),\
		-s testsuite/results/check-compilers.txt $(build)/releases $(NEWER_CC))

# README's commands in minimal systems, one for each of these releases; hours.
# COMMANDS is some of them. KEEP=1: without what passed in an earlier run.
README_RELEASES := bookworm trixie sid
COMMANDS :=

check-readme:
	@dev/install-deps.sh debootstrap git
	@$(clean_env) dev/check/check-readme.sh $(if $(KEEP),-K) \
		-s testsuite/results/check-readme.txt $(build)/readme $(README_RELEASES) \
		$(if $(COMMANDS),-- $(COMMANDS))

# What a kernel must pass that another compiler has built. CC is in the
# environment of the makes that check.sh starts.
check-suites: deps-check-suites
	@CC='$(CC)' $(call run_check) suites:$(KVER)

# A kernel with CONFIG_RUST. configs/matrix has a configuration for 6.12 only.
check-rust: deps-check-rust
	@CC='$(CC)' $(call run_check) config-rust-$(KVER):$(KVER)

# Thousands of programs; takes hours. COUNT is the number of random programs:
# 10,000, and some more because about one in twenty doesn't end. PARTS selects
# parts; the results of others are kept.
COUNT	:= 10700
PARTS	:= real execute torture openmp compile options mallocs random

check-programs:
	@dev/install-deps.sh gcc-$(gcc_major)-source csmith libcsmith-dev automake libtool tcl-dev \
		dejagnu lld libjemalloc2 $(CHECK_CC) $(shell dev/install-deps.sh -a \
			libmimalloc2.0 libmimalloc3 libtcmalloc-minimal4 libtcmalloc-minimal4t64)
	@for cc in $(CHECK_CC); do \
		$(clean_env) $(MAKE) --no-print-directory plugin CC=$$cc O='$(O)' || exit 1; \
	done
	@$(clean_env) dev/check/check-programs.sh -s testsuite/results/check-programs.txt \
		-n $(COUNT) -p '$(PARTS)' $(build) $(CHECK_CC)

# Other people's programs with liballoctag: do their own tests pass, and how
# many lines have they? PROGRAMS is some of them. The summary is committed.
PROGRAMS :=

check-lines: deps-plugin
	@dev/install-deps.sh pkg-config python3 automake libtool tcl-dev
	@$(clean_env) $(MAKE) --no-print-directory -s install CC='$(CC)' O='$(O)' \
		PREFIX='$(build)/programs/installed' >/dev/null
	@$(clean_env) dev/check/check-lines.sh \
		$(if $(PROGRAMS),,-s testsuite/results/check-lines.txt) $(build) \
		$(build)/programs/installed $(CC) $(PROGRAMS)

# Changes that the tests must notice; hours. MUTANTS is some of them, or some of
# their lists in testsuite/mutants.
MUTANTS	:=

check-mutants: deps-check
	@$(clean_env) dev/check/check-mutants.py \
		$(if $(MUTANTS),,-s testsuite/results/check-mutants.txt) '$(build)' $(MUTANTS)

# The packages of make deb, on a Debian system in QEMU. Takes 20 minutes after
# make deb; the summary is committed.
check-deb: deps-check deps-deb-image
	@$(call run_check,-s testsuite/results/check-deb-$(KVER)-$(FLAVOUR).txt) \
		packages-$(FLAVOUR):$(KVER)

check-user: deps-check-user
	@$(call run_check) $(check_user)

# All tests of the kernel, also with all debugging, and loads of all classes
# with KASAN and lockdep, and with KCSAN: four kernels, so it takes hours. The
# summary is committed.
check-kernel: deps-check
	@$(call run_check,-s testsuite/results/check-kernel-$(KVER).txt) kernel:$(KVER) \
		debug:$(KVER) config-kasan:$(KVER) config-kcsan:$(KVER)

check-compile: deps-check
	@$(call run_check) $(check_kver:%=compile:%) $(check_kver:%=compile-off:%) \
		$(has_mainline:%=compile-mainline:%)

check-tree: deps-check
	@$(call run_check) project $(check_kver:%=tree:%)

check-strip: deps-check
	@$(call run_check) strip:$(KVER)

check-selftest: deps-check
	@$(call run_check) selftest:$(KVER)

# Measurements.
include bench/bench.mk

# The runtime for user space.
include user/user.mk

# Which functions of the kernel hide their callers, and how many lines would
# appear if they were marked. It is built again each time: what isn't compiled
# has no records.
wrappers := $(tree)-wrappers

suggest-marks: $(tree).synced | deps-kernel
	@rm -rf $(wrappers) $(wrappers).records
	@ALLOC_TAG_WRAPPERS='$(abspath $(wrappers)).records' CCACHE_DISABLE=1 \
		$(call build_kernel,$(wrappers),Compiling Linux $(KVER) to find wrappers,\
		$(fragments),,-t vmlinux)
	@user/alloctag-list --suggest $(wrappers).records

install-tree:
	@dev/install-deps.sh python3 patch
	@dev/tree/install-tree.sh '$(KERNEL)'

# With the patches of the nearest version, unless KVER was given.
port:
	@dev/install-deps.sh python3 patch
	@dev/tree/port-report.py $(if $(kver_given),--kver='$(KVER)') '$(KERNEL)'

# The same as patches, to be sent to a mailing list.
series: $(tree).synced
	@dev/install-deps.sh python3 git
	@CC='$(CC)' dev/tree/make-series.sh $(KVER) $(tree) $(tree)-orig/files $(build)/series-$(KVER)

strip-macros:
	@dev/install-deps.sh python3
	@dev/tree/strip-macros.py '$(KERNEL)'

clean:
	rm -rf $(build)
	rm -f $(plugin_so) tools/alloctag/alloctag

# SPDX-License-Identifier: GPL-2.0
#
# The runtime for programs in user space: liballoctag.so, liballoctag.a, and
# their installation. Included by the Makefile at the top;
# user/user-space.rst describes what they do.

.PHONY: user install

# Where make install puts everything; DESTDIR comes before it.
PREFIX	?= /usr/local
DESTDIR	?=

user_build	:= $(build)/user
user_sources	:= $(wildcard user/*.c)
user_headers	:= $(wildcard user/*.h) include/linux/alloc_tag/abi.h include/linux/code_tag/abi.h
user_cflags	:= -std=gnu11 -O2 -g -fPIC -fvisibility=hidden -fno-builtin \
		   -Wall -Wextra -Werror=implicit-function-declaration
# The number changes with struct alloc_tag, which programs contain.
user_soname	:= liballoctag.so.1
user_so		:= $(user_build)/$(user_soname)
user_a		:= $(user_build)/liballoctag.a

# The shared library replaces malloc(), the static one has __wrap_malloc().
user_so_objects	:= $(user_sources:user/%.c=$(user_build)/%.so.o)
user_a_objects	:= $(user_sources:user/%.c=$(user_build)/%.a.o)
user_wrapped	:= malloc free calloc realloc reallocarray aligned_alloc posix_memalign \
		   memalign valloc pvalloc malloc_usable_size

# The plugin is for one compiler; those of several can be installed.
user_gcc	= $(firstword $(subst ., ,$(shell $(CC) -dumpversion)))
user_plugin	= $(DESTDIR)$(PREFIX)/lib/alloctag/$(user_gcc)

user: deps-plugin $(user_so) $(user_a) $(user_build)/alloctag.pc

$(user_build):
	@mkdir -p $@

# Tags of calls without one have the path as it is given here.
$(user_build)/%.so.o: user/%.c $(user_headers) | $(user_build)
	@echo "  CC      $(@F)"
	$(Q)$(CC) $(user_cflags) -c -o $@ $<

$(user_build)/%.a.o: user/%.c $(user_headers) | $(user_build)
	@echo "  CC      $(@F)"
	$(Q)$(CC) $(user_cflags) -DALLOC_TAG_WRAP -c -o $@ $<

$(user_so): $(user_so_objects)
	@echo "  LD      $(@F)"
	$(Q)$(CC) -shared -pthread -Wl,-soname,$(user_soname) -Wl,-z,defs -o $@ $^
	@ln -sf $(user_soname) $(user_build)/liballoctag.so

$(user_a): $(user_a_objects)
	@echo "  AR      $(@F)"
	$(Q)rm -f $@ && ar rcs $@ $^

# The list says which functions are built-in.
$(user_build)/alloctag.pc: user/alloctag.pc.in user/libc.list NEWS FORCE | $(user_build)
	@sed -e 's,@PREFIX@,$(PREFIX),' -e 's,@GCC@,$(user_gcc),' \
		-e "s,@VERSION@,$$(sed -n 's/^\([0-9][0-9.]*\).*/\1/p' NEWS | head -n 1)," \
		-e "s,@NO_BUILTIN@,$$(sed -n '/^# built-in/,/^$$/s/^\*:/-fno-builtin-/p' \
			user/libc.list | paste -s -d ' ')," \
		-e 's/@WRAP@/$(user_wrapped:%=-Wl,--wrap=%)/' $< >$@

install: user plugin
	@dev/install-deps.sh pkg-config
	install -d '$(user_plugin)' '$(DESTDIR)$(PREFIX)/lib/pkgconfig' \
		'$(DESTDIR)$(PREFIX)/include' '$(DESTDIR)$(PREFIX)/share/alloctag' \
		'$(DESTDIR)$(PREFIX)/bin'
	install -m 644 $(user_so) $(user_a) '$(DESTDIR)$(PREFIX)/lib'
	ln -sf $(user_soname) '$(DESTDIR)$(PREFIX)/lib/liballoctag.so'
	install -m 644 $(plugin_build)/alloctag_plugin.so '$(user_plugin)'
	install -m 644 $(user_build)/alloctag.pc '$(DESTDIR)$(PREFIX)/lib/pkgconfig'
	install -m 644 user/alloctag.h '$(DESTDIR)$(PREFIX)/include'
	install -m 644 user/libc.list '$(DESTDIR)$(PREFIX)/share/alloctag'
	install -m 755 user/alloctag-list '$(DESTDIR)$(PREFIX)/bin'

# What it adds to malloc() and free().
.PHONY: bench-user

bench-user: user plugin $(user_build)/bench-malloc
	@$(user_build)/bench-malloc

$(user_build)/bench-malloc: bench/user/malloc.c $(user_so) user/libc.list
	$(Q)$(CC) -O2 -Wall -fplugin=$(plugin_build)/alloctag_plugin.so \
		-fplugin-arg-alloctag_plugin-allocators=user/libc.list \
		-fplugin-arg-alloctag_plugin-writable \
		-fno-builtin-malloc -fno-builtin-calloc -o $@ $< \
		-L$(user_build) -lalloctag -Wl,-rpath,$(user_build) -pthread

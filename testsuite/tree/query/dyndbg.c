// SPDX-License-Identifier: GPL-2.0
/*
 * Queries as dynamic debug executes them: SOURCE is lib/dynamic_debug.c of the
 * kernel, unchanged. All its messages are printed, with verbose=4.
 */
#include SOURCE

#include "program.h"

struct _ddebug __start___dyndbg[1], __stop___dyndbg[1];
struct ddebug_class_map __start___dyndbg_classes[1], __stop___dyndbg_classes[1];

static struct _ddebug site[ARRAY_SIZE(sites)];

static struct ddebug_class_map class_map = {
	.mod_name = "ext4",
	.class_names = ext4_classes,
	.length = ARRAY_SIZE(ext4_classes),
};

static void set_flags(unsigned int i, unsigned int flags)
{
	site[i].flags = flags;
}

static unsigned int get_flags(unsigned int i)
{
	return site[i].flags;
}

static long execute(char *text, size_t len)
{
	loff_t pos = 0;

	return ddebug_proc_write(NULL, text, len, &pos);
}

/* Add all sites, a table for each module. */
static void add_sites(void)
{
	unsigned int i, first = 0;

	for (i = 0; i < ARRAY_SIZE(sites); i++) {
		site[i] = (struct _ddebug) {
			.modname = sites[i].module,
			.function = sites[i].function,
			.filename = sites[i].file,
			.format = sites[i].format,
			.lineno = sites[i].line,
			.class_id = sites[i].class < 0 ? _DPRINTK_CLASS_DFLT : sites[i].class,
		};
		if (i + 1 < ARRAY_SIZE(sites) && !strcmp(sites[i + 1].module, sites[i].module))
			continue;
		ddebug_add_module(&(struct _ddebug_info) {
			.descs = &site[first],
			.num_descs = i + 1 - first,
			.classes = &class_map,
			.num_classes = 1,
		}, sites[i].module);
		first = i + 1;
	}
}

int main(void)
{
	add_sites();
	kernel_log[0] = '\0';
	verbose = 4;
	return execute_all();
}

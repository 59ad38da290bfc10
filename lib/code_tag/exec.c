// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: execute queries.
 *
 * Queries come from the file control of a class; from fault/dynamic_faults, for
 * all classes whose lines can be made to fail; from the boot parameter
 * codetag.query=; and for the lines of a module from MODULE.codetag= on the
 * kernel's command line, or codetag= among the arguments of the module. In
 * these parameters, a query begins with its class; one that doesn't is of the
 * same class as the one before:
 *
 *	codetag.query="wait: file pipe.c +s; func do_poll -s; fault: line 7 +f"
 */

#define pr_fmt(fmt) fmt

#include <linux/code_tag/compat.h>
#include <linux/code_tag/module.h>
#include <linux/code_tag/query.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/memblock.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/ratelimit.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* What messages about queries of @class begin with. */
static const char *log_name(const struct code_tag_class *class)
{
	return class->log ?: "code_tag";
}

/* Can queries for @class be executed in this boot? */
static bool queries_allowed(const struct code_tag_class *class)
{
	return !class->index || class->index->available();
}

/*
 * Execute @text, a single query, which is modified; @module is as for
 * code_tag_exec(), @faults as for code_tag_query_parse(). Returns 0; -EINVAL or
 * -EPERM, then @error says why; or another error.
 */
static int try_query(struct code_tag_class *class, char *text, const char *module, bool faults,
		     struct code_tag_query_error *error)
{
	union code_tag_any_query any;
	int err;

	*error = (struct code_tag_query_error){ .reason = "wrong query" };
	err = code_tag_query_parse(class, text, faults, &any.query, sizeof(any), error);
	if (err == -ENODATA)
		return 0;
	if (err)
		return err;
	if (!any.query.module)
		any.query.module = module;
	err = code_tag_apply(class, &any.query, error);
	return err < 0 ? err : 0;
}

/* Log why a query for @class failed, which begins with @beginning. */
static void log_error(const struct code_tag_class *class, int err, const char *beginning,
		      const struct code_tag_query_error *error)
{
	/* One write to control can have 2,000 wrong queries. */
	static DEFINE_RATELIMIT_STATE(errors, 5 * HZ, 50);

	if (!__ratelimit(&errors))
		return;
	if (error->word[0])
		beginning = error->word;
	if (err == -EINVAL)
		pr_err("%s: query: %s: \"%s\"\n", log_name(class), error->reason, beginning);
	else if (err == -ENOENT)
		pr_err("%s: query matches no line: \"%s\"\n", log_name(class), beginning);
	else if (err == -ENOMEM)
		pr_err("%s: no memory for the query: \"%s\"\n", log_name(class), beginning);
	else if (err == -EPERM)
		pr_err("%s: query refused: %s: \"%s\"\n", log_name(class), error->reason,
		       beginning);
	else
		pr_err("%s: query failed: error %d: \"%s\"\n", log_name(class), err, beginning);
}

/* What is left of a query for messages about it, when it has been parsed. */
#define BEGINNING	60

/* The same as try_query(), but errors are logged. */
static int exec_query(struct code_tag_class *class, char *text, const char *module)
{
	struct code_tag_query_error error;
	char beginning[BEGINNING];
	int err;

	strscpy(beginning, skip_spaces(text), sizeof(beginning));
	err = try_query(class, text, module, false, &error);
	if (err)
		log_error(class, err, beginning, &error);
	return err;
}

/*
 * Execute @text, a single query, for each class whose lines can be made to
 * fail. One of them must understand it and have a line that matches. Returns 0
 * or an error, which has been logged.
 */
static int exec_fault_query(const char *text)
{
	struct code_tag_query_error error = {}, error_of_class;
	const struct code_tag_class *refused = NULL;
	struct code_tag_class *class;
	char beginning[BEGINNING];
	int refusal = -ENOENT;
	bool done = false;
	char *copy;
	int err;

	strscpy(beginning, skip_spaces(text), sizeof(beginning));
	down_read(&code_tag_classes_sem);
	list_for_each_entry(class, &code_tag_classes, list) {
		if (!class->fault || !queries_allowed(class))
			continue;
		copy = kstrdup(text, GFP_KERNEL);
		err = copy ? try_query(class, copy, NULL, true, &error_of_class) : -ENOMEM;
		kfree(copy);
		if (!err) {
			done = true;
		} else if (!refused || (refusal == -ENOENT && err != -ENOENT)) {
			refused = class;
			refusal = err;
			error = error_of_class;
		}
	}
	if (done && (refusal == -ENOENT || refusal == -EINVAL))
		refused = NULL;
	if (refused)
		log_error(refused, refusal, beginning, &error);
	up_read(&code_tag_classes_sem);
	return refused ? refusal : 0;
}

/**
 * code_tag_exec() - execute queries
 * @class: the class; NULL for each one whose lines can be made to fail
 * @text: queries, separated by newlines or semicolons; modified
 * @module: name of the module that queries without the term "module" are for;
 *	NULL if they are for all lines
 *
 * If a query is wrong, the reason is logged, unless many are, and the ones
 * after it are still executed.
 *
 * Context: process context; boot if the class allows it.
 * Return: 0 or the first error: -EINVAL for a wrong query, -ENOENT for one that
 * matches no line, -EPERM for one that the class refuses, -ENOMEM.
 */
int code_tag_exec(struct code_tag_class *class, char *text, const char *module)
{
	int err, first = 0;
	char *next;

	while ((next = strsep(&text, ";\n"))) {
		err = class ? exec_query(class, next, module) : exec_fault_query(next);
		if (!first)
			first = err;
	}
	return first;
}

/*
 * Cut the first query that has words off *@text, which is modified, and move
 * *@name to its class, if it begins with one. Returns NULL at the end.
 */
static char *next_query(char **text, const char **name)
{
	char *query;
	size_t len;

	while ((query = strsep(text, ";\n"))) {
		query = skip_spaces(query);
		len = strcspn(query, ": \t#");
		if (len && query[len] == ':') {
			query[len] = '\0';
			*name = query;
			query = skip_spaces(query + len + 1);
		}
		if (*query && *query != '#')
			break;
	}
	return query;
}

/*
 * Execute those queries in @text that are for @class, if they are allowed;
 * @module is as for code_tag_exec(). Modifies @text. Returns whether there are
 * any.
 */
static bool exec_of_class(struct code_tag_class *class, char *text, const char *module)
{
	const char *name = "";
	bool found = false;
	char *query;

	while ((query = next_query(&text, &name))) {
		if (strcmp(name, class->name))
			continue;
		found = true;
		if (queries_allowed(class))
			exec_query(class, query, module);
	}
	return found;
}

/* Queries for @class in @where are not executed. */
static void log_no_memory(const struct code_tag_class *class, const char *where)
{
	pr_err("%s: no memory for the query: \"%s\"\n", log_name(class), where);
}

/* The value of codetag.query=, NULL if not given. */
static char *boot_query;

static int __init parse_param(char *arg)
{
	boot_query = arg;
	return 0;
}
early_param("codetag.query", parse_param);

/* The value is in memory that is freed after boot. */
static int __init keep_param(void)
{
	const char *name = "";
	char *text, *next;

	if (!boot_query)
		return 0;
	boot_query = kstrdup(boot_query, GFP_KERNEL);
	text = boot_query ? kstrdup(boot_query, GFP_KERNEL) : NULL;
	if (!text)
		return -ENOMEM;
	next = text;
	if (next_query(&next, &name) && !*name)
		pr_err("code_tag: codetag.query: begin with a class, as in \"allocator:\"\n");
	kfree(text);
	return 0;
}
core_initcall(keep_param);

/**
 * code_tag_exec_boot() - execute the queries of the boot parameter
 * @class: the class that they are for
 *
 * Context: process context; boot if the class allows it.
 */
void __ref code_tag_exec_boot(struct code_tag_class *class)
{
	bool early = !slab_is_available();
	size_t size;
	char *text;

	if (!boot_query)
		return;
	size = strlen(boot_query) + 1;
	text = early ? memblock_alloc(size, 1) : kmalloc(size, GFP_KERNEL);
	if (!text) {
		log_no_memory(class, "codetag.query");
		return;
	}
	memcpy(text, boot_query, size);
	if (exec_of_class(class, text, NULL) && !queries_allowed(class))
		pr_warn("%s: codetag.query: ignored in this boot\n", log_name(class));
	if (early)
		memblock_free(text, size);
	else
		kfree(text);
}

/* Execute the queries for @class in the argument @param of @module. */
static void exec_argument(struct code_tag_class *class, const char *param, char *val,
			  const char *module)
{
	if (!strcmp(param, "codetag"))
		exec_of_class(class, val, module);
	else if (class->param && !strcmp(param, class->param))
		code_tag_exec(class, val, module);
}

/**
 * code_tag_exec_module() - execute the queries for the lines of a module
 * @class: the class that they are for; the lines exist
 * @module: name of the module
 * @query: queries in the arguments of the module that waited for the class;
 *	modified; or NULL
 *
 * First those on the kernel's command line, MODULE.codetag=, then @query.
 *
 * Context: process context.
 */
void code_tag_exec_module(struct code_tag_class *class, const char *module, char *query)
{
	size_t len = strlen(module);
	char *line, *next, *param, *val;

	if (!queries_allowed(class))
		return;
	line = kstrdup(saved_command_line, GFP_KERNEL);
	if (!line)
		log_no_memory(class, module);
	next = line ? skip_spaces(line) : NULL;
	while (next && *next) {
		next = next_arg(next, &param, &val);
		if (val && parameqn(param, module, len) && param[len] == '.')
			exec_argument(class, param + len + 1, val, module);
	}
	kfree(line);
	if (query)
		code_tag_exec(class, query, module);
}

/* Execute the queries in @text, of all classes, for the lines of @module. */
static void exec_all_classes(char *text, const char *module)
{
	struct code_tag_class *class;
	const char *name = "";
	char *query;
	int err;

	while ((query = next_query(&text, &name))) {
		class = code_tag_class_find(name);
		if (class) {
			if (queries_allowed(class))
				exec_query(class, query, module);
			continue;
		}
		err = code_tag_range_keep_query(module, name, query);
		if (err == -ENOMEM)
			pr_err("code_tag: %s: no memory for the query: \"%s\"\n", module, query);
		else if (err)
			pr_err("code_tag: %s: no tags of class \"%s\", for which there is a query\n",
			       module, name);
	}
}

/**
 * code_tag_module_param() - the arguments of a module with queries
 * @param: name of an argument that is no parameter of the module
 * @val: its value, or NULL
 * @module: name of the module, whose lines exist
 *
 * Errors of the query are logged only: the module is loaded all the same.
 *
 * Context: process context. Of the module's code, only its parameters' has run.
 * Return: true if @param is "codetag", or as a class says.
 */
bool code_tag_module_param(const char *param, const char *val, const char *module)
{
	bool all = !strcmp(param, "codetag");
	struct code_tag_class *class;
	bool known = all;
	char *text = kstrdup(val ?: "", GFP_KERNEL);

	down_read(&code_tag_classes_sem);
	if (!text)
		pr_err("code_tag: %s: no memory for the query: \"%s\"\n", module, param);
	if (all && text)
		exec_all_classes(text, module);
	list_for_each_entry(class, &code_tag_classes, list) {
		if (!class->param || strcmp(param, class->param))
			continue;
		known = true;
		if (text && queries_allowed(class))
			code_tag_exec(class, text, module);
	}
	up_read(&code_tag_classes_sem);
	kfree(text);
	return known;
}

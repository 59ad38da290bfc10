// SPDX-License-Identifier: GPL-2.0
/*
 * why.c - alloctag why: which line of the kernel a failing system call came
 * from
 *
 * strace says that a call has failed. The kernel keeps the lines that errors
 * came from (Documentation/error-origins.rst). While a task is stopped at the
 * end of a call, the line of this call with this error is looked up:
 *
 *	chdir("/none") = -1 ENOENT   fs/namei.c:1478 traverse_mounts
 *
 * If there is none, it prints "?", and never the line of another error.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/switch.h"
#include "why/origin.h"
#include "why/tracer.h"

struct why {
	const struct options *options;
	FILE *out;
	pid_t first;		/* the task of the first call */
	bool several;		/* there are others */
	struct buffer line;
};

static void add_json_string(struct buffer *out, const char *name, const char *text)
{
	buffer_printf(out, ",\"%s\":\"", name);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			buffer_printf(out, "\\%c", *text);
		else if ((unsigned char)*text < ' ')
			buffer_printf(out, "\\u%04x", *text);
		else
			buffer_add(out, text, 1);
	}
	buffer_puts(out, "\"");
}

static void add_json_origin(struct buffer *out, const struct origin *origin)
{
	const char *colon = strrchr(origin->place, ':');
	char *file = xasprintf("%.*s", (int)(colon - origin->place), origin->place);

	add_json_string(out, "file", file);
	buffer_printf(out, ",\"line\":%s", colon + 1);
	add_json_string(out, "function", origin->function);
	if (origin->module)
		add_json_string(out, "module", origin->module);
	free(file);
}

static void print_json(struct why *why, const struct finished_call *call,
		       const char *error, const struct origin *origin)
{
	buffer_printf(&why->line, "{\"pid\":%d,\"result\":%" PRId64, call->tid,
		      call->failed ? -1 : call->result);
	add_json_string(&why->line, "call", call->text);
	add_json_string(&why->line, call->failed ? "error" : "handled", error);
	if (origin)
		add_json_origin(&why->line, origin);
	buffer_puts(&why->line, "}\n");
}

static void print_text(struct why *why, const struct finished_call *call,
		       const char *error, const struct origin *origin)
{
	if (why->several)
		buffer_printf(&why->line, "[pid %d] ", call->tid);
	buffer_puts(&why->line, call->text);
	if (call->failed)
		buffer_printf(&why->line, " = -1 %s   ", error);
	else
		buffer_printf(&why->line, " = %" PRId64 ", after %s   ", call->result, error);
	if (!origin)
		buffer_puts(&why->line, "?");
	else
		buffer_printf(&why->line, "%s %s", origin->place, origin->function);
	if (origin && origin->module)
		buffer_printf(&why->line, " [%s]", origin->module);
	buffer_puts(&why->line, "\n");
}

/* Print CALL, with ERROR, which it failed with or which was handled in it. */
static void print_line(struct why *why, const struct finished_call *call,
		       const char *error, const struct origin *origin)
{
	why->line.used = 0;
	if (why->options->json)
		print_json(why, call, error, origin);
	else
		print_text(why, call, error, origin);
	/* At once: the lines of the command go to the same terminal. */
	fwrite(why->line.text, 1, why->line.used, why->out);
	fflush(why->out);
}

static void report(const struct finished_call *call, void *data)
{
	static struct origins origins;
	struct why *why = data;
	char number[32];
	const char *name;
	unsigned int i;

	if (!why->first)
		why->first = call->tid;
	why->several |= call->tid != why->first;
	if (!call->failed && !why->options->all)
		return;
	if (!read_origins(&origins, call->tid))
		origins.nr = origins.call = 0;
	if (call->failed) {
		name = error_name(-call->result);
		snprintf(number, sizeof(number), "%d", (int)-call->result);
		print_line(why, call, name ? name : number,
			   find_origin(&origins, -call->result));
		return;
	}
	for (i = 0; i < origins.nr; i++)
		if (origins.list[i].call == origins.call)
			print_line(why, call, origins.list[i].error, &origins.list[i]);
}

int cmd_why(int argc, char **argv)
{
	struct options options;
	int first = parse_options(&options, argc, argv), status;
	static const struct kernel_switch origins = {
		.sysctl = "error_origin",
		.lock = "alloctag-why.lock",
		.missing = "this kernel doesn't know where errors come from: it needs CONFIG_GCC_PLUGIN_ERROR_ORIGIN",
		.off = "the kernel keeps no origins of errors",
	};
	struct why why = { .options = &options };

	if (!options.pid == (first == argc))
		die(EXIT_WRONG, "alloctag why needs a command, or --pid; see alloctag why --help");
	switch_on(&origins);
	/*
	 * A command's own output doesn't get mixed up with what goes to a file.
	 */
	why.out = options.output ? open_output(options.output) : stderr;
	publish_output(options.output);
	if (options.pid)
		trace_process(options.pid);
	else
		trace_command(argv + first);
	status = follow_calls(report, &why);
	if (options.output)
		close_output(why.out, options.output);
	buffer_free(&why.line);
	return status;
}

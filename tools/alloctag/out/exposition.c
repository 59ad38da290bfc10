// SPDX-License-Identifier: GPL-2.0
/*
 * exposition.c - the text exposition format of Prometheus, for series of lines
 */
#include <inttypes.h>

#include "out/exposition.h"
#include "util/text.h"

/* A label's value. */
static void print_label(FILE *out, const char *name, const char *text)
{
	fprintf(out, "%s=\"", name);
	while (*text) {
		size_t length = utf8_length(text);

		if (!length) {
			fputs("\xef\xbf\xbd", out);
			length = 1;
		} else if (*text == '"' || *text == '\\') {
			fprintf(out, "\\%c", *text);
		} else {
			fwrite(text, 1, length, out);
		}
		text += length;
	}
	fputc('"', out);
}

/* What precedes the series of a metric. */
void print_help(FILE *out, const char *name, const char *type,
		       const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* The labels of the series of a line, without braces. */
void print_line_labels(FILE *out, const struct group *group)
{
	char line[16];

	print_label(out, "file", name_text(group->file));
	snprintf(line, sizeof(line), "%u", group->line);
	fputc(',', out);
	print_label(out, "line", line);
	fputc(',', out);
	print_label(out, "function", name_text(group->function));
	fputc(',', out);
	print_label(out, "module", name_text(group->module));
}

/* The series of a line. */
void print_line_value(FILE *out, const char *name, const struct group *group,
		      int64_t value)
{
	fprintf(out, "%s{", name);
	print_line_labels(out, group);
	fprintf(out, "} %" PRId64 "\n", value);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * exposition.c - the text exposition format of Prometheus, for series of lines
 */
#include <inttypes.h>

#include "out/exposition.h"
#include "util/text.h"

/*
 * Append a label to LABELS, after a comma unless it is the first one; LABELS
 * may begin with a brace.
 */
void add_label(struct buffer *labels, const char *name, const char *text)
{
	if (labels->used && labels->text[labels->used - 1] != '{')
		buffer_puts(labels, ",");
	buffer_printf(labels, "%s=\"", name);
	while (*text) {
		size_t length = utf8_length(text);

		if (!length) {
			buffer_puts(labels, "\xef\xbf\xbd");
			length = 1;
		} else if (*text == '"' || *text == '\\') {
			buffer_printf(labels, "\\%c", *text);
		} else {
			buffer_add(labels, text, length);
		}
		text += length;
	}
	buffer_puts(labels, "\"");
}

/* What precedes the series of a metric. */
void print_help(FILE *out, const char *name, const char *type,
		       const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* Append the labels of the series of a line. */
void add_line_labels(struct buffer *labels, const struct group *group)
{
	char line[16];

	add_label(labels, "file", name_text(group->file));
	snprintf(line, sizeof(line), "%u", group->line);
	add_label(labels, "line", line);
	add_label(labels, "function", name_text(group->function));
	add_label(labels, "module", name_text(group->module));
}

/* The same, printed, without braces. */
void print_line_labels(FILE *out, const struct group *group)
{
	struct buffer labels = { 0 };

	add_line_labels(&labels, group);
	fputs(labels.text, out);
	buffer_free(&labels);
}

/* The series of a line. */
void print_line_value(FILE *out, const char *name, const struct group *group,
		      int64_t value)
{
	fprintf(out, "%s{", name);
	print_line_labels(out, group);
	fprintf(out, "} %" PRId64 "\n", value);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * envelope.c - what is around the rows of JSON
 *
 * An object says when and where its rows are from, as far as that is known; the
 * key of the rows is "rows" in all commands.
 */
#include "report/envelope.h"
#include "util/clock.h"

/* Begin an object of JSON: when and where SNAPSHOT was taken, if known. */
void print_json_head(FILE *out, const struct snapshot *snapshot)
{
	char text[32];

	fputc('{', out);
	if (iso_time(text, snapshot->time))
		fprintf(out, "\"time\": \"%s\", ", text);
	if (snapshot->boot.host) {
		fputs("\"host\": ", out);
		print_json_string(out, name_text(snapshot->boot.host));
		fputs(", ", out);
	}
	if (snapshot->boot.release) {
		fputs("\"release\": ", out);
		print_json_string(out, name_text(snapshot->boot.release));
		fputs(", ", out);
	}
}

/*
 * What comes before a table in FORMAT: in JSON, all but the rows. TIME is that
 * of the file, 0 if not known. LIVE: it is of the running kernel, now.
 */
void begin_rows(FILE *out, enum output_format format, int64_t time, bool live)
{
	struct snapshot snapshot = { .time = live ? realtime_ns() : time };

	if (format != OUTPUT_JSON)
		return;
	if (live)
		read_boot(&snapshot.boot);
	print_json_head(out, &snapshot);
	fputs("\"rows\": ", out);
}

/* What comes after the table. */
void end_rows(FILE *out, enum output_format format)
{
	if (format == OUTPUT_JSON)
		fputs("}\n", out);
}

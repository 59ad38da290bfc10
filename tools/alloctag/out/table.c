// SPDX-License-Identifier: GPL-2.0
/*
 * table.c - tables as text, CSV, JSON and Markdown
 *
 * Text is for people: bytes have a unit unless exact numbers are asked for, and
 * on a terminal, names are cut so that rows fit. The other formats always have
 * exact numbers, and unchanged dates and names.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "out/table.h"
#include "util/buffer.h"
#include "util/names.h"
#include "util/text.h"

const char * const output_names[NR_OUTPUT_FORMATS] = {
	[OUTPUT_TEXT] = "text",
	[OUTPUT_CSV] = "csv",
	[OUTPUT_JSON] = "json",
	[OUTPUT_MARKDOWN] = "markdown",
};

/* Columns are added before cells. TITLE lives as long as the table. */
void table_column(struct table *table, const char *title, enum column_kind kind)
{
	if (table->nr_columns == MAX_COLUMNS)
		abort();
	table->columns[table->nr_columns++] = (struct column){ .title = title,
							       .kind = kind };
}

/* The same for numbers that are differences: with a plus. */
void table_change_column(struct table *table, const char *title,
			 enum column_kind kind)
{
	table_column(table, title, kind);
	table->columns[table->nr_columns - 1].is_signed = true;
}

static union cell *next_cell(struct table *table)
{
	union cell *cell;

	table->cells = grow(table->cells, table->nr_cells, &table->room,
			    sizeof(*table->cells));
	cell = &table->cells[table->nr_cells++];
	memset(cell, 0, sizeof(*cell));
	return cell;
}

/*
 * Copies TEXT to the names, which have no control characters: in some columns,
 * most rows have the same text.
 */
void table_text(struct table *table, const char *text)
{
	name_t name = names_add(text, strlen(text));

	next_cell(table)->text = name == NAME_BAD ? "?" : name_text(name);
}

/* The same for text that lives as long as the table, as names do. */
void table_name(struct table *table, const char *text)
{
	next_cell(table)->text = text;
}

void table_count(struct table *table, int64_t count)
{
	next_cell(table)->count = count;
}

void table_percent(struct table *table, double percent)
{
	next_cell(table)->percent = percent;
}

enum cell_style {
	STYLE_PLAIN,		/* for programs */
	STYLE_EXACT,		/* with a plus */
	STYLE_HUMAN,		/* and bytes with units */
};

/* A cell as text; numbers are written to TEXT. */
static const char *cell_text(const struct column *column,
			     const union cell *cell, enum cell_style style,
			     char text[HUMAN_SIZE])
{
	const char *sign = column->is_signed && cell->count > 0 &&
			   style != STYLE_PLAIN ? "+" : "";
	char *at = text + HUMAN_SIZE - 1;

	switch (column->kind) {
	case COLUMN_TEXT:
		return cell->text;
	case COLUMN_PERCENT:
		snprintf(text, HUMAN_SIZE, "%.1f", cell->percent);
		return text;
	case COLUMN_SECONDS:
		snprintf(text, HUMAN_SIZE, "%.6f", cell->percent);
		return text;
	case COLUMN_BYTES:
		if (style == STYLE_HUMAN) {
			char number[HUMAN_SIZE];

			human_bytes(number, cell->count);
			snprintf(text, HUMAN_SIZE, "%s%.24s", sign, number);
			return text;
		}
		/* fallthrough */
	default:
		*at = '\0';
		at = decimal_before(at, cell->count);
		if (*sign)
			*--at = *sign;
		return at;
	}
}

/* The width of TEXT on a terminal, if it has no wide characters. */
static size_t text_width(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		if ((*text & 0xc0) != 0x80)
			width++;
	return width;
}

/*
 * Print one character at TEXT, or U+FFFD if it is no UTF-8 or would control a
 * terminal. Returns its length.
 */
static size_t put_character(FILE *out, const char *text)
{
	size_t length = utf8_length(text);

	if (length && !utf8_is_control(text, length))
		fwrite(text, 1, length, out);
	else
		fputs("\xef\xbf\xbd", out);
	return length ? length : 1;
}

static void put_text(FILE *out, const char *text)
{
	size_t plain = plain_length(text, "");

	fwrite(text, 1, plain, out);
	for (text += plain; *text;)
		text += put_character(out, text);
}

/* U+2026, in place of what is cut off. */
#define ELLIPSIS "\xe2\x80\xa6"

/* The start of the last WIDTH characters of TEXT. */
static const char *last_characters(const char *text, size_t width)
{
	const char *at = text + strlen(text);

	while (width && at > text)
		if ((*--at & 0xc0) != 0x80)
			width--;
	return at;
}

/* TEXT, cut to WIDTH: at its start if FRONT, else at its end; to be freed. */
static char *cut_cell(const char *text, size_t width, bool front)
{
	const char *end = text;

	if (front)
		return xasprintf(ELLIPSIS "%s", last_characters(text, width - 1));
	while (*end && width) {
		end++;
		if ((*end & 0xc0) != 0x80)
			width--;
	}
	/* The last one makes room. */
	while (end > text && (*--end & 0xc0) == 0x80)
		;
	return xasprintf("%.*s" ELLIPSIS, (int)(end - text), text);
}

/* PAD: with blanks. FRONT: where it is cut if it is longer than WIDTH. */
static void print_cell(FILE *out, const char *text, size_t width, bool right,
		       bool pad, bool front)
{
	size_t length = text_width(text);

	if (length > width) {
		char *cut = cut_cell(text, width, front);

		put_text(out, cut);
		free(cut);
		return;
	}
	if (right)
		fprintf(out, "%*s", (int)(width - length), "");
	put_text(out, text);
	if (!right && pad)
		fprintf(out, "%*s", (int)(width - length), "");
}

/* The columns of the terminal that OUT is; 0: it is none, or not known. */
static size_t terminal_columns(FILE *out)
{
	struct winsize size;

	return !ioctl(fileno(out), TIOCGWINSZ, &size) ? size.ws_col : 0;
}

/* Of a path, the end tells more than the start. */
static bool is_path(const char *title)
{
	return !strcmp(title, "line") || !strcmp(title, "file") ||
	       !strcmp(title, "directory");
}

/* The least width that a column is cut to, if it needs WIDTH. */
static size_t least_width(const struct column *column, size_t width)
{
	size_t least = is_path(column->title) ? 26 : 12;
	size_t title = text_width(column->title);

	if (column->kind != COLUMN_TEXT)
		return width;
	least = least > title ? least : title;
	return least < width ? least : width;
}

/* All rows, and two blanks between columns. A width of 0: it is left out. */
static size_t total_width(const struct table *table, const size_t *width, bool least)
{
	size_t total = 0, c;

	for (c = 0; c < table->nr_columns; c++)
		if (width[c])
			total += 2 + (least ? least_width(&table->columns[c], width[c]) :
				      width[c]);
	return total ? total - 2 : 0;
}

/*
 * Make a row as wide as the terminal: leave columns out if that is not enough
 * for the rest, the least important first, then cut columns of text, the widest
 * first. Numbers are never cut; if there is no more to cut, rows are wrapped.
 */
static void fit_columns(const struct table *table, size_t *width, size_t columns)
{
	static const char * const optional[] = {
		"type", "shrank", "frees", "allocs", "module", "began", "freed",
		"live", "percent", "now", "bytes/hour", "function",
	};
	size_t total, c, i;

	for (i = 0; i < ARRAY_SIZE(optional) &&
		    total_width(table, width, true) > columns; i++)
		for (c = 0; c < table->nr_columns; c++)
			if (!strcmp(table->columns[c].title, optional[i]))
				width[c] = 0;
	for (total = total_width(table, width, false); total > columns; total--) {
		size_t widest = table->nr_columns;

		for (c = 0; c < table->nr_columns; c++)
			if (width[c] > least_width(&table->columns[c], width[c]) &&
			    (widest == table->nr_columns || width[c] > width[widest]))
				widest = c;
		if (widest == table->nr_columns)
			break;
		width[widest]--;
	}
}

/* Say which columns were left out. */
static void print_left_out(const struct table *table, const size_t *width, FILE *out)
{
	bool any = false;
	size_t c;

	for (c = 0; c < table->nr_columns; c++) {
		if (width[c])
			continue;
		fprintf(out, "%s%s", any ? ", " : "(no room for: ", table->columns[c].title);
		any = true;
	}
	if (any)
		fputs(")\n", out);
}

static void print_text(const struct table *table, FILE *out, bool exact)
{
	enum cell_style style = exact ? STYLE_EXACT : STYLE_HUMAN;
	size_t *width = xcalloc(table->nr_columns, sizeof(*width));
	size_t columns = terminal_columns(out), last = 0;
	char text[HUMAN_SIZE];
	size_t i, c;

	for (c = 0; c < table->nr_columns; c++)
		width[c] = text_width(table->columns[c].title);
	for (i = 0; i < table->nr_cells; i++) {
		size_t w;

		c = i % table->nr_columns;
		w = text_width(cell_text(&table->columns[c], &table->cells[i],
					 style, text));
		if (w > width[c])
			width[c] = w;
	}
	if (columns)
		fit_columns(table, width, columns);
	for (c = 0; c < table->nr_columns; c++)
		if (width[c])
			last = c;
	for (c = 0; c <= last; c++) {
		if (!width[c])
			continue;
		print_cell(out, table->columns[c].title, width[c],
			   table->columns[c].kind != COLUMN_TEXT, c != last, false);
		fputs(c == last ? "\n" : "  ", out);
	}
	for (i = 0; i < table->nr_cells; i++) {
		const struct column *column;

		c = i % table->nr_columns;
		column = &table->columns[c];
		if (!width[c])
			continue;
		print_cell(out, cell_text(column, &table->cells[i], style, text),
			   width[c], column->kind != COLUMN_TEXT, c != last,
			   is_path(column->title));
		fputs(c == last ? "\n" : "  ", out);
	}
	print_left_out(table, width, out);
	free(width);
}

/* RFC 4180, but with LF. */
static void print_csv(const struct table *table, FILE *out)
{
	char number[HUMAN_SIZE];
	size_t i, c;

	for (c = 0; c < table->nr_columns; c++)
		fprintf(out, "%s%s", table->columns[c].title,
			c == table->nr_columns - 1 ? "\n" : ",");
	for (i = 0; i < table->nr_cells; i++) {
		const char *text;

		c = i % table->nr_columns;
		text = cell_text(&table->columns[c], &table->cells[i],
				 STYLE_PLAIN, number);
		if (table->columns[c].kind != COLUMN_TEXT) {
			fputs(text, out);
		} else if (strpbrk(text, ",\"")) {
			fputc('"', out);
			while (*text) {
				if (*text == '"')
					fputc('"', out);
				text += put_character(out, text);
			}
			fputc('"', out);
		} else {
			put_text(out, text);
		}
		fputc(c == table->nr_columns - 1 ? '\n' : ',', out);
	}
}

/* With quotes; bytes that are no UTF-8 become U+FFFD. */
void print_json_string(FILE *out, const char *text)
{
	fputc('"', out);
	for (;;) {
		size_t plain = plain_length(text, "\"\\<"), length;

		fwrite(text, 1, plain, out);
		text += plain;
		if (!*text)
			break;
		length = utf8_length(text);
		if (!length || utf8_is_control(text, length)) {
			fputs("\\ufffd", out);
			length = length ? length : 1;
		} else if (*text == '"' || *text == '\\') {
			fprintf(out, "\\%c", *text);
		} else if (*text == '<') {
			/* JSON may be within a script of HTML. */
			fputs("\\u003c", out);
		} else if ((unsigned char)*text < ' ') {
			fprintf(out, "\\u%04x", *text);
		} else {
			fwrite(text, 1, length, out);
		}
		text += length;
	}
	fputc('"', out);
}

/* A title as a key: "bytes/hour" is bytes_per_hour. */
static void print_json_key(FILE *out, const char *title)
{
	fputc('"', out);
	for (; *title; title++)
		if (*title == '/')
			fputs("_per_", out);
		else
			fputc(*title, out);
	fputs("\": ", out);
}

static bool is_one_of(const char *text, const char * const *words, size_t nr)
{
	while (nr--)
		if (!strcmp(text, words[nr]))
			return true;
	return false;
}

/*
 * A cell with text, by what it is for people: "-" is null, "yes" true, "75%"
 * and "3/8" are 75 and 3, "fs/dcache.c:16" a file and the number of its line.
 */
static void print_json_text(FILE *out, const char *title, const char *text)
{
	static const char * const parts[] = { "grew", "shrank", "freed", "old" };
	const char *colon = strrchr(text, ':');

	if (!strcmp(title, "line") && colon && colon[1] &&
	    !colon[1 + strspn(colon + 1, "0123456789")]) {
		char *file = xasprintf("%.*s", (int)(colon - text), text);

		print_json_key(out, "file");
		print_json_string(out, file);
		fprintf(out, ", \"line\": %lu", strtoul(colon + 1, NULL, 10));
		free(file);
		return;
	}
	/* No place: both keys are there, nevertheless. */
	if (!strcmp(title, "line") && !strcmp(text, "-"))
		fputs("\"file\": null, ", out);
	print_json_key(out, title);
	if (!strcmp(text, "-") || !*text)
		fputs("null", out);
	else if (!strcmp(title, "accurate") || !strcmp(title, "significant"))
		fputs(strcmp(text, "yes") ? "false" : "true", out);
	else if (is_one_of(title, parts, ARRAY_SIZE(parts)))
		fwrite(text, 1, strspn(text, "-0123456789"), out);
	else
		print_json_string(out, text);
}

static void print_json(const struct table *table, FILE *out)
{
	char number[HUMAN_SIZE];
	size_t i, c;

	fputc('[', out);
	for (i = 0; i < table->nr_cells; i++) {
		const struct column *column;

		c = i % table->nr_columns;
		column = &table->columns[c];
		fputs(c ? ", " : i ? ",\n{" : "\n{", out);
		if (column->kind == COLUMN_TEXT) {
			print_json_text(out, column->title, table->cells[i].text);
		} else {
			print_json_key(out, column->title);
			fputs(cell_text(column, &table->cells[i], STYLE_PLAIN, number), out);
		}
		if (c == table->nr_columns - 1)
			fputc('}', out);
	}
	fputs(table->nr_cells ? "\n]" : "]", out);
}

static void print_markdown(const struct table *table, FILE *out)
{
	char number[HUMAN_SIZE];
	size_t i, c;

	for (c = 0; c < table->nr_columns; c++)
		fprintf(out, "| %s ", table->columns[c].title);
	fputs("|\n", out);
	for (c = 0; c < table->nr_columns; c++)
		fputs(table->columns[c].kind == COLUMN_TEXT ? "| --- " : "| ---: ",
		      out);
	fputs("|\n", out);
	for (i = 0; i < table->nr_cells; i++) {
		const char *text;

		c = i % table->nr_columns;
		text = cell_text(&table->columns[c], &table->cells[i],
				 STYLE_PLAIN, number);
		fputs("| ", out);
		if (table->columns[c].kind != COLUMN_TEXT) {
			fputs(text, out);
		} else {
			/* Names have underscores, types have asterisks. */
			while (*text) {
				if (strchr("\\|*_`<[", *text))
					fputc('\\', out);
				text += put_character(out, text);
			}
		}
		fputs(c == table->nr_columns - 1 ? " |\n" : " ", out);
	}
}

/* Print all rows, and free them. EXACT: no units; matters for text only. */
void table_print(struct table *table, FILE *out,
		 enum output_format format, bool exact)
{
	switch (format) {
	case OUTPUT_CSV:
		print_csv(table, out);
		break;
	case OUTPUT_JSON:
		print_json(table, out);
		break;
	case OUTPUT_MARKDOWN:
		print_markdown(table, out);
		break;
	default:
		print_text(table, out, exact);
	}
	free(table->cells);
	memset(table, 0, sizeof(*table));
}

// SPDX-License-Identifier: GPL-2.0
/*
 * xml.c - text in XML: of pictures and of results of tests
 */
#include "out/xml.h"
#include "util/text.h"

/*
 * Print TEXT, also as the value of an attribute. Bytes that are no UTF-8 and
 * characters that XML does not allow, or that reverse text, become U+FFFD.
 */
void print_xml(FILE *out, const char *text)
{
	for (;;) {
		size_t plain = plain_length(text, "&<>\""), length;

		fwrite(text, 1, plain, out);
		text += plain;
		if (!*text)
			break;
		length = utf8_length(text);
		if (!length || (unsigned char)*text < ' ' ||
		    utf8_is_control(text, length)) {
			fputs("\xef\xbf\xbd", out);
			length = length ? length : 1;
		} else if (*text == '&') {
			fputs("&amp;", out);
		} else if (*text == '<') {
			fputs("&lt;", out);
		} else if (*text == '>') {
			fputs("&gt;", out);
		} else if (*text == '"') {
			fputs("&quot;", out);
		} else {
			fwrite(text, 1, length, out);
		}
		text += length;
	}
}

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * text.h - numbers as text, text as numbers, UTF-8
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HUMAN_SIZE 32
const char *human_bytes(char text[HUMAN_SIZE], double bytes);
const char *human_seconds(char text[HUMAN_SIZE], double seconds);
const char *human_age(char text[HUMAN_SIZE], uint64_t us);
const char *human_ns(char text[HUMAN_SIZE], uint64_t ns);
int64_t per_hour(int64_t bytes, double seconds);
bool has_rate(double seconds);
unsigned long parse_size(const char *text, const char *option);
bool find_duration(const char *text, double *seconds);
double parse_duration(const char *text, const char *option);
unsigned long parse_count(const char *text, const char *option,
			  unsigned long least);
bool read_digits(const char **at, const char *end, uint64_t *value);
const char *parse_number(int64_t *number, const char **at, const char *end);
/* The length of a well-formed UTF-8 sequence at TEXT, 0 if there is none. */
size_t plain_length(const char *text, const char *special);
size_t utf8_length(const char *text);
char *cut_text(const char *text, size_t most);
bool utf8_is_control(const char *text, size_t length);
unsigned int find_name(const char *text, const char * const *names,
		       unsigned int nr, const char *option);

#endif

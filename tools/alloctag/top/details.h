/* SPDX-License-Identifier: GPL-2.0 */
/*
 * details.h - details of a line in alloctag top
 */
#ifndef DETAILS_H
#define DETAILS_H

#include "top/rows.h"

/* Show the line of the selected row, and watch it until it is closed. */
void top_open_details(struct top *top);
void top_close_details(struct top *top);
void top_draw_details(struct top *top);
/* Note the bytes of the line for its chart, if its details are open. */
void top_note_history(struct top *top);
/* The row of that line; false if it is gone. */
bool top_detail_row(const struct top *top, struct row *row);
/* Append these, of waits as waiters, as a chart. */
void top_add_history(const struct top *top, struct buffer *rows);
/* Read the kernel's records of the line whose details are open. */
void top_read_records(struct top *top);

#endif

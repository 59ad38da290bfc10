// SPDX-License-Identifier: GPL-2.0
/*
 * confidence.c - how suspicious a line is: the words
 *
 * verdict.c says what they mean. Options have them, too.
 */
#include "report/confidence.h"

const char * const confidence_names[NR_CONFIDENCES] = {
	[CONFIDENCE_NONE] = "none",
	[CONFIDENCE_LOW] = "low",
	[CONFIDENCE_MEDIUM] = "medium",
	[CONFIDENCE_HIGH] = "high",
};

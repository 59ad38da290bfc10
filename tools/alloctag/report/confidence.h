/* SPDX-License-Identifier: GPL-2.0 */
/*
 * confidence.h - how suspicious a line is
 */
#ifndef CONFIDENCE_H
#define CONFIDENCE_H

enum confidence {
	CONFIDENCE_NONE,
	CONFIDENCE_LOW,
	CONFIDENCE_MEDIUM,
	CONFIDENCE_HIGH,
	NR_CONFIDENCES
};

extern const char * const confidence_names[NR_CONFIDENCES];

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * xml.h - text in XML
 */
#ifndef XML_H
#define XML_H

#include <stdio.h>

void print_xml(FILE *out, const char *text);

#endif

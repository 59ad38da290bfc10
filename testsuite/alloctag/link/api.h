/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A shared library with two functions, for link.exp. Each test of it says which
 * parts are compiled with the plugin.
 */
#ifndef API_H
#define API_H

#ifdef MARKED
#include "mark.h"
int api(int n) __allocator;
int indirect(int n) __allocator;
#else
int api(int n);
int indirect(int n);
#endif

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * alloctag-file.h - names of files and dependencies, for both plugins
 */
#ifndef ALLOCTAG_FILE_H
#define ALLOCTAG_FILE_H

/* alloctag_file.c */
const char *tag_file(const char *file);
bool add_dependency(const char *file);

#endif /* ALLOCTAG_FILE_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* Tags without calls. */
#ifndef FILL_TAGS_H
#define FILL_TAGS_H

#include <linux/alloc_tag/abi.h>
#include <linux/stringify.h>

/* Define @nr tags of "fill:1 func:fill", see struct alloc_tag. */
#define FILL_TAGS(nr)							\
	asm(".pushsection .rodata\n"					\
	    "fill_name:\n"						\
	    "	.asciz \"fill\"\n"					\
	    ".popsection\n"						\
	    ".pushsection " ALLOC_TAG_SECTION_NAME ",\"a\"\n"		\
	    "	.balign " __stringify(ALLOC_TAG_ALIGN) "\n"		\
	    "	.rept " #nr "\n"					\
	    "	.long fill_name - .\n"					\
	    "	.long fill_name - . + 4\n"				\
	    "	.long fill_name + 4 - . + 8	/* the empty string */\n" \
	    "	.long 1\n"						\
	    "	.long 0\n"						\
	    "	.endr\n"						\
	    ".popsection")

#endif

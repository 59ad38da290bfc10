/* SPDX-License-Identifier: GPL-2.0 */
/*
 * EXPORT_SYMBOL() as in Linux 6.1: an entry of relative references, in a
 * section for the license and the symbol, and strings for name and namespace,
 * all as asm statements at file scope.
 */
#define EXPORT_ENTRY(symbol, license, space)				\
	extern typeof(symbol) symbol;					\
	extern const char __kstrtab_##symbol[];				\
	extern const char __kstrtabns_##symbol[];			\
	asm("	.section \"__ksymtab_strings\",\"aMS\",%progbits,1	\n" \
	    "__kstrtab_" #symbol ":					\n" \
	    "	.asciz \"" #symbol "\"					\n" \
	    "__kstrtabns_" #symbol ":					\n" \
	    "	.asciz \"" space "\"					\n" \
	    "	.previous						\n"); \
	asm("	.section \"___ksymtab" license "+" #symbol "\", \"a\"	\n" \
	    "	.balign	4						\n" \
	    "__ksymtab_" #symbol ":					\n" \
	    "	.long	" #symbol "- .					\n" \
	    "	.long	__kstrtab_" #symbol "- .			\n" \
	    "	.long	__kstrtabns_" #symbol "- .			\n" \
	    "	.previous						\n")

#define EXPORT_SYMBOL(symbol)			EXPORT_ENTRY(symbol, "", "")
#define EXPORT_SYMBOL_GPL(symbol)		EXPORT_ENTRY(symbol, "_gpl", "")
#define EXPORT_SYMBOL_NS_GPL(symbol, space)	EXPORT_ENTRY(symbol, "_gpl", #space)

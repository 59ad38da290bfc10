/* SPDX-License-Identifier: GPL-2.0 */
/* For asm-weak.c. */
	.text
	.globl	overridden, overridden.alloctag
	.type	overridden, @function
	.type	overridden.alloctag, @function
overridden:
overridden.alloctag:
	mov	$5, %eax
	ret
	.section .note.GNU-stack, "", @progbits

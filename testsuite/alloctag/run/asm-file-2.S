/* SPDX-License-Identifier: GPL-2.0 */
/* For asm-file.c. */
	.text
	.globl	seven
	.type	seven, @function
seven:
	mov	$7, %eax
	ret

	.globl	eight, eight.alloctag
	.type	eight, @function
	.type	eight.alloctag, @function
eight:
eight.alloctag:
	mov	$8, %eax
	ret
	.section .note.GNU-stack, "", @progbits

/*
 * A function in GCC's intermediate language, which GCC's own tests have, is
 * left alone.
 */
/* { dg-do compile { target x86_64-*-* } } */
#include "mark.h"

__allocator int __RTL (startwith ("final")) five (void) /* { dg-warning "'five' can't be given a tagged variant" } */
{
(function "five"
  (insn-chain
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 3 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg:SI ax) (const_int 5)))
      (cinsn 6 (use (reg/i:SI ax)))
      (edge-to exit (flags "FALLTHRU"))
    )
  )
  (crtl
    (return_rtx
      (reg/i:SI ax)
    )
  )
)
}
/* { dg-note "in GCC's intermediate language" "" { target *-*-* } 8 } */
/* { dg-note "calls" "" { target *-*-* } 8 } */

int user(void)
{
	return five();
}
/* { dg-final { scan-symbol-not "five\\.alloctag" } } */

/* Each malformed line of a list is an error with its number. */
/* { dg-do compile } */
/* { dg-allocators "list-malformed.list" } */
/* { dg-error "list-malformed.list:2: 'get two' is not 'NAME', 'FILE:NAME', '!NAME', '!FILE:NAME' or one of the first two with '= RESULT'" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:3: '!' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:4: '! get' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:5: ':get' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:6: 'list.c:' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:7: 'lib/:get' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:8: 'outer::get' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:9: '\\\[a-c_get' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:10: '1get' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:11: 'get-one' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:12: 'get\\(\\)' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:13: 'get =' has no result that a function can fail with" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:14: 'get = EIO' has no result" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:15: 'get = -EUNKNOWN' has no result" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:16: 'get = arg0' has no result" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:17: 'get = 5 6' has no result" "" { target *-*-* } 0 } */
/* { dg-note "write 'NULL', 'true', 'false', 'arg1' to 'arg9', these with ',clear1' to ',clear9', an integer, or an error that system calls return, as in '-EIO'" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:18: '!get = -EIO' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:19: 'get two = -EIO' is not" "" { target *-*-* } 0 } */
/* { dg-error "list-malformed.list:20: '= -EIO' is not" "" { target *-*-* } 0 } */
int i;

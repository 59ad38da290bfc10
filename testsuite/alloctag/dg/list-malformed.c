/* Each malformed line of a list is an error with its number. */
/* { dg-do compile } */
/* { dg-allocators "list-malformed.list" } */
/* { dg-error "list-malformed.list:2: 'get two' is not 'NAME', 'FILE:NAME', '!NAME' or '!FILE:NAME'" "" { target *-*-* } 0 } */
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
int i;

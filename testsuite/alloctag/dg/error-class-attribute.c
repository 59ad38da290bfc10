/* Where code_tag_class can't be, what it needs, and what code_tag needs. */
/* { dg-do compile } */
int n __attribute__((code_tag_class("a"))); /* { dg-error "'code_tag_class' attribute applies to definitions of a struct only" } */
struct b { int line; } __attribute__((code_tag_class("not a name"))); /* { dg-error "the argument of the 'code_tag_class' attribute is not the name of a class" } */
/* { dg-note "write an identifier in quotes" "" { target *-*-* } 4 } */
struct c { int line; } __attribute__((code_tag_class(3))); /* { dg-error "the argument of the 'code_tag_class' attribute is not the name of a class" } */
/* { dg-note "write an identifier in quotes" "" { target *-*-* } 6 } */
struct d { int line; } __attribute__((code_tag_class("allocator"))); /* { dg-error "the class 'allocator' is built in" } */
/* { dg-note "its tags are 'struct alloc_tag'" "" { target *-*-* } 8 } */
struct e { int line; } __attribute__((code_tag_class("e")));
struct f { int line; } __attribute__((code_tag_class("e"))); /* { dg-error "the class 'e' has two structs" } */
/* { dg-note "8: this is the first" "" { target *-*-* } 10 } */
struct g {
	const int *file; /* { dg-error "20: field 'file' of the tags of a class has the wrong type" } */
	const char *line; /* { dg-error "21: field 'line' of the tags of a class has the wrong type" } */
	short arg1; /* { dg-error "15: field 'arg1' of the tags of a class has the wrong type" } */
	short arg10;
} __attribute__((code_tag_class("g")));
/* { dg-note "20: it is filled with a string: declare it as 'const char \\*', or as 'int'" "" { target *-*-* } 14 } */
/* { dg-note "21: it is filled with a number: declare it as an integer" "" { target *-*-* } 15 } */
/* { dg-note "15: it is filled with a string" "" { target *-*-* } 16 } */
void h(void) __attribute__((code_tag("1"))); /* { dg-error "6: '1' can't be the name of a class" } */
/* { dg-note "6: it becomes a part of symbols: write an identifier" "" { target *-*-* } 22 } */
void i(void) __attribute__((code_tag(1))); /* { dg-error "6: the argument of the 'code_tag' attribute is not a string" } */
/* { dg-note "6: write the name of a class, as in 'code_tag\\(\"wait\"\\)'" "" { target *-*-* } 24 } */
struct j { int line; unsigned short more[]; } __attribute__((code_tag_class("j"))); /* { dg-error "37: the tags of a class have no fixed size" } */
/* { dg-note "37: they are an array: give the struct a member, and a size to its last one" "" { target *-*-* } 26 } */
struct k { } __attribute__((code_tag_class("k"))); /* { dg-error "the tags of a class have no fixed size" } */
/* { dg-note "they are an array" "" { target *-*-* } 28 } */

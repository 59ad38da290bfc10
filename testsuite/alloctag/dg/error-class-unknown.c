/* The class of a function or pointer must be declared in each unit that calls. */
/* { dg-do compile } */
void lock(int n) __attribute__((code_tag("lock"))); /* { dg-error "6: 'lock' is marked for the class 'lock', which is not declared here" } */
/* { dg-note "6: include the header with the struct that has the attribute 'code_tag_class\\(\"lock\"\\)'" "" { target *-*-* } 3 } */
void (*pointer)(int n) __attribute__((code_tag("lock")));

void user(void)
{
	lock(1);
	pointer(1); /* { dg-error "9: a call passes a tag of the class 'lock', which is not declared here" } */
	/* { dg-note "9: include the header with the struct" "" { target *-*-* } 10 } */
}

/* The class of a function must be declared in each unit that has it. */
/* { dg-do compile } */
void lock(int n) __attribute__((code_tag("lock"))); /* { dg-error "6: 'lock' is marked for the class 'lock', which is not declared here" } */
/* { dg-note "6: include the header with the struct that has the attribute 'code_tag_class\\(\"lock\"\\)'" "" { target *-*-* } 3 } */

void user(void)
{
	lock(1);
}

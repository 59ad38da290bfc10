/* See recorder-2.c. */
#include "errno.h"

/* Replace the notes of the program with calls. */
void record_errors(void);

/*
 * Fail unless RESULT is an error, and the last note that was executed since the
 * last check has it, in FUNCTION; or it is none, and none was executed.
 */
void check_origin(long result, const char *function);

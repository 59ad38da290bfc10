/* Errors, as a kernel has them, and what functions of the tests call. */
#define EPERM		1
#define ENOENT		2
#define EAGAIN		11
#define ENOMEM		12
#define EISDIR		21
#define EINVAL		22
#define ENOSYS		38
#define ESTALE		116
#define EWOULDBLOCK	EAGAIN

void *ERR_PTR(long error);
long PTR_ERR(const void *pointer);
int IS_ERR(const void *pointer);
int IS_ERR_OR_NULL(const void *pointer);

/* Returns its argument. */
int work(int value);
/* NULL if VALUE is 0. */
void *get(int value);
void put(void *pointer);
/* Sets what ERROR points to to VALUE. */
void fill(int *error, int value);

// SPDX-License-Identifier: GPL-2.0
/* What destructors of thread-specific data free is counted, in any order. */
#include <pthread.h>

#include "check.h"

#define KEYS	40

static pthread_key_t keys[KEYS];

NOINLINE static void *keep(void)
{
	return malloc(1000);
}

/* Each value is set again until the last round of destructors. */
static void destroy(void *value)
{
	long *rounds = value;
	pthread_key_t key = keys[rounds[1]];

	if (++rounds[0] < 4)
		pthread_setspecific(key, value);
	else
		free(value);
}

static void *thread(void *arg)
{
	int i;

	for (i = 0; i < KEYS; i++) {
		long *value = keep();

		value[0] = 0;
		value[1] = i;
		pthread_setspecific(keys[i], value);
	}
	return arg;
}

int main(void)
{
	pthread_t id;
	int i;

	for (i = 0; i < KEYS; i++)
		pthread_key_create(&keys[i], destroy);
	for (i = 1; i <= 300; i++) {
		pthread_create(&id, NULL, thread, NULL);
		pthread_join(id, NULL);
		expect("keep", 0, 0, i * KEYS);
	}
	finish();
}

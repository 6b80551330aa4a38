/* The mutex is not recursive, which would hide mistakes: a late reader locks it once. fork() waits for its holder. */
#include "machine/late.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void late_lock(void)
{
	pthread_mutex_lock(&lock);
}

void late_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* Keeps the lock over forks; without memory only a fork while another thread is reading does not work. */
static __attribute__((constructor)) void watch_forks(void)
{
	pthread_atfork(late_lock, late_unlock, late_unlock);
}

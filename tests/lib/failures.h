/*
 * Calls of the C library that fail on demand: the one of a given number from when it is said on, of some kinds.
 * Included by one file of a program that is linked to the shared libraries, or of a library that is preloaded: the
 * functions below stand in for those of the C library. The kernel's part in counting can be played (fake_kernel.h).
 *
 * Includes that come before this one must not have been compiled for large files or with checks of buffers: then open()
 * and open64() would be one name.
 */
#ifndef PFM_FAILURES_H
#define PFM_FAILURES_H

#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake_kernel.h"

/* FILES: opening, reading and looking; EVENTS: of perf_event. */
enum { ALLOCATIONS = 1, FILES = 2, EVENTS = 4, RENAMES = 8 };
enum { EVERY = -1 };            /* call fails */

static struct {
	int kinds, number;              /* which fail, and with which errno; 0: none */
	long at, seen;                  /* the call that fails, counted from 1; how many there were */
	bool on, hit;
	long live;                      /* allocations that have not been freed */
} failing;

static void *real_function(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

static bool must_fail(int kind)
{
	if (!failing.on || !(failing.kinds & kind) || (++failing.seen != failing.at && failing.at != EVERY))
		return false;
	failing.hit = true;
	errno = failing.number;
	return true;
}

/* ---- memory ---- */

/* What dlsym() asks for while it looks for malloc() itself. */
static _Alignas(16) char early[8192];
static size_t early_used;
static bool looking;

static void *early_memory(size_t size)
{
	void *memory = early + early_used;

	size = (size + 15) & ~(size_t)15;
	if (size > sizeof early - early_used)
		return NULL;
	early_used += size;
	return memory;
}

static bool is_early(const void *memory)
{
	return (uintptr_t)memory >= (uintptr_t)early && (uintptr_t)memory < (uintptr_t)(early + sizeof early);
}

static void *look_for(const char *name)
{
	void *found;

	looking = true;
	found = real_function(name);
	looking = false;
	return found;
}

static void *count_memory(void *memory)
{
	if (memory)
		__atomic_add_fetch(&failing.live, 1, __ATOMIC_RELAXED);
	return memory;
}

void *malloc(size_t size)
{
	static void *(*real)(size_t);

	if (looking)
		return early_memory(size);
	if (!real)
		*(void **)&real = look_for("malloc");
	return must_fail(ALLOCATIONS) ? NULL : count_memory(real(size));
}

void *calloc(size_t count, size_t size)
{
	static void *(*real)(size_t, size_t);

	if (looking)
		return early_memory(count * size);
	if (!real)
		*(void **)&real = look_for("calloc");
	return must_fail(ALLOCATIONS) ? NULL : count_memory(real(count, size));
}

void *realloc(void *memory, size_t size)
{
	static void *(*real)(void *, size_t);

	if (!real)
		*(void **)&real = look_for("realloc");
	if (must_fail(ALLOCATIONS))
		return NULL;
	return memory ? real(memory, size) : count_memory(real(memory, size));
}

void free(void *memory)
{
	static void (*real)(void *);

	if (!memory || is_early(memory))
		return;
	if (!real)
		*(void **)&real = look_for("free");
	__atomic_sub_fetch(&failing.live, 1, __ATOMIC_RELAXED);
	real(memory);
}

/* What threads have is memory, too: these return what is wrong. */
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	REAL_FUNCTION(int, real, "pthread_key_create", pthread_key_t *, void (*)(void *));

	return must_fail(ALLOCATIONS) ? EAGAIN : real(key, destructor);
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	REAL_FUNCTION(int, real, "pthread_setspecific", pthread_key_t, const void *);

	return must_fail(ALLOCATIONS) ? ENOMEM : real(key, value);
}

/* ---- files ---- */

#define OPEN(name) \
	int name(const char *path, int flags, ...) \
	{ \
		REAL_FUNCTION(int, real, #name, const char *, int, ...); \
		va_list arguments; \
		int mode; \
\
		va_start(arguments, flags); \
		mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0; \
		va_end(arguments); \
		return must_fail(FILES) ? -1 : real(path, flags, mode); \
	}

/* A second point of failure: the stream is there and cannot be read. */
static FILE *spoil(FILE *file)
{
	REAL_FUNCTION(int, real, "open", const char *, int, ...);

	if (file && must_fail(FILES)) {
		int directory = real("/", O_RDONLY | O_CLOEXEC);

		dup2(directory, fileno(file));
		close(directory);
	}
	return file;
}

#define FOPEN(name) \
	FILE *name(const char *path, const char *mode) \
	{ \
		REAL_FUNCTION(FILE *, real, #name, const char *, const char *); \
\
		return must_fail(FILES) ? NULL : spoil(real(path, mode)); \
	}

#define READDIR(name, entry) \
	struct entry *name(DIR *directory) \
	{ \
		REAL_FUNCTION(struct entry *, real, #name, DIR *); \
\
		return must_fail(FILES) ? NULL : real(directory); \
	}

OPEN(open)
FOPEN(fopen)
READDIR(readdir, dirent)

#ifdef __GLIBC__
OPEN(open64)
FOPEN(fopen64)
READDIR(readdir64, dirent64)

/* The names that a compiler uses that checks buffers. */
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
	return open(path, flags);
}

int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
	return open64(path, flags);
}

ssize_t __read_chk(int file, void *buffer, size_t size, size_t room);
ssize_t __read_chk(int file, void *buffer, size_t size, size_t room)
{
	return size > room ? -1 : read(file, buffer, size);
}
#endif

DIR *opendir(const char *path)
{
	REAL_FUNCTION(DIR *, real, "opendir", const char *);

	return must_fail(FILES) ? NULL : real(path);
}

int access(const char *path, int mode)
{
	REAL_FUNCTION(int, real, "access", const char *, int);

	return must_fail(FILES) ? -1 : real(path, mode);
}

int rename(const char *path, const char *other)
{
	REAL_FUNCTION(int, real, "rename", const char *, const char *);

	return must_fail(RENAMES) ? -1 : real(path, other);
}

long sysconf(int name)
{
	REAL_FUNCTION(long, real, "sysconf", int);

	return name == _SC_NPROCESSORS_ONLN && must_fail(FILES) ? -1 : real(name);
}

/* ---- events ---- */

static bool event_call_fails(int leader)
{
	(void)leader;
	return must_fail(EVENTS);
}

static bool file_read_fails(void)
{
	return must_fail(FILES);
}

/* Time goes on for the events that are on; their number. */
static inline int pass_time(uint64_t amount)
{
	int count = 0;

	for (int i = 0; i < MAX_PLAYED; i++)
		if (is_played(i) && played[i].on) {
			played[i].value += amount;
			played[i].enabled += amount;
			played[i].running += amount;
			count++;
		}
	return count;
}

/* ---- use ---- */

static inline void fail_at(int kinds, int number, long at)
{
	failing.kinds = kinds;
	failing.number = number;
	failing.at = at;
	failing.seen = 0;
	failing.hit = false;
}

#endif

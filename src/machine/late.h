/*
 * The one lock of the library: for starting and ending it, and for what is read from the kernel only when it is first
 * asked for. It survives fork(): the child of a process in which another thread is reading finds all read, and the lock
 * free.
 */
#ifndef PFM_LATE_H
#define PFM_LATE_H

/* Takes the lock, which is not recursive: its holder must call nothing that takes it. */
void late_lock(void);
void late_unlock(void);

#endif

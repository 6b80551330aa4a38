/*
 * The only lock of the library: for opening and closing it, and for data of the kernel that is read on first use. It
 * survives fork(): in the child no reading is half done, and the lock is free.
 */
#ifndef PFM_LATE_H
#define PFM_LATE_H

/* Takes the lock, which is not recursive: its holder must call nothing that takes it. */
void late_lock(void);
void late_unlock(void);

#endif

// Parts of the C library that Swift's module lacks.
#ifndef GALLEY_CSYSTEM_H
#define GALLEY_CSYSTEM_H

// Counts of allocated memory.
#include <malloc.h>
#include <stdbool.h>

// Defined in builds for a sanitizer, which has an allocator of its own and reserves addresses.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GALLEY_SANITIZED
#endif
#endif

// Makes the calling thread wait for a free core when it wakes up (SCHED_BATCH; sched(7)). Threads
// that it starts are not affected. A positive niceness moreover lowers its share of CPU time. Does
// nothing if the system refuses it.
void galley_wait_for_turns(int niceness);

// Sets the time for which the calling thread may run before others of its process that want the
// same core (sched_setattr(2), from Linux 6.12), unless it is a real-time thread. Does nothing if
// the system refuses it.
void galley_set_slice(int microseconds);

// Returns the time slice of the calling thread in microseconds; 0 if the system does not tell.
long galley_slice(void);

// Returns the niceness of the calling thread.
int galley_niceness(void);

// Returns whether the calling thread waits for a free core.
bool galley_waits_for_turns(void);

// Names the calling thread, by the first 15 bytes.
void galley_name_thread(const char *name);

// Removes a file or a directory with everything in it (nftw(3)). Symbolic links are removed, not
// followed, and other file systems are left. Returns 0, or -1 and sets errno; then a part may be
// gone.
int galley_remove_tree(const char *path);

// Ends the process with status 1 and a message on standard error when it reads a part of a mapped
// file that does not exist any more, because the file was truncated. Without this, the signal
// SIGBUS ends it silently. Other bus errors end the process by the signal as before.
void galley_report_truncated_files(void);

// Returns the descriptor of a new, empty file in memory, which started programs do not get; -1 on
// failure.
int galley_memory_file(const char *name);

// Gives up all rights of the process, for good, and closes all descriptors from a number on: it can
// use the others, memory that is not executed, and locks. Any other call of the system ends it with
// SIGSYS. The size of the process is limited, in bytes, unless a sanitizer reserves addresses for
// itself. Returns 0, or the number of an error.
int galley_enter_sandbox(int descriptors, unsigned long memory);

// Whether the process has given up its rights.
extern bool galley_is_in_sandbox;

#endif

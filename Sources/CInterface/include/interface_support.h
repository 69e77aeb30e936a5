// Parts of the C interface that are written in C. They are not exported from the library.
#ifndef GALLEY_INTERFACE_SUPPORT_H
#define GALLEY_INTERFACE_SUPPORT_H

#include "galley.h"

// Begins a call of the interface. Waits while the process is about to fork.
void interface_enter(void);

// Ends a call of the interface.
void interface_leave(void);

// Fills an error, unless it is null, with the beginning of a message of `length` bytes of UTF-8.
void interface_set_error(
    galley_error *error, galley_status status, int64_t offset, const char *message, size_t length);

#endif

// libdbus, loaded on first use (library_table.h).
//
// The declarations are those of libdbus's headers, whose interface is stable since 1.0, so that
// building needs no development package; scripts/check-declarations compares them.
#ifndef GALLEY_CDBUS_H
#define GALLEY_CDBUS_H

#include <stdint.h>

typedef struct cdbus_connection cdbus_connection;
typedef struct cdbus_message cdbus_message;

// A position in a message, at least as large as DBusMessageIter.
typedef struct {
  void *words[24];
} cdbus_iterator;

// As DBusError.
typedef struct {
  const char *name;
  const char *message;
  unsigned int flags;
  void *padding;
} cdbus_error;

// As DBusBasicValue.
typedef union {
  uint8_t byte;
  uint32_t boolean;
  int16_t int16;
  uint16_t uint16;
  int32_t int32;
  uint32_t uint32;
  int64_t int64;
  uint64_t uint64;
  double real;
  const char *string;
} cdbus_basic;

// The functions: result, name without dbus_, parameters. Booleans are 32 bits wide.
#define CDBUS_FUNCTIONS(F)                                                                       \
  F(uint32_t, threads_init_default, (void))                                                      \
  F(void, error_init, (cdbus_error *))                                                           \
  F(void, error_free, (cdbus_error *))                                                           \
  F(void, free, (void *))                                                                        \
  F(cdbus_connection *, connection_open_private, (const char *, cdbus_error *))                  \
  F(uint32_t, bus_register, (cdbus_connection *, cdbus_error *))                                 \
  F(const char *, bus_get_unique_name, (cdbus_connection *))                                     \
  F(void, connection_set_exit_on_disconnect, (cdbus_connection *, uint32_t))                     \
  F(void, connection_close, (cdbus_connection *))                                                \
  F(void, connection_unref, (cdbus_connection *))                                                \
  F(uint32_t, connection_get_is_connected, (cdbus_connection *))                                 \
  F(uint32_t, connection_get_unix_fd, (cdbus_connection *, int *))                               \
  F(uint32_t, connection_read_write, (cdbus_connection *, int))                                  \
  F(cdbus_message *, connection_pop_message, (cdbus_connection *))                               \
  F(uint32_t, connection_send, (cdbus_connection *, cdbus_message *, uint32_t *))                \
  F(void, connection_flush, (cdbus_connection *))                                                \
  F(cdbus_message *, connection_send_with_reply_and_block,                                       \
    (cdbus_connection *, cdbus_message *, int, cdbus_error *))                                   \
  F(cdbus_message *, message_new, (int))                                                         \
  F(void, message_unref, (cdbus_message *))                                                      \
  F(int, message_get_type, (cdbus_message *))                                                    \
  F(uint32_t, message_get_serial, (cdbus_message *))                                             \
  F(uint32_t, message_get_reply_serial, (cdbus_message *))                                       \
  F(uint32_t, message_set_reply_serial, (cdbus_message *, uint32_t))                             \
  F(uint32_t, message_get_no_reply, (cdbus_message *))                                           \
  F(void, message_set_no_reply, (cdbus_message *, uint32_t))                                     \
  F(const char *, message_get_sender, (cdbus_message *))                                         \
  F(const char *, message_get_destination, (cdbus_message *))                                    \
  F(uint32_t, message_set_destination, (cdbus_message *, const char *))                          \
  F(const char *, message_get_path, (cdbus_message *))                                           \
  F(uint32_t, message_set_path, (cdbus_message *, const char *))                                 \
  F(const char *, message_get_interface, (cdbus_message *))                                      \
  F(uint32_t, message_set_interface, (cdbus_message *, const char *))                            \
  F(const char *, message_get_member, (cdbus_message *))                                         \
  F(uint32_t, message_set_member, (cdbus_message *, const char *))                               \
  F(const char *, message_get_error_name, (cdbus_message *))                                     \
  F(uint32_t, message_set_error_name, (cdbus_message *, const char *))                           \
  F(uint32_t, message_iter_init, (cdbus_message *, cdbus_iterator *))                            \
  F(uint32_t, message_iter_next, (cdbus_iterator *))                                             \
  F(int, message_iter_get_arg_type, (cdbus_iterator *))                                          \
  F(char *, message_iter_get_signature, (cdbus_iterator *))                                      \
  F(void, message_iter_recurse, (cdbus_iterator *, cdbus_iterator *))                            \
  F(void, message_iter_get_basic, (cdbus_iterator *, void *))                                    \
  F(void, message_iter_init_append, (cdbus_message *, cdbus_iterator *))                         \
  F(uint32_t, message_iter_append_basic, (cdbus_iterator *, int, const void *))                  \
  F(uint32_t, message_iter_open_container,                                                       \
    (cdbus_iterator *, int, const char *, cdbus_iterator *))                                     \
  F(uint32_t, message_iter_close_container, (cdbus_iterator *, cdbus_iterator *))                \
  F(uint32_t, validate_path, (const char *, cdbus_error *))                                      \
  F(uint32_t, signature_validate, (const char *, cdbus_error *))                                 \
  F(uint32_t, signature_validate_single, (const char *, cdbus_error *))

// A pointer to each function, named as above.
typedef struct {
#define CDBUS_MEMBER(result, name, parameters) result(*name) parameters;
  CDBUS_FUNCTIONS(CDBUS_MEMBER)
#undef CDBUS_MEMBER
} cdbus_functions;

// Loads libdbus and fills the table. Must be called once, before the table is used.
//
// Returns NULL, or the reason why the library cannot be loaded.
const char *cdbus_load(void);

// Returns the table; all its members are NULL until the library is loaded.
const cdbus_functions *cdbus_table(void);

#endif

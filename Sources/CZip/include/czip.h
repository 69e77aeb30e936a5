// libzip, loaded on first use (library_table.h).
//
// The declarations are those of libzip's header, whose interface is stable since 1.0, so that
// building needs no development package; scripts/check-declarations compares them.
#ifndef GALLEY_CZIP_H
#define GALLEY_CZIP_H

#include <stdint.h>

typedef struct czip czip_t;
typedef struct czip_file czip_file_t;

// As zip_error_t.
typedef struct {
  int zip_err;
  int sys_err;
  char *str;
} czip_error_t;

// As zip_stat_t.
typedef struct {
  uint64_t valid;
  const char *name;
  uint64_t index;
  uint64_t size;
  uint64_t comp_size;
  long mtime;
  uint32_t crc;
  uint16_t comp_method;
  uint16_t encryption_method;
  uint32_t flags;
} czip_stat_t;

// The functions: result, name without zip_, parameters.
#define CZIP_FUNCTIONS(F)                                                        \
  F(czip_t *, open, (const char *, int, int *))                                  \
  F(void, discard, (czip_t *))                                                   \
  F(int64_t, get_num_entries, (czip_t *, uint32_t))                              \
  F(int, stat_index, (czip_t *, uint64_t, uint32_t, czip_stat_t *))              \
  F(czip_file_t *, fopen_index, (czip_t *, uint64_t, uint32_t))                  \
  F(int64_t, fread, (czip_file_t *, void *, uint64_t))                           \
  F(int, fclose, (czip_file_t *))                                                \
  F(czip_error_t *, get_error, (czip_t *))                                       \
  F(czip_error_t *, file_get_error, (czip_file_t *))                             \
  F(void, error_init_with_code, (czip_error_t *, int))                           \
  F(const char *, error_strerror, (czip_error_t *))                              \
  F(void, error_fini, (czip_error_t *))

// A pointer to each function, named as above.
typedef struct {
#define CZIP_MEMBER(result, name, parameters) result(*name) parameters;
  CZIP_FUNCTIONS(CZIP_MEMBER)
#undef CZIP_MEMBER
} czip_functions;

enum { CZIP_RDONLY = 16 };

// Loads libzip and fills the table. Must be called once, before the table is used.
//
// Returns NULL, or the reason why the library cannot be loaded.
const char *czip_load(void);

// The functions, valid after czip_load has returned NULL.
const czip_functions *czip_table(void);

#endif

// Loading of libraries on first use, because most programs need few of them.
//
// A macro lists a library's functions once, and generates both the table and its symbols:
//
//     #define GIF_FUNCTIONS(F) F(int, close, DGifCloseFile, (GifFileType *, int *))
//     static struct { GIF_FUNCTIONS(LIBRARY_MEMBER) } gif;
//     static const char *const gif_symbols[] = {GIF_FUNCTIONS(LIBRARY_SYMBOL)};
#ifndef GALLEY_LIBRARY_TABLE_H
#define GALLEY_LIBRARY_TABLE_H

#include <stddef.h>

#define LIBRARY_MEMBER(result, member, symbol, parameters) result(*member) parameters;
#define LIBRARY_SYMBOL(result, member, symbol, parameters) #symbol,

// Loads a library and fills the table of its functions. The library stays loaded until the process
// ends.
//
// `file` is the name of the library, and `symbols` contains the names of `count` functions in the
// order of the table's members.
//
// Returns NULL, or the reason of the failure, which stays valid; the table must not be used then.
// Calls must not overlap.
const char *library_load(
    const char *file, const char *const *symbols, size_t count, void *table, size_t table_size);

// Loads a library without which the process cannot continue. If that fails, prints the reason and
// ends the process with status 127, as the dynamic linker does.
void library_require(
    const char *file, const char *const *symbols, size_t count, void *table, size_t table_size);

// Writes the path of the file of a library, with symbolic links resolved, or an empty text if it
// cannot be loaded. `capacity` is at least 1.
void library_find(const char *file, char *path, size_t capacity);

// Calls `library_load` for a table and an array of symbols.
#define LIBRARY_LOAD(file, symbols, table) \
  library_load((file), (symbols), sizeof(symbols) / sizeof *(symbols), &(table), sizeof(table))

// Calls `library_require` for a table and an array of symbols.
#define LIBRARY_REQUIRE(file, symbols, table) \
  library_require((file), (symbols), sizeof(symbols) / sizeof *(symbols), &(table), sizeof(table))

#endif

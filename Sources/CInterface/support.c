#include "interface_support.h"

#include <string.h>

const char *galley_version(void) { return GALLEY_VERSION; }

uint32_t galley_abi_version(void) { return GALLEY_ABI_VERSION; }

void interface_set_error(
    galley_error *error, galley_status status, int64_t offset, const char *message,
    size_t length) {
  if (!error) return;
  size_t most = sizeof error->message - 1;
  if (length > most) {
    length = most;
    // Bytes 10xxxxxx continue a character, which is not cut.
    while (length > 0 && ((unsigned char)message[length] & 0xC0) == 0x80) length--;
  }
  error->status = status;
  error->reserved = 0;
  error->offset = offset;
  memcpy(error->message, message, length);
  memset(error->message + length, 0, sizeof error->message - length);
}

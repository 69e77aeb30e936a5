#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "csystem.h"

// Everything here is called by a signal handler, and uses only functions that are safe in one.

// A line of /proc/self/maps: addresses, and perhaps the path of a file.
typedef struct {
  char bytes[4096 + 128];
  size_t length;
} Line;

// Reads a hexadecimal number, and advances past it.
static uintptr_t read_number(const char **text) {
  uintptr_t number = 0;
  for (;; (*text)++) {
    char digit = **text;
    if (digit >= '0' && digit <= '9') number = number << 4 | (uintptr_t)(digit - '0');
    else if (digit >= 'a' && digit <= 'f') number = number << 4 | (uintptr_t)(digit - 'a' + 10);
    else return number;
  }
}

// Returns the path of a mapping that contains an address, or NULL if the line is of another
// mapping, or of one without a file.
static char *path_of(Line *line, uintptr_t address) {
  const char *text = line->bytes;
  uintptr_t start = read_number(&text);
  if (*text != '-') return NULL;
  text++;
  uintptr_t end = read_number(&text);
  return address >= start && address < end ? strchr(line->bytes, '/') : NULL;
}

// Finds the line of the mapped file that contains an address, and returns the path in it.
static char *find_path(Line *line, uintptr_t address) {
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  char buffer[512];
  char *path = NULL;
  ssize_t count;
  line->length = 0;
  while (path == NULL && (count = read(file, buffer, sizeof buffer)) > 0) {
    for (ssize_t index = 0; index < count && path == NULL; index++) {
      if (buffer[index] == '\n') {
        line->bytes[line->length] = 0;
        path = path_of(line, address);
        line->length = 0;
      } else if (line->length < sizeof line->bytes - 1) {
        line->bytes[line->length++] = buffer[index];
      }
    }
  }
  close(file);
  return path;
}

static void complain(const char *text) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
}

static void end_process(int signal, siginfo_t *details, void *context) {
  (void)signal, (void)context;
  static Line line;
  // The handler was reset, so that returning repeats the fault, which then ends the process.
  if (details->si_code != BUS_ADRERR) return;
  char *path = find_path(&line, (uintptr_t)details->si_addr);
  if (path == NULL) return;
  // A terminal may interpret other bytes.
  for (char *byte = path; *byte != 0; byte++) {
    if (*byte < ' ' || *byte > '~') *byte = '?';
  }
  complain(path);
  complain(": the file was truncated while it was in use\n");
  _exit(1);
}

void galley_report_truncated_files(void) {
  struct sigaction action = {0};
  action.sa_sigaction = end_process;
  action.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
  (void)sigaction(SIGBUS, &action, NULL);
}

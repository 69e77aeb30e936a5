// Preloaded by scripts/memcheck into test processes.
//
// The main thread of an asynchronous program sleeps in `sigsuspend`, with a set of signals in
// read-only memory, to which valgrind 3.19 writes. `pause` sleeps likewise, until the exit.

#include <signal.h>
#include <unistd.h>

int sigsuspend(const sigset_t *set) {
  (void)set;
  return pause();
}

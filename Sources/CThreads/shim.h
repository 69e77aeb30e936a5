// How Linux shares cores among threads (sched(7)), in functions without pointers.
#include <sched.h>

// Their names are there for programs that ask for all of the GNU library only; their values never change.
enum { galley_batch_policy = 3, galley_reset_on_fork = 0x40000000 };

// The policy of the calling thread, with or without the flag.
static inline int galley_policy(void) { return sched_getscheduler(0); }

// Gives the calling thread a policy without real-time priority; not 0 if that is refused.
static inline int galley_set_policy(int policy) {
  struct sched_param parameters = {0};
  return sched_setscheduler(0, policy, &parameters);
}

// Which threads Linux lets push others off a core (sched(7)), and what they are called.
#include <sched.h>
#include <stdbool.h>
#include <sys/prctl.h>

// Their names are there for programs that ask for all of the GNU library only; their values never change.
enum { galley_batch = 3, galley_reset_on_fork = 0x40000000 };

// Has the calling thread, but none that it starts, wait for a free core or its turn when it wakes up.
static inline void galley_wait_for_turns(void) {
  struct sched_param parameters = {0};
  // Whoever refuses this gets a thread like any other.
  (void)sched_setscheduler(0, galley_batch | galley_reset_on_fork, &parameters);
}

// Whether the calling thread does.
static inline bool galley_waits_for_turns(void) {
  return (sched_getscheduler(0) & ~galley_reset_on_fork) == galley_batch;
}

// Names the calling thread, by the first 15 bytes.
static inline void galley_name_thread(const char *name) { (void)prctl(PR_SET_NAME, name); }

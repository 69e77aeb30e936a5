// The scheduling policies are declared only with the GNU extensions.
#define _GNU_SOURCE
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "csystem.h"

void galley_wait_for_turns(int niceness) {
  struct sched_param parameters = {0};
  (void)sched_setscheduler(0, SCHED_BATCH | SCHED_RESET_ON_FORK, &parameters);
  // On Linux, 0 stands for the calling thread.
  if (niceness != 0) (void)setpriority(PRIO_PROCESS, 0, niceness);
}

int galley_niceness(void) { return getpriority(PRIO_PROCESS, 0); }

bool galley_waits_for_turns(void) {
  return (sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == SCHED_BATCH;
}

void galley_name_thread(const char *name) { (void)prctl(PR_SET_NAME, name); }

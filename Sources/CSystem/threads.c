// The scheduling policies are declared only with the GNU extensions.
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "csystem.h"

// The first version of sched_setattr(2)'s argument, which older C libraries do not declare.
struct attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

void galley_set_slice(int microseconds) {
  struct attributes attributes = {.size = sizeof attributes};
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
  if (attributes.policy != SCHED_OTHER && attributes.policy != SCHED_BATCH) return;
  attributes.runtime = (uint64_t)microseconds * 1000;
  (void)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

long galley_slice(void) {
  struct attributes attributes = {.size = sizeof attributes};
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return 0;
  return (long)(attributes.runtime / 1000);
}

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

// The gate of all calls, which makes fork(2) safe.
//
// A fork copies only the thread that calls it. A lock that another thread holds at that moment
// stays locked in the child forever. Therefore a fork first waits until no call is in progress:
// then no lock of the engine is held, and the child continues with all handles.
#include "interface_support.h"

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
// The number of calls in progress.
static size_t calls;
// The number of threads that are about to fork, which new calls wait for.
static size_t forks;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void before_fork(void) {
  pthread_mutex_lock(&mutex);
  forks++;
  while (calls > 0) pthread_cond_wait(&changed, &mutex);
  // The mutex stays locked until the fork is done.
}

static void after_fork_in_parent(void) {
  forks--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

static void after_fork_in_child(void) {
  // Threads of the parent that waited do not exist here.
  forks = 0;
  calls = 0;
  pthread_cond_init(&changed, NULL);
  pthread_mutex_init(&mutex, NULL);
}

static void watch_forks(void) {
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

void interface_enter(void) {
  pthread_once(&once, watch_forks);
  pthread_mutex_lock(&mutex);
  while (forks > 0) pthread_cond_wait(&changed, &mutex);
  calls++;
  pthread_mutex_unlock(&mutex);
}

void interface_leave(void) {
  pthread_mutex_lock(&mutex);
  calls--;
  if (calls == 0 && forks > 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

// Reports synchronization inside the Swift runtime libraries to ThreadSanitizer. These libraries
// are not instrumented on Linux.
//
// Only `scripts/sanitize thread` links this file, into instrumented test binaries. Each function
// interposes a function of the runtime, reports to the sanitizer what it acquires or releases, and
// calls it. The names are those of Swift 6.3; the program aborts if one is missing.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall, visibility("default")))
#define SWIFT_ASYNC __attribute__((swiftasynccall, visibility("default")))
#define SELF __attribute__((swift_context)) void *self

// Returns the interposed function of that name.
static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) {
    fprintf(stderr, "tsan_swift_shim: the Swift runtime has no %s\n", name);
    abort();
  }
  return function;
}

// Synchronization.Mutex. The fast paths are inlined into instrumented code; these are the slow
// paths of contended mutexes.
#define MUTEX_LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define MUTEX_TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define MUTEX_UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void shim_mutex_lock(uint32_t thread, SELF) __asm__(MUTEX_LOCK);
SWIFT _Bool shim_mutex_try(SELF) __asm__(MUTEX_TRY);
SWIFT void shim_mutex_unlock(SELF) __asm__(MUTEX_UNLOCK);

SWIFT void shim_mutex_lock(uint32_t thread, SELF) {
  typedef __attribute__((swiftcall)) void (*Lock)(uint32_t, SELF);
  ((Lock)next(MUTEX_LOCK))(thread, self);
  __tsan_acquire(self);
}

SWIFT _Bool shim_mutex_try(SELF) {
  typedef __attribute__((swiftcall)) _Bool (*Try)(SELF);
  _Bool is_locked = ((Try)next(MUTEX_TRY))(self);
  if (is_locked) __tsan_acquire(self);
  return is_locked;
}

SWIFT void shim_mutex_unlock(SELF) {
  typedef __attribute__((swiftcall)) void (*Unlock)(SELF);
  __tsan_release(self);
  ((Unlock)next(MUTEX_UNLOCK))(self);
}

// Continuations that are resumed before their task awaits them. The handover is represented by an
// address inside the task that is not used for other synchronization.
static void *handover(void *task) { return (char *)task + 1; }

extern __attribute__((swiftcall)) void *swift_task_getCurrent(void);

SWIFT void swift_continuation_resume(void *task) {
  typedef __attribute__((swiftcall)) void (*Resume)(void *);
  __tsan_release(handover(task));
  ((Resume)next("swift_continuation_resume"))(task);
}

SWIFT void swift_continuation_throwingResume(void *task) {
  typedef __attribute__((swiftcall)) void (*Resume)(void *);
  __tsan_release(handover(task));
  ((Resume)next("swift_continuation_throwingResume"))(task);
}

SWIFT void swift_continuation_throwingResumeWithError(void *task, void *error) {
  typedef __attribute__((swiftcall)) void (*Resume)(void *, void *);
  __tsan_release(handover(task));
  ((Resume)next("swift_continuation_throwingResumeWithError"))(task, error);
}

SWIFT_ASYNC void swift_continuation_await(void *context) {
  typedef __attribute__((swiftasynccall)) void (*Await)(void *);
  Await await = (Await)next("swift_continuation_await");
  void *task = swift_task_getCurrent();
  if (task) __tsan_acquire(handover(task));
  __attribute__((musttail)) return await(context);
}

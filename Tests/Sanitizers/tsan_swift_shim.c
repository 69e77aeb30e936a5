// Teaches ThreadSanitizer what it cannot see on Linux: synchronization inside the Swift runtime's
// own libraries, which are not instrumented.
//
// `scripts/sanitize thread` links it into instrumented test binaries, and nothing else does. Each
// function here stands in front of one of the runtime's, tells the sanitizer what that one
// acquires or releases, and calls it. The names are those of Swift 6.3; if one is missing the
// program aborts with its name, rather than go on blind.

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

// The function of that name in the library behind us.
static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) {
    fprintf(stderr, "tsan_swift_shim: the Swift runtime has no %s\n", name);
    abort();
  }
  return function;
}

// Synchronization.Mutex. Its quick paths are inlined into instrumented code; these are the paths of
// a mutex that another thread holds.
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

// Continuations that are resumed before their task awaits them. What stands for the hand-over is an
// address inside the task that nothing else synchronizes on.
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

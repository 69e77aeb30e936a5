// Declarations of memory files, and the calls of Linux without functions of the C library.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "csystem.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the sandbox does not know the architecture"
#endif

// Accepts a call whatever its arguments are.
#define ALLOW(call)                              \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// Accepts a call unless its third argument, the protection of memory, contains execution.
#define ALLOW_DATA(call)                                                             \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4),                                     \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),      \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),                           \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),                             \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

int galley_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

static int limit(int resource, unsigned long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  // A limit that is lower already stays.
  if (limit.rlim_max > value) limit.rlim_max = value;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit);
}

// The address and thread sanitizers reserve terabytes of addresses, of which none would be left.
static int limit_memory(unsigned long memory) {
#ifdef GALLEY_SANITIZED
  (void)memory;
  return 0;
#else
  return limit(RLIMIT_AS, memory);
#endif
}

bool galley_is_in_sandbox = false;

int galley_enter_sandbox(int descriptors, unsigned long memory) {
  // Close all that the parent left open.
  if (syscall(SYS_close_range, descriptors, ~0U, 0) != 0) return errno;
  if (limit_memory(memory) != 0 || limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_NPROC, 0) != 0 ||
      limit(RLIMIT_NOFILE, (unsigned long)descriptors) != 0)
    return errno;
  static const struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // Requests, and the memory file.
      ALLOW(SYS_recvfrom), ALLOW(SYS_sendto), ALLOW(SYS_pread64), ALLOW(SYS_pwrite64),
      // Memory.
      ALLOW(SYS_brk), ALLOW(SYS_munmap), ALLOW(SYS_mremap), ALLOW(SYS_madvise),
      // Locks, time and random numbers of the languages' libraries.
      ALLOW(SYS_futex), ALLOW(SYS_gettid), ALLOW(SYS_clock_gettime), ALLOW(SYS_clock_nanosleep),
      ALLOW(SYS_getrandom), ALLOW(SYS_sched_yield), ALLOW(SYS_restart_syscall),
#ifdef GALLEY_SANITIZED
      // Jumps to handlers of errors, of libjpeg, make the address sanitizer look for their stack.
      ALLOW(SYS_sigaltstack),
#endif
      // The end.
      ALLOW(SYS_exit), ALLOW(SYS_exit_group), ALLOW(SYS_rt_sigreturn), ALLOW(SYS_rt_sigprocmask),
      // These change the loaded word, so they come last.
      ALLOW_DATA(SYS_mmap),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW_DATA(SYS_mprotect),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog program = {
      .len = sizeof rules / sizeof *rules, .filter = (struct sock_filter *)rules};
  if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return errno;
  galley_is_in_sandbox = true;
  return 0;
}

internal import Glibc

/// The waits of the threads of the process, such as for locks.
package enum LockWaits {
  /// The number of times that a thread has given up its core to wait, since the process started.
  ///
  /// The C function is `getrusage`; the field is `ru_nvcsw`.
  package static var count: Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_nvcsw
  }
}

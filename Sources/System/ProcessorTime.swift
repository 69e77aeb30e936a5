internal import Glibc

/// CPU time, which other threads and programs do not consume.
package enum ProcessorTime {
  /// The CPU time of the calling thread since its start, in seconds.
  package static var ofThread: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

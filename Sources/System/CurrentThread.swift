internal import Glibc

/// The calling thread.
package enum CurrentThread {
  /// A number that differs from that of every other thread that runs at the same time.
  package static var number: UInt { UInt(pthread_self()) }
}

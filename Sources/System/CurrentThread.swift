internal import Glibc

/// The calling thread.
package enum CurrentThread {
  /// A number that differs from that of every other thread that runs at the same time.
  package static var number: UInt { UInt(pthread_self()) }
}

/// Runs a closure on the main actor, where the caller has found itself to be.
///
/// `MainActor.assumeIsolated` asks the runtime again, which takes longer than reading a property.
@inlinable
package func assumingMain<Result>(_ body: @MainActor () -> Result) -> Result {
  withoutActuallyEscaping(body) { body in
    unsafe unsafeBitCast(body, to: (() -> Result).self)()
  }
}

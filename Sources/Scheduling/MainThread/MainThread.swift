import Dispatch

/// Whether the caller is on the main actor's queue.
///
/// Not whether it is on the thread that the program began on: where the main queue is run by
/// `dispatchMain()`, that thread is gone.
package var isOnMain: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

/// Marks the main queue.
private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Runs `body` on the main actor: at once if the caller is there, soon if it is elsewhere.
public func performOnMain(_ body: @escaping @MainActor () -> Void) {
  guard !isOnMain else { return MainActor.assumeIsolated { body() } }
  DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
}

/// Runs `body` away from the main actor: soon if the caller is there, at once if it is elsewhere.
public func performInBackground(_ body: @escaping @Sendable () -> Void) {
  guard isOnMain else { return body() }
  DispatchQueue.global().async { body() }
}

import Dispatch

/// Whether the caller runs on the main actor's queue.
///
/// This need not be the program's initial thread: under `dispatchMain()` that thread has exited.
package var isOnMain: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

/// The key that marks the main queue.
private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

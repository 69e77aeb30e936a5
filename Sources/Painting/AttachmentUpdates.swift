internal import Synchronization

/// A channel that announces images of attachments that were not available when they were drawn.
///
/// Text nodes that show the attachment are drawn again.
public final class AttachmentUpdates: Sendable {
  private struct Observer: Sendable {
    let attachments: Set<String>
    let body: @Sendable () -> Void
  }

  private struct State: Sendable {
    var observers: [UInt64: Observer] = [:]
    var count: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Creates a channel.
  public init() {}

  /// Announces that the image of an attachment has become available or has changed.
  ///
  /// Callable from any thread.
  ///
  /// - Parameter attachment: The ID of the attachment.
  public func announce(_ attachment: String) {
    let bodies = state.withLock { state in
      state.observers.values.filter { $0.attachments.contains(attachment) }.map(\.body)
    }
    for body in bodies { body() }
  }

  /// Calls a closure for each announcement of some attachments until the result is released.
  ///
  /// - Parameters:
  ///   - attachments: The IDs of the attachments.
  ///   - body: Called on any thread.
  /// - Returns: The observation, which ends with its release.
  package func observe(
    _ attachments: Set<String>, _ body: @escaping @Sendable () -> Void
  ) -> Observation {
    let number = state.withLock { state in
      state.count += 1
      state.observers[state.count] = Observer(attachments: attachments, body: body)
      return state.count
    }
    return Observation(self, number: number, attachments: attachments)
  }

  fileprivate func remove(_ number: UInt64) {
    let old = state.withLock { $0.observers.removeValue(forKey: number) }
    withExtendedLifetime(old) {}
  }

  /// The observation of attachments, which ends with its release.
  package final class Observation: Sendable {
    /// The observed channel.
    package let updates: AttachmentUpdates
    /// The IDs of the attachments.
    package let attachments: Set<String>
    private let number: UInt64

    fileprivate init(_ updates: AttachmentUpdates, number: UInt64, attachments: Set<String>) {
      (self.updates, self.number, self.attachments) = (updates, number, attachments)
    }

    deinit { updates.remove(number) }
  }
}

extension AttachmentUpdates.Observation {
  /// Observes the attachments of a text.
  ///
  /// - Parameters:
  ///   - images: The image source of the attachments.
  ///   - attachments: The IDs of the attachments.
  ///   - current: The current observation, which is returned if it is of the same attachments.
  ///   - body: Called on any thread when an image arrives.
  /// - Returns: The observation; `nil` if no image can arrive later.
  package static func of(
    _ images: AttachmentImages?, _ attachments: @autoclosure () -> Set<String>,
    current: AttachmentUpdates.Observation?, _ body: @escaping @Sendable () -> Void
  ) -> AttachmentUpdates.Observation? {
    guard let updates = images?.updates else { return nil }
    let attachments = attachments()
    if attachments.isEmpty { return nil }
    if let current, current.updates === updates, current.attachments == attachments {
      return current
    }
    return updates.observe(attachments, body)
  }
}

import Synchronization

extension DisplayLoop {
  /// A handler that runs in each tick while it is retained.
  @MainActor public final class Handler {
    /// The loop's weak reference to a handler.
    struct Weak {
      weak var target: Handler?
    }

    let body: @MainActor (Tick) -> Void
    /// A request for continuous ticks, if the handler needs them.
    var frames: FrameRequest?

    init(_ body: @escaping @MainActor (Tick) -> Void) {
      self.body = body
    }
  }

  /// A request for continuous ticks, as for an animation.
  public final class FrameRequest: Sendable {
    private let inbox: TickInbox
    // Relaxed: it publishes nothing, and only makes ``end()`` idempotent.
    private let hasEnded = Atomic(false)

    init(inbox: TickInbox) {
      self.inbox = inbox
      inbox.change { $0.requestFrames(1, at: $1) }
    }

    deinit {
      end()
    }

    /// Ends the request; callable from any thread.
    public func end() {
      guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
      inbox.change { $0.requestFrames(-1, at: $1) }
    }
  }
}

import Synchronization

/// Something that runs in each tick, as long as this is kept.
@MainActor public final class TickHandler {
  /// What the loop knows of a handler.
  struct Weak {
    weak var target: TickHandler?

    init(_ target: TickHandler) {
      self.target = target
    }
  }

  private var body: (@MainActor (Tick) -> Void)?

  init(_ body: @escaping @MainActor (Tick) -> Void) {
    self.body = body
  }

  /// Has it not run any more.
  public func cancel() {
    body = nil
  }

  func call(_ tick: Tick) {
    body?(tick)
  }
}

/// A wish for one tick after the other, as animations have.
public final class FrameRequest: Sendable {
  private let inbox: TickInbox
  // Relaxed: nothing is published through it; it only counts the end once.
  private let hasEnded = Atomic(false)

  init(inbox: TickInbox) {
    self.inbox = inbox
    inbox.requestFrames(1)
  }

  deinit {
    end()
  }

  /// Takes the wish back, on any thread.
  public func end() {
    if !hasEnded.exchange(true, ordering: .relaxed) { inbox.requestFrames(-1) }
  }
}

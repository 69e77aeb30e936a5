internal import GalleyChat
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichStreaming
internal import GalleyScheduling
internal import GalleyStreaming

/// The messages of a conversation that grow, with their deadlines.
///
/// All times are in seconds of the display loop's clock.
@MainActor final class GrowingMessages {
  /// A message that grows.
  struct Growth {
    let stream: MessageStream
    /// The life of a draft; `nil` for a message that stays.
    var lifetime: DraftLifetime?
    /// The number of changes of the text.
    var version = 0
    /// The time of the last change.
    var changed: Double
    /// Whether marks at the end of the text wait for the next character, or for their time.
    var holdsMarks = false
  }

  weak var view: ConversationView?
  private(set) var messages: [Message.ID: Growth] = [:]
  /// The announcements of messages that grow, and of those that were finished last.
  private(set) var spoken: [Message.ID: SpokenMessage] = [:]
  /// The messages whose next announcement has a time.
  private var speaking: Set<Message.ID> = []
  /// The messages whose rows are to be updated in the next tick.
  private var pending: Set<Message.ID> = []
  private let loop: DisplayLoop

  init(_ loop: DisplayLoop) { self.loop = loop }

  /// Adds a message.
  func add(_ id: Message.ID, _ stream: MessageStream, isDraft: Bool) {
    let time = loop.clock.now
    messages[id] = Growth(stream: stream, lifetime: isDraft ? DraftLifetime() : nil, changed: time)
    spoken = spoken.filter { messages[$0.key] != nil || $0.value.isPending }
    spoken[id] = SpokenMessage()
    touch(id)
    if isDraft { expire(id, after: DraftLifetime.period) }
  }

  /// Forgets a message, and returns it.
  @discardableResult func remove(_ id: Message.ID) -> Growth? {
    pending.remove(id)
    return messages.removeValue(forKey: id)
  }

  /// Changes the text of a message, and shows it in the next tick.
  ///
  /// - Returns: Whether there is such a message.
  func change(_ id: Message.ID, _ body: (MessageStream) -> Void) -> Bool {
    guard let stream = messages[id]?.stream else { return false }
    body(stream)
    touch(id)
    hold(id)
    show(id)
    return true
  }

  /// Notes that a message was changed just now.
  private func touch(_ id: Message.ID) {
    let time = loop.clock.now
    messages[id]?.version += 1
    messages[id]?.changed = time
    guard let version = messages[id]?.version else { return }
    _ = messages[id]?.lifetime?.update(id: 1, text: String(version), sent: time, at: time)
  }

  /// Shows a message in the next tick, once for all changes until then.
  private func show(_ id: Message.ID) {
    guard pending.insert(id).inserted else { return }
    loop.perform(in: .changeSets) { [weak self] in
      guard let self, pending.remove(id) != nil else { return }
      view?.showGrowth(of: id)
      speak(id)
    }
  }

  // MARK: Announcements

  /// Completes the announcements of a message.
  func finishSpeaking(_ id: Message.ID, _ blocks: RichMessage?) {
    spoken[id]?.take(blocks?.spokenText ?? "", isFinished: true)
    speak(id)
  }

  /// Announces the sentences that are complete, now or when it is time.
  private func speak(_ id: Message.ID) {
    guard !speaking.contains(id), let next = spoken[id]?.next else { return }
    let time = loop.clock.now
    guard time < next else { return announce(id, at: time) }
    speaking.insert(id)
    loop.perform(after: next - time, in: .changeSets) { [weak self] in
      guard let self else { return }
      speaking.remove(id)
      // Deadlines are sums, which need not be exact.
      announce(id, at: max(next, loop.clock.now))
    }
  }

  private func announce(_ id: Message.ID, at time: Double) {
    if let blocks = messages[id]?.stream.message {
      spoken[id]?.take(blocks.spokenText, isFinished: false)
    }
    spoken[id]?.announce(at: time)
  }

  // MARK: Deadlines

  /// Removes a draft for which nothing has come for a time.
  private func expire(_ id: Message.ID, after delay: Double) {
    loop.perform(after: delay, in: .changeSets) { [weak self] in
      guard let self, let deadline = messages[id]?.lifetime?.deadline else { return }
      let time = loop.clock.now
      guard messages[id]?.lifetime?.advance(to: time) == .remove else {
        return expire(id, after: deadline - time)
      }
      view?.delete([id])
    }
  }

  /// Shows marks at the end of a text as text when their time is over.
  private func hold(_ id: Message.ID) {
    guard messages[id]?.holdsMarks == false else { return }
    messages[id]?.holdsMarks = true
    release(id, after: StreamingText.holdPeriod)
  }

  private func release(_ id: Message.ID, after delay: Double) {
    loop.perform(after: delay, in: .changeSets) { [weak self] in
      guard let self, let growth = messages[id] else { return }
      let rest = growth.changed + StreamingText.holdPeriod - loop.clock.now
      // Deadlines are sums, which need not be exact.
      guard rest < 1e-6 else { return release(id, after: rest) }
      messages[id]?.holdsMarks = false
      growth.stream.showHeldMarks()
      show(id)
    }
  }
}

extension RichMessage {
  /// The text that is announced, without what spoilers hide.
  fileprivate var spokenText: String {
    plainText().string(replacingPlaceholdersWith: ChatElement.hiddenText)
  }
}

/// The life of a draft that a bot sends while it writes a message.
///
/// A draft is shown until the final message arrives or nothing was sent for ``period``. All times
/// are in seconds, on one clock.
package struct DraftLifetime: Hashable, Sendable {
  /// The time after the last update at which a draft disappears, in seconds.
  package static let period = 30.0

  /// A change of what is shown.
  package enum Action: Hashable, Sendable {
    case none
    /// Shows a draft where none was.
    case show
    /// Changes the draft, with an animation.
    case animate
    /// Shows another draft in place of the old one, without an animation.
    case replace
    /// Removes the draft.
    case remove
    /// Keeps the draft's bubble and its place for the final message, which has the same text.
    case handOver
    /// Removes the draft, and shows the final message as any other.
    case removeForMessage
  }

  /// A draft that is shown.
  private struct Draft: Hashable, Sendable {
    var id: Int
    var text: String
    var updated: Double
  }

  private var draft: Draft?

  /// Creates the state without a draft.
  package init() {}

  /// Whether a draft is shown.
  package var isShown: Bool { draft != nil }

  /// The time at which the draft disappears unless it is updated, in seconds.
  package var deadline: Double? { draft.map { $0.updated + Self.period } }

  /// Receives a draft.
  ///
  /// - Parameters:
  ///   - id: The identifier of the draft; drafts with another one are not animated.
  ///   - text: The whole text so far.
  ///   - sent: The time at which the draft was sent; old ones are ignored.
  ///   - time: The time of the arrival.
  /// - Returns: The change of what is shown.
  package mutating func update(id: Int, text: String, sent: Double, at time: Double) -> Action {
    let expired = advance(to: time)
    guard time < sent + Self.period else { return expired }
    defer { draft = Draft(id: id, text: text, updated: sent) }
    guard let old = draft else { return expired == .remove ? .replace : .show }
    guard old.id == id else { return .replace }
    return old.text == text ? .none : .animate
  }

  /// Receives the final message.
  package mutating func finish(text: String, at time: Double) -> Action {
    let expired = advance(to: time)
    guard let old = draft else { return expired }
    draft = nil
    return Self.trimmed(old.text) == Self.trimmed(text) ? .handOver : .removeForMessage
  }

  /// Removes the draft if its time is over.
  package mutating func advance(to time: Double) -> Action {
    guard let deadline, time >= deadline else { return .none }
    draft = nil
    return .remove
  }

  /// Returns a text without white space at its ends.
  private static func trimmed(_ text: String) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { start[...$0] } ?? ""
  }
}

internal import GalleyChat
internal import GalleyLists
internal import GalleyMessages
internal import GalleyTypesetting

/// Copies with names and times.
extension ConversationView {
  /// The selected parts of messages, each below the name of its sender and its time, separated by
  /// blank lines.
  ///
  /// - Complexity: O(*n*) for *n* messages from the first to the last.
  var selectedTranscript: DisclosedText {
    list.selection.parts.compactMap { transcript(ofKey: $0.item.key, in: $0.range) }
      .joined(separator: "\n\n")
  }

  /// Returns a part of a message below the name of its sender and its time; `nil` if it has no
  /// text.
  ///
  /// - Parameters:
  ///   - key: The key of the message.
  ///   - range: UTF-8 offsets of the shown text; `nil` for all of it.
  /// - Returns: The part with its heading.
  func transcript(ofKey key: Int, in range: Range<Int>? = nil) -> DisclosedText? {
    let item = ListItem(key: key)
    guard let text = selectableText(of: item), let message = message(ofKey: key) else { return nil }
    let range = range ?? 0..<text.length
    let words =
      plainText(of: range, of: item)
      ?? text.plainText(of: range, revealed: revealedSpoilers(of: item))
    let time = message.date.flatMap { date in
      MessageEntity.DateTimeFormat("dt").flatMap { source.rows.dates.text(for: date, $0) }
    }
    let heading = [message.sender, time.map { "[\($0)]" } ?? ""].filter { !$0.isEmpty }
    guard !heading.isEmpty else { return words }
    let line = DisclosedText(verbatim: heading.joined(separator: ", ") + ":")
    return [line, words].joined(separator: "\n")
  }
}

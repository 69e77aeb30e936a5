internal import GalleyLists
internal import GalleyMessages
internal import GalleyTypesetting

extension ConversationView {
  /// The selected messages as HTML, each on its own lines, without hidden spoilers.
  ///
  /// - Complexity: O(*n*) for *n* messages from the first to the last.
  public var selectedHTML: String {
    selectedParts.map { $0.message.html(revealed: $0.revealed) }.joined(separator: "\n")
  }

  /// The selected messages as Markdown, separated by blank lines, without hidden spoilers.
  ///
  /// - Complexity: O(*n*) for *n* messages from the first to the last.
  public var selectedMarkdown: String {
    selectedParts.map { $0.message.markdown(revealed: $0.revealed) }.joined(separator: "\n\n")
  }

  /// The selected parts of messages with their revealed spoilers, in reading order.
  private var selectedParts: [(message: Message, revealed: RevealedSpoilers)] {
    list.selection.parts.compactMap { item, range in
      guard let text = selectableText(of: item), !range.isEmpty,
        let message = source.table.message(ofKey: item.key)?.message
      else { return nil }
      let revealed = text.revealed(source.state(ofKey: item.key).revealed, in: range)
      return (message.part(text.indexMap.sourceRange(ofLayout: range)), revealed)
    }
  }
}

extension AttributedText {
  /// Returns the revealed spoilers of a part of the text, which numbers its own spoilers from 0.
  fileprivate func revealed(_ revealed: RevealedSpoilers, in range: Range<Int>) -> RevealedSpoilers
  {
    let spoilers = annotations(revealed: .all).filter { $0.kind == .spoiler }
    var result = RevealedSpoilers.none
    var index = 0
    for (old, spoiler) in spoilers.enumerated() where spoiler.range.overlaps(range) {
      if revealed.contains(old) { result = result.revealing(index) }
      index += 1
    }
    return result
  }
}

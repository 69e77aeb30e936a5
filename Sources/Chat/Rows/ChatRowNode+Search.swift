internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
package import GalleyTypesetting
internal import Synchronization

/// A search whose matches a row marks.
package struct RowSearch: Hashable, Sendable {
  /// The text to find.
  package var query: String
  /// The match that is marked more strongly, in UTF-8 offsets; `nil` for none.
  package var current: Range<Int>?

  /// The rules of searching in conversations: case and diacritics are ignored.
  package static let options = AttributedText.SearchOptions(ignoresDiacritics: true)

  /// Creates a search.
  package init(_ query: String, current: Range<Int>? = nil) {
    self.query = query
    self.current = current
  }
}

extension ChatRowNode {
  /// Marks the matches of a search in the text, also in later versions of the message; `nil` marks
  /// nothing.
  ///
  /// Hidden spoilers have no marks.
  @MainActor package func mark(_ search: RowSearch?) {
    content.state.withLock { $0.search = search }
    content.updateMarks(on: node)
  }
}

extension RowContent {
  /// Shows the marks of the current search behind the text.
  @MainActor func updateMarks(on node: DisplayNode) {
    let (search, old, parts, revealed) = state.withLock {
      ($0.search, $0.marks, $0.parts, $0.opened.revealed)
    }
    guard search != nil || old != nil else { return }
    old?.removeFromSupernode()
    var marks: DisplayNode?
    if let search, let place = parts.firstIndex(where: { $0.text != nil || $0.rich != nil }),
      let text = parts[place].selectable,
      let words = parts[place].text?.layout.text ?? parts[place].rich?.layout.joinedText
    {
      marks = Self.makeMarks(search, in: text, words, revealed: revealed)
      if let marks { node.insertSubnode(marks, at: place) }
    }
    state.withLock { $0.marks = marks }
  }

  @MainActor private static func makeMarks(
    _ search: RowSearch, in text: SelectableText, _ words: AttributedText,
    revealed: RevealedSpoilers
  ) -> DisplayNode? {
    let outline = text.outline
    let ranges = words.matches(
      of: search.query, options: RowSearch.options, revealed: revealed)
    guard !ranges.isEmpty else { return nil }
    let color = text.palette[.searchMatch]
    let strong = Color(color, alpha: UInt8(min(255, Int(color.alpha) * 2)))
    let margin = SelectionPart.margin
    let content = DrawnContent { context, _ in
      for range in ranges {
        context.fill(
          outline(range).offset(x: margin, y: margin),
          with: range == search.current ? strong : color)
      }
    }
    let node = DisplayNode(content, environment: text.node.environment)
    node.name = "marks"
    node.isOpaque = false
    node.isUserInteractionEnabled = false
    node.frame = text.node.frame.extended(
      by: Insets(top: margin, left: margin, bottom: margin, right: margin))
    node.neverShowsPlaceholders = true
    return node
  }
}

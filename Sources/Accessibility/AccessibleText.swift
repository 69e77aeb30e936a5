public import GalleyGeometry
public import GalleyTypesetting

extension Accessible {
  /// The visible text of a layout, as assistive technology navigates it.
  ///
  /// It differs from the layout's text where something else is read: words for each hidden spoiler,
  /// and their texts for attachments. Text in collapsed blocks and truncated text are not part of
  /// it. Hidden text can be neither read nor measured.
  ///
  /// Offsets of the package interface count code points, as AT-SPI does; ``selection`` and
  /// ``onSelect`` have UTF-8 offsets of the layout's text.
  public struct Text: Sendable {
    /// A part of the layout's text, and the bytes that stand for it.
    struct Piece: Hashable, Sendable {
      var source: Range<Int>
      var shown: Range<Int>
      /// Whether other words are read for the part.
      var isReplaced = false
    }

    /// The words that are read for a hidden spoiler.
    public static let hiddenText = "hidden text"

    /// The selected range; `nil` if nothing is selected.
    public var selection: Range<Int>?
    /// The offset of the caret, which is the movable end of a selection; `nil` without one.
    public var caret: Int?
    /// Selects a range, or moves the caret if it is empty; returns whether it could.
    public var onSelect: (@MainActor @Sendable (Range<Int>) -> Bool)?

    /// The position of the layout's origin, in the coordinates of the object's frame.
    var origin: Point
    let layout: TextLayout
    let pieces: [Piece]
    let points: CodePoints

    /// Creates the text of a layout.
    ///
    /// - Parameters:
    ///   - layout: The layout.
    ///   - revealed: The spoilers that may be read.
    ///   - origin: The position of the layout, in the coordinates of the object's frame.
    public init(
      _ layout: TextLayout, revealed: RevealedSpoilers = .none, at origin: Point = .zero
    ) {
      (self.layout, self.origin) = (layout, origin)
      var builder = PieceBuilder(layout, revealed: revealed)
      builder.build()
      pieces = builder.pieces
      points = CodePoints(builder.string)
    }
  }
}

/// Collects what is read for each part of a layout's text.
private struct PieceBuilder {
  let layout: TextLayout
  let revealed: RevealedSpoilers
  private(set) var string = ""
  private(set) var pieces: [Accessible.Text.Piece] = []

  init(_ layout: TextLayout, revealed: RevealedSpoilers) {
    (self.layout, self.revealed) = (layout, revealed)
  }

  mutating func build() {
    let text = layout.text
    // Parts that are not read as they are, in order.
    var replaced = text.hiddenRanges(revealed: revealed).map {
      (range: $0, words: Accessible.Text.hiddenText)
    }
    replaced += text.attachments(revealed: revealed).map {
      ($0.offset..<$0.offset + "\u{FFFC}".utf8.count, $0.attachment.text)
    }
    replaced.sort { $0.range.lowerBound < $1.range.lowerBound }
    var next = 0
    for line in visibleRanges() {
      var start = line.lowerBound
      while next < replaced.count, replaced[next].range.upperBound <= start { next += 1 }
      var index = next
      while index < replaced.count, replaced[index].range.lowerBound < line.upperBound {
        let part = replaced[index].range.clamped(to: line)
        append(start..<part.lowerBound)
        append(part, replacedBy: replaced[index].words)
        start = part.upperBound
        index += 1
      }
      append(start..<line.upperBound)
    }
  }

  /// The parts of the text that are on lines, in order.
  private func visibleRanges() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for hidden in layout.hiddenRanges {
      if start < hidden.lowerBound { ranges.append(start..<hidden.lowerBound) }
      start = max(start, hidden.upperBound)
    }
    if start < layout.text.length { ranges.append(start..<layout.text.length) }
    return ranges
  }

  private mutating func append(_ source: Range<Int>) {
    guard !source.isEmpty else { return }
    let start = string.utf8.count
    // Nothing is hidden here, so the text is the range itself.
    string += layout.text.disclosed(source)
    pieces.append(.init(source: source, shown: start..<string.utf8.count))
  }

  private mutating func append(_ source: Range<Int>, replacedBy words: String) {
    guard !source.isEmpty else { return }
    // The parts of a spoiler on both sides of hidden lines are read once.
    if let last = pieces.last, last.isReplaced, last.source.upperBound == source.lowerBound,
      words == Accessible.Text.hiddenText
    {
      return pieces[pieces.count - 1].source = last.source.lowerBound..<source.upperBound
    }
    let start = string.utf8.count
    string += words
    pieces.append(.init(source: source, shown: start..<string.utf8.count, isReplaced: true))
  }
}

extension AttributedText {
  /// Returns the characters of a range, without a check for hidden spoilers.
  fileprivate func disclosed(_ range: Range<Int>) -> String { string.utf8Slice(range) }
}

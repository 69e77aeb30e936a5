/// Text that is safe to display: a message's text with a placeholder for each hidden spoiler.
///
/// All text that leaves a layout, a message or a conversation has this type: copies, notifications,
/// previews, search results, logs, alternative texts, and accessibility labels. A value is created
/// from an ``AttributedText`` and the set of revealed spoilers, which is ``RevealedSpoilers/none``
/// by default, so hidden text is never disclosed by omission. The placeholder is the same for every
/// spoiler and does not reveal the length of the hidden text.
public struct DisclosedText: Hashable, Sendable {
  /// The placeholder for a hidden range: three times U+2592.
  public static let placeholder = "▒▒▒"

  /// The text, with ``placeholder`` in place of each hidden range.
  public private(set) var string = ""
  /// The placeholders, as UTF-8 ranges of ``string``, in order.
  public private(set) var placeholderRanges: [Range<Int>] = []

  /// Creates the disclosed form of a text.
  ///
  /// - Parameters:
  ///   - text: The text; attachments are replaced by their texts.
  ///   - revealed: The spoilers that may be seen.
  public init(_ text: AttributedText, revealed: RevealedSpoilers = .none) {
    self = text.plainText(of: 0..<text.length, revealed: revealed)
  }

  /// Creates an empty text.
  public init() {}

  /// Creates a text of words that are not part of a message, such as names and dates.
  package init(verbatim string: String) { self.string = string }

  /// Whether the text is empty.
  public var isEmpty: Bool { string.isEmpty }

  /// Whether the text contains placeholders for hidden text.
  public var hidesText: Bool { !placeholderRanges.isEmpty }

  /// Returns the text with other words in place of the placeholders, such as for speech.
  ///
  /// - Parameter words: The replacement for each placeholder.
  /// - Returns: The text with the replacements.
  public func string(replacingPlaceholdersWith words: String) -> String {
    var result = ""
    var start = 0
    for range in placeholderRanges {
      result += string.utf8Slice(start..<range.lowerBound) + words
      start = range.upperBound
    }
    return result + string.utf8Slice(start..<string.utf8.count)
  }

  /// Appends another text.
  public mutating func append(_ other: DisclosedText) {
    let start = string.utf8.count
    var ranges = other.placeholderRanges[...]
    var rest = Substring(other.string)
    // Adjacent parts of one hidden range share a placeholder.
    if placeholderRanges.last?.upperBound == start, let first = ranges.first, start > 0,
      first.lowerBound == 0
    {
      rest = rest.dropFirst(Self.placeholder.count)
      ranges.removeFirst()
    }
    let distance = start - (other.string.utf8.count - rest.utf8.count)
    string += rest
    placeholderRanges += ranges.map { $0.lowerBound + distance..<$0.upperBound + distance }
  }

  /// Appends text outside hidden spoilers.
  mutating func append(visible text: String) { string += text }

  /// Appends the placeholder of a hidden range.
  mutating func appendPlaceholder() {
    let start = string.utf8.count
    guard start == 0 || placeholderRanges.last?.upperBound != start else { return }
    string += Self.placeholder
    placeholderRanges.append(start..<string.utf8.count)
  }
}

extension DisclosedText: CustomStringConvertible {
  /// The text as it may be shown.
  public var description: String { string }
}

extension Sequence<DisclosedText> {
  /// Returns the texts concatenated, with a separator between them.
  public func joined(separator: String = "") -> DisclosedText {
    var result = DisclosedText()
    var isFirst = true
    for text in self {
      if !isFirst, !separator.isEmpty { result.append(DisclosedText(verbatim: separator)) }
      result.append(text)
      isFirst = false
    }
    return result
  }
}

extension String {
  /// Returns a part of the text by UTF-8 offsets on character boundaries.
  package func utf8Slice(_ range: Range<Int>) -> String {
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: range.count)])
  }
}

/// Text that may be shown: the text of a message, with a placeholder for each stretch that a hidden
/// spoiler covers.
///
/// Whatever leaves a layout, a message or a conversation as text is of this type: copies,
/// notifications, previews, search results, logs, alternative texts, the labels of assistive
/// technology. A value is made from an ``AttributedText`` and the set of revealed spoilers, which
/// is
/// ``RevealedSpoilers/none`` unless the caller asks for more, so hidden text is never disclosed by
/// omission. The placeholder is the same for every spoiler and tells nothing of the length of the
/// hidden text.
public struct DisclosedText: Hashable, Sendable {
  /// The text that stands for a hidden stretch, wherever hidden text is left out: U+2592 three
  /// times.
  public static let placeholder = "▒▒▒"

  /// The text, with ``placeholder`` in place of each hidden stretch.
  public private(set) var string = ""
  /// The placeholders, as UTF-8 ranges of ``string``, in order.
  public private(set) var placeholderRanges: [Range<Int>] = []

  /// Discloses a text.
  ///
  /// - Parameters:
  ///   - text: The text; attachments are represented by their texts.
  ///   - revealed: The spoilers that may be seen.
  public init(_ text: AttributedText, revealed: RevealedSpoilers = .none) {
    self = text.plainText(of: 0..<text.length, revealed: revealed)
  }

  /// Makes an empty text.
  public init() {}

  /// Makes a text of words that are no part of a message, such as names and dates.
  package init(verbatim string: String) { self.string = string }

  /// Whether the text is empty.
  public var isEmpty: Bool { string.isEmpty }

  /// Whether the text stands in for hidden text anywhere.
  public var hidesText: Bool { !placeholderRanges.isEmpty }

  /// Returns the text with other words in place of the placeholders, as for speech.
  ///
  /// - Parameter words: The words that stand for each hidden stretch.
  /// - Returns: The text with these words.
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
    // Parts of one hidden stretch have one placeholder.
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

  /// Appends text that no hidden spoiler covers.
  mutating func append(visible text: Substring) { string += text }

  /// Appends text that no hidden spoiler covers.
  mutating func append(visible text: String) { string += text }

  /// Appends the placeholder of a hidden stretch.
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
  /// Returns the texts one behind the other, with a separator between them.
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
  /// A part of the text, by UTF-8 offsets that lie between characters.
  package func utf8Slice(_ range: Range<Int>) -> String {
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: range.count)])
  }
}

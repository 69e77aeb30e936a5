internal import GalleyBasics
public import GalleyTypesetting

extension Message {
  /// Returns the text that may be shown, with a placeholder for each hidden spoiler.
  ///
  /// - Parameter revealed: The revealed spoilers, by index in text order.
  /// - Returns: The text.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func plainText(revealed: RevealedSpoilers = .none) -> DisclosedText {
    DisclosedText(unstyled, revealed: revealed)
  }

  /// Returns the entities that are not inside hidden spoilers, in the order given.
  ///
  /// Ranges refer to the whole text, including hidden parts. A link whose address is its own text
  /// is omitted if any part of it is hidden, and so is a link to an address that may not be opened.
  /// Spoilers are always included.
  ///
  /// - Parameter revealed: The revealed spoilers.
  /// - Returns: The entities.
  public func entities(revealed: RevealedSpoilers = .none) -> [MessageEntity] {
    let hidden = RangeList(unionOf: unstyled.hiddenRanges(revealed: revealed))
    return entities.filter { !$0.isHidden(by: hidden) && !$0.isExplicitAndRefused }
  }

  /// Returns the message with `DisclosedText.placeholder` in place of each hidden spoiler, and
  /// without the links, emoji and other entities hidden by it.
  ///
  /// Hidden spoilers remain spoilers over their placeholders, with the same indices.
  ///
  /// - Parameter revealed: The revealed spoilers, by index in text order.
  /// - Returns: The message without hidden content.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func disclosed(_ revealed: RevealedSpoilers = .none) -> Message {
    let ranges = unstyled.hiddenRanges(revealed: revealed)
    guard !ranges.isEmpty else { return self }
    var result = self
    result.text = ""
    var start = 0
    for range in ranges {
      result.text += text.utf8Slice(start..<range.lowerBound) + DisclosedText.placeholder
      start = range.upperBound
    }
    result.text += text.utf8Slice(start..<text.utf8.count)
    let hidden = RangeList(unionOf: ranges)
    let map = PlaceholderMap(hidden)
    result.entities = entities.filter { !$0.isHidden(by: hidden) }.map {
      MessageEntity($0.kind, in: map.range($0.range))
    }
    return result
  }

  /// The text with its spoilers, in the order of layouts, and without any other entities.
  private var unstyled: AttributedText {
    var text = AttributedText(text)
    for spoiler in NormalizedEntities(entities, in: self.text).spoilers.ranges {
      text.annotate(spoiler, as: .spoiler)
    }
    return text
  }
}

extension MessageEntity {
  /// Returns whether hidden ranges cover the entity; spoilers and blocks are never hidden.
  fileprivate func isHidden(by hidden: RangeList) -> Bool {
    guard kind != .spoiler, !kind.isBlock, let cover = hidden.ranges.overlapping(range).first
    else { return false }
    return kind.isDetectedLink || kind.isCustomEmoji
      || (cover.lowerBound <= range.lowerBound && cover.upperBound >= range.upperBound)
  }
}

/// A mapping from offsets of a text to those of the text with placeholders.
private struct PlaceholderMap {
  private let hidden: [Range<Int>]
  /// The cumulative growth of the text before each hidden range, and in total.
  private let growth: [Int]

  init(_ list: RangeList) {
    hidden = list.ranges
    growth = hidden.reduce(into: [0]) { growth, range in
      growth.append((growth.last ?? 0) + DisclosedText.placeholder.utf8.count - range.count)
    }
  }

  /// Returns the mapped range, with its ends moved out of placeholders.
  func range(_ range: Range<Int>) -> Range<Int> {
    let lower = offset(range.lowerBound, isEnd: false)
    return lower..<max(lower, offset(range.upperBound, isEnd: true))
  }

  private func offset(_ offset: Int, isEnd: Bool) -> Int {
    let next = hidden.partitioningIndex { $0.upperBound > offset }
    guard next < hidden.count, hidden[next].lowerBound < offset else {
      return offset &+ growth[next]
    }
    let start = hidden[next].lowerBound + growth[next]
    return isEnd ? start + DisclosedText.placeholder.utf8.count : start
  }
}

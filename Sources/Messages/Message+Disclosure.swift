public import GalleyTypesetting

extension Message {
  /// Returns the text as it may be shown, with a placeholder for what each hidden spoiler covers.
  ///
  /// - Parameter revealed: The spoilers that may be seen, by their numbers in the order of the text.
  /// - Returns: The text.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func plainText(revealed: RevealedSpoilers = .none) -> DisclosedText {
    DisclosedText(unstyled, revealed: revealed)
  }

  /// Returns the entities, in the order given, without those that hidden spoilers cover.
  ///
  /// Ranges are those of the whole text, hidden parts included. Of links whose address is their own
  /// text, those are left out of which any part is hidden, and so are links to addresses that may
  /// not be opened. Spoilers are always there.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: The entities.
  public func entities(revealed: RevealedSpoilers = .none) -> [MessageEntity] {
    let hidden = RangeList(unionOf: unstyled.hiddenRanges(revealed: revealed))
    return entities.filter { !$0.isHidden(by: hidden) && !$0.isStatedAndRefused }
  }

  /// Returns the message with ``DisclosedText/placeholder`` in place of what each hidden spoiler
  /// covers, and without the links, emoji and other entities that are hidden with it.
  ///
  /// Spoilers that are hidden stay spoilers, over their placeholders, with the same numbers.
  ///
  /// - Parameter revealed: The spoilers that may be seen, by their numbers in the order of the text.
  /// - Returns: The message without what is hidden.
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

  /// The text with its spoilers, numbered as in layouts, and nothing else of the message.
  private var unstyled: AttributedText {
    var text = AttributedText(text)
    for spoiler in NormalizedEntities(entities, in: self.text).spoilers.ranges {
      text.annotate(spoiler, as: .spoiler)
    }
    return text
  }
}

extension MessageEntity {
  /// Whether hidden ranges hide the entity, which a spoiler and a block never are.
  fileprivate func isHidden(by hidden: RangeList) -> Bool {
    let index = hidden.ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    guard kind != .spoiler, !kind.isBlock, index < hidden.ranges.count,
      case let cover = hidden.ranges[index], cover.lowerBound < range.upperBound
    else { return false }
    return kind.isReadLink || kind.isCustomEmoji
      || (cover.lowerBound <= range.lowerBound && cover.upperBound >= range.upperBound)
  }
}

/// The way from offsets of a text to those of the text with placeholders for hidden ranges.
private struct PlaceholderMap {
  private let hidden: [Range<Int>]
  /// The length by which the text grows up to each hidden range, and in all.
  private let growth: [Int]

  init(_ list: RangeList) {
    hidden = list.ranges
    growth = hidden.reduce(into: [0]) { growth, range in
      growth.append((growth.last ?? 0) + DisclosedText.placeholder.utf8.count - range.count)
    }
  }

  /// The range, with its ends moved out of placeholders.
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

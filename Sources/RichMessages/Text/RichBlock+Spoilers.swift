extension [RichBlock] {
  /// The number of spoilers of the blocks; one inside another does not count.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the blocks.
  package var spoilerCount: Int {
    var counter = SpoilerCounter()
    _ = counter.blocks(self)
    return counter.count
  }
}

/// A counter of spoilers.
private struct SpoilerCounter: RichTextTransform {
  private(set) var count = 0

  mutating func text(_ text: RichText) -> RichText {
    if case .styled(.spoiler, _) = text {
      count += 1
    } else {
      for part in text.parts { _ = self.text(part) }
    }
    return text
  }
}

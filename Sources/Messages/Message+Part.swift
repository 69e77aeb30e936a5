internal import GalleyTypesetting

extension Message {
  /// A part of the message: what is copied where that is selected.
  ///
  /// ``plainText(revealed:)`` of it is the plain text, ``html(revealed:)`` the HTML, and
  /// ``json(revealed:)`` all of it for a program. A range of a layout becomes one of the message by
  /// ``AttributedText/indexMap``.
  ///
  /// Of entities that are cut, those stay that still mean what they meant: styles, blocks, spoilers,
  /// code and links that name their address. An address, a mention or a tag that is cut is plain text.
  /// A custom emoji is never cut: the part has all of its text.
  ///
  /// - Parameter range: UTF-8 offsets; moved into the text, and between characters and emoji.
  /// - Returns: The part, with everything of the message that is not its text, but its ID.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func part(_ range: Range<Int>) -> Message {
    let normal = NormalizedEntities(entities, in: text)
    let whole = normal.covering(range, in: text)
    var part = self
    part.id = nil
    part.text = text.utf8Slice(whole)
    part.entities = normal.entities.compactMap { entity in
      let cut = entity.range.clamped(to: whole)
      guard !cut.isEmpty, cut == entity.range || !entity.kind.isReadLink else { return nil }
      return MessageEntity(
        entity.kind, in: cut.lowerBound - whole.lowerBound..<cut.upperBound - whole.lowerBound)
    }
    return part
  }
}

extension NormalizedEntities {
  /// The range, with its ends moved out of characters and custom emoji.
  fileprivate func covering(_ range: Range<Int>, in text: String) -> Range<Int> {
    let utf8 = text.utf8.span
    func start(_ offset: Int) -> Int {
      var offset = min(max(offset, 0), utf8.count)
      while offset > 0, offset < utf8.count, utf8[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    }
    let (lower, upper) = (start(range.lowerBound), start(range.upperBound))
    guard lower < upper else { return lower..<lower }
    let pieces = emoji.map(\.range)
    return
      (pieces.strictlyAround(lower)?.lowerBound ?? lower)..<(pieces.strictlyAround(upper)?
      .upperBound ?? upper)
  }
}

internal import GalleyShaping
internal import GalleyTypesetting

extension Message {
  /// Returns a part of the message, for copying a selection.
  ///
  /// Its ``plainText(revealed:)`` is the plain text, its ``html(revealed:)`` the HTML, and its
  /// ``json(revealed:)`` the full content for other programs. `AttributedText.indexMap` converts
  /// a range of a layout to one of the message.
  ///
  /// A truncated entity is kept if it keeps its meaning: styles, blocks, spoilers, code, and links
  /// that state their address. A truncated address, mention or tag becomes plain text. Custom emoji
  /// are never truncated: the part contains their full text.
  ///
  /// - Parameter range: UTF-8 offsets; clamped to the text and aligned to characters and emoji.
  /// - Returns: The part, with all other properties of the message except its ID.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func part(_ range: Range<Int>) -> Message {
    let normal = NormalizedEntities(entities, in: text)
    let whole = normal.covering(range, in: text)
    var part = self
    part.id = nil
    part.text = text.utf8Slice(whole)
    part.entities = normal.entities.compactMap { entity in
      let cut = entity.range.clamped(to: whole)
      guard !cut.isEmpty, cut == entity.range || !entity.kind.isDetectedLink else { return nil }
      return MessageEntity(
        entity.kind, in: cut.lowerBound - whole.lowerBound..<cut.upperBound - whole.lowerBound)
    }
    return part
  }
}

extension NormalizedEntities {
  /// Returns the range, extended to whole characters and custom emoji.
  fileprivate func covering(_ range: Range<Int>, in text: String) -> Range<Int> {
    let bytes = text.utf8.span
    let lower = bytes.scalarStart(at: range.lowerBound)
    let upper = bytes.scalarStart(at: range.upperBound)
    return lower < upper ? emoji.map(\.range).covering(lower..<upper) : lower..<lower
  }
}

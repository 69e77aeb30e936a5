import GalleyShaping

extension AttributedText {
  /// Creates a text that consists of others with a separator between each two.
  ///
  /// It has their annotations and attachments, but neither their styles nor their blocks: it is
  /// searched and copied rather than shown.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the texts and the number of their parts.
  package init(joining texts: [AttributedText], by separator: String) {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes += separator.utf8 }
      starts.append(bytes.count)
      bytes += text.string.utf8
    }
    self.init(String(decoding: bytes, as: UTF8.self))
    var attachments: [TextStructure.AnchoredAttachment] = []
    for (start, text) in zip(starts, texts) {
      annotations += text.annotations.map { $0.moved(by: start) }
      guard !text.structure.isDefault else { continue }
      attachments += text.structure.read { $0.attachments }.map { placed in
        var placed = placed
        placed.offset += start
        return placed
      }
    }
    if !attachments.isEmpty { structure.value.attachments = attachments }
  }

  /// Returns the text with words in the base style behind it, which belong to no annotation and to
  /// no block.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the result.
  package func appending(_ words: String) -> AttributedText {
    var text = AttributedText(
      string + words, style: baseStyle, direction: direction, language: language)
    text.annotations = annotations
    text.structure = structure
    if !shapingSpans.spans.isEmpty {
      text.shapingSpans = shapingSpans
      text.shapingSpans.append(source.style, upTo: text.length)
    }
    if !paintSpans.spans.isEmpty {
      text.paintSpans = paintSpans
      text.paintSpans.append(basePaint, upTo: text.length)
    }
    return text
  }
}

extension AttributedText {
  /// The text up to its first line end.
  var firstLine: AttributedText {
    let bytes = string.utf8.span
    var index = 0
    while index < bytes.count, lineEndLength(in: bytes, at: index) == 0 { index += 1 }
    return index < bytes.count ? part(0..<index) : self
  }

  /// The text without a leading ellipsis and the space after it.
  var withoutLeadingEllipsis: AttributedText {
    let bytes = string.utf8.span
    let lead: [UInt8] = [0xE2, 0x80, 0xA6, 0x20]
    guard bytes.count > lead.count, lead.indices.allSatisfy({ bytes[$0] == lead[$0] }) else {
      return self
    }
    return part(lead.count..<bytes.count)
  }

  /// The first line as the title of a block: styles and attachments, without hidden text.
  var titleLine: AttributedText {
    let line = firstLine
    guard line.hiddenRanges(revealed: .none).isEmpty else {
      let words = line.plainText(of: 0..<line.length).string
      return AttributedText(words, style: baseStyle, direction: direction, language: language)
    }
    return line.part(0..<line.length)
  }

  /// The IDs of the attachments of the text and of its blocks' titles.
  package var attachmentIDs: Set<String> {
    guard !structure.isDefault else { return [] }
    var ids = Set(structure.read { $0.attachments.map(\.attachment.id) })
    for block in blocks {
      if case .styled(let title)? = block.title { ids.formUnion(title.titleLine.attachmentIDs) }
    }
    return ids
  }

  /// Returns a part of the text with its styles, links and attachments, but without blocks.
  func part(_ range: Range<Int>) -> AttributedText {
    var result = AttributedText(
      string.utf8Slice(range), style: baseStyle, direction: direction, language: language)
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(
        shapingSpans.end(at: start, length: length), paintSpans.end(at: start, length: length),
        range.upperBound)
      result.setStyle(style(at: start), in: start - range.lowerBound..<end - range.lowerBound)
      start = end
    }
    for annotation in annotations {
      let covered = annotation.range.clamped(to: range)
      result.annotate(
        covered.lowerBound - range.lowerBound..<covered.upperBound - range.lowerBound,
        as: annotation.kind)
    }
    if !structure.isDefault {
      result.structure.value.attachments = structure.read { $0.attachments }.compactMap { placed in
        guard range.contains(placed.offset) else { return nil }
        var placed = placed
        placed.offset -= range.lowerBound
        return placed
      }
    }
    return result
  }
}

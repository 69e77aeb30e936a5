internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming

extension StreamingText {
  /// Returns the blocks of a part of the tail, as they are shown; `nil` if it is no valid message.
  func blocks(of source: [UInt8]) -> [RichBlock]? {
    Self.part(source[...], definitions, options).map { Self.shown($0.blocks) }
  }

  /// Returns the blocks of the tail as they are shown.
  ///
  /// Links whose address is incomplete have no target, formulas that are incomplete are code, and
  /// the sections that are open in the source are open.
  static func shown(_ blocks: [RichBlock]) -> [RichBlock] {
    var shown = blocks
    if blocks.contains(where: PendingTransform.mayChange) {
      var transform = PendingTransform()
      shown = transform.blocks(blocks)
    }
    if case .details? = shown.last, let last = shown.popLast() { shown.append(opened(last)) }
    return shown
  }

  /// Returns a block whose last sections are open.
  private static func opened(_ block: RichBlock) -> RichBlock {
    guard case .details(var details) = block else { return block }
    details.isOpen = true
    if let last = details.blocks.popLast() { details.blocks.append(opened(last)) }
    return .details(details)
  }
}

/// A transformation of the stand-ins for incomplete constructs.
private struct PendingTransform: RichTextTransform {
  /// Returns whether a block contains stand-ins.
  static func mayChange(_ block: RichBlock) -> Bool {
    block.contains { text in
      text.containsLink(to: MarkdownStream.pendingDestination)
    } block: { block in
      if case .code(_, MarkdownStream.formulaInfo) = block { true } else { false }
    }
  }

  mutating func text(_ text: RichText) -> RichText {
    if case .link(.url(MarkdownStream.pendingDestination), let text) = text {
      return .anchorLink(name: "", text)
    }
    return text.mapParts { self.text($0) }
  }

  mutating func code(_ text: RichText) -> RichText { text }

  mutating func block(_ block: RichBlock) -> RichBlock {
    guard case .code(let text, MarkdownStream.formulaInfo) = block else { return block }
    return .code(text, language: "latex")
  }
}

extension RichText {
  /// Returns whether a part of the text is a link to an address.
  fileprivate func containsLink(to address: String) -> Bool {
    switch self {
    case .plain: return false
    case .sequence(let parts): return parts.contains { $0.containsLink(to: address) }
    case .link(.url(address), _): return true
    default: return parts.contains { $0.containsLink(to: address) }
    }
  }
}

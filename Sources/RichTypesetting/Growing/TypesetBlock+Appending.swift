package import GalleyRichMessages
internal import GalleyTypesetting

extension BlockTypesetter {
  /// Returns an open block that has grown by plain words at its end, without composing its other
  /// text again.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - old: The block without the words.
  ///   - block: The block with the words in the last text of its tree.
  /// - Returns: The block, or `nil` if it must be typeset anew.
  package func appending(
    _ words: String, to old: TypesetBlock, as block: RichBlock
  ) -> TypesetBlock? {
    composer(isOpen: true, spoilers: 0).appending(words, to: old.composed, as: block).map {
      TypesetBlock(
        block: block, composed: $0, box: layouter.box($0, width: width), spoilers: old.spoilers)
    }
  }
}

extension BlockComposer {
  /// Returns a block with plain words at its end, or `nil` if it must be composed anew.
  func appending(_ words: String, to old: ComposedBlock, as block: RichBlock) -> ComposedBlock? {
    let content: ComposedBlock.Content? =
      switch (old.content, block) {
      case (.text(let text), .paragraph(let whole)), (.text(let text), .heading(let whole, _)):
        appending(words, to: text, as: whole).map { .text($0) }
      case (.list(let items), .list(let list)):
        appending(words, to: items, as: list.items).map { .list($0) }
      case (.quotation(var blocks, nil), .quotation(let quotation)):
        append(words, to: &blocks, as: quotation.blocks) ? .quotation(blocks, credit: nil) : nil
      default: nil
      }
    return content.map { ComposedBlock($0, at: old.path, skip: old.skip) }
  }

  /// Returns an item with plain words at its end, or `nil` if it must be composed anew.
  func appending(
    _ words: String, to old: ComposedBlock.Item, as item: RichBlock.List.Item
  ) -> ComposedBlock.Item? {
    var new = old
    return append(words, to: &new.blocks, as: item.blocks) ? new : nil
  }

  private func appending(
    _ words: String, to old: [ComposedBlock.Item], as items: [RichBlock.List.Item]
  ) -> [ComposedBlock.Item]? {
    guard old.count == items.count, let last = old.last, let item = items.last else { return nil }
    return appending(words, to: last, as: item).map { old.dropLast() + [$0] }
  }

  /// Appends plain words to the last of several blocks.
  ///
  /// - Returns: Whether they were appended; if not, the blocks must be composed anew.
  private func append(
    _ words: String, to old: inout [ComposedBlock], as blocks: [RichBlock]
  ) -> Bool {
    guard old.count == blocks.count, let last = old.last, let block = blocks.last,
      let new = appending(words, to: last, as: block)
    else { return false }
    old[old.count - 1] = new
    return true
  }

  private func appending(
    _ words: String, to old: ComposedText, as whole: RichText
  ) -> ComposedText? {
    // The first letter of a right-to-left message's text decides its direction.
    guard !isRightToLeft, old.objects.isEmpty else { return nil }
    let text = old.text.appending(words)
    var leaves = old.leaves
    if let last = leaves.last, whole.endsInText(longerThan: words) {
      leaves[leaves.count - 1] = last.lowerBound..<text.length
    } else {
      leaves.append(old.text.length..<text.length)
    }
    return ComposedText(
      engine.layout(text, options: old.natural.options), slot: old.slot, targets: old.targets,
      leaves: leaves, firstSpoiler: old.firstSpoiler)
  }
}

extension RichText {
  /// Returns whether the text ends with a string that has more than some words at its end.
  fileprivate func endsInText(longerThan words: String) -> Bool {
    switch self {
    case .plain(let string): string.utf8.count > words.utf8.count
    case .sequence(let parts): parts.last?.endsInText(longerThan: words) ?? false
    default: false
    }
  }
}

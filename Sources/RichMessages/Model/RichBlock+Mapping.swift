extension RichText {
  /// Returns the text with its direct parts replaced; texts without parts are returned as they are.
  ///
  /// The result is in normal form as far as the parts are.
  package func mapParts<Failure: Error>(
    _ transform: (RichText) throws(Failure) -> RichText
  ) throws(Failure) -> RichText {
    switch self {
    case .plain, .customEmoji, .formula, .anchor: return self
    case .sequence(let parts):
      var joined = JoinedText()
      for part in parts { joined.append(try transform(part)) }
      return joined.text
    case .styled(let style, let text): return .styled(style, try transform(text))
    case .link(let link, let text): return .link(link, try transform(text))
    case .dateTime(let unix, let format, let text):
      return .dateTime(unix: unix, format: format, try transform(text))
    case .anchorLink(let name, let text): return .anchorLink(name: name, try transform(text))
    case .reference(let name, let text): return .reference(name: name, try transform(text))
    case .referenceLink(let name, let text):
      return .referenceLink(name: name, try transform(text))
    case .button(var button):
      button.text = try transform(button.text)
      return .button(button)
    }
  }

  /// The direct parts of the text.
  package var parts: [RichText] {
    switch self {
    case .plain, .customEmoji, .formula, .anchor: []
    case .sequence(let parts): parts
    case .styled(_, let text), .link(_, let text), .dateTime(_, _, let text),
      .anchorLink(_, let text), .reference(_, let text), .referenceLink(_, let text):
      [text]
    case .button(let button): [button.text]
    }
  }
}

/// A transformation of the texts of blocks, in the order of reading.
package protocol RichTextTransform {
  /// Returns the replacement of a whole text of a block, such as a paragraph or a caption.
  mutating func text(_ text: RichText) -> RichText
  /// Returns the replacement of a text of code.
  mutating func code(_ text: RichText) -> RichText
  /// Returns the replacement of a block whose texts have been replaced.
  mutating func block(_ block: RichBlock) -> RichBlock
}

extension RichTextTransform {
  package mutating func code(_ text: RichText) -> RichText { self.text(text) }
  package mutating func block(_ block: RichBlock) -> RichBlock { block }

  /// Replaces the texts of blocks.
  package mutating func blocks(_ blocks: [RichBlock]) -> [RichBlock] {
    var result: [RichBlock] = []
    result.reserveCapacity(blocks.count)
    for block in blocks { result.append(self.block(replaced(block))) }
    return result
  }

  private mutating func optional(_ text: RichText?) -> RichText? {
    guard let text else { return nil }
    return self.text(text)
  }

  private mutating func caption(_ caption: RichBlock.Caption?) -> RichBlock.Caption? {
    guard let caption else { return nil }
    let text = self.text(caption.text)
    return RichBlock.Caption(text, credit: optional(caption.credit))
  }

  private mutating func credited(_ text: RichBlock.CreditedText) -> RichBlock.CreditedText {
    let quoted = self.text(text.text)
    return RichBlock.CreditedText(quoted, credit: optional(text.credit))
  }

  private mutating func gallery(_ gallery: RichBlock.Gallery) -> RichBlock.Gallery {
    let blocks = self.blocks(gallery.blocks)
    return RichBlock.Gallery(blocks, caption: caption(gallery.caption))
  }

  private mutating func replaced(_ block: RichBlock) -> RichBlock {
    switch block {
    case .paragraph(let text): return .paragraph(self.text(text))
    case .heading(let text, let level): return .heading(self.text(text), level: level)
    case .code(let text, let language): return .code(code(text), language: language)
    case .footer(let text): return .footer(self.text(text))
    case .thinking(let text): return .thinking(self.text(text))
    case .divider, .formula, .anchor: return block
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = blocks(list.items[index].blocks)
      }
      return .list(list)
    case .quotation(let quotation):
      let blocks = self.blocks(quotation.blocks)
      return .quotation(RichBlock.Quotation(blocks, credit: optional(quotation.credit)))
    case .expandableQuotation(let text): return .expandableQuotation(credited(text))
    case .pullQuotation(let text): return .pullQuotation(credited(text))
    case .table(var table):
      table.caption = optional(table.caption)
      for row in table.rows.indices {
        for cell in table.rows[row].indices {
          table.rows[row][cell].text = optional(table.rows[row][cell].text)
        }
      }
      return .table(table)
    case .details(var details):
      details.summary = text(details.summary)
      details.blocks = blocks(details.blocks)
      return .details(details)
    case .collage(let gallery): return .collage(self.gallery(gallery))
    case .slideshow(let gallery): return .slideshow(self.gallery(gallery))
    case .map(var map):
      map.caption = caption(map.caption)
      return .map(map)
    case .media(var media):
      media.caption = caption(media.caption)
      return .media(media)
    case .buttons(var row):
      for index in row.buttons.indices { row.buttons[index].text = text(row.buttons[index].text) }
      return .buttons(row)
    case .unknown(var unknown):
      unknown.text = optional(unknown.text)
      unknown.caption = caption(unknown.caption)
      unknown.blocks = blocks(unknown.blocks)
      return .unknown(unknown)
    }
  }
}

extension RichBlock {
  /// Returns whether a text of the block, other than code, satisfies a condition, or whether the
  /// block or one in it satisfies another.
  package func contains(
    text isText: (RichText) -> Bool, block isBlock: (RichBlock) -> Bool = { _ in false }
  ) -> Bool {
    func found(_ text: RichText?) -> Bool { text.map(isText) ?? false }
    func found(_ caption: Caption?) -> Bool { found(caption?.text) || found(caption?.credit) }
    func found(_ blocks: [RichBlock]) -> Bool {
      blocks.contains { $0.contains(text: isText, block: isBlock) }
    }
    if isBlock(self) { return true }
    return switch self {
    case .paragraph(let text), .heading(let text, _), .footer(let text), .thinking(let text):
      isText(text)
    case .code, .divider, .formula, .anchor: false
    case .list(let list): list.items.contains { found($0.blocks) }
    case .quotation(let quotation): found(quotation.blocks) || found(quotation.credit)
    case .expandableQuotation(let text), .pullQuotation(let text):
      isText(text.text) || found(text.credit)
    case .table(let table):
      found(table.caption) || table.rows.contains { $0.contains { found($0.text) } }
    case .details(let details): isText(details.summary) || found(details.blocks)
    case .collage(let gallery), .slideshow(let gallery):
      found(gallery.blocks) || found(gallery.caption)
    case .map(let map): found(map.caption)
    case .media(let media): found(media.caption)
    case .buttons(let row): row.buttons.contains { isText($0.text) }
    case .unknown(let unknown):
      found(unknown.text) || found(unknown.caption) || found(unknown.blocks)
    }
  }
}

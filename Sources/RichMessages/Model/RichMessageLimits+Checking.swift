extension RichMessageLimits {
  /// Checks a message that a program created.
  ///
  /// - Throws: `RichMessageError` for the first block that exceeds a limit, or is not allowed.
  public func check(_ message: RichMessage, isDraft: Bool = false) throws(RichMessageError) {
    var checker = LimitChecker(counter: LimitCounter(self), isDraft: isDraft)
    try checker.blocks(message.blocks, "blocks")
  }
}

/// A walk over a message that counts what limits apply to.
private struct LimitChecker {
  typealias Failure = RichMessageError

  var counter: LimitCounter
  let isDraft: Bool

  mutating func blocks(_ blocks: [RichBlock], _ path: String) throws(Failure) {
    for (index, block) in blocks.enumerated() {
      let path = "\(path)[\(index)]"
      try count(path) { counter throws(LimitExceeded) in
        try counter.enter()
        try counter.chargeBlock()
      }
      try check(block, path)
      counter.leave()
    }
  }

  private mutating func count(
    _ path: String, _ charge: (inout LimitCounter) throws(LimitExceeded) -> Void
  ) throws(Failure) {
    do { try charge(&counter) } catch { throw error.error(at: .path(path)) }
  }

  private mutating func check(_ block: RichBlock, _ path: String) throws(Failure) {
    switch block {
    case .paragraph(let text), .heading(let text, _), .code(let text, _), .footer(let text):
      try self.text(text, path + ".text")
    case .thinking(let text):
      guard isDraft else {
        throw .notAllowed(path: path, reason: "thinking blocks are allowed only in drafts")
      }
      try self.text(text, path + ".text")
    case .divider, .anchor: break
    case .formula(let formula):
      try count(path) { counter throws(LimitExceeded) in try counter.charge(formula: formula) }
    case .list(let list):
      for (index, item) in list.items.enumerated() {
        let path = "\(path).items[\(index)]"
        try count(path) { counter throws(LimitExceeded) in try counter.chargeBlock() }
        try blocks(item.blocks, path + ".blocks")
      }
    case .quotation(let quotation):
      try blocks(quotation.blocks, path + ".blocks")
      try text(quotation.credit, path + ".credit")
    case .expandableQuotation(let text), .pullQuotation(let text):
      try self.text(text.text, path + ".text")
      try self.text(text.credit, path + ".credit")
    case .table(let table): try check(table, path)
    case .details(let details):
      try text(details.summary, path + ".summary")
      try blocks(details.blocks, path + ".blocks")
    case .collage(let gallery), .slideshow(let gallery):
      try blocks(gallery.blocks, path + ".blocks")
      try caption(gallery.caption, path)
    case .map(let map):
      if let problem = map.problem {
        throw .invalidValue(
          path: path + "." + problem.field, value: problem.value, rule: problem.rule)
      }
      try caption(map.caption, path)
    case .media(let media):
      try count(path) { counter throws(LimitExceeded) in try counter.chargeMedia() }
      try caption(media.caption, path)
    case .buttons(let row):
      for (index, button) in row.buttons.enumerated() {
        try text(button.text, "\(path).buttons[\(index)].text")
      }
    case .unknown(let unknown):
      try text(unknown.text, path + ".text")
      try caption(unknown.caption, path)
      try blocks(unknown.blocks, path + ".blocks")
    }
  }

  private mutating func check(_ table: RichBlock.Table, _ path: String) throws(Failure) {
    for (row, cells) in table.rows.enumerated() {
      let path = "\(path).cells[\(row)]"
      try count(path) { counter throws(LimitExceeded) in
        try counter.chargeBlock()
        try counter.charge(cells: cells.count)
      }
      for (index, cell) in cells.enumerated() { try text(cell.text, "\(path)[\(index)].text") }
    }
    try text(table.caption, path + ".caption")
    try count(path) { counter throws(LimitExceeded) in try counter.check(table) }
  }

  private mutating func caption(_ caption: RichBlock.Caption?, _ path: String) throws(Failure) {
    try text(caption?.text, path + ".caption.text")
    try text(caption?.credit, path + ".caption.credit")
  }

  private mutating func text(_ text: RichText?, _ path: String) throws(Failure) {
    guard let text else { return }
    switch text {
    case .plain(let string):
      try count(path) { counter throws(LimitExceeded) in try counter.charge(text: string) }
    case .sequence(let parts):
      for (index, part) in parts.enumerated() { try self.text(part, "\(path)[\(index)]") }
    default:
      try count(path) { counter throws(LimitExceeded) in
        try counter.enter()
        if case .customEmoji(_, let alternative) = text { try counter.charge(text: alternative) }
        if case .formula(let formula) = text { try counter.charge(formula: formula) }
      }
      for part in text.parts { try self.text(part, path + ".text") }
      counter.leave()
    }
  }
}

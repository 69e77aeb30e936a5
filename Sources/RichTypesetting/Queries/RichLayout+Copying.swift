public import GalleyRichMessages
public import GalleyTypesetting

extension RichLayout {
  /// Returns a part of the message, for copying.
  ///
  /// A part of one text is a paragraph. Otherwise blocks stay what they are: items keep their
  /// labels and cells their columns, and a section that is closed comes with its contents if its
  /// summary is selected as a whole. Formulas, dates and other objects are not divided. Hidden
  /// spoilers are replaced by placeholders.
  ///
  /// The message can be written as plain text, in which tables are tab-separated values, as HTML
  /// and as Markdown.
  ///
  /// - Parameters:
  ///   - range: The positions.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The message.
  /// - Complexity: O(*n*), where *n* is the size of the message.
  public func message(
    in range: Range<Position>, revealed: RevealedSpoilers = .none
  ) -> RichMessage {
    let (message, revealed) = slice(range, revealed: revealed)
    return message.disclosed(revealed)
  }

  /// Returns a part of the message as plain text, as ``message(in:revealed:)`` selects it.
  public func plainText(
    of range: Range<Position>, revealed: RevealedSpoilers = .none
  ) -> DisclosedText {
    let (message, revealed) = slice(range, revealed: revealed)
    return message.plainText(revealed: revealed)
  }

  /// Returns a part of the message, and the revealed spoilers among those of the part.
  private func slice(
    _ range: Range<Position>, revealed: RevealedSpoilers
  ) -> (RichMessage, RevealedSpoilers) {
    var slicer = MessageSlicer(self, range, revealed: revealed)
    var message = document.message
    message.blocks = slicer.blocks(message.blocks, in: BlockPath())
    return (message, RevealedSpoilers(slicer.revealedParts))
  }
}

/// A traversal of a message that keeps what is selected in a layout.
private struct MessageSlicer {
  private struct Key: Hashable {
    var path: BlockPath
    var slot: ComposedText.Slot
  }

  /// A text of the layout, and the selected part.
  private struct Part {
    var index: Int
    var composed: ComposedText
    /// The selected bytes; `nil` for none.
    var bytes: Range<Int>?

    /// Whether the text is selected as a whole.
    var isWhole: Bool { bytes == 0..<composed.text.length }
  }

  private var parts: [Key: Part] = [:]
  /// The first and the last text of which something is selected.
  private let first: Int
  private let last: Int
  private let isEverything: Bool
  private let revealed: RevealedSpoilers
  /// The index of the latest text of the layout that was passed.
  private var passed = -1
  /// The number of spoilers in the result.
  private var spoilerCount = 0
  /// The indices, in the result, of the spoilers that are revealed.
  private(set) var revealedParts: Set<Int> = []

  init(_ layout: RichLayout, _ range: Range<RichLayout.Position>, revealed: RevealedSpoilers) {
    self.revealed = revealed
    isEverything = range == layout.positions
    var selected = layout.parts(of: range)
    func isOutside(_ part: (text: Int, bytes: Range<Int>)) -> Bool {
      part.bytes.isEmpty && layout.texts[part.text].layout.text.length > 0
    }
    if let last = selected.last, isOutside(last) { selected.removeLast() }
    if let first = selected.first, isOutside(first) { selected.removeFirst() }
    first = selected.first?.text ?? 0
    last = selected.last?.text ?? -1
    for (index, text) in layout.texts.enumerated() {
      parts[Key(path: text.path, slot: text.composed.slot)] = Part(
        index: index, composed: text.composed)
    }
    for part in selected {
      let text = layout.texts[part.text]
      parts[Key(path: text.path, slot: text.composed.slot)]?.bytes = part.bytes
    }
  }

  // MARK: Blocks

  mutating func blocks(_ blocks: [RichBlock], in path: BlockPath) -> [RichBlock] {
    var result: [RichBlock] = []
    for (index, block) in blocks.enumerated() {
      if let kept = slice(block, at: path.appending(index)) { result.append(kept) }
    }
    return result
  }

  /// Whether a block without texts at the current place is selected: it is if text before and after
  /// it is.
  private var isBetween: Bool { isEverything || first <= passed && passed < last }

  /// Whether the selection is within one text.
  private var isOneText: Bool { !isEverything && first == last }

  private mutating func slice(_ block: RichBlock, at path: BlockPath) -> RichBlock? {
    switch block {
    case .paragraph(let text), .thinking(let text), .footer(let text), .heading(let text, _),
      .code(let text, _):
      guard let part = part(path, .text) else { return nil }
      let kept = slice(text, part)
      guard let kept, !isOneText || part.isWhole else { return kept.map { .paragraph($0) } }
      return block.replacing(kept)
    case .formula: return part(path, .text)?.bytes == nil ? nil : block
    case .divider, .anchor, .buttons: return isBetween ? block : nil
    case .list(let list): return slice(list, at: path)
    case .quotation(let quotation):
      let blocks = self.blocks(quotation.blocks, in: path)
      let credit = text(quotation.credit, path, .credit)
      return contained(
        blocks, credit, in: .quotation(RichBlock.Quotation(blocks, credit: credit)))
    case .expandableQuotation(let quotation):
      guard let kept = credited(quotation, at: path) else { return nil }
      return isOneText ? .paragraph(kept.credit ?? kept.text) : .expandableQuotation(kept)
    case .pullQuotation(let quotation):
      guard let kept = credited(quotation, at: path) else { return nil }
      return isOneText ? .paragraph(kept.credit ?? kept.text) : .pullQuotation(kept)
    case .table(let table): return slice(table, at: path)
    case .details(let details): return slice(details, at: path)
    case .media(var media):
      guard let caption = caption(media.caption, at: path) else { return nil }
      media.caption = caption.text.isEmpty && caption.credit == nil ? nil : caption
      return .media(media)
    case .map(var map):
      guard let caption = caption(map.caption, at: path) else { return nil }
      map.caption = caption.text.isEmpty && caption.credit == nil ? nil : caption
      return .map(map)
    case .collage(var gallery):
      guard let caption = caption(gallery.caption, at: path) else { return nil }
      gallery.caption = caption.text.isEmpty && caption.credit == nil ? nil : caption
      return .collage(gallery)
    case .slideshow(var gallery):
      guard let caption = caption(gallery.caption, at: path) else { return nil }
      gallery.caption = caption.text.isEmpty && caption.credit == nil ? nil : caption
      return .slideshow(gallery)
    case .unknown(let unknown):
      let text = text(unknown.text, path, .text)
      let caption = self.text(unknown.caption?.text, path, .caption)
      let blocks = self.blocks(unknown.blocks, in: path)
      guard text != nil || caption != nil || !blocks.isEmpty else { return nil }
      return .unknown(
        RichBlock.Unknown(
          type: unknown.type, text: text, caption: caption.map { RichBlock.Caption($0) },
          blocks: blocks))
    }
  }

  /// Returns a container with what is selected in it; a part of one of its texts stands alone.
  private func contained(
    _ blocks: [RichBlock], _ credit: RichText?, in container: RichBlock
  ) -> RichBlock? {
    if isOneText { return blocks.first ?? credit.map { .paragraph($0) } }
    return blocks.isEmpty && credit == nil ? nil : container
  }

  private mutating func slice(_ list: RichBlock.List, at path: BlockPath) -> RichBlock? {
    var items: [RichBlock.List.Item] = []
    for (index, item) in list.items.enumerated() {
      var item = item
      item.blocks = blocks(item.blocks, in: path.appending(index))
      if !item.blocks.isEmpty { items.append(item) }
    }
    if isOneText { return items.first?.blocks.first }
    return items.isEmpty ? nil : .list(RichBlock.List(items))
  }

  private mutating func slice(_ table: RichBlock.Table, at path: BlockPath) -> RichBlock? {
    let caption = text(table.caption, path, .caption)
    var rows: [[RichBlock.Table.Cell]] = []
    for (row, cells) in table.rows.enumerated() {
      var kept = cells
      var isSelected = false
      for index in cells.indices {
        let part = part(path, .cell(row: row, index: index))
        isSelected = isSelected || part?.bytes != nil
        guard let original = cells[index].text else { continue }
        kept[index].text = part.flatMap { slice(original, $0) } ?? .empty
      }
      if isSelected { rows.append(kept) }
    }
    if isOneText {
      let cell = rows.joined().lazy.compactMap(\.text).first { !$0.isEmpty }
      return (cell ?? caption).map { .paragraph($0) }
    }
    guard !rows.isEmpty || caption != nil else { return nil }
    var result = table
    (result.rows, result.caption) = (rows, caption)
    return .table(result)
  }

  private mutating func slice(_ details: RichBlock.Details, at path: BlockPath) -> RichBlock? {
    let part = part(path, .text)
    let summary = part.flatMap { slice(details.summary, $0) }
    let seen = passed
    var blocks = self.blocks(details.blocks, in: path)
    if passed == seen, part?.isWhole == true {
      // Closed: its blocks are not in the layout.
      blocks = details.blocks
      for index in 0..<blocks.spoilerCount {
        let original = (part?.composed.firstSpoiler ?? 0) + summarySpoilers(details) + index
        noteSpoiler(original)
      }
    }
    if isOneText, !(part?.isWhole ?? false) {
      return summary.map { .paragraph($0) } ?? blocks.first
    }
    guard let summary else { return blocks.isEmpty ? nil : .details(details.with(.empty, blocks)) }
    return .details(details.with(summary, blocks))
  }

  private func summarySpoilers(_ details: RichBlock.Details) -> Int {
    [RichBlock.paragraph(details.summary)].spoilerCount
  }

  private mutating func credited(
    _ text: RichBlock.CreditedText, at path: BlockPath
  ) -> RichBlock.CreditedText? {
    let quoted = self.text(text.text, path, .text)
    let credit = self.text(text.credit, path, .credit)
    guard quoted != nil || credit != nil else { return nil }
    return RichBlock.CreditedText(quoted ?? .empty, credit: credit)
  }

  /// Returns the selected part of a caption, which is empty if only the media is selected; `nil` if
  /// nothing is.
  private mutating func caption(
    _ caption: RichBlock.Caption?, at path: BlockPath
  ) -> RichBlock.Caption? {
    let isSelected = isBetween || (0..<2).contains { part(path, .label($0))?.bytes != nil }
    let text = self.text(caption?.text, path, .caption)
    let credit = self.text(caption?.credit, path, .credit)
    guard isSelected || text != nil || credit != nil else { return nil }
    return RichBlock.Caption(text ?? .empty, credit: credit)
  }

  // MARK: Texts

  /// Returns a text of the layout, and notes that it was passed.
  private mutating func part(_ path: BlockPath, _ slot: ComposedText.Slot) -> Part? {
    guard let part = parts[Key(path: path, slot: slot)] else { return nil }
    passed = max(passed, part.index)
    return part
  }

  private mutating func text(
    _ text: RichText?, _ path: BlockPath, _ slot: ComposedText.Slot
  ) -> RichText? {
    guard let text, let part = part(path, slot) else { return nil }
    return slice(text, part)
  }

  /// Returns the selected part of a text, or `nil` if nothing is selected.
  private mutating func slice(_ text: RichText, _ part: Part) -> RichText? {
    guard let bytes = part.bytes else { return nil }
    var slicer = TextSlicer(part.composed, bytes)
    let kept = slicer.slice(text)
    for index in slicer.spoilers { noteSpoiler(index) }
    return kept
  }

  /// Notes a spoiler of the result by its index in the message.
  private mutating func noteSpoiler(_ index: Int) {
    if revealed.contains(index) { revealedParts.insert(spoilerCount) }
    spoilerCount += 1
  }
}

/// A traversal of a rich text that keeps a range of its layout's bytes.
private struct TextSlicer {
  private let leaves: [Range<Int>]
  private let bytes: Range<Int>
  private let isWhole: Bool
  private var next = 0
  private var nextSpoiler: Int
  private var spoilerDepth = 0
  /// The indices of the spoilers of the result among those of the message.
  private(set) var spoilers: [Int] = []

  init(_ composed: ComposedText, _ bytes: Range<Int>) {
    leaves = composed.leaves
    self.bytes = bytes
    isWhole = bytes == 0..<composed.text.length
    nextSpoiler = composed.firstSpoiler
  }

  mutating func slice(_ text: RichText) -> RichText {
    switch text {
    case .plain(let string):
      let leaf = nextLeaf()
      guard !isWhole else { return text }
      guard leaf.overlaps(bytes) else { return .empty }
      let kept = leaf.clamped(to: bytes)
      return .plain(
        string.utf8Slice(kept.lowerBound - leaf.lowerBound..<kept.upperBound - leaf.lowerBound))
    case .customEmoji, .formula, .button, .dateTime:
      return isWhole || nextLeaf().overlaps(bytes) ? text : .empty
    case .anchor: return isWhole ? text : .empty
    case .styled(.spoiler, _):
      let index = nextSpoiler
      nextSpoiler += spoilerDepth == 0 ? 1 : 0
      spoilerDepth += 1
      let kept = text.mapParts { slice($0) }
      spoilerDepth -= 1
      guard isWhole || !kept.isWithoutContents else { return .empty }
      if spoilerDepth == 0 { spoilers.append(index) }
      return kept
    default:
      let kept = text.mapParts { slice($0) }
      return isWhole || !kept.isWithoutContents ? kept : .empty
    }
  }

  private mutating func nextLeaf() -> Range<Int> {
    defer { next += 1 }
    return leaves.indices.contains(next) ? leaves[next] : bytes.upperBound..<bytes.upperBound
  }
}

extension RichText {
  /// Whether the text shows nothing.
  fileprivate var isWithoutContents: Bool {
    switch self {
    case .plain(let string): string.isEmpty
    case .anchor: true
    case .customEmoji, .formula, .button, .dateTime: false
    default: parts.allSatisfy(\.isWithoutContents)
    }
  }
}

extension RichBlock {
  /// Returns a block of one text with another text.
  fileprivate func replacing(_ text: RichText) -> RichBlock {
    switch self {
    case .heading(_, let level): .heading(text, level: level)
    case .code(_, let language): .code(text, language: language)
    case .footer: .footer(text)
    case .thinking: .thinking(text)
    default: .paragraph(text)
    }
  }
}

extension RichBlock.Details {
  /// Returns the section with other contents.
  fileprivate func with(_ summary: RichText, _ blocks: [RichBlock]) -> RichBlock.Details {
    RichBlock.Details(summary, blocks: blocks, isOpen: isOpen)
  }
}

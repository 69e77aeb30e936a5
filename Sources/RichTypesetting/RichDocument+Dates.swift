package import GalleyMessages
internal import GalleyRichMessages

/// Relative dates, whose text depends on the current time.
extension RichDocument {
  /// Returns the document at another time.
  ///
  /// Only the texts whose dates read differently are shaped; everything else is shared, and layouts
  /// at the last width share the boxes of the other blocks.
  ///
  /// - Parameter dates: The formatting of dates, which may differ only in its current time.
  /// - Returns: The document; this one if no date reads differently.
  /// - Complexity: O(*n*), where *n* is the size of the message.
  package func showing(_ dates: DateFormatting?) -> RichDocument {
    guard dates != theme.dates else { return self }
    let changes = DateChanges(from: theme.dates, to: dates)
    let changed = message.blocks.indices.filter { index in
      changes.affect(message.blocks[index], at: BlockPath([index]), in: state)
    }
    guard !changed.isEmpty else { return self }
    var theme = theme
    theme.dates = dates
    var composer = composer(theme)
    composer.changes = changes
    var blocks = blocks
    var counted = 0
    for index in changed {
      composer.spoilerCount += Array(message.blocks[counted..<index]).spoilerCount
      counted = index + 1
      composer.earlier = blocks[index].contents
      blocks[index] = composer.compose(message.blocks[index], at: BlockPath([index]))
    }
    return RichDocument(message, blocks: blocks, theme: theme, like: self)
  }
}

/// The relative dates that read differently at another time.
struct DateChanges: Sendable {
  private let (old, new): (DateFormatting?, DateFormatting?)

  init(from old: DateFormatting?, to new: DateFormatting?) { (self.old, self.new) = (old, new) }

  /// Returns whether a text contains such a date.
  func affect(_ text: RichText) -> Bool {
    if case .dateTime(let unix, let format?, _) = text, format.letters == "r" {
      return old?.text(for: unix, format) != new?.text(for: unix, format)
    }
    return text.parts.contains { affect($0) }
  }

  /// Returns whether the visible part of a block contains such a date.
  func affect(_ block: RichBlock, at path: BlockPath, in state: RichState) -> Bool {
    switch block {
    case .paragraph(let text), .heading(let text, _), .footer(let text), .thinking(let text),
      .code(let text, _):
      return affect(text)
    case .divider, .formula, .anchor: return false
    case .list(let list):
      return list.items.enumerated().contains { index, item in
        affect(item.blocks, in: path.appending(index), state)
      }
    case .quotation(let quotation):
      return affect(quotation.credit) || affect(quotation.blocks, in: path, state)
    case .expandableQuotation(let text), .pullQuotation(let text):
      return affect(text.text) || affect(text.credit)
    case .table(let table):
      return affect(table.caption) || table.rows.contains { $0.contains { affect($0.text) } }
    case .details(let details):
      let isOpen = state.isOpen(path) ?? details.isOpen
      return affect(details.summary) || isOpen && affect(details.blocks, in: path, state)
    case .collage(let gallery), .slideshow(let gallery):
      return affect(gallery.caption) || affect(gallery.blocks, in: path, state)
    case .map(let map): return affect(map.caption)
    case .media(let media): return affect(media.caption)
    case .buttons(let row): return row.buttons.contains { affect($0.text) }
    case .unknown(let unknown):
      return affect(unknown.text) || affect(unknown.caption)
        || affect(unknown.blocks, in: path, state)
    }
  }

  /// Returns whether an optional text contains such a date.
  func affect(_ text: RichText?) -> Bool { text.map { affect($0) } ?? false }

  private func affect(_ caption: RichBlock.Caption?) -> Bool {
    affect(caption?.text) || affect(caption?.credit)
  }

  private func affect(_ blocks: [RichBlock], in path: BlockPath, _ state: RichState) -> Bool {
    blocks.enumerated().contains { affect($1, at: path.appending($0), in: state) }
  }
}

extension ComposedBlock {
  /// The block and those inside it, by their places.
  fileprivate var contents: [BlockPath: ComposedBlock] {
    var found = [path: self]
    func visit(_ blocks: [ComposedBlock]) {
      for block in blocks where found[block.path] == nil {
        found[block.path] = block
        block.inner.forEach { visit($0) }
      }
    }
    inner.forEach { visit($0) }
    return found
  }

  /// The blocks directly inside.
  private var inner: [[ComposedBlock]] {
    switch content {
    case .list(let items): items.map(\.blocks)
    case .quotation(let blocks, _), .group(let blocks): [blocks]
    case .details(_, let blocks): blocks.map { [$0] } ?? []
    default: []
    }
  }
}

extension BlockComposer {
  /// Returns the earlier form of a block if it reads the same, and counts its spoilers.
  mutating func unchanged(_ block: RichBlock, at path: BlockPath) -> ComposedBlock? {
    guard let changes, let old = earlier[path], !changes.affect(block, at: path, in: state)
    else { return nil }
    spoilerCount += [block].spoilerCount
    return old
  }

  /// Returns the earlier form of a cell if it reads the same, and counts its spoilers.
  mutating func unchanged(
    _ cell: RichBlock.Table.Cell, _ index: Int, ofTableAt path: BlockPath
  ) -> ComposedTable.Cell? {
    guard let changes, case .table(let old)? = earlier[path]?.content,
      old.cells.indices.contains(index), !changes.affect(cell.text)
    else { return nil }
    spoilerCount += cell.text.map { [RichBlock.paragraph($0)].spoilerCount } ?? 0
    return old.cells[index]
  }
}

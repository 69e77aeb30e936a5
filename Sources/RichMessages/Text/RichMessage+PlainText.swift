public import GalleyTypesetting

extension RichMessage {
  /// Returns the text that may be shown, copied and searched.
  ///
  /// Blocks are separated by blank lines, items and rows by line ends, cells by tabs. Items begin
  /// with two blanks per level, their label, and `[x]` or `[ ]` for a checkbox. Sections that are
  /// closed are included. A formula is LaTeX between `$` or `$$`, a custom emoji its alternative,
  /// media `[caption]`, and a rule `———`.
  ///
  /// - Parameter revealed: The revealed spoilers, by index in the order of reading; hidden ones are
  ///   placeholders.
  /// - Returns: The text.
  /// - Complexity: O(*n*), where *n* is the size of the message.
  public func plainText(revealed: RevealedSpoilers = .none) -> DisclosedText {
    var writer = RichPlainText(revealed: revealed)
    writer.write(blocks, level: 0)
    return writer.disclosed
  }
}

/// A writer of blocks as plain text.
struct RichPlainText {
  private let revealed: RevealedSpoilers
  private var text = ""
  /// The placeholders of hidden spoilers, as UTF-8 ranges.
  private var hidden: [Range<Int>] = []
  private var nextSpoiler = 0
  /// The text that is written before the next character.
  private var separator = ""
  /// The indentation of lines.
  private var indent = ""

  init(revealed: RevealedSpoilers) { self.revealed = revealed }

  /// The text so far.
  var disclosed: DisclosedText {
    var text = AttributedText(self.text)
    for range in hidden { text.annotate(range, as: .spoiler) }
    return DisclosedText(text)
  }

  // MARK: Blocks

  /// Writes blocks, separated by blank lines, or by line ends in items.
  mutating func write(_ blocks: [RichBlock], level: Int, inItem: Bool = false) {
    for (index, block) in blocks.enumerated() {
      if index > 0 { separate(inItem ? "\n" : "\n\n") }
      write(block, level: level)
    }
  }

  private mutating func write(_ block: RichBlock, level: Int) {
    switch block {
    case .paragraph(let text), .heading(let text, _), .code(let text, _), .footer(let text),
      .thinking(let text):
      write(text)
    case .divider: append("———")
    case .formula(let formula): append("$$" + formula + "$$")
    case .anchor: break
    case .list(let list): write(list, level: level)
    case .quotation(let quotation):
      write(quotation.blocks, level: level)
      write(line: quotation.credit)
    case .expandableQuotation(let text), .pullQuotation(let text):
      write(text.text)
      write(line: text.credit)
    case .table(let table): write(table)
    case .details(let details):
      write(details.summary)
      separate("\n\n")
      write(details.blocks, level: level)
    case .collage(let gallery), .slideshow(let gallery):
      write(gallery.blocks, level: level, inItem: true)
      guard let caption = gallery.caption else { return }
      separate("\n")
      write(caption, else: "")
    case .map(let map): write(map.caption, else: "\(map.latitude), \(map.longitude)")
    case .media(let media): write(media.caption, else: media.name)
    case .buttons(let row):
      for (index, button) in row.buttons.enumerated() {
        if index > 0 { separate(" ") }
        append("[")
        write(button.text)
        append("]")
      }
    case .unknown(let unknown):
      if let text = unknown.text { write(text) }
      if let caption = unknown.caption {
        separate("\n")
        write(caption, else: "")
      }
      separate("\n\n")
      write(unknown.blocks, level: level)
    }
  }

  private mutating func write(line text: RichText?) {
    guard let text else { return }
    separate("\n")
    write(text)
  }

  private mutating func write(_ list: RichBlock.List, level: Int) {
    let outer = indent
    for (index, item) in list.items.enumerated() {
      if index > 0 { separate("\n") }
      indent = String(repeating: "  ", count: level)
      let box = item.checkbox.map { $0 == .checked ? " [x]" : " [ ]" } ?? ""
      append(item.label + box)
      separator += " "
      indent += "  "
      write(item.blocks, level: level + 1, inItem: true)
      // An empty item has a line too.
      separator = separator == " " ? "" : separator
    }
    indent = outer
  }

  private mutating func write(_ table: RichBlock.Table) {
    if let caption = table.caption {
      write(caption)
      separate("\n")
    }
    for (row, cells) in table.rows.enumerated() {
      if row > 0 { separator += "\n" }
      for (index, cell) in cells.enumerated() {
        if index > 0 { separator += "\t" }
        if let text = cell.text { write(text) }
      }
    }
  }

  private mutating func write(_ caption: RichBlock.Caption?, else name: String) {
    append("[")
    if let caption {
      write(caption.text)
      if let credit = caption.credit {
        separate(" ")
        write(credit)
      }
    } else {
      append(name)
    }
    append("]")
  }

  // MARK: Texts

  private mutating func write(_ text: RichText) {
    switch text {
    case .plain(let string): append(string)
    case .customEmoji(_, let alternative): append(alternative)
    case .formula(let formula): append("$" + formula + "$")
    case .anchor: break
    case .styled(.spoiler, let inner):
      let index = nextSpoiler
      nextSpoiler += 1
      guard !revealed.contains(index) else { return writeRevealed(inner) }
      append("")
      flush()
      let start = self.text.utf8.count
      self.text += DisclosedText.placeholder
      hidden.append(start..<self.text.utf8.count)
    default: for part in text.parts { write(part) }
    }
  }

  /// Writes the inside of a revealed spoiler, in which no spoiler has an index.
  private mutating func writeRevealed(_ text: RichText) {
    switch text {
    case .plain, .customEmoji, .formula, .anchor: write(text)
    default: for part in text.parts { writeRevealed(part) }
    }
  }

  /// Separates what is written next from what was written before, if there is anything.
  private mutating func separate(_ string: String) {
    guard !text.isEmpty, separator.utf8.count < string.utf8.count || separator.contains("\t")
    else { return }
    separator = separator.contains("\t") ? separator + string : string
  }

  private mutating func flush() {
    text += separator.replacing("\n", with: "\n" + indent)
    separator = ""
  }

  private mutating func append(_ string: String) {
    guard !string.isEmpty else { return }
    let isLineStart = separator.hasSuffix("\n") || text.isEmpty
    flush()
    if isLineStart, text.isEmpty { text += indent }
    text += indent.isEmpty ? string : string.replacing("\n", with: "\n" + indent)
  }
}

extension RichBlock.Media {
  /// The words for media without a caption.
  fileprivate var name: String {
    let file = files.last
    if let title = file?.title { return (file?.performer.map { $0 + " – " } ?? "") + title }
    return file?.name ?? kind.rawValue.replacing("_", with: " ")
  }
}

public import GalleyTypesetting

extension RichMessage {
  /// Returns the message as Rich Markdown, which ``init(markdown:options:)`` reads.
  ///
  /// Blocks that Markdown cannot express are written as Rich HTML on one line: tables with spans,
  /// lists with letters, quotations with credits, galleries and the like. What ``html(revealed:)``
  /// does not write is not written here either.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameter revealed: The spoilers whose text is written.
  /// - Returns: The Markdown.
  public func markdown(revealed: RevealedSpoilers) -> String {
    RichMarkdownWriter().written(blocks(revealed: revealed))
  }
}

/// A writer of blocks as Rich Markdown.
struct RichMarkdownWriter {
  /// Whether the blocks are in an item, whose mark may precede the first of them.
  var isInItem = false

  /// Returns blocks, separated by blank lines.
  func written(_ blocks: [RichBlock]) -> String {
    var parts: [String] = []
    // Lists side by side have different marks.
    var isOtherMark = false
    var previous: RichBlock?
    for block in blocks {
      if case .list(let list) = block, case .list(let last)? = previous,
        list.isOrdered == last.isOrdered
      {
        isOtherMark.toggle()
      } else {
        isOtherMark = false
      }
      parts.append(written(block, isOtherMark: isOtherMark))
      previous = block
    }
    return parts.joined(separator: "\n\n")
  }

  private func written(_ block: RichBlock, isOtherMark: Bool) -> String {
    markdown(of: block, isOtherMark: isOtherMark) ?? Self.island(block)
  }

  /// Returns a block as HTML on one line.
  private static func island(_ block: RichBlock) -> String {
    var writer = RichHTMLWriter(isOneLine: true)
    writer.write(block)
    return writer.output
  }

  /// Returns a block as Markdown, or `nil` if Markdown cannot express it.
  private func markdown(of block: RichBlock, isOtherMark: Bool) -> String? {
    switch block {
    case .paragraph(let text):
      guard !text.isEmpty, !text.hasOnlyAnchors else { return nil }
      return RichMarkdownTextWriter.written(text, in: .paragraph)
    case .heading(let text, let level):
      guard !text.isEmpty, 1...6 ~= level else { return nil }
      return String(repeating: "#", count: level) + " "
        + RichMarkdownTextWriter.written(text, in: .line)
    case .code(.plain(let code), let language): return fenced(code, language)
    case .divider: return isInItem ? "___" : "---"
    case .formula(let formula): return Self.formula(formula)
    case .list(let list): return written(list, isOtherMark: isOtherMark)
    case .quotation(let quotation):
      guard quotation.credit == nil, !quotation.blocks.isEmpty else { return nil }
      return RichMarkdownWriter().written(quotation.blocks).indented(first: "> ", rest: "> ")
        .replacing("> \n", with: ">\n")
    case .table(let table): return written(table)
    case .details(let details):
      var writer = RichHTMLWriter(isOneLine: true)
      writer.output += details.isOpen ? "<details open><summary>" : "<details><summary>"
      writer.whole(details.summary)
      let inner = RichMarkdownWriter().written(details.blocks)
      return writer.output + "</summary>\n\n" + inner + (inner.isEmpty ? "" : "\n\n")
        + "</details>"
    case .media(let media): return written(media)
    default: return nil
    }
  }

  // MARK: Code and formulas

  private func fenced(_ code: String, _ language: String?) -> String? {
    let isLanguage = (language ?? "").utf8.allSatisfy {
      $0.isMarkdownLetter || $0.isMarkdownDigit || "+#.-_".utf8.contains($0)
    }
    guard isLanguage, language != "math", language != "", !code.utf8.contains(0x0D) else {
      return nil
    }
    let fence = String(
      repeating: "`", count: max(3, code.longestMarkdownRun(of: UInt8(ascii: "`")) + 1))
    return fence + (language ?? "") + "\n" + (code.isEmpty ? "" : code + "\n") + fence
  }

  private static func formula(_ formula: String) -> String? {
    guard !formula.isEmpty, formula == formula.trimmedOfSpaces, !formula.contains("$"),
      !formula.utf8.contains(0x0D), !formula.hasSuffix("\\")
    else { return nil }
    let lines = formula.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return "$$" + formula + "$$" }
    guard lines.allSatisfy({ !$0.isEmpty && String($0) == String($0).trimmedOfSpaces }) else {
      return nil
    }
    return "$$\n" + formula + "\n$$"
  }

  // MARK: Lists

  private func written(_ list: RichBlock.List, isOtherMark: Bool) -> String? {
    var items: [String] = []
    var next: Int?
    for item in list.items {
      var mark = isOtherMark ? "*" : "-"
      if case .number(let value, let numbering) = item.marker {
        guard numbering == .decimal, 0...999_999_999 ~= value, next ?? value == value else {
          return nil
        }
        next = value + 1
        mark = "\(value)" + (isOtherMark ? ")" : ".")
      }
      guard let text = written(item, mark: mark) else { return nil }
      items.append(text)
    }
    guard !items.isEmpty else { return nil }
    let isLoose = list.items.contains { $0.blocks.count > 1 }
    return items.joined(separator: isLoose ? "\n\n" : "\n")
  }

  private func written(_ item: RichBlock.List.Item, mark: String) -> String? {
    let indent = String(repeating: " ", count: mark.count + 1)
    var first = mark + " "
    var startsWithText = false
    if case .paragraph(let text)? = item.blocks.first {
      startsWithText = !text.isEmpty && !text.hasOnlyAnchors
    }
    if let checkbox = item.checkbox {
      guard startsWithText || item.blocks == [.paragraph(.empty)] else { return nil }
      first += checkbox == .checked ? "[x] " : "[ ] "
    }
    if item.blocks == [.paragraph(.empty)] { return String(first.dropLast()) }
    var writer = self
    writer.isInItem = true
    return writer.written(item.blocks).indented(first: first, rest: indent)
  }

  // MARK: Tables and media

  private func written(_ table: RichBlock.Table) -> String? {
    guard let head = table.rows.first, !head.isEmpty, table.caption == nil, !table.isBordered,
      !table.isStriped, !table.isCompact
    else { return nil }
    var lines: [String] = []
    for (row, cells) in table.rows.enumerated() {
      guard cells.count == head.count else { return nil }
      var line = "|"
      for (cell, above) in zip(cells, head) {
        guard let text = cell.text, cell.isHeader == (row == 0), cell.columnSpan == 1,
          cell.rowSpan == 1, cell.verticalAlignment == nil, cell.alignment == above.alignment
        else { return nil }
        line += " " + RichMarkdownTextWriter.written(text, in: .cell) + " |"
      }
      lines.append(line)
      guard row == 0 else { continue }
      let marks = head.map { cell in
        switch cell.alignment {
        case nil: " --- |"
        case .left?: " :-- |"
        case .center?: " :-: |"
        case .right?: " --: |"
        }
      }
      lines.append("|" + marks.joined())
    }
    return lines.joined(separator: "\n")
  }

  private func written(_ media: RichBlock.Media) -> String? {
    let address = media.writtenAddress
    let isAddress =
      address.hasPrefix("https://") || address.hasPrefix("http://")
      || RichBlock.Media.identifier(in: address) != nil
    guard isAddress, !media.hasSpoiler,
      RichBlock.Media.Kind(address: address, default: .photo) == media.kind
    else { return nil }
    let start = "![](" + RichMarkdownTextWriter.destination(address)
    guard let caption = media.caption else { return start + ")" }
    guard case .plain(let title) = caption.text, !title.isEmpty, caption.credit == nil else {
      return nil
    }
    var quoted = ""
    for scalar in title.unicodeScalars {
      switch scalar {
      case "\\", "\"", "&", "<", "`": quoted += "&#\(scalar.value);"
      case "\n", "\r", "\t": quoted += "&#\(scalar.value);"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return start + " \"" + quoted + "\")"
  }
}

extension String {
  /// Returns the lines with prefixes; blank lines get none.
  fileprivate func indented(first: String, rest: String) -> String {
    var lines: [String] = []
    for (index, line) in split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let prefix = index == 0 ? first : rest
      let isBlankLine = line.isEmpty && index > 0 && prefix.allSatisfy { $0 == " " }
      lines.append(isBlankLine ? "" : prefix + line)
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the length of the longest run of a byte.
  func longestMarkdownRun(of byte: UInt8) -> Int {
    var (longest, current) = (0, 0)
    for other in utf8 {
      current = other == byte ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

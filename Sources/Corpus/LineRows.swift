/// The lines of a layout, read from its dump.
struct LineRows {
  /// A line of a layout.
  private struct Line {
    var row: DumpRow
    var bytes: Range<Int>
    /// The glyph runs.
    var runs: [DumpRow] = []

    /// The fonts of the glyph runs, without repetitions.
    var fonts: [Substring] {
      runs.compactMap(\.fields.first).reduce(into: []) { fonts, font in
        if fonts.last != font { fonts.append(font) }
      }
    }
  }

  /// The rows that describe neither the whole nor a line.
  private(set) var others: [Substring] = []
  private var lines: [Line] = []
  private var head = DumpRow("layout")
  private let text: [UInt8]?
  /// Whether the offsets are those of an edited text, moved to those of ``text``.
  private let isMoved: Bool

  /// Reads the rows of a layout's dump.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - text: The text of the layout; `nil` if it is not known.
  ///   - change: The change from the text of the rows to `text`; `nil` for none.
  init(_ rows: [Substring], text: String?, change: TextChange? = nil) {
    self.text = text.map { Array($0.utf8) }
    isMoved = change != nil
    for row in rows {
      let fields = DumpRow(row)
      if row.hasPrefix("layout ") {
        head = fields
      } else if row.hasPrefix("line "), var bytes = fields.bytes {
        if let change {
          bytes = change.moved(bytes.lowerBound)..<change.moved(bytes.upperBound)
        }
        lines.append(Line(row: fields, bytes: bytes))
      } else if row.hasPrefix("  run "), !lines.isEmpty {
        lines[lines.count - 1].runs.append(fields)
      } else {
        others.append(row)
      }
    }
  }

  /// Returns the differences from the expected layout in words.
  func changes(from old: LineRows) -> [String] {
    var words: [String] = []
    if lines.count != old.lines.count {
      words.append("\(count(lines.count)), not \(old.lines.count)")
    }
    for (index, (before, after)) in zip(old.lines, lines).enumerated() {
      let parts = changes(from: before, to: after, comparesRuns: !old.isMoved)
      if !parts.isEmpty { words.append("line \(index + 1) " + parts.joined(separator: "; ")) }
    }
    if head.head != old.head.head {
      words.append("size \(head.head.dropFirst(7)), not \(old.head.head.dropFirst(7))")
    }
    for (mark, name) in [("rtl", "right-to-left"), ("truncated", "truncated")]
    where head.has(mark) != old.head.has(mark) {
      words.append("the layout is \(head.has(mark) ? "" : "not ")\(name)")
    }
    return words
  }

  private func count(_ number: Int) -> String { number == 1 ? "1 line" : "\(number) lines" }

  private func changes(from old: Line, to new: Line, comparesRuns: Bool) -> [String] {
    var parts: [String] = []
    if old.bytes.upperBound != new.bytes.upperBound {
      parts.append(self.break(from: old.bytes.upperBound, to: new.bytes.upperBound))
    } else if old.bytes.lowerBound != new.bytes.lowerBound {
      parts.append("begins with \(word(at: new.bytes.lowerBound))")
    }
    if old.bytes == new.bytes, old.fonts != new.fonts {
      parts.append(
        "is in \(new.fonts.joined(separator: ", ")), not \(old.fonts.joined(separator: ", "))")
    }
    if old.row.has("rtl") != new.row.has("rtl") {
      parts.append("is \(new.row.has("rtl") ? "right-to-left" : "left-to-right")")
    }
    let names = ["width", "x", "baseline"]
    parts += names.compactMap {
      DumpChanges.change($0, from: old.row.number($0), to: new.row.number($0))
    }
    if parts.isEmpty, old.bytes == new.bytes, comparesRuns {
      parts += RowChanges.words(from: old.runs, to: new.runs)
    }
    return parts
  }

  /// Returns the change of a line's end in words; the ends are offsets in UTF-8.
  private func `break`(from old: Int, to new: Int) -> String {
    guard text != nil else { return "ends at byte \(new), not \(old)" }
    let (first, last) = (min(old, new), max(old, new))
    let isOneWord = !isSpaced(first..<last)
    let place = new < old ? "before" : "after"
    if isOneWord { return "breaks \(place) \(word(at: first)), not \(opposite(of: place)) it" }
    return "breaks before \(word(at: new)), not before \(word(at: old))"
  }

  private func opposite(of place: String) -> String { place == "before" ? "after" : "before" }

  /// Whether a range has white space between words.
  private func isSpaced(_ range: Range<Int>) -> Bool {
    let text = text ?? []
    let range = range.clamped(to: 0..<text.count)
    return text[range].split(whereSeparator: Self.isSpace).count > 1
  }

  /// Returns the word at an offset in quotation marks.
  private func word(at offset: Int) -> String {
    guard let text else { return "byte \(offset)" }
    let rest = text.dropFirst(offset).drop(while: Self.isSpace)
    let word = String(decoding: rest.prefix { !Self.isSpace($0) }, as: UTF8.self)
    guard !word.isEmpty else { return "the end of the text" }
    return "'\(word.count > 24 ? word.prefix(24) + "…" : word[...])'"
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

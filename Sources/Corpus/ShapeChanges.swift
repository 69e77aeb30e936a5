/// The differences between dumps of shaped text, in words.
struct ShapeChanges {
  /// A glyph of a dump: `id=cluster@x,y+advance`.
  private struct Glyph {
    var id: Substring
    var cluster: Int
    var offset: Substring
    var advance: Double

    init?(_ text: Substring) {
      guard let equals = text.firstIndex(of: "="), let plus = text.lastIndex(of: "+"),
        equals < plus, let advance = Double(text[text.index(after: plus)...])
      else { return nil }
      let place = text[text.index(after: equals)..<plus].split(separator: "@")
      guard let cluster = place.first.flatMap({ Int($0) }) else { return nil }
      id = text[..<equals]
      self.cluster = cluster
      offset = place.count > 1 ? place[1] : "0,0"
      self.advance = advance
    }
  }

  /// A run of a dump: face, script, direction and glyphs.
  private struct Run {
    var names: [Substring]
    var glyphs: [Glyph]

    init(_ row: Substring) {
      let start = row.firstIndex(of: "[") ?? row.endIndex
      names = row[..<start].split(separator: " ")
      glyphs = row[start...].dropFirst().dropLast().split(separator: "|").compactMap(Glyph.init)
    }
  }

  /// The text that was shaped.
  let text: String

  /// Returns the faces, scripts, directions, glyphs and clusters of rows, without distances.
  static func glyphs(of rows: [Substring]) -> [[String]] {
    rows.map { row in
      let run = Run(row)
      return run.names.map(String.init) + run.glyphs.map { "\($0.id)=\($0.cluster)" }
    }
  }

  /// Returns the differences between the rows of two dumps.
  func words(from old: [Substring], to new: [Substring]) -> [String] {
    guard old.count == new.count else {
      return ["\(new.count) shaping runs, not \(old.count)"] + RowChanges.words(from: old, to: new)
    }
    return zip(old, new).enumerated().flatMap { index, rows in
      rows.0 == rows.1
        ? []
        : changes(from: Run(rows.0), to: Run(rows.1)).map { "run \(index + 1): \($0)" }
    }
  }

  private func changes(from old: Run, to new: Run) -> [String] {
    var words: [String] = []
    if old.names != new.names {
      words.append("\(new.names.joined(separator: " ")), not \(old.names.joined(separator: " "))")
    }
    guard old.glyphs.count == new.glyphs.count else {
      return words + ["\(new.glyphs.count) glyphs, not \(old.glyphs.count)"]
    }
    for (before, after) in zip(old.glyphs, new.glyphs) {
      var parts: [String] = []
      if before.id != after.id { parts.append("glyph \(after.id), not \(before.id)") }
      if before.cluster != after.cluster {
        parts.append("belongs to byte \(after.cluster), not \(before.cluster)")
      }
      if let change = DumpChanges.change("advance", from: before.advance, to: after.advance) {
        parts.append(change)
      }
      if before.offset != after.offset {
        parts.append("offset \(after.offset), not \(before.offset)")
      }
      if !parts.isEmpty {
        words.append("\(character(at: after.cluster)): " + parts.joined(separator: "; "))
      }
    }
    return words
  }

  /// Returns the character at an offset in UTF-8, in quotation marks.
  private func character(at offset: Int) -> String {
    let rest = text.utf8.dropFirst(offset)
    guard let first = Substring(rest).first else { return "byte \(offset)" }
    return "'\(first)' at byte \(offset)"
  }
}

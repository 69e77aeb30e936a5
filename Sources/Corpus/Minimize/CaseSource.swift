/// The lines of a case in its file, whose text and settings can be changed.
package struct CaseSource: Hashable, Sendable {
  /// A comment, or a setting with the lines that belong to it.
  private struct Entry: Hashable {
    var lines: [String]

    /// The key of a setting; `nil` for a comment.
    var key: String? {
      guard let line = lines.first, !line.hasPrefix("//") else { return nil }
      return line.firstIndex(of: ":").map { String(line[..<$0]) }
    }

    /// The value on the line of the key.
    var value: String {
      let rest = (lines.first ?? "").drop { $0 != ":" }.dropFirst()
      return String(rest.drop { $0 == " " || $0 == "\t" })
    }
  }

  /// The name.
  package var name: String
  /// The kind of output.
  package let kind: String
  /// The file, as a path below the corpus's directory.
  package let file: String
  private var entries: [Entry]

  /// Reads a case of a corpus from its file.
  ///
  /// - Throws: `CorpusError` if the file cannot be read, or has no such case any more.
  package init(of subject: CorpusCase, in corpus: Corpus) throws(CorpusError) {
    let text = try Corpus.text(of: corpus.root + "/" + subject.file)
    let sections = try SectionFile(text, path: subject.file).sections
    guard let section = sections.first(where: { $0.name == subject.name }) else {
      throw .unknownCase(subject.name)
    }
    self.init(section, file: subject.file)
  }

  init(_ section: SectionFile.Section, file: String) {
    name = section.name
    kind = section.words.count > 1 ? section.words[1] : ""
    self.file = file
    entries = []
    for line in section.body {
      if line.first == "|", let last = entries.indices.last {
        entries[last].lines.append(line)
      } else {
        entries.append(Entry(lines: [line]))
      }
    }
  }

  /// The lines of the case in its file.
  package var section: String {
    (["--- \(name) \(kind) ---"] + entries.flatMap(\.lines)).joined(separator: "\n") + "\n"
  }

  /// Returns the case that the lines describe, or `nil` if they describe none.
  package func subject() -> CorpusCase? {
    (try? CaseFile.cases(of: section, file: file))?.first
  }

  /// Adds a line to the comments.
  package mutating func addNote(_ note: String) {
    let index = entries.firstIndex { $0.key != nil } ?? entries.endIndex
    entries.insert(Entry(lines: ["// \(note)"]), at: index)
  }

  // MARK: Text

  private var textIndex: Int? {
    entries.firstIndex { entry in entry.key.map { CaseFile.sources.contains($0) } ?? false }
  }

  /// The key of the text, such as `text` or `markdown`.
  package var textKey: String { textIndex.flatMap { entries[$0].key } ?? "" }

  /// The text, message or markup, without the escapes of the file.
  package var text: String {
    get {
      guard let textIndex else { return "" }
      let entry = entries[textIndex]
      if entry.lines.count > 1 {
        return entry.lines.dropFirst().map { String($0.dropFirst($0.hasPrefix("| ") ? 2 : 1)) }
          .joined(separator: "\n")
      }
      return isJSON ? entry.value : TextLiteral.text(of: entry.value) ?? entry.value
    }
    set {
      guard let textIndex else { return }
      let key = textKey
      if entries[textIndex].lines.count > 1 || isJSON && newValue.contains("\n") {
        let lines = newValue.split(separator: "\n", omittingEmptySubsequences: false)
        entries[textIndex].lines = ["\(key):"] + lines.map { $0.isEmpty ? "|" : "| \($0)" }
      } else {
        let value = isJSON ? newValue : TextLiteral.literal(of: newValue)
        entries[textIndex].lines = ["\(key): \(value)"]
      }
    }
  }

  /// Whether the text has no escapes, because it is JSON, which has its own.
  private var isJSON: Bool { ["message", RichSubject.Source.json.rawValue].contains(textKey) }

  // MARK: Settings

  /// The same case without one of the settings that it could do without.
  package var candidatesWithoutSetting: [CaseSource] {
    entries.indices.compactMap { index in
      guard let key = entries[index].key, key != "font", index != textIndex else { return nil }
      var candidate = self
      candidate.entries.remove(at: index)
      return candidate
    }
  }

  /// Removes the setting that keeps the case from being run.
  package mutating func removeSkip() { entries.removeAll { $0.key == "skip" } }
}

extension Corpus {
  /// Writes a case into its file: after another one, or in its place.
  ///
  /// - Parameters:
  ///   - source: The case.
  ///   - name: The name of a case of the same file.
  ///   - replacing: Whether the other case is replaced.
  /// - Throws: `CorpusError` if the file cannot be written, or has no such case.
  package func write(
    _ source: CaseSource, at name: String, replacing: Bool
  ) throws(CorpusError) {
    let text = try Self.text(of: root + "/" + source.file)
    let sections = try SectionFile(text, path: source.file).sections
    guard let index = sections.firstIndex(where: { $0.name == name }) else {
      throw .unknownCase(name)
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = sections[index].line - 1
    var end = index + 1 < sections.count ? sections[index + 1].line - 1 : lines.count
    while end > start, lines[end - 1].allSatisfy(\.isWhitespace) { end -= 1 }
    let section = source.section.split(separator: "\n").map(String.init)
    if replacing {
      lines.replaceSubrange(start..<end, with: section)
    } else {
      lines.insert(contentsOf: [""] + section, at: end)
    }
    if lines.last?.isEmpty != true { lines.append("") }
    try write(Array(lines.joined(separator: "\n").utf8), to: source.file)
  }
}

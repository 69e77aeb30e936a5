internal import GalleyFonts
internal import GalleyMessages
internal import GalleyTypesetting

/// Reads the cases of a file.
///
/// `Corpus/README.md` has the format.
enum CaseFile {
  /// The cases of a file whose contents are `text`.
  ///
  /// Its path below the corpus's directory is `file`.
  static func cases(of text: String, file: String) throws(CorpusError) -> [CorpusCase] {
    var cases: [CorpusCase] = []
    for section in try SectionFile(text, path: file).sections {
      var reader = CaseReader(section: section, file: file)
      cases.append(try reader.read())
    }
    return cases
  }
}

/// Reads one case.
private struct CaseReader {
  let section: SectionFile.Section
  let file: String
  private var message: Message?
  private var style = TextStyle()
  private var options = LayoutOptions()
  private var notes: [String] = []
  private var fonts = CorpusCase.Fonts.shipped
  private var skip: String?

  init(section: SectionFile.Section, file: String) {
    self.section = section
    self.file = file
    options.width = .infinity
  }

  mutating func read() throws(CorpusError) -> CorpusCase {
    guard section.words.count == 2, let kind = CorpusCase.Kind(rawValue: section.words[1]) else {
      throw error(at: section.line, "a case begins with its name and shape, layout or render")
    }
    // The text comes first, whatever the order: entities lie in it.
    for pass in [true, false] {
      for (index, line) in section.body.enumerated() where !line.isEmpty {
        try read(line, at: section.line + 1 + index, isText: pass)
      }
    }
    guard let message else { throw error(at: section.line, "the case has no text") }
    guard !notes.isEmpty else { throw error(at: section.line, "no // line says what it guards") }
    return CorpusCase(
      name: section.name, kind: kind, note: notes.joined(separator: " "), file: file,
      line: section.line, text: message.attributedText(theme: MessageTheme(text: style)),
      options: options, fonts: fonts, skip: skip)
  }

  private mutating func read(
    _ line: String, at number: Int, isText: Bool
  ) throws(CorpusError) {
    if line.hasPrefix("//") {
      if isText { notes.append(String(line.dropFirst(2).trimmed)) }
      return
    }
    guard let colon = line.firstIndex(of: ":") else {
      throw error(at: number, "a line has the form key: value")
    }
    let key = String(line[..<colon])
    let value = String(line[line.index(after: colon)...].trimmed)
    guard (key == "text") == isText else { return }
    if let problem = try set(key, to: value, at: number) { throw error(at: number, problem) }
  }

  /// Applies a setting.
  ///
  /// - Returns: What is wrong with it, or `nil`.
  private mutating func set(
    _ key: String, to value: String, at number: Int
  ) throws(CorpusError) -> String? {
    switch key {
    case "text":
      guard message == nil else { return "the case has a text already" }
      guard let text = unescaped(value) else {
        return #"an escape is \n, \r, \t, \\ or \u{...}"#
      }
      message = Message(text)
    case "font": return setFont(value)
    case "fonts":
      guard let named = CorpusCase.Fonts(rawValue: value) else {
        return "fonts are shipped or testing"
      }
      fonts = named
    case "measure":
      guard let width = Double(value), Message.widths.contains(width) else {
        return "a measure is a distance in points"
      }
      options.width = width
    case "direction":
      guard let direction = TextDirection(name: value) else {
        return "a direction is auto, ltr or rtl"
      }
      message?.direction = direction
    case "language":
      guard Message.isLanguageTag(value) else { return "a language is a tag such as zh-Hant" }
      message?.language = value
    case "lineHeight": return setLineHeight(value)
    case "alignment": return setAlignment(value)
    case "skip":
      guard !value.isEmpty else { return "a case is skipped for a reason" }
      skip = value
    default: return addEntity(key, covering: value)
    }
    return nil
  }

  /// Reads `Noto Sans Bold Italic 16`: families with commas between them, the style, the size.
  private mutating func setFont(_ value: String) -> String? {
    var words = value.split(separator: " ")
    guard let size = words.popLast().flatMap({ Double($0) }), Message.sizes.contains(size) else {
      return "a font ends in its size in points"
    }
    style.font.size = size
    while let word = words.last {
      if word == "Italic" {
        style.font.slant = .italic
      } else if let weight = Self.weights[String(word)] {
        style.font.weight = weight
      } else {
        break
      }
      words.removeLast()
    }
    style.font.families = words.joined(separator: " ").split(separator: ",").map {
      String($0.trimmed)
    }
    return style.font.families.isEmpty ? "a font begins with a family" : nil
  }

  private static let weights = ["Light": 300.0, "Regular": 400, "Medium": 500, "Bold": 700]

  private mutating func setLineHeight(_ value: String) -> String? {
    switch value {
    case "uniform": options.lineHeight = .uniform
    case "perLine": options.lineHeight = .perLine
    default:
      guard let height = Double(value), height > 0, height.isFinite else {
        return "a line height is uniform, perLine or a number of points"
      }
      options.lineHeight = .absolute(height)
    }
    return nil
  }

  private mutating func setAlignment(_ value: String) -> String? {
    switch value {
    case "start": options.alignment = .start
    case "end": options.alignment = .end
    case "left": options.alignment = .left
    case "right": options.alignment = .right
    case "center": options.alignment = .center
    default: return "an alignment is start, end, left, right or center"
    }
    return nil
  }

  /// Reads `bold: some words`, the first place in the text that has these words.
  private mutating func addEntity(_ type: String, covering value: String) -> String? {
    guard let kind = MessageEntity.Kind(plain: type) else { return "there is no key \(type)" }
    guard let words = unescaped(value), let text = message?.text,
      let range = text.utf8Range(of: words)
    else { return "the text has no such words" }
    message?.entities.append(MessageEntity(kind, in: range))
    return nil
  }

  private func error(at line: Int, _ problem: String) -> CorpusError {
    .syntax(path: file, line: line, problem)
  }
}

/// The text that `literal` writes with escapes, or `nil` if one of them is none.
func unescaped(_ literal: String) -> String? {
  var result = String.UnicodeScalarView()
  var rest = literal.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    guard scalar == "\\" else {
      result.append(scalar)
      continue
    }
    switch rest.popFirst() {
    case "n": result.append("\n")
    case "r": result.append("\r")
    case "t": result.append("\t")
    case "\\": result.append("\\")
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
        let value = UInt32(String(rest[..<end]), radix: 16), let scalar = Unicode.Scalar(value)
      else { return nil }
      result.append(scalar)
      rest = rest[rest.index(after: end)...]
    default: return nil
    }
  }
  return String(result)
}

extension StringProtocol {
  /// The text without spaces at its ends.
  fileprivate var trimmed: SubSequence {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}

extension String {
  /// Where the bytes of `words` first stand.
  fileprivate func utf8Range(of words: String) -> Range<Int>? {
    let (bytes, wanted) = (Array(utf8), Array(words.utf8))
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return nil }
    for start in 0...bytes.count - wanted.count
    where bytes[start..<start + wanted.count] == wanted[...] {
      return start..<start + wanted.count
    }
    return nil
  }
}

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
  /// A key and its value.
  private struct Setting {
    var key: String
    var value: String
    var line: Int
  }

  let section: SectionFile.Section
  let file: String
  private var style = TextStyle()
  private var direction = TextDirection.auto
  private var language: String?
  private var options = LayoutOptions()
  private var scale = 1.0
  private var background = "#ffffff"
  private var skip: String?

  init(section: SectionFile.Section, file: String) {
    self.section = section
    self.file = file
  }

  mutating func read() throws(CorpusError) -> CorpusCase {
    guard section.words.count == 2, let kind = CorpusCase.Kind(rawValue: section.words[1]) else {
      throw error(at: section.line, "a case begins with its name and shape, layout or render")
    }
    let (notes, settings) = try lines()
    guard !notes.isEmpty else { throw error(at: section.line, "no // line says what it guards") }
    for key in ["text", "font"] where !settings.contains(where: { $0.key == key }) {
      throw error(at: section.line, "the case has no \(key)")
    }
    var literal = ""
    var styles: [Setting] = []
    for setting in settings {
      if setting.key == "text" {
        literal = setting.value
      } else if setting.key == "style" {
        styles.append(setting)
      } else if let problem = set(setting.key, to: setting.value) {
        throw error(at: setting.line, problem)
      }
    }
    guard let string = TextLiteral.text(of: literal) else {
      throw error(at: section.line, "the text has an escape that is none")
    }
    guard let ground = StyleSetting.color(background) else {
      throw error(at: section.line, "a background is #rrggbb or #rrggbbaa")
    }
    var text = AttributedText(string, style: style, direction: direction, language: language)
    for setting in styles {
      if let problem = restyle(&text, setting.value) { throw error(at: setting.line, problem) }
    }
    return CorpusCase(
      name: section.name, kind: kind, note: notes.joined(separator: " "), file: file,
      line: section.line, text: text, options: options, scale: scale, background: ground,
      skip: skip)
  }

  /// The lines of the case: what it guards, and its settings.
  private func lines() throws(CorpusError) -> (notes: [String], settings: [Setting]) {
    var notes: [String] = []
    var settings: [Setting] = []
    for (index, line) in section.body.enumerated() {
      let number = section.line + 1 + index
      if line.hasPrefix("//") {
        notes.append(String(line.dropFirst(2).trimmed))
        continue
      }
      guard let colon = line.firstIndex(of: ":") else {
        throw error(at: number, "a line has the form key: value")
      }
      let key = String(line[..<colon])
      if key != "style", settings.contains(where: { $0.key == key }) {
        throw error(at: number, "\(key) stands here twice")
      }
      let value = String(line[line.index(after: colon)...].trimmed)
      settings.append(Setting(key: key, value: value, line: number))
    }
    return (notes, settings)
  }

  /// Applies a setting of the whole case.
  ///
  /// - Returns: What is wrong with it, or `nil`.
  private mutating func set(_ key: String, to value: String) -> String? {
    switch key {
    case "font":
      guard let space = value.lastIndex(of: " ") else { return "a font ends in its size in points" }
      return StyleSetting.apply("font", String(value[..<space]), to: &style)
        ?? StyleSetting.apply("size", String(value[value.index(after: space)...]), to: &style)
    case "lang":
      guard Message.isLanguageTag(value) else { return "a language is a tag such as zh-Hant" }
      language = value
    case "measure":
      guard let width = Double(value), Message.widths.contains(width) else {
        return "a measure is a distance in points"
      }
      options.width = width
    case "dir":
      guard let direction = TextDirection(name: value) else {
        return "a direction is auto, ltr or rtl"
      }
      self.direction = direction
    case "scale":
      guard let scale = Double(value), (0.1...16).contains(scale) else {
        return "a scale is from 0.1 to 16"
      }
      self.scale = scale
    case "background": background = value
    case "line-height": return setLineHeight(value)
    case "alignment": return setAlignment(value)
    case "skip":
      guard !value.isEmpty else { return "a case is skipped for a reason" }
      skip = value
    default:
      if let reason = StyleSetting.unsupported[key] { skip = reason }
      return StyleSetting.apply(key, value, to: &style)
    }
    return nil
  }

  private mutating func setLineHeight(_ value: String) -> String? {
    switch value {
    case "uniform": options.lineHeight = .uniform
    case "per-line": options.lineHeight = .perLine
    default:
      guard let height = Double(value), height > 0, height.isFinite else {
        return "a line height is uniform, per-line or a number of points"
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

  /// Applies `"part of the text" size=20 underline`.
  private mutating func restyle(_ text: inout AttributedText, _ value: String) -> String? {
    guard let words = Self.words(of: value), let part = words.first?.value, !part.isEmpty,
      words[0].name.isEmpty
    else { return #"a style is written "part of the text" size=20 underline"# }
    guard let range = text.string.utf8Range(of: part) else { return "the text has no \"\(part)\"" }
    var problem: String?
    for (name, value) in words.dropFirst() {
      if let reason = StyleSetting.unsupported[name] { skip = reason }
      text.updateStyle(in: range) { style in
        problem = problem ?? StyleSetting.apply(name, value, to: &style)
      }
    }
    return problem
  }

  /// Splits `"quoted" name=value name="quoted" name` at spaces; `nil` if a quote is not closed.
  private static func words(of line: String) -> [(name: String, value: String)]? {
    var result: [(name: String, value: String)] = []
    var rest = line.trimmed[...]
    while let first = rest.first {
      var name = ""
      if first != "\"" {
        name = String(rest.prefix { $0 != "=" && $0 != " " })
        rest = rest.dropFirst(name.count)
        if rest.first == "=" { rest = rest.dropFirst() }
      }
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        var isEscaped = false
        let quoted = rest.prefix { character in
          let ends = character == "\"" && !isEscaped
          isEscaped = character == "\\" && !isEscaped
          return !ends
        }
        rest = rest.dropFirst(quoted.count)
        guard rest.first == "\"", let text = TextLiteral.text(of: quoted) else { return nil }
        rest = rest.dropFirst()
        value = text
      } else {
        value = String(rest.prefix { $0 != " " })
        rest = rest.dropFirst(value.count)
      }
      result.append((name, value))
      rest = rest.drop { $0 == " " }
    }
    return result
  }

  private func error(at line: Int, _ problem: String) -> CorpusError {
    .syntax(path: file, line: line, problem)
  }
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

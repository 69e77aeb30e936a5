internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyTypesetting

/// A parser of case files.
///
/// The format is described in `Corpus/README.md`.
enum CaseFile {
  /// Returns the cases of a file.
  ///
  /// `file` is its path below the corpus's directory.
  static func cases(of text: String, file: String) throws(CorpusError) -> [CorpusCase] {
    var cases: [CorpusCase] = []
    for section in try SectionFile(text, path: file).sections {
      var reader = CaseReader(section: section, file: file)
      cases.append(try reader.read())
    }
    return cases
  }
}

/// A parser of one case.
private struct CaseReader {
  /// A key and its value.
  private struct Setting {
    var key: String
    var value: String
    var line: Int
  }

  /// The keys of a case's text; exactly one must be present.
  private static let sources = ["text", "message", "markdown", "html"]

  let section: SectionFile.Section
  let file: String
  private var style = TextStyle()
  private var direction = TextDirection.auto
  private var language: String?
  private var rules = AttributedText.LineBreakRules()
  private var options = LayoutOptions()
  private var tokens: (plain: String?, inBlocks: String?)
  private var scale = 1.0
  private var theme: ChatTheme?
  private var revealed = RevealedSpoilers.none
  private var showsStructure = false
  private var background: Color?
  private var skip: String?

  init(section: SectionFile.Section, file: String) {
    self.section = section
    self.file = file
  }

  mutating func read() throws(CorpusError) -> CorpusCase {
    guard section.words.count == 2, let kind = CorpusCase.Kind(rawValue: section.words[1]) else {
      throw error(at: section.line, "expected the name of the case and shape, layout or render")
    }
    let (notes, settings) = try lines()
    guard !notes.isEmpty else {
      throw error(at: section.line, "missing // note about the purpose of the case")
    }
    guard settings.contains(where: { $0.key == "font" }) else {
      throw error(at: section.line, "missing font")
    }
    guard let source = settings.first(where: { Self.sources.contains($0.key) }) else {
      throw error(at: section.line, "missing text")
    }
    for setting in settings
    where setting.key != source.key && !PartSetting.names.contains(setting.key) {
      if let problem = set(setting.key, to: setting.value) {
        throw error(at: setting.line, problem)
      }
    }
    if theme != nil { style.paint.color = .role(.text) }
    var text = try text(of: source, objects: settings.filter { $0.key == "object" })
    for setting in settings where PartSetting.names.contains(setting.key) {
      if setting.key == "object" { continue }
      if let problem = PartSetting.apply(setting.key, setting.value, to: &text) {
        throw error(at: setting.line, problem)
      }
    }
    text.lineBreakRules = rules
    if let token = tokens.plain {
      options.truncationToken = LayoutOptions.TruncationToken(
        AttributedText(token, style: style),
        inBlocks: tokens.inBlocks.map { AttributedText($0, style: style) })
    }
    return CorpusCase(
      name: section.name, kind: kind, note: notes.joined(separator: " "), file: file,
      line: section.line, text: text, options: options, scale: scale,
      background: background ?? theme?.background ?? .white, palette: theme?.palette ?? .plain,
      revealed: revealed, showsStructure: showsStructure, skip: skip)
  }

  /// Returns the text of a case, without the settings of its parts.
  private func text(of source: Setting, objects: [Setting]) throws(CorpusError) -> AttributedText {
    if source.key != "text" {
      let message = try message(of: source)
      var text = message.attributedText(theme: MessageTheme(text: style))
      if message.direction == nil { text.direction = direction }
      if let language { text.language = language }
      return text
    }
    guard let string = TextLiteral.text(of: source.value) else {
      throw error(at: source.line, "invalid escape in the text")
    }
    var attachments: [(range: Range<Int>, attachment: TextAttachment)] = []
    for setting in objects {
      guard let (range, object) = PartSetting.object(setting.value, in: string) else {
        throw error(at: setting.line, "expected an object such as \"part\" size=20x16 descent=4")
      }
      attachments.append((range, object))
    }
    return AttributedText(
      string, replacing: attachments.sorted { $0.range.lowerBound < $1.range.lowerBound },
      style: style, direction: direction, language: language)
  }

  private func message(of source: Setting) throws(CorpusError) -> Message {
    do {
      if source.key == "message" { return try Message(json: Array(source.value.utf8)) }
      let text = TextLiteral.text(of: source.value) ?? ""
      return source.key == "html" ? try Message(html: text) : try Message(markdown: text)
    } catch {
      throw self.error(at: source.line, "invalid message: \(error)")
    }
  }

  /// Returns the notes and the settings of the case.
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
        throw error(at: number, "expected key: value")
      }
      let key = String(line[..<colon])
      if key != "cutout", !PartSetting.names.contains(key),
        settings.contains(where: { $0.key == key })
      {
        throw error(at: number, "duplicate setting \(key)")
      }
      let value = String(line[line.index(after: colon)...].trimmed)
      settings.append(Setting(key: key, value: value, line: number))
    }
    return (notes, settings)
  }

  /// Applies a setting of the whole case.
  ///
  /// - Returns: The error, or `nil`.
  private mutating func set(_ key: String, to value: String) -> String? {
    if let problem = OptionSetting.apply(key, value, to: &options) {
      return problem.isEmpty ? nil : problem
    }
    switch key {
    case "font":
      guard let space = value.lastIndex(of: " ") else {
        return "expected a font followed by its size in points"
      }
      return StyleSetting.apply("font", String(value[..<space]), to: &style)
        ?? StyleSetting.apply("size", String(value[value.index(after: space)...]), to: &style)
    case "lang":
      guard Message.isLanguageTag(value) else { return "expected a language tag such as zh-Hant" }
      language = value
    case "dir":
      guard let direction = TextDirection(name: value) else {
        return "expected auto, ltr or rtl"
      }
      self.direction = direction
    case "hyphenate":
      guard value == "yes" || value == "no" else { return "expected yes or no" }
      rules.hyphenates = value == "yes"
    case "word-break": return setWordBreak(value)
    case "line-break":
      guard value == "unicode" || value == "css" else { return "expected unicode or css" }
      rules.convention = value == "css" ? .css : .unicode
    case "token", "token-in-blocks":
      guard let text = TextLiteral.text(of: value) else { return "invalid escape in the token" }
      if key == "token" { tokens.plain = text } else { tokens.inBlocks = text }
    default: return setPicture(key, to: value)
    }
    return nil
  }

  private mutating func setWordBreak(_ value: String) -> String? {
    switch value {
    case "normal": rules.wordBreak = .normal
    case "break-all": rules.wordBreak = .breakAll
    case "keep-all": rules.wordBreak = .keepAll
    default: return "expected normal, break-all or keep-all"
    }
    return nil
  }

  /// Applies a setting of the picture or of the base style.
  private mutating func setPicture(_ key: String, to value: String) -> String? {
    switch key {
    case "scale":
      guard let scale = Double(value), (0.1...16).contains(scale) else {
        return "expected a scale from 0.1 to 16"
      }
      self.scale = scale
    case "background":
      guard let color = StyleSetting.color(value) else {
        return "expected #rrggbb or #rrggbbaa"
      }
      background = color
    case "theme":
      guard let theme = ChatTheme(named: value) else { return "unknown theme \(value)" }
      self.theme = theme
    case "reveal":
      guard let numbers = value == "all" ? [] : SettingValue.numbers(value) else {
        return "expected indices of spoilers, or all"
      }
      revealed = value == "all" ? .all : RevealedSpoilers(Set(numbers.map { Int($0) }))
    case "debug": showsStructure = value == "yes"
    case "skip":
      guard !value.isEmpty else { return "expected the reason for skipping the case" }
      skip = value
    default: return StyleSetting.apply(key, value, to: &style)
    }
    return nil
  }

  private func error(at line: Int, _ problem: String) -> CorpusError {
    .syntax(path: file, line: line, problem)
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  fileprivate var trimmed: SubSequence {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}

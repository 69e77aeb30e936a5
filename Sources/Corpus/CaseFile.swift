internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyTypesetting

/// A parser of case files.
///
/// The format is described in `Corpus/README.md`.
enum CaseFile {
  /// The keys of a case's text; exactly one must be present.
  static let sources =
    ["text", "message", "markdown", "html"] + RichSubject.Source.allCases.map(\.rawValue)

  /// Returns the cases of a file.
  ///
  /// `file` is its path below the corpus's directory.
  static func cases(of text: String, file: String) throws(CorpusError) -> [CorpusCase] {
    var cases: [CorpusCase] = []
    for section in try SectionFile(text, path: file).sections {
      var reader = CaseReader(section: section, file: file)
      do throws(SettingProblem) {
        cases.append(try reader.read())
      } catch {
        throw .syntax(path: file, line: reader.line, error.reason)
      }
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
    /// Whether the value has lines of its own, in which a backslash is a backslash.
    var isRaw = false
  }

  let section: SectionFile.Section
  let file: String
  /// The line that is being read, for errors.
  private(set) var line: Int
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
  private var rich: RichSubject?

  init(section: SectionFile.Section, file: String) {
    self.section = section
    self.file = file
    line = section.line
  }

  mutating func read() throws(SettingProblem) -> CorpusCase {
    guard section.words.count == 2, let kind = CorpusCase.Kind(rawValue: section.words[1]) else {
      throw SettingProblem("expected the name of the case and shape, layout or render")
    }
    let (notes, settings) = try lines()
    line = section.line
    guard !notes.isEmpty else {
      throw SettingProblem("missing // note about the purpose of the case")
    }
    guard settings.contains(where: { $0.key == "font" }) else {
      throw SettingProblem("missing font")
    }
    guard let source = settings.first(where: { CaseFile.sources.contains($0.key) }) else {
      throw SettingProblem("missing text")
    }
    rich = try richSubject(of: source, settings)
    for setting in settings
    where setting.key != source.key && !PartSetting.names.contains(setting.key) {
      line = setting.line
      try set(setting.key, to: setting.value)
    }
    if theme != nil || rich != nil { style.paint.color = .role(.text) }
    var text = try text(of: source, objects: settings.filter { $0.key == "object" })
    for setting in settings
    where PartSetting.names.contains(setting.key) && setting.key != "object" {
      line = setting.line
      try PartSetting.apply(setting.key, setting.value, to: &text)
    }
    text.lineBreakRules = rules
    if let token = tokens.plain {
      options.truncationToken = LayoutOptions.TruncationToken(
        AttributedText(token, style: style),
        inBlocks: tokens.inBlocks.map { AttributedText($0, style: style) })
    }
    return CorpusCase(
      name: section.name, kind: kind, note: notes.joined(separator: " "), file: file,
      line: section.line, text: text, rich: rich, options: options, scale: scale,
      background: background ?? theme?.background ?? .white, palette: theme?.palette ?? .plain,
      revealed: revealed, showsStructure: showsStructure, skip: skip)
  }

  /// Returns the text of a case, without the settings of its parts.
  private mutating func text(
    of source: Setting, objects: [Setting]
  ) throws(SettingProblem) -> AttributedText {
    line = source.line
    if rich != nil {
      var style = style
      style.language = language
      return AttributedText("", style: style)
    }
    if source.key != "text" {
      let message = try message(of: source)
      var text = message.attributedText(theme: MessageTheme(text: style))
      if message.direction == nil { text.direction = direction }
      if let language { text.language = language }
      return text
    }
    guard let string = TextLiteral.text(of: source.value) else {
      throw SettingProblem("invalid escape in the text")
    }
    var attachments: [(range: Range<Int>, attachment: TextAttachment)] = []
    for setting in objects {
      line = setting.line
      attachments.append(try PartSetting.object(setting.value, in: string))
    }
    return AttributedText(
      string, replacing: attachments.sorted { $0.range.lowerBound < $1.range.lowerBound },
      style: style, direction: direction, language: language)
  }

  /// Returns the rich message of a case, or `nil` if it has none.
  private mutating func richSubject(
    of source: Setting, _ settings: [Setting]
  ) throws(SettingProblem) -> RichSubject? {
    guard let format = RichSubject.Source(rawValue: source.key) else { return nil }
    line = source.line
    let isRaw = source.isRaw || format == .json
    guard let text = isRaw ? source.value : TextLiteral.text(of: source.value) else {
      throw SettingProblem("invalid escape in the text")
    }
    if let setting = settings.first(where: { PartSetting.names.contains($0.key) }) {
      line = setting.line
      throw SettingProblem("\(setting.key) applies only to text")
    }
    let isRightToLeft = settings.contains { $0.key == "dir" && $0.value == "rtl" }
    let isDraft = settings.contains { $0.key == "draft" && $0.value == "yes" }
    return RichSubject(text, source: format, isRightToLeft: isRightToLeft, isDraft: isDraft)
  }

  private func message(of source: Setting) throws(SettingProblem) -> Message {
    do {
      if source.key == "message" { return try Message(json: Array(source.value.utf8)) }
      let text = TextLiteral.text(of: source.value) ?? ""
      return source.key == "html" ? try Message(html: text) : try Message(markdown: text)
    } catch {
      throw SettingProblem("invalid message: \(error)")
    }
  }

  /// Returns the notes and the settings of the case.
  private mutating func lines() throws(SettingProblem) -> (notes: [String], settings: [Setting]) {
    var notes: [String] = []
    var settings: [Setting] = []
    for text in section.body {
      line += 1
      if text.hasPrefix("//") {
        notes.append(String(text.dropFirst(2).trimmed))
        continue
      }
      if text.first == "|", let last = settings.indices.last {
        let part = text.dropFirst(text.hasPrefix("| ") ? 2 : 1)
        settings[last].value += (settings[last].isRaw ? "\n" : "") + part
        settings[last].isRaw = true
        continue
      }
      guard let colon = text.firstIndex(of: ":") else {
        throw SettingProblem("expected key: value")
      }
      let key = String(text[..<colon])
      if key != "cutout", !PartSetting.names.contains(key),
        settings.contains(where: { $0.key == key })
      {
        throw SettingProblem("duplicate setting \(key)")
      }
      let value = String(text[text.index(after: colon)...].trimmed)
      settings.append(Setting(key: key, value: value, line: line))
    }
    return (notes, settings)
  }

  /// Applies a setting of the whole case.
  private mutating func set(_ key: String, to value: String) throws(SettingProblem) {
    switch key {
    case "expand" where rich != nil: try rich?.state.apply(key, value)
    case "font":
      guard let space = value.lastIndex(of: " ") else {
        throw SettingProblem("expected a font followed by its size in points")
      }
      try StyleSetting.apply("font", String(value[..<space]), to: &style)
      try StyleSetting.apply("size", String(value[value.index(after: space)...]), to: &style)
    case "lang": language = try SettingValue.language(value)
    case "dir":
      direction = try SettingValue.choice(
        value, of: ["auto": .auto, "ltr": .leftToRight, "rtl": .rightToLeft])
    case "hyphenate":
      rules.hyphenates = try SettingValue.choice(value, of: ["yes": true, "no": false])
    case "word-break":
      rules.wordBreak = try SettingValue.choice(
        value, of: ["normal": .normal, "break-all": .breakAll, "keep-all": .keepAll])
    case "line-break":
      rules.convention = try SettingValue.choice(value, of: ["unicode": .unicode, "css": .css])
    case "token", "token-in-blocks":
      guard let text = TextLiteral.text(of: value) else {
        throw SettingProblem("invalid escape in the token")
      }
      if key == "token" { tokens.plain = text } else { tokens.inBlocks = text }
    default: if !(try OptionSetting.apply(key, value, to: &options)) { try setPicture(key, value) }
    }
  }

  /// Applies a setting of the picture or of the base style.
  private mutating func setPicture(_ key: String, _ value: String) throws(SettingProblem) {
    switch key {
    case "scale":
      scale = try SettingValue.number(value, in: 0.1...16, "a scale from 0.1 to 16")
    case "background": background = try StyleSetting.color(value)
    case "theme":
      guard let theme = ChatTheme(named: value) else {
        throw SettingProblem("unknown theme \(value)")
      }
      self.theme = theme
    case "reveal" where value == "all": revealed = .all
    case "reveal":
      let indices = try SettingValue.numbers(value, "indices of spoilers, or all")
      revealed = RevealedSpoilers(Set(indices.map { Int($0) }))
    case "debug": showsStructure = value == "yes"
    case "open" where rich != nil, "close" where rich != nil: try rich?.state.apply(key, value)
    case "draft" where rich != nil:
      _ = try SettingValue.choice(value, of: ["yes": true, "no": false])
    case "fills-width" where rich != nil:
      rich?.fillsWidth = try SettingValue.choice(value, of: ["yes": true, "no": false])
    case "now" where rich != nil:
      rich?.now = Int(
        try SettingValue.number(value, in: -1e12...1e12, "seconds since 1970 in UTC"))
    case "skip":
      guard !value.isEmpty else {
        throw SettingProblem("expected the reason for skipping the case")
      }
      skip = value
    default: try StyleSetting.apply(key, value, to: &style)
    }
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

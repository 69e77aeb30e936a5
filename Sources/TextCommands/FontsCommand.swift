package import ArgumentParser
import GalleyFonts
import GalleyHarfBuzz
import GalleyMessages
import GalleyShaping
import GalleySystem
import GalleyTypesetting
import GalleyUnicode

/// `galley fonts`: lists the fonts that serve a text, with reasons.
package struct FontsCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "Show the font of each part of a text, and the reason.",
    discussion: """
      For a text:     galley fonts 'Hello 👋 שלום'
      For a system:   galley fonts
      How many:       galley fonts --coverage letter.txt
      Of a script:    galley fonts --coverage --script Devanagari --block 'Greek and Coptic'

      Without a text, a sample of each script is checked. Characters missing from all fonts are \
      listed with the Debian package that provides them.

      With --coverage, characters are counted by the font that shows them, and those that no font \
      has are listed: those of a text, a file or standard input (-), or else of scripts and blocks, \
      by default of all scripts. A character of a text may consist of several code points. The exit \
      status is 1 if a text has characters without a font.
      """)

  @Argument(
    help: ArgumentHelp(
      "The text; with --coverage, also a file or -. (default: samples of all scripts)",
      valueName: "text"),
    completion: .file())
  var text: String?

  @Flag(help: "Count the characters that each font covers.")
  var coverage = false

  @Option(
    name: .customLong("script"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With --coverage: a script, by its name or code, or \"all\"; repeatable.", valueName: "script"
    ),
    completion: .list(["all"]), transform: CoverageSelection.script)
  var scripts: [CoverageSelection] = []

  @Option(
    name: .customLong("block"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With --coverage: a block of Unicode, by its name, or \"all\"; repeatable.",
      valueName: "block"),
    completion: .list(["all"]), transform: CoverageSelection.block)
  var blocks: [CoverageSelection] = []

  @Flag(help: "With --coverage: write JSON, an object for each script or block.")
  var json = false

  @OptionGroup var fonts: FontArguments

  @OptionGroup var family: FamilyArgument

  @Option(
    name: .customLong("lang"),
    help: ArgumentHelp("The language of the text, such as ja or zh-Hant.", valueName: "tag"),
    transform: Bounded.language)
  var language: String?

  package init() {}

  package func validate() throws {
    if !coverage, json || !scripts.isEmpty || !blocks.isEmpty {
      throw ValidationError("--script, --block and --json require --coverage.")
    }
    if text != nil, !scripts.isEmpty || !blocks.isEmpty {
      throw ValidationError("Expected either a text, or --script and --block.")
    }
  }

  package func run() throws {
    var style = TextStyle()
    style.font.families = family.names
    let engine = TextEngine(fonts: try fonts.collection())
    if coverage { return try writeCoverage(of: engine.fonts, style.font) }
    guard let text else {
      return try write(FontService.samples(with: engine, style: style, language: language))
    }
    guard !text.isEmpty else {
      throw Failure("the text is empty; omit it to check samples of all scripts")
    }
    try write(FontService.services(of: text, with: engine, style: style, language: language))
  }

  /// Writes the number of characters that each font covers.
  private func writeCoverage(of fonts: FontCollection, _ font: FontDescription) throws {
    if let text {
      let counts = FontCoverage(of: try TextInput.plain(text).text(), fonts, font, language)
      if json {
        try StandardStreams.write(json: counts.json)
      } else {
        try StandardStreams.write(lines: counts.details)
      }
      if counts.missingCount > 0 { throw ExitCode(1) }
      return
    }
    var selections = scripts + blocks
    if selections.isEmpty { selections = [.all(.script)] }
    let counts = FontCoverage.counts(
      of: selections, with: fonts.fontSet(for: font, language: language))
    if json { return try StandardStreams.write(json: counts.flatMap(\.json)) }
    // Those that were named are described in full.
    let named = Set(selections.compactMap(\.group))
    let rows = counts.filter { $0.group.map { !named.contains($0) } ?? true }.map(\.row)
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let table = rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }
      return cells.joined() + row[2] + "\n"
    }
    let details = counts.filter { $0.group.map(named.contains) ?? false }.map(\.details)
    try StandardStreams.write(lines: (table + details).joined())
  }

  private func write(_ services: [FontService]) throws {
    // A family name may contain a line feed.
    let rows = services.map { [$0.label, $0.font, $0.reason].map(TerminalText.line) }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var output = ""
    for row in rows {
      for (column, width) in widths.enumerated() {
        output += row[column] + String(repeating: " ", count: width - row[column].count + 2)
      }
      output += row[2] + "\n"
    }
    let packages = Set(services.compactMap(\.missingPackage)).sorted()
    if !packages.isEmpty {
      output += "\nFor the missing characters: apt-get install \(packages.joined(separator: " "))\n"
    }
    try StandardStreams.write(lines: output)
    if text != nil, !packages.isEmpty { throw ExitCode(1) }
  }
}

/// A range of text that one font serves for one reason.
struct FontService {
  /// The label of the range: its offsets and the quoted text.
  var label: String
  /// The family and style of the font.
  var font: String
  /// The reason for the choice of font, for people.
  var reason: String
  /// The package that provides a font for the text, if no installed font has its characters.
  var missingPackage: String?

  private init(label: String, font: String, reason: String) {
    self.label = label
    self.font = font
    self.reason = reason
  }

  /// Returns the fonts that serve samples of all scripts, labeled by the scripts.
  static func samples(
    with engine: TextEngine, style: TextStyle = TextStyle(), language: String? = nil
  ) -> [FontService] {
    ScriptSample.all.flatMap { sample in
      services(of: sample.text, with: engine, style: style, language: language).map { service in
        var service = service
        service.label = sample.name
        return service
      }
    }
  }

  /// Returns the fonts that serve a text in a style.
  static func services(
    of text: String, with engine: TextEngine, style: TextStyle, language: String?
  ) -> [FontService] {
    let text = AttributedText(text, style: style, language: language)
    return services(
      of: text.string, shaped: engine.shape(text),
      fontSet: engine.fonts.fontSet(for: style.font, language: language))
  }

  /// Returns the fonts that serve a shaped text, with adjacent ranges merged if font and reason
  /// agree.
  ///
  /// The runs determine the fonts, and the font set of the text's style determines the reasons. A
  /// run may include characters for which the font set would select another font: a space stays
  /// with the adjacent words.
  private static func services(of text: String, shaped: ShapedText, fontSet: FontSet)
    -> [FontService]
  {
    var services: [FontService] = []
    let bytes = Array(text.utf8)
    var (stretch, start) = ("", 0)
    for run in shaped.runs {
      var offset = Int(run.start)
      for cluster in String(decoding: bytes[offset..<Int(run.end)], as: UTF8.self) {
        let service = service(of: cluster, in: run, of: shaped, fontSet: fontSet)
        if services.last?.font == service.font, services.last?.reason == service.reason {
          stretch.append(cluster)
        } else {
          services.append(service)
          stretch = String(cluster)
          start = offset
        }
        offset += cluster.utf8.count
        services[services.count - 1].label = "\(start)..<\(offset) \(stretch.debugDescription)"
      }
    }
    return services
  }

  /// Returns the font of the run that contains a cluster, and the reason.
  private static func service(
    of cluster: Character, in run: ShapedRun, of text: ShapedText, fontSet: FontSet
  ) -> FontService {
    let scalars = cluster.unicodeScalars.map(\.value)
    let isControl = scalars.allSatisfy { $0 < 0x20 || (0x7F..<0xA0).contains($0) }
    guard run.kind == .text, !isControl else {
      return FontService(label: "", font: "none", reason: "control character without a glyph")
    }
    let selection = fontSet.selection(for: scalars.span, script: run.script)
    let served = text.font(of: run)
    if served === selection.instance { return FontService(selection, script: run.script) }
    var service = FontService(
      FontSelection(instance: served, reason: selection.reason, isComplete: true),
      script: run.script)
    service.reason = "same font as the preceding text"
    return service
  }

  private init(_ selection: FontSelection, script: FontTag) {
    label = ""
    let instance = selection.instance
    font = "\(instance.typeface.family) \(instance.typeface.style)"
    if instance.syntheticBold > 0 { font += ", emboldened" }
    if instance.syntheticSlant != 0 { font += ", slanted" }
    reason =
      switch selection.reason {
      case .primary: "first choice"
      case .family(let index): "requested family \(index + 1)"
      case .presentation: "emoji or text presentation"
      case .file: "fallback: file of --font-file"
      case .fallback(let index): "fallback: family \(index + 1) of the manifest"
      case .system: "fallback: chosen by the system"
      case .lastResort: "missing from all fonts"
      }
    if !selection.isComplete {
      if selection.reason != .lastResort { reason += "; part of the character is missing" }
      missingPackage = ScriptSample.package(for: script)
    }
  }
}

/// The name of the script.
struct ScriptSample {
  /// The sample letters.
  let name: String
  /// The letters.
  let text: String

  /// The samples that a system should be able to show.
  static let all = [
    ("Latin", "Aé"), ("Greek", "Ω"), ("Cyrillic", "Ж"), ("Armenian", "Ա"), ("Georgian", "ა"),
    ("Hebrew", "א"), ("Arabic", "ب"), ("Syriac", "ܐ"), ("Thaana", "ހ"), ("N'Ko", "ߊ"),
    ("Devanagari", "क"), ("Bengali", "ক"), ("Gurmukhi", "ਕ"), ("Gujarati", "ક"), ("Odia", "କ"),
    ("Tamil", "க"), ("Telugu", "క"), ("Kannada", "ಕ"), ("Malayalam", "ക"), ("Sinhala", "ක"),
    ("Thai", "ก"), ("Lao", "ກ"), ("Khmer", "ក"), ("Myanmar", "က"), ("Tibetan", "ཀ"),
    ("Javanese", "ꦏ"), ("Ethiopic", "አ"), ("Tifinagh", "ⴰ"), ("Mongolian", "ᠠ"),
    ("Cherokee", "Ꭰ"), ("Canadian syllabics", "ᐃ"), ("Han", "字"), ("Hiragana", "あ"),
    ("Katakana", "ア"), ("Hangul", "한"), ("Bopomofo", "ㄅ"), ("Yi", "ꀀ"), ("Braille", "⠿"),
    ("mathematics", "∑"), ("arrows", "→"), ("symbols", "☂\u{FE0E}"), ("emoji", "😀"),
    ("emoji families", "👨‍👩‍👧"), ("flags", "🇪🇺"),
  ].map { ScriptSample(name: $0, text: $1) }

  /// Returns the Debian package that provides fonts for a script.
  static func package(for script: FontTag) -> String {
    switch script {
    case "Hani", "Hira", "Kana", "Hang", "Bopo": "fonts-noto-cjk"
    case "Zyyy", "Zinh": "fonts-noto-color-emoji"
    default: "fonts-noto-core"
    }
  }
}

import ArgumentParser
import GalleyFiles
import GalleyFonts
import GalleyHarfBuzz
import GalleyMessages
import GalleyShaping

/// `galley fonts`: which font serves what, and why.
struct FontsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "Say which font serves each part of a text, and why.",
    discussion: """
      For a text:     galley fonts 'Hello 👋 שלום'
      For a system:   galley fonts

      Without a text, a sample of each script is looked for; what no font has is listed with the \
      Debian package that would have it.
      """)

  @Argument(help: ArgumentHelp("The text; without it, samples of all scripts.", valueName: "text"))
  var text: String?

  @OptionGroup var fonts: FontArguments

  @Option(
    name: .customLong("font"),
    help: ArgumentHelp(
      "The family of the text; several, with commas between them, in order of preference.",
      valueName: "family"))
  var family: String?

  @Option(
    name: .customLong("lang"),
    help: ArgumentHelp("The language of the text, such as ja or zh-Hant.", valueName: "tag"),
    transform: Bounded.language)
  var language: String?

  func run() throws {
    var description = FontDescription()
    description.families = FamilyList.names(in: family)
    let fontSet = try fonts.collection().fontSet(for: description, language: language)
    let services =
      try text.map { text in
        guard !text.isEmpty else { throw Failure("the text is empty: give some, or leave it out") }
        return FontService.services(of: text, fontSet: fontSet, language: language)
      } ?? samples(fontSet)
    try write(services)
  }

  private func samples(_ fontSet: FontSet) -> [FontService] {
    ScriptSample.all.flatMap { sample in
      FontService.services(of: sample.text, fontSet: fontSet, language: language).map { service in
        var service = service
        service.label = sample.name
        return service
      }
    }
  }

  private func write(_ services: [FontService]) throws {
    let rows = services.map { [$0.label, $0.font, $0.reason] }
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
      output += "\nWhat no font has may be in: apt-get install \(packages.joined(separator: " "))\n"
    }
    do { try StandardStreams.write(Array(output.utf8)) } catch { throw Failure(error) }
    if text != nil, !packages.isEmpty { throw ExitCode(1) }
  }
}

/// A stretch of text that one font serves, for one reason.
struct FontService {
  /// What the stretch is called: the text itself, quoted, and its place.
  var label: String
  /// The font's family and style.
  var font: String
  /// Why it is that font, for people.
  var reason: String
  /// The package that has a font for the stretch, if none of those here has.
  var missingPackage: String?

  /// Which fonts serve the clusters of a text; neighbors that are served alike are one.
  static func services(of text: String, fontSet: FontSet, language: String?) -> [FontService] {
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    let bytes = Array(text.utf8)
    analyzer.analyze(bytes.span, direction: .auto, language: language, into: &analysis)

    var services: [FontService] = []
    var stretch = ""
    var (start, offset) = (0, 0)
    for cluster in text {
      let script = analysis.scriptRuns.first { Int($0.end) > offset }?.script ?? "Zyyy"
      let scalars = cluster.unicodeScalars.map(\.value)
      let selection = fontSet.selection(for: scalars.span, script: script)
      let service = FontService(selection, script: script)
      if let last = services.last, last.font == service.font, last.reason == service.reason {
        stretch.append(cluster)
      } else {
        services.append(service)
        stretch = String(cluster)
        start = offset
      }
      offset += cluster.utf8.count
      services[services.count - 1].label = "\(start)..<\(offset) \(stretch.debugDescription)"
    }
    return services
  }

  private init(_ selection: FontSelection, script: Tag) {
    label = ""
    let instance = selection.instance
    font = "\(instance.typeface.family) \(instance.typeface.style)"
    if instance.syntheticBold > 0 { font += ", emboldened" }
    if instance.syntheticSlant != 0 { font += ", slanted" }
    reason =
      switch selection.reason {
      case .primary: "the first family"
      case .family(let index): "family \(index + 1) of those asked for"
      case .presentation: "shown as an emoji, or must not be"
      case .fallback(let index): "fallback: entry \(index + 1) of the manifest's families"
      case .system: "fallback: the system's choice"
      case .lastResort: "no font has it"
      }
    if !selection.isComplete {
      if selection.reason != .lastResort { reason += "; it lacks part of the character" }
      missingPackage = ScriptSample.package(for: script)
    }
  }
}

/// A few letters of a script.
struct ScriptSample {
  /// The script's name.
  let name: String
  /// The letters.
  let text: String

  /// Samples of what a system should be able to show.
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

  /// The Debian package whose fonts have a script.
  static func package(for script: Tag) -> String {
    switch script {
    case "Hani", "Hira", "Kana", "Hang", "Bopo": "fonts-noto-cjk"
    case "Zyyy", "Zinh": "fonts-noto-color-emoji"
    default: "fonts-noto-core"
    }
  }
}

import GalleyTypesetting
import GalleyFonts
import GalleyHarfBuzz
import TestSupport

@testable import GalleyShaping

/// Fonts and a shaper.
struct Workshop {
  let fonts: FontCollection
  let pool: ShaperPool

  init(_ fonts: FontCollection) {
    self.fonts = fonts
    pool = ShaperPool(fonts: fonts)
  }

  /// Returns the shaped text of a string in one family, or in several styles.
  func shape(
    _ string: String, _ family: String = "", features: [FontFeature] = [],
    spans: [(end: Int, family: String)] = [], direction: BaseDirection = .auto,
    language: String? = nil
  ) -> ShapedText {
    pool.shape(
      ShapingInput(
        text: UTF8Text(string), base: style(family, features),
        spans: spans.map { ShapingSpan(end: Int32($0.end), style: style($0.family, features)) },
        direction: direction, language: language))
  }

  private func style(_ family: String, _ features: [FontFeature]) -> ShapingStyle {
    ShapingStyle(
      font: FontDescription(families: family.isEmpty ? [] : [family], size: 10), features: features)
  }
}

extension ShapingInput {
  /// An inline object, and nothing else.
  static let object = ShapingInput(
    text: UTF8Text("\u{FFFC}"),
    base: ShapingStyle(font: FontDescription(families: ["Galley Box"], size: 10)),
    details: ShapingDetails(objects: [ShapingObject(offset: 0, width: 7.5, height: 3)]))
}

/// The description of a run in tests.
struct RunSummary: Equatable, CustomStringConvertible {
  var text: String
  var family: String

  init(_ text: String, _ family: String) {
    self.text = text
    self.family = family
  }

  var description: String { "\(text.debugDescription) \(family)" }
}

extension ShapedText {
  /// Returns the decoded glyphs of a run.
  func glyphs(of run: ShapedRun) -> [Glyph] {
    var reader = GlyphReader(run)
    var glyphs: [Glyph] = []
    let words = words
    while let glyph = reader.next(words.span, font(of: run).palette) { glyphs.append(glyph) }
    return glyphs
  }

  /// All glyphs in logical order.
  var glyphs: [Glyph] { runs.flatMap(glyphs(of:)) }

  /// The runs with glyphs: their text and their font's family.
  var summary: [RunSummary] {
    let bytes = Array(input.text.string.utf8)
    return runs.map {
      let text = String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self)
      return RunSummary(text, $0.kind == .text ? font(of: $0).typeface.family : "\($0.kind)")
    }
  }

  /// The error in the lists that must partition the text, or `nil`.
  var faults: [String] {
    var faults: [String] = []
    var end: Int32 = 0
    for run in runs {
      if run.start != end || run.end <= run.start { faults.append("run at \(run.start)") }
      if run.end - run.start > 4_000, run.glyphCount > 4_000 {
        faults.append("run at \(run.start) is too long")
      }
      end = run.end
      var last = run.start
      for glyph in glyphs(of: run) {
        if glyph.cluster < last || glyph.cluster >= run.end {
          faults.append("cluster \(glyph.cluster) behind \(last) in run at \(run.start)")
          break
        }
        last = glyph.cluster
      }
    }
    if end != length { faults.append("runs end at \(end) of \(length)") }
    let covered = breaks.reduce(0) { $0 + Int($1.length) }
    if covered != Int(length) { faults.append("breaks cover \(covered) of \(length)") }
    if breaks.count(where: \.endsRun) != runs.count { faults.append("run ends in the table") }
    return faults
  }

  /// The pieces of the break table: their text and the break after them.
  var pieces: [String] {
    let bytes = Array(input.text.string.utf8)
    var start = 0
    return breaks.map {
      let text = String(decoding: bytes[start..<start + Int($0.length)], as: UTF8.self)
      start += Int($0.length)
      let mark =
        switch $0.kind {
        case .none: ""
        case .allowed: "÷"
        case .mandatory: "!"
        case .hyphen: "-"
        }
      return text + mark
    }
  }
}

/// Returns the glyphs of a text shaped in one call to HarfBuzz.
func wholeRun(
  _ string: String, like run: ShapedRun, of text: ShapedText, features: [FontFeature] = []
) -> [Glyph] {
  var buffer = TextBuffer()
  let text = text
  let all = 0..<string.utf8.count
  buffer.append(string.utf8.span, range: all, context: all)
  let output = buffer.shape(
    with: text.font(of: run).font,
    properties: SegmentProperties(
      script: run.script, language: text.input.language.map { Language($0) } ?? .undetermined,
      isRightToLeft: run.isRightToLeft),
    features: features, options: [.beginsParagraph, .endsParagraph])
  var glyphs: [Glyph] = []
  output.append(to: &glyphs, reversed: run.isRightToLeft, clusterOffset: 0)
  return glyphs
}

extension [Glyph] {
  /// The glyphs without the flags for safe breaks.
  var withoutFlags: [Glyph] {
    map { glyph in
      var glyph = glyph
      glyph.isUnsafeToBreak = false
      return glyph
    }
  }
}

extension ShapedRun {
  /// All properties, as text.
  var summary: String { "\(self)" }
}

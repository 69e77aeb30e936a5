import GalleyBasics
import GalleyFuzzCore
import GalleyGeometry
import GalleyPainting
import GalleyPixels
import GalleyShaping
import GalleyTypesetting

/// The layout of a text at random widths, its queries, and its painting.
///
/// Two results are known without knowing the layout: a layout for another width equals one made
/// from nothing, and the paragraphs before a line feed are laid out alike without what follows.
struct TextTrial {
  let engine: TextEngine
  var random: SplitMix64

  /// Lays a text out.
  mutating func run(_ text: AttributedText) throws(FuzzFailure) {
    var layout = engine.layout(text, options: options())
    try checkLines(of: layout)
    for _ in 0..<random.number(in: 1...2) {
      let options = options()
      layout = layout.relayout(options)
      let fresh = engine.layoutUncached(text, options: options)
      try expect(
        layout.exactLines == fresh.exactLines,
        "relayout is not equal to a layout from nothing at \(options)")
    }
    try query(layout)
    paint(layout)
  }

  /// Compares the lines of a beginning of plain text with those of the whole.
  ///
  /// A letter comes first, because the script of leading punctuation is that of the first letter,
  /// in whatever paragraph.
  mutating func runBeginning(_ text: String, style: TextStyle) throws(FuzzFailure) {
    let bytes = Array("x\(text)".utf8)
    let feeds = bytes.indices.filter { bytes[$0] == 0x0A }
    guard !feeds.isEmpty else { return }
    let end = random.pick(feeds)
    // Otherwise the longest line moves the others, and a later paragraph may turn them around.
    let options = LayoutOptions(width: width(), alignmentWidth: 400)
    let direction = random.pick([TextDirection.leftToRight, .rightToLeft])
    func lines(_ bytes: ArraySlice<UInt8>) -> [ExactLine] {
      let text = AttributedText(
        String(decoding: bytes, as: UTF8.self), style: style, direction: direction)
      return engine.layoutUncached(text, options: options).exactLines
    }
    let (part, whole) = (lines(bytes[...end]), lines(bytes[...]))
    // Behind a line feed at the end of a text, there is an empty line.
    let count = part.count - 1
    for (index, (own, other)) in zip(part.prefix(count), whole).enumerated() {
      var expected = other
      // The last line gives way to the ink of the next one.
      if index == count - 1 { expected.line.height = own.line.height }
      guard own != expected else { continue }
      throw FuzzFailure(
        description: "in a beginning of \(end + 1) bytes, a line is \(own), in the whole \(other)")
    }
  }

  mutating func width() -> Double {
    random.pick([
      0, -5, 1, 20, 160, 1e9, .infinity, -.infinity, .nan,
      Double(random.number(in: 0...600)) + 0.37,
    ])
  }

  mutating func options() -> LayoutOptions {
    LayoutOptions(
      width: width(), alignment: random.pick([.start, .start, .end, .left, .right, .center]),
      lineHeight: random.pick([.uniform, .uniform, .perLine, .absolute(20)]))
  }

  func checkLines(of layout: TextLayout) throws(FuzzFailure) {
    try expect(
      layout.size.width.isFinite && layout.size.height.isFinite, "the size is \(layout.size)")
    // Collapsed quotations hide lines.
    let hides = !layout.text.blocks.isEmpty
    var end = 0
    for line in layout.lines {
      try expect(
        line.range.lowerBound == end || hides && line.range.lowerBound > end,
        "line \(line.range) does not begin at \(end): \(layout.lines.map(\.range))"
          + " \(layout.text.string.debugDescription) \(layout.options)")
      end = line.range.upperBound
    }
    try expect(
      end == layout.text.length || hides, "the lines end at \(end) of \(layout.text.length)")
  }

  private mutating func paint(_ layout: TextLayout) {
    guard random.chance(15), var bitmap = try? Bitmap(width: 160, height: 100) else { return }
    TextPainter().paint(
      layout, at: Point(x: random.pick([0, -40]), y: random.pick([0, -90])), into: &bitmap,
      scale: random.pick([0.5, 1, 2]))
  }
}

/// A line and its placed glyphs.
private struct ExactLine: Equatable {
  /// A run of glyphs.
  struct Run: Equatable {
    var size: Double
    var origin: Point
    var width: Double
    var text: Range<Int>
    var glyphs: [PositionedGlyph]
  }

  var line: TextLayout.Line
  var runs: [Run] = []
}

extension TextLayout {
  /// The lines and their placed glyphs.
  fileprivate var exactLines: [ExactLine] {
    var scratch = PlacementScratch()
    return lines.enumerated().map { index, line in
      var result = ExactLine(line: line)
      visitGlyphRuns(ofLine: index, scratch: &scratch) { run, glyphs in
        result.runs.append(
          ExactLine.Run(
            size: run.size, origin: run.origin, width: run.width, text: run.text,
            glyphs: glyphs.indices.map { glyphs[$0] }))
      }
      return result
    }
  }
}

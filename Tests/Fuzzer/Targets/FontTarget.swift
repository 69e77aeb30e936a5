import GalleyBasics
import GalleyFonts
import GalleyFuzzCore
import GalleyGeometry
import GalleyMath
import GalleyPainting
import GalleyPixels
import GalleySystem
import GalleyTypesetting

/// Damaged fonts: tables, shaping, outlines, pictures, colors and formulas.
struct FontTarget: FuzzTarget {
  private let folder = ScratchFolder()

  let pieces = [
    "cmap", "glyf", "loca", "head", "hhea", "hmtx", "maxp", "OS/2", "COLR", "CPAL", "CBDT", "CBLC",
    "GSUB", "GPOS", "GDEF", "MATH", "CFF ", "CFF2", "fvar", "gvar", "avar", "HVAR", "kern", "sbix",
    "SVG ", "name", "post", "true", "OTTO", "ttcf", "\u{0}\u{0}", "\u{0}\u{1}", "\u{7F}\u{7F}",
  ]

  var seeds: [[UInt8]] {
    RepositoryFiles.all(below: "Fonts/testing", endings: ["ttf", "otf"]).map(\.bytes)
  }

  /// Changes bytes in the directory and in tables, preferably at their beginnings.
  func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) -> Bool {
    guard bytes.count > 12 else { return false }
    let count = min(Int(bytes[4]) << 8 | Int(bytes[5]), (bytes.count - 12) / 16)
    for _ in 0..<random.pick([1, 1, 2, 4, 16]) {
      var place = random.number(in: 0...min(bytes.count - 1, 11 + 16 * count))
      if count > 0, random.chance(92) {
        let record = 12 + 16 * random.number(in: 0...(count - 1))
        func number(_ offset: Int) -> Int {
          bytes[(record + offset)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        let length = min(number(12), random.pick([16, 64, 1_024, .max]))
        place = number(8) + random.number(in: 0...max(0, length - 1))
      }
      guard place < bytes.count else { continue }
      bytes[place] = random.pick([
        UInt8(truncatingIfNeeded: random.next()),
        bytes[place] ^ 1 << UInt8(random.number(in: 0...7)),
        0, 1, 255, 127, 128, bytes[place] &+ 1, bytes[place] &- 1,
      ])
    }
    return true
  }

  private static let texts = [
    "Ax 1ÉVAffi تس \u{1F600}❤\u{1F44D}\u{1F3FC} é", "\u{0}\u{1}\u{FFFF}क्ष שָ", "AV To fi abc",
    "\u{E000}\u{E001}ABC", "\u{627}\u{628}\u{64E}x\u{301}",
  ]

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    folder.write(bytes, to: "font")
    let file = FaceFile(path: folder.file("font"))
    guard let fonts = try? FontCollection.empty.adding([file]) else { return }
    let engine = TextEngine(fonts: fonts, cacheLimit: 1 << 16)
    let size = random.pick([9, 16, 60, 400.0])
    let style = TextStyle(
      font: FontDescription(size: size, weight: random.pick([400, 700])))
    let layout = engine.layout(
      AttributedText(random.pick(Self.texts), style: style),
      options: LayoutOptions(width: random.pick([30, 200, .infinity])))
    try expect(
      layout.size.width.isFinite && layout.size.height.isFinite, "the size is \(layout.size)")
    if let formulas = FormulaEngine(fonts: fonts) {
      let source = random.pick(["\\sqrt{\\frac{x^2}{y}}", "\\left( \\sum_a^b \\right) \\hat{x}"])
      let formula = formulas.layout(of: Formula(source), isDisplay: random.chance(50))
      try expect(formula.width.isFinite && formula.ascent.isFinite, "the formula has no size")
    }
    guard var bitmap = try? Bitmap(width: 160, height: 100) else { return }
    TextPainter().paint(
      layout, at: Point(x: 5, y: 5), into: &bitmap, scale: random.pick([1, 2]))
    // All glyphs and characters, as processes without rights try them.
    if random.chance(20) { FontTrial.run(MappedFile(copying: bytes, name: "font"), index: 0) }
  }
}

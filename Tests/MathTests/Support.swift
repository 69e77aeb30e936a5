import Foundation
import GalleyFonts
import GalleyHarfBuzz
import GalleyMath
import TestSupport
import Testing

/// The fonts of formulas in tests.
enum MathFonts {
  /// The path of Latin Modern Math.
  static let latinModern =
    "/usr/share/texmf/fonts/opentype/public/lm-math/latinmodern-math.otf"
  /// The path of Asana Math, which has cut-in kerning.
  static let asana = "/usr/share/fonts/opentype/asana-math/Asana-Math.otf"
  /// The path of TeX Gyre Termes Math.
  static let termes =
    "/usr/share/texmf/fonts/opentype/public/tex-gyre-math/texgyretermes-math.otf"
  /// The path of STIX Math.
  static let stix = "/usr/share/fonts/opentype/stix-word/STIXMath-Regular.otf"

  /// Whether a font is installed.
  static func isInstalled(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// Returns an engine with the testing font of formulas.
  static func engine() throws -> FormulaEngine {
    try #require(FormulaEngine(fonts: try TestFonts.collection()))
  }

  /// Returns an engine with the font in a file, and no fonts of text.
  static func engine(path: String) throws -> FormulaEngine {
    let directory = TemporaryDirectory()
    let manifest = """
      {"fonts": [], "math_fonts": [{"family": "Math", "file": "\(path)"}]}
      """
    let fonts = try FontCollection(manifest: directory.write(manifest, to: "fonts.json"))
    return try #require(FormulaEngine(fonts: fonts))
  }

  /// Returns an engine with the testing font, with another value of one constant.
  static func engine(changing constant: MathConstant, by delta: Int) throws -> FormulaEngine {
    let directory = TemporaryDirectory()
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: TestFonts.path(of: "Math.ttf"))))
    let place = try #require(offset(of: constant, in: bytes))
    let value = Int(Int16(bitPattern: UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])))
    let changed = UInt16(bitPattern: Int16(value + delta))
    bytes[place] = UInt8(changed >> 8)
    bytes[place + 1] = UInt8(changed & 0xFF)
    let file = directory.file("Math.ttf")
    try Data(bytes).write(to: URL(filePath: file))
    return try engine(path: file)
  }

  /// Returns the offset of a constant in a font file.
  ///
  /// - SeeAlso: OpenType 1.9, `MATH`, "MathConstants table".
  private static func offset(of constant: MathConstant, in bytes: [UInt8]) -> Int? {
    func word(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    for record in stride(from: 12, to: 12 + 16 * word(4), by: 16)
    where bytes[record..<record + 4].elementsEqual("MATH".utf8) {
      let table = word(record + 8) << 16 | word(record + 10)
      let start = table + word(table + 4)
      let index = Int(constant.rawValue)
      return start + (index < 4 ? 2 * index : 8 + 4 * (index - 4))
    }
    return nil
  }
}

/// The measures of a layout in thousandths of an em, rounded.
struct Measures: Hashable, CustomStringConvertible {
  var width: Int
  var ascent: Int
  var descent: Int

  var description: String { "\(width) × \(ascent) + \(descent)" }

  init(_ width: Int, _ ascent: Int, _ descent: Int) {
    self.width = width
    self.ascent = ascent
    self.descent = descent
  }
}

extension FormulaLayout {
  /// The measures of the whole.
  var measures: Measures { Measures(width.thousandths, ascent.thousandths, descent.thousandths) }

  /// Returns the innermost box of the source `range`, or `nil` if there is none.
  func box(_ range: Range<Int32>) -> Box? { boxes.first { $0.source == range } }
}

extension Double {
  /// The value in thousandths, rounded.
  var thousandths: Int { Int((self * 1000).rounded()) }
}

extension FormulaEngine {
  /// Returns the measures of a formula.
  func measures(_ source: String, isDisplay: Bool = false) -> Measures {
    layout(of: source, isDisplay: isDisplay).measures
  }
}

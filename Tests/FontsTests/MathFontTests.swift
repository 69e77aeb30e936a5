import GalleyFonts
import TestSupport
import Testing

/// The font of formulas in a collection.
@Suite struct MathFontTests {
  @Test func `the font of formulas is not used for text`() throws {
    let directory = TemporaryDirectory()
    let box = entry("Galley Kern", TestFonts.path(of: "Kern.ttf"))
    let math = entry("Galley Math", TestFonts.path(of: "Math.ttf"))
    let manifest = "{\"fonts\": [\(box)], \"math_fonts\": [\(math)]}"
    let fonts = try FontCollection(manifest: directory.write(manifest, to: "fonts.json"))
    #expect(fonts.mathTypeface?.family == "Galley Math")
    #expect(fonts.mathFont === fonts.mathFont)
    // The sum is only in the font of formulas.
    let set = fonts.fontSet(for: FontDescription(families: ["Galley Math"]), language: nil)
    #expect(set.family("a") == "Galley Kern")
    #expect(!set.selection("∑").isComplete)
    #expect(!fonts.hasFamily("Galley Math"))
  }

  @Test func `the first font with a MATH table is taken, and a missing file is skipped`() throws {
    let directory = TemporaryDirectory()
    let fonts = ["lost.otf", TestFonts.path(of: "Box.ttf"), TestFonts.path(of: "Math.ttf")]
    let entries = fonts.map { entry("Math", $0) }.joined(separator: ", ")
    let manifest = "{\"fonts\": [], \"math_fonts\": [\(entries)]}"
    let collection = try FontCollection(manifest: directory.write(manifest, to: "fonts.json"))
    #expect(collection.mathTypeface?.path == TestFonts.path(of: "Math.ttf"))
    #expect(FontCollection.empty.mathFont == nil)
  }

  @Test(arguments: [
    ("3", "math_fonts is not a list"), ("[{}]", "math_fonts[0].family is missing"),
    ("[{\"family\": \"A\", \"file\": \"a\", \"index\": -1}]", "math_fonts[0].index is negative"),
  ])
  func `errors in the list of fonts of formulas name their place`(
    list: String, reason: String
  ) throws {
    let directory = TemporaryDirectory()
    let path = try directory.write("{\"fonts\": [], \"math_fonts\": \(list)}", to: "fonts.json")
    #expect(throws: FontError.invalidManifest(path: path, reason: reason)) {
      try FontCollection(manifest: path)
    }
  }
}

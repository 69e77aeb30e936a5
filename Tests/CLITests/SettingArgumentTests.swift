import Foundation
import TestSupport
import Testing

/// The arguments for styles and rarer layout options, and pictures on standard output.
@Suite struct SettingArgumentTests {
  let directory = TemporaryDirectory()

  private func layout(_ text: String, _ arguments: String...) throws -> Outcome {
    try galley(
      ["layout", text, "--fonts", testingFonts, "--font", "Galley Box", "--size", "10"] + arguments)
  }

  @Test(arguments: [
    ["--align", "right"], ["--justify"], ["--line-height", "30"],
    ["--letter-spacing", "3"], ["--letter-spacing", "-1"], ["--line-spacing", "5"],
    ["--overflow", "visible"], ["--max-height", "12"],
    ["--cutout", "top-left 30x5"],
  ])
  func `each argument changes the layout`(arguments: [String]) throws {
    let text = "aaa aaaa aaa a\taaaa aaaaaaaaaaaaaaaaa"
    let plain = try layout(text, "--width", "100")
    let result = try galley(
      ["layout", text, "--fonts", testingFonts, "--font", "Galley Box", "--size", "10"]
        + ["--width", "100"] + arguments)
    #expect(plain.status == 0)
    #expect(result.status == 0)
    #expect(result.output != plain.output)
  }

  @Test func `lines are balanced, and tabs end at their stops`() throws {
    let text = "aaa aaa aaa aaa a"
    #expect(
      try layout(text, "--width", "120")
        != layout(text, "--width", "120", "--wrapping", "balanced"))
    #expect(try layout("a\tb") != layout("a\tb", "--tab-width", "70"))
  }

  @Test func `justified lines are those of --align justified`() throws {
    let text = "aaa aaaa aaa a aaaa"
    #expect(
      try layout(text, "--width", "100", "--justify")
        == layout(text, "--width", "100", "--align", "justified"))
    #expect(try layout(text, "--justify", "--align", "left").status == 64)
  }

  @Test(arguments: [
    (["--weight", "0"], "Expected a weight from 1 to 1000."),
    (["--align", "middle"], "Expected start, end, left, right, center or justified."),
    (["--features", "liga=x"], "Expected features such as liga=0 ss01=1."),
    (["--variations", "wght=x"], "Expected variations such as wght=650 wdth=110."),
    (["--cutout", "60x20"], "Expected top-left, top-right, bottom-right"),
    (["--slant", "90"], "Expected upright, italic or an angle in degrees."),
  ])
  func `a wrong value is explained`(arguments: [String], problem: String) throws {
    let result = try galley(["layout", "a"] + arguments)
    #expect(result.status == 64)
    #expect(result.complaint.contains(problem))
  }

  @Test func `a picture is written to standard output`() throws {
    let path = directory.file("a.png")
    #expect(try galley("render", "a", "--fonts", testingFonts, "-o", path).status == 0)
    let piped = directory.file("b.png")
    let result = try shell("galley render a $fonts -o - > '\(piped)'")
    #expect(result == Outcome(status: 0))
    #expect(
      try Data(contentsOf: URL(filePath: piped)) == Data(contentsOf: URL(filePath: path)))
    let drawing = try galley("render", "a", "--fonts", testingFonts, "-o", "-", "--format", "svg")
    #expect(drawing.output.contains("<svg"))
  }
}

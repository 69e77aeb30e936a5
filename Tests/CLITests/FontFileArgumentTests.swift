import Foundation
import TestSupport
import Testing

/// `--font-file`.
@Suite struct FontFileArgumentTests {
  let directory = TemporaryDirectory()

  private func layout(_ text: String, _ arguments: String...) throws -> Outcome {
    try galley(["layout", text, "--fonts", testingFonts] + arguments)
  }

  @Test func `text is in the first file, and other characters in the next ones`() throws {
    let result = try layout(
      "aب", "--font-file", TestFonts.path(of: "Kern.ttf"), "--font-file",
      TestFonts.path(of: "Joining.ttf"))
    #expect(result.output.contains("GalleyKern"))
    #expect(result.output.contains("GalleyJoining"))
    #expect(try layout("aب").output.contains("GalleyBox"))
  }

  @Test func `--font chooses among the families of files and of the manifest`() throws {
    let file = TestFonts.path(of: "Kern.ttf")
    let named = try layout("a", "--font-file", file, "--font", "galley kern")
    #expect(named.output.contains("GalleyKern"))
    let other = try layout("a", "--font-file", file, "--font", "Galley Box")
    #expect(other.output.contains("GalleyBox"))
  }

  @Test func `an index follows the path, which may contain the same sign`() throws {
    let path = TestFonts.path(of: "Kern.ttf")
    #expect(try layout("a", "--font-file", path + "#0").output.contains("GalleyKern"))
    let hash = directory.file("a#1")
    try FileManager.default.copyItem(atPath: path, toPath: hash)
    #expect(try layout("a", "--font-file", hash).output.contains("GalleyKern"))
    #expect(try layout("a", "--font-file", hash + "#0").output.contains("GalleyKern"))
  }

  @Test func `a file is tried in a process without rights if asked for`() throws {
    let file = TestFonts.path(of: "ColrGradient.ttf")
    let usual = try layout("aX", "--font-file", file)
    #expect(try layout("aX", "--font-file", file, "--isolation") == usual)
    #expect(usual.status == 0)
    // The program is alone in its folder under another name, so it finds no helper.
    try FileManager.default.copyItem(atPath: Program.built("galley"), toPath: directory.file("g"))
    let words = [directory.file("g"), "layout", "aX", "--fonts", testingFonts]
    let alone = try Program.run(
      words + ["--font-file", file, "--isolation"], environment: ["PATH": directory.path])
    #expect(alone.complaint.contains("a trial of the font failed: the program of the helper"))
    #expect(alone.status == 1)
  }

  @Test(arguments: [
    ("/no/such.ttf", 1, "--font-file: /no/such.ttf: cannot read: No such file or directory\n"),
    ("/no/such#x.ttf", 1, "--font-file: /no/such#x.ttf: cannot read: No such file"),
    (TestFonts.path(of: "Box.ttf") + "#2", 1, "no face with index 2; the file has 1\n"),
    (TestFonts.path(of: "Box.ttf") + "#x", 64, "Expected the index of a face after '#'"),
    (TestFonts.path(of: "Box.ttf") + "#-1", 64, "Expected the index of a face after '#'"),
    (TestFonts.path(of: "testing.json"), 1, "testing.json: not a font, or damaged\n"),
    ("/", 1, "--font-file: /: cannot read: Is a directory\n"),
  ])
  func `a file that cannot be used is reported`(
    argument: String, status: Int32, problem: String
  ) throws {
    for command in [["layout", "a"], ["render", "a", "-o", directory.file("a.png")], ["fonts"]] {
      let result = try galley(command + ["--font-file", argument, "--fonts", testingFonts])
      #expect(result.status == status)
      #expect(result.complaint.contains(problem), "\(result.complaint)")
      #expect(result.output.isEmpty)
    }
  }
}

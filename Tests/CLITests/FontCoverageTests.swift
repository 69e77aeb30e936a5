import Foundation
import TestSupport
import Testing

/// `galley fonts --coverage`.
@Suite struct FontCoverageTests {
  let directory = TemporaryDirectory()

  private func coverage(_ arguments: String..., input: String = "") throws -> Outcome {
    try galley(["fonts", "--coverage", "--fonts", testingFonts] + arguments, input: input)
  }

  @Test func `the characters of a text are counted by their fonts`() throws {
    let expected = Outcome(
      status: 1,
      output: """
        6 of 8 characters
          5  Galley Box Regular
          1  Galley Joining Regular
          missing: "ꙮ"
          For the missing characters: apt-get install fonts-noto-core

        """)
    let text = "a bcdبꙮꙮ"
    let result = try coverage(text)
    #expect(result == expected)
    #expect(try coverage(directory.write(text + "\n", to: "a.txt")) == expected)
    #expect(try coverage("-", input: text) == expected)
    #expect(try coverage("ab").status == 0)
  }

  @Test func `a text is counted as JSON`() throws {
    let result = try coverage("aꙮ", "--json")
    #expect(result.status == 1)
    #expect(
      result.output == """
        {"characters":2,"covered":1,"fonts":[{"family":"Galley Box","style":"Regular",\
        "path":"\(TestFonts.path(of: "Box.ttf"))","index":0,"characters":1}],"missing":["ꙮ"],\
        "packages":["fonts-noto-core"]}

        """)
  }

  @Test func `scripts and blocks are counted by their fonts`() throws {
    let result = try coverage("--script", "Arab", "--block", "basic latin")
    #expect(result.status == 0)
    #expect(
      result.output.hasPrefix("Basic Latin: 95 of 95 characters\n  95  Galley Box Regular\n"))
    let arabic = try #require(result.output.split(separator: "\nArabic: ").last)
    #expect(arabic.contains("  Galley Joining Regular\n"))
    // Ranges of code points without a font.
    #expect(arabic.contains(#/missing: U\+06[0-9A-F]{2}\.\.U\+06/#))
  }

  @Test func `all scripts have a row, or an object`() throws {
    let table = try coverage()
    #expect(table.status == 0)
    let rows = table.output.split(separator: "\n")
    #expect(rows.count > 150)
    #expect(rows.contains { $0.contains(#/^Latin +\d+ of 1\d{3} characters +Galley Box/#) })
    let lines = try coverage("--script", "all", "--json").output.split(separator: "\n")
    #expect(lines.count == rows.count)
    let objects = try lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let names = objects.compactMap { $0?["script"] as? String }
    #expect(names.count == lines.count && Set(names).count == lines.count)
  }

  @Test func `a font file covers before the others`() throws {
    let result = try coverage("a", "--font-file", TestFonts.path(of: "Kern.ttf"))
    #expect(result.output == "1 of 1 characters\n  1  Galley Kern Regular\n")
  }

  @Test(arguments: [
    (["--script", "Latin"], 64, "--script, --block and --json require --coverage."),
    (["--json"], 64, "--script, --block and --json require --coverage."),
    (["--coverage", "--script", "Klingon"], 64, "a script such as Devanagari or Deva."),
    (["--coverage", "--block", ""], 64, "a block such as \"Greek and Coptic\"."),
    (["--coverage", "a", "--script", "Latin"], 64, "Expected either a text, or --script and"),
    (["--coverage", ""], 1, "the text is empty"),
    (["--coverage", "/"], 1, "/: is a directory"),
  ])
  func `wrong arguments are explained`(
    arguments: [String], status: Int32, problem: String
  ) throws {
    let result = try galley(["fonts", "--fonts", testingFonts] + arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(problem), "\(result.complaint)")
    #expect(result.output.isEmpty)
  }
}

import Foundation
import TestSupport
import Testing

@Suite struct FormulaCommandTests {
  let directory = TemporaryDirectory()

  @Test(arguments: ["png", "svg", "pdf"])
  func `a formula is drawn in the requested format`(format: String) throws {
    let path = directory.file("formula." + format)
    let result = try galley("formula", #"\frac{a}{b}"#, "--fonts", testingFonts, "-o", path)
    #expect(result == Outcome(status: 0))
    let data = try Data(contentsOf: URL(filePath: path))
    let beginnings = ["png": "\u{89}PNG", "svg": "<?xml", "pdf": "%PDF"]
    #expect(data.starts(with: (beginnings[format] ?? "").unicodeScalars.map { UInt8($0.value) }))
  }

  @Test func `a formula has boxes, MathML and words as JSON`() throws {
    let result = try galley("formula", "--json", "a_b", "--fonts", testingFonts)
    #expect(result.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let width = try #require(object?["width"] as? Double)
    #expect(abs(width - 0.85) < 1e-9)
    #expect(object?["spoken"] as? String == "a sub b")
    #expect((object?["boxes"] as? [Any])?.count == 3)
    #expect((object?["mathml"] as? String)?.contains("<msub") ?? false)
  }

  @Test func `a file of formulas gives a line each, and an error the status 1`() throws {
    let file = try directory.write("a+b\n{a\nc\n", to: "formulas.txt")
    let result = try galley("formula", "--jsonl", file, "--fonts", testingFonts)
    #expect(result.status == 1)
    #expect(result.output.split(separator: "\n").count == 3)
    #expect(result.output.contains("{ is not closed"))
  }

  @Test func `arguments that exclude each other are misuse`() throws {
    #expect(try galley("formula").status == 64)
    #expect(try galley("formula", "a", "--jsonl", "b").status == 64)
    #expect(try galley("formula", "a", "-o", "a.gif").status == 64)
  }

  @Test func `a formula needs a font with the MATH table`() throws {
    let manifest = try directory.write(#"{"fonts": []}"#, to: "fonts.json")
    let result = try galley("formula", "a", "--fonts", manifest)
    #expect(result.status == 1)
    #expect(result.complaint.contains("no font for formulas"))
  }
}

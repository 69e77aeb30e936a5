import Foundation
import Galley
import TestSupport
import Testing

/// Holds the documentation to code that is compiled and run.
@Suite struct DocumentationTests {
  @Test func `the page from a message to a picture has code that compiles`() throws {
    let page = try String(
      contentsOf: repository.appending(
        path: "Sources/Galley/Galley.docc/FromAMessageToAPicture.md"), encoding: .utf8)
    let compiled = try String(
      contentsOf: repository.appending(path: "Tests/GalleyTests/MessageToPicture.swift"),
      encoding: .utf8)
    let code = try #require(page.firstMatch(of: /(?s)```swift\n(.*?)```/)).1
    #expect(code == compiled)
    let statements = code.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("    ")
    }
    #expect(statements.count <= 10)
  }

  @Test func `a message becomes a picture in the colors of its theme`() throws {
    let engine = try TestFonts.engine()
    let png = try picture(of: "**Hello** from `code`, ||hush||.\n\n> said somebody", with: engine)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let bitmap = try Bitmap(png: png)
    #expect(bitmap.width > 100)
    #expect(bitmap.height > 50)
  }
}

import Foundation
import GalleySystem
import TestSupport
import Testing

@testable import GalleyFonts

@Suite struct UnknownFontTests {
  private let directory = TemporaryDirectory()

  @Test func `an untrusted font that requires too much work is refused`() throws {
    var font = try FontFile("Box.ttf")
    font.setGlyphs([[]] + (0..<9).map { FontFile.composite(of: Array(repeating: $0, count: 9)) })
    let error = #expect(throws: FontError.self) { try font.collection() }
    #expect(error?.description.contains("made of too many components") ?? false)
  }

  @Test func `a font is trusted by its folder, not by a manifest`() throws {
    let box = TestFonts.path(of: "Box.ttf")
    #expect(try !FontSource(path: box).isTrusted)
    let description = FontDescription(families: ["Galley Box"], size: 10)
    let known = try TestFonts.collection().fontSet(for: description, language: nil).primary.typeface
    #expect(known.sha256 != nil && !known.isTrusted && !known.isEmbeddable)
    #expect(try FontSource(path: noto + "NotoSans-Regular.ttf").isTrusted)
    #expect(!FontDirectories.isInstalled("/usr/share/fonts/../../../tmp/a.ttf"))
    #expect(!FontDirectories.isInstalled("/usr/share/fontsomething/a.ttf"))
  }

  @Test func `an untrusted font is unaffected by later truncation of its file`() throws {
    let whole = try FontFile("Box.ttf").bytes
    let path = try directory.write(Data(whole), to: "a.ttf")
    let source = try FontSource(path: path)
    try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 0)
    #expect(source.file.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == whole[$0] } })
  }
}

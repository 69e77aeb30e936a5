import Foundation
import GalleyFonts
import GalleySystem
import TestSupport
import Testing

@testable import GalleyPainting

/// Fonts that processes of `galley` try before they are used.
struct FontTrialTests {
  private static let installed = "/usr/share/fonts/truetype/noto/"

  private let directory = TemporaryDirectory()

  private func helpers(program: String = Program.built("galley"), seconds: Double = 60)
    -> FontHelpers
  {
    var bounds = HelperPool.Bounds()
    bounds.seconds = seconds
    return FontHelpers(program: program, bounds: bounds)
  }

  private func path(of font: FontFile) throws -> String {
    try directory.write(Data(font.bytes), to: "font.ttf")
  }

  /// Returns the words of the error with which a font is refused; `nil` if it is used.
  private func refusal(of path: String, _ helpers: FontHelpers) -> String? {
    do throws(FaceFileError) {
      _ = try FontCollection.empty.adding([FaceFile(path: path)], tryingWith: helpers)
      return nil
    } catch { return error.reason }
  }

  /// Texts need libraries that are loaded on first use, which a process without rights cannot do.
  @Test func `fonts that processes survive are used, whatever their texts need`() throws {
    let helpers = helpers()
    let folder = repository.appending(path: "Fonts/testing").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".ttf") || $0.hasSuffix(".otf") }
    #expect(names.count > 20)
    for name in names {
      #expect(refusal(of: TestFonts.path(of: name), helpers) == nil, "\(name)")
    }
    // Copies are not trusted.
    for name in ["NotoSans", "NotoNastaliqUrdu", "NotoSansThai", "NotoSansKhmer"] {
      let copy = directory.file(name)
      try FileManager.default.copyItem(
        atPath: "\(Self.installed)\(name)-Regular.ttf", toPath: copy)
      #expect(refusal(of: copy, helpers) == nil, "\(name)")
    }
  }

  @Test func `fonts that are refused have the reason of this process`() throws {
    var font = try FontFile("Box.ttf")
    font.setGlyphs([[]] + (0..<9).map { FontFile.composite(of: Array(repeating: $0, count: 9)) })
    let reason = refusal(of: try path(of: font), helpers())
    #expect(reason?.contains("made of too many components") == true)
    let text = try directory.write("no font", to: "text.ttf")
    #expect(refusal(of: text, helpers()) == "not a font, or damaged")
  }

  @Test func `a font that makes the process end, or take too long, is refused`() throws {
    let path = TestFonts.path(of: "Box.ttf")
    // A stand-in for a process that a font makes crash, and for one that it makes hang.
    let crash = try script("kill -SEGV $$")
    #expect(
      refusal(of: path, helpers(program: crash))
        == "a trial of the font failed: signal 11 ended the helper process")
    let hang = try script("exec sleep 600")
    #expect(
      refusal(of: path, helpers(program: hang, seconds: 0.5))
        == "a trial of the font failed: the helper process took too long")
    #expect(
      refusal(of: path, helpers(program: "/nowhere/galley"))?.contains("No such file") == true)
  }

  @Test func `fonts of manifests are tried, and installed fonts are not`() throws {
    let missing = helpers(program: "/nowhere/galley")
    try FileManager.default.copyItem(
      atPath: TestFonts.path(of: "Box.ttf"), toPath: directory.file("Box.ttf"))
    let own = #"{"fonts": [{"family": "Box", "file": "Box.ttf"}]}"#
    let manifest = try directory.write(own, to: "own.json")
    let error = #expect(throws: FontError.self) {
      try FontCollection(manifest: manifest, tryingWith: missing)
    }
    #expect(error?.description.contains("a trial of the font failed") == true)
    #expect(throws: Never.self) {
      try FontCollection(manifest: manifest, tryingWith: helpers())
    }
    // Its record of the trial is kept, and the font is tried again before it is opened.
    let known = try FontCollection(manifest: manifest, tryingWith: missing)
    #expect(!known.hasFamily("Box"))
    #expect(refusal(of: Self.installed + "NotoSans-Regular.ttf", missing) == nil)
  }

  private func script(_ line: String) throws -> String {
    try directory.writeProgram(line, to: "program-\(UUID())")
  }
}

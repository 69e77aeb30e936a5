import TestSupport
import Testing

@testable import GalleyFonts

/// Font files before the fonts of a collection.
@Suite struct FaceFileTests {
  private func file(_ name: String, index: Int = 0) -> FaceFile {
    FaceFile(path: TestFonts.path(of: name), index: index)
  }

  private func fonts(_ files: FaceFile..., in description: FontDescription = FontDescription())
    throws -> FontSet
  {
    try TestFonts.collection().adding(files).fontSet(for: description, language: nil)
  }

  @Test func `text without a family is in the first file, then in the next ones`() throws {
    let fonts = try fonts(file("Kern.ttf"), file("Joining.ttf"))
    #expect(fonts.primary.typeface.family == "Galley Kern")
    let file = fonts.selection("ب")
    #expect(file.instance.typeface.family == "Galley Joining")
    #expect(file.reason == .file)
    let emoji = fonts.selection("😀")
    #expect(emoji.instance.typeface.family == "Galley Emoji")
    let other = fonts.selection("é")
    #expect(other.instance.typeface.family == "Galley Box")
    #expect(other.reason == .fallback(0))
  }

  @Test func `the files of a family are its styles`() throws {
    var bold = FontDescription()
    bold.weight = 700
    let files = [file("Family-Regular.ttf"), file("Family-Bold.ttf")]
    let collection = try TestFonts.collection().adding(files)
    let typefaces = [FontDescription(), bold].map {
      collection.fontSet(for: $0, language: nil).primary.typeface
    }
    #expect(typefaces.map(\.weight) == [400, 700])
    #expect(typefaces.map(\.family) == ["Galley Family", "Galley Family"])
  }

  @Test func `a family of the collection is before the files if it is requested`() throws {
    var description = FontDescription()
    description.families = ["Galley Box"]
    let fonts = try fonts(file("Joining.ttf"), in: description)
    #expect(fonts.primary.typeface.family == "Galley Box")
    #expect(fonts.selection("ب").reason == .file)
  }

  @Test func `a face of a collection is chosen by its index`() throws {
    let path = notoCJK + "NotoSansCJK-Regular.ttc"
    let families = try [0, 2].map { index in
      try fonts(FaceFile(path: path, index: index)).primary.typeface.family
    }
    #expect(families == ["Noto Sans CJK JP", "Noto Sans CJK SC"])
  }

  @Test func `an emoji font is not the font of text`() throws {
    let fonts = try fonts(file("ColrGradient.ttf"))
    #expect(fonts.primary.typeface.family == "Galley Box")
    #expect(fonts.selection("😀").instance.typeface.family == "Galley Emoji Gradient")
  }

  @Test func `a font for formulas is before that of the collection`() throws {
    let collection = try FontCollection.empty.adding([file("Box.ttf"), file("Math.ttf")])
    #expect(collection.mathTypeface?.family == "Galley Math")
  }

  @Test(arguments: [
    (FaceFile(path: "/no/such.ttf"), "/no/such.ttf: cannot read: No such file or directory"),
    (
      FaceFile(path: TestFonts.path(of: "Box.ttf"), index: 3),
      TestFonts.path(of: "Box.ttf") + ": no face with index 3; the file has 1"
    ),
    (FaceFile(path: testingManifest), testingManifest + ": not a font, or damaged"),
  ])
  func `a file that cannot be used is reported`(file: FaceFile, message: String) throws {
    let error = #expect(throws: FaceFileError.self) {
      try FontCollection.empty.adding([file])
    }
    #expect(error?.description == message)
  }
}

private let testingManifest = TestFonts.manifest

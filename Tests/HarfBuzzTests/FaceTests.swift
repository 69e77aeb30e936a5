import GalleySystem
import GalleyHarfBuzz
import Testing

@Suite struct FaceTests {
  let sans: Face
  let noto = "/usr/share/fonts/truetype/noto/"

  init() throws { sans = try Face(MappedFile(path: noto + "NotoSans-Regular.ttf"), index: 0) }

  @Test func `a face reports its units per em and its names`() {
    #expect(sans.unitsPerEm == 1000)
    #expect(sans.glyphCount > 3000)
    #expect(sans.name(.family) == "Noto Sans")
    #expect(sans.name(.style) == "Regular")
    #expect(sans.name(.postScript) == "NotoSans-Regular")
    #expect(sans.name(.init(rawValue: 999)) == nil)
    #expect(sans.axes.isEmpty)
    #expect(sans.namedInstances.isEmpty)
  }

  @Test func `the character map is enumerated in ascending order`() {
    var scalars: [UInt32] = []
    sans.forEachCoveredScalars { part in
      for index in part.indices { scalars.append(part[index]) }
    }
    #expect(scalars.count > 2_500)
    #expect(scalars.contains(0x41))
    #expect(!scalars.contains(0x5D0))
    #expect(zip(scalars, scalars.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a face in a collection is selected by index`() throws {
    let file = try MappedFile(path: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
    let names = try (0..<5).map { try Face(file, index: $0).name(.family) }
    #expect(names == ["JP", "KR", "SC", "TC", "HK"].map { "Noto Sans CJK " + $0 })
    #expect(throws: FaceError.noSuchFace(count: 10)) { try Face(file, index: 10) }
    #expect(throws: FaceError.noSuchFace(count: 10)) { try Face(file, index: -1) }
  }

  @Test(arguments: [[], [0], Array("not a font at all, but long enough to look".utf8)])
  func `data that is not a font is rejected`(bytes: [UInt8]) {
    #expect(throws: FaceError.self) {
      try Face(MappedFile(copying: bytes, name: "rubbish"), index: 0)
    }
  }

  @Test func `a truncated font is rejected or maps no letters`() throws {
    let whole = try FileSystem.bytes(of: noto + "NotoSans-Regular.ttf")
    for count in [12, 100, 300, 5000] {
      let cut = MappedFile(copying: Array(whole.prefix(count)), name: "cut")
      guard let face = try? Face(cut, index: 0) else { continue }
      #expect(Font(face).glyph(for: 0x41) == nil)
    }
  }

  @Test func `color bitmaps are detected`() throws {
    let emoji = try Face(MappedFile(path: noto + "NotoColorEmoji.ttf"), index: 0)
    #expect(emoji.colorFormats == .bitmaps)
    #expect(sans.colorFormats == [])
  }

  @Test func `font layout involves kerned letters but not the space`() throws {
    let dejaVu = "/usr/share/fonts/truetype/dejavu/"
    let faces = try [
      sans, Face(MappedFile(path: dejaVu + "DejaVuSans.ttf"), index: 0),
      Face(MappedFile(path: noto + "NotoNaskhArabic-Regular.ttf"), index: 0),
    ]
    for face in faces {
      let font = Font(face)
      let space = try #require(font.glyph(for: 0x20))
      #expect(!face.layoutInvolves(space, script: .latin, language: .undetermined))
    }
    let capital = try #require(Font(sans).glyph(for: 0x56))
    #expect(sans.layoutInvolves(capital, script: .latin, language: Language("en")))
  }
}

@Suite struct FontTests {
  let font: Font

  init() throws {
    let path = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
    font = Font(try Face(MappedFile(path: path), index: 0))
  }

  @Test func `a character maps to a glyph with an advance and extents`() throws {
    let glyph = try #require(font.glyph(for: 0x48))
    #expect(font.name(of: glyph) == "H")
    #expect(font.advance(of: glyph) == 741)
    let box = try #require(font.extents(of: glyph))
    #expect(box.yBearing == 714)
    #expect(box.height == -714)
    #expect(font.glyph(for: 0x5D0) == nil)
    #expect(font.glyph(for: 0x48, selector: 0xFE0F) == nil)
  }

  @Test func `font metrics are in design units`() {
    #expect(font.metric(.ascender) == 1069)
    #expect(font.metric(.descender) == -293)
    #expect(font.metric(.lineGap) == 0)
    #expect(font.metric(.capHeight) == 714)
    #expect(font.style(.weight) == 400)
    #expect(font.style(.width) == 100)
    #expect(font.style(.italic) == 0)
  }

  @Test func `warming a font succeeds only with a character that it covers`() {
    #expect(font.warm(with: 0x41))
    #expect(!font.warm(with: 0x5D0))
  }

  @Test func `canonical compositions and decompositions follow Unicode`() {
    #expect(CanonicalForms.composition(of: 0x65, 0x301) == 0xE9)
    #expect(CanonicalForms.composition(of: 0x65, 0x65) == nil)
    #expect(CanonicalForms.decomposition(of: 0xE9).map { [$0.first, $0.second] } == [0x65, 0x301])
    #expect(CanonicalForms.decomposition(of: 0x212B).map(\.first) == 0xC5)
    #expect(CanonicalForms.decomposition(of: 0x65) == nil)
  }
}

import Foundation
import GalleySystem
import GalleyFreeType
import TestSupport
import Testing

@Suite struct FaceTests {
  @Test func `a box on the pixel grid is fully covered`() throws {
    let face = try TestFace("Box.ttf")
    let mask = try #require(face.mask(letterX, style: style, phase: 0))
    #expect((mask.left, mask.top, mask.width, mask.height) == (1, -5, 8, 5))
    #expect(mask.coverage == Array(repeating: 255, count: 40))
  }

  @Test(arguments: 0..<4)
  func `subpixel phases shift ink by quarters of a pixel`(phase: Int) throws {
    let face = try TestFace("Box.ttf")
    let mask = try #require(face.mask(letterX, style: style, phase: phase))
    #expect(mask.left == 1)
    #expect(mask.width == (phase == 0 ? 8 : 9))
    #expect(mask.coverage.first == UInt8(min(255, 256 - phase * 64)))
    if phase > 0 { #expect(mask.coverage[8] == UInt8(phase * 64)) }
    #expect(mask.coverage[1..<8].allSatisfy { $0 == 255 })
  }

  @Test func `synthetic bold expands each side by half of its strength`() throws {
    let face = try TestFace("Box.ttf")
    var bold = style
    bold.embolden = 0.2
    let mask = try #require(face.mask(letterX, style: bold, phase: 0))
    #expect((mask.left, mask.top, mask.width, mask.height) == (0, -6, 10, 7))
  }

  @Test func `a crossing spans the first to the last ink in a band`() throws {
    // Ink from 1 to 9 pixels right of the pen, 5 above the baseline.
    let face = try TestFace("Box.ttf")
    #expect(face.crossing(letterX, style: style, band: -128 ..< -64) == 64...576)
    #expect(face.crossing(letterX, style: style, band: -400 ..< -300) == 64...576)
    #expect(face.crossing(letterX, style: style, band: 0..<64) == nil)
    #expect(face.crossing(letterX, style: style, band: -400 ..< -320) == nil)
    #expect(face.crossing(1, style: style, band: -128 ..< -64) == nil)
  }

  @Test func `the crossing of a slanted stroke covers only the given band`() throws {
    let face = try TestFace("Box.ttf")
    var oblique = style
    oblique.slant = 0.5
    // The edges are 64 + y / 2 and 576 + y / 2.
    let crossing = try #require(face.crossing(letterX, style: oblique, band: -128 ..< -64))
    #expect(abs(crossing.lowerBound - 96) < 1 && abs(crossing.upperBound - 640) < 1)
  }

  @Test func `a slant shifts the top to the right and keeps the baseline`() throws {
    let face = try TestFace("Box.ttf")
    var oblique = style
    oblique.slant = 0.2
    let mask = try #require(face.mask(letterX, style: oblique, phase: 0))
    #expect((mask.left, mask.top, mask.width, mask.height) == (1, -5, 9, 5))
    #expect(mask.coverage[0] < 64 && mask.coverage[9 * 4] > 192)
  }

  @Test func `a space has no ink`() throws {
    let face = try TestFace("Box.ttf")
    #expect(face.render(1, style: style, phase: 0, limit: 99) == .blank)
  }

  @Test func `a glyph missing from the font has no ink`() throws {
    let face = try TestFace("Box.ttf")
    for glyph in [UInt32(face.glyphCount), 65_535, .max] {
      #expect(face.render(glyph, style: style, phase: 0, limit: 99) == .blank)
    }
  }

  @Test(arguments: [0, -1, Int.min, Face.largestSize + 1, Int.max])
  func `an invalid font size renders no ink`(size: Int) throws {
    let face = try TestFace("Box.ttf")
    #expect(face.render(letterX, style: OutlineStyle(size: size), phase: 0, limit: 99) == .blank)
  }

  @Test func `a glyph above the size limit is not drawn`() throws {
    let face = try TestFace("Box.ttf")
    #expect(face.render(letterX, style: style, phase: 0, limit: 8) != .oversized)
    #expect(face.render(letterX, style: style, phase: 0, limit: 7) == .oversized)
  }

  @Test func `a part of an oversized glyph is drawn with the right coverage`() throws {
    let face = try TestFace("Box.ttf")
    let large = OutlineStyle(size: 5_000 * 64)
    #expect(face.render(letterX, style: large, phase: 1, limit: 2_048) == .oversized)
    #expect(face.outlineBounds(of: letterX, style: large) == SIMD4(500, -2_500, 4_500, 0))
    let part = try #require(
      face.part(of: letterX, style: large, phase: 1, left: 499, top: -2_501, width: 3, height: 2))
    #expect(part.coverage == [0, 0, 0, 0, 192, 255])
  }

  @Test func `a variable font is drawn at the requested axis values`() throws {
    let weight = AxisSetting(tag: 0x7767_6874, value: 900)
    let regular = try TestFace("Variable.ttf")
    let black = try TestFace("Variable.ttf", variations: [weight])
    let style = OutlineStyle(size: 100 * 64)
    let narrow = try #require(regular.mask(letterX, style: style, phase: 0))
    let wide = try #require(black.mask(letterX, style: style, phase: 0))
    #expect((narrow.width, wide.width) == (48, 64))
  }

  @Test func `a color glyph returns its layers`() throws {
    let face = try TestFace("Colr.ttf")
    let counts = (0..<UInt32(face.glyphCount)).map { face.colorLayers(of: $0).count }
    #expect(face.hasColor && counts.contains { $0 > 1 } && counts.first == 0)
  }

  @Test func `a gradient glyph returns its paints as a tree`() throws {
    let face = try TestFace("ColrGradient.ttf")
    let paints = (0..<UInt32(face.glyphCount)).compactMap { face.paint(of: $0) }
    let kinds = Set(paints.flatMap(kinds(of:)))
    #expect(paints.count > 3 && kinds.isSuperset(of: ["glyph", "linear", "radial"]))
  }

  @Test func `an outline is in design units`() throws {
    let path = try TestFace("Box.ttf").path(of: letterX)
    let corners = path.compactMap { element in
      switch element {
      case .move(let to), .line(let to): to
      case .curve: nil
      }
    }
    #expect(Set(corners) == [[100, 0], [100, 500], [900, 500], [900, 0]])
    #expect(path.count == corners.count)
  }

  @Test func `a bitmap glyph returns the image of the nearest larger strike`() throws {
    let face = try TestFace("Bitmap.ttf")
    let images = (0..<UInt32(face.glyphCount)).compactMap { glyph in
      face.strikeImage(of: glyph, size: 64, limit: 99)
    }
    let image = try #require(images.first)
    #expect(images.count == 2 && image.pixelsPerEm == 20)
    #expect((image.width, image.height, image.top) == (24, 24, -19))
    #expect(image.bytes[0..<4] == [0, 0, 0, 0])
    #expect(image.bytes[(24 * 12 + 12) * 4 + 3] == 255)
  }

  @Test(arguments: [
    ([20, 40, 80], 20.0, 0), ([80, 40, 20], 20.5, 1), ([40, 20, 80], 81, 2), ([20], 5, 0),
    ([0, -3, 7], 3, 2), ([16, 16], 16, 0), ([9, 8, 9], 10, 0),
  ])
  func `the smallest sufficient strike is selected, else the largest`(
    sizes: [Int], size: Double, best: Int
  ) {
    #expect(Face.bestStrike(among: sizes, for: Int(size * 64)) == best)
  }

  @Test func `no strike is selected from an empty or invalid list`() {
    #expect(Face.bestStrike(among: [], for: 64) == nil)
    #expect(Face.bestStrike(among: [0], for: 64) == nil)
  }

  @Test(arguments: damagedFonts)
  func `a damaged font is rejected or drawn without a crash`(path: String) throws {
    guard let face = try? TestFace(MappedFile(path: path)) else { return }
    for glyph in 0..<UInt32(min(face.glyphCount, 300)) {
      for isHinted in [false, true] {
        var style = style
        style.isHinted = isHinted
        _ = face.render(glyph, style: style, phase: 1, limit: 2_048)
      }
      _ = face.colorLayers(of: glyph)
      _ = face.paint(of: glyph)
      _ = face.path(of: glyph)
      _ = face.strikeImage(of: glyph, size: 64, limit: 2_048)
    }
  }

  @Test(arguments: 0..<60)
  func `a randomly damaged font is rejected or drawn without a crash`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let name = [
      "Box.ttf", "Colr.ttf", "Bitmap.ttf", "Variable.ttf", "Cff.otf", "ColrGradient.ttf",
    ][Int(seed) % 6]
    var bytes = [UInt8](try Data(contentsOf: fonts.appending(path: name)))
    for _ in 0..<20 {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    guard let face = try? TestFace(MappedFile(copying: bytes, name: name)) else { return }
    for glyph in 0..<UInt32(min(face.glyphCount, 100)) {
      _ = face.render(glyph, style: style, phase: 2, limit: 2_048)
      _ = face.colorLayers(of: glyph)
      _ = face.paint(of: glyph)
      _ = face.path(of: glyph)
      _ = face.strikeImage(of: glyph, size: 64, limit: 2_048)
    }
  }
}

private let fonts = repository.appending(path: "Fonts/testing")
private let style = OutlineStyle(size: 10 * 64)
/// The glyph of `x` in fonts with ASCII in order.
private let letterX = UInt32(89)

/// A copyable box of a face, because expectations cannot capture noncopyable values.
private final class TestFace {
  private var face: Face

  convenience init(_ name: String, variations: [AxisSetting] = []) throws {
    try self.init(MappedFile(path: TestFonts.path(of: name)), variations: variations)
  }

  init(_ file: MappedFile, variations: [AxisSetting] = []) throws {
    face = try Face(file: file, index: 0, variations: variations)
  }

  var glyphCount: Int { face.glyphCount }
  var hasColor: Bool { face.hasColor }

  func render(_ glyph: UInt32, style: OutlineStyle, phase: Int, limit: Int) -> OutlineRendering {
    face.render(glyph, style: style, phase: phase, limit: limit)
  }

  func mask(_ glyph: UInt32, style: OutlineStyle, phase: Int) -> GlyphMask? {
    if case .mask(let mask) = render(glyph, style: style, phase: phase, limit: 999) {
      mask
    } else {
      nil
    }
  }

  func part(
    of glyph: UInt32, style: OutlineStyle, phase: Int, left: Int, top: Int, width: Int, height: Int
  ) -> GlyphMask? {
    face.render(
      glyph, style: style, phase: phase, left: left, top: top, width: width, height: height)
  }

  func crossing(_ glyph: UInt32, style: OutlineStyle, band: Range<Double>) -> ClosedRange<Double>? {
    face.crossing(of: glyph, style: style, band: band)
  }

  func outlineBounds(of glyph: UInt32, style: OutlineStyle) -> SIMD4<Int>? {
    face.outlineBounds(of: glyph, style: style)
  }

  func paint(of glyph: UInt32) -> GlyphPaint? { face.paint(of: glyph) }
  func path(of glyph: UInt32) -> [PathElement] { face.path(of: glyph) }
  func colorLayers(of glyph: UInt32) -> [ColorLayer] { face.colorLayers(of: glyph) }

  func strikeImage(of glyph: UInt32, size: Int, limit: Int) -> StrikeImage? {
    face.strikeImage(of: glyph, size: size, limit: limit)
  }
}

private func kinds(of paint: GlyphPaint) -> [String] {
  switch paint {
  case .layers(let layers): layers.flatMap(kinds(of:))
  case .solid: ["solid"]
  case .linear: ["linear"]
  case .radial: ["radial"]
  case .sweep: ["sweep"]
  case .glyph(_, let inner): ["glyph"] + kinds(of: inner)
  case .clip(_, let inner): ["clip"] + kinds(of: inner)
  case .transform(_, let inner): ["transform"] + kinds(of: inner)
  case .composite(let source, _, let backdrop): kinds(of: source) + kinds(of: backdrop)
  }
}

private let damagedFonts: [String] = {
  let folder = fonts.appending(path: "damaged")
  let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
  return (names ?? []).sorted().map { folder.appending(path: $0).path }
}()

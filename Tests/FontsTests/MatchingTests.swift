import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyFonts

/// Matching of faces in a family, by CSS Fonts 4 §5.2.
@Suite struct StyleMatchingTests {
  @Test(arguments: [
    (asked: 400.0, has: [300.0, 700.0], best: 300.0),
    (asked: 400, has: [500, 300], best: 500),
    (asked: 450, has: [400, 500], best: 500),
    (asked: 500, has: [400, 600], best: 400),
    (asked: 500, has: [550, 900], best: 550),
    (asked: 300, has: [200, 400], best: 200),
    (asked: 300, has: [400, 700], best: 400),
    (asked: 600, has: [500, 900], best: 900),
    (asked: 700, has: [400, 500], best: 500),
    (asked: 1000, has: [100, 900], best: 900),
  ])
  func `an unavailable weight is matched in the CSS search order`(
    asked: Double, has: [Double], best: Double
  ) {
    let styles = has.map { FaceStyle(weight: $0, width: 100, slant: .upright) }
    let request = StyleRequest(FontDescription(weight: asked))
    #expect(StyleMatching.best(of: styles, for: request).map { has[$0] } == best)
  }

  @Test(arguments: [
    (asked: 100.0, has: [75.0, 125.0], best: 75.0),
    (asked: 90, has: [75, 100], best: 75),
    (asked: 110, has: [100, 150], best: 150),
    (asked: 110, has: [100, 75], best: 100),
    (asked: 50, has: [150, 100], best: 100),
  ])
  func `widths up to normal prefer narrower faces, and larger widths wider ones`(
    asked: Double, has: [Double], best: Double
  ) {
    let styles = has.map { FaceStyle(weight: 400, width: $0, slant: .upright) }
    let request = StyleRequest(FontDescription(width: asked))
    #expect(StyleMatching.best(of: styles, for: request).map { has[$0] } == best)
  }

  private static let slants: [SlantCase] = [
    SlantCase(.upright, [.italic, .oblique(degrees: 10)], best: 1),
    SlantCase(.upright, [.oblique(degrees: 10), .upright], best: 1),
    SlantCase(.italic, [.upright, .oblique(degrees: 14)], best: 1),
    SlantCase(.italic, [.oblique(degrees: 14), .italic], best: 1),
    SlantCase(.italic, [.oblique(degrees: 30), .oblique(degrees: 16)], best: 1),
    SlantCase(.oblique(degrees: 14), [.italic, .oblique(degrees: 20)], best: 1),
    SlantCase(.oblique(degrees: 14), [.upright, .italic], best: 1),
    SlantCase(.oblique(degrees: 14), [.oblique(degrees: 20), .oblique(degrees: 12)], best: 0),
    SlantCase(.oblique(degrees: 5), [.oblique(degrees: 20), .upright], best: 1),
    SlantCase(.oblique(degrees: -14), [.oblique(degrees: 14), .oblique(degrees: -12)], best: 1),
  ]

  struct SlantCase: Sendable {
    let asked: FontDescription.Slant
    let has: [FontDescription.Slant]
    let best: Int

    init(_ asked: FontDescription.Slant, _ has: [FontDescription.Slant], best: Int) {
      self.asked = asked
      self.has = has
      self.best = best
    }
  }

  @Test(arguments: StyleMatchingTests.slants)
  func `a slant prefers the nearest face of its kind`(slant: SlantCase) {
    let styles = slant.has.map { FaceStyle(weight: 400, width: 100, slant: $0) }
    let request = StyleRequest(FontDescription(slant: slant.asked))
    #expect(StyleMatching.best(of: styles, for: request) == slant.best)
  }

  @Test func `matching considers width before slant, and slant before weight`() {
    let styles = [
      FaceStyle(weight: 700, width: 75, slant: .upright),
      FaceStyle(weight: 700, width: 100, slant: .upright),
      FaceStyle(weight: 400, width: 100, slant: .italic),
    ]
    let bold = StyleRequest(FontDescription(weight: 700, slant: .italic))
    #expect(StyleMatching.best(of: styles, for: bold) == 2)
    let narrow = StyleRequest(FontDescription(width: 75, slant: .italic))
    #expect(StyleMatching.best(of: styles, for: narrow) == 0)
  }

  @Test func `a variable range containing the weight beats a nearby static face`() {
    let styles = [
      FaceStyle(weight: 650, width: 100, slant: .upright),
      FaceStyle(weight: 100...900, width: 75...125, slant: FaceSlant(.upright)),
    ]
    let request = StyleRequest(FontDescription(weight: 600))
    #expect(StyleMatching.best(of: styles, for: request) == 1)
    #expect(StyleMatching.best(of: [FaceStyle](), for: request) == nil)
  }

  @Test(arguments: [Double.nan, -.infinity, .infinity, -5, 1e300])
  func `invalid style values are clamped`(number: Double) {
    let description = FontDescription(
      size: number, weight: number, width: number, slant: .oblique(degrees: number))
    let request = StyleRequest(description)
    #expect((1...1000).contains(request.weight))
    #expect((1...1000).contains(request.width))
    let set = FontCollection.empty.fontSet(for: description, language: nil)
    #expect(set.primary.syntheticSlant.isFinite)
  }
}

/// Faces that a collection selects for descriptions.
@Suite struct CollectionTests {
  let fonts: FontCollection

  init() throws { fonts = try TestFonts.collection() }

  @Test(arguments: [
    (FontDescription(), "Regular"),
    (FontDescription(weight: 300), "Light"),
    (FontDescription(weight: 350), "Light"),
    (FontDescription(weight: 700), "Bold"),
    (FontDescription(weight: 600), "Bold"),
    (FontDescription(slant: .italic), "Italic"),
    (FontDescription(weight: 700, slant: .italic), "Italic"),
    (FontDescription(width: 75), "Condensed"),
  ])
  func `a requested style selects the matching face`(description: FontDescription, style: String) {
    var description = description
    description.families = ["nowhere", "GALLEY family"]
    let primary = fonts.fontSet(for: description, language: "en").primary
    #expect(primary.typeface.family == "Galley Family")
    #expect(primary.typeface.path.hasSuffix("Family-\(style).ttf"))
  }

  @Test func `only styles missing from the family are synthesized`() {
    func primary(_ family: String, _ weight: Double, _ slant: FontDescription.Slant) -> FontInstance
    {
      let description = FontDescription(families: [family], weight: weight, slant: slant)
      return fonts.fontSet(for: description, language: nil).primary
    }
    #expect(primary("Galley Box", 700, .upright).syntheticBold > 0)
    #expect(primary("Galley Box", 600, .upright).syntheticBold > 0)
    #expect(primary("Galley Box", 590, .upright).syntheticBold == 0)
    #expect(primary("Galley Family", 1000, .upright).syntheticBold == 0)
    #expect(primary("Galley Family", 700, .upright).syntheticBold == 0)
    #expect(primary("Galley Family", 700, .italic).syntheticBold > 0)
    #expect(primary("Galley Family", 700, .italic).syntheticSlant == 0)
    #expect(primary("Galley Variable", 700, .upright).syntheticBold == 0)
    #expect(abs(primary("Galley Box", 400, .italic).syntheticSlant - 0.2493) < 0.001)
    #expect(abs(primary("Galley Box", 400, .oblique(degrees: 45)).syntheticSlant - 1) < 0.005)
    #expect(primary("Galley Box", 400, .oblique(degrees: -20)).syntheticSlant < 0)
    #expect(primary("Galley Emoji", 700, .italic).syntheticBold == 0)
    #expect(primary("Galley Emoji", 700, .italic).syntheticSlant == 0)
  }

  @Test func `variation axes follow the style, clamped to their ranges`() throws {
    func variations(_ description: FontDescription) -> [FontDescription.Variation] {
      var description = description
      description.families = ["Galley Variable"]
      return fonts.fontSet(for: description, language: nil).primary.variations
    }
    #expect(variations(FontDescription()) == [])
    #expect(
      variations(FontDescription(weight: 700)) == [
        FontDescription.Variation(axis: "wght", value: 700)
      ])
    #expect(
      variations(FontDescription(weight: 1000)) == [
        FontDescription.Variation(axis: "wght", value: 900)
      ])
    #expect(
      variations(FontDescription(weight: 1, width: 50)) == [
        FontDescription.Variation(axis: "wght", value: 100),
        FontDescription.Variation(axis: "wdth", value: 75),
      ])
    let asked = FontDescription(
      weight: 700,
      variations: [
        FontDescription.Variation(axis: "wght", value: 200),
        FontDescription.Variation(axis: "XXXX", value: 3),
        FontDescription.Variation(axis: "wght", value: 300),
      ])
    #expect(variations(asked) == [FontDescription.Variation(axis: "wght", value: 300)])
  }

  @Test func `an instance has the advances and metrics of its axis values`() throws {
    func primary(_ weight: Double, _ width: Double) -> FontInstance {
      let description = FontDescription(families: ["Galley Variable"], weight: weight, width: width)
      return fonts.fontSet(for: description, language: nil).primary
    }
    let heavy = primary(900, 100)
    let glyph = try #require(heavy.font.glyph(for: 0x41))
    #expect(heavy.font.advance(of: glyph) == 800)
    #expect(heavy.metrics.xHeight == 550)
    #expect(heavy.metrics.underlineThickness == 150)
    #expect(primary(400, 75).font.advance(of: glyph) == 450)
    #expect(primary(400, 125).metrics.ascent == 850)
    #expect(primary(400, 125).metrics.descent == 250)
  }

  @Test func `equal requests share an instance, and different styles do not`() {
    let regular = fonts.fontSet(for: FontDescription(size: 10), language: nil)
    #expect(regular === fonts.fontSet(for: FontDescription(size: 20), language: nil))
    let family = FontDescription(families: ["Galley Box"])
    #expect(fonts.fontSet(for: family, language: "de").primary === regular.primary)
    let bold = fonts.fontSet(for: FontDescription(weight: 700), language: nil).primary
    #expect(bold !== regular.primary)
    #expect(bold.id != regular.primary.id)
    #expect(bold.typeface === regular.primary.typeface)
  }

  @Test(arguments: [
    (["sans-serif"], "Galley Box"), ([], "Galley Box"), (["emoji"], "Galley Emoji"),
    (["nowhere"], "Galley Box"), (["nowhere", "Galley Mark"], "Galley Mark"),
  ])
  func `generic and unknown family names resolve to a font`(families: [String], family: String) {
    let set = fonts.fontSet(for: FontDescription(families: families), language: nil)
    #expect(set.primary.typeface.family == family)
  }

  @Test func `an empty collection falls back to the built-in box font`() {
    let set = FontCollection.empty.fontSet(
      for: FontDescription(families: ["Galley Box"]), language: "ja")
    #expect(set.primary.typeface.path == "built-in")
    #expect(set.primary.typeface.diagnostics == [])
    #expect(set.primary.metrics.ascent == 800)
    #expect(set.primary.metrics.descent == 200)
    #expect(set.primary.font.advance(of: .notdef) == 600)
    #expect(set.primary.font.extents(of: .notdef)?.yBearing == 700)
    #expect(set.primary.font.glyph(for: 0x20) != nil)
    #expect(set.primary.font.glyph(for: 0xA0) == set.primary.font.glyph(for: 0x20))
    for cluster in ["a", "😀", "日", "\u{301}"] {
      let selection = set.selection(cluster)
      #expect(selection.instance === set.primary)
      #expect(selection.reason == .lastResort)
      #expect(!selection.isComplete)
    }
  }
}

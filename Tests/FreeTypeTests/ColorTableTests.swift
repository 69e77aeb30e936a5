import GalleySystem
import GalleyFreeType
import TestSupport
import Testing

@Suite struct ColorTableTests {
  @Test func `layers starting beyond the end of the layer list are ignored`() throws {
    let layers = FontFile.longs(1, 8) + ColorTables.solid(0)
    for (first, count) in [(0, 1), (1, 1), (2, 1), (0xFFFF_FFFF, 255)] {
      var lists = ColorTables.Lists(
        glyph: 5, paint: [1] + FontFile.bytes(count, size: 1) + FontFile.longs(first))
      lists.layers = layers
      let solid = GlyphPaint.solid(GlyphColor(argb: 0xFFFF_0000, alpha: 1))
      let found = try paint(lists)
      #expect((found == .layers([solid])) == (first == 0))
      #expect(found == nil || found == .layers([]) || first == 0)
    }
  }

  @Test func `a valid clip box encloses the paint of its own glyph`() throws {
    var lists = ColorTables.Lists(glyph: 5, paint: ColorTables.solid(0))
    lists.clips = ColorTables.clip([1] + FontFile.words(-10, 20, 30, 40), of: 5)
    #expect(try clipBox(lists) == [[-10, 20], [30, 40]])
    lists.clips = ColorTables.clip([1] + FontFile.words(-10, 20, 30, 40), of: 4)
    #expect(try clipBox(lists) == nil)
    lists.clips = ColorTables.clip([3] + FontFile.words(-10, 20, 30, 40), of: 5)
    #expect(try clipBox(lists) == nil)
  }

  @Test(arguments: [(100.0, 0.0), (400, 0), (650, -50), (900, -100)])
  func `the clip box of a variable font follows its axes`(weight: Double, delta: Double) throws {
    var lists = ColorTables.Lists(glyph: 5, paint: ColorTables.solid(0))
    lists.clips = ColorTables.clip([2] + FontFile.words(0, 0, 500, 700) + FontFile.longs(0), of: 5)
    // One region, from the default to the end of the first axis; four deltas, in words and bytes.
    let region = FontFile.words(2, 1, 0, 0x4000, 0x4000, 0, 0, 0)
    let data = FontFile.words(4, 0, 1, 0) + [0, 0, 0x9C, 0]
    lists.variations =
      FontFile.words(1) + FontFile.longs(12) + FontFile.words(1)
      + FontFile.longs(12 + region.count) + region + data
    let box = try clipBox(lists, of: "Variable.ttf", weight: weight)
    #expect(box == [[0, 0], [500 + delta, 700]])
  }

  @Test func `a truncated color table paints nothing`() throws {
    let lists = ColorTables.Lists(glyph: 5, paint: ColorTables.solid(0))
    #expect(try paint(lists) != nil)
    for count in 0..<44 { #expect(try paint(lists, cutTo: count) == nil) }
  }

  private func clipBox(
    _ lists: ColorTables.Lists, of name: String = "Box.ttf", weight: Double? = nil
  ) throws -> [SIMD2<Double>]? {
    guard case .clip(let box, _) = try paint(lists, of: name, weight: weight) else { return nil }
    return [box.low, box.high]
  }

  private func paint(
    _ lists: ColorTables.Lists, of name: String = "Box.ttf", weight: Double? = nil,
    cutTo count: Int = .max
  ) throws -> GlyphPaint? {
    var font = try FontFile(name)
    font.tables["COLR"] = Array(lists.table.prefix(count))
    font.tables["CPAL"] = ColorTables.palette([0xFFFF_0000])
    let settings = weight.map { [AxisSetting(tag: 0x7767_6874, value: $0)] } ?? []
    var face = try Face(
      file: MappedFile(copying: font.bytes, name: name), index: 0, variations: settings)
    return face.paint(of: 5)
  }
}

/// Tables of color fonts, built by tests.
public enum ColorTables {
  /// Returns a `CPAL` table of one palette, with colors as `0xAARRGGBB`.
  public static func palette(_ colors: [UInt32]) -> [UInt8] {
    FontFile.words(0, colors.count, 1, colors.count) + FontFile.longs(14) + FontFile.words(0)
      + colors.flatMap { FontFile.bytes(Int($0), size: 4).reversed() }
  }

  /// The lists after the header of a `COLR` table of version 1.
  public struct Lists {
    /// The paint of the glyph.
    public var paint: [UInt8]
    /// The glyph.
    public var glyph: Int
    /// The layer list, if there is one.
    public var layers: [UInt8] = []
    /// The clip list, if there is one.
    public var clips: [UInt8] = []
    /// The item variation store, if there is one.
    public var variations: [UInt8] = []

    /// Creates lists with a paint for one glyph.
    public init(glyph: Int, paint: [UInt8]) {
      self.glyph = glyph
      self.paint = paint
    }

    /// The bytes of the table.
    public var table: [UInt8] {
      let base = FontFile.longs(1) + FontFile.words(glyph) + FontFile.longs(10) + paint
      var offsets = FontFile.longs(34)
      var place = 34 + base.count
      for list in [layers, clips, [], variations] {
        offsets += FontFile.longs(list.isEmpty ? 0 : place)
        place += list.count
      }
      return FontFile.words(1, 0, 0, 0, 0, 0, 0) + offsets + base + layers + clips + variations
    }
  }

  /// Returns a paint of one color of the palette.
  public static func solid(_ color: Int) -> [UInt8] { [2] + FontFile.words(color, 0x4000) }

  /// Returns a clip list of one box, for one glyph.
  public static func clip(_ box: [UInt8], of glyph: Int) -> [UInt8] {
    [1] + FontFile.longs(1) + FontFile.words(glyph, glyph) + FontFile.bytes(12, size: 3) + box
  }
}

internal import GalleyBasics

/// The tables of color bitmaps of glyphs: `CBLC` and `CBDT`, or `sbix`.
///
/// FreeType decodes a bitmap before it reports its size, and allocates memory for the size in its
/// header. This type checks the headers first, from the same bytes.
///
/// - SeeAlso: OpenType 1.9, "CBDT — Color Bitmap Data Table" and "sbix — Standard Bitmap Graphics".
package struct PictureTables: Sendable {
  /// The formats, in the order of preference of FreeType.
  private enum Kind {
    case locations(FontTable, data: FontTable)
    case bitmaps(FontTable)
  }

  private let kind: Kind

  /// Finds the tables; `nil` if the face has no color bitmaps.
  package init?(_ tables: FontTables) {
    if let locations = tables["CBLC"] {
      guard let data = tables["CBDT"] else { return nil }
      kind = .locations(locations, data: data)
    } else if tables["EBLC"] == nil, tables["bloc"] == nil, let table = tables["sbix"] {
      kind = .bitmaps(table)
    } else {
      return nil
    }
  }

  /// Returns whether the bitmaps of a glyph, one for each size, have sides of at most `sideLimit`
  /// pixels and can be decoded within ``WorkBudget/glyph``.
  package func arePicturesAffordable(of glyph: Int, sideLimit: Int) -> Bool {
    switch kind {
    case .bitmaps(let table):
      for strike in 0..<(table.unsigned(4, 4) ?? 0) {
        guard let offset = table.unsigned(8 + strike * 4, 4) else { break }
        let data = table.part(from: offset)
        let picture = data.flatMap { Self.picture(of: glyph, inStrike: $0) }
        guard picture?.isAffordablePNG(sideLimit: sideLimit) ?? true else { return false }
      }
    case .locations(let locations, let data):
      for strike in 0..<(locations.unsigned(4, 4) ?? 0) {
        guard locations.unsigned(8 + strike * 48, 4) != nil else { break }
        let image = Image(of: glyph, inStrike: strike, of: locations)
        guard image?.isAffordable(in: data, sideLimit: sideLimit) ?? true else { return false }
      }
    }
    return true
  }

  /// Returns the PNG image of a glyph in a strike of `sbix`; `nil` if it has none.
  private static func picture(of glyph: Int, inStrike strike: FontTable) -> FontTable? {
    var glyph = glyph
    // FreeType follows at most five references to the bitmaps of other glyphs.
    for _ in 0..<5 {
      guard let start = strike.unsigned(4 + glyph * 4, 4),
        let end = strike.unsigned(8 + glyph * 4, 4), end > start,
        let picture = strike.part(from: start, count: end - start)
      else { return nil }
      if picture.has("png ", at: 4) { return picture.part(from: 8) }
      guard picture.has("dupe", at: 4), let other = picture.unsigned(8, 2) else { return nil }
      glyph = other
    }
    return nil
  }
}

/// The location of a glyph's bitmap in `CBDT`, according to `CBLC`.
private struct Image {
  private let format: Int
  private let offset: Int

  /// Finds the bitmap of a glyph in a strike; `nil` if it has none.
  init?(of glyph: Int, inStrike strike: Int, of table: FontTable) {
    guard let arrayOffset = table.unsigned(8 + strike * 48, 4),
      let count = table.unsigned(16 + strike * 48, 4), let array = table.part(from: arrayOffset)
    else { return nil }
    for index in 0..<count {
      guard let first = array.unsigned(index * 8, 2), let last = array.unsigned(index * 8 + 2, 2),
        let offset = array.unsigned(index * 8 + 4, 4)
      else { return nil }
      guard glyph >= first, glyph <= last else { continue }
      guard let subtable = array.part(from: offset), let format = subtable.unsigned(2, 2),
        let start = subtable.unsigned(4, 4),
        let place = Self.place(of: glyph, at: glyph - first, in: subtable)
      else { return nil }
      (self.format, self.offset) = (format, start + place)
      return
    }
    return nil
  }

  /// Returns the offset of a bitmap, relative to its subtable's first bitmap.
  private static func place(of glyph: Int, at index: Int, in subtable: FontTable) -> Int? {
    switch subtable.unsigned(0, 2) {
    case 1: return subtable.unsigned(8 + index * 4, 4)
    case 2: return subtable.unsigned(8, 4).map { $0 * index }
    case 3: return subtable.unsigned(8 + index * 2, 2)
    case 4:
      for pair in 0..<(subtable.unsigned(8, 4) ?? 0) {
        guard let named = subtable.unsigned(12 + pair * 4, 2) else { return nil }
        if named == glyph { return subtable.unsigned(14 + pair * 4, 2) }
      }
      return nil
    case 5, 19:
      guard let size = subtable.unsigned(8, 4) else { return nil }
      for place in 0..<(subtable.unsigned(20, 4) ?? 0) {
        guard let named = subtable.unsigned(24 + place * 2, 2) else { return nil }
        if named == glyph { return size * place }
      }
      return nil
    default: return nil
    }
  }

  /// Returns whether the bitmap can be decoded within ``WorkBudget/glyph``.
  func isAffordable(in data: FontTable, sideLimit: Int) -> Bool {
    let metricsSizes = [17: 5, 18: 8, 19: 0]
    guard let metricsSize = metricsSizes[format] else {
      // Bitmaps of these formats are composed of others, without a bound.
      return format != 8 && format != 9
    }
    guard let length = data.unsigned(offset + metricsSize, 4),
      let picture = data.part(from: offset + metricsSize + 4, count: length)
    else { return true }
    return picture.isAffordablePNG(sideLimit: sideLimit)
  }
}

extension FontTable {
  /// The maximum number of bytes to which libpng expands a chunk of text or of a color profile.
  private static let unpackedSize = 8_000_000

  /// Whether decoding the PNG image in the table is within ``WorkBudget/glyph``.
  fileprivate func isAffordablePNG(sideLimit: Int) -> Bool {
    guard has("IHDR", at: 12), let width = unsigned(16, 4), let height = unsigned(20, 4) else {
      return false
    }
    var budget = WorkBudget.glyph
    guard width <= sideLimit, height <= sideLimit,
      budget.charge(pixels: width * height, bytes: width * height * 4)
    else { return false }
    var place = 8
    while let length = unsigned(place, 4), unsigned(place + 4, 4) != nil {
      let isPacked = ["iCCP", "zTXt", "iTXt"].contains { has($0, at: place + 4) }
      guard budget.charge(items: 1, bytes: isPacked ? Self.unpackedSize : 0) else { return false }
      place += 12 + length
    }
    return true
  }
}

internal import GalleyBasics
internal import GalleyFontTables

/// The tables of a font that define glyphs with gradients: `COLR` version 1, and the first palette
/// of `CPAL`.
///
/// FreeType 2.12 has functions for this, but Debian's build omits them. Every read is checked, so a
/// damaged table paints something else or nothing.
///
/// - SeeAlso: OpenType 1.9, "COLR — Color Table" and "CPAL — Color Palette Table".
struct ColorTable: Sendable {
  /// The maximum number of variation axes, the same as FreeType's.
  static let axisLimit = 64

  let table: FontTable
  private let palette: [UInt32]
  private let baseGlyphs: Int
  private let layerList: Int
  private let clipList: Int
  private let variations: VariationStore?

  /// Creates a table by reading the offsets of its lists, or returns `nil` if there are no
  /// gradients; the normalized coordinates on the face's axes are empty for the default.
  init?(_ tables: FontTables, coordinates: [Double]) {
    guard let table = tables["COLR"], table.unsigned(0, 2) == 1,
      let baseGlyphs = table.unsigned(14, 4), baseGlyphs > 0
    else { return nil }
    self.table = table
    self.baseGlyphs = baseGlyphs
    layerList = table.unsigned(18, 4) ?? 0
    clipList = table.unsigned(22, 4) ?? 0
    palette = tables["CPAL"].map(Self.palette) ?? []
    let (map, store) = (table.unsigned(26, 4) ?? 0, table.unsigned(30, 4) ?? 0)
    variations =
      store == 0 || coordinates.allSatisfy { $0 == 0 }
      ? nil
      : table.part(from: store).flatMap {
        VariationStore($0, map: map == 0 ? nil : table.part(from: map), coordinates: coordinates)
      }
  }

  private static func palette(in table: FontTable) -> [UInt32] {
    guard let count = table.unsigned(2, 2), let records = table.unsigned(8, 4),
      let first = table.unsigned(12, 2)
    else { return [] }
    return (0..<count).map { index in
      // Blue, green, red, alpha: little-endian, which gives the color format used here.
      let bytes = (0..<4).map { table.unsigned(records + (first + index) * 4 + $0, 1) ?? 0 }
      return UInt32(bytes[3] << 24 | bytes[2] << 16 | bytes[1] << 8 | bytes[0])
    }
  }

  /// Returns the paint of a glyph, or `nil` if the table has none.
  func paint(of glyph: UInt32) -> GlyphPaint? {
    var reading = Reading()
    return paint(ofGlyph: Int(glyph), &reading)
  }

  /// The state of reading one tree of paints.
  private struct Reading {
    var budget = WorkBudget.glyph
    var depth = Limits.Fonts.paintDepth
  }

  private func paint(ofGlyph glyph: Int, _ reading: inout Reading) -> GlyphPaint? {
    let count = table.unsigned(baseGlyphs, 4) ?? 0
    func record(_ index: Int) -> Int { baseGlyphs + 4 + index * 6 }
    let index = (0..<count).partitioningIndex { index in
      table.unsigned(record(index), 2).map { $0 >= glyph } ?? true
    }
    guard index < count, table.unsigned(record(index), 2) == glyph,
      let offset = table.unsigned(record(index) + 2, 4),
      let paint = paint(at: baseGlyphs + offset, &reading)
    else { return nil }
    guard let box = clipBox(of: glyph) else { return paint }
    return .clip(box, paint)
  }

  private func paint(at start: Int, _ reading: inout Reading) -> GlyphPaint? {
    guard reading.depth > 0, reading.budget.charge(items: 1), let format = table.unsigned(start, 1)
    else { return nil }
    reading.depth -= 1
    defer { reading.depth += 1 }
    switch format {
    case 1: return layers(at: start, &reading)
    case 2, 3: return .solid(color(at: start + 1, isVariable: format == 3))
    case 4...9: return gradient(at: start, format, &reading)
    case 10:
      let glyph = UInt32(table.unsigned(start + 4, 2) ?? 0)
      return child(of: start, at: 1, &reading).map { .glyph(glyph, $0) }
    case 11: return table.unsigned(start + 1, 2).flatMap { paint(ofGlyph: $0, &reading) }
    case 12...31:
      guard let change = change(at: start, format) else { return nil }
      return child(of: start, at: 1, &reading).map { .transform(change, $0) }
    case 32:
      guard let source = child(of: start, at: 1, &reading),
        let backdrop = child(of: start, at: 5, &reading)
      else { return nil }
      return .composite(source, mode: table.unsigned(start + 4, 1) ?? 3, over: backdrop)
    default: return nil
    }
  }

  /// Returns the paint whose offset from `start` is stored at `place` after it.
  private func child(of start: Int, at place: Int, _ reading: inout Reading) -> GlyphPaint? {
    table.unsigned(start + place, 3).flatMap { paint(at: start + $0, &reading) }
  }

  private func layers(at start: Int, _ reading: inout Reading) -> GlyphPaint? {
    guard layerList > 0, let count = table.unsigned(start + 1, 1),
      let first = table.unsigned(start + 2, 4), let all = table.unsigned(layerList, 4), first <= all
    else { return nil }
    var layers: [GlyphPaint] = []
    for index in first..<min(all, first + count) where !reading.budget.isExhausted {
      guard let offset = table.unsigned(layerList + 4 + index * 4, 4) else { break }
      if let layer = paint(at: layerList + offset, &reading) { layers.append(layer) }
    }
    return .layers(layers)
  }

  /// Returns the box that clips a glyph's paint, or `nil` if the font defines none.
  ///
  /// - SeeAlso: OpenType 1.9, "ClipList table".
  private func clipBox(of glyph: Int) -> ClipBox? {
    guard clipList > 0, table.unsigned(clipList, 1) == 1,
      let count = table.unsigned(clipList + 1, 4)
    else { return nil }
    func record(_ index: Int) -> Int { clipList + 5 + index * 7 }
    let index = (0..<count).partitioningIndex { index in
      table.unsigned(record(index) + 2, 2).map { $0 >= glyph } ?? true
    }
    guard index < count, let first = table.unsigned(record(index), 2), first <= glyph,
      let offset = table.unsigned(record(index) + 4, 3)
    else { return nil }
    return clipBox(at: clipList + offset)
  }

  private func clipBox(at start: Int) -> ClipBox? {
    guard let format = table.unsigned(start, 1), format == 1 || format == 2,
      table.signed(start + 7) != nil
    else { return nil }
    let edges = numbers(at: start + 1, count: 4, isVariable: format == 2)
    return ClipBox(low: SIMD2(edges[0], edges[1]), high: SIMD2(edges[2], edges[3]))
  }

  private func gradient(at start: Int, _ format: Int, _ reading: inout Reading) -> GlyphPaint? {
    let isVariable = format % 2 == 1
    guard let offset = table.unsigned(start + 1, 3),
      let line = colorLine(at: start + offset, isVariable: isVariable, &reading)
    else { return nil }
    let fields = numbers(at: start + 4, count: format < 8 ? 6 : 4, isVariable: isVariable)
    func point(_ index: Int) -> SIMD2<Double> { SIMD2(fields[index], fields[index + 1]) }
    // Radii are stored without a sign.
    func radius(_ index: Int) -> Double {
      let isLarge = table.unsigned(start + 4 + index * 2, 1) ?? 0 > 127
      return max(0, fields[index] + (isLarge ? 65_536 : 0))
    }
    switch format {
    case 4, 5: return .linear(line, from: point(0), to: point(2), rotation: point(4))
    case 6, 7:
      return .radial(line, from: SIMD3(point(0), radius(2)), to: SIMD3(point(3), radius(5)))
    default:
      // Angles are stored minus a half turn.
      return .sweep(
        line, center: point(0), from: fields[2] / 16_384 + 1, to: fields[3] / 16_384 + 1)
    }
  }

  private func colorLine(at start: Int, isVariable: Bool, _ reading: inout Reading) -> ColorLine? {
    guard let extend = table.unsigned(start, 1), let all = table.unsigned(start + 1, 2) else {
      return nil
    }
    let (count, length) = (min(all, Limits.Fonts.colorStops), isVariable ? 10 : 6)
    guard reading.budget.charge(steps: count) else { return nil }
    let stops = (0..<count).compactMap { index -> ColorLine.Stop? in
      let place = start + 3 + index * length
      guard table.signed(place) != nil else { return nil }
      let fields = stopNumbers(at: place, isVariable: isVariable)
      return ColorLine.Stop(
        offset: fields.offset, color: color(table.unsigned(place + 2, 2), alpha: fields.alpha))
    }
    guard !stops.isEmpty else { return nil }
    // Stops with equal offsets keep their order.
    let order = stops.indices.sorted { (stops[$0].offset, $0) < (stops[$1].offset, $1) }
    return ColorLine(
      extend: extend == 1 ? .repeat : extend == 2 ? .reflect : .pad, stops: order.map { stops[$0] })
  }

  /// Returns the color at an offset: a palette index and an alpha.
  private func color(at start: Int, isVariable: Bool) -> GlyphColor {
    let alpha = numbers(at: start + 2, count: 1, isVariable: isVariable)[0]
    return color(table.unsigned(start, 2), alpha: alpha / 16_384)
  }

  private func color(_ index: Int?, alpha: Double) -> GlyphColor {
    let index = index ?? 0
    let argb = palette.indices.contains(index) ? palette[index] : index == 0xFFFF ? nil : 0
    return GlyphColor(argb: argb, alpha: max(0, min(1, alpha)))
  }
}

// MARK: - Numbers

extension ColorTable {
  /// Returns `count` consecutive numbers of two or four bytes; missing ones count as zero.
  ///
  /// If `isVariable`, an index of variation deltas follows, which are applied if there are any.
  private func numbers(at start: Int, count: Int, size: Int = 2, isVariable: Bool) -> [Double] {
    let numbers = (0..<count).map { Double(table.signed(start + $0 * size, size) ?? 0) }
    return varied(numbers, at: isVariable ? start + count * size : nil)
  }

  /// Returns the offset and the alpha of a color stop; its palette index is stored between them.
  private func stopNumbers(at start: Int, isVariable: Bool) -> (offset: Double, alpha: Double) {
    let numbers = [start, start + 4].map { Double(table.signed($0) ?? 0) }
    let fields = varied(numbers, at: isVariable ? start + 6 : nil)
    return (fields[0] / 16_384, fields[1] / 16_384)
  }

  /// Adds the deltas whose base index is stored at an offset.
  private func varied(_ numbers: [Double], at place: Int?) -> [Double] {
    guard let variations, let place, let base = table.unsigned(place, 4), base != 0xFFFF_FFFF
    else { return numbers }
    return numbers.enumerated().map { $0.element + variations.delta(base + $0.offset) }
  }

  /// Returns the transform of formats 12 to 31, of which odd ones are variable.
  private func change(at start: Int, _ format: Int) -> Affine? {
    let isVariable = format % 2 == 1
    guard format & ~1 != 12 else {
      return table.unsigned(start + 4, 3).flatMap { matrix(at: start + $0, isVariable) }
    }
    let counts = [14: 2, 16: 2, 18: 4, 20: 1, 22: 3, 24: 1, 26: 3, 28: 2, 30: 4]
    guard let count = counts[format & ~1] else { return nil }
    let fields = numbers(at: start + 4, count: count, isVariable: isVariable)
    func share(_ index: Int) -> Double { fields[index] / 16_384 }
    func center(_ index: Int) -> SIMD2<Double> { SIMD2(fields[index], fields[index + 1]) }
    switch format & ~1 {
    case 14: return Affine(dx: fields[0], dy: fields[1])
    case 16: return Affine(xx: share(0), yy: share(1))
    case 18: return Affine(xx: share(0), yy: share(1)).around(center(2))
    case 20: return Affine(xx: share(0), yy: share(0))
    case 22: return Affine(xx: share(0), yy: share(0)).around(center(1))
    case 24: return .rotation(share(0))
    case 26: return .rotation(share(0)).around(center(1))
    case 28: return .skew(share(0), share(1))
    default: return .skew(share(0), share(1)).around(center(2))
    }
  }

  private func matrix(at start: Int, _ isVariable: Bool) -> Affine? {
    guard table.unsigned(start + 20, 4) != nil else { return nil }
    let numbers = numbers(at: start, count: 6, size: 4, isVariable: isVariable).map { $0 / 65_536 }
    return Affine(
      xx: numbers[0], xy: numbers[2], yx: numbers[1], yy: numbers[3], dx: numbers[4],
      dy: numbers[5])
  }
}

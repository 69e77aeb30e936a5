internal import Glibc

/// The tables of a font that say how glyphs are painted with gradients: `COLR` version 1, and the
/// first palette of `CPAL`.
///
/// FreeType 2.12 has calls for this, but Debian's build leaves them out. Every read is checked, so a
/// damaged table paints something else or nothing. Variations are not applied: a variable paint is
/// what it is by default.
///
/// - SeeAlso: OpenType 1.9, "COLR — Color Table" and "CPAL — Color Palette Table".
struct ColorTable: Sendable {
  /// Real glyphs have up to some hundreds; the tables of a bad font may lead in circles.
  private static let nodeLimit = 4_096
  private static let depthLimit = 48
  private static let stopLimit = 256

  private let table: TableBytes
  private let palette: [UInt32]
  private let baseGlyphs: Int
  private let layerList: Int

  /// `nil` if there are no gradients.
  init?(colr: [UInt8], cpal: [UInt8]) {
    table = TableBytes(bytes: colr)
    guard table.unsigned(0, 2) == 1, let baseGlyphs = table.unsigned(14, 4), baseGlyphs > 0 else {
      return nil
    }
    self.baseGlyphs = baseGlyphs
    layerList = table.unsigned(18, 4) ?? 0
    palette = Self.palette(in: TableBytes(bytes: cpal))
  }

  private static func palette(in table: TableBytes) -> [UInt32] {
    guard let count = table.unsigned(2, 2), let records = table.unsigned(8, 4),
      let first = table.unsigned(12, 2)
    else { return [] }
    return (0..<count).map { index in
      // Blue, green, red, alpha: as a little-endian word that is what a color is here.
      let bytes = (0..<4).map { table.unsigned(records + (first + index) * 4 + $0, 1) ?? 0 }
      return UInt32(bytes[3] << 24 | bytes[2] << 16 | bytes[1] << 8 | bytes[0])
    }
  }

  /// How a glyph is painted; `nil` if the table does not say.
  func paint(of glyph: UInt32) -> GlyphPaint? {
    var budget = Budget()
    return paint(ofGlyph: Int(glyph), &budget)
  }

  /// What may still be read.
  private struct Budget {
    var nodes = ColorTable.nodeLimit
    var depth = ColorTable.depthLimit
  }

  private func paint(ofGlyph glyph: Int, _ budget: inout Budget) -> GlyphPaint? {
    var (low, high) = (0, table.unsigned(baseGlyphs, 4) ?? 0)
    while low < high {
      let middle = (low + high) / 2
      let record = baseGlyphs + 4 + middle * 6
      guard let found = table.unsigned(record, 2) else { return nil }
      if found == glyph {
        return table.unsigned(record + 2, 4).flatMap { paint(at: baseGlyphs + $0, &budget) }
      }
      if found < glyph { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func paint(at start: Int, _ budget: inout Budget) -> GlyphPaint? {
    budget.nodes -= 1
    guard budget.nodes > 0, budget.depth > 0, let format = table.unsigned(start, 1) else {
      return nil
    }
    budget.depth -= 1
    defer { budget.depth += 1 }
    switch format {
    case 1: return layers(at: start, &budget)
    case 2, 3: return .solid(color(at: start + 1))
    case 4...9: return gradient(at: start, format)
    case 10:
      let glyph = UInt32(table.unsigned(start + 4, 2) ?? 0)
      return child(of: start, at: 1, &budget).map { .glyph(glyph, $0) }
    case 11: return table.unsigned(start + 1, 2).flatMap { paint(ofGlyph: $0, &budget) }
    case 12...31:
      guard let change = change(at: start, format) else { return nil }
      return child(of: start, at: 1, &budget).map { .transform(change, $0) }
    case 32:
      guard let source = child(of: start, at: 1, &budget),
        let backdrop = child(of: start, at: 5, &budget)
      else { return nil }
      return .composite(source, mode: table.unsigned(start + 4, 1) ?? 3, over: backdrop)
    default: return nil
    }
  }

  /// The paint whose offset from `start` stands at `place` after it.
  private func child(of start: Int, at place: Int, _ budget: inout Budget) -> GlyphPaint? {
    table.unsigned(start + place, 3).flatMap { paint(at: start + $0, &budget) }
  }

  private func layers(at start: Int, _ budget: inout Budget) -> GlyphPaint? {
    guard layerList > 0, let count = table.unsigned(start + 1, 1),
      let first = table.unsigned(start + 2, 4), let all = table.unsigned(layerList, 4)
    else { return nil }
    var layers: [GlyphPaint] = []
    for index in first..<min(all, first + count) where budget.nodes > 0 {
      guard let offset = table.unsigned(layerList + 4 + index * 4, 4) else { break }
      if let layer = paint(at: layerList + offset, &budget) { layers.append(layer) }
    }
    return .layers(layers)
  }

  private func gradient(at start: Int, _ format: Int) -> GlyphPaint? {
    guard let offset = table.unsigned(start + 1, 3),
      let line = colorLine(at: start + offset, isVariable: format % 2 == 1)
    else { return nil }
    func number(_ index: Int) -> Double { Double(table.signed(start + 4 + index * 2) ?? 0) }
    func point(_ index: Int) -> SIMD2<Double> { SIMD2(number(index), number(index + 1)) }
    func radius(_ index: Int) -> Double {
      Double(table.unsigned(start + 4 + index * 2, 2) ?? 0)
    }
    switch format {
    case 4, 5: return .linear(line, from: point(0), to: point(2), rotation: point(4))
    case 6, 7:
      return .radial(line, from: SIMD3(point(0), radius(2)), to: SIMD3(point(3), radius(5)))
    default:
      // Angles are stored less a half turn.
      return .sweep(
        line, center: point(0), from: number(2) / 16_384 + 1, to: number(3) / 16_384 + 1)
    }
  }

  private func colorLine(at start: Int, isVariable: Bool) -> ColorLine? {
    guard let extend = table.unsigned(start, 1), let count = table.unsigned(start + 1, 2) else {
      return nil
    }
    let length = isVariable ? 10 : 6
    let stops = (0..<min(count, Self.stopLimit)).compactMap { index -> ColorLine.Stop? in
      let place = start + 3 + index * length
      return table.signed(place).map { offset in
        ColorLine.Stop(offset: Double(offset) / 16_384, color: color(at: place + 2))
      }
    }
    guard !stops.isEmpty else { return nil }
    // Equal places keep their order: the sort is by place and then by number.
    let order = stops.indices.sorted { (stops[$0].offset, $0) < (stops[$1].offset, $1) }
    return ColorLine(
      extend: extend == 1 ? .repeat : extend == 2 ? .reflect : .pad, stops: order.map { stops[$0] })
  }

  /// A number of a palette's color, and an opacity.
  private func color(at start: Int) -> PaintColor {
    let index = table.unsigned(start, 2) ?? 0
    let alpha = Double(table.signed(start + 2) ?? 0) / 16_384
    let argb = palette.indices.contains(index) ? palette[index] : index == 0xFFFF ? nil : 0
    return PaintColor(argb: argb, alpha: max(0, min(1, alpha)))
  }

  /// The change of coordinates of formats 12 to 31; the odd ones are variable.
  private func change(at start: Int, _ format: Int) -> Affine? {
    func units(_ index: Int) -> Double { Double(table.signed(start + 4 + index * 2) ?? 0) }
    func share(_ index: Int) -> Double { units(index) / 16_384 }
    func center(_ index: Int) -> SIMD2<Double> { SIMD2(units(index), units(index + 1)) }
    switch format & ~1 {
    case 12: return table.unsigned(start + 4, 3).flatMap { matrix(at: start + $0) }
    case 14: return Affine(dx: units(0), dy: units(1))
    case 16: return Affine(xx: share(0), yy: share(1))
    case 18: return Affine(xx: share(0), yy: share(1)).around(center(2))
    case 20: return Affine(xx: share(0), yy: share(0))
    case 22: return Affine(xx: share(0), yy: share(0)).around(center(1))
    case 24: return .rotation(share(0))
    case 26: return .rotation(share(0)).around(center(1))
    case 28: return .skew(share(0), share(1))
    case 30: return .skew(share(0), share(1)).around(center(2))
    default: return nil
    }
  }

  private func matrix(at start: Int) -> Affine? {
    let numbers = (0..<6).compactMap { table.unsigned(start + $0 * 4, 4) }
      .map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    guard numbers.count == 6 else { return nil }
    return Affine(
      xx: numbers[0], xy: numbers[2], yx: numbers[1], yy: numbers[3], dx: numbers[4],
      dy: numbers[5])
  }
}

extension Affine {
  /// A turn counterclockwise, in half turns.
  fileprivate static func rotation(_ angle: Double) -> Affine {
    let (sine, cosine) = (sin(angle * .pi), cos(angle * .pi))
    return Affine(xx: cosine, xy: -sine, yx: sine, yy: cosine)
  }

  /// A skew by two angles, in half turns.
  fileprivate static func skew(_ x: Double, _ y: Double) -> Affine {
    Affine(xy: -tan(x * .pi), yx: tan(y * .pi))
  }
}

/// The bytes of a table, with numbers in them.
private struct TableBytes: Sendable {
  let bytes: [UInt8]

  /// A number of one to four bytes, the highest first; `nil` if it is not all in the table.
  func unsigned(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    var value = 0
    for index in offset..<(offset + count) { value = value << 8 | Int(bytes[index]) }
    return value
  }

  /// A number of two bytes that may be negative.
  func signed(_ offset: Int) -> Int? {
    unsigned(offset, 2).map { Int(Int16(truncatingIfNeeded: $0)) }
  }
}

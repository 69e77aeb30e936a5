internal import GalleyBasics

/// The graph of the composite glyphs of a `glyf` table, with the cost of loading each.
///
/// Composites share components, so a font of a thousand bytes can expand to billions of them.
/// FreeType and HarfBuzz expand them without a bound; this graph visits each glyph once.
///
/// - SeeAlso: OpenType 1.9, "glyf — Glyph Data", "Composite Glyph Table".
package struct CompositeGraph: Sendable {
  /// The cost of loading a glyph.
  package struct Cost: Hashable, Sendable {
    /// The number of glyphs to load: the glyph itself and all of its components.
    package var glyphs = 1
    /// The total number of their points.
    package var points = 0
    /// The depth of nesting.
    var levels = 1
  }

  /// The number of glyphs.
  package let glyphCount: Int
  private let glyphs: FontTable
  private let locations: FontTable
  private let hasLongLocations: Bool
  /// The costs of requested composites.
  private var known: [Int: Cost] = [:]
  /// The composites whose components are being counted.
  private var open: Set<Int> = []

  /// Reads the locations of glyphs; `nil` if the face has no `glyf` outlines.
  package init?(_ tables: FontTables) {
    guard let glyphs = tables["glyf"], let locations = tables.tableWithRest("loca"),
      let format = tables["head"]?.signed(50), let count = tables["maxp"]?.unsigned(4, 2)
    else { return nil }
    self.glyphs = glyphs
    self.locations = locations
    hasLongLocations = format != 0
    glyphCount = count
  }

  /// Returns the cost of loading a glyph; `nil` if it exceeds ``WorkBudget/glyph``, or if the glyph
  /// is a component of itself.
  package mutating func cost(of glyph: Int) -> Cost? {
    open.removeAll(keepingCapacity: true)
    return cost(of: glyph, level: 1)
  }

  private mutating func cost(of glyph: Int, level: Int) -> Cost? {
    guard level <= Limits.Fonts.componentDepth else { return nil }
    guard let start = start(of: glyph), let contours = glyphs.signed(start) else { return Cost() }
    guard contours < 0 else {
      let last = contours == 0 ? nil : glyphs.unsigned(start + 8 + contours * 2, 2)
      return Cost(points: last.map { $0 + 1 } ?? 0)
    }
    if let known = known[glyph] { return known }
    guard open.insert(glyph).inserted else { return nil }
    defer { open.remove(glyph) }
    guard let cost = cost(ofComponentsAt: start + 10, level: level) else { return nil }
    known[glyph] = cost
    return cost
  }

  /// Adds the costs of components, whose records begin at an offset.
  private mutating func cost(ofComponentsAt start: Int, level: Int) -> Cost? {
    var total = Cost()
    var place = start
    while let flags = glyphs.unsigned(place, 2), let component = glyphs.unsigned(place + 2, 2) {
      guard let part = cost(of: component, level: level + 1) else { return nil }
      total.glyphs += part.glyphs
      total.points += part.points
      total.levels = max(total.levels, part.levels + 1)
      var budget = WorkBudget.glyph
      guard total.levels <= Limits.Fonts.componentDepth,
        budget.charge(items: total.glyphs, steps: total.points)
      else { return nil }
      guard flags & ComponentFlags.hasMore != 0 else { break }
      place += 4 + ComponentFlags.argumentSize(flags)
    }
    return total
  }

  /// The offset of a glyph's record; `nil` if the glyph is empty.
  private func start(of glyph: Int) -> Int? {
    let size = hasLongLocations ? 4 : 2
    guard let first = locations.unsigned(glyph * size, size),
      let next = locations.unsigned((glyph + 1) * size, size), first != next
    else { return nil }
    return hasLongLocations ? first : first * 2
  }
}

/// The flags of a component's record.
private enum ComponentFlags {
  static let hasMore = 0x20

  /// The number of bytes between the component's number and the next record.
  static func argumentSize(_ flags: Int) -> Int {
    let offsets = flags & 0x1 != 0 ? 4 : 2
    // One scale, a scale for each axis, or a matrix.
    if flags & 0x8 != 0 { return offsets + 2 }
    if flags & 0x40 != 0 { return offsets + 4 }
    return flags & 0x80 != 0 ? offsets + 8 : offsets
  }
}

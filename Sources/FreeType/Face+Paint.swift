internal import GalleyCFreeType
internal import GalleyFiles

extension Face {
  /// How many design units the em has.
  package var unitsPerEm: Int { unsafe Int(record.pointee.units_per_EM) }

  /// How a glyph is painted, or `nil` if the font has no gradients for it.
  ///
  /// A tree that is too deep or too large is cut: what is missing is not painted.
  package mutating func paint(of glyph: UInt32) -> GlyphPaint? {
    guard isScalable else { return nil }
    if !hasReadColors {
      hasReadColors = true
      colors = ColorTable(tables, coordinates: normalizedCoordinates)
    }
    return colors?.paint(of: glyph)
  }

  /// The place on the face's axes, normalized to -1 through 1; empty if the face has no axes.
  private var normalizedCoordinates: [Double] {
    guard isVariable else { return [] }
    var coordinates = [FT_Fixed](repeating: 0, count: ColorTable.axisLimit)
    let code = unsafe FT_Get_Var_Blend_Coordinates(
      record, FT_UInt(coordinates.count), &coordinates)
    return code == 0 ? coordinates.map { Double($0) / 65_536 } : []
  }

  /// The outline of a glyph in design units, y upward; empty if it has none.
  package mutating func path(of glyph: UInt32) -> [PathElement] {
    guard isScalable, outlineCost(of: glyph) != nil,
      unsafe FT_Load_Glyph(record, glyph, FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)) == 0,
      let slot = unsafe record.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return [] }
    return unsafe Self.elements(of: &slot.pointee.outline)
  }

  /// The pieces of an outline in its own units, y upward; none if FreeType finds it damaged.
  static func elements(of outline: inout FT_Outline) -> [PathElement] {
    let path = PathBuilder()
    var functions = unsafe FT_Outline_Funcs(
      move_to: { to, path in unsafe PathBuilder.append(path, to) { _, to in .move(to) } },
      line_to: { to, path in unsafe PathBuilder.append(path, to) { _, to in .line(to) } },
      conic_to: { control, to, path in
        guard let control = unsafe control?.pointee.point else { return 1 }
        return unsafe PathBuilder.append(path, to) { from, to in
          .curve((from + 2 * control) / 3, (to + 2 * control) / 3, to: to)
        }
      },
      cubic_to: { first, second, to, path in
        guard let first = unsafe first?.pointee.point, let second = unsafe second?.pointee.point
        else { return 1 }
        return unsafe PathBuilder.append(path, to) { _, to in .curve(first, second, to: to) }
      },
      shift: 0, delta: 0)
    let code = unsafe FT_Outline_Decompose(
      &outline, &functions, Unmanaged.passUnretained(path).toOpaque())
    return code == 0 ? path.elements : []
  }
}

extension Face {
  /// Returns the distance that a glyph moves the pen to the right, in design units.
  package mutating func advance(of glyph: UInt32) -> Double {
    var advance: FT_Fixed = 0
    let flags = FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)
    guard isScalable, outlineCost(of: glyph) != nil,
      unsafe FT_Get_Advance(record, glyph, flags, &advance) == 0
    else { return 0 }
    return Double(advance)
  }
}

/// Takes an outline from FreeType, piece by piece.
private final class PathBuilder {
  var elements: [PathElement] = []
  private var end = SIMD2<Double>()

  /// Appends what `make` makes of where the path is and of the point that it goes to.
  static func append(
    _ builder: UnsafeMutableRawPointer?, _ to: UnsafePointer<FT_Vector>?,
    _ make: (SIMD2<Double>, SIMD2<Double>) -> PathElement
  ) -> Int32 {
    guard let builder = unsafe builder, let to = unsafe to?.pointee.point else { return 1 }
    let path = unsafe Unmanaged<PathBuilder>.fromOpaque(builder).takeUnretainedValue()
    path.elements.append(make(path.end, to))
    path.end = to
    return 0
  }
}

extension FT_Vector {
  /// The coordinates as they are.
  fileprivate var point: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
}

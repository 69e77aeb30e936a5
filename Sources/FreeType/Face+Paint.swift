internal import GalleyCFreeType
internal import GalleySystem

extension Face {
  /// The number of design units per em.
  package var unitsPerEm: Int { unsafe Int(record.pointee.units_per_EM) }

  /// Returns the paint of a glyph with gradients, or `nil` if the font has none for it.
  ///
  /// A tree that is too deep or too large is truncated.
  package mutating func paint(of glyph: UInt32) -> GlyphPaint? {
    guard isScalable else { return nil }
    if !hasReadColors {
      hasReadColors = true
      colors = ColorTable(tables, coordinates: normalizedCoordinates)
    }
    return colors?.paint(of: glyph)
  }

  /// The normalized coordinates on the face's axes, from -1 through 1; empty if the face has no
  /// axes.
  private var normalizedCoordinates: [Double] {
    guard isVariable else { return [] }
    var coordinates = [FT_Fixed](repeating: 0, count: ColorTable.axisLimit)
    let code = unsafe FT_Get_Var_Blend_Coordinates(record, FT_UInt(coordinates.count), &coordinates)
    return code == 0 ? coordinates.map { Double($0) / 65_536 } : []
  }

  /// Returns the outline of a glyph in design units, y upward; empty if it has none.
  package mutating func path(of glyph: UInt32) -> [PathElement] {
    guard isScalable, outlineCost(of: glyph) != nil,
      unsafe FT_Load_Glyph(record, glyph, FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)) == 0,
      let slot = unsafe record.pointee.glyph, unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return [] }
    return unsafe Self.elements(of: &slot.pointee.outline)
  }

  /// Returns the elements of an outline in its own units, y upward; empty if FreeType finds it
  /// damaged.
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
  /// Returns the advance of a glyph, in design units.
  package mutating func advance(of glyph: UInt32) -> Double {
    var advance: FT_Fixed = 0
    let flags = FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)
    guard isScalable, outlineCost(of: glyph) != nil,
      unsafe FT_Get_Advance(record, glyph, flags, &advance) == 0
    else { return 0 }
    return Double(advance)
  }
}

/// Receives an outline from FreeType, element by element.
private final class PathBuilder {
  var elements: [PathElement] = []
  private var end = SIMD2<Double>()

  /// Appends the element that `make` creates from the current point and the target point.
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
  /// The vector as floating-point coordinates.
  fileprivate var point: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
}

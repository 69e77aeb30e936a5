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
      colors = ColorTable(colr: table("COLR"), cpal: table("CPAL"))
    }
    return colors?.paint(of: glyph)
  }

  /// The bytes of a table; none if the font lacks it.
  private func table(_ name: String) -> [UInt8] {
    let tag = name.utf8.reduce(0) { $0 << 8 | FT_ULong($1) }
    var length: FT_ULong = 0
    // A directory that lies about a length must not have memory asked for.
    guard unsafe FT_Load_Sfnt_Table(record, tag, 0, nil, &length) == 0, length <= file.count
    else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let code = unsafe FT_Load_Sfnt_Table(record, tag, 0, &bytes, &length)
    return code == 0 ? bytes : []
  }

  /// The outline of a glyph in design units, y upward; empty if it has none.
  package mutating func path(of glyph: UInt32) -> [PathElement] {
    guard isScalable,
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

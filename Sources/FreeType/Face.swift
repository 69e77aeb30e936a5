internal import GalleyCFreeType
package import GalleyFiles
internal import GalleyFontTables

/// A face of a font file, ready to turn outlines into coverage.
///
/// It is for drawing only: text is shaped by HarfBuzz, which reads the same bytes. A face has state
/// that every call changes, so it cannot be copied and one thread at a time has it. Threads that draw
/// at once open a face each, over the same mapped file.
@safe package struct Face: ~Copyable, Sendable {
  // SAFETY: nobody else has the object, and all that use what it holds are `mutating`.
  nonisolated(unsafe) let handle: FaceHandle
  /// The file, whose bytes FreeType reads for as long as the face is open.
  package let file: MappedFile
  /// The size that FreeType has been told, in 64ths of a pixel; 0 before the first, or after a strike
  /// was selected.
  private var selectedSize = 0
  /// The tables that are read here rather than by FreeType.
  let tables: FontTables
  /// The tables of pictures, if the face has any.
  let pictures: PictureTables?
  /// The work to load outlines, if the face has composites.
  private var graph: CompositeGraph?
  /// The work to run charstrings, if the face has any that nobody vouches for.
  private var charstrings: CharstringCosts?
  /// The paints of glyphs, once they were asked for.
  var colors: ColorTable?
  var hasReadColors = false

  /// Opens a face.
  ///
  /// - Parameters:
  ///   - file: The font file.
  ///   - index: Which face of a collection; 0 else.
  ///   - variations: Where on its variation axes the face is to be, in user coordinates. An axis
  ///     that is left out stays at its default, one that the face lacks is ignored.
  ///   - isTrusted: Whether somebody vouches for the font, so that its charstrings are run unchecked.
  /// - Throws: `FreeTypeError` if FreeType cannot read the font.
  package init(
    file: MappedFile, index: Int, variations: [AxisSetting] = [], isTrusted: Bool = false
  ) throws(FreeTypeError) {
    guard let tables = FontTables(file, index: index & 0xFFFF) else {
      throw FreeTypeError(path: file.path, index: index, code: FreeTypeError.unknownFormat)
    }
    unsafe handle = try Library.shared.open(file, index: index & 0xFFFF).get()
    self.file = file
    self.tables = tables
    pictures = PictureTables(tables)
    graph = CompositeGraph(tables)
    charstrings = isTrusted ? nil : CharstringCosts(tables)
    setVariations(variations)
  }

  /// FreeType's record of the face.
  var record: FT_Face { unsafe handle.face }

  /// How many glyphs the face has.
  package var glyphCount: Int { unsafe max(0, record.pointee.num_glyphs) }
  /// Whether the face has outlines, which can be drawn at any size.
  package var isScalable: Bool { has(FT_FACE_FLAG_SCALABLE) }
  /// Whether the face has glyphs with colors of their own.
  package var hasColor: Bool { has(FT_FACE_FLAG_COLOR) }
  /// Whether the face has variation axes.
  var isVariable: Bool { has(FT_FACE_FLAG_MULTIPLE_MASTERS) }
  /// Whether the face has pictures of its glyphs at some sizes.
  var hasStrikes: Bool { has(FT_FACE_FLAG_FIXED_SIZES) }

  private func has(_ flag: Int) -> Bool {
    unsafe record.pointee.face_flags & flag != 0
  }

  private func has(_ flag: Int32) -> Bool { has(Int(flag)) }

  /// Tells FreeType the size of the em, in 64ths of a pixel; `false` if it cannot be had.
  mutating func select(size: Int) -> Bool {
    guard isScalable, size > 0, size <= Self.largestSize else { return false }
    if size == selectedSize { return true }
    selectedSize = 0
    guard unsafe FT_Set_Char_Size(record, 0, size, 72, 72) == 0 else { return false }
    selectedSize = size
    return true
  }

  /// The largest size of the em, in 64ths of a pixel: FreeType's numbers overflow above.
  package static let largestSize = 30_000 * 64

  /// Returns the work to load a glyph's outline, in steps of ``WorkBudget/glyph``; `nil` if it is
  /// more than that budget allows, and the glyph is not to be loaded.
  package mutating func outlineCost(of glyph: UInt32) -> Int? {
    var steps = 0
    if charstrings != nil {
      guard let instructions = charstrings?.cost(of: Int(glyph)) else { return nil }
      steps = instructions
    }
    if graph != nil {
      guard let cost = graph?.cost(of: Int(glyph)) else { return nil }
      steps += cost.glyphs * Self.stepsPerComponent + cost.points
    }
    return steps
  }

  /// Whether loading a glyph's outline takes no more than a number of steps; counts no further.
  package mutating func isAffordable(_ glyph: UInt32, within limit: Int) -> Bool {
    charstrings?.isAffordable(Int(glyph), within: limit) ?? true
      && outlineCost(of: glyph).map { $0 <= limit } ?? false
  }

  /// The work to load a component, by that for a point.
  private static let stepsPerComponent = 16

  /// Makes a later `select(size:)` start anew, after a strike was selected.
  mutating func forgetSize() { selectedSize = 0 }

  private mutating func setVariations(_ settings: [AxisSetting]) {
    guard !settings.isEmpty, isVariable else { return }
    var axes: UnsafeMutablePointer<FT_MM_Var>?
    guard unsafe FT_Get_MM_Var(record, &axes) == 0, let axes = unsafe axes else { return }
    defer { unsafe FT_Done_MM_Var(record.pointee.glyph.pointee.library, axes) }

    var coordinates: [FT_Fixed] = []
    let count = unsafe Int(axes.pointee.num_axis)
    for index in 0..<count {
      let axis = unsafe axes.pointee.axis[index]
      let setting = settings.last { unsafe UInt(axis.tag) == UInt($0.tag) }
      let least = unsafe axis.minimum
      let most = unsafe axis.maximum
      let wanted = setting.map { FT_Fixed(max(-32_768, min(32_767, $0.value)) * 65_536) }
      let value = unsafe wanted ?? axis.def
      coordinates.append(max(least, min(most, value)))
    }
    _ = unsafe FT_Set_Var_Design_Coordinates(record, UInt32(coordinates.count), &coordinates)
  }
}

/// A place on a variation axis.
package struct AxisSetting: Hashable, Sendable {
  /// The axis, as a tag of four bytes, such as `wght`.
  package let tag: UInt32
  /// The place, in user coordinates.
  package let value: Double

  /// Makes a setting.
  package init(tag: UInt32, value: Double) {
    self.tag = tag
    self.value = value
  }
}

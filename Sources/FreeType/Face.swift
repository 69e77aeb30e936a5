internal import GalleyCFreeType
package import GalleySystem
internal import GalleyFontTables

/// A face of a font file, ready to render outlines.
///
/// It is for rendering only: HarfBuzz shapes text from the same bytes. Every call changes the
/// face's state, so a face cannot be copied and belongs to one thread at a time. Threads that
/// render concurrently open one face each, over the same mapped file.
@safe package struct Face: ~Copyable, Sendable {
  // SAFETY: the face owns the object exclusively, and all methods that use its state are
  // `mutating`.
  nonisolated(unsafe) let handle: FaceHandle
  /// The file, whose bytes FreeType reads while the face is open.
  package let file: MappedFile
  /// The size set in FreeType, in 64ths of a pixel; 0 if none is set, or after a strike was
  /// selected.
  private var selectedSize = 0
  /// The tables that are parsed here rather than by FreeType.
  let tables: FontTables
  /// The tables of bitmaps, if the face has any.
  let pictures: PictureTables?
  /// The cost of loading outlines, if the face has composite glyphs.
  private var graph: CompositeGraph?
  /// The cost of running charstrings, if the face has any and is not trusted.
  private var charstrings: CharstringCosts?
  /// The paints of glyphs, once requested.
  var colors: ColorTable?
  var hasReadColors = false

  /// Opens a face.
  ///
  /// - Parameters:
  ///   - file: The font file.
  ///   - index: The index of a face in a collection, else 0.
  ///   - variations: The values on the variation axes, in user coordinates. An omitted axis keeps
  ///     its default; an axis that the face lacks is ignored.
  ///   - isTrusted: Whether the font is trusted, so that its charstrings run unchecked.
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

  /// FreeType's face object.
  var record: FT_Face { unsafe handle.face }

  /// The number of glyphs.
  package var glyphCount: Int { unsafe max(0, record.pointee.num_glyphs) }
  /// Whether the face has scalable outlines.
  package var isScalable: Bool { has(FT_FACE_FLAG_SCALABLE) }
  /// Whether the face has color glyphs.
  package var hasColor: Bool { has(FT_FACE_FLAG_COLOR) }
  /// Whether the face has variation axes.
  var isVariable: Bool { has(FT_FACE_FLAG_MULTIPLE_MASTERS) }
  /// Whether the face has bitmap strikes.
  var hasStrikes: Bool { has(FT_FACE_FLAG_FIXED_SIZES) }

  private func has(_ flag: Int) -> Bool {
    unsafe record.pointee.face_flags & flag != 0
  }

  private func has(_ flag: Int32) -> Bool { has(Int(flag)) }

  /// Sets the size of the em in FreeType, in 64ths of a pixel, and returns whether that succeeded.
  mutating func select(size: Int) -> Bool {
    guard isScalable, size > 0, size <= Self.largestSize else { return false }
    if size == selectedSize { return true }
    selectedSize = 0
    guard unsafe FT_Set_Char_Size(record, 0, size, 72, 72) == 0 else { return false }
    selectedSize = size
    return true
  }

  /// The maximum size of the em, in 64ths of a pixel, above which FreeType's arithmetic overflows.
  package static let largestSize = 30_000 * 64

  /// Returns the cost of loading a glyph's outline, in steps of ``WorkBudget/glyph``, or `nil` if
  /// it exceeds that budget and the glyph must not be loaded.
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

  /// Returns whether loading a glyph's outline takes at most a number of steps; counting stops at
  /// the limit.
  package mutating func isAffordable(_ glyph: UInt32, within limit: Int) -> Bool {
    charstrings?.isAffordable(Int(glyph), within: limit) ?? true
      && outlineCost(of: glyph).map { $0 <= limit } ?? false
  }

  /// The cost of loading a component, in units of that of a point.
  private static let stepsPerComponent = 16

  /// Invalidates the size in FreeType, after a strike was selected.
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

/// A value on a variation axis.
package struct AxisSetting: Hashable, Sendable {
  /// The axis, as a tag of four bytes, such as `wght`.
  package let tag: UInt32
  /// The value, in user coordinates.
  package let value: Double

  /// Creates a setting.
  package init(tag: UInt32, value: Double) {
    self.tag = tag
    self.value = value
  }
}

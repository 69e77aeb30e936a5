internal import GalleyFonts

/// A part of a formula that has been set, with the origin at its left end on the baseline.
///
/// Its ink is in the setter's display list, between two marks. Distances are in ems of the formula;
/// y grows downward.
struct Fragment {
  var width = 0.0
  /// The height above the baseline.
  var ascent = 0.0
  /// The depth below the baseline, positive downward.
  var descent = 0.0
  /// The italics correction, which is not part of the width.
  var italics = 0.0
  /// The x coordinate at which accents attach; `nil` for the center.
  var accentX: Double?
  /// The glyph of the math font, if the fragment is a single one.
  var glyph: UInt32?
  /// The size of the glyph.
  var scale = 1.0
  /// Whether scripts attach to the box, because the fragment is not a letter.
  var isBox = true
  /// Whether the width includes the italics correction, as that of large operators does.
  var includesItalics = false
  /// The first ink of the fragment.
  var start: DisplayMark
  /// The end of the ink of the fragment.
  var end: DisplayMark

  /// The height of the fragment.
  var height: Double { ascent + descent }
  /// The width with the italics correction.
  var fullWidth: Double { includesItalics ? width : width + italics }
}

/// A position in a display list.
struct DisplayMark: Hashable, Sendable {
  var glyphs = 0
  var shapes = 0
  var boxes = 0
}

/// The ink of a formula while it is set.
struct DisplayList {
  /// A glyph at a position.
  struct Glyph {
    var id: UInt32
    /// The index of the font.
    var font: UInt16
    /// The index of the color.
    var color: UInt16
    var scale: Double
    var x: Double
    var y: Double
  }

  var glyphs: [Glyph] = []
  var shapes: [FormulaLayout.Shape] = []
  var boxes: [FormulaLayout.Box] = []
  /// The fonts; the first one is the math font.
  var fonts: [FontInstance] = []
  var colors: [FormulaColor] = [.text]

  /// The position after everything set so far.
  var mark: DisplayMark {
    DisplayMark(glyphs: glyphs.count, shapes: shapes.count, boxes: boxes.count)
  }

  /// Moves the ink of a fragment.
  mutating func move(_ fragment: Fragment, x: Double, y: Double) {
    guard x != 0 || y != 0 else { return }
    for index in fragment.start.glyphs..<fragment.end.glyphs {
      glyphs[index].x += x
      glyphs[index].y += y
    }
    for index in fragment.start.shapes..<fragment.end.shapes { shapes[index].move(x: x, y: y) }
    for index in fragment.start.boxes..<fragment.end.boxes {
      boxes[index].x += x
      boxes[index].y += y
    }
  }

  /// Removes everything after a mark.
  mutating func remove(after mark: DisplayMark) {
    glyphs.removeLast(glyphs.count - mark.glyphs)
    shapes.removeLast(shapes.count - mark.shapes)
    boxes.removeLast(boxes.count - mark.boxes)
  }

  /// Returns the index of a font.
  mutating func index(of font: FontInstance) -> UInt16 {
    if let known = fonts.firstIndex(where: { $0 === font }) { return UInt16(known) }
    fonts.append(font)
    return UInt16(truncatingIfNeeded: fonts.count - 1)
  }

  /// Returns the index of a color.
  mutating func index(of color: FormulaColor) -> UInt16 {
    if let known = colors.lastIndex(of: color) { return UInt16(known) }
    colors.append(color)
    return UInt16(truncatingIfNeeded: colors.count - 1)
  }
}

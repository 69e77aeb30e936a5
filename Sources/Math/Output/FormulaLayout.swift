package import GalleyFonts
package import GalleyGeometry

/// A formula as glyphs, rules and boxes, at a size of one.
///
/// A layout is immutable and has no size: distances are in ems, and a client multiplies them by
/// the font size. The origin is at the left end of the baseline; y grows downward. Glyphs are in
/// runs of one font, size and color.
package final class FormulaLayout: Sendable {
  /// The source of the formula.
  package let source: String
  /// The problems of the source, in order of their offsets.
  package let problems: [Formula.Problem]
  /// The width, in ems.
  package let width: Double
  /// The height above the baseline, in ems.
  package let ascent: Double
  /// The depth below the baseline, in ems; positive below the baseline.
  package let descent: Double
  /// The runs of glyphs, from left to right as far as they are on one line.
  package let runs: [Run]
  /// The glyphs of all runs.
  package let glyphs: [Glyph]
  /// The rules, lines and grounds; grounds come below glyphs.
  package let shapes: [Shape]
  /// The boxes of the source's parts, inner ones first.
  package let boxes: [Box]
  /// The opportunities to break an inline formula, in order.
  package let breaks: [Break]

  /// Glyphs of one font, size and color.
  package struct Run: Sendable {
    /// The font.
    package var font: FontInstance
    /// The size of the font, in ems of the formula.
    package var scale: Double
    /// The color.
    package var color: FormulaColor
    /// The range of the run in ``FormulaLayout/glyphs``.
    package var glyphs: Range<Int>
  }

  /// A glyph at a position.
  package struct Glyph: Hashable, Sendable {
    /// The glyph ID in the font of its run.
    package var id: UInt32
    /// The x coordinate of the origin, in ems.
    package var x: Double
    /// The y coordinate of the baseline, in ems.
    package var y: Double
  }

  /// A rule, a slanted line, or a ground.
  package struct Shape: Hashable, Sendable {
    /// The kind of a shape.
    package enum Kind: UInt8, Hashable, Sendable {
      /// A filled rectangle, at least one pixel thick.
      case rule
      /// A filled rectangle below the glyphs.
      case ground
      /// A line from the lower left to the upper right corner.
      case rising
      /// A line from the upper left to the lower right corner.
      case falling
    }

    /// The kind.
    package var kind: Kind
    /// The rectangle, in ems.
    package var rect: Rect
    /// The thickness of a slanted line, in ems.
    package var thickness = 0.0
    /// The baseline of the glyph that the shape continues, such as that of a root; in ems.
    package var anchor: Double?
    /// The color.
    package var color: FormulaColor

    /// Moves the shape.
    mutating func move(x: Double, y: Double) {
      rect.origin.x += x
      rect.origin.y += y
      anchor = anchor.map { $0 + y }
    }
  }

  /// The box of a part of the source.
  package struct Box: Hashable, Sendable {
    /// The UTF-8 range of the part.
    package var source: Range<Int32>
    /// The x coordinate of the left edge, in ems.
    package var x: Double
    /// The y coordinate of the baseline, in ems.
    package var y: Double
    /// The width, in ems.
    package var width: Double
    /// The height above the baseline, in ems.
    package var ascent: Double
    /// The depth below the baseline, in ems.
    package var descent: Double
    /// The italics correction, which is not part of the width, in ems.
    package var italics: Double

    /// The rectangle, in ems.
    package var rect: Rect {
      Rect(x: x, y: y - ascent, width: width, height: ascent + descent)
    }
  }

  /// An opportunity to break an inline formula: after a relation or a binary operator.
  package struct Break: Hashable, Sendable {
    /// The UTF-8 offset of the break.
    package var offset: Int32
    /// The x coordinate at which a line ends that is broken here, in ems.
    package var end: Double
    /// The x coordinate at which the next line begins, after the space, in ems.
    package var next: Double
    /// Whether the break is after a relation, which is better than after a binary operator.
    package var isAfterRelation: Bool
    /// The height above the baseline from the previous break to this one.
    var ascent: Double
    /// The depth below the baseline from the previous break to this one.
    var descent: Double
    /// The end of the ink before the break.
    var mark: DisplayMark
  }

  init(
    _ formula: Formula, _ fragment: Fragment, _ list: DisplayList, breaks: [Break],
    lastSegment: (ascent: Double, descent: Double) = (0, 0)
  ) {
    source = formula.source
    problems = formula.problems
    width = fragment.width
    ascent = fragment.ascent
    descent = fragment.descent
    shapes = list.shapes
    boxes = list.boxes
    self.breaks = breaks
    self.lastSegment = lastSegment
    glyphs = list.glyphs.map { Glyph(id: $0.id, x: $0.x, y: $0.y) }
    var runs: [Run] = []
    var last: DisplayList.Glyph?
    let cuts = Set(breaks.map(\.mark.glyphs))
    for (index, glyph) in list.glyphs.enumerated() {
      if let last, last.font == glyph.font, last.color == glyph.color, last.scale == glyph.scale,
        !cuts.contains(index)
      {
        runs[runs.count - 1].glyphs = runs[runs.count - 1].glyphs.lowerBound..<(index + 1)
      } else {
        runs.append(
          Run(
            font: list.fonts[Int(glyph.font)], scale: glyph.scale,
            color: list.colors[Int(glyph.color)], glyphs: index..<(index + 1)))
      }
      last = glyph
    }
    self.runs = runs
  }

  /// The height and depth after the last break.
  private let lastSegment: (ascent: Double, descent: Double)

  /// Whether the formula has no syntax error; otherwise the layout shows its source.
  package var isValid: Bool { !problems.contains(where: \.isFatal) }

  /// The approximate memory size, in bytes.
  package var byteCount: Int {
    256 + source.utf8.count + runs.count * MemoryLayout<Run>.stride
      + glyphs.count * MemoryLayout<Glyph>.stride + shapes.count * MemoryLayout<Shape>.stride
      + boxes.count * MemoryLayout<Box>.stride + breaks.count * MemoryLayout<Break>.stride
      + problems.count * MemoryLayout<Formula.Problem>.stride
  }

  /// Returns the rectangles of a range of the source, in ems.
  ///
  /// - Parameter range: UTF-8 offsets.
  /// - Returns: The boxes of the outermost parts within the range; empty if there are none.
  /// - Complexity: O(*n*), where *n* is the number of boxes.
  package func rects(of range: Range<Int>) -> [Rect] {
    var rects: [(source: Range<Int32>, rect: Rect)] = []
    // Parts come before the parts that contain them.
    for box in boxes
    where Int(box.source.lowerBound) >= range.lowerBound
      && Int(box.source.upperBound) <= range.upperBound
    {
      while let last = rects.last, box.source.lowerBound <= last.source.lowerBound,
        last.source.upperBound <= box.source.upperBound
      {
        rects.removeLast()
      }
      rects.append((box.source, box.rect))
    }
    return rects.map(\.rect)
  }

  /// Returns the source range of the innermost part at a point, or `nil` if there is none.
  package func source(at point: Point) -> Range<Int>? {
    let box = boxes.first { box in
      let rect = box.rect
      return point.x >= rect.minX && point.x < rect.maxX && point.y >= rect.minY
        && point.y < rect.maxY
    }
    return box.map { Int($0.source.lowerBound)..<Int($0.source.upperBound) }
  }
}

extension FormulaLayout.Segment {
  /// Creates the part that is the whole of a formula.
  package init(whole formula: FormulaLayout) {
    self.init(
      start: 0, end: formula.width, ascent: formula.ascent, descent: formula.descent,
      sourceEnd: Int32(truncatingIfNeeded: formula.source.utf8.count),
      runs: 0..<formula.runs.count, shapes: 0..<formula.shapes.count)
  }
}

extension FormulaLayout {
  /// A part of an inline formula between two breaks.
  package struct Segment: Hashable, Sendable {
    /// The x coordinate of the left edge, in ems.
    package var start: Double
    /// The x coordinate of the right edge, without the space after it, in ems.
    package var end: Double
    /// The height above the baseline, in ems.
    package var ascent: Double
    /// The depth below the baseline, in ems.
    package var descent: Double
    /// The end of the source of the segment, as a UTF-8 offset.
    package var sourceEnd: Int32
    /// The range of the runs.
    package var runs: Range<Int>
    /// The range of the shapes.
    package var shapes: Range<Int>
  }

  /// The parts between breaks, in order; one more than there are breaks.
  package var segments: [Segment] {
    var segments: [Segment] = []
    var (start, run, shape) = (0.0, 0, 0)
    for item in breaks {
      var endRun = run
      while endRun < runs.count, runs[endRun].glyphs.lowerBound < item.mark.glyphs { endRun += 1 }
      segments.append(
        Segment(
          start: start, end: item.end, ascent: item.ascent, descent: item.descent,
          sourceEnd: item.offset, runs: run..<endRun, shapes: shape..<item.mark.shapes))
      (start, run, shape) = (item.next, endRun, item.mark.shapes)
    }
    segments.append(
      Segment(
        start: start, end: width, ascent: lastSegment.ascent, descent: lastSegment.descent,
        sourceEnd: Int32(truncatingIfNeeded: source.utf8.count), runs: run..<runs.count,
        shapes: shape..<shapes.count))
    return segments
  }
}

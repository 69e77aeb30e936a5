internal import GalleyBasics
internal import Glibc
package import GalleyGeometry

/// The placement of a glyph's mask.
package struct MaskPlacement: Hashable, Sendable {
  /// The glyph times four, plus the subpixel phase in quarter pixels.
  package var key: UInt32
  /// The pixel column of the pen.
  package var x: Int32
  /// The pixel row of the baseline.
  package var y: Int32

  /// Creates a placement.
  @inlinable package init(key: UInt32, x: Int32, y: Int32) {
    (self.key, self.x, self.y) = (key, x, y)
  }

  /// The glyph.
  package var glyph: UInt32 { key / UInt32(MaskTable.phases) }
  /// The subpixel phase: the shift to the right in quarter pixels, 0 to 3.
  package var phase: Int { Int(key) % MaskTable.phases }

  /// Returns the placement at an offset, in pixels.
  @inlinable package func offset(x: Int, y: Int) -> MaskPlacement {
    MaskPlacement(
      key: key, x: self.x &+ Int32(truncatingIfNeeded: x),
      y: self.y &+ Int32(truncatingIfNeeded: y))
  }
}

/// A batch of glyphs and rectangles of one color.
///
/// Shapes are first combined into one sheet of coverage by the maximum per pixel, and then colored
/// in one pass. Combining takes no multiplication and one byte per pixel instead of four, and
/// coloring processes long rows instead of glyphs nine pixels wide. Where letters overlap, as in
/// joined scripts, or an underline crosses a descender, there is no darker seam; where letters
/// abut, their coverage adds up, so there is no lighter one (``CoverageJoint``).
package struct CoverageBatch: ~Copyable, Sendable {
  private var masks: [PlacedMask] = []
  private var bars: [PixelRect] = []
  private var loose: [LooseMask] = []
  // The tables are kept between batches, and looked up without their objects: counting references
  // on every line would cause contention between threads.
  private var tables: [MaskTable] = []
  private var indices: [MaskTable.Index] = []
  private var sheet = CoverageSheet()
  private let instructions: Instructions

  /// The pixels that pending shapes may touch, inside or outside of the bitmap.
  package private(set) var bounds = PixelRect.empty

  /// Creates an empty batch, which is drawn with some of the processor's instructions.
  package init(using instructions: Instructions = .best) { self.instructions = instructions }

  /// Whether no shapes are pending.
  package var isEmpty: Bool { bounds.isEmpty }

  /// Adds the glyphs whose masks are in `table`.
  ///
  /// - Parameters:
  ///   - placements: An array that contains the glyphs.
  ///   - range: The range of the glyphs in the placements.
  ///   - table: The index of their table, from `addTable`.
  ///   - others: Receives the glyphs that have ink but no mask, by their indices in the placements.
  package mutating func add(
    _ placements: [MaskPlacement], in range: Range<Int>, fromTable table: Int,
    others: inout [RejectedGlyph]
  ) {
    let index = indices[table]
    let placements = placements.span
    let first = masks.count
    // Appended through a span, which does not check on each glyph whether the array is unique.
    masks.append(upTo: range.count) { output in
      for number in range {
        let placement = placements[number]
        let word = index.word(forKey: placement.key)
        if let mask = PlacedMask(word: word, penOf: placement) {
          output.append(mask)
        } else if word != MaskTable.Absence.blank.rawValue {
          others.append(RejectedGlyph(index: number, word: word))
        }
      }
    }
    // The masks are read in a second pass, while their memory arrives.
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    let count = masks.count
    var added = masks.mutableSpan
    for number in first..<count {
      added[number].moveFromPen()
      let mask = added[number]
      left = min(left, mask.left)
      top = min(top, mask.top)
      right = max(right, mask.left &+ mask.width)
      bottom = max(bottom, mask.top &+ mask.height)
    }
    guard left < right else { return }
    bounds = bounds.union(PixelRect(minX: left, minY: top, maxX: right, maxY: bottom))
  }

  /// Adds a rectangle.
  package mutating func add(_ bar: PixelRect) {
    guard !bar.isEmpty else { return }
    bars.append(bar)
    bounds = bounds.union(bar)
  }

  /// Adds a mask that belongs to no table.
  package mutating func add(_ mask: LooseMask) {
    guard !mask.rect.isEmpty else { return }
    loose.append(mask)
    bounds = bounds.union(mask.rect)
  }

  /// Removes all pending shapes.
  package mutating func removeAll() {
    guard !isEmpty else { return }
    masks.removeAll(keepingCapacity: true)
    if !bars.isEmpty { bars.removeAll(keepingCapacity: true) }
    if !loose.isEmpty { loose.removeAll() }
    bounds = .empty
  }

  /// Registers a table whose glyphs will be added.
  ///
  /// - Returns: Its index until `releaseTables`, counted from 0.
  package mutating func addTable(_ table: MaskTable) -> Int {
    tables.append(table)
    indices.append(table.index)
    return tables.count - 1
  }

  /// Removes all pending shapes, and releases all tables.
  package mutating func releaseTables() {
    removeAll()
    indices.removeAll()
    tables.removeAll()
  }

  /// Draws the pending shapes, and removes them.
  ///
  /// - Parameters:
  ///   - bitmap: The destination; shapes outside of it are clipped.
  ///   - color: The color of all shapes.
  ///   - strength: The contrast, as in ``Kernels/strengthen(_:count:by:)``; 0 for none.
  ///   - isClear: Whether the bitmap is known to be transparent within the batch's bounds.
  package mutating func draw(
    into bitmap: inout Bitmap, color: Color, strength: UInt16 = 0, isClear: Bool
  ) {
    defer { removeAll() }
    let visible = bounds.intersection(bitmap.bounds)
    let color = PremultipliedColor(color)
    guard !visible.isEmpty, color.alpha > 0, fillSheet(around: visible) else { return }
    sheet.color(
      &bitmap, in: visible, with: color, strength: strength, isClear: isClear, using: instructions)
  }

  /// Returns the coverage of the pending shapes inside `area`, and removes them.
  ///
  /// - Returns: A mask of the part of `area` that the shapes may touch.
  package mutating func takeMask(in area: PixelRect) -> LooseMask {
    defer { removeAll() }
    let area = bounds.intersection(area)
    guard !area.isEmpty, fillSheet(around: area) else { return LooseMask(.empty, coverage: []) }
    return LooseMask(area, coverage: sheet.take(area))
  }

  /// Combines the pending shapes in the sheet, or returns `false` if memory runs out.
  ///
  /// The sheet has a margin of one pixel where possible, because pixels where glyphs meet depend on
  /// their neighbors: tiles of a picture have the pixels of the whole.
  private mutating func fillSheet(around visible: PixelRect) -> Bool {
    let area = bounds.intersection(visible.grown(by: 1))
    guard sheet.begin(area) else { return false }
    sheet.add(masks, isInside: area == bounds)
    for bar in bars { sheet.add(bar) }
    for mask in loose { sheet.add(mask) }
    return true
  }
}

extension Bitmap {
  /// Draws the pending shapes of `batch`, and removes them.
  ///
  /// - Parameters:
  ///   - batch: The batch; shapes outside of the bitmap are clipped.
  ///   - color: The color of all shapes.
  ///   - strength: The contrast, as in ``Kernels/strengthen(_:count:by:)``; 0 for none.
  ///   - isClear: Whether the bitmap is known to be transparent within the batch's bounds.
  package mutating func draw(
    _ batch: inout CoverageBatch, color: Color, strength: UInt16 = 0, isClear: Bool
  ) {
    batch.draw(into: &self, color: color, strength: strength, isClear: isClear)
  }
}

/// A glyph that a batch did not accept.
package struct RejectedGlyph: Hashable, Sendable {
  /// The index of its placement.
  package let index: Int
  /// Whether its table has no entry for it yet.
  package let isMissing: Bool
  /// Whether it is a color glyph.
  package let isColored: Bool

  init(index: Int, word: UInt) {
    self.index = index
    isMissing = word == MaskTable.Absence.unknown.rawValue
    isColored = word == MaskTable.Absence.colored.rawValue
  }
}

internal import Glibc
package import GalleyGeometry

/// Where a glyph's mask goes.
package struct MaskPlacement: Hashable, Sendable {
  /// The glyph, times four, plus the quarter of a pixel by which it is moved to the right.
  package var key: UInt32
  /// The pixel column of the pen.
  package var x: Int32
  /// The pixel row of the baseline.
  package var y: Int32

  /// Makes a placement.
  @inlinable package init(key: UInt32, x: Int32, y: Int32) {
    (self.key, self.x, self.y) = (key, x, y)
  }

  /// The glyph.
  package var glyph: UInt32 { key / UInt32(MaskTable.phases) }
  /// The quarter of a pixel by which the glyph is moved to the right, 0 to 3.
  package var phase: Int { Int(key) % MaskTable.phases }
}

/// Glyphs and bars of one color, waiting to be drawn together.
///
/// They are first combined into one sheet of coverage, pixel by pixel the greatest of all, and then
/// colored in one go. Combining takes no multiplication and a byte a pixel instead of four, coloring
/// goes over long rows instead of glyphs nine pixels wide, and where letters overlap, as those of
/// joined scripts do, or an underline crosses a descender, no darker seam shows. Nor does a lighter
/// one where letters abut: there their coverage adds up (``CoverageJoint``).
package struct CoverageBatch: ~Copyable, Sendable {
  private var masks: [PlacedMask] = []
  private var bars: [PixelRect] = []
  private var loose: [LooseMask] = []
  // The tables are kept from batch to batch, and looked up in without the objects: counting their
  // references on every line would make threads wait for each other.
  private var tables: [MaskTable] = []
  private var indices: [MaskTable.Index] = []
  private var sheet = CoverageSheet()

  /// The pixels that what waits may touch, in or out of the bitmap.
  package private(set) var bounds = PixelRect.empty

  /// Makes an empty batch.
  package init() {}

  /// Whether nothing waits.
  package var isEmpty: Bool { bounds.isEmpty }

  /// Adds the glyphs whose masks are in `table`.
  ///
  /// - Parameters:
  ///   - placements: The glyphs, among others.
  ///   - range: Which of the placements they are.
  ///   - table: The number that `addTable` gave for the masks of their font.
  ///   - others: Takes the glyphs that have ink and no mask, by their indices among all placements.
  package mutating func add(
    _ placements: [MaskPlacement], in range: Range<Int>, fromTable table: Int,
    others: inout [OtherGlyph]
  ) {
    let index = indices[table]
    let placements = placements.span
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for number in range {
      let placement = placements[number]
      let word = index.word(forKey: placement.key)
      guard let mask = PlacedMask(word: word, for: placement) else {
        if word != MaskTable.Absence.blank.rawValue {
          others.append(OtherGlyph(index: number, word: word))
        }
        continue
      }
      masks.append(mask)
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

  /// Adds a mask that is in no table.
  package mutating func add(_ mask: LooseMask) {
    guard !mask.rect.isEmpty else { return }
    loose.append(mask)
    bounds = bounds.union(mask.rect)
  }

  /// Forgets what waits.
  package mutating func removeAll() {
    masks.removeAll(keepingCapacity: true)
    bars.removeAll(keepingCapacity: true)
    loose.removeAll()
    bounds = .empty
  }

  /// Makes a table known, from which glyphs will be added.
  ///
  /// - Returns: Its number, until `releaseTables`: 0 for the first, 1 for the next, and so on.
  package mutating func addTable(_ table: MaskTable) -> Int {
    tables.append(table)
    indices.append(table.index)
    return tables.count - 1
  }

  /// Forgets what waits, and lets go of all tables.
  package mutating func releaseTables() {
    removeAll()
    indices.removeAll()
    tables.removeAll()
  }

  /// Draws what waits, and forgets it.
  ///
  /// - Parameters:
  ///   - bitmap: What to draw on; what lies outside of it is left out.
  ///   - color: The color of all of it.
  ///   - strength: The contrast, as in ``Kernels/strengthen(_:count:by:)``; 0 for none.
  ///   - isClear: Whether the bitmap is known to be transparent where the batch's bounds are.
  package mutating func draw(
    into bitmap: inout Bitmap, color: Color, strength: UInt16 = 0, isClear: Bool
  ) {
    defer { removeAll() }
    let visible = bounds.intersection(bitmap.bounds)
    let color = PremultipliedColor(color)
    guard !visible.isEmpty, color.alpha > 0, fillSheet(around: visible) else { return }
    sheet.color(&bitmap, in: visible, with: color, strength: strength, isClear: isClear)
  }

  /// The coverage of what waits inside of `area`, which is then forgotten.
  ///
  /// - Returns: A mask of the part of `area` that what waits may touch.
  package mutating func takeMask(in area: PixelRect) -> LooseMask {
    defer { removeAll() }
    let area = bounds.intersection(area)
    guard !area.isEmpty, fillSheet(around: area) else { return LooseMask(.empty, coverage: []) }
    return LooseMask(area, coverage: sheet.take(area))
  }

  /// Combines all that waits in the sheet; `false` if there is no memory.
  ///
  /// The sheet holds a pixel more on each side than is wanted, if there is one, since pixels where
  /// glyphs meet depend on their neighbors: pieces of a picture have the pixels of the whole.
  private mutating func fillSheet(around visible: PixelRect) -> Bool {
    let grown = PixelRect(
      minX: visible.minX - 1, minY: visible.minY - 1, maxX: visible.maxX + 1,
      maxY: visible.maxY + 1)
    guard sheet.begin(bounds.intersection(grown)) else { return false }
    sheet.add(masks)
    for bar in bars { sheet.add(bar) }
    for mask in loose { sheet.add(mask) }
    return true
  }
}

extension Bitmap {
  /// Draws what waits in `batch`, and empties it.
  ///
  /// - Parameters:
  ///   - batch: Glyphs and bars; those outside of the bitmap are left out.
  ///   - color: The color of all of it.
  ///   - strength: The contrast, as in ``Kernels/strengthen(_:count:by:)``; 0 for none.
  ///   - isClear: Whether the bitmap is known to be transparent where the batch's bounds are.
  package mutating func draw(
    _ batch: inout CoverageBatch, color: Color, strength: UInt16 = 0, isClear: Bool
  ) {
    batch.draw(into: &self, color: color, strength: strength, isClear: isClear)
  }
}

/// A glyph that a batch could not take.
package struct OtherGlyph: Hashable, Sendable {
  /// Which of the placements it is.
  package let index: Int
  /// Whether its table knows nothing of it yet.
  package let isMissing: Bool
  /// Whether it has colors of its own.
  package let isColored: Bool

  init(index: Int, word: UInt) {
    self.index = index
    isMissing = word == MaskTable.Absence.unknown.rawValue
    isColored = word == MaskTable.Absence.colored.rawValue
  }
}

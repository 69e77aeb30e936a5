internal import GalleyGeometry

/// A mask of a table at a position, valid as long as the table.
@safe struct PlacedMask: Sendable {
  // SAFETY: masks are never changed, and live as long as their table.
  private nonisolated(unsafe) let memory: UnsafeRawPointer
  private let leftColumn: Int32
  private let topRow: Int32

  /// Creates the placed mask for a word of a table's index, or returns `nil` if the word is an
  /// absence.
  @inline(__always) init?(word: UInt, for placement: MaskPlacement) {
    guard word > MaskTable.Absence.oversized.rawValue,
      let memory = unsafe UnsafeRawPointer(bitPattern: word)
    else { return nil }
    unsafe self.memory = memory
    let header = unsafe memory.load(as: MaskHeader.self)
    leftColumn = placement.x &+ Int32(header.left)
    topRow = placement.y &+ Int32(header.top)
  }

  @inline(__always) private var header: MaskHeader { unsafe memory.load(as: MaskHeader.self) }

  /// The leftmost column.
  var left: Int { Int(leftColumn) }
  /// The topmost row.
  var top: Int { Int(topRow) }
  /// The number of columns.
  var width: Int { Int(header.width) }
  /// The number of rows.
  var height: Int { Int(header.height) }
  /// The distance between rows in memory, a multiple of 8.
  var stride: Int { header.stride }

  /// The bounds of the mask.
  var rect: PixelRect {
    PixelRect(minX: left, minY: top, maxX: left + width, maxY: top + height)
  }

  /// Returns the pixels that the leftmost columns may cover, with all rows, or with the edge rows
  /// if the header's edge is wide enough.
  @inline(__always) func edge(ofWidth width: Int) -> PixelRect {
    guard width <= MaskHeader.edgeWidth else { return rect }
    let rows = header.edgeRows
    return PixelRect(
      minX: left, minY: top + rows.lowerBound, maxX: left + min(width, self.width),
      maxY: top + rows.upperBound)
  }

  /// The first row of coverage.
  var rows: UnsafeRawPointer { unsafe memory + MaskHeader.size }
}

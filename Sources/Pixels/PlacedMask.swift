internal import GalleyCPixels
internal import GalleyGeometry

/// A mask of a table at a position, valid as long as the table.
@safe struct PlacedMask: Sendable {
  // SAFETY: masks are never changed, and live as long as their table.
  private nonisolated(unsafe) let memory: UnsafeRawPointer
  private var leftColumn: Int32
  private var topRow: Int32

  /// Creates the mask for a word of a table's index with its pen at a position, or returns `nil` if
  /// the word is an absence.
  ///
  /// The memory of the mask is requested, but not read.
  @inline(__always) init?(word: UInt, penOf placement: MaskPlacement) {
    guard word > MaskTable.Absence.oversized.rawValue,
      let memory = unsafe UnsafeRawPointer(bitPattern: word)
    else { return nil }
    unsafe self.memory = memory
    unsafe galley_prefetch(memory)
    (leftColumn, topRow) = (placement.x, placement.y)
  }

  /// Moves the mask from the position of its pen to that of its upper left pixel.
  @inline(__always) mutating func moveFromPen() {
    let header = header
    leftColumn &+= Int32(header.left)
    topRow &+= Int32(header.top)
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

internal import GalleyGeometry

/// A mask of a table at a place in the plane, for as long as the table lives.
@safe struct PlacedMask: Sendable {
  // SAFETY: masks are never changed, and live as long as their table.
  private nonisolated(unsafe) let memory: UnsafeRawPointer
  private let leftColumn: Int32
  private let topRow: Int32

  /// Places the mask at a word of a table's index; `nil` if the word says that there is none.
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

  /// The pixels that it may cover.
  var rect: PixelRect {
    PixelRect(minX: left, minY: top, maxX: left + width, maxY: top + height)
  }

  /// Finds the pixels that the leftmost columns may cover.
  ///
  /// - Parameter width: The number of columns.
  /// - Returns: All rows, or those of an edge that is as narrow as the header knows.
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

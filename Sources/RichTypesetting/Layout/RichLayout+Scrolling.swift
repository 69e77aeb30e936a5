public import GalleyGeometry
public import GalleyRichMessages

extension RichLayout {
  /// A block that is wider than its room and scrolls horizontally, such as a table.
  public struct ScrollArea: Hashable, Sendable {
    /// The block.
    public var path: RichMessage.BlockPath
    /// The visible part, in the layout's coordinates.
    public var viewport: Rect
    /// The width of the contents, in points.
    public var contentWidth: Double
    /// The distance of the viewport from the start side of the contents, in points: from the left
    /// side, or from the right side in a right-to-left message.
    public internal(set) var offset = 0.0
    let isRightToLeft: Bool
    /// The distances of a table's columns from the start side.
    let columns: [Double]

    /// Creates the area of a box that scrolls.
    ///
    /// - Parameters:
    ///   - box: The contents.
    ///   - viewport: The visible part, in the layout's coordinates.
    ///   - path: The block.
    ///   - offset: The offset; it is limited to the valid range.
    ///   - isRightToLeft: Whether the message is right-to-left.
    package init(
      _ box: BlockBox, in viewport: Rect, of path: BlockPath, offset: Double, isRightToLeft: Bool
    ) {
      (self.path, self.viewport) = (path, viewport)
      (contentWidth, columns) = (box.size.width, box.columns)
      self.isRightToLeft = isRightToLeft
      self.offset = limited(offset)
    }

    /// The maximum offset, in points.
    public var maximumOffset: Double { max(contentWidth - viewport.size.width, 0) }

    /// The x coordinate of the left edge of the contents, in the layout's coordinates.
    package var contentX: Double {
      isRightToLeft ? viewport.maxX - contentWidth + offset : viewport.minX - offset
    }

    /// The thumb of the scroll bar below the viewport, in the layout's coordinates.
    package var thumb: Rect {
      let view = viewport
      let width = min(
        max(view.size.width * view.size.width / max(contentWidth, 1), 20), view.size.width)
      let share = maximumOffset > 0 ? (view.minX - contentX) / maximumOffset : 0
      return Rect(
        x: view.minX + share * (view.size.width - width), y: view.maxY + 3, width: width, height: 3)
    }

    /// Returns the nearest valid offset.
    func limited(_ offset: Double) -> Double {
      offset.isFinite ? min(max(offset, 0), maximumOffset) : 0
    }

    /// Returns the offset that shows the same column of another layout of the block.
    func offset(showing other: ScrollArea) -> Double {
      guard columns.count == other.columns.count, columns.count > 1,
        let next = other.columns.indices.dropFirst().first(where: {
          other.columns[$0] > other.offset
        })
      else { return limited(other.offset) }
      let share =
        (other.offset - other.columns[next - 1]) / (other.columns[next] - other.columns[next - 1])
      return limited(columns[next - 1] + share * (columns[next] - columns[next - 1]))
    }
  }

  /// Returns the layout with a block scrolled.
  ///
  /// - Parameters:
  ///   - path: The block.
  ///   - offset: The distance from the start side, in points; it is limited to the valid range.
  /// - Returns: The layout, which shares its boxes with this one.
  /// - Complexity: O(*n*) in the number of texts.
  public func scrolled(_ path: RichMessage.BlockPath, to offset: Double) -> RichLayout {
    var offsets = scrollOffsets
    offsets[path] = offset
    return RichLayout(root, of: document, offsets: offsets)
  }

  /// Returns the layout scrolled so that tables show the columns that another layout of the message
  /// shows.
  public func scrolled(as other: RichLayout) -> RichLayout {
    let others = other.scrollAreas.filter { $0.offset > 0 }
    guard !others.isEmpty else { return self }
    let known = Dictionary(others.map { ($0.path, $0) }) { first, _ in first }
    var offsets: [BlockPath: Double] = [:]
    for area in scrollAreas {
      if let other = known[area.path] { offsets[area.path] = area.offset(showing: other) }
    }
    return RichLayout(root, of: document, offsets: offsets)
  }

  /// Returns the layout scrolled so far that a rectangle is visible, which may be outside of the
  /// viewport of its block.
  ///
  /// - Parameters:
  ///   - path: The block that scrolls.
  ///   - rect: The rectangle, in this layout's coordinates.
  /// - Returns: The layout.
  public func scrolled(_ path: RichMessage.BlockPath, toShow rect: Rect) -> RichLayout {
    guard let area = scrollAreas.first(where: { $0.path == path }) else { return self }
    let view = area.viewport
    let hidden =
      if rect.minX < view.minX { rect.minX - view.minX } else { max(rect.maxX - view.maxX, 0) }
    guard hidden != 0 else { return self }
    return scrolled(path, to: area.offset + (area.isRightToLeft ? -hidden : hidden))
  }

  /// Calls a closure with each item that is no box, in painting order, and the position of its box.
  package func visitItems(_ body: (BlockBox.Item, Point) -> Void) {
    func visit(_ box: BlockBox, at origin: Point) {
      for item in box.items {
        switch item {
        case .box(let inner, let place):
          visit(inner, at: Point(x: origin.x + place.x, y: origin.y + place.y))
        case .scroll(let inner, let frame, let path):
          let area = scrollAreas.first { $0.path == path }
          let x = area?.contentX ?? origin.x + frame.minX
          visit(inner, at: Point(x: x, y: origin.y + frame.minY))
        default: body(item, origin)
        }
      }
    }
    visit(root, at: .zero)
  }

  /// Calls a closure with the box of the cells of each table, and its position.
  func visitTables(_ body: (BlockBox, Point) -> Void) {
    func visit(_ box: BlockBox, at origin: Point) {
      if !box.rows.isEmpty { body(box, origin) }
      for item in box.items {
        switch item {
        case .box(let inner, let place):
          visit(inner, at: Point(x: origin.x + place.x, y: origin.y + place.y))
        case .scroll(let inner, let frame, _):
          visit(inner, at: Point(x: origin.x + frame.minX, y: origin.y + frame.minY))
        default: break
        }
      }
    }
    visit(root, at: .zero)
  }

  /// The offsets of the blocks that scroll.
  package var scrollOffsets: [BlockPath: Double] {
    Dictionary(scrollAreas.map { ($0.path, $0.offset) }) { first, _ in first }
  }
}

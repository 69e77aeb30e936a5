public import GalleyGeometry
public import GalleyPixels
public import GalleyTypesetting

extension TextPainter {
  /// The pieces that a layout is painted in when it is too high for one bitmap, or only partly seen.
  ///
  /// A piece ends between two lines where it can, so that each is drawn once.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - scale: How many pixels a point has: above zero and at most ``scaleLimit``.
  ///   - height: The most rows of a piece; at least one.
  /// - Returns: Rectangles of pixels from the layout's origin on, from the top down, that together are
  ///   as large as the layout.
  public static func tiles(
    of layout: TextLayout, scale: Double, height: Int = 512
  ) -> [PixelRect] {
    precondition(scale > 0 && scale <= Self.scaleLimit, "a scale is above 0 and at most 16")
    precondition(height > 0, "a piece has at least one row")
    let grid = PixelGrid(scale: scale)
    let all = grid.pixelsTouched(by: Rect(origin: .zero, size: layout.size))
    var tiles: [PixelRect] = []
    var (top, end) = (all.minY, all.minY)
    func addTile(to bottom: Int) {
      tiles.append(PixelRect(minX: all.minX, minY: top, maxX: all.maxX, maxY: bottom))
      top = bottom
    }
    for line in 0..<layout.lineCount {
      let box = layout.line(at: line)
      let bottom = min(all.maxY, grid.edge(box.y + box.height))
      if bottom - top > height, end > top { addTile(to: end) }
      // A line that is higher than a piece.
      while bottom - top > height { addTile(to: top + height) }
      end = max(end, bottom)
    }
    while all.maxY - top > height {
      addTile(to: end > top && end - top <= height ? end : top + height)
    }
    if all.maxY > top, !all.isEmpty { addTile(to: all.maxY) }
    return tiles
  }

  /// Paints the part of a layout that is in a piece.
  ///
  /// All pieces beside each other have the pixels of the whole, but for ink more than 96 points away
  /// from its line.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - tile: Which pixels, counted from the layout's origin.
  ///   - bitmap: What to paint on: its upper left corner is that of the piece.
  ///   - scale: How many pixels a point has: above zero and at most ``scaleLimit``.
  ///   - isStale: Whether the result is no longer wanted. Asked before each line.
  public func paint(
    _ layout: TextLayout, tile: PixelRect, into bitmap: inout Bitmap, scale: Double,
    isStale: () -> Bool = { false }
  ) {
    let place = CanvasPlace(shiftX: -tile.minX, shiftY: -tile.minY, scale: scale)
    paint(layout, at: place, into: &bitmap, isStale: isStale)
  }
}

public import GalleyGeometry
public import GalleyPixels
public import GalleyTypesetting

extension TextPainter {
  /// Returns the tiles of a layout that is too high for one bitmap, or only partly visible.
  ///
  /// Tiles end between two lines where possible, so that each line is drawn once.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  ///   - height: The maximum height of a tile, in pixels; at least one.
  /// - Returns: Pixel rectangles relative to the layout's origin, from top to bottom, that together
  ///   cover the layout.
  public static func tiles(of layout: TextLayout, scale: Double, height: Int = 512) -> [PixelRect] {
    precondition(scale > 0 && scale <= Self.scaleLimit, "scale must be above 0 and at most 16")
    precondition(height > 0, "height must be positive")
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
      // A line higher than a tile is split.
      while bottom - top > height { addTile(to: top + height) }
      end = max(end, bottom)
    }
    while all.maxY - top > height {
      addTile(to: end > top && end - top <= height ? end : top + height)
    }
    if all.maxY > top, !all.isEmpty { addTile(to: all.maxY) }
    return tiles
  }

  /// Paints the part of a layout inside a tile.
  ///
  /// Adjacent tiles have the pixels of the whole, except for ink more than 96 points away from its
  /// line.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - tile: The pixels, relative to the layout's origin.
  ///   - bitmap: The destination; its upper left corner is that of the tile.
  ///   - scale: The number of pixels per point: above zero and at most ``scaleLimit``.
  ///   - isStale: Returns whether the result is no longer needed; called before each line.
  public func paint(
    _ layout: TextLayout, tile: PixelRect, into bitmap: inout Bitmap, scale: Double,
    isStale: () -> Bool = { false }
  ) {
    let place = CanvasPlacement(shiftX: -tile.minX, shiftY: -tile.minY, scale: scale)
    paint(layout, at: place, into: &bitmap, isStale: isStale)
  }
}

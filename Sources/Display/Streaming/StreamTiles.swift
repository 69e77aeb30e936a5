internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPainting
internal import GalleyRichStreaming

/// The tiles that show a message that grows, of which only those near the host's area exist.
///
/// All tiles have the same height, so a tile above the changes keeps its pixels.
@MainActor struct StreamTiles {
  /// The height of a tile in points, before rounding to whole pixels.
  nonisolated static let height = 96.0
  /// The distance in points by which ink may extend beyond the message.
  nonisolated static let outset = 8.0

  private var tiles: [Int: StreamTile] = [:]
  private var layout: StreamingLayout?
  /// The y coordinate from which tiles have to be drawn again, in points.
  private var changedFrom = Double.infinity
  private var scale = 0.0
  /// The moment of the animation that is shown; `nil` if nothing moves.
  private var moment: StreamMoment?

  nonisolated init() {}

  /// Sets the layout to show.
  mutating func show(_ layout: StreamingLayout) {
    changedFrom = min(changedFrom, layout.changedFrom)
    if layout.size.width != self.layout?.size.width { changedFrom = 0 }
    self.layout = layout
  }

  /// Marks all tiles as stale.
  mutating func redrawAll() { changedFrom = 0 }

  /// Creates and removes tiles as the host's area moves, and draws those that have changed.
  mutating func update(on node: DisplayNode, painter: TextPainter, moment: StreamMoment?) {
    let top = min(moment?.top ?? .infinity, self.moment?.top ?? .infinity)
    self.moment = moment
    guard let layout, let layer = node.loadedLayer, layer.host != nil else { return }
    if scale != node.displayScale { (scale, changedFrom) = (node.displayScale, 0) }
    let pitch = max(1, (Self.height * scale).rounded()) / scale
    let wanted = Self.indices(of: layout.size.height, in: Self.area(of: layer), pitch: pitch)
    for (index, tile) in tiles where !wanted.contains(index) {
      tile.node.removeFromSupernode()
      tiles[index] = nil
    }
    // Ink extends beyond the lines that have changed.
    let firstChanged = changedFrom - Self.outset
    changedFrom = .infinity
    for index in wanted {
      let bottom = Double(index + 1) * pitch
      let known = tiles[index]
      guard known == nil || bottom > firstChanged else {
        if bottom > top || known?.isBehind == true { known?.show(moment) }
        continue
      }
      let tile = known ?? makeTile(index, on: node)
      tile.show(
        StreamTile.Source(
          layout: layout, painter: painter,
          frame: Rect(
            x: 0, y: Double(index) * pitch, width: layout.size.width, height: pitch),
          moment: moment))
    }
  }

  private mutating func makeTile(_ index: Int, on node: DisplayNode) -> StreamTile {
    let tile = StreamTile(environment: node.environment)
    tiles[index] = tile
    node.addSubnode(tile.node)
    return tile
  }

  /// Returns the tiles of a message that touch an area, with those of one more area above and
  /// below.
  private static func indices(
    of height: Double, in area: ClosedRange<Double>?, pitch: Double
  ) -> Range<Int> {
    let count = Int(((height + outset) / pitch).rounded(.up))
    guard height > 0, let area else { return 0..<0 }
    let margin = area.upperBound - area.lowerBound
    let top = max(0, min(Double(count), ((area.lowerBound - margin) / pitch).rounded(.down)))
    let bottom = max(top, min(Double(count), ((area.upperBound + margin) / pitch).rounded(.up)))
    return Int(top)..<Int(bottom)
  }

  /// Returns the range of y coordinates of a layer that its host may show; `nil` for none.
  private static func area(of layer: Layer) -> ClosedRange<Double>? {
    guard let host = layer.host else { return nil }
    let ends = [Point.zero, Point(x: host.size.width, y: host.size.height)].compactMap {
      layer.convert($0, from: host.root)?.y
    }
    guard ends.count == 2, ends[0].isFinite, ends[1].isFinite else { return nil }
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }
}

internal import GalleyCairo
internal import GalleyFreeType
internal import GalleyGeometry
internal import GalleyTypesetting

extension DocumentPainter {
  /// Draws the dust over hidden text.
  ///
  /// The dust is a repeated tile, so the document's size does not depend on the size of the
  /// spoilers.
  mutating func paintDust(of layout: TextLayout, _ cover: SpoilerCover, _ layers: LineLayers) {
    guard painter.dust != .none, !cover.dusty.isEmpty,
      let tile = Tile(dustIn: palette[.secondaryText])
    else { return }
    var plain = Path()
    var layered: [Int: Path] = [:]
    for spoiler in layout.spoilers(cover.dusty) {
      for dust in painter.dust.clouds(over: spoiler, on: layers) {
        if let layer = dust.layer {
          let part = dust.cloud.rect.intersection(layer.area)
          layered[layer.block.index, default: Path()].addRect(part)
        } else {
          plain.addRect(dust.cloud.rect)
        }
      }
    }
    fill(plain, with: tile)
    for layer in layers.layers {
      guard let path = layered[layer.block.index] else { continue }
      guard layer.block.isCollapsed, let mask = LayerMask(layer) else {
        fill(path, with: tile)
        continue
      }
      document.beginGroup()
      fill(path, with: tile)
      endGroup(through: mask)
    }
  }

  private mutating func fill(_ path: Path, with tile: Tile) {
    guard !path.isEmpty else { return }
    document.fill(elements(of: path), with: tile, at: SIMD2(origin.x, origin.y))
  }
}

extension Tile {
  /// The side of the repeated tile, in points.
  private static let dustSide = 48.0

  /// Creates a tile of dust, or returns `nil` if memory runs out.
  fileprivate convenience init?(dustIn color: Color) {
    let side = Self.dustSide
    let cloud = DustCloud(rect: Rect(x: 0, y: 0, width: side, height: side), seed: 0)
    var paths: [Double: [PathElement]] = [:]
    cloud.visitStill(in: cloud.rect) { dot in
      // One point wide, centered on the dot, and clamped to the tile.
      let x = min(max(dot.x - 0.5, 0), side - 1)
      let y = min(max(dot.y - 0.5, 0), side - 1)
      paths[dot.opacity, default: []] += [
        .move(SIMD2(x, y)), .line(SIMD2(x + 1, y)), .line(SIMD2(x + 1, y + 1)),
        .line(SIMD2(x, y + 1)),
      ]
    }
    let shapes = paths.sorted { $0.key < $1.key }.map { opacity, path in
      (path: path, color: color.faded(opacity).argb)
    }
    do { try self.init(side: side, shapes) } catch { return nil }
  }
}

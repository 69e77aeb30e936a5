public import GalleyGeometry
public import GalleyPixels

extension LayerHost.CommittedTree {
  /// Composes the tree at a time into a bitmap.
  ///
  /// The same tree and time give the same bytes, on any thread. A shared bitmap stays unchanged if
  /// there is no memory for a unique copy; call `Bitmap.makeUnique()` beforehand to detect that.
  /// Groups are left out if there is no memory for them.
  ///
  /// - Parameters:
  ///   - time: The time in seconds of the host's clock.
  ///   - bitmap: The destination, replaced within `area`. The tree is clipped to it.
  ///   - area: The pixels to compose; `nil` for all.
  public func compose(at time: Double, into bitmap: inout Bitmap, within area: PixelRect? = nil) {
    try? present(at: time, after: nil).draw(on: &bitmap, within: [area ?? bitmap.bounds])
  }

  /// Returns a new bitmap of the tree at a time.
  ///
  /// - Parameter time: The time in seconds of the host's clock.
  /// - Returns: The pixels of the surface.
  /// - Throws: `BitmapError` if the surface is too large, or there is no memory.
  public func bitmap(at time: Double) throws(BitmapError) -> Bitmap {
    let (width, height) = pixelSize
    var bitmap = try Bitmap(width: width, height: height)
    bitmap.scale = scale
    try present(at: time, after: nil).draw(on: &bitmap, within: [bitmap.bounds])
    return bitmap
  }

  /// Returns the pixels that the tree may touch at a time, including those beyond the surface.
  package func extent(at time: Double) -> PixelRect {
    present(at: time, after: nil).root?.extent ?? .empty
  }

  /// Returns the tree on a surface extended by outsets in points.
  package func extended(by outsets: Insets) -> LayerHost.CommittedTree {
    var state = root.state
    state.position.x += outsets.left
    state.position.y += outsets.top
    return LayerHost.CommittedTree(
      composing: LayerRecord(state, sublayers: root.sublayers),
      size: Size(
        width: size.width + outsets.left + outsets.right,
        height: size.height + outsets.top + outsets.bottom), scale: scale)
  }

  /// Evaluates the tree at a time.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - old: The presentation of the previous frame, used only as a cache.
  /// - Returns: The presentation of the frame.
  func present(at time: Double, after old: PresentedTree?) -> PresentedTree {
    let toPixels = AffineTransform(scaleX: scale, y: scale)
    return PresentedTree(
      root: PresentedLayer.make(root, at: time, in: toPixels, after: old?.root),
      background: backgroundColor ?? .clear, pixelSize: pixelSize)
  }
}

/// The evaluated state of a frame.
struct PresentedTree: Sendable {
  let root: PresentedLayer?
  let background: Color
  let pixelSize: (width: Int, height: Int)

  /// Draws parts of the frame on a surface.
  ///
  /// - Throws: `BitmapError` if there was no memory for some of it.
  func draw(on surface: inout Bitmap, within areas: [PixelRect]) throws(BitmapError) {
    try surface.makeUnique()
    var painter = LayerPainter(surface)
    // Makes the painter the unique owner, so that drawing copies nothing.
    if let nothing = Self.nothing { surface = nothing }
    for area in areas {
      let isHidden = root?.hides(area) ?? false
      for band in area.bands(ofPixels: Self.bandSize) {
        if !isHidden { painter.surface.replace(band, with: background) }
        if let root { painter.draw(root, within: band) }
      }
    }
    surface = painter.surface
    if let failure = painter.failure { throw failure }
  }

  /// The number of pixels that are drawn completely, from the background to the frontmost layer,
  /// before the next ones: 256 KB, so that they stay in the second-level cache of a core.
  private static let bandSize = 65_536

  private static let nothing = try? Bitmap(width: 1, height: 1)

  /// Returns the pixels that differ from another frame.
  func damage(after old: PresentedTree?) -> [PixelRect] {
    let surface = PixelRect(minX: 0, minY: 0, maxX: pixelSize.width, maxY: pixelSize.height)
    guard let old, old.pixelSize == pixelSize, old.background == background else {
      return [surface]
    }
    var region = DamageRegion(surface)
    region.add(from: old.root, to: root, within: surface)
    return region.rects
  }
}

extension PixelRect {
  /// Returns horizontal bands of at most a number of pixels, or of one row, from the top.
  fileprivate func bands(ofPixels count: Int) -> [PixelRect] {
    let height = max(1, count / max(1, width))
    return stride(from: minY, to: maxY, by: height).map {
      PixelRect(minX: minX, minY: $0, maxX: maxX, maxY: min(maxY, $0 + height))
    }
  }
}

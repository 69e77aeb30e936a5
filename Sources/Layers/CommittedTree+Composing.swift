public import GalleyGeometry
public import GalleyPixels

extension CommittedTree {
  /// Draws the tree as it shows at a time.
  ///
  /// The same tree and time give the same bytes, on any thread. A bitmap that shares its memory stays
  /// as it is if there is none for its own pixels; ``Bitmap/makeUnique()`` beforehand tells. Groups for
  /// which there is no memory are left out.
  ///
  /// - Parameters:
  ///   - time: The time by the host's clock, in seconds.
  ///   - bitmap: What is drawn on; all of it is replaced. What does not fit is left out.
  ///   - area: The pixels that are wanted; the others stay as they are. `nil` is all.
  public func compose(at time: Double, into bitmap: inout Bitmap, within area: PixelRect? = nil) {
    try? present(at: time, after: nil).draw(on: &bitmap, within: [area ?? bitmap.bounds])
  }

  /// Makes a bitmap of the tree as it shows at a time.
  ///
  /// - Parameter time: The time by the host's clock, in seconds.
  /// - Returns: The pixels of the surface.
  /// - Throws: `BitmapError` if the surface is too large, or there is no memory.
  public func bitmap(at time: Double) throws(BitmapError) -> Bitmap {
    let (width, height) = pixelSize
    var bitmap = try Bitmap(width: width, height: height)
    bitmap.scale = scale
    try present(at: time, after: nil).draw(on: &bitmap, within: [bitmap.bounds])
    return bitmap
  }

  /// The pixels that the tree may touch at a time, on the surface and beyond it.
  package func extent(at time: Double) -> PixelRect {
    present(at: time, after: nil).root?.extent ?? .empty
  }

  /// The same tree on a surface that is larger by some points on each side.
  package func extended(by outsets: Insets) -> CommittedTree {
    var state = root.state
    state.position.x += outsets.left
    state.position.y += outsets.top
    return CommittedTree(
      composing: LayerRecord(state, sublayers: root.sublayers),
      size: Size(
        width: size.width + outsets.left + outsets.right,
        height: size.height + outsets.top + outsets.bottom), scale: scale)
  }

  /// How the tree is shown at a time.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - old: How it was shown in the frame before; only saves work.
  /// - Returns: All that the frame shows.
  func present(at time: Double, after old: Presentation?) -> Presentation {
    let toPixels = AffineTransform(scaleX: scale, y: scale)
    return Presentation(
      root: PresentedLayer.make(root, at: time, in: toPixels, after: old?.root),
      background: backgroundColor ?? .clear, pixelSize: pixelSize)
  }
}

/// All that a frame shows.
struct Presentation: Sendable {
  let root: PresentedLayer?
  let background: Color
  let pixelSize: (width: Int, height: Int)

  /// Draws on some pixels of a surface.
  ///
  /// - Throws: `BitmapError` if there is no memory for all of it.
  func draw(on surface: inout Bitmap, within areas: [PixelRect]) throws(BitmapError) {
    try surface.makeUnique()
    for area in areas where !(root?.hides(area) ?? false) {
      surface.replace(area, with: background)
    }
    guard let root else { return }
    var painter = LayerPainter(surface)
    // The painter is the only owner now, so drawing copies nothing.
    if let nothing = Self.nothing { surface = nothing }
    for area in areas { painter.draw(root, within: area) }
    surface = painter.surface
    if let failure = painter.failure { throw failure }
  }

  private static let nothing = try? Bitmap(width: 1, height: 1)

  /// The pixels that look different after another frame.
  func damage(after old: Presentation?) -> [PixelRect] {
    let surface = PixelRect(
      minX: 0, minY: 0, maxX: pixelSize.width, maxY: pixelSize.height)
    guard let old, old.pixelSize == pixelSize, old.background == background else {
      return [surface]
    }
    var region = DamageRegion(surface)
    region.add(from: old.root, to: root)
    return region.rects
  }
}

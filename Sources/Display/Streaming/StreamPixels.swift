internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyRichStreaming
internal import Synchronization

/// The pixels of a tile, painted once for all frames of an animation.
final class StreamPixels: Sendable {
  private struct Painted: Sendable {
    var whole: Bitmap?
    /// The pixels without texts.
    var ground: Bitmap?
  }

  private let painted = Mutex(Painted())

  /// Returns the pixels, painted unless they are known; `nil` if they cannot be painted.
  func whole(_ paint: () -> Bitmap?) -> Bitmap? {
    if let known = painted.withLock({ $0.whole }) { return known }
    let bitmap = paint()
    painted.withLock { $0.whole = bitmap }
    return bitmap
  }

  /// Returns the pixels without texts.
  func ground(_ paint: () -> Bitmap?) -> Bitmap? {
    if let known = painted.withLock({ $0.ground }) { return known }
    let bitmap = paint()
    painted.withLock { $0.ground = bitmap }
    return bitmap
  }
}

extension StreamMoment {
  /// Shows the moment in a part of the message.
  ///
  /// - Parameters:
  ///   - bitmap: The pixels of the part.
  ///   - ground: The pixels without texts.
  ///   - origin: The position of the first pixel in the message, in points.
  ///   - scale: The number of pixels per point.
  func apply(to bitmap: inout Bitmap, over ground: Bitmap, at origin: Point, scale: Double) {
    let size = Size(
      width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
    for line in lines(in: Rect(origin: origin, size: size)) {
      mix(line, into: &bitmap, over: ground, at: origin, scale: scale)
    }
    for row in 0..<bitmap.height {
      let y = origin.y + (Double(row) + 0.5) / scale
      guard y >= top else { continue }
      let share = UInt8(255 * groundOpacity(at: y))
      guard share < 255 else { continue }
      bitmap.fade(PixelRect(minX: 0, minY: row, maxX: bitmap.width, maxY: row + 1)) { _, _ in
        share
      }
    }
  }

  /// Mixes the text of a line with what is behind it.
  private func mix(
    _ line: (index: Int, frame: Rect), into bitmap: inout Bitmap, over ground: Bitmap,
    at origin: Point, scale: Double
  ) {
    func pixel(_ distance: Double, limit: Int) -> Int {
      max(0, min(limit, Int((distance * scale).rounded())))
    }
    // Ink extends beyond the line.
    let outset = StreamTiles.outset
    let columns =
      pixel(
        line.frame.minX - outset - origin.x, limit: bitmap.width)..<pixel(
        line.frame.maxX + outset - origin.x, limit: bitmap.width)
    let rows =
      pixel(
        line.frame.minY - origin.y, limit: bitmap.height)..<pixel(
        line.frame.maxY - origin.y, limit: bitmap.height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    // The ground is faded afterwards, together with the text.
    let below = groundOpacity(at: line.frame.minY)
    let shares = columns.map { column -> UInt8 in
      guard below > 0 else { return 0 }
      let x = origin.x + (Double(column) + 0.5) / scale
      return UInt8(255 * min(1, opacity(ofLine: line.index, at: x) / below))
    }
    guard shares.contains(where: { $0 < 255 }) else { return }
    for row in rows {
      bitmap.mix(
        with: ground, at: (0, 0), PixelSpan(row: row, columns: columns),
        coverage: shares)
    }
  }
}

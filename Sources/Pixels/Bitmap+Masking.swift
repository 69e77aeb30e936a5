package import GalleyGeometry

extension Bitmap {
  /// Multiplies the pixels of an area, clipped to the bitmap, by the opacity at their column and
  /// row, out of 255.
  package mutating func fade(_ area: PixelRect, _ share: (_ x: Int, _ y: Int) -> UInt8) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    guard let base = unsafe mutableBase() else { return }
    for y in area.minY..<area.maxY {
      let row = unsafe base + y * bytesPerRow
      for x in area.minX..<area.maxX {
        let pixel = unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
        guard pixel != 0 else { continue }
        let rest = UInt32(share(x, y))
        guard rest < 255 else { continue }
        var faded: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
          faded |= divideBy255((pixel >> shift & 255) * rest) << shift
        }
        unsafe row.storeBytes(of: faded, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }

  /// Returns the opacity of all pixels as a mask with its top left pixel at a position.
  package func opacityMask(x: Int, y: Int) -> LooseMask {
    var coverage: [UInt8] = []
    coverage.reserveCapacity(width * height)
    for row in 0..<height {
      let row = unsafe self.row(row)
      for column in 0..<width {
        unsafe coverage.append(row.load(fromByteOffset: column * 4 + 3, as: UInt8.self))
      }
    }
    return LooseMask(bounds.offset(x: x, y: y), coverage: coverage)
  }
}

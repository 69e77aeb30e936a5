internal import GalleyGeometry

extension Bitmap {
  /// Premultiplies the pixels of rows that are not premultiplied yet.
  package mutating func premultiply(rows: Range<Int>) {
    guard let base = unsafe mutableBase() else { return }
    for y in rows.clamped(to: 0..<height) {
      let row = unsafe base + y * bytesPerRow
      for x in 0..<width {
        let pixel = unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
        let alpha = pixel >> 24
        guard alpha != 255 else { continue }
        var result = alpha << 24
        for shift: UInt32 in [0, 8, 16] {
          result |= divideBy255((pixel >> shift & 255) * alpha) << shift
        }
        unsafe row.storeBytes(of: result, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }

  /// Calls a closure with the color of each pixel of a row, not premultiplied.
  @inline(__always) func forEachColor(inRow y: Int, _ body: (Color) -> Void) {
    let row = unsafe row(y)
    for x in 0..<width {
      let pixel = unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
      body(pixel >= 0xFF00_0000 ? Color(argb: pixel) : PremultipliedPixel(argb: pixel).color)
    }
  }

  /// Makes rows transparent.
  package mutating func clear(rows: Range<Int>) {
    guard let base = unsafe mutableBase() else { return }
    for y in rows.clamped(to: 0..<height) {
      unsafe Kernels.fill(base + y * bytesPerRow, count: width, with: 0)
    }
  }

  /// Returns the bitmap, rotated or mirrored: its rows and columns may be swapped first.
  ///
  /// - Throws: `BitmapError` if memory runs out.
  package func turned(
    swapsAxes: Bool, mirrorsX: Bool, mirrorsY: Bool, pool: Pool = .shared
  ) throws(BitmapError) -> Bitmap {
    let size = swapsAxes ? (width: height, height: width) : (width: width, height: height)
    var turned = try Bitmap(uncleared: size, pool: pool)
    turned.scale = scale
    let base = unsafe try turned.uniqueBase()
    let (columnStep, rowStep) = swapsAxes ? (bytesPerRow, 4) : (4, bytesPerRow)
    for y in 0..<size.height {
      let target = unsafe base + y * turned.bytesPerRow
      var place = (mirrorsY ? size.height - 1 - y : y) * rowStep
      if mirrorsX { place += (size.width - 1) * columnStep }
      let step = mirrorsX ? -columnStep : columnStep
      for x in 0..<size.width {
        unsafe target.storeBytes(
          of: row(0).load(fromByteOffset: place, as: UInt32.self), toByteOffset: x * 4,
          as: UInt32.self)
        place += step
      }
    }
    return turned
  }
}

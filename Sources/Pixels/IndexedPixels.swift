/// The pixels of a bitmap with at most 256 colors, as indices of a palette.
///
/// Text in one color has at most 256: one for each coverage. Its PNG is a third smaller than with
/// the colors themselves, and is written in less time.
struct IndexedPixels {
  /// The premultiplied colors, in the order of their first pixels.
  private(set) var palette: [UInt32] = []
  /// The index of each pixel's color, row by row.
  private(set) var indices: [UInt8] = []

  /// The index of each known color plus one, at a place that depends on the color, or 0.
  private var places = [UInt16](repeating: 0, count: Self.placeCount)

  private static let colorLimit = 256
  private static let placeBits: UInt32 = 10
  private static let placeCount = 1 << Int(placeBits)

  /// Creates the pixels of a bitmap, or returns `nil` if it has more colors.
  init?(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    indices.reserveCapacity(width * height)
    var last = ~bitmap.pixel(x: 0, y: 0)
    var index: UInt8 = 0
    for y in 0..<height {
      let row = unsafe bitmap.row(y)
      var x = 0
      while x < width {
        // Most pixels have the color of the one before.
        if x &+ 4 <= width {
          let quad = unsafe row.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
          if quad == SIMD4(repeating: last) {
            for _ in 0..<4 { indices.append(index) }
            x &+= 4
            continue
          }
        }
        let pixel = unsafe row.load(fromByteOffset: x &* 4, as: UInt32.self)
        if pixel != last {
          guard let known = self.index(of: pixel) else { return nil }
          (last, index) = (pixel, known)
        }
        indices.append(index)
        x &+= 1
      }
    }
  }

  /// Returns the index of a color, which is added if needed, or `nil` if there are too many.
  private mutating func index(of pixel: UInt32) -> UInt8? {
    var place = Int((pixel &* 0x9E37_79B1) &>> (32 - Self.placeBits))
    while places[place] != 0 {
      let index = Int(places[place]) - 1
      if palette[index] == pixel { return UInt8(index) }
      place = (place + 1) & (Self.placeCount - 1)
    }
    guard palette.count < Self.colorLimit else { return nil }
    palette.append(pixel)
    places[place] = UInt16(palette.count)
    return UInt8(palette.count - 1)
  }

  /// Whether all colors are opaque.
  var isOpaque: Bool { palette.allSatisfy { $0 >= 0xFF00_0000 } }
}

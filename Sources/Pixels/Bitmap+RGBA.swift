extension Bitmap {
  /// The pixels without file format, as red, green, blue and alpha: a byte each, not premultiplied.
  ///
  /// The rows follow each other from top to bottom without gaps.
  package var rgbaData: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height { append(row: y, isOpaque: false, to: &bytes) }
    return bytes
  }
}

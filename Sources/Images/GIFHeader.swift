/// A parser of GIF headers, which skips the pixels.
///
/// - SeeAlso: GIF89a, sections 17 to 26.
enum GIFHeader {
  static func read(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    var header = ImageHeader(.gif)
    guard let width = reader.little(2, at: 6), let height = reader.little(2, at: 8),
      let flags = reader.byte(10)
    else { throw .truncated(.gif) }
    (header.storedWidth, header.storedHeight) = (width, height)
    header.frameCount = 0
    header.storesFrames = true
    var place = 13 + tableLength(flags)
    while let introducer = reader.byte(place) {
      if introducer == 0x3B { break }
      guard
        let after = introducer == 0x21
          ? reader.endOfSubblocks(place + 2) : frame(reader, place, &header)
      else { break }
      place = after
    }
    guard header.frameCount > 0 else {
      throw reader.byte(place) == nil ? .truncated(.gif) : .damaged(.gif, reason: "no frames")
    }
    return header
  }

  /// Counts a frame and returns the offset after it, or `nil` if it is truncated or not a frame.
  private static func frame(
    _ reader: ByteReader, _ place: Int, _ header: inout ImageHeader
  ) -> Int? {
    guard reader.byte(place) == 0x2C, let flags = reader.byte(place + 9),
      let x = reader.little(2, at: place + 1), let y = reader.little(2, at: place + 3),
      let width = reader.little(2, at: place + 5), let height = reader.little(2, at: place + 7)
    else { return nil }
    header.frameCount += 1
    let start = place + 10 + tableLength(flags)
    let end = reader.endOfSubblocks(start + 1)
    if header.frameCount == 1 {
      header.firstFrame = ImageHeader.Frame(
        bytes: place..<(end ?? reader.count), x: x, y: y, width: width, height: height)
      // Transparency is known only after decoding.
      header.hasAlpha = true
      header.isComplete = end != nil
    }
    return end
  }

  /// Returns the size of the color table that a descriptor's flags state, in bytes.
  static func tableLength(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
  }
}

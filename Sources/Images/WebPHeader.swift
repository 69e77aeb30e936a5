/// A parser of WebP headers.
///
/// - SeeAlso: RFC 9649, sections 2 and 3.
enum WebPHeader {
  static func read(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    var header = ImageHeader(.webp)
    guard let length = reader.little(4, at: 4), reader.count >= 20 else { throw .truncated(.webp) }
    let end = 8 + length
    header.isComplete = end <= reader.count
    var hasImage = false
    var frames = 0
    var isFirstFrameWhole = false
    var place = 12
    while place + 8 <= min(end, reader.count), let size = reader.little(4, at: place + 4) {
      let body = place + 8..<place + 8 + size
      if reader.has("VP8X", at: place) {
        guard place == 12, readCanvas(reader, body, &header) else {
          throw .damaged(.webp, reason: "invalid VP8X chunk")
        }
      } else if reader.has("VP8 ", at: place) || reader.has("VP8L", at: place) {
        if place == 12 { try readImage(reader, place, &header) }
        hasImage = true
      } else if reader.has("ANMF", at: place) {
        frames += 1
        if frames == 1 { header.firstFrame = frame(reader, body) }
        if frames == 1, body.upperBound <= reader.count { isFirstFrameWhole = true }
      } else if reader.has("EXIF", at: place), body.upperBound <= reader.count {
        header.orientation = orientation(reader, body)
      }
      if body.upperBound > reader.count { header.isComplete = false }
      place = body.upperBound + size & 1
    }
    guard header.storedWidth > 0, hasImage || frames > 0 else {
      throw header.isComplete ? .damaged(.webp, reason: "no image") : .truncated(.webp)
    }
    header.frameCount = max(1, frames)
    header.storesFrames = frames > 0
    header.isComplete = header.isComplete || isFirstFrameWhole
    return header
  }

  /// Reads the canvas size of an extended image, or returns `false` if the chunk is too short.
  private static func readCanvas(
    _ reader: ByteReader, _ body: Range<Int>, _ header: inout ImageHeader
  ) -> Bool {
    guard body.count >= 10, let flags = reader.byte(body.lowerBound),
      let width = reader.little(3, at: body.lowerBound + 4),
      let height = reader.little(3, at: body.lowerBound + 7)
    else { return false }
    (header.storedWidth, header.storedHeight) = (width + 1, height + 1)
    header.hasAlpha = flags & 0x10 != 0
    return true
  }

  /// Reads the size of a simple image from its bitstream.
  private static func readImage(
    _ reader: ByteReader, _ place: Int, _ header: inout ImageHeader
  ) throws(ImageError) {
    if reader.has("VP8L", at: place) {
      guard let bits = reader.little(4, at: place + 9) else { throw .truncated(.webp) }
      guard reader.byte(place + 8) == 0x2F else {
        throw .damaged(.webp, reason: "invalid VP8L chunk")
      }
      (header.storedWidth, header.storedHeight) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
      header.hasAlpha = bits >> 28 & 1 != 0
      return
    }
    guard let width = reader.little(2, at: place + 14),
      let height = reader.little(2, at: place + 16)
    else { throw .truncated(.webp) }
    guard reader.has([0x9D, 0x01, 0x2A], at: place + 11) else {
      throw .damaged(.webp, reason: "invalid VP8 chunk")
    }
    (header.storedWidth, header.storedHeight) = (width & 0x3FFF, height & 0x3FFF)
    guard header.storedWidth > 0, header.storedHeight > 0 else {
      throw .empty(width: header.storedWidth, height: header.storedHeight)
    }
  }

  private static func frame(_ reader: ByteReader, _ body: Range<Int>) -> ImageHeader.Frame? {
    let start = body.lowerBound
    guard body.count > 16, let x = reader.little(3, at: start),
      let y = reader.little(3, at: start + 3), let width = reader.little(3, at: start + 6),
      let height = reader.little(3, at: start + 9)
    else { return nil }
    let end = min(body.upperBound, reader.count)
    guard start + 16 < end else { return nil }
    return ImageHeader.Frame(
      bytes: start + 16..<end, x: x * 2, y: y * 2, width: width + 1, height: height + 1)
  }

  private static func orientation(_ reader: ByteReader, _ body: Range<Int>)
    -> ImageHeader.Orientation
  {
    // Some programs prepend the identifier of JPEG's Exif segment.
    let isNamed = reader.has([0x45, 0x78, 0x69, 0x66, 0, 0], at: body.lowerBound)
    let data = isNamed && body.count >= 6 ? body.lowerBound + 6..<body.upperBound : body
    return ImageHeader.Orientation(exif: reader, in: data) ?? .up
  }
}

/// A parser of PNG headers.
///
/// - SeeAlso: PNG (W3C, third edition), sections 5 and 11.
enum PNGHeader {
  static func read(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    var header = ImageHeader(.png)
    guard let width = reader.big(4, at: 16), let height = reader.big(4, at: 20),
      let colorType = reader.byte(25)
    else { throw .truncated(.png) }
    guard reader.has("IHDR", at: 12), reader.big(4, at: 8) == 13 else {
      throw .damaged(.png, reason: "the first chunk is not IHDR")
    }
    (header.storedWidth, header.storedHeight) = (width, height)
    header.hasAlpha = colorType & 4 != 0
    var place = 33
    var isBeforePixels = true
    while let length = reader.big(4, at: place), place + 8 <= reader.count {
      if reader.has("tRNS", at: place + 4), isBeforePixels {
        header.hasAlpha = true
      } else if reader.has("acTL", at: place + 4), isBeforePixels {
        header.frameCount = max(1, reader.big(4, at: place + 8) ?? 1)
        header.storesFrames = true
      } else if reader.has("eXIf", at: place + 4), place + 8 + length <= reader.count {
        let data = place + 8..<place + 8 + length
        header.orientation = ImageHeader.Orientation(exif: reader, in: data) ?? .up
      } else if reader.has("IDAT", at: place + 4) {
        isBeforePixels = false
      } else if reader.has("IEND", at: place + 4) {
        // A truncated checksum does not affect pixels.
        header.isComplete = true
        break
      }
      place += 12 + length
    }
    return header
  }
}

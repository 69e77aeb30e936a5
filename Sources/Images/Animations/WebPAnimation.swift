/// The frames of WebP files.
///
/// - SeeAlso: RFC 9649, section 2.7.
enum WebPAnimation {
  /// Locates the frames, up to the first one that is truncated.
  static func scan(_ reader: ByteReader, into scan: inout AnimationScan) {
    guard let length = reader.little(4, at: 4) else { return }
    let end = 8 + length
    var place = 12
    while place + 8 <= min(end, reader.count), let size = reader.little(4, at: place + 4) {
      let body = place + 8..<place + 8 + size
      guard body.upperBound <= reader.count else { return }
      if reader.has("ANIM", at: place), let count = reader.little(2, at: body.lowerBound + 4) {
        scan.playCount = count == 0 ? nil : count
      } else if reader.has("ANMF", at: place) {
        guard let frame = frame(reader, body) else { return }
        scan.frames.append(frame)
      }
      place = body.upperBound + size & 1
    }
    scan.isComplete = place >= end
  }

  private static func frame(_ reader: ByteReader, _ body: Range<Int>) -> AnimationFrame? {
    let start = body.lowerBound
    guard body.count > 16, let x = reader.little(3, at: start),
      let y = reader.little(3, at: start + 3), let width = reader.little(3, at: start + 6),
      let height = reader.little(3, at: start + 9), let duration = reader.little(3, at: start + 12),
      let flags = reader.byte(start + 15)
    else { return nil }
    var frame = AnimationFrame(x: x * 2, y: y * 2, width: width + 1, height: height + 1)
    frame.storedDuration = Double(duration) / 1_000
    frame.isBlended = flags & 2 == 0
    frame.disposal = flags & 1 == 0 ? .keep : .clear
    frame.data = [start + 16..<body.upperBound]
    return frame
  }
}

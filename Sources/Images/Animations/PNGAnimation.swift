/// The frames of animated PNG files.
///
/// The default image is a frame only if a frame control chunk stands before it.
///
/// - SeeAlso: PNG (W3C, third edition), sections 11.3.6 and 13.
enum PNGAnimation {
  /// Locates the frames, up to the first one that is truncated or out of sequence.
  static func scan(_ reader: ByteReader, into scan: inout AnimationScan) {
    var place = 8
    var sequence = 0
    var frame: AnimationFrame?
    while let length = reader.big(4, at: place), place + 12 + length <= reader.count {
      let body = place + 8..<place + 8 + length
      if reader.has("acTL", at: place + 4) {
        let count = reader.big(4, at: body.lowerBound + 4) ?? 0
        scan.playCount = count == 0 ? nil : count
      } else if reader.has("fcTL", at: place + 4) {
        scan.add(frame)
        frame = nil
        guard let next = Self.frame(reader, body, &sequence) else { return }
        frame = next
      } else if reader.has("IDAT", at: place + 4) {
        frame?.data.append(body)
      } else if reader.has("fdAT", at: place + 4) {
        guard frame != nil, length >= 4, reader.big(4, at: body.lowerBound) == sequence else {
          return
        }
        sequence += 1
        frame?.data.append(body.lowerBound + 4..<body.upperBound)
      } else if reader.has("IEND", at: place + 4) {
        scan.add(frame)
        scan.isComplete = true
        return
      }
      place += 12 + length
    }
  }

  /// Returns a file with a single frame as its image.
  static func file(of frame: AnimationFrame, in bytes: [UInt8]) -> [UInt8] {
    let reader = ByteReader(bytes)
    var file = Array(bytes[0..<8])
    func append(_ kind: String, _ body: some Collection<UInt8>) {
      let start = file.count
      file += bigEndian(body.count) + kind.utf8 + body
      file += bigEndian(Int(checksum(of: file[(start + 4)...])))
    }
    append("IHDR", bigEndian(frame.width) + bigEndian(frame.height) + bytes[24..<29])
    var place = 33
    while let length = reader.big(4, at: place), place + 12 + length <= reader.count,
      !reader.has("IDAT", at: place + 4)
    {
      for kind in ["PLTE", "tRNS"] where reader.has(kind, at: place + 4) {
        append(kind, bytes[(place + 8)..<(place + 8 + length)])
      }
      place += 12 + length
    }
    for part in frame.data { append("IDAT", bytes[part]) }
    append("IEND", [])
    return file
  }

  private static func frame(
    _ reader: ByteReader, _ body: Range<Int>, _ sequence: inout Int
  ) -> AnimationFrame? {
    let start = body.lowerBound
    guard body.count == 26, reader.big(4, at: start) == sequence,
      let width = reader.big(4, at: start + 4), let height = reader.big(4, at: start + 8),
      let x = reader.big(4, at: start + 12), let y = reader.big(4, at: start + 16),
      let numerator = reader.big(2, at: start + 20),
      let denominator = reader.big(2, at: start + 22), let disposal = reader.byte(start + 24),
      let blending = reader.byte(start + 25)
    else { return nil }
    sequence += 1
    var frame = AnimationFrame(x: x, y: y, width: width, height: height)
    frame.storedDuration = Double(numerator) / Double(denominator == 0 ? 100 : denominator)
    frame.isBlended = blending == 1
    frame.disposal = disposal == 1 ? .clear : disposal == 2 ? .restore : .keep
    return frame
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns the checksum of a chunk's kind and body.
  ///
  /// - SeeAlso: PNG, annex D.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1
    }
  }
}

extension AnimationScan {
  /// Adds a frame that has data.
  fileprivate mutating func add(_ frame: AnimationFrame?) {
    if let frame, !frame.data.isEmpty { frames.append(frame) }
  }
}

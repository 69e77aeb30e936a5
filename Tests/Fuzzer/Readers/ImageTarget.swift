import GalleyBasics
import GalleyFuzzCore
import GalleyImages
import GalleyPixels

/// Damaged images of each format.
struct ImageTarget: FuzzTarget {
  let pieces = [
    "IHDR", "IDAT", "PLTE", "tRNS", "IEND", "acTL", "fcTL", "fdAT", "eXIf", "RIFF", "WEBPVP8X",
    "VP8 ",
    "VP8L", "ANIM", "ANMF", "ALPH", "EXIF", "GIF89a", "GIF87a", "NETSCAPE2.0", "Exif", "II*", "MM",
    "\u{0}\u{0}\u{0}", "\u{7F}", "\u{0}\u{0}\u{0}\u{1}",
  ]

  var seeds: [[UInt8]] {
    RepositoryFiles.all(
      below: "Tests/ImagesTests/Fixtures", endings: ["png", "jpg", "webp", "gif"]
    ).map(\.bytes)
  }

  /// Changes bytes, preferably in headers, and corrects the checksums of PNG, without which
  /// decoders would ignore what changed.
  func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) -> Bool {
    guard bytes.count > 8 else { return false }
    for _ in 0..<random.pick([1, 1, 2, 4, 16]) {
      let place = random.number(in: 0...(min(bytes.count, random.pick([64, 256, .max])) - 1))
      switch random.number(in: 0...5) {
      case 0:
        let part = random.range(in: bytes.count)
        bytes.insert(contentsOf: Array(bytes[part]), at: place)
      case 1: bytes.remove(at: place)
      default:
        bytes[place] = random.pick([
          UInt8(truncatingIfNeeded: random.next()), 0, 1, 255, 128, bytes[place] &+ 1,
          bytes[place] ^ 1 << UInt8(random.number(in: 0...7)),
        ])
      }
      if bytes.isEmpty { return true }
    }
    Self.correctChecksums(&bytes)
    return true
  }

  private static func correctChecksums(_ bytes: inout [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return }
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - start - 12 else { return }
      let end = start + 8 + length
      var checksum = UInt32.max
      for byte in bytes[(start + 4)..<end] {
        checksum ^= UInt32(byte)
        for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
      }
      for index in 0..<4 {
        bytes[end + index] = UInt8(truncatingIfNeeded: ~checksum >> UInt32(24 - 8 * index))
      }
      start = end + 4
    }
  }

  func run(_ bytes: [UInt8], using random: inout SplitMix64) throws(FuzzFailure) {
    var limits = ImageLimits()
    limits.byteCount = 1 << 18
    guard let source = try? ImageSource(bytes, limits: limits),
      source.header.width * source.header.height <= 1 << 16
    else { return }
    let request = ImageSource.Request(
      size: random.pick([nil, PixelSize(width: 20, height: 20)]),
      mode: random.pick([.fit, .fill, .atLeast]), allowsPartial: random.chance(50))
    if let image = try? source.decode(request) {
      try expect(image.bitmap.width > 0 && image.bitmap.height > 0, "an image without pixels")
    }
    guard let animation = source.animatedImage else { return }
    var decoder = animation.makeDecoder()
    for _ in 0..<min(animation.frameCount + 1, 4) {
      guard let frame = try? decoder.next() else { return }
      try expect(frame.width > 0 && frame.height > 0, "a frame without pixels")
    }
    _ = try? decoder.frame(at: random.number(in: 0...(animation.frameCount - 1)))
  }
}

import Foundation
import GalleyImages
import GalleyPixels
import TestSupport
import Testing

@Suite struct ImageLimitsTests {
  @Test func `data in an unknown format is refused`() {
    for bytes in [[], [0x89], Array("GIF88a".utf8), Array("RIFF....WAVE".utf8), [0xFF, 0xD8]] {
      #expect(throws: ImageError.unknownFormat) { try ImageSource(bytes) }
    }
  }

  @Test func `a missing file is reported with its path`() {
    let error = #expect(throws: ImageError.self) { try ImageSource(path: Fixture.folder + "none") }
    guard case .unreadable(Fixture.folder + "none", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a file over the byte limit is refused`() throws {
    var limits = ImageLimits()
    limits.byteCount = 100
    let size = try Fixture.bytes("rgba.png").count
    #expect(throws: ImageError.tooManyBytes(size, limit: 100)) {
      try ImageSource(path: Fixture.folder + "rgba.png", limits: limits)
    }
  }

  @Test(arguments: ImageHeader.Format.allCases, [(60_000, 60_000), (16_385, 2), (16_000, 16_000)])
  func `a decompression bomb is refused based on its header`(
    format: ImageHeader.Format, size: (width: Int, height: Int)
  ) {
    let bytes = header(of: format, width: size.width, height: size.height)
    let error = #expect(throws: ImageError.self) { try ImageSource(bytes) }
    switch error {
    case .tooLong(size.width, size.height, limit: 16_384): #expect(size.width > 16_384)
    case .tooManyPixels(size.width, size.height, limit: 64 << 20):
      #expect(size.width == 16_000)
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(arguments: ImageHeader.Format.allCases)
  func `implausibly many pixels for the byte count are refused`(format: ImageHeader.Format) {
    let bytes = header(of: format, width: 8_000, height: 8_000)
    #expect(throws: ImageError.implausibleSize(width: 8_000, height: 8_000, bytes: bytes.count)) {
      try ImageSource(bytes)
    }
  }

  @Test(arguments: [ImageHeader.Format.png, .jpeg, .gif])
  func `an image without pixels is refused`(format: ImageHeader.Format) {
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
      #expect(throws: ImageError.empty(width: width, height: height)) {
        try ImageSource(header(of: format, width: width, height: height))
      }
    }
  }

  @Test func `more frames than the limit are refused`() throws {
    var gif = header(of: .gif, width: 1, height: 1).dropLast()
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    for _ in 0..<10_000 { gif += frame }
    #expect(throws: ImageError.tooManyFrames(10_001, limit: 10_000)) {
      try ImageSource(gif + [0x3B])
    }
    let png = header(of: .png, width: 1, height: 1, animation: 1_000_000)
    #expect(throws: ImageError.tooManyFrames(1_000_000, limit: 10_000)) { try ImageSource(png) }
  }

  @Test(arguments: [(65_535, 65_535), (1, 65_535), (16_000, 16_000), (0, 1)])
  func `a frame is subject to the same size limits as its canvas`(width: Int, height: Int) throws {
    var gif = Array(header(of: .gif, width: 1, height: 1).prefix(13))
    gif +=
      [0x2C, 0, 0, 0, 0] + [width & 255, width >> 8, height & 255, height >> 8].map(UInt8.init)
    gif += [0, 2, 2, 0x44, 1, 0, 0x3B]
    #expect(throws: ImageError.self) { try ImageSource(gif) }
  }

  @Test func `large images are allowed fewer scans`() throws {
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0]
    var jpeg = header(of: .jpeg, width: 8_000, height: 8_000)
    for _ in 0..<40 { jpeg += scan }
    jpeg += Array(repeating: 0, count: 100_000) + [0xFF, 0xD9]
    #expect(throws: ImageError.tooManyScans(41, limit: 16)) { try ImageSource(jpeg) }
  }

  @Test func `a JPEG with too many scans is refused`() throws {
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0]
    var jpeg = header(of: .jpeg, width: 8, height: 8)
    for _ in 0..<1_000 { jpeg += scan }
    #expect(throws: ImageError.tooManyScans(1_001, limit: 100)) {
      try ImageSource(jpeg + [0xFF, 0xD9])
    }
  }

  @Test(arguments: ImageHeader.Format.allCases)
  func `up to 1,048,576 pixels may have few bytes`(format: ImageHeader.Format) throws {
    _ = try ImageSource(header(of: format, width: 1_024, height: 1_024))
    #expect(throws: ImageError.self) {
      try ImageSource(header(of: format, width: 1_024, height: 1_025))
    }
  }

  @Test func `a file of 64 MiB is read, and a larger one is refused`() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write(Data(header(of: .gif, width: 1, height: 1)), to: "a.gif")
    try #require(unsafe truncate(path, 64 << 20) == 0)
    #expect(try ImageSource(path: path).bytes.count == 64 << 20)
    try #require(unsafe truncate(path, 64 << 20 + 1) == 0)
    #expect(throws: ImageError.tooManyBytes(64 << 20 + 1, limit: 64 << 20)) {
      try ImageSource(path: path)
    }
  }

  @Test(arguments: [(64, true), (65, false)])
  func `the frames of an animation have at most 4,294,967,296 pixels`(
    count: Int, isRead: Bool
  ) throws {
    // A frame of 64 Mpx each.
    let side: [UInt8] = [0, 32]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0] + side + side + [0, 2, 2, 0x44, 1, 0]
    var gif = header(of: .gif, width: 8_192, height: 8_192).prefix(13)
    for _ in 0..<count { gif += frame }
    let source = try ImageSource(gif + [0x3B] + Array(repeating: 0, count: 70_000))
    #expect((source.animatedImage != nil) == isRead)
  }

  @Test func `a decoded image must match its header`() throws {
    // A canvas whose size differs from that of the image.
    var webp = try Fixture.bytes("lossy-alpha.webp")
    webp[24] = 200
    #expect(throws: ImageError.self) { try ImageSource(webp).decode() }
    var frame = try Fixture.bytes("animated.webp")
    frame[24] = 3
    #expect(throws: ImageError.damaged(.webp, reason: "invalid first frame")) {
      try ImageSource(frame).decode()
    }
  }

  @Test(
    arguments: [
      "rgba.png", "interlaced.png", "palette.png", "baseline.jpg", "progressive.jpg", "cmyk.jpg",
      "turned-6.jpg", "lossless.webp", "lossy-alpha.webp", "animated.webp", "interlaced.gif",
      "animated.gif",
    ], 0..<5 as Range<UInt64>)
  func `damaged files are refused or decode to valid bitmaps`(name: String, seed: UInt64) throws {
    let original = try Fixture.bytes(name)
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes[place] = Bool.random(using: &random) ? 0 : 255
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + 3))
        default: bytes.insert(bytes[place / 2], at: place)
        }
        if bytes.isEmpty { break }
      }
      let request = ImageSource.Request(
        size: PixelSize(width: 9, height: 9), allowsPartial: Bool.random(using: &random))
      guard let source = try? ImageSource(bytes, limits: small) else { continue }
      guard let image = try? source.decode(request) else { continue }
      #expect(image.bitmap.width <= 9 && image.bitmap.height <= 9)
      let isPremultiplied = image.bitmap.pixels.allSatisfy { pixel in
        [0, 8, 16].allSatisfy { pixel >> UInt32($0) & 255 <= pixel >> 24 }
      }
      #expect(isPremultiplied)
    }
  }
}

/// Limits on the time spent on damaged images.
private let small = {
  var limits = ImageLimits()
  limits.pixelCount = 1 << 16
  return limits
}()

/// Returns a file truncated near the start of its pixels.
private func header(
  of format: ImageHeader.Format, width: Int, height: Int, animation: Int? = nil
) -> [UInt8] {
  func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(value >> ($0 * 8) & 255) }
  }
  func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }
  switch format {
  case .png:
    let begin: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let ihdr = big(13, 4) + Array("IHDR".utf8) + big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0]
    let actl = animation.map { big(8, 4) + Array("acTL".utf8) + big($0, 4) + big(0, 8) } ?? []
    return begin + ihdr + big(0, 4) + actl + big(0, 4) + Array("IEND".utf8) + big(0, 4)
  case .jpeg:
    let frame = [0xFF, 0xC0, 0, 11, 8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
    return [0xFF, 0xD8] + frame + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0]
  case .webp:
    let canvas =
      Array("VP8X".utf8) + little(10, 4) + little(0, 4) + little(width - 1, 3)
      + little(height - 1, 3)
    let image = Array("VP8 ".utf8) + little(0, 4)
    let body = Array("WEBP".utf8) + canvas + image
    return Array("RIFF".utf8) + little(body.count, 4) + body
  case .gif:
    let screen = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0]
    return screen + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0] + [0x3B]
  }
}

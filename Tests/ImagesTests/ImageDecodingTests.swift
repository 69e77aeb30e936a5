import GalleyGeometry
import GalleyImages
import GalleyPixels
import TestSupport
import Testing

@Suite struct ImageDecodingTests {
  @Test(arguments: [
    "rgba.png", "rgb.png", "gray.png", "gray-alpha.png", "palette.png", "one-bit.png",
    "interlaced.png", "deep.png", "lossless.webp", "lossless-opaque.webp", "lossy.webp",
    "lossy-alpha.webp", "turned.webp", "animated.webp", "plain.gif", "interlaced.gif",
    "transparent.gif", "animated.gif",
  ])
  func `decoded pixels equal those from PIL`(name: String) throws {
    let image = try ImageSource(Fixture.bytes(name)).decode()
    let expected = try Fixture.pixels(name)
    #expect(image.bitmap.width == expected.width)
    #expect(image.bitmap.height == expected.height)
    #expect(difference(image.bitmap.pixels, expected.pixels) == 0)
    #expect(image.isOpaque == expected.pixels.allSatisfy { $0 >> 24 == 255 })
    #expect(image.isComplete)
  }

  @Test(arguments: ["baseline.jpg", "progressive.jpg", "gray.jpg", "whole-chroma.jpg", "cmyk.jpg"])
  func `decoded JPEG pixels are within three levels of those from PIL`(name: String) throws {
    let image = try ImageSource(Fixture.bytes(name)).decode()
    let expected = try Fixture.pixels(name)
    #expect(difference(image.bitmap.pixels, expected.pixels) <= 3)
    #expect(image.isOpaque)
  }

  @Test(arguments: 1...8)
  func `an image is oriented by its Exif data`(orientation: Int) throws {
    let name = "turned-\(orientation).jpg"
    let source = try ImageSource(Fixture.bytes(name))
    #expect(source.header.orientation.rawValue == orientation)
    #expect((source.header.storedWidth, source.header.storedHeight) == (16, 8))
    #expect((source.header.width, source.header.height) == (orientation < 5 ? (16, 8) : (8, 16)))
    let expected = try Fixture.pixels(name)
    let bitmap = try source.decode().bitmap
    #expect((bitmap.width, bitmap.height) == (expected.width, expected.height))
    #expect(difference(bitmap.pixels, expected.pixels) <= 3)
  }

  @Test(arguments: [
    ("rgba.png", ImageHeader.Format.png, 1, true), ("rgb.png", .png, 1, false),
    ("baseline.jpg", .jpeg, 1, false), ("lossless.webp", .webp, 1, true),
    ("lossy.webp", .webp, 1, false), ("lossy-alpha.webp", .webp, 1, true),
    ("animated.webp", .webp, 3, true), ("animated.gif", .gif, 3, true),
    ("palette.png", .png, 1, true),
  ])
  func `an image header is read without decoding`(
    name: String, format: ImageHeader.Format, frames: Int, hasAlpha: Bool
  ) throws {
    let header = try ImageHeader(Fixture.bytes(name))
    #expect(header.format == format)
    #expect((header.width, header.height) == (24, 20))
    #expect(header.frameCount == frames)
    #expect(header.hasAlpha == hasAlpha)
    #expect(header.isComplete)
  }

  @Test(arguments: [
    "rgba.png", "interlaced.png", "baseline.jpg", "progressive.jpg", "lossless.webp", "lossy.webp",
    "lossy-alpha.webp", "animated.webp", "plain.gif", "animated.gif",
  ])
  func `an image is decoded at the requested size but never upscaled`(name: String) throws {
    let source = try ImageSource(Fixture.bytes(name))
    for (request, size) in [
      (ImageSource.Request(size: PixelSize(width: 12, height: 12)), (12, 10)),
      (ImageSource.Request(size: PixelSize(width: 5, height: 100)), (5, 4)),
      (ImageSource.Request(size: PixelSize(width: 100, height: 1)), (1, 1)),
      (ImageSource.Request(size: PixelSize(width: 0, height: -3)), (1, 1)),
      (ImageSource.Request(size: PixelSize(width: 500, height: 500)), (24, 20)),
      (ImageSource.Request(size: PixelSize(width: 10, height: 10), mode: .fill), (12, 10)),
      (ImageSource.Request(size: PixelSize(width: 6, height: 10), mode: .fill), (12, 10)),
      (ImageSource.Request(size: PixelSize(width: 60, height: 1), mode: .fill), (24, 20)),
    ] {
      let bitmap = try source.decode(request).bitmap
      #expect((bitmap.width, bitmap.height) == size)
    }
  }

  @Test(arguments: ["rgb.png", "baseline.jpg", "lossless-opaque.webp"])
  func `a downscaled pixel is the mean of its source pixels`(name: String) throws {
    let source = try ImageSource(Fixture.bytes(name))
    let whole = try source.decode().bitmap
    let half = try source.decode(ImageSource.Request(size: PixelSize(width: 12, height: 10))).bitmap
    let means = (0..<120).map { index in
      let (x, y) = (index % 12 * 2, index / 12 * 2)
      let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { whole.pixel(x: x + $0, y: y + $1) }
      return [0, 8, 16, 24].reduce(UInt32(0)) { sum, shift in
        let channel = four.reduce(0) { $0 + ($1 >> UInt32(shift) & 255) }
        return sum | ((channel + 2) / 4) << UInt32(shift)
      }
    }
    // JPEG's scaling drops frequencies of its blocks, which differs slightly from the mean of
    // pixels.
    #expect(difference(half.pixels, means) <= (name == "baseline.jpg" ? 32 : 1))
  }

  @Test(arguments: ["rgba.png", "lossless.webp", "lossy-alpha.webp", "animated.webp"])
  func `decoding an image with alpha at a smaller size equals scaling it`(name: String) throws {
    let source = try ImageSource(Fixture.bytes(name))
    let size = PixelSize(width: 8, height: 7)
    let small = try source.decode(ImageSource.Request(size: size)).bitmap
    let whole = try source.decode().bitmap
    #expect(try small == whole.scaled(width: small.width, height: small.height))
  }

  @Test(arguments: [
    "rgba.png", "interlaced.png", "baseline.jpg", "progressive.jpg", "lossless.webp", "lossy.webp",
    "animated.webp", "plain.gif",
  ])
  func `a truncated file is an error unless partial images are allowed`(name: String) throws {
    let bytes = try Fixture.bytes(name)
    // PNG is decoded without the checksum of its last chunk, and GIF without its last byte.
    let last = name.hasPrefix("animated") ? bytes.count / 4 : bytes.count - 6
    for count in 0..<last {
      let part = Array(bytes.prefix(count))
      #expect(throws: ImageError.self) { try ImageSource(part).decode() }
      guard let source = try? ImageSource(part) else { continue }
      let image = try? source.decode(ImageSource.Request(allowsPartial: true))
      if let image {
        #expect(!image.isComplete)
        #expect((image.bitmap.width, image.bitmap.height) == (24, 20))
      }
    }
  }

  @Test(arguments: ["rgb.png", "baseline.jpg", "lossy.webp", "plain.gif"])
  func `a partially decoded image has the right first row`(name: String) throws {
    let bytes = try Fixture.bytes(name)
    let part = Array(bytes.prefix(bytes.count - 12))
    let image = try ImageSource(part).decode(ImageSource.Request(allowsPartial: true))
    #expect(!image.isComplete)
    let expected = try Fixture.pixels(name).pixels
    // Some compressed rows may be delayed until later ones are read.
    #expect(difference(Array(image.bitmap.pixels.prefix(24)), Array(expected.prefix(24))) <= 3)
  }

  @Test func `missing data before the end is an error unless partial images are allowed`() throws {
    let bytes = try Fixture.bytes("baseline.jpg")
    // The end is present, but data before it is missing.
    let gap = Array(bytes.dropLast(120)) + [0xFF, 0xD9]
    let error = #expect(throws: ImageError.self) { try ImageSource(gap).decode() }
    guard case .damaged(.jpeg, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let image = try ImageSource(gap).decode(ImageSource.Request(allowsPartial: true))
    #expect(!image.isComplete)
    #expect((image.bitmap.width, image.bitmap.height) == (24, 20))
  }

  @Test func `stray bytes before the end marker are ignored`() throws {
    let bytes = try Fixture.bytes("baseline.jpg")
    let longer = Array(bytes.dropLast(2)) + [0x11, 0x22, 0x33] + Array(bytes.suffix(2))
    let image = try ImageSource(longer).decode()
    #expect(try image.bitmap == ImageSource(bytes).decode().bitmap)
    #expect(image.isComplete)
  }

  @Test(arguments: ["rgba.png", "baseline.jpg", "lossless.webp", "plain.gif"])
  func `bytes after an image are ignored`(name: String) throws {
    let bytes = try Fixture.bytes(name)
    let whole = try ImageSource(bytes).decode().bitmap
    let longer = try ImageSource(bytes + [1, 2, 3, 0xFF, 0xD9, 0x3B, 0]).decode()
    #expect(longer.bitmap == whole)
    #expect(longer.isComplete)
  }
}

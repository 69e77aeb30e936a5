import GalleyBasics
import GalleyGeometry
import GalleyImages
import GalleyPixels
import Testing

@Suite struct AnimationTests {
  static let files = [
    "disposals.gif", "restored-first.gif", "blends.png", "separate-default.png",
    "palette-animation.png", "blends.webp",
  ]

  @Test(arguments: files)
  func `frames are composed as their format defines`(name: String) throws {
    let image = try AnimatedImage(ImageSource(Fixture.bytes(name)))
    let expected = try ExpectedFrames(name)
    #expect(image.frameCount == expected.frames.count && image.isComplete)
    var decoder = image.makeDecoder()
    for (index, frame) in expected.frames.enumerated() {
      let bitmap = try #require(try decoder.next())
      #expect((bitmap.width, bitmap.height) == (expected.width, expected.height))
      // The colors of GIF are exact; blending rounds once per frame.
      #expect(difference(bitmap.pixels, frame) <= (name.hasSuffix("gif") ? 0 : 2), "\(index)")
      let stored = expected.milliseconds[index]
      #expect(image.duration(ofFrame: index) == Double(stored < 20 ? 100 : stored) / 1_000)
    }
    #expect(try decoder.next() == nil)
    #expect(decoder.nextIndex == image.frameCount)
  }

  @Test(arguments: [
    ("disposals.gif", 4), ("restored-first.gif", 1), ("blends.png", 2),
    ("separate-default.png", nil), ("blends.webp", 2),
  ])
  func `an animation is played as often as its file says`(name: String, count: Int?) throws {
    #expect(try AnimatedImage(ImageSource(Fixture.bytes(name))).playCount == count)
  }

  @Test(arguments: files)
  func `frames are found in any order`(name: String) throws {
    let image = try AnimatedImage(ImageSource(Fixture.bytes(name)))
    let frames = try allFrames(of: image)
    var decoder = image.makeDecoder()
    for index in [2, 2, 0, 1, 2, 1, frames.count - 1, 0] {
      #expect(try decoder.frame(at: index) == frames[index])
      #expect(decoder.nextIndex == index + 1)
    }
    // A copy goes on by itself.
    var copy = decoder
    #expect(try decoder.next() == frames[1])
    #expect(try copy.next() == frames[1])
    decoder.rewind()
    #expect(try decoder.next() == frames[0])
  }

  @Test(arguments: ["rgba.png", "baseline.jpg", "lossy-alpha.webp", "plain.gif"])
  func `a still image is an animation of one frame`(name: String) throws {
    let source = try ImageSource(Fixture.bytes(name))
    let image = try AnimatedImage(source)
    #expect(image.frameCount == 1 && image.isComplete && image.playCount == 1)
    #expect(try allFrames(of: image) == [source.decode().bitmap])
    #expect(!source.header.isAnimated)
  }

  @Test func `a default image before the frames is not one of them`() throws {
    let source = try ImageSource(Fixture.bytes("separate-default.png"))
    let still = try source.decode().bitmap
    #expect(still.pixels.allSatisfy { $0 == 0xFF14_1414 })
    #expect(try !allFrames(of: AnimatedImage(source)).contains(still))
  }

  @Test(arguments: files)
  func `a truncated file plays the frames it contains`(name: String) throws {
    let bytes = try Fixture.bytes(name)
    let frames = try allFrames(of: AnimatedImage(ImageSource(bytes)))
    var counts: Set<Int> = []
    for count in 0..<bytes.count {
      guard let image = try? AnimatedImage(ImageSource(Array(bytes.prefix(count)))) else {
        counts.insert(0)
        continue
      }
      counts.insert(image.frameCount)
      if image.frameCount < frames.count { #expect(!image.isComplete) }
      #expect(try allFrames(of: image) == Array(frames.prefix(image.frameCount)))
    }
    #expect(counts.union([frames.count]) == Set(0...frames.count))
  }

  @Test(arguments: [("blends.png", "fdAT", 14), ("blends.webp", "ANMF", 45)])
  func `a damaged frame ends the animation`(name: String, chunk: String, offset: Int) throws {
    var bytes = try Fixture.bytes(name)
    let frames = try allFrames(of: AnimatedImage(ImageSource(bytes)))
    let places = bytes.indices.filter { bytes[$0...].starts(with: chunk.utf8) }
    for place in places[2] + offset - 4..<places[2] + offset { bytes[place] ^= 0xFF }
    let image = try AnimatedImage(ImageSource(bytes))
    #expect(image.frameCount == frames.count)
    var decoder = image.makeDecoder()
    var played: [Bitmap] = []
    var failure: ImageError?
    do { while let frame = try decoder.next() { played.append(frame) } } catch { failure = error }
    #expect(played.count < frames.count && played == Array(frames.prefix(played.count)))
    let error = try #require(failure)
    #expect(throws: error) { _ = try decoder.next() }
    decoder.rewind()
    #expect(try decoder.next() == frames[0])
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `changed bytes never do more than end an animation`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for name in Self.files {
      let bytes = try Fixture.bytes(name)
      for _ in 0..<12 {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: 12..<bytes.count, using: &random)] =
            UInt8.random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random) {
          bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random))
        }
        guard let source = try? ImageSource(bytes), let image = try? AnimatedImage(source) else {
          continue
        }
        var decoder = image.makeDecoder()
        var count = 0
        while let frame = try? decoder.next() {
          count += 1
          #expect((frame.width, frame.height) == (source.header.width, source.header.height))
        }
        #expect(count <= image.frameCount)
      }
    }
  }

  @Test func `an animation is held to the limits of frames and pixels`() throws {
    let source = try ImageSource(Fixture.bytes("disposals.gif"))
    var limits = ImageLimits()
    limits.frameCount = 5
    #expect(throws: ImageError.tooManyFrames(6, limit: 5)) {
      _ = try AnimatedImage(source, limits: limits)
    }
    limits.frameCount = 6
    let pixels = 24 * 20 + 12 * 12 + 10 * 9 + 7 * 7 + 12 * 12 + 5 * 5
    limits.animationPixelCount = pixels
    #expect(try AnimatedImage(source, limits: limits).frameCount == 6)
    limits.animationPixelCount = pixels - 1
    #expect(throws: ImageError.tooManyAnimatedPixels(limit: pixels - 1)) {
      _ = try AnimatedImage(source, limits: limits)
    }
  }

  @Test func `a frame beyond the canvas ends the animation, except in GIF`() throws {
    var bytes = try Fixture.bytes("blends.png")
    let controls = bytes.indices.filter { bytes[$0...].starts(with: "fcTL".utf8) }
    // The column of the third frame.
    bytes[controls[2] + 4 + 15] = 15
    let image = try AnimatedImage(ImageSource(bytes))
    #expect(image.frameCount == 2 && !image.isComplete)
    // The width of the first frame.
    bytes[controls[0] + 4 + 7] = 25
    #expect(throws: ImageError.damaged(.png, reason: "a frame exceeds the canvas")) {
      _ = try AnimatedImage(ImageSource(bytes))
    }
  }

  @Test func `a frame out of sequence ends the animation`() throws {
    var bytes = try Fixture.bytes("blends.png")
    let controls = bytes.indices.filter { bytes[$0...].starts(with: "fcTL".utf8) }
    bytes[controls[3] + 4 + 3] += 1
    let image = try AnimatedImage(ImageSource(bytes))
    #expect(image.frameCount == 3 && !image.isComplete)
  }

  @Test func `a decoded frame does not change with the next`() throws {
    let image = try AnimatedImage(ImageSource(Fixture.bytes("disposals.gif")))
    let expected = try ExpectedFrames("disposals.gif").frames
    #expect(try allFrames(of: image).map(\.pixels) == expected)
  }

  @Test func `a decoder holds no more than its canvas and the frame it draws`() throws {
    let image = try AnimatedImage(ImageSource(Fixture.bytes("disposals.gif")))
    let pool = Bitmap.Pool(byteLimit: 1 << 20)
    let canvas = try Bitmap(width: 24, height: 20, pool: pool)
    let one = pool.usedByteCount
    var decoder = image.makeDecoder(pool: pool)
    for _ in 0..<20 {
      decoder.rewind()
      while try decoder.next() != nil { #expect(pool.usedByteCount <= 4 * one) }
      // The canvas, the frame, and the pixels to restore.
      #expect(pool.usedByteCount + pool.idleByteCount <= 5 * one)
    }
    #expect(canvas.isClear)
  }
}

/// Decodes all frames.
private func allFrames(of image: AnimatedImage) throws -> [Bitmap] {
  var decoder = image.makeDecoder()
  var frames: [Bitmap] = []
  while let frame = try decoder.next() { frames.append(frame) }
  return frames
}

/// The frames that `Fixtures/generate-animations.py` composed.
private struct ExpectedFrames {
  let width: Int
  let height: Int
  let milliseconds: [Int]
  let frames: [[UInt32]]

  init(_ name: String) throws {
    let bytes = try Fixture.bytes(name + ".frames").map(Int.init)
    func number(_ size: Int, at place: Int) -> Int {
      (0..<size).reversed().reduce(0) { $0 << 8 | bytes[place + $1] }
    }
    let (width, height) = (number(2, at: 0), number(2, at: 2))
    let count = number(2, at: 4)
    (self.width, self.height) = (width, height)
    milliseconds = (0..<count).map { number(4, at: 6 + $0 * 4) }
    frames = (0..<count).map { index in
      let start = 6 + count * 4 + index * width * height * 4
      return (0..<width * height).map { UInt32(number(4, at: start + $0 * 4)) }
    }
  }
}

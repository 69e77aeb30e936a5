import Glibc
import GalleyPixels
import GalleySystem
import TestSupport
import Testing

@testable import GalleyImages

/// Images that processes of `galley` decode.
struct ImageHelpersTests {
  private static let names = [
    "rgba.png", "interlaced.png", "palette.png", "baseline.jpg", "progressive.jpg", "cmyk.jpg",
    "turned-6.jpg", "lossless.webp", "lossy-alpha.webp", "animated.webp", "interlaced.gif",
    "animated.gif",
  ]

  private func helpers(_ change: (inout HelperPool.Bounds) -> Void = { _ in }) -> ImageHelpers {
    var bounds = HelperPool.Bounds()
    bounds.seconds = 60
    change(&bounds)
    return ImageHelpers(program: Program.built("galley"), bounds: bounds)
  }

  private static let requests = [
    ImageSource.Request(), ImageSource.Request(size: PixelSize(width: 7, height: 5)),
    ImageSource.Request(size: PixelSize(width: 9, height: 9), mode: .fill, allowsPartial: true),
    ImageSource.Request(size: PixelSize(width: 5, height: 9), mode: .atLeast),
  ]

  @Test func `pictures equal those decoded in the process`() throws {
    let helpers = helpers()
    for name in Self.names {
      let bytes = try Fixture.bytes(name)
      let (here, there) = try (ImageSource(bytes), ImageSource(bytes, helpers: helpers))
      for request in Self.requests {
        let (expected, found) = try (here.decode(request), there.decode(request))
        #expect(found.bitmap == expected.bitmap, "\(name)")
        #expect(found.isOpaque == expected.isOpaque && found.isComplete == expected.isComplete)
      }
    }
    // One process decoded all of them.
    #expect(helpers.processes.count == 1)
  }

  @Test(arguments: [
    "blends.webp", "blends.png", "disposals.gif", "separate-default.png", "rgba.png",
    "baseline.jpg", "lossy-alpha.webp",
  ])
  func `frames of animations equal those decoded in the process`(name: String) throws {
    let helpers = helpers()
    let bytes = try Fixture.bytes(name)
    func frames(_ helpers: ImageHelpers?) throws -> [Bitmap] {
      let image = try AnimatedImage(ImageSource(bytes, helpers: helpers))
      var decoder = image.makeDecoder()
      return try (0..<image.frameCount).map { try decoder.frame(at: $0) }
    }
    let expected = try frames(nil)
    #expect(try frames(helpers) == expected)
    // They were decoded there: a process that is gone is an error.
    #expect(helpers.processes.count == 1)
    let gone = ImageHelpers(program: "/nowhere/galley")
    #expect(throws: ImageError.self) { try frames(gone) }
  }

  @Test(arguments: names)
  func `damaged pictures have the errors of this process`(name: String) throws {
    let helpers = helpers()
    let original = try Fixture.bytes(name)
    func outcome(_ bytes: [UInt8], _ helpers: ImageHelpers?) -> Result<Bitmap, ImageError> {
      Result { () throws(ImageError) in
        let request = ImageSource.Request(size: PixelSize(width: 9, height: 9))
        return try ImageSource(bytes, helpers: helpers).decode(request).bitmap
      }
    }
    var random = SplitMix64(seed: 7)
    for _ in 0..<40 {
      var bytes = original
      for _ in 0..<4 {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let header = try? ImageHeader(bytes), header.width * header.height < 1 << 20 else {
        continue
      }
      #expect(outcome(bytes, helpers) == outcome(bytes, nil))
    }
  }

  @Test func `a helper that is killed in the middle is an error of its picture only`() throws {
    let helpers = helpers()
    let source = try ImageSource(Fixture.bytes("rgba.png"), helpers: helpers)
    let expected = try source.decode().bitmap
    let process = try #require(helpers.processes.first)
    // It gets the request, and never answers.
    try #require(kill(process, SIGSTOP) == 0)
    let killer = Threads(1) { _ in
      while helpers.processes.contains(process) { usleep(100) }
      usleep(20_000)
      kill(process, SIGKILL)
    }
    let reason = "signal 9 ended the helper process"
    #expect(throws: ImageError.damaged(.png, reason: reason)) { try source.decode() }
    killer.wait()
    #expect(try source.decode().bitmap == expected)
    #expect(helpers.processes != [process])
  }

  @Test func `a helper that takes too long is an error of its picture only`() throws {
    let helpers = helpers { $0.seconds = 2 }
    let source = try ImageSource(Fixture.bytes("baseline.jpg"), helpers: helpers)
    let expected = try source.decode().bitmap
    try #require(kill(try #require(helpers.processes.first), SIGSTOP) == 0)
    #expect(throws: ImageError.damaged(.jpeg, reason: "the helper process took too long")) {
      try source.decode()
    }
    #expect(try source.decode().bitmap == expected)
  }

  @Test(.disabled(if: isSanitized, "sanitizers reserve addresses"))
  func `a picture that needs more memory than a helper has is refused`() throws {
    let large =
      try Bitmap(width: 8_000, height: 8_000).pngData()
      + Array(repeating: 0, count: 70_000)
    let helpers = helpers { $0.memory = 280 << 20 }
    let request = ImageSource.Request(size: PixelSize(width: 100, height: 100))
    #expect(throws: ImageError.self) { try ImageSource(large, helpers: helpers).decode(request) }
    let small = try ImageSource(Fixture.bytes("rgba.png"), helpers: helpers)
    #expect(throws: Never.self) { try small.decode() }
  }

  @Test func `a bomb is refused before a process starts`() throws {
    let helpers = helpers()
    var bomb = try Bitmap(width: 8, height: 8).pngData()
    for place in [18, 22] { bomb.replaceSubrange(place..<place + 2, with: [60, 0]) }
    #expect(throws: ImageError.self) { try ImageSource(bomb, helpers: helpers) }
    #expect(helpers.processes.isEmpty)
  }

  @Test func `threads decode in processes of their own, of which some are kept`() throws {
    let helpers = helpers { $0.idle = 2 }
    let source = try ImageSource(Fixture.bytes("lossless.webp"), helpers: helpers)
    let expected = try source.decode().bitmap
    let failures = Shared(0)
    Threads(4) { _ in
      for _ in 0..<20 where (try? source.decode().bitmap) != expected {
        failures.change { $0 += 1 }
      }
    }.wait()
    #expect(failures.current == 0)
    #expect((1...2).contains(helpers.processes.count))
  }

  @Test func `a missing program is an error of the picture`() throws {
    let helpers = ImageHelpers(program: "/nowhere/galley")
    let source = try ImageSource(Fixture.bytes("rgba.png"), helpers: helpers)
    let error = #expect(throws: ImageError.self) { try source.decode() }
    guard case .notLoaded(.png, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("No such file"))
  }

  @Test func `a helper has a gibibyte and ten seconds, and four are kept, by default`() {
    let bounds = HelperPool.Bounds()
    #expect(bounds.memory == 1 << 30)
    #expect(bounds.seconds == 10)
    #expect(bounds.idle == 4)
  }
}

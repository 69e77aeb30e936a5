import GalleyBasics
@testable import GalleyDisplay
import GalleyGeometry
import GalleyImages
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import Testing

@MainActor struct AnimationTests {
  let test = TestEnvironment()
  let colors = [Color.red, .green, .black]

  private func makeNode(_ image: AnimatedImage, x: Double = 0) -> ImageNode {
    var options = ImageNode.Options()
    options.animatesFirst = false
    let node = ImageNode(options: options, environment: test.environment)
    node.node.frame = Rect(x: x, y: 0, width: 4, height: 4)
    node.setImage(.animation(image))
    test.settle(showing: node.node)
    return node
  }

  private func color(of node: ImageNode) -> Color? {
    node.node.layer.contents.map { Color(argb: $0.pixel(x: 0, y: 0)) }
  }

  private func player(of image: AnimatedImage) -> AnimationPlayer {
    test.environment.animations.player(of: image, in: test.environment)
  }

  /// Advances the clock, and runs ticks only if the loop asks for them.
  private func wait(_ seconds: Double) {
    test.clock.advance(by: seconds)
    test.environment.loop.settle(limit: 100)
  }

  @Test func `frames follow each other for ever, and the loop sleeps in between`() throws {
    let node = makeNode(try .colors(colors, seconds: 1, repeats: 0))
    let loop = test.environment.loop
    #expect(color(of: node) == .red)
    for color in [Color.green, .black, .red, .green, .black, .red] {
      test.clock.advance(by: 0.95)
      #expect(!loop.needsTick)
      test.clock.advance(by: 0.05)
      #expect(loop.needsTick)
      // The wake-up, the decoding ahead, and the drawing.
      #expect(loop.settle(limit: 100) <= 4)
      #expect(self.color(of: node) == color)
    }
  }

  @Test func `nodes share the clock, the decoder and the bitmaps of an animation`() throws {
    let image = try AnimatedImage.colors(colors, seconds: 1, repeats: 0)
    let first = makeNode(image)
    wait(1)
    #expect(color(of: first) == .green)
    // A later node joins at the shown frame.
    let second = makeNode(image, x: 10)
    #expect(color(of: second) == .green)
    for color in [Color.black, .red, .green] {
      wait(1)
      #expect(self.color(of: first) == color && self.color(of: second) == color)
      let contents = try #require(first.node.layer.contents)
      #expect(second.node.layer.contents?.sharesPixels(with: contents) == true)
    }
    #expect(test.environment.animations.count == 1)
    // A small animation keeps its frames, so each is decoded once.
    #expect(player(of: image).frames.decodedCount == 3)
  }

  @Test func `an animation pauses while no node that shows it is visible`() throws {
    let image = try AnimatedImage.colors(colors, seconds: 1, repeats: 0)
    let node = makeNode(image)
    node.node.isRangeManaged = true
    wait(0.5)
    node.node.setInterfaceState(.display)
    test.settle()
    wait(10)
    #expect(color(of: node) == .red && !test.environment.loop.needsTick)
    node.node.setInterfaceState(.visible)
    test.settle()
    // The frame is shown for its whole duration again.
    wait(0.8)
    #expect(color(of: node) == .red)
    wait(0.2)
    #expect(color(of: node) == .green)
  }

  @Test func `a node that returns draws the frame the others have come to`() throws {
    let image = try AnimatedImage.colors(colors, seconds: 1, repeats: 0)
    let (first, second) = (makeNode(image), makeNode(image, x: 10))
    second.node.isRangeManaged = true
    second.node.setInterfaceState(.display)
    test.settle()
    wait(1)
    #expect(color(of: first) == .green && color(of: second) == .red)
    second.node.setInterfaceState(.visible)
    test.settle()
    #expect(color(of: second) == .green)
  }

  @Test func `playback stops at the current frame, or shows only the first`() throws {
    let node = makeNode(try .colors(colors, seconds: 1, repeats: 0))
    wait(1)
    test.environment.animationPlayback = .paused
    wait(5)
    #expect(color(of: node) == .green && !test.environment.loop.needsTick)
    test.environment.animationPlayback = .firstFrame
    test.settle()
    #expect(color(of: node) == .red)
    wait(5)
    #expect(color(of: node) == .red)
    test.environment.animationPlayback = .playing
    test.settle()
    #expect(color(of: node) == .green)
    wait(1)
    #expect(color(of: node) == .black)
  }

  @Test func `an animation stops at its last frame after its last play`() throws {
    let node = makeNode(try .colors(colors, seconds: 1, repeats: 1))
    var shown: [Color?] = []
    for _ in 0..<7 {
      shown.append(color(of: node))
      wait(1)
    }
    #expect(shown == [.red, .green, .black, .red, .green, .black, .black])
    wait(1)
    #expect(!test.environment.loop.needsTick)
  }

  @Test func `an animation stays at the frame before a damaged one`() throws {
    var bytes = [UInt8].gif(colors, seconds: 1, repeats: 0)
    // The second frame's data end too early: its first code ends the image.
    let starts = bytes.indices.filter { bytes[$0...].starts(with: [0, 2, 10]) }
    let start = try #require(starts.dropFirst().first)
    bytes[start + 3] = 0xFD
    let node = makeNode(try AnimatedImage(ImageSource(bytes)))
    wait(1)
    wait(1)
    #expect(color(of: node) == .red && !test.environment.loop.needsTick)
    #expect(node.error == nil)
  }

  @Test func `a frame that is decoded late is shown at once, and for its whole duration`() throws {
    let node = makeNode(try .colors(colors, seconds: 1, repeats: 0))
    test.clock.advance(by: 1)
    test.environment.loop.tick()
    // Time passes without the executor, which was to draw this frame and to decode the next.
    test.clock.advance(by: 5)
    test.environment.loop.tick()
    #expect(color(of: node) == .red)
    wait(0)
    #expect(color(of: node) == .black)
    wait(0.95)
    #expect(color(of: node) == .black)
    wait(0.05)
    #expect(color(of: node) == .red)
  }

  @Test func `a large animation keeps only the shown and the next frame`() throws {
    let image = try AnimatedImage.colors(
      [.red, .green, .black, .red, .green], seconds: 1, repeats: 0, side: 512)
    let node = makeNode(image)
    for color in [Color.green, .black, .red, .green, .red, .green] {
      wait(1)
      #expect(self.color(of: node) == color)
      #expect(player(of: image).frames.keptCount == 2)
    }
  }

  @Test func `different animations play side by side, and stop together`() throws {
    let first = makeNode(try .colors(colors, seconds: 1, repeats: 0))
    let second = makeNode(try .colors(colors.reversed(), seconds: 1, repeats: 0), x: 10)
    #expect(test.environment.animations.count == 2)
    wait(1)
    #expect(color(of: first) == .green && color(of: second) == .green)
    wait(1)
    #expect(color(of: first) == .black && color(of: second) == .red)
    test.environment.animationPlayback = .paused
    wait(1)
    wait(1)
    #expect(color(of: first) == .black && color(of: second) == .red)
    #expect(!test.environment.loop.needsTick)
  }

  @Test func `an animation as large as the limit keeps all frames`() throws {
    let image = try AnimatedImage.colors(
      [.red, .green, .black, .red], seconds: 1, repeats: 0, side: 512)
    #expect(image.byteCount == AnimationFrames.keptByteLimit)
    let node = makeNode(image)
    for _ in 0..<6 { wait(1) }
    #expect(color(of: node) == .black)
    #expect(player(of: image).frames.keptCount == 4)
    #expect(player(of: image).frames.decodedCount == 4)
  }

  @Test func `frames do not fade into each other`() throws {
    var options = ImageNode.Options()
    options.crossFades = true
    options.animatesFirst = false
    let node = ImageNode(options: options, environment: test.environment)
    node.node.frame = Rect(x: 0, y: 0, width: 4, height: 4)
    node.setImage(.animation(try .colors(colors, seconds: 1, repeats: 0)))
    test.settle(showing: node.node)
    test.frame(after: 1)
    test.frame()
    #expect(node.node.layer.animationKeys.isEmpty)
    wait(1)
    #expect(color(of: node) == .green && node.node.layer.animationKeys.isEmpty)
    // Another image does.
    node.setImage(.file(try .square(4, .black)))
    test.settle()
    #expect(node.node.layer.animationKeys == ["contents.crossFade"])
  }

  @Test func `an animation is released with the last node that shows it`() throws {
    var image: AnimatedImage? = try .colors(colors, seconds: 1, repeats: 0)
    weak let released = image
    let node = try makeNode(#require(image))
    image = nil
    #expect(released != nil)
    node.setImage(.file(try .square(4, .black)))
    test.settle()
    wait(2)
    #expect(released == nil && test.environment.animations.count == 0)
    #expect(color(of: node) == .black)
  }

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `a clock shows all frames in order, each for its duration`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let durations = (0..<Int.random(in: 2...6, using: &random)).map { _ in
      Double.random(in: 0.02...0.5, using: &random)
    }
    let plays = Int.random(in: 1...3, using: &random)
    var clock = AnimationClock(durations: durations, playCount: plays)
    var (time, shown, decodings, due) = (0.0, [0], [(Int, Double)](), Double.infinity)
    var lastShown = 0.0
    func take(_ steps: [AnimationClock.Step]) {
      for step in steps {
        switch step {
        case .decode(let frame):
          decodings.append((frame, time + .random(in: 0...0.6, using: &random)))
        case .wake(let at): due = at
        case .show(let frame):
          // Never early by more than an earlier delay that is made up for.
          #expect(time >= lastShown)
          lastShown = time
          shown.append(frame)
        }
      }
    }
    take(clock.play(at: time))
    for _ in 0..<500 where !clock.hasEnded {
      time += .random(in: 0...0.05, using: &random)
      for (index, decoding) in decodings.enumerated().reversed() where decoding.1 <= time {
        decodings.remove(at: index)
        take(clock.didDecode(decoding.0, at: time))
      }
      if time >= due {
        due = .infinity
        take(clock.wake(at: time))
      }
      // At most one frame is decoded ahead.
      #expect(decodings.count <= 1)
    }
    #expect(clock.hasEnded)
    #expect(shown == Array(repeatElement(Array(durations.indices), count: plays).joined()))
    #expect(time >= durations.reduce(0, +) * Double(plays) - (durations.last ?? 0) - 1e-9)
  }
}

extension AnimatedImage {
  /// Returns an animation of squares of one color each.
  static func colors(
    _ colors: [Color], seconds: Double, repeats: Int, side: Int = 4
  ) throws -> AnimatedImage {
    try AnimatedImage(
      ImageSource(.gif(colors, seconds: seconds, repeats: repeats, side: side)))
  }
}

extension [UInt8] {
  /// Returns a GIF of squares of one color each, with up to four colors in all.
  static func gif(_ colors: [Color], seconds: Double, repeats: Int, side: Int = 4) -> [UInt8] {
    func two(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
    var palette: [Color] = []
    for color in colors where !palette.contains(color) { palette.append(color) }
    var bytes = Array("GIF89a".utf8) + two(side) + two(side) + [0x81, 0, 0]
    for index in 0..<4 {
      let color = index < palette.count ? palette[index] : .white
      bytes += [16, 8, 0].map { UInt8(color.argb >> $0 & 255) }
    }
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + two(repeats) + [0]
    for color in colors {
      bytes += [0x21, 0xF9, 4, 4] + two(Int(seconds * 100)) + [0, 0]
      bytes += [0x2C, 0, 0, 0, 0] + two(side) + two(side) + [0, 2]
      let index = palette.firstIndex(of: color) ?? 0
      // Codes of three bits: a clear code, 4, before the table would grow; 5 ends the image.
      var codes: [Int] = []
      for pixel in 0..<side * side { codes += pixel % 2 == 0 ? [4, index] : [index] }
      codes.append(5)
      var data: [UInt8] = []
      var (pending, count) = (0, 0)
      for code in codes {
        (pending, count) = (pending | code << count, count + 3)
        while count >= 8 {
          data.append(UInt8(pending & 255))
          (pending, count) = (pending >> 8, count - 8)
        }
      }
      if count > 0 { data.append(UInt8(pending)) }
      for start in stride(from: 0, to: data.count, by: 255) {
        let part = data[start..<Swift.min(start + 255, data.count)]
        bytes += [UInt8(part.count)] + part
      }
      bytes.append(0)
    }
    return bytes + [0x3B]
  }
}

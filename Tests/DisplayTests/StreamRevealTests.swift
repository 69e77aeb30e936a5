@testable import GalleyDisplay
import GalleyGeometry
import GalleyPixels
import GalleyRichStreaming
import Testing

/// The fading in of a message's words.
struct StreamRevealTests {
  /// Returns lines of 100 points, each 20 points high, at x = 10.
  private func lines(_ count: Int, placeholder: Int? = nil) -> [StreamLine] {
    (0..<count).map {
      StreamLine(
        frame: Rect(x: 10, y: Double($0) * 20, width: 100, height: 20), isRightToLeft: $0 == 1,
        isPlaceholder: $0 == placeholder)
    }
  }

  private func reveal(_ count: Int, placeholder: Int? = nil, at time: Double = 5) -> StreamReveal {
    var reveal = StreamReveal()
    reveal.show(lines(count, placeholder: placeholder), below: 0, at: time)
    return reveal
  }

  @Test func `nothing moves once all lines are visible`() throws {
    let reveal = reveal(3)
    let first = try #require(reveal.moment(at: 5.05))
    #expect(first.top == 0)
    let last = reveal.moment(at: 1_000)
    #expect(last == nil)
  }

  @Test func `a placeholder keeps the message moving from its line on`() throws {
    let moment = try #require(reveal(3, placeholder: 1).moment(at: 1_000))
    #expect(moment.top == 20)
  }

  @Test func `words appear in reading order, from the start of each line`() throws {
    let reveal = reveal(3)
    var seen: [[Double]] = []
    for step in 1..<40 {
      guard let moment = reveal.moment(at: 5 + Double(step) / 20), moment.top == 0 else { break }
      let shown = [
        moment.opacity(ofLine: 0, at: 10), moment.opacity(ofLine: 0, at: 110),
        moment.opacity(ofLine: 1, at: 110), moment.opacity(ofLine: 1, at: 10),
        moment.opacity(ofLine: 2, at: 10), moment.opacity(ofLine: 2, at: 110),
      ]
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 >= $1 })
      // The end of a line, and beyond it, is as far as the start of the next.
      #expect(shown[1] == shown[2] && shown[3] == shown[4])
      #expect(moment.opacity(ofLine: 0, at: 500) == shown[1])
      #expect(moment.opacity(ofLine: 0, at: -500) == shown[0])
      // What is behind the texts appears with the line that extends below.
      #expect(moment.groundOpacity(at: 0) == shown[0])
      #expect(moment.groundOpacity(at: 20) == shown[2])
      #expect(moment.groundOpacity(at: 60) == shown[5])
      seen.append(shown)
    }
    #expect(seen.contains { $0[0] > $0[5] })
    #expect(zip(seen, seen.dropFirst()).allSatisfy { zip($0, $1).allSatisfy { $0 <= $1 } })
  }

  @Test func `lines replaced below an edge follow those above it`() throws {
    var reveal = reveal(2)
    let new = StreamLine(
      frame: Rect(x: 10, y: 20, width: 60, height: 20), isRightToLeft: false, isPlaceholder: true)
    reveal.show([new], below: 20, at: 6)
    let moment = try #require(reveal.moment(at: 1_000))
    #expect(moment.top == 20)
    #expect(moment.lines(in: Rect(x: 0, y: 0, width: 200, height: 100)).map(\.frame) == [new.frame])
  }

  @Test(arguments: [(0.0, 0), (19.9, 0), (20, 1), (40, 2), (59, 2), (60, 3), (100, 3)])
  func `lines that end above an edge are kept, and others are replaced`(
    edge: Double, kept: Int
  ) throws {
    var reveal = reveal(3)
    let new = StreamLine(
      frame: Rect(x: 10, y: 100, width: 60, height: 20), isRightToLeft: false,
      isPlaceholder: false)
    reveal.show([new], below: edge, at: 5)
    let moment = try #require(reveal.moment(at: 5))
    let shown = moment.lines(in: Rect(x: 0, y: 0, width: 200, height: 200))
    #expect(shown.map(\.frame) == lines(3).prefix(kept).map(\.frame) + [new.frame])
  }

  @Test(arguments: [
    (0.0, 20.0, [0]), (20, 20, [1]), (19, 2, [0, 1]), (0, 60, [0, 1, 2]), (60, 10, []),
    (-10, 10, []), (39, 1, [1]), (40, 1, [2]),
  ])
  func `the lines of a rectangle are those that it overlaps`(
    y: Double, height: Double, indices: [Int]
  ) throws {
    let moment = try #require(reveal(3).moment(at: 5))
    let rect = Rect(x: 0, y: y, width: 200, height: height)
    #expect(moment.lines(in: rect).map(\.index) == indices)
  }

  @Test func `the shimmer passes from the leading edge to the end, and pauses`() {
    // A pass takes 1.2 s and the pause 0.3 s; the band is half as wide as the text.
    func opacity(_ offset: Double, _ time: Double) -> Double {
      (Shimmer.opacity(at: offset, of: 100, time: time) * 1e6).rounded() / 1e6
    }
    #expect(opacity(50, 0.6) == 1)
    #expect(opacity(75, 0.6) == 0.45 && opacity(25, 0.6) == 0.45)
    #expect(opacity(62.5, 0.6) == 0.725 && opacity(37.5, 0.6) == 0.725)
    #expect(opacity(0, 0.2) == 1 && opacity(100, 1) == 1)
    #expect(opacity(100, 1.2) == 0.45 && opacity(100, 1.4) == 0.45)
    #expect(opacity(50, 2.1) == 1)
    #expect(Shimmer.opacity(at: 0, of: 0, time: 0.2) == 0.45)
  }

  @Test(arguments: [(0.0, false), (0.01, false), (0.011, true), (-1, false), (1, true)])
  func `a line extends below an edge by more than a hundredth of a point`(
    edge: Double, isBelow: Bool
  ) {
    #expect(StreamingLayout.extends(edge, below: 0) == isBelow)
  }

  // MARK: Pixels

  /// Returns the moment of a line of 100 points that has been fading in for some time.
  private func moment(of frame: Rect, after time: Double) throws -> StreamMoment {
    var reveal = StreamReveal()
    reveal.show(
      [StreamLine(frame: frame, isRightToLeft: false, isPlaceholder: false)], below: 0, at: 0)
    return try #require(reveal.moment(at: time))
  }

  @Test func `hidden text shows what is behind it, and what follows is transparent`() throws {
    // The start of the line is opaque, and the front is 100 * 0.2 / 0.85 = 23.5 points from it.
    let moment = try moment(of: Rect(x: 10, y: 4, width: 100, height: 8), after: 0.2)
    var bitmap = try Bitmap(width: 40, height: 16, color: .white)
    var ground = try Bitmap(width: 40, height: 16)
    let colors = (0..<16).map { Color(argb: 0xFF00_0000 | $0) }
    for row in 0..<16 {
      ground.fill(PixelRect(minX: 0, minY: row, maxX: 40, maxY: row + 1), with: colors[row])
    }
    moment.apply(to: &bitmap, over: ground, at: .zero, scale: 1)
    for row in 0..<16 {
      let (shown, hidden) = (0..<10, 34..<40)
      switch row {
      case ..<4: #expect((0..<40).allSatisfy { bitmap.pixel(x: $0, y: row) == 0xFFFF_FFFF })
      case ..<12:
        #expect(shown.allSatisfy { bitmap.pixel(x: $0, y: row) == 0xFFFF_FFFF }, "row \(row)")
        #expect(hidden.allSatisfy { bitmap.pixel(x: $0, y: row) == colors[row].argb }, "row \(row)")
      default: #expect((0..<40).allSatisfy { bitmap.pixel(x: $0, y: row) == 0 }, "row \(row)")
      }
    }
  }

  @Test func `the pixels below a line are not mixed with it`() throws {
    // The end of the line, and what follows, is half transparent.
    let moment = try moment(of: Rect(x: 0, y: 0, width: 100, height: 8), after: 0.95)
    var bitmap = try Bitmap(width: 30, height: 16, color: .white)
    let ground = try Bitmap(width: 30, height: 16, color: .black)
    moment.apply(to: &bitmap, over: ground, at: Point(x: 80, y: 0), scale: 1)
    for row in 8..<16 {
      #expect((0..<30).allSatisfy { bitmap.pixel(x: $0, y: row) == 0x7F7F_7F7F }, "row \(row)")
    }
  }

  @Test func `a message is transparent as long as none of it has appeared`() throws {
    let moment = try moment(of: Rect(x: 0, y: 0, width: 100, height: 8), after: 0)
    var bitmap = try Bitmap(width: 30, height: 16, color: .white)
    let ground = try Bitmap(width: 30, height: 16, color: .black)
    moment.apply(to: &bitmap, over: ground, at: .zero, scale: 1)
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }
}

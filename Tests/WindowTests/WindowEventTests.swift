import GalleyGeometry
import GalleyScheduling
import GalleyWindow
import Glibc
import Testing

/// Events of SDL in a window of its dummy driver.
@MainActor
@Suite(.serialized, .enabled(if: unsafe dlopen(library, RTLD_NOW) != nil, "there is no SDL 2"))
struct WindowEventTests {
  private let window: Window
  private let events = Events()

  @MainActor private final class Events {
    var all: [WindowEvent] = []
  }

  init() throws {
    unsafe setenv("SDL_VIDEODRIVER", "dummy", 1)
    window = try Window(
      title: "Test", size: Size(width: 200, height: 100), scale: 2, loop: EventLoop())
    window.handleEvents()
    window.onEvent = { [events] in events.all.append($0) }
  }

  /// Calls one of SDL's functions, which takes an event or a number.
  private func push(_ words: [UInt32]) throws {
    typealias Push = @convention(c) (UnsafeMutableRawPointer) -> Int32
    let handle = unsafe dlopen(library, RTLD_NOW)
    let symbol = try unsafe #require(dlsym(handle, "SDL_PushEvent"))
    let push = unsafe unsafeBitCast(symbol, to: Push.self)
    // An event has the size of its largest kind.
    var event = words + [UInt32](repeating: 0, count: 32 - words.count)
    let isTaken = unsafe event.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe push($0) == 1 } ?? false
    }
    try #require(isTaken)
  }

  private func pushWheel(_ x: Float, _ y: Float, isFlipped: Bool = false) throws {
    try push([
      0x403, 0, 0, 0, UInt32(bitPattern: Int32(x)), UInt32(bitPattern: Int32(y)),
      isFlipped ? 1 : 0, x.bitPattern, y.bitPattern,
    ])
  }

  /// Returns the received movements.
  private func movements() -> [WindowEvent.WheelMovement] {
    window.handleEvents()
    return events.all.compactMap { if case .scrolled(let movement) = $0 { movement } else { nil } }
  }

  @Test func `fractional wheel movements are precise, and whole notches are not`() throws {
    try pushWheel(0, 1)
    try pushWheel(0, -2)
    try pushWheel(0, 0.25)
    try pushWheel(-0.5, 0)
    try pushWheel(0, 0.25, isFlipped: true)
    let movements = movements()
    #expect(movements.map(\.isPrecise) == [false, false, true, true, true])
    let notch = 60.0
    #expect(
      movements.map(\.distance) == [
        Point(x: 0, y: -notch), Point(x: 0, y: 2 * notch), Point(x: 0, y: -notch / 4),
        Point(x: -notch / 2, y: 0), Point(x: 0, y: notch / 4),
      ])
  }

  @Test func `pointer positions are in points, including those of wheel events`() throws {
    // Type, time, window, which, state or button, x, y.
    try push([0x400, 0, 0, 0, 0, 100, 50])
    try pushWheel(0, 1)
    #expect(movements().map(\.position) == [Point(x: 50, y: 25)])
    #expect(events.all.first == .pointerMoved(Point(x: 50, y: 25), []))
    #expect(window.pointer == Point(x: 50, y: 25))
    // The left button, down, for the second time.
    try push([0x401, 0, 0, 0, 0x0002_0101, 20, 40])
    window.handleEvents()
    #expect(events.all.last == .pressed(.left, at: Point(x: 10, y: 20), clicks: 2, []))
  }

  @Test func `key events have a named key or character and the held modifiers`() throws {
    let keys: [(UInt32, WindowEvent.Key)] = [
      (0x4000_0045, .function(12)), (0x4000_004A, .home), (27, .escape), (99, .character("c")),
      (0x4000_00FF, .other(0x4000_00FF)),
    ]
    for (number, _) in keys { try push([0x300, 0, 0, 1, 0, number, 0x0040]) }
    window.handleEvents()
    #expect(events.all == keys.map { .key($0.1, .control, isRepeat: false) })
  }

  @Test func `pending resize events are coalesced`() throws {
    for _ in 0..<3 { try push([0x200, 0, 0, 6, 400, 200]) }
    try push([0x100])
    window.handleEvents()
    #expect(events.all == [.closed, .resized])
    #expect(window.size == Size(width: 200, height: 100))
  }

  @Test func `irrelevant SDL events are ignored`() throws {
    for kind: UInt32 in [0x8000, 0x304, 0x1000, 0xFFFF] { try push([kind]) }
    window.handleEvents()
    #expect(events.all.isEmpty)
  }
}

private let library = "libSDL2-2.0.so.0"

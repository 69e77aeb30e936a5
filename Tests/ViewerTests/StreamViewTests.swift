import Foundation
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyMessages
import GalleyRichTypesetting
import GalleyScheduling
import GalleyTypesetting
import GalleyWindow
import TestSupport
import Testing

@testable import GalleyViewer

/// Messages that scroll while they are written.
@MainActor @Suite struct StreamViewTests {
  private static let size = Size(width: 232, height: 100)
  private let clock = ManualClock()
  private let environment: DisplayEnvironment
  private let surface: NodeSurface
  private let view: StreamView

  init() {
    environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    environment.animationPlayback = .firstFrame
    let appearance = StreamAppearance(
      theme: RichTheme(message: MessageTheme(text: TestFonts.style(size: 10))),
      engine: TestFonts.engine())
    view = StreamView(appearance, size: Self.size, environment: environment)
    surface = NodeSurface(
      LayerHost(size: Self.size, scale: 1), environment: environment)
    surface.rootNode = view.node
    settle()
  }

  private func settle() {
    for _ in 0..<4 {
      environment.loop.settle(limit: 100)
      clock.advance(by: 1)
    }
  }

  private func append(_ paragraphs: Int) {
    for number in 0..<paragraphs { view.message.append("line \(number)\n\n") }
    settle()
  }

  private var end: Double { view.scroller.range.upperBound }

  @Test func `the end of a growing message stays visible`() {
    #expect(end == 0)
    append(20)
    #expect(end > 100 && view.scroller.offset == end)
    let bottom = Self.size.height - StreamAppearance.padding
    // The message is on whole pixels.
    #expect((view.message.node.frame.maxY - bottom).magnitude <= 0.5)
    append(5)
    #expect(view.scroller.offset == end)
    // 24 points above the end, it is followed still.
    surface.send(wheel(-24))
    settle()
    #expect(view.scroller.offset == end - 24)
    append(1)
    #expect(view.scroller.offset == end)
  }

  @Test func `a reader who has scrolled up keeps the place`() {
    append(20)
    surface.send(wheel(-25))
    settle()
    let offset = view.scroller.offset
    #expect(offset == end - 25)
    append(5)
    #expect(view.scroller.offset == offset && end > offset + 50)
    view.scroll(.end(.tail))
    append(5)
    #expect(view.scroller.offset == end)
  }

  @Test func `a resized view lays the message out for its width and follows its end`() {
    view.message.append(String(repeating: "words that wrap ", count: 40))
    settle()
    let height = view.message.height
    view.resize(to: Size(width: 132, height: 80))
    settle()
    #expect(view.message.width == 100 && view.message.height > height)
    #expect(end == view.message.height + 2 * StreamAppearance.padding - 80)
    #expect(view.scroller.offset == end)
  }

  private func wheel(_ distance: Double) -> ScrollEvent {
    ScrollEvent(
      Point(x: 0, y: distance), isPrecise: true, at: Point(x: 50, y: 50), time: clock.now)
  }
}

/// The contents of the window of `galley-view stream`.
@MainActor @Suite struct StreamWindowTests {
  private let environment: DisplayEnvironment
  private let window: StreamWindow
  private let folder = TemporaryDirectory()

  init() throws {
    let clock = SystemClock()
    environment = DisplayEnvironment(executor: PoolExecutor(clock: clock), clock: clock)
    let appearance = StreamAppearance(
      theme: RichTheme(message: MessageTheme(text: TestFonts.style(size: 10))),
      engine: TestFonts.engine())
    window = StreamWindow(
      appearance, size: Size(width: 232, height: 100), environment: environment)
    try Data("one\n\ntwo\n\nthree".utf8).write(to: URL(filePath: path))
  }

  private var path: String { folder.path + "/message.md" }

  /// Waits until a condition holds, at most for 20 seconds.
  private func wait(_ isDone: () -> Bool) async throws {
    for _ in 0..<2_000 where !isDone() {
      environment.loop.tick()
      try await Task.sleep(for: .milliseconds(10))
    }
    try #require(isDone())
  }

  /// Shows the message, so that it is laid out.
  private func surface() -> NodeSurface {
    let surface = NodeSurface(
      LayerHost(size: Size(width: 232, height: 100), scale: 1), environment: environment)
    surface.rootNode = window.view.node
    return surface
  }

  @Test func `a file is read in pieces until its end`() async throws {
    let surface = surface()
    window.reading.begin(path, chunk: 2, rate: 500)
    try await wait { window.view.message.isFinished }
    #expect(window.reading.hasEnded && window.reading.error == nil)
    #expect(window.view.message.height > 30)
    surface.rootNode = nil
    environment.loop.settle(limit: 16)
  }

  @Test func `Escape stops reading first and then closes the window`() async throws {
    let surface = surface()
    var count = 0
    window.onClose = { count += 1 }
    // The second piece is due after days, however slow the machine is.
    window.reading.begin(path, chunk: 5, rate: 0.000_01)
    try await wait { window.view.message.height > 0 }
    let height = window.view.message.height
    window.press(.escape, [])
    #expect(window.reading.hasEnded && count == 0)
    try await wait { window.view.message.isFinished }
    #expect(window.view.message.height == height)
    window.press(.escape, [])
    #expect(count == 1)
    surface.rootNode = nil
    environment.loop.settle(limit: 16)
  }

  @Test func `an unreadable file is reported`() async throws {
    let surface = surface()
    window.reading.begin(folder.path, chunk: nil, rate: nil)
    try await wait { window.reading.hasEnded }
    #expect(window.reading.error != nil)
    surface.rootNode = nil
    environment.loop.settle(limit: 16)
  }
}

/// The command `galley-view stream`.
@Suite struct StreamViewCommandTests {
  private func stream(_ arguments: [String]) throws -> Outcome {
    try Program.run(
      [Program.built("galley-view"), "stream"] + arguments,
      environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil], limit: 60)
  }

  @Test(arguments: [
    (["/nowhere/a.md", "--json"], 1, "/nowhere/a.md: cannot read"),
    (["a.md", "--json", "--rate", "0"], 64, "a number from 0.01"),
    (["a.md", "--chunk", "0"], 64, "an integer from 1"),
    (["a.md", "--hz", "60"], 64, "add --json"),
    (["a.md", "--json", "--width", "20"], 64, "a --width from 100"),
    (["a.md", "--theme", "green"], 64, "Expected one of light"),
  ])
  func `invalid arguments are reported with a reason`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let outcome = try stream(arguments)
    #expect(outcome.status == status)
    #expect(outcome.complaint.contains(words))
  }

  @Test func `a message is measured in real time without a window`() throws {
    let folder = TemporaryDirectory()
    let text = "# Title\n\n" + String(repeating: "some **bold** words\n\n", count: 20)
    let path = folder.path + "/message.md"
    try Data(text.utf8).write(to: URL(filePath: path))
    let outcome = try stream([
      path, "--json", "--rate", "200", "--chunk", "10", "--hz", "60", "--fonts", TestFonts.manifest,
    ])
    #expect(outcome.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let figures = try #require(object as? [String: Double])
    #expect(figures["bytes"] == Double(text.utf8.count))
    #expect(figures["pieces"] == Double((text.utf8.count + 9) / 10))
    for key in [
      "height", "layouts", "drawn_frames", "append_max_us", "main_p50_us", "frame_p50_us",
    ] {
      #expect(figures[key] ?? 0 > 0, "\(key)")
    }
    // 41 pieces at a rate of 200 take 0.2 s, and the complete message is shown for 0.5 s.
    #expect(figures["frames"] ?? 0 >= 40)
    let keys = ["missed", "skipped", "missed_main", "main_cpu_p99_us", "append_p50_us"]
    for key in keys { #expect(figures[key] ?? -1 >= 0, "\(key)") }
  }
}

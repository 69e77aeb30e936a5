import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import GalleySystem
import GalleyWindow
import Synchronization
import TestSupport

@testable import GalleyViewer

/// A recorded session of the sample conversation, without a screen: events are injected, the clock
/// and the drawing threads are played by hand.
@MainActor final class RecordedSession {
  /// The file of the recording.
  let path: String
  /// The conversation's window.
  let conversation: ConversationWindow
  /// The last frame.
  let sink = BitmapSink()

  private let clock = ManualClock(now: 50)
  private let executor: ManualExecutor
  private let driver = ManualDriver()
  private let recorder: SessionRecorder
  private let loop = EventLoop()
  private var random: SplitMix64

  static let metrics = Window.Metrics(
    size: Size(width: 300, height: 200), scale: 1, refreshRate: 60)

  /// The conversation with the fonts of the tests.
  static func rows() throws -> ChatRows {
    ChatRows(
      ChatHistory(try Chat(json: Array(SampleConversation.json.utf8))),
      style: ChatStyle(.light, width: 360), engine: TestFonts.engine())
  }

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - path: The file of the recording.
  ///   - header: Its header.
  ///   - seed: The order in which drawing threads take and finish work.
  /// - Throws: An error if the file cannot be written.
  init(to path: String, header: SessionHeader, seed: UInt64) throws {
    self.path = path
    random = SplitMix64(seed: seed)
    executor = ManualExecutor(clock: clock)
    recorder = SessionRecorder(
      try LineWriter(path: path), header, executor: executor, clock: clock)
    conversation = recorder.begin(
      try Self.rows(), in: Window(offscreen: Self.metrics), loop: loop, driver: driver,
      driverClock: clock, ConversationWindow.Options(), sinks: [sink])
    run(frames: 12)
  }

  /// Handles an event, a millisecond after the last step.
  func send(_ event: WindowEvent) {
    clock.advance(by: 0.001)
    conversation.window.window.receive(event)
  }

  /// Resizes the window.
  func resize(to size: Size) {
    var metrics = Self.metrics
    metrics.size = size
    conversation.window.window.apply(metrics)
    send(.resized)
  }

  /// Posts a result from outside of the program.
  func post(_ name: String, _ payload: String) {
    conversation.window.environment.loop.arrivals.post(name, payload)
  }

  /// Lets time pass; in each frame, some of the pending work is drawn in any order.
  func run(frames: Int) {
    for _ in 0..<frames {
      for _ in 0..<4 {
        drawSomething()
        clock.advance(by: 1.0 / 240)
        driver.fire(at: clock.now)
        // Otherwise the compositor would skip most frames.
        conversation.window.surface.compositor.waitUntilIdle()
      }
    }
  }

  private func drawSomething() {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let (waiting, started) = (executor.waiting, executor.started)
      let choice = Int.random(in: 0..<max(1, waiting.count + started.count), using: &random)
      if choice < waiting.count {
        executor.start(waiting[choice])
      } else if choice - waiting.count < started.count {
        executor.finish(started[choice - waiting.count])
      }
    }
  }

  /// Ends the recording.
  func end() throws {
    run(frames: 16)
    executor.runAll()
    run(frames: 4)
    try recorder.end()
  }
}

/// A driver that runs ticks when a test says so.
private final class ManualDriver: DisplayLoop.Driver {
  private let pending = Mutex<(delay: Double, tick: @MainActor () -> Void)?>(nil)
  private let due = Mutex<Double?>(nil)

  func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void) {
    pending.withLock { $0 = (delay, tick) }
    due.withLock { $0 = nil }
  }

  /// Runs the scheduled tick, if it is due.
  @MainActor func fire(at time: Double) {
    guard let (delay, tick) = pending.withLock({ $0 }) else { return }
    let due = due.withLock { due in
      due = due ?? time - 1.0 / 240 + delay
      return due ?? 0
    }
    guard due <= time else { return }
    pending.withLock { $0 = nil }
    tick()
  }
}

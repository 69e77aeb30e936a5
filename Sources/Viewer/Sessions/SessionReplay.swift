import Galley
import GalleyChat
import GalleyDisplay
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import GalleyWindow
import Synchronization

/// A replay of a recorded session without a window, which draws the same frames bit for bit.
@MainActor final class SessionReplay {
  /// A frame of the replay.
  struct Frame: Sendable {
    /// The number of the frame, counted from 1: that of the tree that the main actor committed.
    let number: Int
    /// The time that the frame shows, in nanoseconds since the start of the session.
    let time: Int
    /// The pixels.
    let bitmap: Bitmap
    /// The hash of the pixels.
    let hash: UInt64
    /// The hash of the pixels in the recording; `nil` if this frame was not shown.
    let recordedHash: UInt64?
  }

  /// The first difference between a replay and its recording.
  struct Departure: Error, Hashable, CustomStringConvertible {
    /// The line of the recording.
    let line: Int
    /// The number of the last frame.
    let frame: Int
    /// The difference.
    let problem: String

    var description: String { "line \(line), frame \(frame): \(problem)" }
  }

  /// The lines of the steps so far in which the clock was read more or less often than in the
  /// recording.
  ///
  /// Another version of the program may do so and still draw the same pixels.
  private(set) var clockDifferences: [Int] = []

  private let file: SessionFile
  private let rows: ChatRows
  private let clock = SessionClock()
  private let executor: SessionExecutor
  private let sink = FrameKeeper()
  private(set) var window: ConversationWindow?
  private var frameCount = 0

  /// Creates a replay that has not begun.
  ///
  /// - Parameters:
  ///   - file: The recording.
  ///   - rows: The recorded conversation, in the recorded style.
  init(_ file: SessionFile, _ rows: ChatRows) {
    (self.file, self.rows) = (file, rows)
    executor = SessionExecutor(nil, clock: clock)
  }

  isolated deinit {
    let loop = window?.window.environment.loop
    window = nil
    // Ticks pass the results on, and submit work as well.
    for _ in 0..<3 {
      executor.endAll()
      loop?.tick()
    }
    executor.endAll()
  }

  /// Performs the recorded steps.
  ///
  /// - Parameter visit: Receives each frame, and returns whether to go on.
  /// - Throws: ``Departure``, or an error of `visit`.
  func run(_ visit: (Frame) throws -> Bool) throws {
    for record in file.records {
      clock.replay(record.readings)
      if case .work(let number) = record.step {
        guard executor.perform(number) else {
          throw departure(record, "there is no work \(number)")
        }
      } else {
        try clock.perform { try perform(record) }
      }
      if clock.unread != 0 { clockDifferences.append(record.line) }
      guard let frame = newFrame() else { continue }
      if let expected = frame.recordedHash, expected != frame.hash {
        throw departure(record, "the pixels differ from the recording")
      }
      guard try visit(frame) else { return }
    }
  }

  private func perform(_ record: SessionFile.Record) throws {
    if case .begin(let metrics) = record.step { return begin(metrics) }
    guard let window else { throw departure(record, "the session has not begun") }
    let loop = window.window.environment.loop
    switch record.step {
    case .begin, .work: break
    case .event(let event): window.window.window.receive(event)
    case .resize(let metrics):
      window.window.window.apply(metrics)
      window.window.window.receive(.resized)
    case .results(let numbers):
      if let number = executor.pass(numbers) {
        throw departure(record, "work \(number) has no result")
      }
    case .tick: loop.tick()
    case .arrival(let name, let payload):
      loop.arrivals.deliver(ExternalResults.Arrival(name: name, payload: payload))
    }
  }

  private func begin(_ metrics: Window.Metrics) {
    let environment = DisplayEnvironment(executor: executor, clock: clock)
    environment.loop.arrivals.hold {}
    let nodes = NodeWindow(
      Window(offscreen: metrics), in: environment, loop: EventLoop(), sinks: [sink])
    let conversation = ConversationWindow(rows, ConversationWindow.Options(), in: nodes)
    window = conversation
    conversation.begin()
  }

  /// Returns the frame that the last step committed, if it did.
  private func newFrame() -> Frame? {
    guard let surface = window?.window.surface else { return nil }
    let count = surface.compositor.counters.submittedFrames
    guard count > frameCount else { return nil }
    frameCount = count
    surface.compositor.waitUntilIdle()
    guard let (bitmap, hash) = sink.last.withLock({ $0 }) else { return nil }
    let time = SessionClock.nanoseconds(surface.host.time)
    return Frame(
      number: count, time: time, bitmap: bitmap, hash: hash, recordedHash: file.hashes[time])
  }

  private func departure(_ record: SessionFile.Record, _ problem: String) -> Departure {
    Departure(line: record.line, frame: frameCount, problem: problem)
  }
}

/// A sink that keeps the last frame with its hash.
private final class FrameKeeper: FrameSink {
  let last = Mutex<(bitmap: Bitmap, hash: UInt64)?>(nil)

  func present(_ frame: CompositedFrame) {
    last.withLock { $0 = (frame.bitmap, frame.bitmap.fingerprint) }
  }
}

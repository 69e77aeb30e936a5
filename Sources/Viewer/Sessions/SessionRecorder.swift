import Galley
import GalleyChat
import GalleyDisplay
import GalleyJSON
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import GalleySystem
import GalleyWindow
import Synchronization

/// A recorder of a conversation's window, from which ``SessionReplay`` draws the same frames.
///
/// Everything that reaches the main actor is a step: events, results, arrivals and ticks. The lines
/// of a step are written when it begins and when it ends, so that a recording is useful even if the
/// program ends within a step.
@MainActor final class SessionRecorder {
  /// The window, once the session has begun.
  private(set) var window: ConversationWindow?

  private let log: SessionLog
  private let clock: SessionClock
  private let executor: SessionExecutor

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - writer: The file.
  ///   - header: The header of the recording.
  ///   - executor: The executor that draws.
  ///   - clock: The clock of the window.
  init(
    _ writer: LineWriter, _ header: SessionHeader, executor: any DisplayExecutor,
    clock: any DisplayClock
  ) {
    log = SessionLog(writer)
    self.clock = SessionClock(recording: clock)
    self.executor = SessionExecutor(executor, clock: self.clock)
    writer.write(header.line)
  }

  /// Opens a conversation in a window, whose session is recorded from here.
  ///
  /// - Parameters:
  ///   - rows: The conversation.
  ///   - window: The window, which has not handled any events.
  ///   - loop: The event loop of the window.
  ///   - driver: The driver of ticks, usually the event loop.
  ///   - driverClock: The clock of the driver.
  ///   - options: The options of the conversation's window.
  ///   - sinks: The receivers of frames besides the window and the recording.
  /// - Returns: The window with the conversation.
  func begin(
    _ rows: ChatRows, in window: Window, loop: EventLoop, driver: any DisplayLoop.Driver,
    driverClock: any DisplayClock, _ options: ConversationWindow.Options,
    sinks: [any FrameSink] = []
  ) -> ConversationWindow {
    let ticks = RecordingDriver(over: driver, clock: driverClock) { [weak self] in
      self?.perform($0)
    }
    executor.record { [log, clock] number, body in
      log.write(.work(number), of: clock, body)
    } hold: { [weak ticks] in
      ticks?.wake()
    }
    window.interceptor = { [weak self, weak window] event, handle in
      guard let self, let window else { return handle() }
      record(event == .resized ? .resize(window.metrics) : .event(event), handle)
    }
    return record(.begin(window.metrics)) {
      let environment = DisplayEnvironment(executor: executor, clock: clock, driver: ticks)
      environment.loop.arrivals.hold { [weak ticks] in ticks?.wake() }
      let nodes = NodeWindow(
        window, in: environment, loop: loop, sinks: [log] + sinks, observer: options.observer)
      let conversation = ConversationWindow(rows, options, in: nodes)
      self.window = conversation
      conversation.begin()
      return conversation
    }
  }

  /// Ends the recording.
  ///
  /// - Throws: `FileError` if it could not be written.
  func end() throws(FileError) {
    window?.window.surface.compositor.waitUntilIdle()
    log.end()
    try log.writer.check()
  }

  private func perform(_ step: RecordingDriver.Step) {
    guard let loop = window?.window.environment.loop else { return }
    switch step {
    case .results:
      for arrival in loop.arrivals.take() {
        record(.arrival(name: arrival.name, payload: arrival.payload)) {
          loop.arrivals.deliver(arrival)
        }
      }
      let results = executor.results
      guard !results.isEmpty else { return }
      record(.results(results)) { _ = executor.pass(results) }
    case .tick(let tick):
      // The loop ignores a call that another tick has overtaken.
      guard loop.needsTick else { return }
      record(.tick, tick)
    }
  }

  private func record<Result>(_ step: SessionStep, _ body: () -> Result) -> Result {
    clock.perform { log.write(step, of: clock, body) }
  }
}

/// The file of a recording, which also receives the hashes of frames.
private final class SessionLog: FrameSink {
  let writer: LineWriter
  private let hasEnded = Mutex(false)
  /// The last reading of the clock, in nanoseconds.
  private let lastReading = Mutex(0)

  init(_ writer: LineWriter) { self.writer = writer }

  /// Writes the last line; nothing is written later, when the window is closed.
  func end() {
    write { $0.member("end", true) }
    hasEnded.withLock { $0 = true }
  }

  /// Writes the hash of a frame with the time that it shows.
  func present(_ frame: CompositedFrame) {
    write { line in
      line.member("shown", SessionClock.nanoseconds(frame.time))
      line.member("hash", String(frame.bitmap.fingerprint, radix: 16))
    }
  }

  /// Writes a step and its readings of the clock, before and after it is performed.
  func write<Result>(_ step: SessionStep, of clock: SessionClock, _ body: () -> Result) -> Result {
    write(step.line)
    let result = body()
    let readings = clock.takeReadings()
    guard !readings.isEmpty else { return result }
    let last = lastReading.withLock { last in
      defer { last = readings[readings.count - 1] }
      return last
    }
    write { line in
      line.name("clock")
      line.array(zip([last] + readings, readings)) { $0.value($1.1 - $1.0) }
    }
    return result
  }

  private func write(_ body: (inout JSONWriter) -> Void) {
    var line = JSONWriter()
    line.object(body)
    line.endLine()
    write(line.bytes)
  }

  private func write(_ line: [UInt8]) {
    hasEnded.withLock { if !$0 { writer.write(line) } }
  }
}

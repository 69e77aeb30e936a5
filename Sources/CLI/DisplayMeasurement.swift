import Dispatch
import GalleyDisplay
import GalleyFonts
import GalleyGeometry
import GalleyJSON
import GalleyLayers
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleyTextCommands
import GalleyTypesetting
import Synchronization

/// A benchmark of display other than drawing: nodes, commits, tickets, threads and wasted work.
@MainActor struct DisplayMeasurement {
  private let engine: TextEngine
  private let clock = SystemClock()

  /// Creates a benchmark.
  init(fonts: FontCollection) {
    engine = TextEngine(fonts: fonts)
  }

  /// Runs the benchmark, which takes some seconds.
  func run() throws -> DisplayFigures {
    var figures = DisplayFigures(scheduling: SchedulingFigures.measure())
    figures.node = creation()
    figures.commit = commit()
    figures.stop = try stopping()
    figures.speedup = try speedup()
    // Away at 6,000 points per second and back at once, ten times in all.
    figures.storm = storm { 6_000 / 120 * Double($0 % 36) }
    // To another place in each tick, a third of the time.
    figures.jumps = storm { $0 % 36 < 12 ? Double($0 * 7_919 % 90_000) : 0 }
    return figures
  }

  /// Returns the time to create and set up a node off the main actor, in microseconds.
  private func creation() -> Double {
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    let count = 20_000
    var least = Double.infinity
    for _ in 0..<5 {
      let time = DispatchQueue.global().sync {
        let start = clock.now
        for index in 0..<count {
          let node = DisplayNode(environment: environment)
          node.frame = Rect(x: 0, y: Double(index), width: 100, height: 20)
          node.backgroundColor = .white
          node.opacity = 0.5
        }
        return clock.now - start
      }
      least = min(least, time)
    }
    return least / Double(count) * 1e6
  }

  /// Returns the main actor's times to change 10 of 1,000 nodes and commit them.
  private func commit() -> Durations {
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    let host = LayerHost(size: Size(width: 400, height: 800))
    let nodes = (0..<1_000).map { index in
      let node = DisplayNode(environment: environment)
      node.frame = Rect(x: 0, y: Double(index), width: 100, height: 20)
      return node
    }
    for node in nodes { host.root.addSublayer(node.layer) }
    _ = host.commit(at: 0)
    environment.loop.tick()
    var durations = Durations()
    for round in 0..<500 {
      let start = clock.now
      for index in 0..<10 {
        nodes[(round * 37 + index * 97) % 1_000].opacity = Double(round % 9 + 1) / 10
      }
      environment.loop.tick()
      _ = host.commit(at: Double(round) / 60)
      durations.add(clock.now - start)
    }
    return durations
  }

  /// Returns the times from invalidating to stopping the drawing of a text of 500 lines.
  private func stopping() throws -> Durations {
    let line = "the bridge is closed on Sunday so we take a boat\n"
    let layout = self.layout(String(repeating: line, count: 500), width: 10_000)
    let size = PixelGrid(scale: 1).size(holding: layout.size)
    let pool = PoolExecutor(threads: 1)
    var durations = Durations()
    let stopped = StopTime()
    for round in 0..<300 {
      let sentinel = Sentinel(patience: 1_000)
      let begun = DispatchSemaphore(value: 0)
      let work = DisplayWork(ticket: sentinel.issueTicket()) { [clock] ticket in
        guard var bitmap = try? Bitmap(width: size.width, height: size.height) else { return }
        begun.signal()
        TextPainter().paint(layout, into: &bitmap, scale: 1) { ticket.isStale }
        stopped.set(clock.now)
      }
      pool.submit(work, key: DisplayWork.Key(.visible))
      begun.wait()
      // At another point of the drawing each time.
      let pause = clock.now + Double(round % 20) * 50e-6
      while clock.now < pause {}
      let invalidation = clock.now
      sentinel.supersede()
      pool.waitUntilIdle()
      durations.add(max(0, stopped.time - invalidation))
    }
    return durations
  }

  /// Returns the speedup of drawing screens of messages on two threads over one.
  private func speedup() throws -> Double {
    let layouts = (0..<300).map { index in
      layout(
        MessageMeasurement.message(bytes: 150 + 40 * (index % 15), entities: 0).text, width: 320)
    }
    func seconds(threads: Int) -> Double {
      let pool = PoolExecutor(threads: threads)
      let works = layouts.map { layout in
        DisplayWork.Submission(
          DisplayWork { ticket in
            let size = PixelGrid(scale: 2).size(holding: layout.size)
            guard var bitmap = try? Bitmap(width: size.width, height: size.height) else { return }
            TextPainter().paint(layout, into: &bitmap, scale: 2) { ticket.isStale }
          }, key: DisplayWork.Key(.visible))
      }
      let start = clock.now
      pool.submit(works)
      pool.waitUntilIdle()
      return clock.now - start
    }
    // The minimum of many short runs, alternating: other processes disturb two threads more than
    // one.
    var (one, two) = (Double.infinity, Double.infinity)
    for _ in 0..<100 {
      two = min(two, seconds(threads: 2))
      one = min(one, seconds(threads: 1))
    }
    return one / two
  }

  /// Returns the counters of drawing while a list of messages scrolls for three seconds.
  ///
  /// One thread draws, at three pixels per point.
  ///
  /// - Parameter offset: Returns the scroll offset of the list in a tick, in points.
  /// - Returns: The counters of all drawings.
  private func storm(offset: (_ tick: Int) -> Double) -> DisplayWork.Counters {
    let executor = PoolExecutor(threads: 1)
    let environment = DisplayEnvironment(executor: executor, clock: clock)
    environment.scale = 3
    let nodes = Self.rows(of: stormTexts, in: environment)
    let (screen, interval) = (870.0, 1.0 / 120)
    let pause = DispatchSemaphore(value: 0)
    var next = clock.now
    for tick in 0..<360 {
      let top = offset(tick)
      for node in nodes {
        let frame = node.frame
        let distance = max(top - frame.maxY, frame.minY - top - screen, 0)
        let state: InterfaceState =
          distance == 0 ? .visible : distance < screen ? .display : .preload
        node.setInterfaceState(state, distance: distance)
      }
      environment.loop.tick()
      next += interval
      _ = pause.wait(timeout: .now() + max(0, next - clock.now))
    }
    environment.loop.settle()
    return executor.counters
  }

  /// The layouts of texts of 200 to 4,200 bytes.
  private var stormTexts: [TextLayout] {
    (0..<300).map { index in
      layout(
        MessageMeasurement.message(bytes: 200 + index * 37 % 4_000, entities: 0).text, width: 320)
    }
  }

  /// Returns nodes that show texts below each other.
  private static func rows(
    of texts: [TextLayout], in environment: DisplayEnvironment
  ) -> [DisplayNode] {
    var bottom = 0.0
    return texts.map { text in
      let node = DisplayNode(TextContent(text), environment: environment)
      node.frame = Rect(x: 0, y: bottom, width: text.size.width, height: text.size.height)
      node.isRangeManaged = true
      bottom += text.size.height + 8
      return node
    }
  }

  private func layout(_ text: String, width: Double) -> TextLayout {
    engine.layout(Message(text).attributedText(), options: LayoutOptions(width: width))
  }
}

/// The time at which a drawing stopped, in seconds of the clock.
private final class StopTime: Sendable {
  private let value = Mutex(0.0)

  var time: Double { value.withLock { $0 } }

  func set(_ time: Double) {
    value.withLock { $0 = time }
  }
}

/// The results of the display benchmark.
struct DisplayFigures {
  let scheduling: SchedulingFigures
  /// The time to create a node, in microseconds.
  var node = 0.0
  var commit = Durations()
  var stop = Durations()
  var speedup = 0.0
  /// The counters while a list is flung away and back.
  var storm = DisplayWork.Counters()
  /// The counters while a list jumps.
  var jumps = DisplayWork.Counters()

  init(scheduling: SchedulingFigures) {
    self.scheduling = scheduling
  }

  /// The figures with their names.
  var table: FigureTable {
    FigureTable(
      rows: [
        ("node_us", "create a node", node, "µs"),
        ("commit_p50_us", "commit 10 of 1,000 layers, p50", commit.quantile(0.5) * 1e6, "µs"),
        ("commit_p99_us", "commit 10 of 1,000 layers, p99", commit.quantile(0.99) * 1e6, "µs"),
        ("ticket_ns", "check a ticket", scheduling.ticketCheck, "ns"),
        (
          "hop_p50_us", "start work on an idle thread, p50",
          scheduling.startLatency.quantile(0.5) * 1e6,
          "µs"
        ),
        ("stop_p50_us", "cancel the drawing of 500 lines, p50", stop.quantile(0.5) * 1e6, "µs"),
        ("stop_p99_us", "cancel the drawing of 500 lines, p99", stop.quantile(0.99) * 1e6, "µs"),
        ("raster_speedup", "speedup with two threads", speedup, "x"),
      ] + Self.rows(of: storm, "storm", "fling") + Self.rows(of: jumps, "jumps", "jumping"))
  }

  /// Returns the rows for the counters of a moving list.
  private static func rows(
    of counters: DisplayWork.Counters, _ key: String, _ name: String
  ) -> [FigureTable.Row] {
    let waste = counters.wastedMicroseconds / max(1, counters.drawingMicroseconds)
    return [
      ("\(key)_waste", "\(name): wasted drawing", waste, "of drawing time"),
      ("\(key)_started", "\(name): started drawings", Double(counters.started), ""),
      ("\(key)_finished", "\(name): finished drawings", Double(counters.finished), ""),
      (
        "\(key)_canceled_before", "\(name): canceled before start",
        Double(counters.canceledBeforeStart), ""
      ),
      (
        "\(key)_canceled_while", "\(name): canceled while drawing",
        Double(counters.staleAtEnd), ""
      ),
      (
        "\(key)_wait_p99_ms", "\(name): queue wait, p99", counters.queueWait.quantile(0.99) * 1e3,
        "ms"
      ),
    ]
  }
}

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
import GalleyTypesetting
import Synchronization

/// Measures what display costs beside the drawing: nodes, commits, tickets, threads, work for nothing.
@MainActor struct DisplayMeasurement {
  private let engine: TextEngine
  private let clock = SystemClock()

  /// Prepares to measure.
  init(fonts: FontCollection) {
    engine = TextEngine(fonts: fonts)
  }

  /// Measures, which takes some seconds.
  func run() throws -> DisplayFigures {
    var figures = DisplayFigures(scheduling: SchedulingFigures.measure())
    figures.node = creation()
    figures.commit = commit()
    figures.stop = try stopping()
    figures.speedup = try speedup()
    figures.storm = try storm()
    return figures
  }

  /// Microseconds to make a node off the main actor, and to set it up.
  private func creation() -> Double {
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    let count = 20_000
    var least = Double.infinity
    for _ in 0..<5 {
      let time = DispatchQueue.global().sync {
        DisplayEnvironment.$current.withValue(environment) {
          let start = clock.now
          for index in 0..<count {
            let node = DisplayNode()
            node.frame = Rect(x: 0, y: Double(index), width: 100, height: 20)
            node.backgroundColor = .white
            node.opacity = 0.5
          }
          return clock.now - start
        }
      }
      least = min(least, time)
    }
    return least / Double(count) * 1e6
  }

  /// Microseconds of the main actor to change 10 of 1,000 nodes and to commit them: all but the slowest
  /// hundredth.
  private func commit() -> Durations {
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    let host = LayerHost(size: Size(width: 400, height: 800))
    let nodes = DisplayEnvironment.$current.withValue(environment) {
      (0..<1_000).map { index in
        let node = DisplayNode()
        node.frame = Rect(x: 0, y: Double(index), width: 100, height: 20)
        return node
      }
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

  /// From the invalidation to the stop of the drawing of a text of 500 lines.
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
      pool.submit(work, key: WorkKey(.visible))
      begun.wait()
      // At another place of the drawing each time.
      let pause = clock.now + Double(round % 20) * 50e-6
      while clock.now < pause {}
      let invalidation = clock.now
      sentinel.overtake()
      pool.waitUntilIdle()
      durations.add(max(0, stopped.time - invalidation))
    }
    return durations
  }

  /// How much more two threads draw of screens of messages than one.
  private func speedup() throws -> Double {
    let layouts = (0..<300).map { index in
      layout(
        MessageMeasurement.message(bytes: 150 + 40 * (index % 15), entities: 0).text, width: 320)
    }
    func seconds(threads: Int) -> Double {
      let pool = PoolExecutor(threads: threads)
      let works = layouts.map { layout in
        Submission(
          DisplayWork { ticket in
            let size = PixelGrid(scale: 2).size(holding: layout.size)
            guard var bitmap = try? Bitmap(width: size.width, height: size.height) else { return }
            TextPainter().paint(layout, into: &bitmap, scale: 2) { ticket.isStale }
          }, key: WorkKey(.visible))
      }
      let start = clock.now
      pool.submit(works)
      pool.waitUntilIdle()
      return clock.now - start
    }
    var (one, two) = (Double.infinity, Double.infinity)
    for _ in 0..<15 {
      two = min(two, seconds(threads: 2))
      one = min(one, seconds(threads: 1))
    }
    return one / two
  }

  /// What comes of drawing while somebody flings long texts away and jumps back, for three seconds.
  ///
  /// One thread draws, at three pixels to a point, so that there is always more to draw than is drawn.
  private func storm() throws -> DisplayCounters {
    let executor = PoolExecutor(threads: 1)
    let environment = DisplayEnvironment(executor: executor, clock: clock)
    environment.scale = 3
    let texts = (0..<300).map { index in
      layout(
        MessageMeasurement.message(bytes: 200 + index * 37 % 4_000, entities: 0).text, width: 320)
    }
    var bottom = 0.0
    let nodes = DisplayEnvironment.$current.withValue(environment) {
      texts.map { text in
        let node = DisplayNode(LayoutContent(layout: text))
        node.frame = Rect(x: 0, y: bottom, width: text.size.width, height: text.size.height)
        node.isRangeManaged = true
        bottom += text.size.height + 8
        return node
      }
    }
    let (screen, tick) = (870.0, 1.0 / 120)
    let start = clock.now
    let pause = DispatchSemaphore(value: 0)
    var next = start
    while next < start + 3 {
      // Away by 6,000 points a second, then back at once, ten times in all.
      let phase = ((next - start) / 0.3).truncatingRemainder(dividingBy: 1)
      let offset = 6_000 * 0.3 * phase
      for node in nodes {
        let frame = node.frame
        let distance = max(offset - frame.maxY, frame.minY - offset - screen, 0)
        let state: InterfaceState =
          distance == 0 ? .visible : distance < screen ? .display : .preload
        node.setInterfaceState(state, distance: distance)
      }
      environment.loop.tick()
      next += tick
      _ = pause.wait(timeout: .now() + max(0, next - clock.now))
    }
    environment.loop.settle()
    return executor.counters
  }

  private func layout(_ text: String, width: Double) -> TextLayout {
    engine.layout(Message(text).attributedText(), options: LayoutOptions(width: width))
  }
}

/// When something stopped, in the seconds of the clock.
private final class StopTime: Sendable {
  private let value = Mutex(0.0)

  var time: Double { value.withLock { $0 } }

  func set(_ time: Double) {
    value.withLock { $0 = time }
  }
}

/// A content that draws a text.
private struct LayoutContent: NodeContent {
  static let drawing: NodeDrawing = .canvas
  let layout: TextLayout

  func parameters(for node: DisplayNode) -> TextLayout { layout }

  static func draw(_ layout: TextLayout, on canvas: inout NodeCanvas) {
    let ticket = canvas.ticket
    TextPainter().paint(layout, into: &canvas.bitmap, scale: canvas.scale) { ticket.isStale }
  }
}

/// What was measured of display.
struct DisplayFigures {
  let scheduling: SchedulingFigures
  /// In microseconds.
  var node = 0.0
  var commit = Durations()
  var stop = Durations()
  var speedup = 0.0
  var storm = DisplayCounters()

  init(scheduling: SchedulingFigures) {
    self.scheduling = scheduling
  }

  /// The share of the time of drawing that was for nothing.
  private var waste: Double {
    storm.wastedMicroseconds / max(1, storm.drawingMicroseconds)
  }

  /// All of it with names.
  var table: FigureTable {
    FigureTable(rows: [
      ("node_us", "making a node", node, "µs"),
      ("commit_p50_us", "committing 10 of 1,000", commit.quantile(0.5) * 1e6, "µs"),
      ("commit_p99_us", "the same, 99 of 100", commit.quantile(0.99) * 1e6, "µs"),
      ("ticket_ns", "asking a ticket", scheduling.ticketCheck, "ns"),
      ("hop_p50_us", "to an idle thread", scheduling.hop.quantile(0.5) * 1e6, "µs"),
      ("stop_p50_us", "stopping 500 lines", stop.quantile(0.5) * 1e6, "µs"),
      ("stop_p99_us", "the same, 99 of 100", stop.quantile(0.99) * 1e6, "µs"),
      ("raster_speedup", "two threads, to one", speedup, "x"),
      ("storm_waste", "drawn for nothing", waste, "of the drawing"),
      ("storm_started", "drawings of the storm", Double(storm.started), ""),
      ("storm_finished", "of these finished", Double(storm.finished), ""),
      ("storm_canceled_before", "called off before", Double(storm.canceledBeforeStart), ""),
      ("storm_canceled_while", "called off while drawn", Double(storm.canceledWhileDrawing), ""),
      ("storm_wait_p99_ms", "wait in the queue, p99", storm.queueWait.quantile(0.99) * 1e3, "ms"),
    ])
  }
}

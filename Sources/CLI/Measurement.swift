import Dispatch
import GalleyFonts
import GalleyGeometry
import GalleyJSON
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting
import Synchronization

/// A benchmark of layout and drawing for a set of messages.
struct Measurement: Sendable {
  /// The number of passes of short measurements, whose median is used.
  private static let passes = 5
  /// The number of passes of drawing on several threads, of which the best is used.
  private static let threadPasses = 15
  /// The number of layouts whose sizes are kept in a table.
  private static let tableCount = 10_000
  /// The number of pixels by which the table's width grows.
  private static let pixelCount = 40
  /// The number of messages on a screen.
  private static let screenful = 15

  let messages: [AttributedText]
  let fonts: FontCollection
  let options: LayoutOptions
  let secondOptions: LayoutOptions
  let scale: Double

  /// Creates a benchmark of `messages` at two widths in points and one scale.
  init(
    messages: [AttributedText], fonts: FontCollection, width: Double, relayout: Double,
    scale: Double
  ) {
    self.messages = messages
    self.fonts = fonts
    var options = LayoutOptions()
    options.width = width
    self.options = options
    options.width = relayout
    secondOptions = options
    self.scale = scale
  }

  /// Runs the benchmark, which takes some seconds.
  ///
  /// - Parameter threads: The numbers of threads to draw on.
  /// - Returns: The figures; those for several threads are in the order of `threads`.
  /// - Throws: `Failure` if a message is too large for a bitmap.
  func run(threads: [Int]) throws -> Figures {
    let engine = TextEngine(fonts: fonts)
    var figures = Figures()
    figures.messages = messages.count
    figures.characters = messages.reduce(0) { $0 + $1.string.unicodeScalars.count }

    // Timed code allocates only what is measured.
    var layouts: [TextLayout] = []
    layouts.reserveCapacity(messages.count)
    figures.first = perMessage { layOut(with: engine, into: &layouts) }
    figures.again = median { _ in
      layouts.removeAll(keepingCapacity: true)
      return perMessage { layOut(with: engine, into: &layouts) }
    }
    figures.bytesPerLayout = bytesPerLayout(with: engine)
    figures.relayout = median { _ in
      var narrow: [TextLayout] = []
      narrow.reserveCapacity(layouts.count)
      return perMessage {
        for layout in layouts { narrow.append(layout.relayout(secondOptions)) }
      }
    }
    (figures.metrics, figures.measured) = metricsAtNextPixel(with: engine)
    try checkSizes(of: layouts)
    draw(layouts[...])  // Fills the caches.
    figures.raster = median { _ in perMessage { draw(layouts[...]) } }
    figures.rasterThreads = raster(layouts, threads: threads)
    figures.screenful = screenful(with: engine)
    return figures
  }

  /// Lays out every message, bypassing the layout cache.
  private func layOut(with engine: TextEngine, into layouts: inout [TextLayout]) {
    for message in messages {
      layouts.append(engine.layoutUncached(message, options: options))
    }
  }

  /// Measures the sizes of 10,000 layouts as their width grows pixel by pixel.
  ///
  /// - Returns: The median time of a pixel in microseconds, and the median number of texts that had
  ///   to be measured.
  private func metricsAtNextPixel(with engine: TextEngine) -> (time: Double, measured: Double) {
    var table = LayoutMetricsTable()
    for index in 0..<Self.tableCount {
      table.append(
        engine.layoutUncached(messages[index % messages.count], options: options))
    }
    var (times, counts): ([Double], [Double]) = ([], [])
    for pixel in 1...Self.pixelCount {
      let time = milliseconds { table.setWidth(options.width + Double(pixel) / scale) }
      times.append(time * 1000)
      counts.append(Double(table.measuredCount))
    }
    return (Self.median(of: times), Self.median(of: counts))
  }

  /// Returns the memory of a retained layout in bytes, without data shared among layouts.
  private func bytesPerLayout(with engine: TextEngine) -> Double {
    var spare: [TextLayout] = []
    spare.reserveCapacity(messages.count)
    let before = ProcessMemory.allocatedBytes
    layOut(with: engine, into: &spare)
    let bytes = ProcessMemory.allocatedBytes - before
    return withExtendedLifetime(spare) { Double(bytes) / Double(messages.count) }
  }

  private func bitmapSize(of layout: TextLayout) -> (width: Int, height: Int) {
    let rect = PixelGrid(scale: scale).pixelsTouched(by: Rect(origin: .zero, size: layout.size))
    return (max(1, rect.maxX), max(1, rect.maxY))
  }

  private func checkSizes(of layouts: [TextLayout]) throws {
    for (index, layout) in layouts.enumerated() {
      let size = bitmapSize(of: layout)
      do { _ = try Bitmap(width: size.width, height: size.height) } catch {
        throw Failure("message \(index + 1) cannot be drawn: \(error); use a smaller --scale")
      }
    }
  }

  /// Draws each layout onto a cleared temporary bitmap of its size.
  private func draw(_ layouts: ArraySlice<TextLayout>) {
    let painter = TextPainter()
    for layout in layouts {
      let size = bitmapSize(of: layout)
      guard var bitmap = try? Bitmap(width: size.width, height: size.height) else { continue }
      painter.paint(layout, into: &bitmap, scale: scale)
    }
  }

  /// Draws all layouts with each number of threads in turn, and returns the times.
  ///
  /// The best pass is used: other processes competing for the same cores disturb it the least.
  private func raster(_ layouts: [TextLayout], threads: [Int]) -> [(threads: Int, time: Double)] {
    let counts = threads.enumerated().filter { !threads[..<$0].contains($1) }.map(\.element)
    var best = [Double](repeating: .infinity, count: counts.count)
    for _ in 0..<Self.threadPasses {
      for (index, count) in counts.enumerated() {
        best[index] = min(best[index], raster(layouts, threads: count))
      }
    }
    return zip(counts, best).map { ($0, $1) }
  }

  /// Draws all layouts on several threads with equal shares, and returns the time per message.
  private func raster(_ layouts: [TextLayout], threads: Int) -> Double {
    perMessage {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        draw(layouts[layouts.count * thread / threads..<layouts.count * (thread + 1) / threads])
      }
    }
  }

  /// Returns the time to lay out and draw a screen of messages in milliseconds, as the median of
  /// all screens.
  private func screenful(with engine: TextEngine) -> Double {
    let painter = TextPainter()
    var times: [Double] = []
    let stretches = max(1, messages.count / Self.screenful)
    for stretch in 0..<stretches {
      let start = stretch * Self.screenful
      let time = milliseconds {
        for message in messages[start..<min(start + Self.screenful, messages.count)] {
          let layout = engine.layoutUncached(message, options: options)
          let size = bitmapSize(of: layout)
          guard var bitmap = try? Bitmap(width: size.width, height: size.height) else { continue }
          painter.paint(layout, into: &bitmap, scale: scale)
        }
      }
      times.append(time)
    }
    return Self.median(of: times)
  }

  private func median(_ sample: (_ pass: Int) -> Double) -> Double {
    Self.median(of: (0..<Self.passes).map(sample))
  }

  private static func median(of values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Returns the duration of `work` per message, in microseconds.
  private func perMessage(_ work: () -> Void) -> Double {
    milliseconds(work) * 1000 / Double(messages.count)
  }

  private func milliseconds(_ work: () -> Void) -> Double {
    let time = ContinuousClock().measure(work)
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }
}

/// The results of the benchmark; times are in microseconds per message unless stated otherwise.
struct Figures: CustomStringConvertible {
  var messages = 0
  /// The total number of Unicode scalars.
  var characters = 0
  var first = 0.0
  var again = 0.0
  var relayout = 0.0
  var raster = 0.0
  /// The drawing times by number of threads, in the requested order.
  var rasterThreads: [(threads: Int, time: Double)] = []
  var bytesPerLayout = 0.0
  /// The time to measure 10,000 messages at a width one pixel greater.
  var metrics = 0.0
  /// The number of those whose lines could change.
  var measured = 0.0
  /// The time to lay out and draw a screen of messages, in milliseconds.
  var screenful = 0.0

  /// Writes the figures as an object.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("messages", messages)
      writer.member("characters", characters)
      writer.member("first_us", rounded(first))
      writer.member("again_us", rounded(again))
      writer.member("relayout_us", rounded(relayout))
      writer.member("raster_us", rounded(raster))
      writer.name("raster_threads_us")
      writer.object { writer in
        for (threads, time) in rasterThreads {
          writer.member(String(threads), rounded(time))
        }
      }
      writer.member("bytes_per_layout", Int(bytesPerLayout.rounded()))
      writer.member("screen15_ms", rounded(screenful))
      writer.member("metrics_10000_us", rounded(metrics))
      writer.member("metrics_10000_measured", Int(measured))
    }
  }

  var description: String {
    let lines = [
      ("messages", "\(messages), \(characters) characters"),
      ("first layout", "\(rounded(first)) µs per message"),
      ("again, warm caches", "\(rounded(again)) µs"),
      ("second width", "\(rounded(relayout)) µs"),
      ("drawing", "\(rounded(raster)) µs"),
    ]
    let drawing = rasterThreads.map { threads, time in
      ("  on \(threads) \(threads == 1 ? "thread" : "threads")", "\(rounded(time)) µs")
    }
    let rest = [
      ("memory per layout", "\(Int(bytesPerLayout.rounded())) bytes"),
      ("screen of 15 messages", "\(rounded(screenful)) ms"),
      (
        "metrics of 10,000 messages for one more pixel",
        "\(rounded(metrics)) µs, \(Int(measured)) of them measured"
      ),
    ]
    return (lines + drawing + rest).map { name, value in
      name + String(repeating: " ", count: max(1, 22 - name.count)) + value + "\n"
    }.joined()
  }

  /// Returns a number rounded to three decimals.
  private func rounded(_ number: Double) -> Double {
    (number * 1000).rounded() / 1000
  }
}

import Dispatch
import GalleyFiles
import GalleyFonts
import GalleyGeometry
import GalleyJSON
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyTypesetting
import Synchronization

/// Measures layout and drawing of a set of messages.
struct Measurement: Sendable {
  /// How often what is short is measured; the median counts.
  private static let passes = 5
  /// How often drawing on several threads is measured; the best counts.
  private static let threadPasses = 15
  /// How many messages a screen shows.
  private static let screenful = 15

  let messages: [AttributedText]
  let fonts: FontCollection
  let options: LayoutOptions
  let secondOptions: LayoutOptions
  let scale: Double

  /// Prepares to measure `messages` at two widths, in points, and at one scale.
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

  /// Measures, which takes some seconds.
  ///
  /// - Parameter threads: The numbers of threads to draw on.
  /// - Returns: The figures; those for several threads in the order of `threads`.
  /// - Throws: `Failure`, if a message is too large for a bitmap.
  func run(threads: [Int]) throws -> Figures {
    let engine = TextEngine(fonts: fonts)
    var figures = Figures()
    figures.messages = messages.count
    figures.characters = messages.reduce(0) { $0 + $1.string.unicodeScalars.count }

    // No space may be asked for while the clock runs but by what is measured.
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
    try checkSizes(of: layouts)
    draw(layouts[...])  // Fills the caches.
    figures.raster = median { _ in perMessage { draw(layouts[...]) } }
    figures.rasterThreads = raster(layouts, threads: threads)
    figures.screenful = screenful(with: engine)
    return figures
  }

  /// Lays every message out, without looking whether that has been done before.
  private func layOut(with engine: TextEngine, into layouts: inout [TextLayout]) {
    for message in messages {
      layouts.append(engine.layoutUncached(message, options: options))
    }
  }

  /// What a layout takes that is kept, when all that layouts share is there already.
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

  /// Draws each layout onto a cleared bitmap of its size, which is dropped again.
  private func draw(_ layouts: ArraySlice<TextLayout>) {
    let painter = TextPainter()
    for layout in layouts {
      let size = bitmapSize(of: layout)
      guard var bitmap = try? Bitmap(width: size.width, height: size.height) else { continue }
      painter.paint(layout, into: &bitmap, scale: scale)
    }
  }

  /// Draws all layouts on several threads, with each of the numbers of threads in turn.
  ///
  /// The best pass counts: threads slow each other down less than another process does that wants
  /// the same processor.
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

  /// Draws all layouts on several threads, an equal share on each.
  private func raster(_ layouts: [TextLayout], threads: Int) -> Double {
    perMessage {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        draw(layouts[layouts.count * thread / threads..<layouts.count * (thread + 1) / threads])
      }
    }
  }

  /// Milliseconds to lay out and draw the messages of a screen: the median over all screens.
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

  /// Microseconds that `work` takes, divided by the number of messages.
  private func perMessage(_ work: () -> Void) -> Double {
    milliseconds(work) * 1000 / Double(messages.count)
  }

  private func milliseconds(_ work: () -> Void) -> Double {
    let time = ContinuousClock().measure(work)
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }
}

/// What was measured; times in microseconds a message unless said otherwise.
struct Figures: CustomStringConvertible {
  var messages = 0
  /// Scalars in all.
  var characters = 0
  var first = 0.0
  var again = 0.0
  var relayout = 0.0
  var raster = 0.0
  /// By the number of threads, as asked for.
  var rasterThreads: [(threads: Int, time: Double)] = []
  var bytesPerLayout = 0.0
  /// In milliseconds.
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
    }
  }

  var description: String {
    let lines = [
      ("messages", "\(messages), \(characters) characters"),
      ("first layout", "\(rounded(first)) µs a message"),
      ("again, caches warm", "\(rounded(again)) µs"),
      ("another width", "\(rounded(relayout)) µs"),
      ("drawing", "\(rounded(raster)) µs"),
    ]
    let drawing = rasterThreads.map { threads, time in
      ("  on \(threads) \(threads == 1 ? "thread" : "threads")", "\(rounded(time)) µs")
    }
    let rest = [
      ("kept layout", "\(Int(bytesPerLayout.rounded())) bytes"),
      ("screen of 15, both", "\(rounded(screenful)) ms"),
    ]
    return (lines + drawing + rest).map { name, value in
      name + String(repeating: " ", count: max(1, 22 - name.count)) + value + "\n"
    }.joined()
  }

  /// As many digits as mean something.
  private func rounded(_ number: Double) -> Double {
    (number * 1000).rounded() / 1000
  }
}

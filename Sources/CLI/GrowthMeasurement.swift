import GalleyFonts
import GalleyGeometry
import GalleyJSON
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting

/// A benchmark of the growth of cost with the length of a text, the number of messages, and the
/// number of threads.
///
/// Times on one thread are CPU time, which other programs change little.
struct GrowthMeasurement {
  let fonts: FontCollection

  /// A text of some length.
  struct TextPoint {
    var kind: GrowthTexts.Kind
    var bytes: Int
    /// The time to lay it out with empty caches, in milliseconds.
    var first: Double
    /// The time to lay it out at another width, in milliseconds.
    var relayout: Double
  }

  /// A number of messages, all different.
  struct MessagePoint {
    var count: Int
    /// The time to lay out a message, in microseconds.
    var layout: Double
    /// The allocated memory afterwards, in bytes; layouts are released, caches stay.
    var allocated: Int
  }

  /// A number of threads.
  struct ThreadPoint {
    var threads: Int
    /// The time per message to lay out and draw all, in microseconds.
    var time: Double
    /// The number of waits of threads per 1,000 messages, most of which are for locks.
    var waits: Double
  }

  /// The results.
  struct Results {
    var texts: [TextPoint] = []
    var messages: [MessagePoint] = []
    var threads: [ThreadPoint] = []
  }

  private static let lengths = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
  private static let counts = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  private static let (width, secondWidth) = (360.0, 280.0)

  /// Runs the benchmark, which takes a few minutes.
  ///
  /// - Returns: The results.
  func run() -> Results {
    var results = Results()
    var texts = GrowthTexts()
    for kind in GrowthTexts.Kind.allCases {
      for bytes in Self.lengths {
        results.texts.append(measure(texts.message(kind, bytes: bytes), kind))
      }
    }
    for count in Self.counts { results.messages.append(measure(&texts, count: count)) }
    let messages = (0..<2_000).map { _ in texts.shortMessage().attributedText() }
    results.threads = measureThreads(messages)
    return results
  }

  /// Measures a text, the shorter ones several times, of which the fastest counts.
  private func measure(_ message: Message, _ kind: GrowthTexts.Kind) -> TextPoint {
    let text = message.attributedText()
    let bytes = text.string.utf8.count
    var (first, relayout) = (Double.infinity, Double.infinity)
    for _ in 0..<max(1, min(9, 1_000_000 / bytes)) {
      let engine = TextEngine(fonts: fonts)
      let start = ProcessorTime.ofThread
      let layout = engine.layoutUncached(text, options: LayoutOptions(width: Self.width))
      let middle = ProcessorTime.ofThread
      _ = layout.relayout(LayoutOptions(width: Self.secondWidth))
      let end = ProcessorTime.ofThread
      first = min(first, (middle - start) * 1e3)
      relayout = min(relayout, (end - middle) * 1e3)
    }
    return TextPoint(kind: kind, bytes: bytes, first: first, relayout: relayout)
  }

  /// Measures the layout of many messages, as they arrive one by one.
  private func measure(_ texts: inout GrowthTexts, count: Int) -> MessagePoint {
    let engine = TextEngine(fonts: fonts)
    var time = 0.0
    for start in stride(from: 0, to: count, by: 1_000) {
      // Generated in batches, because reading the clock costs as much as a short layout.
      let batch = (start..<min(start + 1_000, count)).map { _ in
        texts.shortMessage().attributedText()
      }
      let begin = ProcessorTime.ofThread
      for text in batch { _ = engine.layout(text, options: LayoutOptions(width: Self.width)) }
      time += ProcessorTime.ofThread - begin
    }
    return MessagePoint(
      count: count, layout: time * 1e6 / Double(count),
      allocated: withExtendedLifetime(engine) { ProcessMemory.allocatedBytes })
  }

  /// Measures layout and drawing on one to eight threads that share an engine with warm caches.
  private func measureThreads(_ messages: [AttributedText]) -> [ThreadPoint] {
    let engine = TextEngine(fonts: fonts)
    @Sendable func draw(_ messages: ArraySlice<AttributedText>) {
      let painter = TextPainter()
      for message in messages {
        let layout = engine.layoutUncached(message, options: LayoutOptions(width: Self.width))
        let (width, height) = (layout.size.width, layout.size.height)
        guard var bitmap = try? Bitmap(width: Int(width) + 1, height: Int(height) + 1) else {
          continue
        }
        painter.paint(layout, into: &bitmap, scale: 1)
      }
    }
    draw(messages[...])
    return (1...8).map { count in
      var best = ThreadPoint(threads: count, time: .infinity, waits: .infinity)
      for _ in 0..<9 {
        let threads = (0..<count).map { BatchThread(name: "growth \($0)") }
        for thread in threads { thread.sync {} }
        let waits = LockWaits.count
        let start = ContinuousClock.now
        for (index, thread) in threads.enumerated() {
          let part = messages.count * index / count..<messages.count * (index + 1) / count
          thread.async { draw(messages[part]) }
        }
        for thread in threads { thread.sync {} }
        let time = start.duration(to: .now) / .microseconds(1) / Double(messages.count)
        best.time = min(best.time, time)
        best.waits = min(
          best.waits, Double(LockWaits.count - waits) * 1_000 / Double(messages.count))
      }
      return best
    }
  }
}

extension GrowthMeasurement.Results: CustomStringConvertible {
  /// Writes the results as an object with a list for each part.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("texts")
      writer.array(texts) { writer, point in
        writer.object { writer in
          writer.member("kind", point.kind.rawValue)
          writer.member("bytes", point.bytes)
          writer.member("first_ms", rounded: point.first)
          writer.member("relayout_ms", rounded: point.relayout)
        }
      }
      writer.name("messages")
      writer.array(messages) { writer, point in
        writer.object { writer in
          writer.member("count", point.count)
          writer.member("layout_us", rounded: point.layout)
          writer.member("allocated_bytes", point.allocated)
        }
      }
      writer.name("threads")
      writer.array(threads) { writer, point in
        writer.object { writer in
          writer.member("threads", point.threads)
          writer.member("us", rounded: point.time)
          writer.member("waits", point.waits)
        }
      }
    }
  }

  var description: String {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    let lines =
      texts.map {
        (
          "\($0.kind.rawValue), \($0.bytes) bytes",
          "\(rounded($0.first)) ms, \(rounded($0.relayout)) ms at another width"
        )
      }
      + messages.map {
        ("\($0.count) messages", "\(rounded($0.layout)) µs each, \($0.allocated) bytes allocated")
      }
      + threads.map {
        (
          "\($0.threads) threads",
          "\(rounded($0.time)) µs a message, \(rounded($0.waits)) waits per 1,000"
        )
      }
    return FigureTable.text(lines)
  }
}

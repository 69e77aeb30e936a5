import Dispatch
import GalleyFonts
import GalleyJSON
import GalleyPainting
import GalleyPixels
import GalleyGeometry
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting
import Synchronization

/// A measurement of the memory of a process that lays out and draws distinct messages.
///
/// Every message is laid out through all caches, drawn and released, on two threads, which stay the
/// same: the C library has an arena of memory for each thread, so that a thread that joins later
/// would take memory, too. Free memory is returned before each sample. Messages are variations of
/// given ones, with words that no other message has, so that caches overflow.
struct SoakMeasurement: Sendable {
  private static let threads = 2
  /// The number of samples in addition to the first.
  private static let sampleCount = 40

  private let sources: [DistinctMessages]
  private let engine: TextEngine
  private let width: Double
  private let scale: Double

  /// Creates a measurement with variations of `messages`, at a width in points.
  init(messages: [AttributedText], fonts: FontCollection, width: Double, scale: Double) {
    sources = messages.map(DistinctMessages.init)
    engine = TextEngine(fonts: fonts)
    self.width = width
    self.scale = scale
  }

  /// The memory at one time.
  struct Sample: Sendable {
    /// The number of messages so far.
    var messages: Int
    /// The time since the start, in seconds.
    var seconds: Double
    /// The resident memory of the process, in bytes.
    var resident: Int
    /// The bytes allocated on the heap.
    var allocated: Int
    /// The approximate size of the cached shaped texts, in bytes.
    var texts: Int
    /// The size of the cached glyph images, in bytes.
    var glyphs: Int
  }

  /// Lays out and draws `count` messages.
  ///
  /// - Returns: The samples, the first of them before the first message.
  func run(count: Int) -> [Sample] {
    let start = ContinuousClock.now
    let samples = Mutex([sample(0, since: start)])
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for number in 0..<Self.sampleCount {
        let (first, end) = (
          count * number / Self.sampleCount, count * (number + 1) / Self.sampleCount
        )
        let share = { first + (end - first) * $0 / Self.threads }
        draw(share(thread)..<share(thread + 1))
        // The other thread has drawn about as many.
        if thread == 0 {
          let sample = sample(end, since: start)
          samples.withLock { $0.append(sample) }
        }
      }
    }
    return samples.withLock { $0 }
  }

  private func draw(_ numbers: Range<Int>) {
    let painter = TextPainter()
    let grid = PixelGrid(scale: scale)
    for number in numbers {
      let text = sources[number % sources.count].text(number)
      let layout = engine.layout(text, options: LayoutOptions(width: width))
      let rect = grid.pixelsTouched(by: Rect(origin: .zero, size: layout.size))
      guard var bitmap = try? Bitmap(width: max(1, rect.maxX), height: max(1, rect.maxY)) else {
        continue
      }
      painter.paint(layout, into: &bitmap, scale: scale)
    }
  }

  private func sample(_ messages: Int, since start: ContinuousClock.Instant) -> Sample {
    let time = (ContinuousClock.now - start).components
    ProcessMemory.returnFreePages()
    return Sample(
      messages: messages, seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18,
      resident: ProcessMemory.residentBytes ?? 0, allocated: ProcessMemory.allocatedBytes,
      texts: engine.cachedByteCount, glyphs: GlyphCache.shared.byteCount)
  }
}

/// The variations of a message, in which one word in five is invented.
struct DistinctMessages: Sendable {
  private let words: [String]
  private let style: TextStyle
  private let language: String?

  /// Creates the variations of a text.
  init(_ text: AttributedText) {
    words = text.string.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    style = text.baseStyle
    language = text.language
  }

  /// Returns the variation with a number, which no other number has.
  func text(_ number: Int) -> AttributedText {
    // A linear congruential generator, whose high bits are used.
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    func random(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var varied = words
    for index in varied.indices where random(below: 5) == 0 {
      // Halves of two words.
      let (front, back) = (words[index], words[random(below: words.count)])
      let start = front.prefix(front.count / 2)
      varied[index] = String(start + back.suffix(back.count - back.count / 2))
    }
    varied.append(String(number))
    return AttributedText(varied.joined(separator: " "), style: style, language: language)
  }
}

extension [SoakMeasurement.Sample] {
  /// Writes the samples as an array.
  func write(to writer: inout JSONWriter) {
    writer.array(self) { writer, sample in
      writer.object { writer in
        writer.member("messages", sample.messages)
        writer.member("s", (sample.seconds * 1000).rounded() / 1000)
        writer.member("resident", sample.resident)
        writer.member("allocated", sample.allocated)
        writer.member("texts", sample.texts)
        writer.member("glyphs", sample.glyphs)
      }
    }
  }

  /// The samples as a table, in megabytes.
  var table: String {
    let rows = map { sample in
      [sample.resident, sample.allocated, sample.texts, sample.glyphs].map { size in
        "\((Double(size) / 1e5).rounded() / 10)"
      }
    }
    let lines = zip(self, rows).map { sample, row in
      ("\(sample.messages)", row.joined(separator: "  "))
    }
    return FigureTable.text([("messages", "resident, allocated, texts, glyphs (MB)")] + lines)
  }
}

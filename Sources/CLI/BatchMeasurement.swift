import GalleyGeometry
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting

/// A benchmark of a file of messages drawn to PNG, as `galley render --jsonl` does it, without the
/// writing of files.
///
/// The shares of the stages are CPU time of the threads, which other programs do not change.
struct BatchMeasurement {
  let engine: TextEngine
  let theme: MessageTheme
  let options: LayoutOptions
  let scale: Double

  /// The CPU times of the stages of a message, in seconds.
  private struct Stages: Sendable {
    var layout = 0.0
    var drawing = 0.0
    var encoding = 0.0
    /// The size of the picture, in bytes.
    var size = 0
    var failure: String?
  }

  /// The margin around the text, that of `galley render`.
  private static let padding = 8.0

  /// Creates a benchmark at a width in points and a scale.
  init(engine: TextEngine, theme: MessageTheme, width: Double, scale: Double) {
    self.engine = engine
    self.theme = theme
    var options = LayoutOptions(width: width)
    options.lineGrid = PixelGrid(scale: scale)
    (self.options, self.scale) = (options, scale)
  }

  /// Runs the benchmark.
  ///
  /// - Parameters:
  ///   - path: The file of messages.
  ///   - threads: The number of threads.
  /// - Returns: The figures.
  /// - Throws: `Failure` if the file cannot be read or contains an invalid message.
  func run(path: String, threads: Int) throws -> FigureTable {
    var total = Stages()
    var count = 0
    let start = ContinuousClock.now
    do {
      var lines = MessageLines(
        try LineReader(path: path), jobs: threads, linesPerThread: MessageLines.picturesPerThread)
      try lines.forEach(draw) { stages in
        if let failure = stages.failure { throw Failure("\(path): \(failure)") }
        count += 1
        total.layout += stages.layout
        total.drawing += stages.drawing
        total.encoding += stages.encoding
        total.size += stages.size
      }
    } catch let error as FileError { throw Failure(error) }
    let elapsed = start.duration(to: .now) / .milliseconds(1)
    guard count > 0 else { throw Failure("\(path): the file contains no messages") }
    let sum = total.layout + total.drawing + total.encoding
    let scale = 1e6 / Double(count)
    return FigureTable(rows: [
      ("messages", "messages", Double(count), ""),
      ("threads", "threads", Double(threads), ""),
      ("batch_ms", "the batch, in wall-clock time", elapsed, "ms"),
      ("layout_us", "layout of a message, with its text", total.layout * scale, "µs of CPU"),
      ("drawing_us", "drawing", total.drawing * scale, "µs of CPU"),
      ("encoding_us", "encoding to PNG", total.encoding * scale, "µs of CPU"),
      ("png_bytes", "a picture", Double(total.size) / Double(count), "bytes"),
      (
        "layout_drawing_share", "layout and drawing, of the three", (sum - total.encoding) / sum, ""
      ),
    ])
  }

  private func draw(_ item: MessageLines.Item) -> Stages {
    var stages = Stages()
    do {
      let message = try item.message.get()
      let start = ProcessorTime.ofThread
      let layout = engine.layout(message.attributedText(theme: theme), options: options)
      let middle = ProcessorTime.ofThread
      let bitmap = try RenderedImage(
        layout, scale: scale, padding: Self.padding, background: .white
      ).bitmap
      let end = ProcessorTime.ofThread
      stages.size = try bitmap.pngData().count
      stages.encoding = ProcessorTime.ofThread - end
      (stages.layout, stages.drawing) = (middle - start, end - middle)
    } catch { stages.failure = "line \(item.line): \(error)" }
    return stages
  }
}

import GalleyGeometry
import GalleyMessageOutput
import GalleyPainting
import GalleyPixels
import GalleyRichStreaming
import GalleySystem
import GalleyTypesetting

/// A message that grows, with the times that its growth took.
struct StreamRecording {
  /// The writer of frames, if they were requested.
  var frames: FrameWriter?
  /// Whether the part that each append changes is painted, to measure it.
  var measuresPainting = false
  /// The greatest number of layouts in a second of arrivals; `nil` for one at each append.
  var hz: Double?
  /// The current layout.
  private(set) var layout: StreamingLayout

  private var text: StreamingText
  private let picture: PictureSettings
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var bytes = 0
  /// The times of appends, in milliseconds, without painting.
  private var appends: [Double] = []
  private var (parsing, layouting, painting, finishing) = (0.0, 0.0, 0.0, 0.0)
  private var moved = 0
  private var lastFrame = -1.0

  init(_ text: StreamingText, picture: PictureSettings) {
    self.text = text
    self.picture = picture
    start = clock.now
    layout = self.text.layout()
  }

  /// Appends bytes.
  ///
  /// - Parameters:
  ///   - piece: The bytes.
  ///   - time: The time of the arrival in seconds; `nil` is the current time.
  /// - Throws: `Failure` if a frame cannot be drawn or written.
  mutating func append(_ piece: ArraySlice<UInt8>, at time: Double?) throws(Failure) {
    let earlier = layout
    bytes += piece.count
    let before = clock.now
    text.append(piece)
    let parsed = clock.now
    let isDue = isDue(at: time)
    if isDue { layout = text.layout() }
    let after = clock.now
    appends.append((after - before) / .milliseconds(1))
    parsing += (parsed - before) / .milliseconds(1)
    layouting += (after - parsed) / .milliseconds(1)
    guard isDue else { return }
    moved += layout.movedBlocks(since: earlier)
    if measuresPainting { try paintChange() }
    let (shown, arrival) = (layout, time ?? (after - start) / .seconds(1))
    try frames?.show(shown, at: arrival)
  }

  /// Returns whether a piece that arrives at a time is the first one of a frame.
  private mutating func isDue(at time: Double?) -> Bool {
    guard let hz, let time else { return true }
    let frame = (time * hz).rounded(.down)
    defer { lastFrame = frame }
    return frame > lastFrame
  }

  /// Opens the fonts of ordinary text and reads a grammar, with an engine of its own.
  ///
  /// Processes do that once, so it belongs to no message.
  static func prepare(_ engine: TextEngine, _ settings: LayoutSettings) {
    _ = settings.layout(
      markdown: "# x\n\nx **x** *x* ***x*** `x` $x$\n\n```swift\nx\n```",
      with: TextEngine(fonts: engine.fonts))
  }

  /// Completes the message.
  mutating func finish() throws(Failure) {
    finishing =
      clock.measure {
        text.finish()
        layout = text.layout()
      } / .milliseconds(1)
    let shown = layout
    try frames?.write(shown)
  }

  /// Paints what the last append changed.
  private mutating func paintChange() throws(Failure) {
    let top = layout.changedFrom.rounded(.down)
    let size = Size(
      width: layout.size.width, height: min(max(layout.size.height - top, 1), FrameWriter.highest))
    let layout = layout
    let picture = picture
    var failure: PictureError?
    painting +=
      clock.measure {
        do throws(PictureError) {
          _ = try picture.bitmap(of: layout, at: Point(x: 0, y: -top), size: size)
        } catch { failure = error }
      } / .milliseconds(1)
    if let failure { throw Failure(failure) }
  }

  /// The number of appends.
  var count: Int { appends.count }

  /// The figures so far.
  var figures: FigureTable {
    let sorted = appends.sorted()
    func microseconds(_ share: Double) -> Double {
      guard !sorted.isEmpty else { return 0 }
      return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1000
    }
    return FigureTable(rows: [
      ("appends", "appends", Double(appends.count), ""),
      ("bytes", "bytes", Double(bytes), ""),
      ("height", "height", layout.size.height, "points"),
      ("total_ms", "all appends and the end", appends.reduce(finishing, +), "ms"),
      ("finish_ms", "the end", finishing, "ms"),
      ("parse_ms", "parsing of blocks", parsing, "ms"),
      ("layout_ms", "layout", layouting, "ms"),
      ("paint_ms", "painting of changes", painting, "ms"),
      ("append_p50_us", "append, p50", microseconds(0.5), "µs"),
      ("append_p99_us", "append, p99", microseconds(0.99), "µs"),
      ("append_max_us", "append, most", microseconds(1), "µs"),
      ("moved_blocks", "complete blocks that moved", Double(moved), ""),
      ("frames", "frames", Double(frames?.count ?? 0), ""),
    ])
  }
}

/// A writer of numbered frames of one size.
struct FrameWriter {
  /// The greatest height of a frame, in points.
  static let highest = 4096.0

  let directory: String
  /// The time between frames, in seconds.
  let interval: Double
  /// The height of a frame, in points.
  let height: Double
  let picture: PictureSettings
  /// The number of frames so far.
  private(set) var count = 0
  private var next = 0.0

  init(directory: String, interval: Double, height: Double, picture: PictureSettings) {
    self.directory = directory
    self.interval = interval
    self.height = height
    self.picture = picture
  }

  /// Writes a frame if it is time.
  mutating func show(_ layout: StreamingLayout, at time: Double) throws(Failure) {
    guard time >= next else { return }
    next = max(next + interval, time)
    try write(layout)
  }

  /// Writes a frame with the end of a layout.
  mutating func write(_ layout: StreamingLayout) throws(Failure) {
    let padding = picture.padding
    let size = Size(width: layout.size.width + 2 * padding, height: height)
    let y = min(padding, height - padding - layout.size.height)
    let data: [UInt8]
    do throws(PictureError) {
      data = try PictureSettings.png(
        picture.bitmap(of: layout, at: Point(x: padding, y: y), size: size))
    } catch { throw Failure(error) }
    count += 1
    let path = "\(directory)/frame-\(count.padded(to: 5)).png"
    do { try FileSystem.write(data, to: path, isDurable: false) } catch { throw Failure(error) }
  }
}

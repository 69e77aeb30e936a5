import ArgumentParser
import GalleyDisplay
import GalleyGeometry
import GalleyJSON
import GalleyLayers
import GalleyMessageOutput
import GalleyMessages
import GalleyScheduling
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting
import GalleyWindow

/// `galley-view stream`: shows a message while it comes.
struct StreamViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Show a Markdown message in a window while it comes, or measure that.",
    usage: "galley-view stream [<file|->] [<options>]",
    discussion: """
      From a program:  some-model | galley-view stream
      A recording:     galley-view stream answer.md --chunk 4 --rate 200
      Figures:         galley-view stream answer.md --chunk 4 --rate 200 --json

      The end of the message stays visible if it is; scroll up to stay at a place.

      Wheel, touchpad, drag   Scroll; also arrow keys, PgUp, PgDn, Space, Home, End
      Esc                     Stop reading; then close the window
      Ctrl+Q                  Quit

      With --json, there is no window. Frames are due at the rate given by --hz; one is missed if \
      the changes of its tick are not composed before the next is due, and skipped, which counts \
      as missed too, if the main actor was busy when it was due. Times are in microseconds: append \
      is the call that appends a piece, main the work of the main actor per frame with these \
      calls, main_cpu its CPU time, and frame the time from when a frame is due until it is ready \
      to be shown.

      A window requires SDL 2 (package libsdl2-2.0-0). galley stream writes frames as files.
      """)

  @Argument(
    help: ArgumentHelp(
      "The Markdown file, or - for standard input.", valueName: "file|-"),
    completion: .file(extensions: ["md"]))
  var source = "-"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length of the pieces that are appended. (default: as they come; 4 with --json)",
      valueName: "bytes"),
    transform: Bounded.integer(1...1_000_000))
  var chunk: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of pieces per second. (default: as they come; 200 with --json)",
      valueName: "pieces"),
    transform: Bounded.number(0.01...1_000_000))
  var rate: Double?

  @Flag(help: "Measure without a window, and write figures as JSON.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --json: the frame rate, in frames per second. (default: 120)", valueName: "rate"),
    transform: Bounded.number(1...1_000))
  var hz: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The height of the window, in points. (default: 640)", valueName: "points"),
    transform: Bounded.number(100...4_000))
  var height = 640.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scale, in pixels per point. (default: the display's scale; 2 with --json)",
      valueName: "scale"),
    transform: Bounded.number(0.5...4))
  var scale: Double?

  @Option(
    help: ArgumentHelp("The color theme, such as light or dark. (default: light)"),
    transform: Bounded.theme)
  var theme = ChatTheme.light

  @Option(parsing: .unconditional, help: .drawingThreads, transform: Bounded.integer(threadCounts))
  var threads = PoolExecutor.defaultThreadCount

  @OptionGroup(title: "Layout") var arguments: LayoutArguments

  func validate() throws {
    if hz != nil, !json { throw ValidationError("--hz is the rate of a measurement: add --json.") }
  }

  func run() throws {
    let settings = LayoutSettings(arguments, grid: PixelGrid(scale: scale ?? 2))
    guard (100...2_000).contains(settings.richWidth) else {
      throw ValidationError("Expected a --width from 100 to 2000, or none.")
    }
    let appearance = StreamAppearance(
      theme: settings.richTheme, textOptions: settings.options, colors: theme,
      engine: try arguments.engine())
    let size = Size(
      width: settings.richWidth + 2 * StreamAppearance.padding, height: height)
    if json { return try measure(appearance, size) }
    do {
      try MainActor.assumeIsolated { [self] in try show(appearance, size) }
    } catch let error as WindowError { throw Failure(error) } catch let error as FileError {
      throw Failure(error)
    }
  }

  /// Shows the message in a window until that is closed.
  @MainActor private func show(_ appearance: StreamAppearance, _ size: Size) throws {
    // A missing file is reported without a window.
    if source != "-" { _ = try FileStatus(path: source) }
    let title = source == "-" ? "Galley" : "\(TerminalText.line(source)) — Galley"
    let clock = SystemClock()
    let loop = EventLoop(clock: clock)
    let window = try Window(title: title, size: size, scale: scale, loop: loop)
    let environment = DisplayEnvironment(
      executor: PoolExecutor(threads: threads, clock: clock), clock: clock, driver: loop)
    let nodes = NodeWindow(window, in: environment, loop: loop)
    nodes.surface.host.backgroundColor = appearance.colors.background
    let shown = StreamWindow(appearance, size: nodes.size, environment: environment)
    shown.reading.begin(source, chunk: chunk, rate: rate)
    shown.run(in: nodes)
    if let error = shown.reading.error { throw error }
  }

  private func measure(_ appearance: StreamAppearance, _ size: Size) throws {
    var text: [UInt8] = []
    do {
      var reader = source == "-" ? ByteReader() : try ByteReader(path: source)
      while case let bytes = try reader.next(room: 1 << 16), !bytes.isEmpty { text += bytes }
    } catch { throw Failure(error) }
    let length = chunk ?? 4
    let pieces = stride(from: 0, to: text.count, by: length).map { start in
      text[start..<min(start + length, text.count)]
    }
    let figures = MainActor.assumeIsolated { [self, pieces] in
      let run = StreamRun(
        appearance, size: size, scale: scale ?? 2, threads: threads)
      return withExtendedLifetime(run) {
        run.run(pieces, rate: rate ?? 200, frameRate: hz ?? 120)
      }
    }
    var writer = JSONWriter()
    figures.table.write(to: &writer)
    writer.endLine()
    try StandardStreams.write(json: writer.bytes)
  }
}

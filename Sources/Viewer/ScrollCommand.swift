import ArgumentParser
import GalleyChat
import GalleyGeometry
import GalleyLayers
import GalleyPixels
import GalleyScheduling
import GalleySystem
import GalleyTextCommands
import Synchronization

/// `galley scroll`: scrolls a conversation in real time and measures it.
struct ScrollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scroll",
    abstract: "Measure scrolling of a conversation in real time, without a window.",
    discussion: """
      galley scroll --generate 100000 --script fling --json

      Frames are due at the rate given by --hz. A frame is missed if the changes of its tick are not \
      composed before the next is due; missed_main counts those that the main actor did not commit \
      in time. A row is blank if it is visible with neither contents nor placeholder. Times are in \
      milliseconds: main_ms is the work of the main actor per frame, frame_ms the time from when a \
      frame is due until it is ready to be shown, and compositor_ms the part of it in which the \
      compositor draws. main_cpu_ms and compositor_cpu_ms are the CPU times of these, without the \
      time in which the system runs other threads instead. drawn_frames counts composed frames that \
      differ from the previous one, replaced_frames those that were replaced by newer ones before \
      they were composed.
      """)

  @OptionGroup var conversation: ConversationArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The frame rate, in frames per second. (default: 120)", valueName: "rate"),
    transform: Bounded.number(1...1_000))
  var hz = 120.0

  @Option(
    help: ArgumentHelp("The size of the list, in points. (default: 412x870)", valueName: "size"),
    transform: Bounded.windowSize)
  var size = Size(width: 412, height: 870)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scale, in pixels per point. (default: 2)", valueName: "scale"),
    transform: Bounded.number(0.5...4))
  var scale = 2.0

  @Option(
    help: ArgumentHelp(
      "The movement: fling, flips, jumps, arrivals, resize or mix. (default: fling)",
      valueName: "script"),
    completion: .cases(of: ScrollScript.self), transform: Bounded.choice)
  var script = ScrollScript.fling

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The duration, in seconds. (default: 20)", valueName: "seconds"),
    transform: Bounded.number(0.1...3_600))
  var seconds = 20.0

  @Option(
    parsing: .unconditional,
    help: .drawingThreads,
    transform: Bounded.integer(threadCounts))
  var threads = PoolExecutor.defaultThreadCount

  @Flag(help: "Write the figures as a JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write a trace of all threads, for Perfetto or about:tracing.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var trace: String?

  @Option(
    name: .customLong("frames"),
    help: ArgumentHelp(
      "Write each frame as a PNG file, which is slower than real time.",
      valueName: "directory"),
    completion: .directory)
  var frameDirectory: String?

  func run() throws {
    try conversation.show(ChatStyle(.light, width: size.width), measure)
  }

  private func measure(_ rows: ChatRows) throws {
    var options = ScrollOptions()
    (options.rate, options.size, options.scale) = (hz, size, scale)
    (options.script, options.seconds, options.threads) = (script, seconds, threads)
    options.seed = UInt64(clamping: conversation.seed)
    if trace != nil { options.trace = TraceLog() }
    let frames = try frameDirectory.map { try FrameFiles(directory: $0) }
    if let frames { options.sinks = [frames.sink] }
    let figures: ScrollFigures
    do {
      figures = try MainActor.assumeIsolated { [options] in
        let run = ScrollRun(rows, options)
        // The handlers of the run refer to it weakly.
        return try withExtendedLifetime(run) { try run.run() }
      }
    } catch { throw Failure("\(error)") }
    if let trace, let log = options.trace {
      do { try FileSystem.write(TraceFile.json(log), to: trace, isDurable: false) } catch {
        throw Failure(error)
      }
    }
    if json {
      try StandardStreams.write(json: figures.json)
    } else {
      try StandardStreams.write(lines: FigureTable.text(figures.lines))
    }
    try frames?.finish()
  }
}

/// A sink that writes frames as files into a directory.
private final class FrameFiles: Sendable {
  private let directory: String
  /// The errors of frames that were not written.
  private let failures = Mutex<[String]>([])

  /// Creates the directory if needed.
  init(directory: String) throws {
    do { try FileSystem.makeDirectory(directory) } catch { throw Failure(error) }
    self.directory = directory
  }

  /// The sink, which writes frames on any thread.
  var sink: PNGSequenceSink {
    PNGSequenceSink { [self] number, png in
      let path = "\(directory)/\(number.padded(to: 6)).png"
      do {
        try FileSystem.write(try png.get(), to: path, isDurable: false)
      } catch let error as FileError {
        failures.withLock { $0.append(error.description) }
      } catch {
        failures.withLock { $0.append("\(path): \(error)") }
      }
    }
  }

  /// Throws if a frame was not written.
  func finish() throws {
    let failures = failures.withLock { $0 }
    guard let first = failures.first else { return }
    let others = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
    throw Failure("a frame could not be written: \(first)\(others)")
  }
}

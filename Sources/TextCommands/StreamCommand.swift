package import ArgumentParser
import GalleyCorpus
import GalleyGeometry
import GalleyJSON
import GalleyMessageOutput
import GalleyMessages
import GalleyPainting
import GalleyPixels
import GalleyRichStreaming
import GalleySystem
import GalleyTypesetting

/// `galley stream`: lays a message out while it comes.
package struct StreamCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Lay a Markdown message out while it comes, as frames or figures.",
    discussion: """
      The last picture:  some-model | galley stream -o answer.png
      All of them:       some-model | galley stream --output-dir frames
      A recording:       galley stream answer.md --chunk 4 --rate 400 --output-dir frames
      Figures:           galley stream answer.md --chunk 4 --json
      In a window:       some-model | galley-view stream

      Text is shown as it comes: bold text is bold before its end is known, tables and lists grow \
      row by row, and no complete block moves. Frames have one size; a message that is higher is \
      shown with its end. Without -o, --output-dir and --json, figures are written as text.

      JSON has "appends", "bytes", "height" in points, "total_ms", "finish_ms", the sums "parse_ms", \
      "layout_ms" and "paint_ms", "append_p50_us", "append_p99_us" and "append_max_us" of parsing \
      and layout together, "moved_blocks", which is 0 unless a link is defined behind its use, and \
      "frames". With --compare there are two more.
      """)

  @Argument(
    help: ArgumentHelp(
      "The Markdown file, or - for standard input.", valueName: "file|-"),
    completion: .file(extensions: ["md"]))
  var source = "-"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture of the complete message to write, which must end in .png.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The directory to write frames to, named frame-00001.png; created if needed.",
      valueName: "directory"),
    completion: .directory)
  var outputDir: String?

  @Flag(help: "Write figures as JSON.")
  var json = false

  @Flag(
    help: ArgumentHelp(
      "Add figures of laying the whole text out at once.",
      discussion: """
        "whole_ms" is the time of the complete message with empty caches and open fonts, "whole_each_ms" that of \
        the whole at each append with warm caches, estimated from 64 appends.
        """))
  var compare = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lay the message out at most that often by the times of --rate, as a display does.",
      discussion: "By default, it is laid out for each piece.", valueName: "rate"),
    transform: Bounded.number(1...1_000_000))
  var hz: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length of the pieces in which the text is appended. (default: as it comes)",
      valueName: "bytes"),
    transform: Bounded.integer(1...1_000_000))
  var chunk: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give frames the times of a sender of that speed, in bytes per second, without waiting.",
      valueName: "speed"),
    transform: Bounded.number(1...1_000_000))
  var rate: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time between frames, in seconds. (default: 0.1)", valueName: "seconds"),
    transform: Bounded.number(0.001...60))
  var interval = 0.1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The height of frames, in points. (default: 640)", valueName: "points"),
    transform: Bounded.number(1...4096))
  var height = 640.0

  @OptionGroup(title: "Layout") var arguments: LayoutArguments
  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments

  package init() {}

  package func validate() throws {
    if let output, PictureFormat(path: output) != .png {
      throw ValidationError("\(output): the picture of a stream must end in .png.")
    }
    if appearance.themes.count > 1 { throw ValidationError("State one --theme.") }
    if let part = arguments.parts.all.first {
      throw ValidationError("--\(part.name) applies only to text, not to a rich message.")
    }
    if rate != nil, outputDir == nil, hz == nil {
      throw ValidationError("--rate gives frames their times: add --output-dir DIRECTORY or --hz.")
    }
    if hz != nil, rate == nil { throw ValidationError("--hz counts the times of --rate: add it.") }
  }

  package func run() throws {
    let engine = try arguments.engine()
    let settings = LayoutSettings(arguments, grid: appearance.grid(of: .png))
    let picture = appearance.picture(theme: appearance.themes.first ?? .light)
    if compare { StreamRecording.prepare(engine, settings) }
    var recording = StreamRecording(settings.stream(with: engine), picture: picture)
    if let outputDir {
      do { try FileSystem.makeDirectory(outputDir) } catch { throw Failure(error) }
      recording.frames = FrameWriter(
        directory: outputDir, interval: interval, height: height, picture: picture)
    }
    recording.measuresPainting = json
    recording.hz = hz
    var whole: [UInt8] = []
    do {
      var reader = source == "-" ? ByteReader() : try ByteReader(path: source)
      var total = 0
      while case let bytes = try reader.next(room: 1 << 16), !bytes.isEmpty {
        if compare { whole += bytes }
        var rest = bytes[...]
        while !rest.isEmpty {
          let piece = rest.prefix(chunk ?? rest.count)
          rest = rest.dropFirst(piece.count)
          total += piece.count
          try recording.append(piece, at: rate.map { Double(total) / $0 })
        }
      }
      try recording.finish()
      if let output {
        try FileSystem.write(
          PictureSettings.png(picture.bitmap(of: recording.layout)), to: output, isDurable: false)
      }
    } catch let error as FileError {
      throw Failure(error)
    }
    var figures = recording.figures
    if compare {
      let comparison = WholeComparison(whole, settings: settings, fonts: engine.fonts)
      figures = FigureTable(rows: figures.rows + comparison.rows(appends: recording.count))
    }
    try report(figures)
  }

  private func report(_ figures: FigureTable) throws {
    if json {
      var writer = JSONWriter()
      figures.write(to: &writer)
      writer.endLine()
      try StandardStreams.write(json: writer.bytes)
    } else if output == nil, outputDir == nil {
      try StandardStreams.write(lines: figures.description)
    }
  }
}

package import ArgumentParser
import GalleyGeometry
import GalleyJSON
import GalleyMessageOutput
import GalleyMessages
import GalleySystem
import GalleyTypesetting

/// `galley batch`: draws or lays out a file of messages of any length, and can be continued.
package struct BatchCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Draw or lay out millions of messages, in constant memory.",
    discussion: """
      Pictures in a folder:   galley batch messages.jsonl --out pictures --scale 2
      After an interruption:  galley batch messages.jsonl --out pictures --scale 2 --resume
      In a pipe:              producer | galley batch - --out - --format json | consumer

      The input has a JSON message per line, in the format of "galley render --message", or of \
      --rich if the object has "blocks". Each message becomes a file FOLDER/000/000001-ID.png: a \
      thousand files to a folder, named after the line and the "id". A file is complete or absent.

      The manifest, FOLDER/manifest.jsonl, has the settings in its first line and then a line per \
      message, in the order of the input: "line", "id", "file", "bytes", "sha256", "width" and \
      "height" in points, and "ms"; or "line", "id" and "error". An invalid message is answered \
      there and on standard error, the others go on, and the exit status is 1.

      With --out -, the lines of the manifest are written to standard output, with the file in \
      Base64 as "data" instead of "file", or the layout as "layout".
      """)

  @Argument(
    help: ArgumentHelp("The messages, or - for standard input.", valueName: "file|-"),
    completion: .file(extensions: ["jsonl"]))
  var source: String

  @Option(
    name: .customLong("out"),
    help: ArgumentHelp(
      "The folder to write, or - for standard output.", valueName: "folder|-"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "The format of the files: png, webp, svg, pdf or json. (default: png)", valueName: "format"),
    completion: .cases(of: BatchFormat.self), transform: Bounded.choice)
  var format = BatchFormat.png

  @Option(
    help: ArgumentHelp(
      "The manifest to write. (default: manifest.jsonl in the folder)", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var manifest: String?

  @Flag(
    help: "Continue an interrupted batch, after the messages of its manifest whose files exist.")
  var resume = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of threads; it does not affect the output. (default: one per core)",
      valueName: "threads"),
    transform: Bounded.integer(threadCounts))
  var jobs: Int?

  @Flag(help: "Show neither progress nor the closing line.")
  var quiet = false

  @OptionGroup(title: "Layout") var arguments: LayoutArguments
  @OptionGroup(title: "Appearance") var appearance: AppearanceArguments

  package init() {}

  private var isPipe: Bool { output == "-" }

  package func validate() throws {
    if appearance.themes.count > 1 { throw ValidationError("A batch has one theme.") }
    guard isPipe else { return }
    if resume { throw ValidationError("--resume requires a folder.") }
    if manifest != nil {
      throw ValidationError("--out - writes the manifest to standard output; omit --manifest.")
    }
  }

  package func run() throws {
    // Most texts are distinct; the default size would mostly keep memory that nobody asks for.
    let engine = try arguments.engine(cacheLimit: 4 << 20)
    let picture = appearance.picture(theme: appearance.themes.first ?? .light)
    let worker = BatchWorker(
      engine: engine, settings: LayoutSettings(arguments, grid: format.grid(scale: picture.scale)),
      picture: picture, format: format, folder: isPipe ? nil : BatchFolder(output))
    if !isPipe { try OutputDirectory.make(output) }
    let log = try log()
    let earlier = log?.earlier ?? BatchLog.Contents()
    var lines = MessageLines(
      try TextInput.lines(of: source), jobs: jobs ?? CurrentProcess.coreCount,
      linesPerThread: MessageLines.picturesPerThread, after: earlier.lastLine)
    let path = lines.path
    var progress = ProgressLine(
      isShown: !quiet, total: source == "-" ? nil : (try? FileStatus(path: source))?.size)
    var (count, failed) = (earlier.entryCount, earlier.failureCount)
    let start = ContinuousClock.now
    try lines.forEach(worker.result) { result in
      count += 1
      if let failure = result.failure {
        failed += 1
        progress.clear()
        StandardStreams.warn("\(path):\(result.line): \(failure)")
      }
      if let log { try log.append(result.entry) } else { try writeOut(result.entry) }
      progress.show(done: result.end, count: count - earlier.entryCount)
    }
    progress.clear()
    if !quiet {
      let seconds = start.duration(to: .now) / .seconds(1)
      StandardStreams.warn(
        Self.summary(count, failed, new: count - earlier.entryCount, seconds: seconds))
    }
    if failed > 0 { throw ExitCode(1) }
  }

  /// Returns the manifest of a folder, opened for the next entry.
  private func log() throws -> BatchLog? {
    guard !isPipe else { return nil }
    let path = manifest ?? output + "/manifest.jsonl"
    return try BatchLog(path: path, header: header, folder: output, resumes: resume)
  }

  private func writeOut(_ entry: [UInt8]) throws {
    do { try StandardStreams.write(json: entry) } catch { throw Failure(error) }
  }

  /// The settings that decide the files, as a line of JSON.
  private var header: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("galley", programVersion)
      writer.member("format", format.rawValue)
      writer.name("settings")
      writer.array(arguments.words + appearance.words) { $0.value($1) }
    }
    writer.endLine()
    return writer.bytes
  }

  private static func summary(
    _ count: Int, _ failed: Int, new: Int, seconds: Double
  ) -> String {
    let rate = seconds > 0 ? Int((Double(new) / seconds).rounded()) : 0
    let failures = failed > 0 ? ", \(failed) failed" : ""
    return "\(count) messages\(failures), \((seconds * 10).rounded() / 10) s, \(rate) a second"
  }
}

/// The format of the files of a batch.
enum BatchFormat: String, CaseIterable {
  case png, webp, svg, pdf, json

  /// Returns the pixel grid that lines are aligned to; `nil` for formats without pixels.
  func grid(scale: Double) -> PixelGrid? {
    self == .png || self == .webp ? PixelGrid(scale: scale) : nil
  }
}

import ArgumentParser
import GalleyFonts
import GalleyJSON
import GalleyMessages
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting

/// `galley bench`: measures layout and drawing of messages on this machine.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure the speed of layout and drawing on this machine.",
    discussion: """
      galley bench messages.jsonl --width 320 --json

      Times are wall-clock means per message, in microseconds: "first" with empty caches, "again" \
      for new layouts with warm caches, "relayout" of existing layouts at a second width, "raster" \
      onto a cleared bitmap with cached glyph images. For reliable figures, run nothing else \
      meanwhile.
      """)

  @Argument(
    help: ArgumentHelp("A file with one JSON message per line.", valueName: "file.jsonl"),
    completion: .file(extensions: ["jsonl"]))
  var file: String?

  @Flag(
    help: ArgumentHelp(
      "Measure message features on generated messages.",
      discussion: """
        Layout of 100 KB of text with 2,000 entities, drawing with other palettes, balanced \
        lines, and hit testing of links.
        """))
  var entities = false

  @Flag(
    help: ArgumentHelp(
      "Measure the costs of display other than drawing.",
      discussion: """
        Creation of nodes, layer commits, ticket checks, cancellation of a drawing, the speedup \
        with two threads, and the share of drawing that is wasted while a list is flung or jumps.
        """))
  var display = false

  @Flag(
    help: ArgumentHelp(
      "Measure the growth of cost with texts, messages and threads.",
      discussion: """
        Texts of 1 KB to 10 MB of six kinds, 1 to 1,000,000 messages, and 1 to 8 threads, with \
        their waits. This takes a few minutes.
        """))
  var growth = false

  @Flag(
    help: ArgumentHelp(
      "With a file: measure its drawing to PNG, with the share of each stage.",
      discussion: "On the last number of --threads; files are not written."))
  var batch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Measure the layout of rich messages and of formulas, one per line of a file.",
      discussion: """
        A message of 32,768 characters and 500 blocks beside its text, a table of 20 columns and \
        100 rows, and the formulas.
        """, valueName: "formulas.txt"),
    completion: .file(extensions: ["txt"]))
  var rich: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --entities or --rich: the number of passes. (default: 9)", valueName: "count"),
    transform: Bounded.integer(1...1000))
  var passes = 9

  @OptionGroup var fonts: FontArguments

  @OptionGroup var size: SizeArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width of the first layouts, in points. (default: 360)", valueName: "points"),
    transform: Bounded.width)
  var width = 360.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width of the second layouts, in points. (default: 280)", valueName: "points"),
    transform: Bounded.width)
  var relayout = 280.0

  @OptionGroup var scale: ScaleArgument

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The numbers of threads to draw on, comma-separated. (default: 1,2)", valueName: "counts"),
    transform: Bounded.list(threadCounts))
  var threads = [1, 2]

  @Flag(help: "Write the figures as a JSON object.")
  var json = false

  func validate() throws {
    if [entities, display, growth, rich != nil, file != nil].count(where: { $0 }) != 1 {
      throw ValidationError("Expected either a file, --entities, --display, --growth or --rich.")
    }
    if batch, file == nil { throw ValidationError("--batch requires a file of messages.") }
  }

  func run() throws {
    if display { return try measureDisplay() }
    if growth { return try measureGrowth() }
    if let rich { return try measureRich(formulas: rich) }
    guard let file else { return try measureEntities() }
    if batch { return try measureBatch(file) }
    let messages = try readMessages(of: file)
    let measurement = Measurement(
      messages: messages.map { $0.attributedText(theme: theme) }, fonts: try fonts.collection(),
      width: width, relayout: relayout, scale: scale.scale)
    let figures = try measurement.run(threads: threads)
    try write(figures.description) { figures.write(to: &$0) }
  }

  private func measureEntities() throws {
    let figures = try MessageMeasurement(
      fonts: try fonts.collection(), passes: passes
    ).run().table
    try write(figures.description) { figures.write(to: &$0) }
  }

  private func measureRich(formulas: String) throws {
    let bytes: [UInt8]
    do { bytes = try FileSystem.bytes(of: formulas, limit: 1 << 26) } catch { throw Failure(error) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let figures = try RichMeasurement(
      fonts: try fonts.collection(), formulas: lines, passes: passes
    ).run().figures
    try write(figures.description) { figures.write(to: &$0) }
  }

  private func measureGrowth() throws {
    let results = GrowthMeasurement(fonts: try fonts.collection()).run()
    try write(results.description) { results.write(to: &$0) }
  }

  private func measureBatch(_ file: String) throws {
    let measurement = BatchMeasurement(
      engine: TextEngine(fonts: try fonts.collection()), theme: theme, width: width,
      scale: scale.scale)
    let figures = try measurement.run(path: file, threads: threads.last ?? 1)
    try write(figures.description) { figures.write(to: &$0) }
  }

  private func measureDisplay() throws {
    let collection = try fonts.collection()
    let figures = try MainActor.assumeIsolated {
      try DisplayMeasurement(fonts: collection).run().table
    }
    try write(figures.description) { figures.write(to: &$0) }
  }

  private func write(_ description: String, as object: (inout JSONWriter) -> Void) throws {
    guard json else { return try StandardStreams.write(lines: description) }
    var writer = JSONWriter()
    object(&writer)
    writer.endLine()
    try StandardStreams.write(json: writer.bytes)
  }

  private var theme: MessageTheme {
    var style = TextStyle()
    style.font.size = size.size
    return MessageTheme(text: style)
  }

  /// Reads the messages, all of which must be valid, because skipping some would change the
  /// measurement.
  private func readMessages(of file: String) throws -> [Message] {
    var lines: MessageLines
    do { lines = MessageLines(try LineReader(path: file), jobs: 1) } catch {
      throw Failure(error)
    }
    var messages: [Message] = []
    try lines.forEach {
      $0
    } consume: { item in
      do { messages.append(try item.message.get()) } catch {
        throw Failure("\(file):\(item.line): \(error)")
      }
    }
    // The widths of the command line override those of the messages.
    guard !messages.isEmpty else { throw Failure("\(file): the file contains no messages") }
    return messages
  }
}

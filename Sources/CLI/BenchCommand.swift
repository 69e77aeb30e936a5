import ArgumentParser
import GalleySystem
import GalleyFonts
import GalleyJSON
import GalleyMessages
import GalleyTypesetting

/// `galley bench`: measures layout and drawing of messages on this machine.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast your own messages are laid out and drawn.",
    discussion: """
      Times are means per message in microseconds, by the wall clock: "first" with empty caches, \
      "again" as new layouts with warm caches, "relayout" of existing layouts at a second width, \
      "raster" onto a cleared bitmap with glyph images warm. For figures to rely on, leave the \
      machine alone meanwhile.
      """)

  @Argument(
    help: ArgumentHelp("A file with a message on each line, as JSON.", valueName: "file.jsonl"),
    completion: .file(extensions: ["jsonl"]))
  var file: String?

  @Flag(
    help: ArgumentHelp(
      "Measure what messages need, on messages that are made for it.",
      discussion: """
        A message of 100 KB with 2,000 entities, from the message to its layout; drawing in other \
        colors; balanced lines; finding the link at a point.
        """))
  var entities = false

  @Flag(
    help: ArgumentHelp(
      "Measure what display costs beside the drawing.",
      discussion: """
        Making nodes, committing layers, asking tickets, stopping a drawing that nobody wants, drawing \
        on two threads, and how much is drawn for nothing while a list is flung away and back.
        """))
  var display = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --entities: how often each is measured.", valueName: "count"),
    transform: Bounded.integer(1...1000))
  var passes = 9

  @OptionGroup var fonts: FontArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of the text, in points.", valueName: "points"),
    transform: Bounded.number(Message.sizes))
  var size = 16.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The width of the first layouts.", valueName: "points"),
    transform: Bounded.width)
  var width = 360.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The width of the second layouts.", valueName: "points"),
    transform: Bounded.width)
  var relayout = 280.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many pixels stand for a point.", valueName: "pixels"),
    transform: Bounded.number(0.1...16))
  var scale = 1.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Numbers of threads to draw on, with commas between them.", valueName: "counts"),
    transform: Bounded.list(threadCounts))
  var threads = [1, 2]

  @Flag(help: "Write the figures as one JSON object.")
  var json = false

  func validate() throws {
    if [entities, display, file != nil].count(where: { $0 }) != 1 {
      throw ValidationError("Name a file, or say --entities or --display.")
    }
  }

  func run() throws {
    if display { return try measureDisplay() }
    guard let file else { return try measureEntities() }
    let messages = try readMessages(of: file)
    let measurement = Measurement(
      messages: messages.map { $0.attributedText(theme: theme) }, fonts: try fonts.collection(),
      width: width, relayout: relayout, scale: scale)
    let figures = try measurement.run(threads: threads)
    try write(figures.description) { figures.write(to: &$0) }
  }

  private func measureEntities() throws {
    let figures = try MessageMeasurement(
      fonts: try fonts.collection(), passes: passes
    ).run().table
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
    style.font.size = size
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
    guard !messages.isEmpty else { throw Failure("\(file): no message, so nothing to measure") }
    return messages
  }
}

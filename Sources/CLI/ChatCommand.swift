import ArgumentParser
import GalleyChat
import GalleyDisplay
import GalleySystem
import GalleyGeometry
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting

/// `galley chat`: draws a conversation into a picture.
struct ChatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat",
    abstract: "Draw a conversation as a message app shows it, into a PNG file.",
    discussion: """
      galley chat conversation.json -o conversation.png --theme dark --scale 2

      The file is an object with "messages", or a list of them. A message is as for \
      galley render --message, and has "sender"; it may have "outgoing", "date" (seconds since \
      1970), "reply_to", "forwarded_from", "reactions", "images", "status", "edited" and "service". \
      Pictures of custom emoji are those of the folder or the files of "custom_emoji".

      An image that is missing, damaged or refused is said on standard error, its place stays \
      gray, and the exit status is 1.
      """)

  @Argument(
    help: ArgumentHelp(
      "The conversation: a JSON file, or - for standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var source: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture to write. Its name ends in .png.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var output: String

  @Option(
    help: ArgumentHelp("The colors, light or dark; usually light.", valueName: "theme"),
    transform: Bounded.appearance)
  var theme = ChatStyle.Appearance.light

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many pixels stand for a point; usually 1.", valueName: "pixels"),
    transform: Bounded.number(0.5...8))
  var scale = 1.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How wide the conversation is, in points; usually 440.", valueName: "points"),
    transform: Bounded.number(ChatStyle.widths))
  var width = 440.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many threads draw; usually one for each core.", valueName: "threads"),
    transform: Bounded.integer(threadCounts))
  var threads = PoolExecutor.defaultThreadCount

  @Option(help: .lineBreak, transform: Bounded.lineBreak)
  var lineBreak = AttributedText.LineBreakRules.Convention.unicode

  @OptionGroup var files: FileArguments
  @OptionGroup(title: "Fonts") var fonts: FontArguments

  func validate() throws {
    if PictureFormat(path: output) != .png {
      throw ValidationError("\(output): the name of the picture ends in .png.")
    }
  }

  func run() throws {
    let engine = TextEngine(fonts: try fonts.collection())
    let file = ChatFile(path: source)
    var style = ChatStyle(theme, width: width)
    style.lineBreakRules.convention = lineBreak
    style.lineGrid = PixelGrid(scale: scale)
    let layout = ChatLayout(
      try file.chat(), style: style, engine: engine,
      directory: file.directory, allowsOutsideFiles: files.allowsOutsideFiles, threads: threads)
    let (scale, threads) = (scale, threads)
    let picture = MainActor.assumeIsolated {
      Result { () throws(ChatError) in
        try Self.draw(layout, with: engine, scale: scale, threads: threads)
      }
    }
    var report = ProblemReport(of: file)
    report.say(layout.problems)
    let bitmap: Bitmap
    do { bitmap = try picture.get() } catch { throw file.failure(error) }
    try FileSystem.write(try PictureSettings.png(bitmap), to: output, isDurable: false)
    try report.finish()
  }

  @MainActor private static func draw(
    _ layout: ChatLayout, with engine: TextEngine, scale: Double, threads: Int
  ) throws(ChatError) -> Bitmap {
    let clock = SystemClock()
    let environment = DisplayEnvironment(
      executor: PoolExecutor(threads: threads, clock: clock), clock: clock)
    return try ChatScene(
      layout, engine: engine, scale: scale, environment: environment, threads: threads
    ).picture()
  }
}

import ArgumentParser
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyMessageOutput
import GalleyPixels
import GalleyScheduling
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting

/// `galley chat`: draws a conversation into a picture.
struct ChatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat",
    abstract: "Draw a conversation to a PNG file, as a message app shows it.",
    discussion: """
      galley chat conversation.json -o conversation.png --theme dark --scale 2

      The file contains a list of messages, or an object with the list as "messages". A message \
      has the fields of galley render --message and "sender"; the fields "outgoing", "date" \
      (seconds since 1970), "reply_to", "forwarded_from", "reactions", "images", \
      "link_preview", "status", "edited" and "service" are optional. "custom_emoji" of the object names a folder or the \
      files with the images of custom emoji.

      An image that is missing, damaged or refused is reported on standard error and drawn as a \
      gray box, and the exit status is 1.
      """)

  @Argument(
    help: ArgumentHelp(
      "The conversation: a JSON file, or - for standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var source: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The PNG file to write.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var output: String

  @Option(
    help: ArgumentHelp("The color theme, light or dark. (default: light)", valueName: "theme"),
    completion: .cases(of: ChatStyle.Appearance.self), transform: Bounded.choice)
  var theme = ChatStyle.Appearance.light

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The scale, in pixels per point. (default: 1)", valueName: "scale"),
    transform: Bounded.number(0.5...8))
  var scale = 1.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width of the conversation, in points. (default: 440)", valueName: "points"),
    transform: Bounded.number(ChatStyle.widths))
  var width = 440.0

  @Option(
    parsing: .unconditional,
    help: .drawingThreads,
    transform: Bounded.integer(threadCounts))
  var threads = PoolExecutor.defaultThreadCount

  @Option(help: .lineBreak, completion: .lineBreak, transform: Bounded.lineBreak)
  var lineBreak = AttributedText.LineBreakRules.Convention.unicode

  @OptionGroup var files: FileArguments
  @OptionGroup(title: "Fonts") var fonts: FontArguments

  func validate() throws {
    if PictureFormat(path: output) != .png {
      throw ValidationError("\(output): the output file must end in .png.")
    }
  }

  func run() throws {
    let engine = TextEngine(fonts: try fonts.collection())
    let file = ChatFile(path: source)
    var style = ChatStyle(theme, width: width)
    style.lineBreakRules.convention = lineBreak
    style.lineGrid = PixelGrid(scale: scale)
    let chat: Chat
    do { chat = try file.chat() } catch { throw Failure(error) }
    let layout = ChatLayout(
      chat, style: style, engine: engine, directory: file.directory,
      allowsOutsideFiles: files.allowsOutsideFiles, threads: threads)
    let (scale, threads) = (scale, threads)
    let picture = MainActor.assumeIsolated {
      Result { () throws(ChatError) in
        try Self.draw(layout, with: engine, scale: scale, threads: threads)
      }
    }
    var report = ProblemReport()
    report.say(layout.problems.map(file.problem))
    let bitmap: Bitmap
    do { bitmap = try picture.get() } catch { throw Failure(file.problem(error)) }
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

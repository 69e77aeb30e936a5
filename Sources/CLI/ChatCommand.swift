import ArgumentParser
import GalleyChat
import GalleyDisplay
import GalleyExports
import GalleyGeometry
import GalleyImages
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
    abstract: "Draw a conversation to a PNG file, as a message app shows it, or write pages.",
    discussion: """
      galley chat conversation.json -o conversation.png --theme dark --scale 2

      The file contains a list of messages, or an object with the list as "messages". A message \
      has the fields of galley render --message and "sender"; the fields "outgoing", "date" \
      (seconds since 1970), "reply_to", "forwarded_from", "reactions", "images", \
      "link_preview", "status", "edited" and "service" are optional. "custom_emoji" of the object names a folder or the \
      files with the images of custom emoji.

      The conversation may also be an export of Telegram Desktop (JSON), WhatsApp (text), \
      DiscordChatExporter (JSON), Slack (folder), Matrix, Messenger or Signal (signal-export): a file, \
      a folder with its files, or a zip file, which is unpacked in the cache directory. A range of \
      days is drawn, or written as pages to print or as HTML that needs no other file:

      galley chat ChatExport_2026-03-01 --from 2026-02-01 --to 2026-02-07 -o week.pdf

      An image that is missing, damaged or refused is reported on standard error and drawn as a \
      gray box, and the exit status is 1.
      """)

  /// The formats of output files.
  enum Format: String, CaseIterable, Sendable {
    case png, pdf, html
  }

  @Argument(
    help: ArgumentHelp(
      "The conversation: a JSON file, - for standard input, or an export.", valueName: "file"),
    completion: .file())
  var source: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write: PNG, or PDF or HTML of an export.", valueName: "file"),
    completion: .file(extensions: ["png", "pdf", "html"]))
  var output: String

  @Option(
    help: ArgumentHelp(
      "The format: png, or pdf or html of an export. (default: by the ending of the file)",
      valueName: "format"),
    completion: .cases(of: Format.self), transform: Bounded.choice)
  var format: Format?

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

  @OptionGroup(title: "Exports") var selection: ExportArguments
  @OptionGroup var files: FileArguments
  @OptionGroup(title: "Fonts") var fonts: FontArguments

  func validate() throws {
    if writtenFormat == nil {
      throw ValidationError(
        "\(output): the output file must end in .png or, of an export, in .pdf or .html; --format names another format."
      )
    }
  }

  /// The format of the output file; `nil` if it is not known.
  private var writtenFormat: Format? {
    format ?? Format.allCases.first { output.hasSuffix("." + $0.rawValue) }
  }

  private var isPage: Bool { writtenFormat != .png }

  /// The export that the source is; `nil` if it is a chat file.
  private func export() throws -> Export? {
    let kind = try? FileStatus(path: source).kind
    // A pipe is read as a chat file, and a missing file is reported as one.
    guard source != "-", kind == .regular || kind == .directory else { return nil }
    do throws(ExportError) { return try Export(path: source) } catch {
      guard case .unknownFormat = error, !isPage, !selection.areGiven,
        kind == .regular
      else { throw Failure(error) }
      return nil
    }
  }

  func run() throws {
    guard let export = try export() else { return try run(ChatFile(path: source)) }
    let messages = SelectedMessages(export: export, arguments: selection)
    var report = ProblemReport()
    switch writtenFormat {
    case .pdf:
      let file = try DraftFile(path: output)
      var pages = try PDFTranscript(
        to: file, engine: TextEngine(fonts: try fonts.collection(forStrangers: true)),
        scope: export.scope, helpers: helpers)
      _ = try messages.write(to: &pages, &report)
      try pages.finish()
      try file.publish()
    case .html:
      var page = try HTMLTranscript(
        output, title: selection.chat ?? "Conversation", scope: export.scope)
      _ = try messages.write(to: &page, &report)
      try page.finish()
    case .png, nil:
      var transcript = ChatTranscript()
      _ = try messages.write(to: &transcript, &report)
      try draw(transcript.chat, of: ChatFile(path: export.folder + "/"), &report)
    }
    try report.finish()
  }

  /// The processes that decode pictures.
  private var helpers: ImageHelpers? { fonts.isIsolatedByDefault ? ImageHelpers() : nil }

  private func run(_ file: ChatFile) throws {
    let chat: Chat
    do { chat = try file.chat() } catch { throw Failure(error) }
    var report = ProblemReport()
    try draw(chat, of: file, &report)
    try report.finish()
  }

  private func draw(_ chat: Chat, of file: ChatFile, _ report: inout ProblemReport) throws {
    let engine = TextEngine(fonts: try fonts.collection(forStrangers: true))
    var style = ChatStyle(theme, width: width)
    style.lineBreakRules.convention = lineBreak
    style.lineGrid = PixelGrid(scale: scale)
    let scope = FileScope(
      directory: file.directory, allowsOutsideFiles: files.allowsOutsideFiles)
    let history = ChatHistory(chat, ImageFiles(scope, helpers: helpers))
    let layout = ChatLayout(history, style: style, engine: engine, threads: threads)
    let (scale, threads) = (scale, threads)
    let picture = MainActor.assumeIsolated {
      Result { () throws(ChatError) in
        try Self.draw(layout, with: engine, scale: scale, threads: threads)
      }
    }
    report.say(layout.problems.map(file.problem))
    let bitmap: Bitmap
    do { bitmap = try picture.get() } catch { throw Failure(file.problem(error)) }
    try FileSystem.write(try PictureSettings.png(bitmap), to: output, isDurable: false)
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

import ArgumentParser
import GalleyChat
import GalleyExports
import GalleyGeometry
import GalleyImages
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting

/// The arguments that select a conversation.
struct ConversationArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The conversation: a JSON file (see galley help chat), or - for standard input.",
      discussion: "In galley view also an export of a messenger, a file or folder.",
      valueName: "file"),
    completion: .file())
  var source: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Generate a conversation of this many messages.", valueName: "messages"),
    transform: Bounded.integer(1...10_000_000))
  var generate: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of generated data. (default: 1)", valueName: "number"),
    transform: Bounded.integer(0...Int.max))
  var seed = 1

  @OptionGroup var files: FileArguments
  @OptionGroup(title: "Fonts") var fonts: FontArguments

  func validate() throws {
    guard (source == nil) != (generate == nil) else {
      throw ValidationError("Expected either a file or --generate.")
    }
  }

  /// Returns the export that the source is, or `nil` if it is something else.
  ///
  /// - Throws: `Failure` if it is a folder without an export, or cannot be read.
  func export() throws -> Export? {
    let kind = source.flatMap { try? FileStatus(path: $0).kind }
    guard let source, source != "-", kind == .regular || kind == .directory else { return nil }
    do throws(ExportError) { return try Export(path: source) } catch {
      guard case .unknownFormat = error, kind == .regular else { throw Failure(error) }
      return nil
    }
  }

  /// Calls `body` with the rows of the conversation, and reports problems with its files.
  ///
  /// - Throws: `Failure`, an error of `body`, or `ExitCode` if a problem was reported.
  func show(_ style: ChatStyle, _ body: (ChatRows) throws -> Void) throws {
    let engine = TextEngine(fonts: try fonts.collection(forStrangers: true))
    guard let source else {
      let chat = GeneratedChat(count: generate ?? 0, seed: UInt64(clamping: seed))
      return try body(ChatRows(chat, style: style, engine: engine))
    }
    try show(filesAt: [source], style, engine) { try body($0[0]) }
  }

  /// Calls `body` with the rows of several conversations, this one first, as `show` does.
  func show(
    with others: [String], _ style: ChatStyle, _ body: ([ChatRows]) throws -> Void
  ) throws {
    let engine = TextEngine(fonts: try fonts.collection(forStrangers: true))
    guard let source else {
      let chat = GeneratedChat(count: generate ?? 0, seed: UInt64(clamping: seed))
      let rows = ChatRows(chat, style: style, engine: engine)
      return try show(filesAt: others, style, engine) { try body([rows] + $0) }
    }
    try show(filesAt: [source] + others, style, engine, body)
  }

  /// The processes that decode pictures; `nil` for none.
  var helpers: ImageHelpers? { fonts.isIsolatedByDefault ? ImageHelpers() : nil }

  private func show(
    filesAt paths: [String], _ style: ChatStyle, _ engine: TextEngine,
    _ body: ([ChatRows]) throws -> Void
  ) throws {
    var report = ProblemReport()
    var opened: [(file: ChatFile, history: ChatHistory)] = []
    for path in paths {
      let file = ChatFile(path: path)
      let chat: Chat
      do { chat = try file.chat() } catch { throw Failure(error) }
      let scope = FileScope(
        directory: file.directory, allowsOutsideFiles: files.allowsOutsideFiles)
      let history = ChatHistory(chat, ImageFiles(scope, helpers: helpers))
      report.say(history.problems.map(file.problem))
      opened.append((file, history))
    }
    try body(opened.map { ChatRows($0.history, style: style, engine: engine) })
    for (file, history) in opened { report.say(history.problems.map(file.problem)) }
    try report.finish()
  }
}

extension Bounded {
  /// Parses the size of a window, such as 412x870.
  @Sendable static func windowSize(_ argument: String) throws -> Size {
    let size = try size(argument)
    guard ChatStyle.widths.contains(size.width), (100...4_000).contains(size.height) else {
      throw ValidationError("Expected a size from 240x100 to 2000x4000.")
    }
    return size
  }
}

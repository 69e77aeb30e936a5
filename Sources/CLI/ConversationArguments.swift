import ArgumentParser
import GalleyChat
import GalleyDevelopment
import GalleySystem
import GalleyGeometry
import GalleyTypesetting

/// The arguments that select a conversation.
struct ConversationArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The conversation: a JSON file (see galley help chat), or - for standard input.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
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

  /// Calls `body` with the rows of the conversation, and reports problems with its files.
  ///
  /// - Throws: `Failure`, an error of `body`, or `ExitCode` if a problem was reported.
  func show(_ style: ChatStyle, _ body: (ChatRows) throws -> Void) throws {
    let engine = TextEngine(fonts: try fonts.collection())
    guard let source else {
      let chat = GeneratedChat(count: generate ?? 0, seed: UInt64(clamping: seed))
      return try body(ChatRows(chat, style: style, engine: engine))
    }
    let file = ChatFile(path: source)
    let history = ChatHistory(
      try file.chat(), directory: file.directory, allowsOutsideFiles: files.allowsOutsideFiles)
    var report = ProblemReport(of: file)
    report.say(history.problems)
    try body(ChatRows(history, style: style, engine: engine))
    report.say(history.problems)
    try report.finish()
  }
}

/// The arguments that restrict the files of a conversation.
struct FileArguments: ParsableArguments {
  @Flag(
    name: .customLong("allow-outside-files"),
    help: ArgumentHelp(
      "Load images from any path; only for conversations that you trust.",
      discussion: """
        By default, images are loaded only from the folder of the conversation (for standard \
        input, the working directory) and its subfolders. Absolute paths, ".." and symbolic links \
        are refused.
        """))
  var allowsOutsideFiles = false
}

/// A chat file, or `-` for standard input.
struct ChatFile {
  let path: String

  private var isInput: Bool { path == "-" }
  /// The name of the file in messages.
  var name: String { isInput ? "standard input" : path }
  /// The base directory of image paths; `nil` for the working directory.
  var directory: String? { isInput ? nil : FileSystem.directory(of: path) }

  /// Reads the conversation.
  ///
  /// - Throws: `Failure`, which names the file.
  func chat() throws(Failure) -> Chat {
    let bytes: [UInt8]
    do {
      bytes = isInput ? try FileSystem.standardInput() : try FileSystem.bytes(of: path)
    } catch { throw Failure(error) }
    do { return try Chat(json: bytes) } catch { throw failure(error) }
  }

  /// Returns a failure that names the file.
  func failure(_ error: ChatError) -> Failure { Failure("\(name): \(error)") }
}

/// A reporter of problems with a conversation, each reported once.
struct ProblemReport {
  private let file: ChatFile
  private var said: Set<ChatError> = []

  /// Creates an empty report for a chat file.
  init(of file: ChatFile) {
    self.file = file
  }

  /// Reports problems that have not been reported.
  mutating func say(_ problems: [ChatError]) {
    for problem in problems where said.insert(problem).inserted {
      StandardStreams.warn(file.failure(problem).description)
    }
  }

  /// Throws if a problem was reported.
  func finish() throws {
    if !said.isEmpty { throw ExitCode(1) }
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

  /// Parses the appearance of a conversation.
  @Sendable static func appearance(_ argument: String) throws -> ChatStyle.Appearance {
    guard let appearance = ChatStyle.Appearance(rawValue: argument) else {
      throw ValidationError("Expected light or dark.")
    }
    return appearance
  }
}

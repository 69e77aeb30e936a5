import ArgumentParser
import GalleyChat
import GalleyJSON
import GalleyPixels
import GalleyScheduling
import GalleySystem
import GalleyTextCommands

/// `galley replay`: draws the frames of a recorded session again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Draw the frames of a recorded session bit for bit, without a window.",
    discussion: """
      galley view conversation.json --record session.galley
      galley replay session.galley
      galley replay session.galley --until 12.5s -o frame.png
      galley replay session.galley --every 10 -o frames
      galley replay session.galley --bisect ./has-no-gap

      All frames that were shown are compared with their hashes in the recording; the exit status \
      is 2 at the first that differs, or if a step has another effect than in the recording. \
      --bisect runs a shell command with the path of a frame's PNG file, and searches the first \
      frame for which the command fails; frames before it are assumed to pass. Statuses of 126 and \
      more end the search.
      """)

  @Argument(
    help: ArgumentHelp("The recording.", valueName: "session"), completion: .file())
  var session: String

  @Option(
    help: ArgumentHelp(
      "The last frame, by its number or by its time, such as 2.5s. (default: all)",
      valueName: "frame"),
    transform: FrameLimit.init)
  var until: FrameLimit?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write every n-th frame instead of the last.", valueName: "n"),
    transform: Bounded.integer(1...1_000_000))
  var every: Int?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The PNG file for the last frame, or for the command of --bisect; with --every, a folder.",
      valueName: "path"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Search the first frame for which a shell command fails.", valueName: "command"))
  var bisect: String?

  @Option(
    help: ArgumentHelp("The conversation, if it has moved.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var chat: String?

  @Option(
    name: .customLong("fonts"),
    help: ArgumentHelp("The font manifest, if it has moved.", valueName: "manifest"),
    completion: .file(extensions: ["json"]))
  var manifest: String?

  @Flag(help: "Write the frames and the outcome as a JSON object.")
  var json = false

  func validate() throws {
    if every != nil, output == nil { throw ValidationError("Expected -o with --every.") }
    if bisect != nil, every != nil || json {
      throw ValidationError("Expected --bisect without --every and --json.")
    }
  }

  func run() throws {
    let file: SessionFile
    do { file = try SessionFile(path: session) } catch {
      throw Failure(error.line == nil ? error.problem : "\(session):\(error)")
    }
    let conversation = try file.header.arguments(of: session, chat: chat, manifest: manifest)
    if file.header.fonts == nil {
      StandardStreams.warn("warning: the session was recorded with the fonts of its system")
    }
    let style = ChatStyle(file.header.theme)
    try conversation.show(style) { rows in
      try MainActor.assumeIsolated { try replay(file, rows) }
    }
  }

  @MainActor private func replay(_ file: SessionFile, _ rows: ChatRows) throws {
    let replayer = SessionReplayer(session: session, file: file, rows: rows, until: until)
    if let bisect { return try replayer.bisect(bisect, output: output) }
    let report = try replayer.report(every: every, output: output)
    try report.write(session, isJSON: json)
  }
}

/// The last frame of a replay, by its number or its time.
enum FrameLimit: Hashable, Sendable {
  case number(Int)
  /// A time in seconds since the start of the session.
  case time(Double)

  @Sendable init(_ argument: String) throws {
    if let number = Int(argument), number > 0 {
      self = .number(number)
    } else if argument.hasSuffix("s"), let time = Double(argument.dropLast()), time >= 0 {
      self = .time(time)
    } else {
      throw ValidationError("Expected the number of a frame, or a time such as 2.5s.")
    }
  }

  /// Returns whether a replay goes on after a frame.
  func isAfter(_ frame: SessionReplay.Frame) -> Bool {
    switch self {
    case .number(let number): frame.number < number
    case .time(let time): SessionClock.seconds(frame.time) < time
    }
  }
}

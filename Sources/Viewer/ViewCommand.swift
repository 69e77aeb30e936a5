import ArgumentParser
import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyScheduling
import GalleySystem
import GalleyTextCommands
import GalleyWindow

/// `galley view`: shows a conversation in a window.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a conversation in a window.",
    discussion: """
      galley view conversation.json
      galley view --generate 100000 --theme dark
      galley view conversation.json --record session.galley

      Wheel, touchpad, drag   Scroll; also arrow keys, PgUp, PgDn, Space, Home, End
      Click                   Print a link, reveal a spoiler, expand a quotation,
                              show a picture, go to the original of a reply
      Right click, Menu       Copy, copy with name and time, and more
      Drag on text            Select; double or triple click for words or paragraphs
      Shift+click             Extend the selection
      Ctrl+C, Ctrl+A, Esc     Copy, select all, clear the selection
      Ctrl+F                  Search; Enter, Shift+Enter and arrows visit the hits
      Ctrl+G                  Go to a date
      Alt+Left                Go back after a jump
      Ctrl+PgUp, Ctrl+PgDn    Show the previous or next conversation
      Ctrl+plus, minus, 0     Zoom; also Ctrl and the wheel
      Tab, Enter              Move over what can be pressed, and press it
      T, Ctrl+D               Switch between light and dark
      F12                     Inspect nodes, damage and frame times
      Ctrl+Q                  Quit

      Requires SDL 2 (package libsdl2-2.0-0).
      """)

  @OptionGroup var conversation: ConversationArguments

  @Option(
    help: ArgumentHelp(
      "Another conversation for the list at the left; may be repeated.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var also: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Show the conversation alone, without a header, a list and pages.",
      discussion: "Recorded sessions are bare."))
  var bare = false

  @Option(
    help: ArgumentHelp("The color theme, light or dark. (default: light)", valueName: "theme"),
    completion: .cases(of: ChatStyle.Appearance.self), transform: Bounded.choice)
  var theme = ChatStyle.Appearance.light

  @Option(
    help: ArgumentHelp(
      "The initial size of the window, in points. (default: 412x870)", valueName: "size"),
    transform: Bounded.windowSize)
  var size = Size(width: 412, height: 870)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scale, in pixels per point. (default: the display's scale)", valueName: "scale"),
    transform: Bounded.number(0.5...4))
  var scale: Double?

  @Flag(name: .customLong("open"), help: "Open clicked links with xdg-open.")
  var opensLinks = false

  @Option(
    help: ArgumentHelp(
      "Slow display down for debugging: serial, delay=200ms, or both, separated by a comma.",
      discussion: "The environment variable GALLEY_DISPLAY does the same in any program.",
      valueName: "pace"),
    transform: { argument in
      do { return try DisplayPace(argument) } catch { throw ValidationError("\(error)") }
    })
  var display: DisplayPace?

  @Flag(
    name: .customLong("reduce-motion"),
    help: "Show only the first frames of animated images, and dust that does not move.")
  var reducesMotion = false

  @Option(
    help: ArgumentHelp(
      "Record the session, for galley replay.", valueName: "session"), completion: .file())
  var record: String?

  @Flag(
    name: .customLong("figures"),
    help: "Show nodes, damage and frame times from the start, as F12 does.")
  var showsFigures = false

  func validate() throws {
    if bare || record != nil, !also.isEmpty {
      throw ValidationError("Expected --also without --bare and --record.")
    }
    if record != nil, showsFigures {
      throw ValidationError("Expected --record without --figures, which differ in each run.")
    }
    if record != nil, !conversation.fonts.files.isEmpty {
      throw ValidationError("Expected --record without --font-file, which it does not keep.")
    }
  }

  func run() throws {
    let style = ChatStyle(theme, width: size.width)
    if bare || record != nil { return try conversation.show(style) { try show([$0]) } }
    try conversation.show(with: also, style, show)
  }

  private func show(_ rows: [ChatRows]) throws {
    var options = ConversationWindow.Options()
    options.title = conversation.source.map { "\(TerminalText.line($0)) — Galley" } ?? "Galley"
    (options.size, options.scale) = (size, scale)
    options.opensLinks = opensLinks
    options.print = { try? StandardStreams.write(lines: TerminalText.line($0)) }
    do {
      try MainActor.assumeIsolated { [options] in
        try record.map { try run(rows[0], options, recordingTo: $0) } ?? run(rows, options)
      }
    } catch let error as WindowError { throw Failure(error) }
  }

  /// Shows the conversation with performance figures.
  @MainActor private func run(
    _ rows: [ChatRows], _ options: ConversationWindow.Options
  ) throws {
    let clock = SystemClock()
    let recorder = FrameRecorder(clock: clock, trace: nil)
    let loop = EventLoop(clock: clock)
    let window = try Window(
      title: options.title, size: options.size, scale: options.scale, loop: loop)
    let environment = DisplayEnvironment(
      executor: PoolExecutor(clock: clock, pace: display ?? .ofProcess), clock: clock,
      driver: loop)
    if reducesMotion { environment.animationPlayback = .firstFrame }
    let damage = DamageLog()
    let nodes = NodeWindow(
      window, in: environment, loop: loop, sinks: [damage], observer: recorder)
    let reader = try bare ? nil : makeReader(rows, options, in: nodes)
    let conversation = reader?.window ?? ConversationWindow(rows[0], options, in: nodes)
    let figures = FigurePanel(conversation, recorder, damage)
    if showsFigures { figures.toggle() }
    withExtendedLifetime(reader) { conversation.run() }
  }

  @MainActor private func makeReader(
    _ rows: [ChatRows], _ options: ConversationWindow.Options, in window: NodeWindow
  ) throws -> ArchiveReader {
    let paths = (conversation.source.map { [$0] } ?? [nil]) + also
    let titles = paths.map { $0.map(Self.title(ofFile:)) ?? "Generated conversation" }
    let archive = SourceArchive(Array(zip(titles, rows)))
    return try ArchiveReader(
      archive, style: rows[0].style, engine: rows[0].engine, options, in: window)
  }

  /// The name of a file without its folder and its extension.
  private static func title(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast()
    return stem.isEmpty || stem.joined().isEmpty ? name : stem.joined(separator: ".")
  }

  /// Shows the conversation and records the session.
  @MainActor private func run(
    _ rows: ChatRows, _ options: ConversationWindow.Options, recordingTo path: String
  ) throws {
    let clock = SystemClock()
    var header = try SessionHeader(conversation)
    header.theme = theme
    let loop = EventLoop(clock: clock)
    let window = try Window(
      title: options.title, size: options.size, scale: options.scale, loop: loop)
    do throws(FileError) {
      let recorder = SessionRecorder(
        try LineWriter(path: path), header,
        executor: PoolExecutor(clock: clock, pace: display ?? .ofProcess), clock: clock)
      let conversation = recorder.begin(
        rows, in: window, loop: loop, driver: loop, driverClock: clock, options)
      conversation.window.runEvents()
      try recorder.end()
    } catch { throw Failure(error) }
  }
}

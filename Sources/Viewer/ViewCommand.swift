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
      Click                   Print a link, reveal a spoiler, expand a quotation
      Drag on text            Select; double or triple click for words or paragraphs
      Shift+click             Extend the selection
      Ctrl+C, Ctrl+A, Esc     Copy, select all, clear the selection
      T, Ctrl+D               Switch between light and dark
      F12                     Inspect nodes, damage and frame times
      Ctrl+Q                  Quit

      Requires SDL 2 (package libsdl2-2.0-0).
      """)

  @OptionGroup var conversation: ConversationArguments

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
    if record != nil, showsFigures {
      throw ValidationError("Expected --record without --figures, which differ in each run.")
    }
    if record != nil, !conversation.fonts.files.isEmpty {
      throw ValidationError("Expected --record without --font-file, which it does not keep.")
    }
  }

  func run() throws {
    try conversation.show(ChatStyle(theme, width: size.width), show)
  }

  private func show(_ rows: ChatRows) throws {
    var options = ConversationWindow.Options()
    options.title = conversation.source.map { "\(TerminalText.line($0)) — Galley" } ?? "Galley"
    (options.size, options.scale) = (size, scale)
    options.opensLinks = opensLinks
    options.print = { try? StandardStreams.write(lines: TerminalText.line($0)) }
    do {
      try MainActor.assumeIsolated { [options] in
        try record.map { try run(rows, options, recordingTo: $0) } ?? run(rows, options)
      }
    } catch let error as WindowError { throw Failure(error) }
  }

  /// Shows the conversation with performance figures.
  @MainActor private func run(
    _ rows: ChatRows, _ options: ConversationWindow.Options
  ) throws(WindowError) {
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
    let conversation = ConversationWindow(rows, options, in: nodes)
    let figures = FigurePanel(conversation, recorder, damage)
    if showsFigures { figures.toggle() }
    conversation.run()
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

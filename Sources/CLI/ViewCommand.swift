import ArgumentParser
import GalleyChat
import GalleySystem
import GalleyGeometry
import GalleyScheduling
import GalleyDevelopment
import GalleyWindow

/// `galley view`: shows a conversation in a window.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a conversation in a window, to be scrolled.",
    discussion: """
      galley view conversation.json
      galley view --generate 100000 --theme dark

      Wheel, touchpad, drag: scroll. Arrow keys, PgUp, PgDn, space, Home, End: scroll, too.
      Click: links are printed (and opened with --open), spoilers show, long quotations open.
      Drag from text: select; twice or three times for words and paragraphs, with shift to go on. \
      Ctrl+C: copy. Ctrl+A: select all. Esc: select nothing.
      T or Ctrl+D: light or dark. F12: how long frames take. Ctrl+Q: close.

      It takes SDL 2 (package libsdl2-2.0-0).
      """)

  @OptionGroup var conversation: ConversationArguments

  @Option(
    help: ArgumentHelp("The colors, light or dark; usually light.", valueName: "theme"),
    transform: Bounded.appearance)
  var theme = ChatStyle.Appearance.light

  @Option(
    help: ArgumentHelp(
      "How large the window is at first, in points; usually 412x870.", valueName: "size"),
    transform: Bounded.windowSize)
  var size = Size(width: 412, height: 870)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many pixels stand for a point; usually what the screen says.", valueName: "pixels"),
    transform: Bounded.number(0.5...4))
  var scale: Double?

  @Flag(name: .customLong("open"), help: "Have links opened by xdg-open, too.")
  var opensLinks = false

  @Flag(
    name: .customLong("figures"), help: "Show how long frames take from the beginning, as F12 does."
  )
  var showsFigures = false

  func run() throws {
    try conversation.show(ChatStyle(theme, width: size.width), show)
  }

  private func show(_ rows: ChatRows) throws {
    var options = ConversationWindow.Options()
    options.title = conversation.source.map { "\(TerminalText.line($0)) — Galley" } ?? "Galley"
    (options.size, options.scale) = (size, scale)
    options.opensLinks = opensLinks
    let recorder = FrameRecorder(clock: SystemClock(), trace: nil)
    options.observer = recorder
    options.print = { try? StandardStreams.write(lines: TerminalText.line($0)) }
    do {
      try MainActor.assumeIsolated { [options] in
        let window = try ConversationWindow(rows, options)
        let figures = FigurePanel(window, recorder)
        if showsFigures { figures.toggle() }
        window.run()
      }
    } catch let error as WindowError { throw Failure(error) }
  }
}

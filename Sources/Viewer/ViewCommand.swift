import ArgumentParser
import Galley
import GalleyChat
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

      Wheel, touchpad, drag   Scroll; also arrow keys, PgUp, PgDn, Space, Home, End
      Click                   Print a link, reveal a spoiler, expand a quotation
      Drag on text            Select; double or triple click for words or paragraphs
      Shift+click             Extend the selection
      Ctrl+C, Ctrl+A, Esc     Copy, select all, clear the selection
      T, Ctrl+D               Switch between light and dark
      F12                     Show frame times
      Ctrl+Q                  Quit

      Requires SDL 2 (package libsdl2-2.0-0).
      """)

  @OptionGroup var conversation: ConversationArguments

  @Option(
    help: ArgumentHelp("The color theme, light or dark. (default: light)", valueName: "theme"),
    transform: Bounded.choice)
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

  @Flag(
    name: .customLong("figures"), help: "Show frame times from the start, as F12 does.")
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

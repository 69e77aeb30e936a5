import ArgumentParser
import Galley
import GalleyChat
import GalleyDisplay
import GalleyExportStore
import GalleyExports
import GalleyGeometry
import GalleyScheduling
import GalleySystem
import GalleyTextCommands
import GalleyTypesetting
import GalleyWindow

/// `galley view`: shows a conversation in a window.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a conversation in a window.",
    discussion: """
      galley view conversation.json
      galley view ~/ChatExport_2026-03-01
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

      An export of a messenger is imported into a database in the cache directory while the window \
      shows the progress; closing it stops the import, which continues the next time. From then on, \
      the database is read. galley-view import does only the import.

      Requires SDL 2 (package libsdl2-2.0-0).
      """)

  @OptionGroup var conversation: ConversationArguments

  @Option(
    help: ArgumentHelp(
      "Another conversation for the list at the left; may be repeated.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var also: [String] = []

  @Option(
    help: ArgumentHelp(
      "The reader's name in an export, whose messages are at the right.",
      discussion:
        "By default known in Telegram's conversations of two, and by their title in others.",
      valueName: "name"))
  var me: String?

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
    if let export = try conversation.export() { return try show(export, style) }
    if me != nil { throw Failure("Expected --me with an export of a messenger.") }
    if bare || record != nil { return try conversation.show(style) { try show(.rows($0)) } }
    try conversation.show(with: also, style) { rows in
      let paths = (conversation.source.map { [$0] } ?? [nil]) + also
      let titles = paths.map { $0.map(Self.title(ofFile:)) ?? "Generated conversation" }
      try show(
        .archive(SourceArchive(Array(zip(titles, rows))), rows[0].style, rows[0].engine))
    }
  }

  /// Shows the conversations of an export, which is imported while the window shows the progress.
  private func show(_ export: Export, _ style: ChatStyle) throws {
    guard !bare, record == nil, also.isEmpty else {
      throw Failure("Expected a chat file with --bare, --record and --also, not an export.")
    }
    let engine = TextEngine(fonts: try conversation.fonts.collection(forStrangers: true))
    try inWindow { options in
      let (nodes, recorder, damage) = try openWindow(options)
      let opening = ArchiveOpening(style: style, engine: engine, options, in: nodes)
      var figures: FigurePanel?
      opening.onOpen = { reader in
        figures = FigurePanel(reader.window, recorder, damage)
        if showsFigures { figures?.toggle() }
      }
      let helpers = conversation.helpers
      try withExtendedLifetime(figures) {
        try opening.run { [me] report in
          let imported = try ImportedExport(export, report: report)
          imported.reportProblems()
          let archive = try ExportArchive(
            imported.store,
            ExportAppearance(export, style: style, engine: engine, helpers: helpers), reader: me)
          guard !archive.chats.isEmpty else { throw Failure("The export has no conversations.") }
          return archive
        }
      }
    }
  }

  /// The shown conversations.
  private enum Contents {
    /// One conversation, without a reader around it.
    case rows(ChatRows)
    case archive(any ChatArchive, ChatStyle, TextEngine)
  }

  private func show(_ contents: Contents) throws {
    try inWindow { options in
      if let record, case .rows(let rows) = contents {
        return try run(rows, options, recordingTo: record)
      }
      try run(contents, options)
    }
  }

  /// Calls a closure that opens a window and runs it.
  private func inWindow(
    _ body: @MainActor (ConversationWindow.Options) throws -> Void
  ) throws {
    var options = ConversationWindow.Options()
    options.title = conversation.source.map { "\(TerminalText.line($0)) — Galley" } ?? "Galley"
    (options.size, options.scale) = (size, scale)
    options.opensLinks = opensLinks
    options.print = { try? StandardStreams.write(lines: TerminalText.line($0)) }
    do {
      try MainActor.assumeIsolated { [options] in try body(options) }
    } catch let error as WindowError { throw Failure(error) } catch let error as ExportStoreError {
      throw Failure(error)
    }
  }

  /// Opens a window whose frames are measured.
  @MainActor private func openWindow(
    _ options: ConversationWindow.Options
  ) throws -> (NodeWindow, FrameRecorder, DamageLog) {
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
    return (nodes, recorder, damage)
  }

  /// Shows the conversations with performance figures.
  @MainActor private func run(
    _ contents: Contents, _ options: ConversationWindow.Options
  ) throws {
    let (nodes, recorder, damage) = try openWindow(options)
    var reader: ArchiveReader?
    let conversation: ConversationWindow
    switch contents {
    case .rows(let rows): conversation = ConversationWindow(rows, options, in: nodes)
    case .archive(let archive, let style, let engine):
      let archiveReader = try ArchiveReader(
        archive, style: style, engine: engine, options, in: nodes)
      (reader, conversation) = (archiveReader, archiveReader.window)
    }
    let figures = FigurePanel(conversation, recorder, damage)
    if showsFigures { figures.toggle() }
    withExtendedLifetime(reader) { conversation.run() }
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

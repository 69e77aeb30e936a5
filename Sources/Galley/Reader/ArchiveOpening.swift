internal import Dispatch
package import GalleyChat
internal import GalleyDisplay
package import GalleyTypesetting
package import GalleyWindow
internal import Synchronization

/// A window that shows the progress of opening an archive, and then its conversations.
///
/// The window opens at once, and the archive on another thread. Closing the window stops it.
@MainActor package final class ArchiveOpening {
  /// Receives the number of messages that have been imported, and returns whether to go on.
  package typealias Report = @Sendable (Int) -> Bool

  /// The reader of the archive; `nil` until it is open.
  package private(set) var reader: ArchiveReader?
  /// The error for which the archive could not be opened.
  package private(set) var failure: (any Error)?
  /// Called with the reader before its conversations are shown.
  package var onOpen: (@MainActor (ArchiveReader) -> Void)?

  let panel: OpeningPanel
  private var style: ChatStyle
  private let engine: TextEngine
  private let options: ConversationWindow.Options
  private let window: NodeWindow
  private let words: ReaderWords
  private let stop = Stop()

  /// Creates the contents of a window.
  ///
  /// - Parameters:
  ///   - style: The style of the conversations.
  ///   - engine: The engine that lays out texts.
  ///   - options: The options of the window.
  ///   - window: The window.
  ///   - words: The words of the interface.
  package init(
    style: ChatStyle, engine: TextEngine, _ options: ConversationWindow.Options,
    in window: NodeWindow, words: ReaderWords = ReaderWords()
  ) {
    (self.style, self.engine, self.options) = (style, engine, options)
    (self.window, self.words) = (window, words)
    panel = OpeningPanel(style, engine: engine, environment: window.environment)
  }

  deinit { stop.isSet.store(true, ordering: .relaxed) }

  /// Runs the window until it is closed.
  ///
  /// - Parameter open: Opens the archive, on another thread.
  /// - Throws: The error of `open`, which the window has shown.
  package func run(_ open: @escaping @Sendable (Report) throws -> any ChatArchive) throws {
    begin(open)
    window.runEvents()
    stop.isSet.store(true, ordering: .relaxed)
    if let failure { throw failure }
  }

  /// Shows the window's contents and opens the archive, as ``run(_:)`` does.
  func begin(_ open: @escaping @Sendable (Report) throws -> any ChatArchive) {
    window.surface.host.backgroundColor = nil
    window.rootNode = panel.node
    window.onResize = { [weak self] in self?.panel.layOut(in: $0) }
    window.onEvent = { [weak self] in self?.handle($0) }
    window.begin()
    // A queue has a thread of its own. Opening waits for files, and tasks share few threads.
    DispatchQueue(label: "galley.opening").async {
      [loop = window.environment.loop, stop, weak self] in
      let report: Report = { count in
        loop.perform(in: .changeSets) { self?.show(count) }
        return !stop.isSet.load(ordering: .relaxed)
      }
      let result = Result { try open(report) }
      guard !stop.isSet.load(ordering: .relaxed) else { return }
      loop.perform(in: .changeSets) { self?.finish(result) }
    }
  }

  private func show(_ count: Int) {
    let word = count == 1 ? words.message : words.messages
    let number = count > 0 ? ["\(count.grouped) \(word)"] : []
    panel.show([words.importing] + number + [words.importingNote])
  }

  private func finish(_ result: Result<any ChatArchive, any Error>) {
    do {
      let reader = try ArchiveReader(
        result.get(), style: style, engine: engine, options, in: window, words: words)
      self.reader = reader
      onOpen?(reader)
      reader.window.begin()
    } catch {
      failure = error
      panel.show([words.unreadableArchive, "\(error)"])
    }
  }

  private func handle(_ event: WindowEvent) {
    guard case .key(let key, let modifiers, _) = event else { return }
    switch key {
    case .character("d") where modifiers.contains(.control),
      .character("t") where modifiers.isEmpty:
      style.appearance = style.appearance == .light ? .dark : .light
      panel.appearance = style.appearance
    case .character("q") where modifiers.contains(.control): window.close()
    default: break
    }
  }
}

/// Whether opening is to stop, for another thread.
private final class Stop: Sendable {
  let isSet = Atomic(false)
}

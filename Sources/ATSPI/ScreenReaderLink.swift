internal import GalleyDBus
internal import GalleySystem

/// The link of a window to screen readers.
///
/// It connects on a queue of its own; the main actor spends time on it only while a screen reader
/// asks or listens.
@MainActor package final class ScreenReaderLink {
  private let bridge: Bridge
  private let session: Session
  private var willReport = false

  /// The longest time for which calls are answered before ticks can run.
  private static let slice = Duration.milliseconds(3)
  /// The shortest time between two reports of changes, of which scrolling would cause many.
  private static let reportInterval = Duration.milliseconds(60)

  /// Creates the link of a window, which is not connected.
  ///
  /// - Parameter source: The source of the objects.
  package init(_ source: Bridge.Source) {
    let session = Session()
    self.session = session
    bridge = Bridge(application: CurrentProcess.name, source: source) { session.send($0) }
  }

  /// Begins to connect to the accessibility bus, if there is one.
  ///
  /// - Parameter address: The address of the bus; `nil` to ask the session.
  package func open(at address: String? = nil) {
    session.open(at: address) { [weak self] in
      Task { @MainActor in self?.handleOccurrences() }
    }
  }

  /// Whether the application is registered.
  package var isConnected: Bool { !bridge.connectionName.isEmpty }

  /// Notes that the window is closed.
  package func close() { bridge.noteDestruction() }

  /// Notes that the interface may have changed.
  package func noteChange() {
    bridge.noteChange()
    guard bridge.isListenedTo, !willReport else { return }
    willReport = true
    Task { [weak self] in
      try? await Task.sleep(for: Self.reportInterval)
      self?.willReport = false
      self?.bridge.reportChanges()
    }
  }

  private func handleOccurrences() {
    let end = ContinuousClock.now + Self.slice
    repeat {
      for occurrence in session.take(16) {
        switch occurrence {
        case .opened(let name, let desktop, let events):
          bridge.open(name: name, desktop: desktop, events: events)
        case .message(let message): bridge.receive(message)
        case .closed: bridge.close()
        }
      }
      guard session.hasOccurrences else { return }
    } while ContinuousClock.now < end
    Task { [weak self] in self?.handleOccurrences() }
  }
}

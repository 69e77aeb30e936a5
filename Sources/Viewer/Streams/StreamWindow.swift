import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyMessages
import GalleyWindow

/// A window with a message that comes.
@MainActor final class StreamWindow {
  /// The view that shows the message.
  let view: StreamView
  /// The reading of the message.
  let reading: StreamReading
  /// Called to close the window.
  var onClose: (@MainActor () -> Void)?

  /// Creates the contents of a window.
  init(_ appearance: StreamAppearance, size: Size, environment: DisplayEnvironment) {
    view = StreamView(appearance, size: size, environment: environment)
    reading = StreamReading(into: view.message)
  }

  /// Shows the contents in a window until it is closed.
  func run(in window: NodeWindow) {
    window.rootNode = view.node
    window.onResize = { [weak self] size in self?.view.resize(to: size) }
    window.onEvent = { [weak self] event in
      if case .key(let key, let modifiers, _) = event { self?.press(key, modifiers) }
    }
    onClose = { [weak window] in window?.close() }
    window.run()
    reading.stop()
  }

  /// Handles a key.
  func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) {
    switch key {
    case .escape: if reading.hasEnded { onClose?() } else { reading.stop() }
    case .character("q") where modifiers.contains(.control): onClose?()
    case .up: view.scroll(.line(.backward))
    case .down: view.scroll(.line(.forward))
    case .pageUp: view.scroll(.page(.backward))
    case .space where modifiers.contains(.shift): view.scroll(.page(.backward))
    case .pageDown, .space: view.scroll(.page(.forward))
    case .home: view.scroll(.end(.head))
    case .end: view.scroll(.end(.tail))
    default: break
    }
  }
}

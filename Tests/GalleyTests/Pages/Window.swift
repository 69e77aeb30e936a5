import Galley

@MainActor func openWindow(showing root: (DisplayEnvironment) -> DisplayNode) throws {
  let window = try NodeWindow(title: "Galley", size: Size(width: 412, height: 870))
  window.rootNode = root(window.environment)
  window.onEvent = { [weak window] event in
    if case .closed = event { window?.close() }
  }
  window.run()
}

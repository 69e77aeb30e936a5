internal import GalleyATSPI
internal import GalleyDisplay
internal import GalleyGeometry

extension NodeWindow {
  /// Returns a link that presents the objects of the window's nodes to screen readers.
  func makeScreenReaderLink() -> ScreenReaderLink {
    ScreenReaderLink(
      Bridge.Source(
        window: { [weak self] in
          self?.accessibleWindow ?? WindowDescription(title: "", size: .zero, isActive: false)
        },
        contents: { [weak self] in self?.rootNode?.accessibleObjects ?? [] }))
  }

  private var accessibleWindow: WindowDescription {
    WindowDescription(
      title: window.title, size: window.size, position: window.position,
      unitsPerPoint: 1 / window.unit, isActive: isFocused)
  }
}

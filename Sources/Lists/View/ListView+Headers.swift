public import GalleyDisplay
public import GalleyGeometry

extension ListView {
  /// Shows floating headers for a while, such as when the list has appeared.
  ///
  /// - Parameter duration: The duration, in seconds.
  public func flashHeaders(for duration: Double = 2) {
    headers.flash.show(for: duration, at: now)
    noteMotion()
  }

  /// The frames of the live headers, in the list's coordinates.
  public var headerFrames: [(id: ListHeader.ID, frame: Rect, node: DisplayNode)] { headers.frames }

  /// Places the headers of the sections on screen.
  ///
  /// The sections are reused while only the offset changes.
  func placeHeaders(at time: Double) {
    headers.flash.advance(to: time)
    if headers.needsSections { headers.setSections(of: itemsWithHeaders(at: time)) }
    headers.place(
      on: node, in: space, offset: state.offset, isAnimating: live.isAnimating, at: time)
  }

  /// Returns the items near the viewport that have headers, from top to bottom.
  private func itemsWithHeaders(at time: Double) -> [HeaderItem] {
    guard let delegate else { return [] }
    let scene = scene(at: time)
    let order = space.isReversed ? live.entries.reversed() : live.entries
    return order.compactMap { index, entry in
      guard entry.isAttached else { return nil }
      if entry.headers == nil { entry.headers = delegate.list(self, headersOf: entry.item) }
      guard let headers = entry.headers, !headers.isEmpty else { return nil }
      let frame = scene.frame(of: index, displacement: entry.displacement(at: time))
      return HeaderItem(
        index: index, element: entry.element, extent: space.extent(of: frame), headers: headers)
    }
  }
}

public import GalleyDisplay
public import GalleyGeometry

extension ListView {
  /// Shows floating headers for a while, as when a list has come on screen.
  ///
  /// - Parameter duration: For how long, in seconds.
  public func flashHeaders(for duration: Double = 2) {
    headers.flash(for: duration, at: now)
    noteMotion()
  }

  /// Where the headers are that are there, in the list's coordinates.
  public var headerFrames: [(id: ListHeader.ID, frame: Rect, node: DisplayNode)] {
    headers.entries.map { ($0.key.id, $0.value.node.frame, $0.value.node) }
      .sorted {
        $0.frame.minY == $1.frame.minY
          ? $0.frame.minX < $1.frame.minX : $0.frame.minY < $1.frame.minY
      }
  }

  /// Puts the headers of the sections on screen in their places.
  func placeHeaders(at time: Double) {
    headers.advance(to: time)
    let items = itemsWithHeaders()
    guard !items.isEmpty || !headers.isEmpty else { return }
    let sections = HeaderSection.sections(of: items)
    let keys = headers.keys(of: sections)
    headers.removeAll(except: keys)
    let (clear, across) = (clearOnScreen, across)
    for (key, section) in zip(keys, sections) {
      let (start, stick) = section.place(in: clear)
      let node = headers.node(
        of: key, section.header, in: node, fadesIn: report.isAnimatingItems, at: time)
      let frame = space.axis.rect(
        from: rounded(start), length: section.header.length, across: across.lowerBound,
        breadth: across.upperBound - across.lowerBound)
      if node.frame != frame { node.frame = frame }
      headers.update(key, stick: stick, at: time)
    }
  }

  /// What of the viewport is not covered, from its top or left.
  private var clearOnScreen: Range<Double> {
    let (first, last) =
      space.axis == .vertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
    return first..<max(first, space.length(of: size) - last)
  }

  /// The items near the viewport from its top on, with their headers.
  private func itemsWithHeaders() -> [(
    index: Int, element: ElementID, extent: Range<Double>, headers: [ListHeader]
  )] {
    guard let delegate else { return [] }
    let order = space.isReversed ? live.indices.reversed() : live.indices
    return order.compactMap { index in
      guard let entry = live[index], entry.isAttached else { return nil }
      if entry.headers == nil { entry.headers = delegate.list(self, headersOf: entry.item) }
      guard let headers = entry.headers, !headers.isEmpty else { return nil }
      let frame = frame(of: entry, at: index)
      let extent =
        space.axis == .vertical ? frame.minY..<frame.maxY : frame.minX..<frame.maxX
      return (index, entry.element, extent, headers)
    }
  }
}

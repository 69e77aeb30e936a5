public import GalleyDisplay
public import GalleyGeometry

extension ListView {
  /// Shows floating headers for a while, such as when the list has appeared.
  ///
  /// - Parameter duration: The duration, in seconds.
  public func flashHeaders(for duration: Double = 2) {
    headers.flash(for: duration, at: now)
    noteMotion()
  }

  /// The frames of the live headers, in the list's coordinates.
  public var headerFrames: [(id: ListHeader.ID, frame: Rect, node: DisplayNode)] {
    headers.entries.map { ($0.key.id, $0.value.node.frame, $0.value.node) }
      .sorted {
        $0.frame.minY == $1.frame.minY
          ? $0.frame.minX < $1.frame.minX : $0.frame.minY < $1.frame.minY
      }
  }

  /// Places the headers of the sections on screen.
  ///
  /// The sections are reused while only the offset changes.
  func placeHeaders(at time: Double) {
    headers.advance(to: time)
    let sections = headers.sections ?? findSections()
    guard !sections.isEmpty else { return }
    let (origin, clear, across) = (originOnScreen, clearOnScreen, across)
    let seen = (clear.lowerBound + origin)..<(clear.upperBound + origin)
    for (key, section) in sections {
      let (start, stick) = section.place(in: seen)
      let node = headers.node(
        of: key, section.header, in: node, fadesIn: report.isAnimatingItems, at: time)
      let frame = space.axis.rect(
        from: rounded(start - origin), length: section.header.length, across: across.lowerBound,
        breadth: across.upperBound - across.lowerBound)
      if node.frame != frame { node.frame = frame }
      headers.update(key, stick: stick, at: time)
    }
  }

  /// Finds the current sections, and removes the headers of others.
  private func findSections() -> [(key: HeaderStore.Key, section: HeaderSection)] {
    let items = itemsWithHeaders()
    guard !items.isEmpty || !headers.isEmpty else {
      headers.sections = []
      return []
    }
    let sections = HeaderSection.sections(of: items)
    let keys = headers.keys(of: sections)
    headers.removeAll(except: keys)
    let found = zip(keys, sections).map { (key: $0, section: $1) }
    headers.sections = found
    return found
  }

  /// The beginning of the viewport at its top or left, in coordinates of the scrolling node.
  private var originOnScreen: Double {
    let bounds = space.bounds(offset: rounded(state.offset), size: size)
    return space.axis == .vertical ? bounds.minY : bounds.minX
  }

  /// The uncovered range of the viewport, relative to its top or left.
  private var clearOnScreen: Range<Double> {
    let (first, last) =
      space.axis == .vertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
    return first..<max(first, space.length(of: size) - last)
  }

  /// Returns the items near the viewport from top to bottom, with their headers and extents in the
  /// scrolling node.
  private func itemsWithHeaders() -> [(
    index: Int, element: ElementID, extent: Range<Double>, headers: [ListHeader]
  )] {
    guard let delegate else { return [] }
    let (time, across) = (now, across)
    let order = space.isReversed ? live.entries.reversed() : live.entries
    return order.compactMap { index, entry in
      guard entry.isAttached else { return nil }
      if entry.headers == nil { entry.headers = delegate.list(self, headersOf: entry.item) }
      guard let headers = entry.headers, !headers.isEmpty else { return nil }
      let start = state.geometry.offset(of: index) + (entry.motion?.offset(at: time) ?? 0)
      let frame = space.rect(
        from: rounded(start), length: state.geometry.length(of: index), across: across)
      let extent =
        space.axis == .vertical ? frame.minY..<frame.maxY : frame.minX..<frame.maxX
      return (index, entry.element, extent, headers)
    }
  }
}

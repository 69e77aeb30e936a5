internal import GalleyGeometry

extension NodeLayout {
  /// The same layout with nothing but the elements that stand in it directly.
  ///
  /// Specs are left out, with their places added to those of what is in them; so is whatever is within
  /// an element, which has a layout of its own. Positions are from the upper left corner of the
  /// receiver; the order is that of the tree, a part before what stands behind it, which is from the
  /// lowest to the topmost. An element that is there twice counts where it is first.
  ///
  /// - Returns: The receiver, if it is flat already and has no position. Parts that would be the same
  ///   are the same objects.
  /// - Complexity: O(*n*) for the layouts of specs and of elements in them.
  public func flattened() -> NodeLayout {
    if position == nil, isFlat { return self }
    var parts: [NodeLayout] = []
    var seen: Set<ObjectIdentifier> = []
    // What is yet to be looked at, the next one last.
    var waiting = sublayouts.reversed().map { (layout: $0, origin: Point.zero) }
    while let (layout, origin) = waiting.popLast() {
      let place = layout.position ?? .zero
      let position = Point(x: origin.x + place.x, y: origin.y + place.y)
      if let element = layout.element {
        guard seen.insert(ObjectIdentifier(element)).inserted else { continue }
        parts.append(layout.leaf(at: position))
      } else {
        waiting += layout.sublayouts.reversed().map { ($0, position) }
      }
    }
    var geometry = geometry
    geometry.position = nil
    return NodeLayout(geometry, element: element, sublayouts: parts)
  }

  /// Whether all parts are different elements without parts.
  private var isFlat: Bool {
    var seen: Set<ObjectIdentifier> = []
    return sublayouts.allSatisfy { part in
      guard let element = part.element, part.position != nil, part.sublayouts.isEmpty else {
        return false
      }
      return seen.insert(ObjectIdentifier(element)).inserted
    }
  }

  private func leaf(at position: Point) -> NodeLayout {
    if sublayouts.isEmpty { return positioned(at: position) }
    var geometry = geometry
    geometry.position = position
    return NodeLayout(geometry, element: element, sublayouts: [])
  }
}

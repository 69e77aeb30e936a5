internal import GalleyGeometry

extension NodeLayout {
  /// Returns the layout with only the elements nearest to it, and without specs.
  ///
  /// The positions of specs are added to those of their parts; the parts of an element are dropped,
  /// as it has a layout of its own. Positions are relative to the top left corner of the receiver,
  /// and the order is that of a preorder traversal, back to front. Of an element that occurs twice,
  /// the first occurrence counts.
  ///
  /// - Returns: The flat layout; the receiver itself if it is already flat and has no position.
  ///   Unchanged parts are the same objects.
  /// - Complexity: O(*n*) for the layouts of specs and of elements in them.
  public func flattened() -> NodeLayout {
    if position == nil, isFlat { return self }
    var parts: [NodeLayout] = []
    var seen: Set<ObjectIdentifier> = []
    // A stack of layouts to visit, the next one last.
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

  /// Whether all parts are distinct elements without parts.
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

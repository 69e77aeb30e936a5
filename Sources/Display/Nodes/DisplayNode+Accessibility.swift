public import GalleyAccessibility
internal import GalleyGeometry

extension DisplayNode {
  /// Returns the objects that screen readers present for the node and its descendants, in reading
  /// order; `nil` to use those of the descendants.
  ///
  /// The closure is called while a screen reader is active, after changes. The frames of objects
  /// are in the node's coordinates; objects without one have the node's. The closure must not
  /// retain the node, which it receives.
  ///
  ///     button.accessibleContents = { _ in [Accessible(.button, "Send") { send() }] }
  public var accessibleContents: (@MainActor @Sendable (DisplayNode) -> [Accessible])? {
    get { withDescription { $0.accessibleContents }?.objects }
    set { withDescription { $0.accessibleContents = newValue.map(AccessibleBox.init) } }
  }

  /// The objects that screen readers present for the node and its descendants, with frames in the
  /// coordinates that contain the tree's root.
  ///
  /// Hidden and transparent nodes present nothing. A text node without ``accessibleContents``
  /// presents its text and its links.
  @MainActor package var accessibleObjects: [Accessible] {
    guard !isHidden, opacity > 0 else { return [] }
    let own = accessibleContents?(self) ?? textNode.flatMap { $0.accessible }.map { [$0] }
    guard let own else { return subnodes.flatMap(\.accessibleObjects) }
    guard let origin = convert(bounds.origin, to: nil) else { return own }
    let offset = Point(x: origin.x - bounds.minX, y: origin.y - bounds.minY)
    // Other nodes may have objects with the same identifiers.
    let number = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 36)
    return own.map { object in
      var object = object.placed(in: bounds, offset: offset)
      object.id = number + " " + object.id
      return object
    }
  }
}

/// The closure that returns a node's accessible objects, apart so that most nodes are smaller.
final class AccessibleBox: Sendable {
  let objects: @MainActor @Sendable (DisplayNode) -> [Accessible]

  init(_ objects: @escaping @MainActor @Sendable (DisplayNode) -> [Accessible]) {
    self.objects = objects
  }
}

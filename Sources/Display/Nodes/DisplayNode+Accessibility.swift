public import GalleyAccessibility
internal import GalleyGeometry
internal import GalleyTypesetting

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

extension TextNode {
  /// The object that screen readers present for the text, with its links and hidden spoilers as
  /// children; `nil` if there is no text.
  @MainActor public var accessible: Accessible? {
    let layout = layout
    guard layout.text.length > 0 else { return nil }
    let text = Accessible.Text(layout, revealed: revealed)
    var object = Accessible(.paragraph, "", id: "text")
    object.text = text
    object.children = accessibilityElements.compactMap { accessible($0) }
    return object
  }

  /// Returns the object of a part of the text; `nil` for plain text.
  @MainActor private func accessible(_ part: AccessibilityElement) -> Accessible? {
    guard let first = part.frames.first else { return nil }
    let name = part.label.string(replacingPlaceholdersWith: Accessible.Text.hiddenText)
    var object: Accessible
    switch part.role {
    case .text: return nil
    case .link(let link):
      object = Accessible(.link, name, id: "link \(part.range.lowerBound)")
      object.link = Accessible.Link(part.range, address: link.address ?? "")
      if let interaction = node.pointerHandler as? TextInteraction, let follow = interaction.onLink
      {
        object.actions = [
          Accessible.Action("jump") {
            follow(link)
            return true
          }
        ]
      }
    case .spoiler(let spoiler):
      object = Accessible(.button, name, id: "spoiler \(spoiler)")
      if let interaction = node.pointerHandler as? TextInteraction {
        object.actions = [
          Accessible.Action("press") { [node] in
            node.textNode?.reveal(spoiler)
            interaction.onSpoiler?(spoiler)
            return true
          }
        ]
      }
    }
    object.frame = part.frames.dropFirst().reduce(first) { $0.union($1) }
    return object
  }
}

extension AttributedText.Annotation {
  /// The address of a link, if it has one that may be opened.
  fileprivate var address: String? {
    guard case .link(_, let url?) = kind else { return nil }
    return LinkDestination(url)?.url
  }
}

public import GalleyAccessibility
internal import GalleyGeometry
internal import GalleyTypesetting

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
    object.children += layout.blocks.filter(\.isCollapsible).map { accessible($0) }
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
    case .token(let token):
      object = Accessible(.link, name, id: "token \(token.line)")
      if let follow = (node.pointerHandler as? TextInteraction)?.onToken {
        object.actions = [
          Accessible.Action("jump") {
            follow(token)
            return true
          }
        ]
      }
    case .spoiler(let spoiler):
      object = Accessible(.button, name, id: "spoiler \(spoiler)")
      if let interaction = node.pointerHandler as? TextInteraction {
        object.actions = [
          Accessible.Action("reveal") { [weak node] in
            guard let text = node?.textNode else { return false }
            text.reveal(spoiler)
            interaction.onSpoiler?(spoiler)
            return true
          }
        ]
      }
    }
    object.frame = part.frames.dropFirst().reduce(first) { $0.union($1) }
    return object
  }

  /// Returns the button that expands or collapses a block.
  @MainActor private func accessible(_ block: TextLayout.Block) -> Accessible {
    let expands = block.isCollapsed
    let name = expands ? "show more of the quotation" : "show less of the quotation"
    var object = Accessible(.button, name, id: "block \(block.index)")
    object.states = expands ? .collapsed : .expanded
    object.frame = expands ? block.frame : block.arrowFrame ?? block.frame
    object.actions = [
      Accessible.Action(expands ? "expand" : "collapse") { [weak node] in
        guard let node, let text = node.textNode else { return false }
        if let toggle = (node.pointerHandler as? TextInteraction)?.onBlock {
          toggle(block.index, expands)
        } else {
          text.setExpanded(expands, block: block.index, LayoutTransition())
        }
        return true
      }
    ]
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

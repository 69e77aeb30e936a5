internal import GalleyGeometry
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension RichLayout {
  /// The accessible elements of the message that can be pressed, in reading order.
  ///
  /// They have no action of their own: the target at their middle is what they operate.
  func pressable(in state: MessageState) -> [ChatElement] {
    var elements: [ChatElement] = []
    for element in accessibilityElements(revealed: state.revealed) {
      append(element, to: &elements, state.revealed)
    }
    return elements
  }

  private func append(
    _ element: Element, to elements: inout [ChatElement], _ revealed: RevealedSpoilers
  ) {
    if let control = element.control {
      var pressable = ChatElement(
        .button, element.label, frame: frame(of: control, at: element.frame.middle) ?? element.frame
      )
      switch control {
      case .details(_, let isOpen): pressable.traits = isOpen ? .expanded : .collapsed
      case .quotation(_, let isExpanded): pressable.traits = isExpanded ? .expanded : .collapsed
      case .button, .checkbox, .showMore: break
      }
      elements.append(pressable)
    }
    for part in accessibilityElements(in: element, revealed: revealed) {
      guard let frame = part.frames.first else { continue }
      switch part.role {
      case .text: continue
      case .link, .token: elements.append(ChatElement(.link, part.label, frame: frame))
      case .spoiler: elements.append(ChatElement(.button, part.label, frame: frame))
      }
    }
    for child in element.children { append(child, to: &elements, revealed) }
  }
}

extension Rect {
  fileprivate var middle: Point { Point(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }
}

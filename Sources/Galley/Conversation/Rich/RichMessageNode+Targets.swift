internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension RichMessageNode {
  /// Returns the target at a point of the message, with its rectangles; `nil` for plain text.
  func targetKind(at point: Point) -> (ConversationTarget.Kind, [Rect])? {
    let (layout, revealed) = (layout, revealed)
    let hit = layout.hit(at: point, revealed: revealed)
    func rects(_ range: Range<Int>) -> [Rect] {
      guard let text = hit.position?.text else { return [] }
      return layout.rects(
        of: RichLayout.Position(
          text: text, offset: range.lowerBound)..<RichLayout.Position(
            text: text, offset: range.upperBound))
    }
    if hit.hiddenSpoiler != nil, let character = hit.text?.character {
      // All of them, because readers see messages and not texts.
      return (.spoiler(0), rects(character))
    }
    if let control = hit.control {
      return (.control(control), layout.frame(of: control, at: point).map { [$0] } ?? [])
    }
    guard let found = hit.text, let index = hit.position?.text else { return nil }
    let text = layout.texts[index].layout.text
    if let target = found.target {
      let link = found.annotations.first { annotation in
        guard case .other(let type, _) = annotation.kind else { return false }
        return type == "anchor_link" || type == "reference_link"
      }
      return (.internalLink(target), link.map { rects($0.range) } ?? [])
    }
    if let link = found.link {
      guard let tapped = TappedLink(link, in: text, revealed: revealed) else { return nil }
      return (.link(tapped), rects(link.range))
    }
    if let code = found.code {
      return (.code(text.plainText(of: code.range, revealed: revealed)), rects(code.range))
    }
    return nil
  }

  /// Returns whether a point is on text that a mouse selects.
  func isText(at point: Point) -> Bool {
    let hit = layout.hit(at: point, slop: 8)
    switch hit.control {
    case nil, .quotation: return hit.text != nil
    case .details, .button, .checkbox, .showMore: return false
    }
  }
}

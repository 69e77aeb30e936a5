internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension RichMessageNode {
  /// Returns the target at a point of the message, with its rectangles; `nil` for plain text.
  func targetKind(at point: Point) -> (ConversationTarget.Kind, [Rect])? {
    let (layout, revealed) = (layout, revealed)
    if let button = layout.copyButtons.first(where: { $0.frame.contains(point) }) {
      return (.copyButton(block: button.index), [button.frame])
    }
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
    if let block = found.block, case .code = block.kind {
      let origin = layout.texts[index].origin
      return (.codeBlock(index), [block.frame.offset(x: origin.x, y: origin.y)])
    }
    return nil
  }

  /// Returns the code of a block, by the index of its text; `nil` if there is none.
  func code(ofText index: Int) -> DisclosedText? {
    guard layout.texts.indices.contains(index) else { return nil }
    let text = layout.texts[index]
    guard case .code? = text.layout.blocks.first?.kind else { return nil }
    return text.layout.text.plainText(
      of: 0..<text.layout.text.length, revealed: revealed.after(text.composed.firstSpoiler))
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

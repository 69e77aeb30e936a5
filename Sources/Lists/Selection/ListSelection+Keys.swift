internal import GalleyDisplay
internal import GalleyGeometry
public import GalleyTypesetting

extension ListSelection {
  /// Moves the end of the selection, as an arrow key does while Shift is held, and shows it.
  ///
  /// Left and right are visual: in right-to-left text, the left arrow moves forward. A movement
  /// beyond the text of an item continues in the next item that has text.
  ///
  /// - Parameter movement: The movement.
  /// - Returns: Whether there is a selection whose end can be moved.
  @discardableResult public func extend(moving movement: TextLayout.CaretMovement) -> Bool {
    guard model.anchor != nil, source != nil else { return false }
    model.hold(movingStart: nil)
    guard let focus = model.focus, let layout = layout(of: focus.index) else { return false }
    let offset = min(focus.range.lowerBound, layout.text.length)
    // An end keeps to the character that it selects.
    let affinity: TextPosition.Affinity =
      model.isFocusAtStart || model.isEmpty ? .downstream : .upstream
    let old = TextPosition(offset: offset, affinity: affinity)
    var x = goal
    let new = layout.position(from: old, moving: movement, x: &x)
    goal = x
    if new.offset != offset {
      move(to: focus.index, new.offset)
    } else if let isForward = layout.direction(of: movement, beyond: offset) {
      enter(after: focus.index, movement, isForward: isForward)
    }
    return true
  }

  /// Continues a movement in the next item with text, in reading order.
  private func enter(
    after index: Int, _ movement: TextLayout.CaretMovement, isForward: Bool
  ) {
    guard let count = items?.selectableCount else { return }
    let step = isForward != model.isReversed ? 1 : -1
    var next = index + step
    for _ in 0..<Self.skipLimit where (0..<count).contains(next) {
      guard let layout = layout(of: next), layout.lineCount > 0 else {
        next += step
        continue
      }
      var offset = isForward ? 0 : layout.text.length
      if movement == .up || movement == .down, let goal {
        let y = isForward ? 0 : layout.size.height
        offset = layout.position(at: Point(x: goal, y: y)).offset
      }
      return move(to: next, offset)
    }
  }

  /// The maximum number of items without text that a movement skips.
  private static let skipLimit = 64

  private func move(to index: Int, _ offset: Int) {
    model.extend(to: SelectionModel.Stretch(index: index, range: offset..<offset))
    noteChange()
    guard let items, let layout = layout(of: index),
      let caret = layout.caret(at: TextPosition(offset: offset))
    else { return }
    var frame = caret.frame
    if let (node, _) = items.selectableNode(of: index),
      let text = source?.textNode(in: node.node, of: node.item),
      let origin = text.node.convert(frame.origin, to: node.node)
    {
      frame.origin = origin
    }
    items.reveal(frame, of: index)
  }

  private func layout(of index: Int) -> TextLayout? {
    guard let item = items?.selectableItem(at: index) else { return nil }
    if let (node, _) = items?.selectableNode(of: index),
      let text = source?.textNode(in: node.node, of: node.item)
    {
      return text.layout
    }
    return source?.textLayout(of: item)
  }
}

extension TextLayout {
  /// Returns whether a movement that an end of the text stops continues after the text or before
  /// it; `nil` if it stops elsewhere.
  fileprivate func direction(of movement: CaretMovement, beyond offset: Int) -> Bool? {
    let isForward: Bool
    switch movement {
    case .down, .forward: isForward = true
    case .up, .backward: isForward = false
    case .left, .wordLeft, .right, .wordRight:
      let isRightToLeft = lineCount > 0 && line(at: offset == 0 ? 0 : lineCount - 1).isRightToLeft
      isForward = (movement == .right || movement == .wordRight) != isRightToLeft
    case .lineLeft, .lineRight: return nil
    }
    return offset == (isForward ? text.length : 0) ? isForward : nil
  }
}

public import GalleyGeometry
public import GalleyTypesetting

extension RichLayout {
  /// Returns the caret position nearest to a point; `nil` if the message has no text.
  ///
  /// The nearest text is the one with the least vertical distance, and of those the one with the
  /// least horizontal distance.
  ///
  /// - Parameter point: The point, in the layout's coordinates.
  /// - Returns: The position.
  /// - Complexity: O(*n*) in the number of texts.
  public func position(at point: Point) -> Position? {
    nearestText(to: point).map { position(at: point, inText: $0) }
  }

  /// Returns what is at a point.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - slop: The maximum distance of the point from a character, in points.
  ///   - revealed: The spoilers that may be seen, by index in the message.
  /// - Returns: The hit, with the nearest position.
  public func hit(
    at point: Point, slop: Double = TextLayout.slop, revealed: RevealedSpoilers = .none
  ) -> Hit {
    var hit = Hit()
    hit.control = control(at: point)
    guard let index = nearestText(to: point) else { return hit }
    hit.position = position(at: point, inText: index)
    let text = texts[index]
    let near = text.frame.extended(by: Insets(top: slop, left: slop, bottom: slop, right: slop))
    guard near.contains(point), text.viewport?.contains(point) ?? true else { return hit }
    hit.path = text.path
    let found = text.layout.hit(
      at: text.local(point), slop: slop, revealed: revealed.after(text.composed.firstSpoiler))
    hit.text = found
    hit.hiddenSpoiler = found.hiddenSpoiler.map { $0 + text.composed.firstSpoiler }
    hit.control = hit.control ?? text.control(at: found)
    return hit
  }

  /// Returns the frame of the caret at a position; `nil` if there is no such position.
  public func caret(at position: Position) -> Rect? {
    guard texts.indices.contains(position.text) else { return nil }
    let text = texts[position.text]
    return text.layout.caret(at: position.position)?.frame.offset(
      x: text.origin.x, y: text.origin.y)
  }

  private func position(at point: Point, inText index: Int) -> Position {
    Position(text: index, position: texts[index].layout.position(at: texts[index].local(point)))
  }

  private func nearestText(to point: Point) -> Int? {
    texts.indices.min { first, second in
      texts[first].distance(to: point) < texts[second].distance(to: point)
    }
  }

  /// Returns the innermost control at a point.
  private func control(at point: Point) -> Control? {
    root.control(at: point) { path in scrollAreas.first { $0.path == path }?.contentX }
  }
}

extension RichLayout.PlacedText {
  /// The frame of the text, in the message's coordinates.
  var frame: Rect { Rect(origin: origin, size: layout.size) }

  /// Returns a point in the text's coordinates.
  func local(_ point: Point) -> Point { Point(x: point.x - origin.x, y: point.y - origin.y) }

  /// Returns the vertical and the horizontal distance of a point from the text's frame.
  fileprivate func distance(to point: Point) -> (Double, Double) {
    let frame = frame
    return (
      max(0, frame.minY - point.y, point.y - frame.maxY),
      max(0, frame.minX - point.x, point.x - frame.maxX)
    )
  }
}

extension RichLayout.PlacedText {
  /// Returns the button or the expandable quotation at a hit of the text.
  fileprivate func control(at hit: TextLayout.Hit) -> RichLayout.Control? {
    if let character = hit.character, hit.hiddenSpoiler == nil,
      case .button(let button)? = composed.objects[character.lowerBound]
    {
      return .button(button.button)
    }
    guard let block = hit.block, block.isCollapsible else { return nil }
    return .quotation(path, isExpanded: !block.isCollapsed)
  }
}

extension BlockBox {
  /// Returns the control at a point of the box; the last one is in front.
  ///
  /// - Parameters:
  ///   - point: The point, in the box's coordinates.
  ///   - origin: The position of the box, in the layout.
  ///   - contentX: Returns the left edge, in the layout, of the contents of a block that scrolls.
  /// - Returns: The control, if there is one.
  fileprivate func control(
    at point: Point, origin: Point = .zero, contentX: (BlockPath) -> Double?
  ) -> RichLayout.Control? {
    for item in items.reversed() {
      switch item {
      case .control(let control, let frame) where frame.contains(point): return control
      case .box(let box, let place):
        let local = Point(x: point.x - place.x, y: point.y - place.y)
        let inner = Point(x: origin.x + place.x, y: origin.y + place.y)
        if let found = box.control(at: local, origin: inner, contentX: contentX) { return found }
      case .scroll(let box, let frame, let path) where frame.contains(point):
        let x = contentX(path) ?? origin.x + frame.minX
        let inner = Point(x: x, y: origin.y + frame.minY)
        let local = Point(x: origin.x + point.x - inner.x, y: point.y - frame.minY)
        if let found = box.control(at: local, origin: inner, contentX: contentX) { return found }
      default: continue
      }
    }
    return nil
  }
}

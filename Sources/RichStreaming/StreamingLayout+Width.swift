internal import GalleyGeometry
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension StreamingLayout {
  /// The width that everything drawn takes, in points; at most the width of the layout.
  ///
  /// A block with a ground, and text that is aligned to the width, take all of it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of blocks.
  package var contentWidth: Double {
    isRightToLeft ? size.width : root.contentWidth(in: size.width)
  }
}

extension BlockBox {
  /// Returns the x coordinate of the right edge of the drawn contents, in points.
  ///
  /// - Parameter room: The width of the message, in points.
  /// - Returns: The coordinate, relative to the box.
  fileprivate func contentWidth(in room: Double) -> Double {
    items.reduce(0) { width, item in
      switch item {
      case .box(let box, let place): max(width, place.x + box.contentWidth(in: room))
      case .text(let layout, _, _, let place):
        max(width, layout.contentWidth.map { place.x + $0 } ?? room)
      case .label(let label, let place): max(width, place.x + label.size.width)
      case .fill(let rect, _, _), .outline(let rect, _, _, _), .quotation(let rect, _, _),
        .scroll(_, let rect, _), .picture(_, let rect, _), .control(_, let rect):
        max(width, rect.maxX)
      case .shape, .block, .anchor: width
      }
    }
  }
}

extension TextLayout {
  /// The width that the lines take, in points; `nil` for one that is centered in the message.
  fileprivate var contentWidth: Double? {
    if let width = options.alignmentWidth { return max(width, size.width) }
    switch options.alignment {
    case .start, .left: return size.width
    default: return nil
    }
  }
}

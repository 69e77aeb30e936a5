internal import GalleyGeometry

// A wide block scrolls in its own room, or within the nearest container that is wide enough.
extension BlockLayouter {
  /// Returns whether a block that is wider than its room scrolls together with its container.
  func scrollsContainer(in room: Double) -> Bool {
    room < metrics.leastScrolledWidth && ownerWidth > 0
  }

  /// Returns the room of a table's columns, which is that of the container if it scrolls.
  func scrolledRoom(_ room: Double) -> Double { scrollsContainer(in: room) ? ownerWidth : room }

  /// Returns the layouter of the contents of a container: an item, a quotation, or a section.
  func inside(container width: Double) -> BlockLayouter {
    guard width >= metrics.leastScrolledWidth else { return self }
    var inner = self
    inner.ownerWidth = width
    return inner
  }

  /// Returns the contents of a container as they are, or scrolling if some extend beyond them and
  /// the container is wide enough.
  ///
  /// - Parameters:
  ///   - contents: The contents, over the whole width of the container.
  ///   - path: The container.
  /// - Returns: The contents, as wide as the container.
  func scrolling(_ contents: BlockBox, at path: BlockPath) -> BlockBox {
    let (size, excess) = (contents.size, contents.excess)
    guard excess > 0, size.width >= metrics.leastScrolledWidth else { return contents }
    let inner = BlockBox(
      size: Size(width: size.width + excess, height: size.height),
      items: [.box(contents, Point(x: isRightToLeft ? excess : 0, y: 0))])
    return BlockBox(
      size: Size(width: size.width, height: size.height + metrics.scrollBar),
      items: [.scroll(inner, Rect(origin: .zero, size: size), path)], baseline: contents.baseline)
  }
}

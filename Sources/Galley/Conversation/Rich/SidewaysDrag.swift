internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLists
internal import GalleyRichMessages
internal import GalleyRichTypesetting

/// A finger that drags a table or formula of a rich message sideways.
///
/// The row claims the drag as soon as it is more horizontal than vertical; until it ends, the list
/// does not scroll. A mouse selects instead, and scrolls sideways with its wheel.
@MainActor final class SidewaysDrag {
  private weak var list: ListView?
  private var rich: RichMessageNode?
  private var path = RichMessage.BlockPath()
  private var start = Point.zero
  private var last = Point.zero
  /// The pointers that scroll the list when the drag has ended; `nil` before it begins.
  private var scrolling: ListView.DragScrolling?

  /// Notes a pointer that is put down on a row.
  func begin(_ event: PointerEvent, on node: DisplayNode, list: ListView?) {
    rich = nil
    guard event.kind != .mouse, let (rich, area) = Self.area(at: event.position, in: node) else {
      return
    }
    (self.rich, self.list, path) = (rich, list, area.path)
    (start, last) = (event.position, event.position)
  }

  /// Follows the pointer.
  ///
  /// - Returns: Whether the pointer drags a block sideways.
  func follow(_ event: PointerEvent) -> Bool {
    guard let rich else { return false }
    if scrolling == nil {
      let (x, y) = (abs(event.position.x - start.x), abs(event.position.y - start.y))
      guard event.phase == .moved else {
        self.rich = nil
        return false
      }
      if y > GestureRecognizer.slop, y >= x { self.rich = nil }
      guard x > GestureRecognizer.slop, x > y else { return false }
      scrolling = list?.dragScrolling ?? .all
      list?.dragScrolling = .none
      // The block follows from where the finger is now, without a jump.
      last = event.position
    }
    rich.scroll(path, by: last.x - event.position.x)
    last = event.position
    if event.phase != .moved { end() }
    return true
  }

  private func end() {
    if let scrolling { list?.dragScrolling = scrolling }
    (rich, scrolling) = (nil, nil)
  }

  /// Scrolls the block under a wheel or touchpad sideways.
  ///
  /// - Returns: Whether there is a block, and the movement is more horizontal than vertical.
  static func scroll(_ event: ScrollEvent, on node: DisplayNode) -> Bool {
    guard abs(event.distance.x) > abs(event.distance.y),
      let (rich, area) = area(at: event.position, in: node)
    else { return false }
    rich.scroll(area.path, by: event.distance.x)
    return true
  }

  /// Returns the block that scrolls at a point of a row.
  private static func area(
    at point: Point, in node: DisplayNode
  ) -> (RichMessageNode, RichLayout.ScrollArea)? {
    guard let rich = ChatRowNode(node)?.rich, let inside = node.convert(point, to: rich.node),
      let area = rich.scrollArea(at: inside)
    else { return nil }
    return (rich, area)
  }
}

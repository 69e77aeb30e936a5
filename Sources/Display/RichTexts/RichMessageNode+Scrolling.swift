public import GalleyGeometry
public import GalleyRichMessages
public import GalleyRichTypesetting

extension RichMessageNode {
  /// Returns the block that scrolls sideways at a point of the node; `nil` if there is none.
  public func scrollArea(at point: Point) -> RichLayout.ScrollArea? {
    layout.scrollAreas.first { $0.viewport.contains(point) && $0.maximumOffset > 0 }
  }

  /// Scrolls a block sideways, without animation.
  ///
  /// The offset survives other widths and documents, as `RichLayout.scrolled(as:)`
  /// says.
  ///
  /// - Parameters:
  ///   - path: The block.
  ///   - distance: The distance in points, positive toward the right of the contents.
  /// - Returns: Whether the block has moved; it stops at its ends.
  @MainActor @discardableResult public func scroll(
    _ path: RichMessage.BlockPath, by distance: Double
  ) -> Bool {
    let layout = layout
    guard distance.isFinite, let area = layout.scrollAreas.first(where: { $0.path == path }) else {
      return false
    }
    let isMirrored = layout.document.message.isRightToLeft
    let target = area.offset + (isMirrored ? -distance : distance)
    let next = layout.scrolled(path, to: min(max(target, 0), area.maximumOffset))
    guard next.scrollAreas.first(where: { $0.path == path })?.offset != area.offset else {
      return false
    }
    state.change { $0.scroll(to: next) }
    node.setNeedsDisplay()
    return true
  }

  /// Scrolls the block that contains a target sideways, so that the target is visible.
  @MainActor public func scroll(toShow target: RichMessage.Target) {
    let layout = layout
    guard let rect = layout.rects(of: target).first,
      let area = layout.scrollAreas.first(where: {
        $0.viewport.minY <= rect.minY && rect.minY < $0.viewport.maxY
      })
    else { return }
    let next = layout.scrolled(area.path, toShow: rect)
    guard next !== layout else { return }
    state.change { $0.scroll(to: next) }
    node.setNeedsDisplay()
  }
}

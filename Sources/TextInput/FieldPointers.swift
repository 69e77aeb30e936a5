internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyTypesetting
internal import GalleyWindow

/// The pointer handler of a field's node, which retains it but must not retain the field.
@MainActor final class FieldPointers: TextInputTarget {
  private weak var field: TextField?

  init(_ field: TextField) { self.field = field }

  var textInputClient: (any TextInputClient)? { field }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    guard let field else { return false }
    let unit: TextLayout.Unit =
      switch field.clicks.press(event) {
      case 1: .character
      case 2: .word
      default: .paragraph
      }
    let point = field.pointInText(event.position)
    field.edit { text, layout in text.select(layout.selection(at: point, by: unit)) }
    return true
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    guard let field, event.phase == .moved else { return }
    let point = field.pointInText(event.position)
    field.edit { text, layout in text.select(layout.extend(text.selection, to: point)) }
  }
}

extension TextField {
  /// Converts a point of the node to the coordinates of the text.
  func pointInText(_ point: Point) -> Point {
    Point(x: point.x - textArea.minX, y: point.y - textArea.minY + scrollOffset)
  }
}

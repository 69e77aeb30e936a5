import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport

@testable import GalleyRichTypesetting

/// A rich message in a font whose glyphs are as wide as the font size.
struct RichSample {
  static let size = 10.0
  let layout: RichLayout

  init(
    _ blocks: [RichBlock], width: Double = 400, isRightToLeft: Bool = false,
    state: RichState = RichState(), fillsWidth: Bool = false
  ) {
    let theme = RichTheme(message: MessageTheme(text: TestFonts.style(size: Self.size)))
    let document = RichDocument(
      RichMessage(blocks, isRightToLeft: isRightToLeft), theme: theme, state: state,
      engine: TestFonts.engine())
    layout = document.layout(width: width, fillsWidth: fillsWidth)
  }

  /// An item with the position of its box.
  struct Placed {
    var item: BlockBox.Item
    var origin: Point
  }

  /// All items that are no boxes, in order.
  var items: [Placed] {
    var result: [Placed] = []
    func visit(_ box: BlockBox, _ origin: Point) {
      for item in box.items {
        switch item {
        case .box(let inner, let place):
          visit(inner, Point(x: origin.x + place.x, y: origin.y + place.y))
        case .scroll(let inner, let viewport, _):
          result.append(Placed(item: item, origin: origin))
          visit(inner, Point(x: origin.x + viewport.minX, y: origin.y + viewport.minY))
        default: result.append(Placed(item: item, origin: origin))
        }
      }
    }
    visit(layout.root, .zero)
    return result
  }

  /// The frames of the texts, in reading order.
  var texts: [Rect] { layout.texts.map { Rect(origin: $0.origin, size: $0.layout.size) } }

  /// The frames of the labels.
  var labels: [Rect] {
    items.compactMap { placed in
      guard case .label(let layout, let place) = placed.item else { return nil }
      return Rect(
        x: placed.origin.x + place.x, y: placed.origin.y + place.y, width: layout.size.width,
        height: layout.size.height)
    }
  }

  /// The y coordinates of the labels' baselines.
  var labelBaselines: [Double] {
    items.compactMap { placed in
      guard case .label(let layout, let place) = placed.item else { return nil }
      return placed.origin.y + place.y + layout.line(at: 0).baseline
    }
  }

  /// The y coordinates of the first baselines of the texts.
  var baselines: [Double] {
    layout.texts.map {
      $0.origin.y + ($0.layout.lineCount > 0 ? $0.layout.line(at: 0).baseline : 0)
    }
  }

  /// The frames of the filled rectangles.
  var fills: [Rect] {
    items.compactMap { placed in
      guard case .fill(let rect, _, _) = placed.item else { return nil }
      return rect.offset(x: placed.origin.x, y: placed.origin.y)
    }
  }

  /// The frames of the pictures.
  var pictures: [Rect] {
    items.compactMap { placed in
      guard case .picture(_, let rect, _) = placed.item else { return nil }
      return rect.offset(x: placed.origin.x, y: placed.origin.y)
    }
  }
}

extension RichBlock {
  /// A list with the blocks of each item.
  static func ordered(_ items: [[RichBlock]], from start: Int = 1) -> RichBlock {
    .list(
      List(
        items.enumerated().map { List.Item($1, marker: .number(start + $0, .decimal)) }))
  }

  static func unordered(_ items: [[RichBlock]]) -> RichBlock {
    .list(List(items.map { List.Item($0) }))
  }
}

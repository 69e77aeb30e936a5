internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPainting
internal import GalleyTypesetting
internal import Synchronization

/// A lens above a finger, which shows the text under it enlarged.
///
/// The text is drawn again at the greater scale, so that it is sharp.
@MainActor final class Magnifier {
  /// The size of the lens, in points.
  static let size = Size(width: 132, height: 46)
  /// The factor by which the lens enlarges.
  static let zoom = 1.5
  /// The distance between the lens and the line below it, in points.
  static let distance = 16.0

  let node: DisplayNode
  private let picture: DisplayNode
  private let content = MagnifiedText()

  init(environment: DisplayEnvironment) {
    node = DisplayNode(environment: environment)
    node.name = "magnifier"
    node.zPosition = 950
    node.isHidden = true
    node.isUserInteractionEnabled = false
    node.isOpaque = false
    node.cornerRadii = CornerRadii(Self.size.height / 2)
    node.shadow = Layer.Shadow(opacity: 0.35, offset: Size(width: 0, height: 2), radius: 6)
    node.border = Layer.Border(width: 1, color: Color(argb: 0x6070_7880))
    picture = DisplayNode(content, environment: environment)
    picture.isOpaque = false
    picture.displaysAsynchronously = false
    let mask = DisplayNode(environment: environment)
    mask.frame = Rect(origin: .zero, size: Self.size)
    mask.cornerRadii = node.cornerRadii
    mask.masksToBounds = true
    mask.isOpaque = false
    mask.addSubnode(picture)
    node.addSubnode(mask)
  }

  /// Hides the lens.
  func hide() {
    if !node.isHidden { node.isHidden = true }
  }

  /// Shows a part of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - selected: The selected range.
  ///   - center: The middle of the lens, in the text's coordinates.
  ///   - point: The point above which the lens appears, in the list's coordinates.
  ///   - size: The size of the list; the lens stays within it.
  ///   - background: The color behind the text.
  func show(
    _ text: TextNode, selected: Range<Int>?, around center: Point, above point: Point,
    in size: Size, background: Color
  ) {
    let lens = Self.size
    let x = min(max(4, point.x - lens.width / 2), max(4, size.width - lens.width - 4))
    let y = max(4, point.y - Self.distance - lens.height)
    node.frame = Rect(origin: Point(x: x.rounded(), y: y.rounded()), size: lens)
    node.backgroundColor = background
    let seen = Size(width: lens.width / Self.zoom, height: lens.height / Self.zoom)
    let window = Rect(
      origin: Point(x: center.x - seen.width / 2, y: center.y - seen.height / 2), size: seen)
    picture.contentsScale = node.contentsScale * Self.zoom
    picture.transform = AffineTransform(scaleX: Self.zoom, y: Self.zoom)
    picture.bounds = window
    picture.position = Point(x: lens.width / 2, y: lens.height / 2)
    var painter = text.painter
    painter.revealed = text.revealed
    painter.underlays =
      selected.map {
        [TextPainter.Underlay(text.layout.highlight(of: $0), color: .role(.selection))]
      } ?? []
    if content.change(to: text.layout, painter, window) || node.isHidden {
      picture.setNeedsDisplay()
    }
    node.isHidden = false
  }
}

/// A part of a text that can be replaced.
private final class MagnifiedText: NodeContent {
  static let drawing = DisplayNode.DrawingModes.canvas

  private struct Shown {
    var content: TextContent
    var selection: [TextPainter.Underlay]
    var window: Rect
  }

  private let shown = Mutex<Shown?>(nil)

  /// Replaces the text, and returns whether it looks different.
  func change(to layout: TextLayout, _ painter: TextPainter, _ window: Rect) -> Bool {
    shown.withLock { shown in
      let isSame =
        shown.map {
          $0.content.layout === layout && $0.window == window && $0.selection == painter.underlays
        } ?? false
      shown = Shown(
        content: TextContent(layout, painter: painter), selection: painter.underlays,
        window: window)
      return !isSame
    }
  }

  @MainActor func parameters(for node: DisplayNode) -> TextContent? {
    shown.withLock { $0?.content }
  }

  static func draw(_ parameters: TextContent?, on canvas: inout NodeCanvas) {
    if let parameters { TextContent.draw(parameters, on: &canvas) }
  }
}

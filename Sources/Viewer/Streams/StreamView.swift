import GalleyDisplay
import GalleyGeometry
import GalleyLists
import GalleyMessages
import GalleyRichTypesetting
import GalleyScheduling
import GalleyTypesetting

/// The appearance of a message that is shown while it is written.
struct StreamAppearance: Sendable {
  /// The appearance of blocks.
  var theme: RichTheme
  /// The options of all texts.
  var textOptions = LayoutOptions()
  /// The colors.
  var colors = ChatTheme.light
  /// The engine that lays the message out.
  var engine: TextEngine

  /// The margin around the message, in points.
  static let padding = 16.0
}

/// A message that scrolls while it is written.
///
/// Its end stays visible if it was; a reader who has scrolled up keeps the place.
@MainActor final class StreamView {
  /// The distance from the end within which the end is followed, in points.
  static let endDistance = 24.0

  /// The node that fills the view.
  let node: DisplayNode
  /// The message.
  let message: StreamingMessageNode
  /// The position of the viewport.
  private(set) var scroller = Scroller()
  private var size: Size
  private var handler: DisplayLoop.Handler?
  /// The request for ticks while the viewport moves.
  private var frames: DisplayLoop.FrameRequest?

  /// Creates a view of an empty message.
  init(_ appearance: StreamAppearance, size: Size, environment: DisplayEnvironment) {
    self.size = size
    node = DisplayNode(environment: environment)
    message = StreamingMessageNode(
      width: Self.messageWidth(in: size), theme: appearance.theme,
      textOptions: appearance.textOptions, engine: appearance.engine, environment: environment)
    message.palette = appearance.colors.palette
    node.addSubnode(message.node)
    node.pointerHandler = StreamPointers(self)
    message.onHeightChange = { [weak self] _ in self?.contentDidChange() }
    handler = environment.loop.onEachTick(in: .input) { [weak self] tick in
      self?.move { $0.advance(to: tick.time) }
    }
    contentDidChange()
  }

  private static func messageWidth(in size: Size) -> Double {
    max(1, size.width - 2 * StreamAppearance.padding)
  }

  /// Whether the viewport rests near the end, which it then follows.
  var followsEnd: Bool {
    scroller.phase != .dragging
      && scroller.range.upperBound - scroller.restingOffset <= Self.endDistance
  }

  /// Changes the size of the view, in points.
  func resize(to size: Size) {
    self.size = size
    message.width = Self.messageWidth(in: size)
    contentDidChange()
  }

  /// Scrolls by a command of the keyboard.
  func scroll(_ command: Scroller.Command) { move { $0.perform(command, time: now) } }

  private var now: Double { node.environment.clock.now }

  // MARK: Position

  /// Adapts to the height of the message.
  private func contentDidChange() {
    let followsEnd = followsEnd
    let length = message.height + 2 * StreamAppearance.padding
    move { [size, now] scroller in
      scroller.setRange(0...max(0, length - size.height), viewportLength: size.height)
      if followsEnd { scroller.scroll(to: scroller.range.upperBound, time: now) }
    }
    place()
  }

  /// Moves the viewport, and requests ticks while it moves on.
  fileprivate func move(_ body: (inout Scroller) -> Void) {
    let offset = scroller.offset
    body(&scroller)
    if scroller.offset != offset { place() }
    if !scroller.isMoving {
      frames = nil
    } else if frames == nil {
      frames = node.environment.loop.requestFrames()
    }
  }

  /// Places the message, on whole pixels.
  private func place() {
    let padding = StreamAppearance.padding
    let scale = node.environment.scale
    let y = ((padding - scroller.offset) * scale).rounded() / scale
    message.node.frame = Rect(x: padding, y: y, width: message.width, height: message.height)
  }
}

/// The pointer handler of a stream's node, which retains it but must not retain the view.
@MainActor private final class StreamPointers: PointerHandler {
  private weak var view: StreamView?

  init(_ view: StreamView) { self.view = view }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    guard let view, view.scroller.phase != .dragging else { return false }
    view.move { $0.beginDrag(at: event.position.y, time: event.time) }
    return true
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) {
    switch event.phase {
    case .began, .hovered, .exited: break
    case .moved: view?.move { $0.drag(to: event.position.y, time: event.time) }
    case .ended: view?.move { $0.endDrag(time: event.time) }
    case .canceled: view?.move { $0.stop(time: event.time) }
    }
  }

  func node(_ node: DisplayNode, scrolled event: ScrollEvent) -> Bool {
    view?.move {
      if event.isPrecise {
        $0.scroll(by: event.distance.y, time: event.time)
      } else {
        $0.step(by: event.distance.y, time: event.time)
      }
    }
    return true
  }
}

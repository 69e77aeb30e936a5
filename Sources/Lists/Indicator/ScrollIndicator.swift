internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers

/// The bar at the side of a list that shows its position while it scrolls.
///
/// The bar fades out when the list comes to rest. A mouse at the edge shows it and can drag it.
@MainActor final class ScrollIndicator {
  /// The widths of the bar and of one that can be dragged, and the width of its track, in points.
  static let (width, wideWidth, trackWidth) = (3.0, 7.0, 12.0)
  /// The durations after which the bar fades out, and of the fade, in seconds.
  static let (delay, fade) = (0.6, 0.3)

  /// The area in which the bar is dragged.
  let node: DisplayNode
  let bar: DisplayNode

  private weak var list: ListView?
  private(set) var state = ScrollIndicatorState()
  private var wasShown = false
  /// The offset to which the bar of partly loaded content is dragged.
  private var draggedOffset: Double?

  init(_ list: ListView) {
    self.list = list
    node = DisplayNode(environment: list.environment)
    bar = DisplayNode(environment: list.environment)
    node.name = "indicator"
    node.zPosition = 1_000
    bar.backgroundColor = Color(argb: 0x7870_7880)
    bar.isOpaque = false
    bar.opacity = 0
    bar.isUserInteractionEnabled = false
    node.addSubnode(bar)
    list.node.addSubnode(node)
    node.pointerHandler = IndicatorPointers(self)
  }

  /// Places the bar, and shows or hides it.
  func update() {
    guard let list else { return }
    let size = list.size
    let isVertical = list.space.axis == .vertical
    node.frame =
      isVertical
      ? Rect(
        x: size.width - Self.trackWidth, y: 0, width: Self.trackWidth, height: size.height)
      : Rect(
        x: 0, y: size.height - Self.trackWidth, width: size.width, height: Self.trackWidth)
    // A second jump of a list does not count as scrolling.
    state.setScrolling(list.isScrolling)
    node.isHidden = extent.flatMap { ScrollIndicatorState.bar(of: $0) } == nil
    // Without a mouse at the edge, pointers reach the items below the track.
    node.isUserInteractionEnabled = state.isWide
    placeBar()
    guard state.isShown != wasShown else { return }
    wasShown = state.isShown
    setVisible(wasShown)
  }

  private func setVisible(_ isVisible: Bool) {
    guard node.isLoaded else { return bar.opacity = isVisible ? 1 : 0 }
    if isVisible { bar.layer.removeAnimation(forKey: "fade") }
    Layer.withoutAnimation { bar.opacity = isVisible ? 1 : 0 }
    guard !isVisible else { return }
    var fade = LayerAnimation(.opacity(from: 1, to: 0), duration: Self.fade)
    fade.delay = Self.delay
    bar.layer.add(fade, forKey: "fade")
  }

  private func placeBar() {
    guard let list, let extent, let range = ScrollIndicatorState.bar(of: extent) else { return }
    // The bar of a reversed list is measured from the other end.
    let start = list.space.isReversed ? list.space.length - range.upperBound : range.lowerBound
    let length = range.upperBound - range.lowerBound
    let width = state.isWide ? Self.wideWidth : Self.width
    let edge = Self.trackWidth - width - 2
    bar.frame =
      list.space.axis == .vertical
      ? Rect(x: edge, y: start, width: width, height: length)
      : Rect(x: start, y: edge, width: length, height: width)
    bar.cornerRadii = CornerRadii(width / 2)
  }

  private var extent: ScrollIndicatorState.Extent? {
    guard let list else { return nil }
    if let position = list.indicatorPosition?() {
      let viewport = list.state.viewportLength
      let range = 0...max(0, position.length - viewport)
      return ScrollIndicatorState.Extent(
        offset: state.isDragged ? draggedOffset ?? position.offset : position.offset, range: range,
        viewport: viewport)
    }
    return ScrollIndicatorState.Extent(
      offset: list.state.offset, range: list.state.restingRange,
      viewport: list.state.viewportLength)
  }

  // MARK: Pointers

  /// Follows a mouse over the list; `nil` if it has left.
  func hover(_ point: Point?) {
    let isHovered = point.map { node.frame.contains($0) } ?? false
    guard isHovered != state.isHovered else { return }
    state.setHovered(isHovered)
    list?.setNeedsSettling()
  }

  fileprivate func follow(_ event: PointerEvent) {
    guard let list, let extent else { return }
    let place = list.space.distance(of: event.position)
    switch event.phase {
    case .began:
      list.beginScrolling()
      state.beginDrag(at: place, of: extent)
    case .moved: break
    default:
      state.endDrag()
      draggedOffset = nil
      return list.setNeedsSettling()
    }
    guard let offset = state.offset(draggedTo: place, of: extent) else { return }
    guard list.indicatorPosition?() != nil else { return list.scroll(toOffset: offset) }
    // The content follows later.
    draggedOffset = offset
    list.onIndicatorDrag?(offset)
    list.setNeedsSettling()
  }
}

/// The pointer handler of an indicator's node, which must not retain the list.
@MainActor private final class IndicatorPointers: PointerHandler {
  private weak var indicator: ScrollIndicator?

  init(_ indicator: ScrollIndicator) { self.indicator = indicator }

  func node(_ node: DisplayNode, pointerBegan event: PointerEvent) -> Bool {
    indicator?.follow(event)
    return indicator != nil
  }

  func node(_ node: DisplayNode, pointerChanged event: PointerEvent) { indicator?.follow(event) }
}

public import GalleyGeometry
public import GalleyLayers
public import GalleyPixels
internal import GalleyScheduling

/// A surface that shows a tree of nodes, such as a window, an offscreen page, or a test.
///
/// It takes part in the ticks of an environment: finished animations end first; then layers are
/// laid out and displayed; then changes are committed, and frames go to the sinks from the
/// compositor's thread. While an animation runs, ticks are requested continuously.
@MainActor public final class NodeSurface {
  /// The environment that draws the nodes and runs the ticks.
  public let environment: DisplayEnvironment
  /// The host of the surface's layer tree.
  public let host: LayerHost
  /// The compositor that renders frames.
  public let compositor: Compositor

  private var router: PointerRouter?
  private var handlers: [DisplayLoop.Handler] = []
  private var frames: DisplayLoop.FrameRequest?

  /// Creates an empty surface.
  ///
  /// - Parameters:
  ///   - host: The host of the layer tree, with the surface's size, scale and background.
  ///   - environment: The environment that draws the nodes.
  ///   - sinks: The receivers of frames.
  ///   - observer: An observer of the compositor.
  public init(
    _ host: LayerHost, environment: DisplayEnvironment, sinks: [any FrameSink] = [],
    observer: (any Compositor.Observer)? = nil
  ) {
    self.host = host
    self.environment = environment
    compositor = Compositor(sinks: sinks, observer: observer)
    let pixels = PixelGrid(scale: host.scale).size(holding: host.size)
    compositor.prepare(width: pixels.width, height: pixels.height)
    let loop = environment.loop
    host.onChange = { loop.setNeedsTick() }
    handlers = [
      loop.onEachTick(in: .input) { tick in host.tick(at: tick.time) },
      loop.onEachTick(in: .layout) { _ in host.root.layoutIfNeeded() },
      loop.onEachTick(in: .display) { _ in host.root.displayTreeIfNeeded() },
      loop.onEachTick(in: .commit) { [weak self] tick in self?.showFrame(at: tick.time) },
    ]
    host.setNeedsCommit()
    loop.setNeedsTick()
  }

  /// The node that fills the surface, or `nil` for none.
  ///
  /// It must be of the surface's environment. Its frame is the surface's; its layer is on the
  /// surface after the next tick's layout at the latest.
  public var rootNode: DisplayNode? {
    didSet {
      guard rootNode !== oldValue else { return }
      router = rootNode.map { PointerRouter(root: $0) }
      oldValue?.layer.removeFromSuperlayer()
      guard let rootNode else { return }
      rootNode.requireEnvironment(environment, of: "the surface")
      rootNode.frame = Rect(origin: .zero, size: host.size)
      host.root.addSublayer(rootNode.layer)
    }
  }

  /// Changes the size, in points, and the scale of the surface; the root node follows.
  ///
  /// Invalid sizes and scales are ignored.
  public func resize(to size: Size, scale: Double) {
    host.size = size
    host.scale = scale
    rootNode?.frame = Rect(origin: .zero, size: host.size)
  }

  /// Renders the current state on the calling thread; nodes without contents yet show none.
  ///
  /// - Returns: The surface as one bitmap.
  /// - Throws: `BitmapError` if the surface is too large for a bitmap.
  public func bitmap() throws(BitmapError) -> Bitmap {
    host.root.layoutIfNeeded()
    let time = environment.clock.now
    // The compositor has yet to see what is committed here.
    defer { host.setNeedsCommit() }
    return try host.commit(at: time).bitmap(at: max(time, host.time))
  }

  /// Sends a pointer event to the nodes on the surface.
  ///
  /// A pointer that is put down is first offered to the nodes at the point from the root downward,
  /// which may take it at once, then from the frontmost node upward. The first that accepts
  /// receives all events of the pointer until it is lifted, wherever it moves; if that node leaves
  /// the tree, or an ancestor takes the pointer over, it receives a cancellation.
  ///
  /// Other buttons and pointers that hover do not belong to a node: presses of other buttons are
  /// offered from the frontmost node upward, and every node under a hovering pointer hears of it.
  ///
  /// - Parameter event: The event, in the root node's own coordinates.
  /// - Returns: Whether a node handled it.
  @discardableResult public func send(_ event: PointerEvent) -> Bool {
    router?.send(event) ?? false
  }

  /// Sends the movement of a wheel or a touchpad to the nodes on the surface.
  ///
  /// The nodes at the position are asked from the frontmost one upward until one scrolls.
  ///
  /// - Parameter event: The event, in the root node's own coordinates.
  /// - Returns: Whether a node handled it.
  @discardableResult public func send(_ event: ScrollEvent) -> Bool {
    router?.send(event) ?? false
  }

  private func showFrame(at time: Double) {
    if host.needsCommit {
      compositor.submit(host.commit(at: time), at: host.time)
    } else if host.isAnimating {
      compositor.advance(to: time)
    }
    if !host.isAnimating {
      frames = nil
    } else if frames == nil {
      frames = environment.loop.requestFrames()
    }
  }
}

public import GalleyGeometry
public import GalleyLayers
public import GalleyPixels
internal import GalleyScheduling

/// A surface that shows a tree of nodes: a window, the page of a picture, a test.
///
/// It takes part in the ticks of an environment: animations that are over end first; then layers are laid
/// out and displayed; then what has changed is committed, and frames go to the sinks from a
/// compositor's thread. While something is animated, ticks follow each other.
@MainActor public final class NodeSurface {
  /// What its nodes are drawn by, and whose ticks it is in.
  public let environment: DisplayEnvironment
  /// The layers.
  public let host: LayerHost
  /// What makes frames of the layers.
  public let compositor: Compositor

  private var handlers: [TickHandler] = []
  private var frames: FrameRequest?
  private var needsCommit = true

  /// Makes a surface that shows nothing.
  ///
  /// - Parameters:
  ///   - host: The layers: how large the surface is, how many pixels a point has, what is under it.
  ///   - environment: What draws the nodes.
  ///   - sinks: Where frames go.
  ///   - observer: What hears how the making of frames gets on.
  public init(
    _ host: LayerHost, environment: DisplayEnvironment, sinks: [any FrameSink] = [],
    observer: (any CompositorObserver)? = nil
  ) {
    self.host = host
    self.environment = environment
    compositor = Compositor(sinks: sinks, observer: observer)
    if !sinks.isEmpty || observer != nil {
      let pixels = PixelGrid(scale: host.scale).size(holding: host.size)
      compositor.prepare(width: pixels.width, height: pixels.height)
    }
    let loop = environment.loop
    host.onChange = { [weak self] in self?.noteChange() }
    handlers = [
      loop.onEachTick(in: .input) { tick in host.tick(at: tick.time) },
      loop.onEachTick(in: .layout) { _ in host.root.layoutIfNeeded() },
      loop.onEachTick(in: .display) { _ in host.root.displayTreeIfNeeded() },
      loop.onEachTick(in: .commit) { [weak self] tick in self?.showFrame(at: tick.time) },
    ]
    loop.setNeedsTick()
  }

  /// The node that fills the surface; `nil` is none.
  ///
  /// Its frame is the surface's, and its layer is on the surface with the next tick's layout at the latest.
  public var rootNode: DisplayNode? {
    didSet {
      guard rootNode !== oldValue else { return }
      oldValue?.layer.removeFromSuperlayer()
      guard let rootNode else { return }
      rootNode.frame = Rect(origin: .zero, size: host.size)
      host.root.addSublayer(rootNode.layer)
    }
  }

  /// Gives the surface another size, in points, and another scale; the node fills it as before.
  ///
  /// Sizes and scales that mean nothing are not taken.
  public func resize(to size: Size, scale: Double) {
    host.size = size
    host.scale = scale
    rootNode?.frame = Rect(origin: .zero, size: host.size)
  }

  /// Draws what is there now, on the calling thread; nodes that have no contents yet show none.
  ///
  /// - Returns: The surface as one bitmap.
  /// - Throws: If it is too large for a bitmap.
  public func picture() throws(BitmapError) -> Bitmap {
    host.root.layoutIfNeeded()
    let time = environment.clock.now
    needsCommit = true
    environment.loop.setNeedsTick()
    return try host.commit(at: time).bitmap(at: max(time, host.time))
  }

  private func noteChange() {
    needsCommit = true
    environment.loop.setNeedsTick()
  }

  private func showFrame(at time: Double) {
    if needsCommit {
      needsCommit = false
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

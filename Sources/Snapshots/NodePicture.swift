internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLayoutSpecs
internal import GalleyPixels
internal import GalleyScheduling

/// The settings of pictures of nodes that no window shows.
@MainActor struct NodePicture {
  /// The width at which the node is measured, in points; `nil` keeps its size.
  let width: Double?
  /// The number of pixels per point.
  let scale: Double
  /// The color behind the node; `nil` leaves the picture transparent.
  let background: Color?

  /// The maximum number of ticks; nodes with endless animations need more and more.
  private static let tickLimit = 100

  /// Displays a node on a surface of its own, takes its picture, and gives its frame back.
  ///
  /// - Throws: `Problem` if the node is shown elsewhere or the scale is not valid; `BitmapError`.
  func bitmap(of node: DisplayNode) throws -> Bitmap {
    guard node.supernode == nil else { throw Problem.subnode }
    guard !node.isLoaded || node.layer.host == nil else { throw Problem.shown }
    guard scale > 0, scale.isFinite else { throw Problem.scale(scale) }
    let (frame, loop) = (node.frame, node.environment.loop)
    let host = LayerHost(size: .zero, scale: scale, backgroundColor: background)
    let surface = NodeSurface(host, environment: node.environment)
    surface.rootNode = node
    defer {
      surface.rootNode = nil
      node.frame = frame
      // The tick tells the node that it is not shown any more.
      loop.tick()
    }
    // Nodes are measured at the scale of their surface, so this comes second.
    surface.resize(to: size(of: node, in: frame), scale: scale)
    loop.tick()
    loop.settle(limit: Self.tickLimit)
    node.ensureDisplayed()
    let tree = host.commit(at: node.environment.clock.now)
    let end = tree.endOfAnimations
    return try tree.bitmap(at: end.isFinite ? max(end, host.time) : host.time)
  }

  private func size(of node: DisplayNode, in frame: Rect) -> Size {
    if let width {
      return node.layoutThatFits(
        SizeRange(
          min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
      ).size
    }
    return frame.isEmpty ? node.layoutThatFits(.unbounded).size : frame.size
  }

  /// The reason for which there is no picture of a node.
  enum Problem: Error, CustomStringConvertible {
    /// The node is in a tree.
    case subnode
    /// The node is on a surface.
    case shown
    /// The scale is not valid.
    case scale(Double)

    var description: String {
      switch self {
      case .subnode: "the node has a supernode; take the picture of the topmost node of its tree"
      case .shown: "the node is on a surface; compare NodeSurface.bitmap() instead"
      case .scale(let scale): "the scale is \(scale), but must be positive and finite"
      }
    }
  }
}

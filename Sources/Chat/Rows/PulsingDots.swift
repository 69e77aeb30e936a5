package import GalleyDisplay
package import GalleyGeometry
internal import GalleyLayers

/// Dots that brighten one after another while something is under way.
///
/// The compositor animates them, so that they cost the main actor nothing.
package final class PulsingDots: NodeContent, NodeObserver {
  /// The arrangement of the dots.
  package enum Arrangement: Hashable, Sendable {
    /// Eight dots in a circle, such as for loading.
    case ring
    /// Three dots in a row, such as for typing.
    case row

    /// The size of the dots' node, in points.
    package var size: Size {
      self == .ring ? Size(width: 24, height: 24) : Size(width: 30, height: 8)
    }
  }

  /// The dots draw nothing; they are colored nodes.
  package static let drawing: DisplayNode.DrawingModes = []

  private let arrangement: Arrangement

  private init(_ arrangement: Arrangement) { self.arrangement = arrangement }

  /// Creates a node with dots.
  package static func makeNode(
    _ arrangement: Arrangement, color: Color, environment: DisplayEnvironment
  ) -> DisplayNode {
    let content = PulsingDots(arrangement)
    let node = DisplayNode(content, environment: environment)
    node.name = "dots"
    node.isUserInteractionEnabled = false
    node.frame.size = arrangement.size
    for frame in content.frames {
      let dot = DisplayNode(environment: environment)
      dot.frame = frame
      dot.cornerRadii = CornerRadii(frame.size.width / 2)
      dot.backgroundColor = color
      dot.opacity = content.leastOpacity
      node.addSubnode(dot)
    }
    node.addObserver(content)
    return node
  }

  private var leastOpacity: Double { 0.25 }

  private var frames: [Rect] {
    switch arrangement {
    case .row: return (0..<3).map { Rect(x: Double($0) * 11, y: 0, width: 8, height: 8) }
    case .ring:
      // The points of a regular octagon, without trigonometry.
      let (near, far) = (9 * 0.5.squareRoot(), 9.0)
      let places = [
        (0, -far), (near, -near), (far, 0), (near, near), (0, far), (-near, near), (-far, 0),
        (-near, -near),
      ]
      return places.map { Rect(x: 12 + $0.0 - 2, y: 12 + $0.1 - 2, width: 4, height: 4) }
    }
  }

  /// Captures nothing.
  @MainActor package func parameters(for node: DisplayNode) {}

  /// Begins the animation.
  @MainActor package func nodeDidEnterHierarchy(_ node: DisplayNode) {
    let (cycle, dots) = (arrangement == .ring ? 0.8 : 1.2, node.subnodes)
    for (index, dot) in dots.enumerated() {
      var pulse = LayerAnimation(.opacity(from: 1, to: leastOpacity), duration: cycle)
      pulse.delay = cycle * Double(index) / Double(dots.count)
      pulse.repeatCount = .infinity
      dot.layer.add(pulse, forKey: "pulse")
    }
  }
}

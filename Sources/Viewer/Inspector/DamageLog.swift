import GalleyGeometry
import GalleyLayers
import Synchronization

/// A sink that finds the damage of frames, apart from that of an overlay that shows it.
final class DamageLog: FrameSink {
  private struct State {
    /// The layer of the overlay; `nil` while nothing is logged.
    var overlay: Layer.ID?
    var last: (tree: LayerHost.CommittedTree, time: Double)?
    var rects: [Rect] = []
  }

  private let state = Mutex(State())
  /// Begins to log the damage outside of a layer and its descendants, or ends it.
  func watch(apartFrom overlay: Layer.ID?) {
    state.withLock { $0 = State(overlay: overlay) }
  }

  /// Returns and removes the damage, in points of the surface.
  func take() -> [Rect] {
    state.withLock { state in
      defer { state.rects = [] }
      return state.rects
    }
  }

  func present(_ frame: CompositedFrame) {
    let (overlay, last) = state.withLock { ($0.overlay, $0.last) }
    guard let overlay else { return }
    var rects: [Rect] = []
    if let last {
      rects = frame.tree.damage(
        at: frame.time, after: last.tree, at: last.time, ignoring: overlay
      ).map { rect in
        Rect(
          x: Double(rect.minX) / frame.scale, y: Double(rect.minY) / frame.scale,
          width: Double(rect.width) / frame.scale, height: Double(rect.height) / frame.scale)
      }
    }
    state.withLock { state in
      guard state.overlay == overlay else { return }
      state.last = (frame.tree, frame.time)
      state.rects += rects
    }
  }
}

internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import Synchronization

/// A node that is created on first use, on any thread.
final class NodeCell<Node: ListNode>: Sendable {
  private struct State {
    var node: Node?
    var maker: (@Sendable () -> Node)?
    var isWanted = true
  }

  private let state: Mutex<State>

  /// Creates a cell for a node to be created.
  init(_ maker: @escaping @Sendable () -> Node) { state = Mutex(State(maker: maker)) }

  /// The node, if it has been created.
  var made: Node? { state.withLock { $0.node } }

  /// Whether the node still has to be measured.
  var isWanted: Bool { state.withLock { $0.isWanted } }

  /// Cancels the measurement of the node.
  func giveUp() { state.withLock { $0.isWanted = false } }

  /// Returns the node, creating it if needed.
  ///
  /// The node is created once. If two threads create it at the same time, both run the closure and
  /// the first result is used: neither thread waits, and no lock is held during creation.
  func node() -> Node? {
    let (node, maker) = state.withLock { ($0.node, $0.maker) }
    if let node { return node }
    guard let new = maker?() else { return nil }
    return state.withLock { state in
      if state.node == nil {
        state.node = new
        state.maker = nil
      }
      return state.node
    }
  }
}

/// A job that creates and measures one node.
struct MeasuringJob<Node: ListNode>: Sendable {
  let element: ElementID
  let cell: NodeCell<Node>
  let range: SizeRange
  /// The versions of the size range and the item that are measured.
  let stamp: MeasurementStamp

  /// Creates the node if needed, and measures it.
  func run(_ now: () -> Double) -> MeasuringResult? {
    guard cell.isWanted else { return nil }
    let start = now()
    guard let node = cell.node() else { return nil }
    let size = node.measure(in: range)
    return MeasuringResult(
      element: element, size: size.repaired, stamp: stamp, duration: now() - start)
  }
}

/// The versions that a measurement is valid for.
struct MeasurementStamp: Equatable, Sendable {
  /// A counter that is incremented when the size range changes.
  var sizing: UInt64
  /// A counter that is incremented when the content of the node changes.
  var content: UInt64
}

/// The measured size of a node.
struct MeasuringResult: Sendable {
  let element: ElementID
  let size: Size
  let stamp: MeasurementStamp
  /// The duration in seconds, including the creation of the node, which may perform the layout.
  let duration: Double
}

extension Size {
  /// The size with components clamped to the range from 0 to the maximum item length; NaN becomes
  /// 0.
  fileprivate var repaired: Size {
    func repair(_ extent: Double) -> Double {
      extent.isNaN ? 0 : max(0, min(extent, ItemGeometry.longestLength))
    }
    return Size(width: repair(width), height: repair(height))
  }
}

internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import Synchronization

/// The place of a node that is made when somebody first needs it, on whatever thread that is.
final class NodeCell<Node: ListNode>: Sendable {
  private struct State {
    var node: Node?
    var maker: (@Sendable () -> Node)?
    var isWanted = true
  }

  private let state: Mutex<State>

  /// Makes a place for a node that is still to be made.
  init(_ maker: @escaping @Sendable () -> Node) {
    state = Mutex(State(maker: maker))
  }

  /// The node, if it has been made.
  var made: Node? { state.withLock { $0.node } }

  /// Whether anybody still wants the node measured.
  var isWanted: Bool { state.withLock { $0.isWanted } }

  /// Says that nobody wants the node any more.
  func giveUp() {
    state.withLock { $0.isWanted = false }
  }

  /// The node, which is made if need be.
  ///
  /// It is made once. Only if two threads ask at one moment both make one, and the first is taken:
  /// nobody waits for the other, and no lock is held meanwhile.
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

/// One node to be made and measured.
struct MeasuringJob<Node: ListNode>: Sendable {
  let element: ElementID
  let cell: NodeCell<Node>
  let range: SizeRange
  /// Which limits for sizes, and which version of the item, the measurement is for.
  let stamp: MeasurementStamp

  /// Makes the node if need be, and measures it.
  func run(_ now: () -> Double) -> MeasuringResult? {
    guard cell.isWanted else { return nil }
    let start = now()
    guard let node = cell.node() else { return nil }
    let size = node.measure(in: range)
    return MeasuringResult(
      element: element, size: size.repaired, stamp: stamp, duration: now() - start)
  }
}

/// What a measurement is for.
struct MeasurementStamp: Hashable, Sendable {
  /// Grows with each change of the limits for sizes.
  var environment: UInt64
  /// Grows with each change of the node's content.
  var content: UInt64
}

/// A size that a node was measured to have.
struct MeasuringResult: Sendable {
  let element: ElementID
  let size: Size
  let stamp: MeasurementStamp
  /// How long it took, in seconds, with the making of the node, which may be where all is laid out.
  let duration: Double
}

extension Size {
  /// The size without figures that are negative, none, or too large for a list.
  fileprivate var repaired: Size {
    func repair(_ extent: Double) -> Double {
      extent.isNaN ? 0 : max(0, min(extent, ItemGeometry.longestLength))
    }
    return Size(width: repair(width), height: repair(height))
  }
}

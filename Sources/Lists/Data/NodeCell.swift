internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import Synchronization

/// A node that is created on first use, on any thread, and the version of its content.
///
/// The cell is the measurer of its node, and reports when that wants another size.
final class NodeCell<Node: ListNode>: Sendable {
  private struct State {
    var node: Node?
    var maker: (@Sendable () -> Node)?
    var isWanted = true
    var content: UInt64 = 0
    var isReported = false
    var transition: LayoutTransition?
  }

  private let state: Mutex<State>
  private let report: @Sendable () -> Void

  /// Creates a cell for a node to be created.
  ///
  /// - Parameters:
  ///   - maker: Creates the node.
  ///   - report: Called on any thread when the node has been invalidated; not again before
  ///     ``takeReport()``.
  init(_ maker: @escaping @Sendable () -> Node, report: @escaping @Sendable () -> Void = {}) {
    state = Mutex(State(maker: maker))
    self.report = report
  }

  /// The node, if it has been created.
  var made: Node? { state.withLock { $0.node } }

  /// Whether the node still has to be measured.
  var isWanted: Bool { state.withLock { $0.isWanted } }

  /// Cancels the measurement of the node.
  func giveUp() { state.withLock { $0.isWanted = false } }

  /// A counter that is incremented when the content of the node changes.
  var content: UInt64 { state.withLock { $0.content } }

  /// Increments ``content``.
  func noteContent() { state.withLock { $0.content += 1 } }

  /// Ends a report, and returns the animation that the invalidation is part of, if any.
  func takeReport() -> LayoutTransition? {
    state.withLock { state in
      defer { (state.isReported, state.transition) = (false, nil) }
      return state.transition
    }
  }

  /// Returns the node, creating it if needed.
  ///
  /// The node is created once. If two threads create it at the same time, both run the closure and
  /// the first result is used: neither thread waits, and no lock is held during creation.
  func node() -> Node? {
    let (node, maker) = state.withLock { ($0.node, $0.maker) }
    if let node { return node }
    guard let new = maker?() else { return nil }
    let made = state.withLock { state in
      if state.node == nil {
        state.node = new
        state.maker = nil
      }
      return state.node
    }
    made?.setMeasurer(self)
    return made
  }
}

extension NodeCell: NodeMeasurer {
  func nodeNeedsMeasurement(_ transition: LayoutTransition?) {
    let isNew = state.withLock { state in
      state.content += 1
      if let transition { state.transition = transition }
      defer { state.isReported = true }
      return !state.isReported
    }
    if isNew { report() }
  }
}

/// A job that creates and measures one node.
struct MeasuringJob<Node: ListNode>: Sendable {
  let element: ElementID
  let cell: NodeCell<Node>
  let sizing: NodeSizing

  /// Creates the node if needed, and measures it in the newest size range.
  func run(_ now: () -> Double) -> MeasuringResult? {
    guard cell.isWanted else { return nil }
    let start = now()
    guard let node = cell.node() else { return nil }
    let (sizing, content) = (sizing.current, cell.content)
    let size = node.measure(in: sizing.range)
    return result(size, sizing, content, duration: now() - start)
  }

  /// Returns the result if the node knows its size without measuring.
  func knownResult() -> MeasuringResult? {
    let (sizing, content) = (sizing.current, cell.content)
    guard let size = cell.made?.knownSize(in: sizing.range) else { return nil }
    return result(size, sizing, content, duration: nil)
  }

  private func result(
    _ size: Size, _ sizing: NodeSizing.Value, _ content: UInt64, duration: Double?
  ) -> MeasuringResult {
    MeasuringResult(
      element: element, size: size.repaired, range: sizing.range,
      stamp: MeasurementStamp(sizing: sizing.version, content: content), duration: duration)
  }
}

/// The versions that a measurement is valid for.
struct MeasurementStamp: Equatable, Sendable {
  /// The version of the size range.
  var sizing: UInt64
  /// The version of the node's content.
  var content: UInt64

  /// Returns whether a measurement with this stamp replaces one with another.
  ///
  /// Measurements may overlap, and end in any order.
  func supersedes(_ other: MeasurementStamp) -> Bool {
    sizing >= other.sizing && content >= other.content
  }
}

/// The measured size of a node.
struct MeasuringResult: Sendable {
  let element: ElementID
  let size: Size
  /// The size range that the node was measured in.
  let range: SizeRange
  let stamp: MeasurementStamp
  /// The duration in seconds, including the creation of the node, which may perform the layout;
  /// `nil` if nothing was measured.
  let duration: Double?
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

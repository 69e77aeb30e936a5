internal import GalleyGeometry
public import GalleyLayoutSpecs

/// The measurement state of a node.
struct NodeMeasurement: Sendable {
  /// The node's layout attributes for its parent spec.
  var style = LayoutStyle()
  /// The closure that creates the layout spec; `nil` keeps the subnodes' frames.
  var spec: DisplayNode.LayoutSpecMaker?
  /// A counter that each change affecting the layout increments.
  var version: UInt64 = 1
  /// The applied layout, and the one that was measured last.
  var applied: MeasuredLayout?
  var measured: MeasuredLayout?
  /// The identifier of the newest transition; 0 if none is in flight.
  var transition: UInt64 = 0
  /// The object that measures the node, if any.
  weak var measurer: (any NodeMeasurer)?
  /// The number of measurements awaited from the measurer, of which the first is in flight.
  private var awaited = 0

  /// Whether the layout that is applied stays until the measurer has measured the node.
  var isAwaited: Bool { awaited > 0 && measurer != nil }

  /// Notes an invalidation, which the measurer answers.
  mutating func noteInvalidation() { awaited = max(1, awaited) }

  /// Notes an adopted measurement.
  ///
  /// If the node has changed since it was measured, another measurement follows. After a few, the
  /// node is laid out nevertheless: it may change in every tick.
  mutating func noteAdoption() {
    let isCurrent = measured?.version == version
    awaited = isCurrent || awaited >= Self.waitLimit ? 0 : awaited > 0 ? awaited + 1 : 0
  }

  /// The maximum number of consecutive measurements that are out of date when they are adopted.
  private static let waitLimit = 3

  /// Returns the newest layout that is current and fulfills a condition.
  func current(where isWanted: (MeasuredLayout) -> Bool) -> MeasuredLayout? {
    [measured, applied].lazy.compactMap { $0 }.first { $0.version == version && isWanted($0) }
  }
}

/// A layout with the constraints that it was measured for and its version.
struct MeasuredLayout: Sendable {
  /// The inputs of a layout apart from the node itself.
  struct Constraints: Hashable, Sendable {
    var range: SizeRange
    var parentSize: Size
    var scale: Double
    var isRightToLeft: Bool
  }

  /// The node's size and the direct child nodes with their frames.
  let layout: NodeLayout
  let constraints: Constraints
  let version: UInt64
}

extension DisplayNode {
  /// A closure that creates a node's layout spec for a size range, on any thread.
  ///
  /// It must not add or remove subnodes; they follow from the spec.
  public typealias LayoutSpecMaker = @Sendable (DisplayNode, SizeRange) -> any LayoutElement
}

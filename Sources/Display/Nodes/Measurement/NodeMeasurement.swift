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

internal import GalleyGeometry
public import GalleyLayoutSpecs

/// What is known of a node's size and the places of what is in it.
struct NodeMeasurement: Sendable {
  /// What the node asks of what it stands in.
  var style = LayoutStyle()
  /// Says where the node's parts stand; `nil` leaves them where they are.
  var spec: LayoutSpecMaker?
  /// Grows whenever something changes that a layout depends on.
  var version: UInt64 = 1
  /// The layout that is applied, and the one that was measured last.
  var applied: MeasuredLayout?
  var measured: MeasuredLayout?
  /// The newest transition; 0 if none is under way.
  var transition: UInt64 = 0

  /// A layout that is still right for a question, if one is known.
  func known(for question: MeasuredLayout.Question) -> MeasuredLayout? {
    [measured, applied].lazy.compactMap { $0 }.first {
      $0.version == version && $0.question == question
    }
  }
}

/// A layout, what was asked, and when.
struct MeasuredLayout: Sendable {
  /// What a layout depends on, apart from the node itself.
  struct Question: Hashable, Sendable {
    var range: SizeRange
    var parentSize: Size
    var scale: Double
    var isRightToLeft: Bool
  }

  /// The node's size, with the nodes in it directly, in their places.
  let layout: NodeLayout
  let question: Question
  let version: UInt64
}

/// Makes the spec by which a node's parts stand, for a range of sizes, on any thread.
///
/// It must not add or remove subnodes: which there are follows from the spec.
public typealias LayoutSpecMaker = @Sendable (DisplayNode, SizeRange) -> any LayoutElement

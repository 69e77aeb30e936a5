internal import GalleyGeometry

/// A change of a list that has not been shown yet.
@MainActor final class PendingUpdate<Node: ListNode> {
  /// The nodes that an update measures.
  enum Scope: Equatable {
    /// Those that the container needs to show edits.
    case edits
    /// All existing ones, because the size range has changed; the items are unchanged.
    case allNodes
    /// Those near the viewport, because the size range has changed by little; the items are
    /// unchanged.
    case nearNodes
    /// Those that want another size; the items are unchanged.
    case nodes(Set<ElementID>)

    /// Whether the size range has changed.
    var isRelayout: Bool { self == .allNodes || self == .nearNodes }
  }

  /// A node that the update needs.
  struct Need {
    let element: ElementID
    /// The index of the item after the change.
    let index: Int
  }

  let change: MapChange
  private(set) var presentation: ListUpdate
  private(set) var scope: Scope
  let claims: [ElementID: Int]
  let completions: [(Bool) -> Void]
  var needed: [Need] = []
  /// The sizes of needed nodes before the update, if it measures some nodes again.
  var sizes: [ElementID: Size] = [:]
  var batch: MeasuringBatch<Node>?
  /// The time at which preparation began, in seconds.
  var start = 0.0
  /// The number of repeated measurements because contents changed meanwhile.
  var repetitions = 0
  /// Whether nothing is left to show.
  var isObsolete = false

  /// Creates an update that shows edits.
  init(
    _ change: MapChange, _ presentation: ListUpdate, claims: [ElementID: Int],
    completions: [(Bool) -> Void]
  ) {
    (self.change, self.presentation, scope) = (change, presentation, .edits)
    (self.claims, self.completions) = (claims, completions)
  }

  /// Creates an update that measures nodes again.
  init(measuring scope: Scope, of map: ElementMap, _ presentation: ListUpdate) {
    (change, self.presentation, self.scope) = (MapChange(of: map), presentation, scope)
    (claims, completions) = ([:], [])
  }

  /// Extends an update that measures nodes again and has not begun.
  ///
  /// The presentation of a new size range takes precedence.
  func include(_ other: Scope, _ presentation: ListUpdate) {
    switch (scope, other) {
    case (.nodes(let elements), .nodes(let more)): scope = .nodes(elements.union(more))
    case (.nearNodes, .nearNodes): self.presentation = presentation
    case (.nearNodes, .nodes): scope = .allNodes
    case (_, .allNodes), (_, .nearNodes): (scope, self.presentation) = (.allNodes, presentation)
    default: break
    }
  }
}

/// The time that changes may take on the main actor in one tick.
///
/// The first change of a tick is always shown.
struct ShowingBudget {
  /// The limit in seconds, half of the main actor's 1.5 ms per frame: the change that exceeds it
  /// and the rest of the tick have to fit into the other half.
  var limit = 0.00075
  private(set) var spent = 0.0

  /// Whether further changes have to wait for the next tick.
  var isExhausted: Bool { spent > 0 && spent >= limit }

  /// Notes the beginning of a tick.
  mutating func beginTick() { spent = 0 }

  /// Adds the time that an action took, in seconds.
  mutating func add(_ duration: Double) { spent += duration }
}

internal import GalleyGeometry
internal import Synchronization

/// The cached results of a layout pass.
///
/// Specs lay out the same part repeatedly: for its own size, then at the size it has to have.
/// Caching each result avoids computing anything twice in a pass; without it, each level of nesting
/// would multiply the work. An element with an identity is the same wherever it occurs; a spec,
/// being a value, is identified by its path of indices in the tree.
final class LayoutPass: Sendable {
  /// The identity of an element in a pass.
  struct Slot: Hashable {
    let number: Int
    /// The object identifier, if the element has an identity.
    let object: ObjectIdentifier?
  }

  /// The inputs of a layout.
  struct Key: Hashable {
    let slot: Slot
    let range: SizeRange
    let parentSize: Size
  }

  /// The state of a layout in the cache.
  enum Answer {
    case known(NodeLayout)
    /// The layout is to be computed and passed to ``LayoutPass/store(_:for:)``.
    case unknown
    /// The layout cannot be computed.
    case refused(LayoutContext.Fault.Kind)
  }

  private struct Way: Hashable {
    let parent: Int
    let index: Int
  }

  private struct State {
    var layouts: [Key: NodeLayout] = [:]
    var numbers: [Way: Int] = [:]
    /// The elements with an identity, retained so that their identifiers stay unique.
    var objects: [ObjectIdentifier: (number: Int, element: NodeLayout.Element)] = [:]
    /// The elements being laid out, to detect cycles.
    var open: Set<ObjectIdentifier> = []
    var lastNumber = 0

    mutating func newNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state = Mutex(State())

  /// Returns the slot of a part, by identity or by its path.
  ///
  /// - Parameters:
  ///   - node: The part, if it has an identity.
  ///   - index: The index of the part.
  ///   - parent: The number of the parent; `nil` at the root, where each spec gets a new slot.
  /// - Returns: The slot, the same one for the same part.
  func slot(of node: NodeLayout.Element?, at index: Int, in parent: Int?) -> Slot {
    state.withLock { state in
      if let node {
        let object = ObjectIdentifier(node)
        let number = state.objects[object]?.number ?? state.newNumber()
        state.objects[object] = (number, node)
        return Slot(number: number, object: object)
      }
      guard let parent else { return Slot(number: state.newNumber(), object: nil) }
      let way = Way(parent: parent, index: index)
      let number = state.numbers[way] ?? state.newNumber()
      state.numbers[way] = number
      return Slot(number: number, object: nil)
    }
  }

  /// Returns an unused number, for elements whose parts differ each time.
  func newNumber() -> Int { state.withLock { $0.newNumber() } }

  /// Looks a layout up, or begins to compute it.
  func lookUp(_ key: Key, depth: Int) -> Answer {
    state.withLock { state in
      if let layout = state.layouts[key] { return .known(layout) }
      if depth >= LayoutContext.maximumDepth { return .refused(.depth) }
      guard let object = key.slot.object else { return .unknown }
      return state.open.insert(object).inserted ? .unknown : .refused(.cycle)
    }
  }

  /// Stores a computed layout.
  func store(_ layout: NodeLayout, for key: Key) {
    state.withLock { state in
      state.layouts[key] = layout
      if let object = key.slot.object { state.open.remove(object) }
    }
  }
}

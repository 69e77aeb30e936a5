internal import GalleyGeometry
internal import Synchronization

/// What a pass has found so far.
///
/// Specs ask the same part again and again: for its own size, then at the size it has to have. Each
/// answer is kept, so that within a pass nothing is computed twice; without it, each level of nesting
/// would multiply the work. An element with an identity is the same wherever it stands. A spec, which
/// is a value, is told by the way to it: as the so-and-so-many-eth part of another.
final class LayoutPass: Sendable {
  /// An element of the tree that is laid out.
  struct Slot: Hashable {
    let number: Int
    /// The element itself, where it has an identity.
    let object: ObjectIdentifier?
  }

  /// A question.
  struct Key: Hashable {
    let slot: Slot
    let range: SizeRange
    let parentSize: Size
  }

  /// What there is to a question.
  enum Answer {
    case known(NodeLayout)
    /// It is to be computed, and ``LayoutPass/end(_:_:)`` to be called.
    case unknown
    /// It cannot be computed.
    case refused(LayoutFault.Kind)
  }

  private struct Way: Hashable {
    let parent: Int
    let index: Int
  }

  private struct State {
    var layouts: [Key: NodeLayout] = [:]
    var numbers: [Way: Int] = [:]
    /// The elements with an identity, kept alive so that no other gets the same.
    var objects: [ObjectIdentifier: (number: Int, element: any IdentifiedElement)] = [:]
    /// The elements that are being laid out, which must not be met again within.
    var open: Set<ObjectIdentifier> = []
    var lastNumber = 0

    mutating func newNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state = Mutex(State())

  /// The slot of a part: by identity, or by the way to it.
  ///
  /// - Parameters:
  ///   - node: The part, if it has an identity.
  ///   - index: Which part it is.
  ///   - parent: The number of what it is a part of; `nil` at the root, where each spec is another.
  /// - Returns: The slot, the same one for the same part.
  func slot(of node: (any IdentifiedElement)?, at index: Int, in parent: Int?) -> Slot {
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

  /// A number that is no element's yet, for parts that are different each time.
  func newNumber() -> Int {
    state.withLock { $0.newNumber() }
  }

  /// Looks for an answer, or begins to compute it.
  func begin(_ key: Key, depth: Int) -> Answer {
    state.withLock { state in
      if let layout = state.layouts[key] { return .known(layout) }
      if depth >= LayoutContext.greatestDepth { return .refused(.depth) }
      guard let object = key.slot.object else { return .unknown }
      return state.open.insert(object).inserted ? .unknown : .refused(.cycle)
    }
  }

  /// Keeps an answer.
  func end(_ key: Key, _ layout: NodeLayout) {
    state.withLock { state in
      state.layouts[key] = layout
      if let object = key.slot.object { state.open.remove(object) }
    }
  }
}

internal import Synchronization

/// The kind of an object behind a handle.
enum HandleKind: UInt64, CustomStringConvertible {
  // Not zero, and not an address on any machine: user memory has the highest byte 0.
  case engine = 0xE6
  case buffer = 0xB6

  var description: String {
    switch self {
    case .engine: "engine"
    case .buffer: "buffer"
    }
  }
}

/// The live objects of a kind, by handle.
///
/// A handle has the kind in its highest byte, then 32 bits of generation, and 24 bits of index. The
/// generation of a slot grows when its object is removed, so a handle of a removed object is never
/// that of another one. A handle is never used as an address.
final class HandleTable<Object: Sendable>: Sendable {
  private struct Slot {
    var generation: UInt32 = 0
    var object: Object?
  }

  private struct State {
    var slots: [Slot] = []
    var free: [Int] = []
  }

  /// The maximum number of live objects.
  static var limit: Int { 1 << 24 }

  /// The kind of the objects.
  let kind: HandleKind
  private let state = Mutex(State())

  init(_ kind: HandleKind) { self.kind = kind }

  /// The number of live objects.
  var count: Int { state.withLock { $0.slots.count - $0.free.count } }

  /// Inserts an object; returns its handle, or `nil` if there are too many objects.
  func insert(_ object: Object) -> UInt64? {
    state.withLock { state in
      var index = state.slots.count
      if let free = state.free.popLast() {
        index = free
      } else {
        guard index < Self.limit else { return nil }
        state.slots.append(Slot())
      }
      state.slots[index].object = object
      return handle(index, state.slots[index].generation)
    }
  }

  /// Returns the object of a handle, or `nil` if it is not live.
  func object(_ handle: UInt64) -> Object? {
    state.withLock { state in index(handle, in: state).flatMap { state.slots[$0].object } }
  }

  /// Removes and returns the object of a handle, or `nil` if it is not live.
  func remove(_ handle: UInt64) -> Object? {
    state.withLock { state in
      guard let index = index(handle, in: state) else { return nil }
      let object = state.slots[index].object
      state.slots[index].object = nil
      // A slot whose generations are used up is left out; handles are never repeated.
      guard state.slots[index].generation < .max else { return object }
      state.slots[index].generation += 1
      state.free.append(index)
      return object
    }
  }

  private func handle(_ index: Int, _ generation: UInt32) -> UInt64 {
    kind.rawValue << 56 | UInt64(generation) << 24 | UInt64(index)
  }

  /// Returns the index of a live object.
  private func index(_ handle: UInt64, in state: State) -> Int? {
    let index = Int(handle & 0xFF_FFFF)
    guard handle >> 56 == kind.rawValue, index < state.slots.count,
      state.slots[index].generation == UInt32(truncatingIfNeeded: handle >> 24),
      state.slots[index].object != nil
    else { return nil }
    return index
  }
}

internal import GalleyLayoutSpecs
internal import Synchronization

/// The size range of a list's nodes, which threads read when they begin to measure a node.
///
/// A measurement that has not begun therefore uses the newest range, whenever it was submitted.
final class NodeSizing: Sendable {
  /// A size range with the number of times that one has been set.
  struct Value: Sendable {
    var range: SizeRange
    var version: UInt64 = 1
  }

  private let value: Mutex<Value>

  init(_ range: SizeRange) {
    value = Mutex(Value(range: range))
  }

  /// The newest range and its version.
  var current: Value { value.withLock { $0 } }

  /// Sets the range.
  ///
  /// - Returns: Whether it has changed.
  func set(_ range: SizeRange) -> Bool {
    value.withLock { value in
      guard range != value.range else { return false }
      value = Value(range: range, version: value.version + 1)
      return true
    }
  }
}

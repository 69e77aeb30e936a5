internal import GalleyDisplay

/// The nodes of items that have left a list, which are released a few per tick.
///
/// A jump replaces a screen of rows in one tick. Releasing the nodes and layouts of a message takes
/// up to 0.2 ms, so that all of them together would take the time of several frames.
@MainActor final class DepartedNodes {
  private var nodes: [DisplayNode] = []

  /// Whether nodes are left to be released.
  var isEmpty: Bool { nodes.isEmpty }

  /// Adds a node, which nothing shows any more.
  func add(_ node: DisplayNode) { nodes.append(node) }

  /// Releases the oldest nodes: two, or more of many, so that their number stays limited.
  func releaseSome() {
    nodes.removeFirst(min(nodes.count, max(Self.leastCount, nodes.count / Self.share)))
  }

  /// Releases all nodes.
  func releaseAll() { nodes = [] }

  private static let leastCount = 2
  /// The fraction of the nodes that a tick releases at least: one in sixteen.
  private static let share = 16
}

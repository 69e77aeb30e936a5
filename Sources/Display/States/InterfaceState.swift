package import GalleyScheduling

/// How near a node is to being seen.
///
/// Each state contains those before it.
public enum InterfaceState: UInt8, Comparable, CaseIterable, Sendable {
  /// Nobody has asked for the node.
  case none
  /// The node is measured, so that it has its place.
  case measureLayout
  /// What the node shows is loaded.
  case preload
  /// The node is drawn, so that it can be seen at once.
  case display
  /// The node is on screen.
  case visible

  /// Whether one state is farther from being seen than another.
  public static func < (left: InterfaceState, right: InterfaceState) -> Bool {
    left.rawValue < right.rawValue
  }

  /// How soon the work of a node in this state is wanted.
  package var rank: WorkKey.Rank {
    switch self {
    case .none: .none
    case .measureLayout: .measureLayout
    case .preload: .preload
    case .display: .display
    case .visible: .visible
    }
  }
}

/// What hears of a node's life.
///
/// All of it is called on the main actor, with no lock held.
///
/// States are entered upward, from ``InterfaceState/measureLayout`` to ``InterfaceState/visible``, and
/// left downward; each that is entered is left once. What comes and goes within one tick is not told.
public protocol NodeObserver: AnyObject, Sendable {
  /// Hears that the node has its layer.
  @MainActor func nodeDidLoad(_ node: DisplayNode)
  /// Hears that the node came on a host; supernodes first.
  @MainActor func nodeDidEnterHierarchy(_ node: DisplayNode)
  /// Hears that the node left its host; subnodes first.
  @MainActor func nodeDidExitHierarchy(_ node: DisplayNode)
  /// Hears that the node entered a state, and so is in all below it.
  @MainActor func node(_ node: DisplayNode, didEnter state: InterfaceState)
  /// Hears that the node left a state, and so is in none above it.
  @MainActor func node(_ node: DisplayNode, didExit state: InterfaceState)
  /// Hears that the node is in another state, after it has heard of all on the way.
  @MainActor func node(
    _ node: DisplayNode, didChangeFrom old: InterfaceState, to new: InterfaceState)
  /// Hears that the node is about to be drawn, and may still set what it is drawn with.
  @MainActor func nodeWillDisplay(_ node: DisplayNode, asynchronously: Bool)
  /// Hears that the node has new contents.
  @MainActor func nodeDidDisplay(_ node: DisplayNode)
}

extension NodeObserver {
  /// Does nothing.
  public func nodeDidLoad(_ node: DisplayNode) {}
  /// Does nothing.
  public func nodeDidEnterHierarchy(_ node: DisplayNode) {}
  /// Does nothing.
  public func nodeDidExitHierarchy(_ node: DisplayNode) {}
  /// Does nothing.
  public func node(_ node: DisplayNode, didEnter state: InterfaceState) {}
  /// Does nothing.
  public func node(_ node: DisplayNode, didExit state: InterfaceState) {}
  /// Does nothing.
  public func node(
    _ node: DisplayNode, didChangeFrom old: InterfaceState, to new: InterfaceState
  ) {}
  /// Does nothing.
  public func nodeWillDisplay(_ node: DisplayNode, asynchronously: Bool) {}
  /// Does nothing.
  public func nodeDidDisplay(_ node: DisplayNode) {}
}

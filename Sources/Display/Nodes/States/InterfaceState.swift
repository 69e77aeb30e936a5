package import GalleyScheduling

/// The proximity of a node to the visible area.
///
/// Each state includes the ones before it.
public enum InterfaceState: UInt8, Comparable, CaseIterable, Sendable {
  /// The node is not wanted.
  case none
  /// The node is measured and laid out.
  case measureLayout
  /// The data that the node shows is loaded.
  case preload
  /// The node is drawn, ready to be shown.
  case display
  /// The node is on screen.
  case visible

  /// Returns whether the left state is farther from visible than the right one.
  public static func < (left: InterfaceState, right: InterfaceState) -> Bool {
    left.rawValue < right.rawValue
  }

  /// All states, from unwanted to visible.
  static let upward = allCases
  /// All states, from visible to unwanted.
  static let downward = Array(allCases.reversed())

  /// The rank of the work of a node in this state.
  package var rank: DisplayWork.Key.Rank {
    switch self {
    case .none: .none
    case .measureLayout: .measureLayout
    case .preload: .preload
    case .display: .display
    case .visible: .visible
    }
  }
}

/// An observer of a node's life cycle.
///
/// All methods are called on the main actor with no lock held.
///
/// States are entered upward, from ``InterfaceState/measureLayout`` to ``InterfaceState/visible``,
/// and exited downward; each state that is entered is exited once. Changes that cancel out within
/// one tick are not reported.
public protocol NodeObserver: AnyObject, Sendable {
  /// Called when the node's layer has been created.
  @MainActor func nodeDidLoad(_ node: DisplayNode)
  /// Called when the node is on a host; supernodes first.
  @MainActor func nodeDidEnterHierarchy(_ node: DisplayNode)
  /// Called when the node has left its host; subnodes first.
  @MainActor func nodeDidExitHierarchy(_ node: DisplayNode)
  /// Called when the node has entered a state, and therefore every state below it.
  @MainActor func node(_ node: DisplayNode, didEnter state: InterfaceState)
  /// Called when the node has exited a state, and therefore is in none above it.
  @MainActor func node(_ node: DisplayNode, didExit state: InterfaceState)
  /// Called when the node's state has changed, after all steps on the way.
  @MainActor func node(
    _ node: DisplayNode, didChangeFrom old: InterfaceState, to new: InterfaceState)
  /// Called before the node is drawn; the observer may still change what is captured for drawing.
  @MainActor func nodeWillDisplay(_ node: DisplayNode, asynchronously: Bool)
  /// Called when the node has new contents.
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

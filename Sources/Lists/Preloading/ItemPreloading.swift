internal import GalleyDisplay

/// An observer of item states that preloads the items' resources.
///
/// All methods are called on the main actor, within a tick.
@MainActor protocol ItemPreloading: AnyObject {
  /// Tells the preloader that the state of an item has changed, whether or not it has a node.
  func item(_ element: ListElement, with node: DisplayNode?, didEnter state: InterfaceState)
  /// Tells the preloader that an item has a new node.
  func didMake(_ node: DisplayNode, of element: ListElement)
  /// Tells the preloader that an item has lost its node.
  func didDrop(_ element: ElementID)
  /// Tells the preloader that the list has changed.
  func follow(_ change: MapChange)
}

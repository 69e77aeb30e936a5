/// The presentation of a change of the data.
public struct ListUpdate: Sendable {
  /// The animation of insertions, deletions and moves; `nil` shows the change at once.
  public var animation: ListAnimation?
  /// The transition of inserted items.
  public var insertion = Transition.grow
  /// The transition of deleted items.
  public var deletion = Transition.grow
  /// The items that keep their position; `nil` for the first visible item, or the pinned end at
  /// which the list rests.
  public var stationary: Stationary?
  /// The item to scroll to with the change.
  public var scroll: ScrollTarget?
  /// The start of the animation, in seconds, if it belongs to one that has already begun; `nil` for
  /// the time at which the update is shown.
  var start: Double?

  /// Creates an update.
  public init(animation: ListAnimation? = nil) { self.animation = animation }

  /// An update that animates insertions, deletions and moves.
  public static var animated: ListUpdate { ListUpdate(animation: .standard) }
}

extension ListUpdate {
  /// The animation of an inserted or deleted item.
  public enum Transition: Hashable, Sendable {
    /// The item's space grows from nothing or shrinks to nothing while the item fades.
    case grow
    /// The item fades in place.
    case fade
  }

  /// Items that keep their position on screen during a change.
  public enum Stationary: Hashable, Sendable {
    /// The first item at or after a new index that also existed before the change.
    case from(Int)
    /// The last item at or before a new index that also existed before the change.
    case upTo(Int)
  }

  /// An item to scroll to, and its position.
  public struct ScrollTarget: Hashable, Sendable {
    /// The item's path in the data source.
    public var path: ItemPath
    /// The position of the item in the viewport.
    public var position: ScrollPosition

    /// Creates a target.
    public init(_ path: ItemPath, at position: ScrollPosition = .visible()) {
      self.path = path
      self.position = position
    }
  }
}

/// The fixed configuration of a list view.
public struct ListConfiguration: Sendable {
  /// The axis along which items are placed.
  public var axis = ListAxis.vertical
  /// Whether item 0 is at the bottom, or at the right edge of a horizontal list.
  public var isReversed = false
  /// The ends at which a resting list stays when items are inserted or resized.
  ///
  /// The list starts at the first of them. A chat whose last item is the newest message is pinned
  /// to ``ListEnd/tail`` only; a reversed one, with the newest message first, to ``ListEnd/head``.
  public var pinnedEnds: [ListEnd] = [.head]
  /// Whether items that do not fill the viewport are aligned to its end instead of its beginning.
  public var stacksFromTail = false
  /// The estimated length of an unmeasured item until another item has been measured, in points.
  public var estimatedLength = 44.0
  /// The ranges around the viewport in which items are measured, preloaded and drawn.
  public var tuning = RangeTuning.list
  /// The range mode while the list scrolls.
  public var mode = RangeMode.full
  /// The maximum total size of item bitmaps, in bytes; `nil` for no limit beyond the ranges.
  public var byteBudget: Int?
  /// The positions at which scrolling comes to rest.
  public var snapping = ScrollSnapping.none
  /// Whether each item is a page, as long as the viewport.
  public var hasPages = false

  /// Creates the configuration of a plain list, from top to bottom.
  public init() {}

  /// The configuration of a chat whose last item is the newest message, at the bottom.
  public static var chat: ListConfiguration {
    var configuration = ListConfiguration()
    configuration.pinnedEnds = [.tail]
    configuration.stacksFromTail = true
    return configuration
  }

  /// The configuration of a chat whose first item is the newest message, at the bottom.
  public static var reversedChat: ListConfiguration {
    var configuration = ListConfiguration()
    configuration.isReversed = true
    return configuration
  }
}

/// The positions at which scrolling comes to rest.
public enum ScrollSnapping: Hashable, Sendable {
  /// Any offset.
  case none
  /// The beginning of an item.
  case items
  /// The beginning of an item, at most one page from where the drag began.
  case pages
}

extension RangeTuning {
  /// The tuning of list views, which keeps at most three screens of items alive, including the
  /// visible screen.
  public static var list: RangeTuning {
    var tuning = RangeTuning()
    tuning[.full, .measure] = RangeReach(leading: 1.25, trailing: 0.4)
    tuning[.full, .preload] = RangeReach(leading: 1.25, trailing: 0.4)
    tuning[.full, .display] = RangeReach(leading: 0.8, trailing: 0.25)
    return tuning
  }
}

/// The position of an item in the viewport after scrolling to it.
public enum ScrollPosition: Hashable, Sendable {
  /// The visible part of an item that is longer than the viewport.
  public enum Overflow: Hashable, Sendable {
    /// The beginning of the item.
    case head
    /// The end of the item.
    case tail
  }

  /// At the beginning of the viewport, inset by a distance in points.
  case head(Double = 0)
  /// At the end of the viewport, inset by a distance in points.
  case tail(Double = 0)
  /// In the middle of the viewport.
  case center(Overflow = .head)
  /// Anywhere in the viewport, with the least scrolling and a distance from the edge in points.
  case visible(Double = 0)
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

/// The animation of an inserted or deleted item.
public enum ItemTransition: Hashable, Sendable {
  /// The item's space grows from nothing or shrinks to nothing while the item fades.
  case grow
  /// The item fades in place.
  case fade
}

/// Items that keep their position on screen during a change.
public enum StationaryItems: Hashable, Sendable {
  /// The first item at or after a new index that also existed before the change.
  case from(Int)
  /// The last item at or before a new index that also existed before the change.
  case upTo(Int)
}

/// The presentation of a change of the data.
public struct ListUpdate: Sendable {
  /// The animation of insertions, deletions and moves; `nil` shows the change at once.
  public var animation: ListAnimation?
  /// The transition of inserted items.
  public var insertion = ItemTransition.grow
  /// The transition of deleted items.
  public var deletion = ItemTransition.grow
  /// The items that keep their position; `nil` for the first visible item, or the pinned end at
  /// which the list rests.
  public var stationary: StationaryItems?
  /// The item to scroll to with the change.
  public var scroll: ScrollTarget?

  /// Creates an update.
  public init(animation: ListAnimation? = nil) {
    self.animation = animation
  }

  /// An update that animates insertions, deletions and moves.
  public static var animated: ListUpdate { ListUpdate(animation: .standard) }
}

/// The items on screen, by visible index.
public struct DisplayedItems: Hashable, Sendable {
  /// The items that are at least partly visible.
  public var range: Range<Int>
  /// The first fully visible item; `nil` if there is none.
  public var firstFullyVisible: Int?
  /// The last fully visible item; `nil` if there is none.
  public var lastFullyVisible: Int?
  /// The items that have nodes.
  public var live: Range<Int>?

  /// Creates the displayed items of a list in which nothing is visible.
  public init(range: Range<Int> = 0..<0) {
    self.range = range
  }
}

/// The distance of the viewport from an end of the list.
public enum ListOffset: Hashable, Sendable {
  /// A distance in points; negative beyond the end.
  case known(Double)
  /// Unknown, because items in between are not measured.
  case unknown
  /// None, because the list has no items.
  case none
}

/// The counters of a list's activity, for tests and measurements.
public struct ListFigures: Hashable, Sendable {
  /// The number of items that have nodes.
  public var liveNodes = 0
  /// The number of nodes attached to the scrolling node.
  public var attachedNodes = 0
  /// The maximum number of nodes alive at the same time.
  public var mostLiveNodes = 0
  /// The maximum total length of live items, in points.
  public var longestLiveExtent = 0.0
  /// The number of visible items with neither contents nor placeholder in the last frame.
  public var blankItems = 0
  /// The sum of ``blankItems`` over all frames.
  public var blankRows = 0
  /// The number of times the list has settled.
  public var settlements = 0
  /// The number of requested items that are still being measured.
  public var awaited = 0

  /// Creates figures of zero.
  public init() {}
}

/// What kind of list a list view is; it stays so.
public struct ListConfiguration: Sendable {
  /// Along which axis items stand one behind the other.
  public var axis = ListAxis.vertical
  /// Whether item 0 is at the bottom, and the others above it; or, along the other axis, at the right.
  public var isReversed = false
  /// The ends at which the list stays when it rests there and items come or grow.
  ///
  /// The first of them is where it begins. A chat whose newest message is the last has
  /// ``ListEnd/tail`` only; one that is reversed, with the newest first, ``ListEnd/head``.
  public var pinnedEnds: [ListEnd] = [.head]
  /// Whether items that do not fill the viewport stand at its end instead of its beginning.
  public var stacksFromTail = false
  /// How long items are thought to be until one was measured, in points.
  public var estimatedLength = 44.0
  /// How far around what is seen items are measured, loaded and drawn.
  public var tuning = RangeTuning.list
  /// Which of the tuning's modes holds while there is scrolling.
  public var mode = RangeMode.full
  /// How many bytes the bitmaps of items may take together; `nil` for what the ranges say.
  public var byteBudget: Int?
  /// Where scrolling comes to rest.
  public var snapping = ScrollSnapping.none
  /// Whether each item is as long as the viewport, as pages are.
  public var hasPages = false

  /// Makes the configuration of a plain list, from top to bottom.
  public init() {}

  /// A chat with the newest message at the bottom, which is the last.
  public static var chat: ListConfiguration {
    var configuration = ListConfiguration()
    configuration.pinnedEnds = [.tail]
    configuration.stacksFromTail = true
    return configuration
  }

  /// A chat with the newest message at the bottom, which is the first.
  public static var reversedChat: ListConfiguration {
    var configuration = ListConfiguration()
    configuration.isReversed = true
    return configuration
  }
}

/// Where scrolling comes to rest.
public enum ScrollSnapping: Hashable, Sendable {
  /// Wherever it does.
  case none
  /// Where an item begins.
  case items
  /// Where an item begins, and not farther than one from where a drag began.
  case pages
}

extension RangeTuning {
  /// The tuning of list views: at most three screens of items are alive, what is seen included.
  public static var list: RangeTuning {
    var tuning = RangeTuning()
    tuning[.full, .measure] = RangeReach(leading: 1.25, trailing: 0.4)
    tuning[.full, .preload] = RangeReach(leading: 1.25, trailing: 0.4)
    tuning[.full, .display] = RangeReach(leading: 0.8, trailing: 0.25)
    return tuning
  }
}

/// Where an item is to be when it was scrolled to.
public enum ScrollPosition: Hashable, Sendable {
  /// What is seen of an item that is longer than the viewport.
  public enum Overflow: Hashable, Sendable {
    /// Its beginning.
    case head
    /// Its end.
    case tail
  }

  /// It begins where the viewport does, and so many points behind that.
  case head(Double = 0)
  /// It ends where the viewport does, and so many points before that.
  case tail(Double = 0)
  /// It is in the middle of the viewport.
  case center(Overflow = .head)
  /// It is in the viewport, wherever that takes least, with so many points between it and the end.
  case visible(Double = 0)
}

/// An item to scroll to.
public struct ScrollTarget: Hashable, Sendable {
  /// Which item, by what the data source has.
  public var path: ItemPath
  /// Where it is to be.
  public var position: ScrollPosition

  /// Makes a target.
  public init(_ path: ItemPath, at position: ScrollPosition = .visible()) {
    self.path = path
    self.position = position
  }
}

/// How items come, or go.
public enum ItemTransition: Hashable, Sendable {
  /// Their room grows from nothing or shrinks to nothing, and they fade.
  case grow
  /// They fade in their places.
  case fade
}

/// Items that keep their place on screen whatever changes.
public enum StationaryItems: Hashable, Sendable {
  /// The first that was there before, of those from an index on in the new list.
  case from(Int)
  /// The last that was there before, of those up to an index in the new list.
  case upTo(Int)
}

/// How a change of the data is shown.
public struct ListUpdate: Sendable {
  /// How items come, go and move; `nil` is at once.
  public var animation: ListAnimation?
  /// How items come.
  public var insertion = ItemTransition.grow
  /// How items go.
  public var deletion = ItemTransition.grow
  /// What keeps its place; `nil` for what is seen first, or an end that the list is pinned to.
  public var stationary: StationaryItems?
  /// What to scroll to with the change.
  public var scroll: ScrollTarget?

  /// Makes an update.
  public init(animation: ListAnimation? = nil) {
    self.animation = animation
  }

  /// An update in which items come, go and move little by little.
  public static var animated: ListUpdate { ListUpdate(animation: .standard) }
}

/// The items that are on screen, by their indices in what is shown.
public struct DisplayedItems: Hashable, Sendable {
  /// Those of which something is seen.
  public var range: Range<Int>
  /// The first that is seen whole; `nil` if none is.
  public var firstFullyVisible: Int?
  /// The last that is seen whole; `nil` if none is.
  public var lastFullyVisible: Int?
  /// Those that have nodes.
  public var live: Range<Int>?

  /// Makes the items of a list in which nothing is seen.
  public init(range: Range<Int> = 0..<0) {
    self.range = range
  }
}

/// How far what is seen is from an end of a list.
public enum ListOffset: Hashable, Sendable {
  /// So many points; negative beyond the end.
  case known(Double)
  /// There are items in between that were not measured.
  case unknown
  /// There are no items.
  case none
}

/// What a list has done, for tests and measurements.
public struct ListFigures: Hashable, Sendable {
  /// How many items have nodes now.
  public var liveNodes = 0
  /// How many of them have layers in the list.
  public var attachedNodes = 0
  /// The most nodes that there were at a time.
  public var mostLiveNodes = 0
  /// How long the live items were together at most, in points.
  public var longestLiveExtent = 0.0
  /// How many items were on screen in the last frame with neither contents nor placeholder.
  public var blankItems = 0
  /// The sum of ``blankItems`` over all frames.
  public var blankRows = 0
  /// How often places and states were looked at.
  public var settlements = 0
  /// How many items are being measured that were asked for.
  public var awaited = 0

  /// Makes figures of nothing.
  public init() {}
}

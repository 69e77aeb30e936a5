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
  public var mode = RangeTuning.Mode.full
  /// The maximum total size of item bitmaps, in bytes; `nil` for no limit beyond the ranges.
  public var byteBudget: Int?
  /// The positions at which scrolling comes to rest.
  public var snapping = Snapping.none
  /// Whether a bar shows the position while the list scrolls.
  public var showsScrollIndicator = false
  /// The animation of items whose nodes want another size, unless the change is part of a layer
  /// animation, which the list then follows; `nil` shows the new size at once.
  public var resizeAnimation: ListAnimation? = .standard
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

extension ListConfiguration {
  /// The positions at which scrolling comes to rest.
  public enum Snapping: Hashable, Sendable {
    /// Any offset.
    case none
    /// The beginning of an item.
    case items
    /// The beginning of an item, at most one page from where the drag began.
    case pages
  }
}

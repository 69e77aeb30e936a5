/// An item of a context menu.
public struct MenuItem: Sendable {
  /// The title; empty for a separator.
  public var title: String
  /// A symbol before the title, such as an emoji; `nil` for none.
  public var symbol: String?
  /// The name of the key that has the same effect, shown after the title.
  public var shortcut: String?
  /// Whether the item deletes something, and is shown in red.
  public var isDestructive = false
  /// Whether the item can be chosen.
  public var isEnabled = true
  /// The action, performed after the menu has closed.
  public var action: @MainActor @Sendable () -> Void

  /// Creates an item.
  public init(
    _ title: String, symbol: String? = nil, shortcut: String? = nil, isDestructive: Bool = false,
    isEnabled: Bool = true, action: @escaping @MainActor @Sendable () -> Void
  ) {
    (self.title, self.symbol, self.shortcut) = (title, symbol, shortcut)
    (self.isDestructive, self.isEnabled, self.action) = (isDestructive, isEnabled, action)
  }

  /// A line between items.
  public static var separator: MenuItem {
    MenuItem("", isEnabled: false) {}
  }

  /// Whether the item is a line.
  public var isSeparator: Bool { title.isEmpty }
}

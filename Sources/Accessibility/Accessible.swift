public import GalleyGeometry

/// An object that a screen reader presents: its role, name, states and actions, and its children.
///
/// It is a value: a snapshot of a part of the interface, as
/// ``/GalleyDisplay/DisplayNode/accessibleContents`` returns it. The bridge compares each snapshot
/// with the previous one, and tells screen readers the differences.
public struct Accessible: Sendable {
  /// An identifier that is unique among the siblings, and stays while the object exists.
  public var id: String
  /// The role.
  public var role: Role
  /// The name to announce.
  public var name: String
  /// A longer description, read on request.
  public var details = ""
  /// The frame in the coordinates of the node that returns the object, in points; `nil` for the
  /// whole node.
  public var frame: Rect?
  /// The states.
  public var states: States = []
  /// The text, for navigation and selection; `nil` if the name is everything.
  public var text: Text?
  /// The range and address of a link; `nil` for other objects.
  public var link: Link?
  /// The actions, the default one first.
  public var actions: [Action] = []
  /// The object's position in a larger set, of which only a part exists; `nil` if there is none.
  public var position: Position?
  /// The most recent entries of a live region; `nil` if the object is none.
  public var live: Live?
  /// The level of a heading, starting at 1.
  public var level: Int?
  /// Scrolls the object into view, and returns whether it can; `nil` if nothing scrolls.
  public var onScroll: (@MainActor @Sendable () -> Bool)?
  /// Moves the focus to the object, and returns whether it can; `nil` if it takes no focus.
  public var onFocus: (@MainActor @Sendable () -> Bool)?
  /// The children in reading order.
  public var children: [Accessible] = []

  /// Creates an object.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - name: The name to announce.
  ///   - id: An identifier that is unique among the siblings.
  public init(_ role: Role, _ name: String, id: String = "contents") {
    (self.role, self.name, self.id) = (role, name, id)
  }

  /// Creates an object with one action.
  ///
  /// - Parameters:
  ///   - role: The role, such as ``Role/button``.
  ///   - name: The name to announce.
  ///   - id: An identifier that is unique among the siblings.
  ///   - press: The action; returns whether it was performed.
  public init(
    _ role: Role, _ name: String, id: String = "contents",
    press: @escaping @MainActor @Sendable () -> Bool
  ) {
    self.init(role, name, id: id)
    actions = [Action("press", press)]
  }
}

extension Accessible {
  /// A role, which tells the user the kind of an object.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// A container without a meaning of its own.
    case group
    /// A list, whose children are its items.
    case list
    /// An item of a list.
    case listItem
    /// A message or another self-contained text.
    case article
    /// A region to which messages are added.
    case log
    /// A heading, with its ``Accessible/level``.
    case heading
    /// A paragraph.
    case paragraph
    /// A text that names or explains something else.
    case label
    /// A text that shows a state.
    case status
    /// A link, with its range and address in `Accessible.link`.
    case link
    /// A button.
    case button
    /// A button that is on or off; on is ``Accessible/States/checked``.
    case toggleButton
    /// A checkbox, whose mark is ``Accessible/States/checked``.
    case checkBox
    /// A picture, whose name describes it.
    case image
    /// A field whose text can be edited.
    case textField
    /// A bar of buttons.
    case toolBar
    /// A menu.
    case menu
    /// An item of a menu.
    case menuItem
    /// A dialog.
    case dialog
    /// A line that separates other objects.
    case separator
    /// The progress of work.
    case progressBar
  }

  /// The states of an object, which is enabled and visible unless stated otherwise.
  public struct States: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// It has the keyboard focus.
    public static let focused = States(rawValue: 1)
    /// It is selected, or some of its text is.
    public static let selected = States(rawValue: 1 << 1)
    /// It can be expanded.
    public static let collapsed = States(rawValue: 1 << 2)
    /// It is expanded, and can be collapsed.
    public static let expanded = States(rawValue: 1 << 3)
    /// It is checked or pressed.
    public static let checked = States(rawValue: 1 << 4)
    /// It does not respond.
    public static let disabled = States(rawValue: 1 << 5)
    /// It is loading or being sent.
    public static let busy = States(rawValue: 1 << 6)
    /// Its text can be edited.
    public static let editable = States(rawValue: 1 << 7)
  }

  /// An action of an object.
  public struct Action: Sendable {
    /// The name, one word such as `press`.
    public var name: String
    /// Performs the action, and returns whether it was performed.
    public var perform: @MainActor @Sendable () -> Bool

    /// Creates an action.
    public init(_ name: String, _ perform: @escaping @MainActor @Sendable () -> Bool) {
      (self.name, self.perform) = (name, perform)
    }
  }

  /// A link within the text of its parent.
  public struct Link: Hashable, Sendable {
    /// The UTF-8 offsets of the link in the text that the parent's layout shows.
    public var range: Range<Int>
    /// The address; empty if the link has a meaning only in its application.
    public var address: String

    /// Creates a link.
    public init(_ range: Range<Int>, address: String) {
      (self.range, self.address) = (range, address)
    }
  }

  /// A position in a set.
  public struct Position: Hashable, Sendable {
    /// The index, starting at 0.
    public var index: Int
    /// The number of objects in the set.
    public var count: Int

    /// Creates a position.
    public init(_ index: Int, of count: Int) {
      (self.index, self.count) = (index, count)
    }
  }

  /// The most recent entries of a live region, whose additions are announced.
  ///
  /// Entries that follow the last known one are announced, even if no object shows them.
  public struct Live: Sendable {
    /// The identifiers of the entries, the newest last; a few are enough.
    public var entries: [String]
    /// Returns the announcement of an entry; `nil` to announce nothing.
    public var announcement: @MainActor @Sendable (_ entry: String) -> String?

    /// Creates the entries of a live region.
    public init(
      _ entries: [String], announcement: @escaping @MainActor @Sendable (String) -> String?
    ) {
      (self.entries, self.announcement) = (entries, announcement)
    }
  }

  /// Returns the object and its descendants, moved by a distance; objects without a frame get the
  /// given one first.
  package func placed(in frame: Rect, offset: Point) -> Accessible {
    var object = self
    object.frame = (self.frame ?? frame).offset(x: offset.x, y: offset.y)
    object.text?.origin.x += offset.x
    object.text?.origin.y += offset.y
    object.children = children.map { $0.placed(in: self.frame ?? frame, offset: offset) }
    return object
  }
}

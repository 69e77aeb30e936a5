public import GalleyDisplay

/// A header or footer of consecutive items, such as their date or author.
///
/// Top and bottom refer to the screen, regardless of the list's direction; on the horizontal axis
/// they are left and right.
public struct ListHeader: Sendable {
  /// The identifier of a header.
  ///
  /// Adjacent items whose headers have the same identifier form a section.
  public struct ID: Hashable, Sendable {
    /// The lane; headers of different lanes are independent.
    public let lane: Int
    /// The number within the lane.
    public let id: Int

    /// Creates an identifier.
    public init(lane: Int = 0, id: Int) {
      self.lane = lane
      self.id = id
    }
  }

  /// The identifier of the header.
  public var id: ID
  /// The length along the list, in points.
  public var length: Double
  /// The edge to which the header sticks.
  public var stick: Stick
  /// Whether the header is visible only during scrolling while it is over items.
  public var isFloating = false
  /// The space that each item reserves at its upper edge.
  public var upperInset = 0.0
  /// The space that each item reserves at its lower edge.
  public var lowerInset = 0.0
  /// Whether the header can stick over the lower inset of its section's last item.
  public var sticksOverInsets = false
  /// A closure that creates the header's node in an environment.
  public var makeNode: @MainActor @Sendable (DisplayEnvironment) -> DisplayNode
  /// A closure called with the header's distance from its natural position, as a fraction of its
  /// length from 0 to 1.
  public var onStick: (@MainActor @Sendable (DisplayNode, Double) -> Void)?

  /// Creates a header.
  public init(
    lane: Int = 0, id: Int, length: Double, stick: Stick = .top,
    makeNode: @escaping @MainActor @Sendable (DisplayEnvironment) -> DisplayNode
  ) {
    self.id = ID(lane: lane, id: id)
    self.length = length.isFinite ? max(0, length) : 0
    self.stick = stick
    self.makeNode = makeNode
  }
}

extension ListHeader {
  /// The edge to which a header sticks while its section is on screen.
  public enum Stick: Hashable, Sendable {
    /// The top, over the first visible item, within its section.
    case top
    /// The top, with a natural position in the upper inset of the section's first item.
    case topEdge
    /// The bottom, over the last visible item, within its section.
    case bottom
  }
}

public import GalleyDisplay

/// The edge to which a header sticks while its section is on screen.
public enum HeaderStick: Hashable, Sendable {
  /// The top, over the first visible item, within its section.
  case top
  /// The top, with a natural position in the upper inset of the section's first item.
  case topEdge
  /// The bottom, over the last visible item, within its section.
  case bottom
}

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
    public let space: Int
    /// The number within the lane.
    public let id: Int

    /// Creates an identifier.
    public init(space: Int = 0, id: Int) {
      self.space = space
      self.id = id
    }
  }

  /// The identifier of the header.
  public var id: ID
  /// The length along the list, in points.
  public var length: Double
  /// The edge to which the header sticks.
  public var stick: HeaderStick
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
    space: Int = 0, id: Int, length: Double, stick: HeaderStick = .top,
    makeNode: @escaping @MainActor @Sendable (DisplayEnvironment) -> DisplayNode
  ) {
    self.id = ID(space: space, id: id)
    self.length = length.isFinite ? max(0, length) : 0
    self.stick = stick
    self.makeNode = makeNode
  }
}

/// A run of items with the same header, and its position on screen.
struct HeaderSection {
  let header: ListHeader
  /// The beginning of the first item, relative to the top of the viewport.
  var upper: Double
  /// The end of the last item.
  var lower: Double
  /// The elements, from top to bottom.
  var elements: [ElementID]

  /// Returns the position of the header and its sticking fraction.
  ///
  /// - Parameter clear: The uncovered range of the viewport.
  /// - Returns: The start of the header relative to the top of the viewport, and its distance from
  ///   the natural position as a fraction of its length, from 0 to 1.
  func place(in clear: Range<Double>) -> (start: Double, stick: Double) {
    let length = header.length
    let end = header.sticksOverInsets ? lower : lower - header.lowerInset
    let start: Double
    let distance: Double
    switch header.stick {
    case .top:
      start = min(max(clear.lowerBound, upper), end - length)
      distance = start - upper
    case .topEdge:
      let edge = upper + header.upperInset
      start = min(max(clear.lowerBound, edge - length), end - length)
      distance = start - edge + length
    case .bottom:
      start = max(upper, min(end, clear.upperBound) - length)
      distance = end - start - length
    }
    return (start, length > 0 ? max(0, min(distance / length, 1)) : 0)
  }

  /// Groups adjacent items with the same header into sections, separately for each lane.
  ///
  /// - Parameter items: The items with their headers, from top to bottom.
  /// - Returns: The sections, by position.
  static func sections(
    of items: [(index: Int, element: ElementID, extent: Range<Double>, headers: [ListHeader])]
  ) -> [HeaderSection] {
    var sections: [HeaderSection] = []
    /// The last section of each lane, and the index of its last item.
    var last: [Int: (section: Int, index: Int)] = [:]
    for item in items {
      for header in item.headers {
        let space = header.id.space
        if let known = last[space], sections[known.section].header.id == header.id,
          abs(item.index - known.index) == 1
        {
          let section = known.section
          sections[section].lower = max(sections[section].lower, item.extent.upperBound)
          sections[section].upper = min(sections[section].upper, item.extent.lowerBound)
          sections[section].elements.append(item.element)
          last[space] = (section, item.index)
        } else {
          last[space] = (sections.count, item.index)
          sections.append(
            HeaderSection(
              header: header, upper: item.extent.lowerBound, lower: item.extent.upperBound,
              elements: [item.element]))
        }
      }
    }
    return sections
  }
}

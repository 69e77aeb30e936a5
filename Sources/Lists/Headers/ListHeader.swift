public import GalleyDisplay

/// Where a header stays while its section is on screen.
public enum HeaderStick: Hashable, Sendable {
  /// At the top, over the first item that is seen; within its section.
  case top
  /// At the top, on the upper edge of its section: in front of the items, where they leave room.
  case topEdge
  /// At the bottom, over the last item that is seen; within its section.
  case bottom
}

/// What stands at the head, or the foot, of items in a row: their date, or who wrote them.
///
/// Top and bottom are those of the screen, whichever way the list grows; along the other axis they are
/// left and right.
public struct ListHeader: Sendable {
  /// What a header is called.
  ///
  /// Neighbors whose headers have the same name are one section.
  public struct ID: Hashable, Sendable {
    /// The lane: headers of one do not see those of another.
    public let space: Int
    /// The number within the lane.
    public let id: Int

    /// Makes a name.
    public init(space: Int = 0, id: Int) {
      self.space = space
      self.id = id
    }
  }

  /// What the header is called.
  public var id: ID
  /// How long it is along the list, in points.
  public var length: Double
  /// Where it stays.
  public var stick: HeaderStick
  /// Whether it is seen only while there is scrolling, where it stands over items.
  public var isFloating = false
  /// How much room each item leaves in front of itself, on its upper side.
  public var upperInset = 0.0
  /// How much room each item leaves behind itself, on its lower side.
  public var lowerInset = 0.0
  /// Whether it stays until the end of the room that the last item leaves.
  public var sticksOverInsets = false
  /// Makes what shows it.
  public var makeNode: @MainActor @Sendable () -> DisplayNode
  /// Hears how far it is from its own place, in parts of its length from 0 to 1.
  public var onStick: (@MainActor @Sendable (DisplayNode, Double) -> Void)?

  /// Makes a header.
  public init(
    space: Int = 0, id: Int, length: Double, stick: HeaderStick = .top,
    makeNode: @escaping @MainActor @Sendable () -> DisplayNode
  ) {
    self.id = ID(space: space, id: id)
    self.length = length.isFinite ? max(0, length) : 0
    self.stick = stick
    self.makeNode = makeNode
  }
}

/// Items in a row with one header, and where they are on screen.
struct HeaderSection {
  let header: ListHeader
  /// Where the first begins, from the top of the viewport.
  var upper: Double
  /// Where the last ends.
  var lower: Double
  /// The elements, from the top.
  var elements: [ElementID]

  /// Where the header is, and how far that is from its own place in parts of its length.
  ///
  /// - Parameter clear: What is not covered of the viewport.
  /// - Returns: Where it begins, from the top of the viewport; and that share, from 0 to 1.
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

  /// Puts items in sections, for each lane those that are next to each other.
  ///
  /// - Parameter items: The items from the top of the screen on, with what they say of headers.
  /// - Returns: The sections, by where they begin.
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

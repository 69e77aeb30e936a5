/// An item near the viewport that has headers.
struct HeaderItem {
  let index: Int
  let element: ElementID
  /// The extent of the item from the top or the left of the scrolling node.
  let extent: Range<Double>
  let headers: [ListHeader]
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
  /// - Parameter items: The items, from top to bottom.
  /// - Returns: The sections, by position.
  static func sections(of items: [HeaderItem]) -> [HeaderSection] {
    var sections: [HeaderSection] = []
    /// The last section of each lane, and the index of its last item.
    var last: [Int: (section: Int, index: Int)] = [:]
    for item in items {
      for header in item.headers {
        let lane = header.id.lane
        if let known = last[lane], sections[known.section].header.id == header.id,
          abs(item.index - known.index) == 1
        {
          let section = known.section
          sections[section].lower = max(sections[section].lower, item.extent.upperBound)
          sections[section].upper = min(sections[section].upper, item.extent.lowerBound)
          sections[section].elements.append(item.element)
          last[lane] = (section, item.index)
        } else {
          last[lane] = (sections.count, item.index)
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

public import GalleyGeometry
public import GalleyTypesetting

extension TextLayout {
  /// A link of a layout, with all that is needed to list it, to find it and to open it.
  public struct Link: Hashable, Sendable {
    /// The type, as named by the Bot API, such as `"url"`, `"text_link"` or `"mention"`.
    public var type: String
    /// The destination; `nil` if the link has no address, as a command has.
    public var destination: LinkDestination?
    /// The words of the link, with placeholders for hidden spoilers.
    public var label: DisclosedText
    /// The bytes of the layout's text that the link covers.
    public var range: Range<Int>
    /// The rectangles of the words that are visible, from the top down, in points from the layout's
    /// origin; empty if none is, such as in a collapsed block.
    public var rects: [Rect]

    /// The absolute address, which may be opened; see ``destination`` for what to ask before.
    public var url: String? { destination?.url }
  }

  /// Returns the links of the text, such as for the image map of a picture.
  ///
  /// Links that hidden spoilers cover are omitted, as by
  /// ``/GalleyTypesetting/AttributedText/annotations(revealed:)``.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: The links in the order of their starts, an outer one before those within it.
  /// - Complexity: O(*n* log *n* + *m*), where *n* is the number of annotations and lines, and *m*
  ///   the length of the links.
  public func links(revealed: RevealedSpoilers = .none) -> [Link] {
    let hidden = text.hiddenRanges(revealed: revealed)
    var links: [Link] = []
    var parts: [Range<Int>] = []
    var owners: [Int] = []
    let found = text.annotations(revealed: revealed).filter { $0.linkType != nil }
    for annotation in found.sorted(by: { $0.isBefore($1) }) {
      let label = text.plainText(of: annotation.range, without: hidden)
      for part in annotation.range.parts(without: hidden) {
        parts.append(part)
        owners.append(links.count)
      }
      links.append(
        Link(
          type: annotation.linkType ?? "", destination: LinkDestination(annotation, label: label),
          label: label, range: annotation.range, rects: []))
    }
    for (owner, rects) in zip(owners, rects(of: parts)) { links[owner].rects += rects }
    return links
  }
}

extension AttributedText.Annotation {
  /// The type of a link; `nil` for other annotations.
  fileprivate var linkType: String? {
    guard case .link(let type, _) = kind else { return nil }
    return type
  }

  /// Returns whether the annotation begins before another one, or contains it.
  fileprivate func isBefore(_ other: AttributedText.Annotation) -> Bool {
    (range.lowerBound, -range.upperBound) < (other.range.lowerBound, -other.range.upperBound)
  }
}

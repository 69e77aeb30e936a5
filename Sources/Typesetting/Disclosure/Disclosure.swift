internal import GalleyBasics

/// The annotations and attachments of a text outside hidden spoilers.
extension AttributedText {
  /// Returns the links, spoilers and other annotations, in insertion order.
  ///
  /// An annotation is omitted if hidden spoilers cover all of it, and a link whose address is its
  /// own text (see ``AttributedText/Annotation/Kind/isReadFromText``) if they cover any of it.
  /// Spoilers themselves are always included.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: The annotations.
  /// - Complexity: O(*n* log *n*), where *n* is the number of annotations.
  public func annotations(revealed: RevealedSpoilers = .none) -> [Annotation] {
    let hidden = hiddenRanges(revealed: revealed)
    guard !hidden.isEmpty else { return annotations }
    return annotations.filter { !$0.isHidden(by: hidden) }
  }

  /// Returns the attachments outside hidden spoilers, and the offsets of their placeholders, in
  /// order.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: The attachments.
  public func attachments(
    revealed: RevealedSpoilers = .none
  ) -> [(offset: Int, attachment: TextAttachment)] {
    let hidden = hiddenRanges(revealed: revealed)
    return attachments.filter { hidden.overlapping($0.offset..<$0.offset + 1).isEmpty }
  }

  /// Returns the attachment at `offset`, unless a hidden spoiler covers it.
  ///
  /// - Complexity: O(log *n* + *k* log *k*) for *n* attachments and *k* annotations.
  public func attachment(at offset: Int, revealed: RevealedSpoilers = .none) -> TextAttachment? {
    guard let attachment = placedAttachment(at: offset) else { return nil }
    let hidden = hiddenRanges(revealed: revealed).overlapping(offset..<offset + 1)
    return hidden.isEmpty ? attachment : nil
  }

  /// Returns the parts of a range outside hidden spoilers, in order; no two of them overlap or
  /// touch.
  package func disclosedParts(of range: Range<Int>, revealed: RevealedSpoilers) -> [Range<Int>] {
    range.parts(without: hiddenRanges(revealed: revealed))
  }
}

extension Range<Int> {
  /// Returns the parts of the range outside hidden ranges, which are sorted and disjoint.
  ///
  /// - Returns: The parts in order; no two of them overlap or touch.
  package func parts(without hidden: [Range<Int>]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = lowerBound
    for other in hidden.overlapping(self) {
      if start < other.lowerBound { parts.append(start..<other.lowerBound) }
      start = other.upperBound
    }
    if start < upperBound { parts.append(start..<upperBound) }
    return parts
  }
}

extension AttributedText.Annotation.Kind {
  /// Whether the annotation is a link whose address is its own text, so that the address discloses
  /// the text.
  ///
  /// Such a link is hidden as a whole if any part of it is. Links with a separate address
  /// (`text_link`, `text_mention` and `date_time`) are not of this kind; those of unknown types
  /// are.
  public var isReadFromText: Bool {
    guard case .link(let type, _) = self else { return false }
    return type != "text_link" && type != "text_mention" && type != "date_time"
  }
}

extension AttributedText.Annotation {
  /// Returns whether hidden ranges, which are sorted and disjoint, hide the annotation.
  func isHidden(by hidden: [Range<Int>]) -> Bool {
    guard kind != .spoiler else { return false }
    let covers = hidden.overlapping(range)
    guard let first = covers.first else { return false }
    return kind.isReadFromText
      || (first.lowerBound <= range.lowerBound && first.upperBound >= range.upperBound)
  }
}

extension TextLayout {
  /// Returns the links, spoilers and other annotations of the character at an offset.
  ///
  /// - Parameters:
  ///   - offset: A UTF-8 offset.
  ///   - revealed: The spoilers that may be seen. In any other spoiler, only the spoiler itself is
  ///     returned. A link whose address is its own text is omitted while any part of it is hidden.
  /// - Returns: The annotations, latest start first, so that nested ones come before outer ones.
  /// - Complexity: O((*k* + 1) log *n*) for *k* matches among *n* annotations.
  public func annotations(
    at offset: Int, revealed: RevealedSpoilers = .none
  ) -> [AttributedText.Annotation] {
    guard let index = annotationIndex?.value(text.annotations) else { return [] }
    var found: [Int] = []
    var hidden: Int?
    index.visit(at: offset) { annotation, spoiler in
      if spoiler >= 0, !revealed.contains(spoiler) { hidden = annotation }
      found.append(annotation)
      return hidden == nil
    }
    if let hidden { return [text.annotations[hidden]] }
    return found.contains(where: index.isCoveredLink)
      ? disclosed(found, revealed: revealed) : found.map { text.annotations[$0] }
  }

  /// Returns the annotations with the given indices that are not hidden by spoilers.
  private func disclosed(
    _ indices: [Int], revealed: RevealedSpoilers
  ) -> [AttributedText.Annotation] {
    let hidden = text.hiddenRanges(revealed: revealed)
    return indices.lazy.map { self.text.annotations[$0] }.filter { !$0.isHidden(by: hidden) }
  }

  /// Returns the innermost link of the character at an offset, unless a spoiler hides it.
  func link(at offset: Int, revealed: RevealedSpoilers) -> AttributedText.Annotation? {
    guard let index = annotationIndex?.value(text.annotations) else { return nil }
    var links: [Int] = []
    var isHidden = false
    index.visit(at: offset) { annotation, spoiler in
      if spoiler >= 0 {
        isHidden = !revealed.contains(spoiler)
      } else if case .link = text.annotations[annotation].kind {
        // Links outside one that is certainly visible do not matter.
        let isCertain = links.last.map { !index.isCoveredLink($0) } ?? false
        if !isCertain { links.append(annotation) }
      }
      return !isHidden
    }
    guard !isHidden, let first = links.first else { return nil }
    return index.isCoveredLink(first)
      ? disclosed(links, revealed: revealed).first : text.annotations[first]
  }

  /// Returns the index of a hidden spoiler that covers the character at an offset, if any.
  public func hiddenSpoiler(at offset: Int, revealed: RevealedSpoilers) -> Int? {
    guard let index = annotationIndex?.value(text.annotations) else { return nil }
    var hidden: Int?
    index.visit(at: offset) { _, spoiler in
      if spoiler >= 0, !revealed.contains(spoiler) { hidden = spoiler }
      return hidden == nil
    }
    return hidden
  }
}

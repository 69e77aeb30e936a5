public import GalleyGeometry

/// A part of a text that assistive technology announces, and may act on, individually.
public struct AccessibilityElement: Hashable, Sendable {
  /// The role of an element.
  public enum Role: Hashable, Sendable {
    /// Plain text.
    case text
    /// A link.
    case link(AttributedText.Annotation)
    /// A hidden spoiler with its index, which can be revealed; its text is not disclosed.
    case spoiler(Int)
    /// A link or action in a truncation token.
    case token(TextLayout.TokenPart)
  }

  /// The role of the element.
  public var role: Role
  /// The UTF-8 offsets of the element in the layout's text; empty for a token, at the place of the
  /// text that it replaces.
  public var range: Range<Int>
  /// The text to announce, including the texts of attachments; a placeholder for a hidden spoiler.
  public var label: DisclosedText
  /// The frames of the element, from the top down.
  public var frames: [Rect]
  /// The index of the innermost block that contains the element, or `nil` outside blocks.
  public var block: Int?
}

extension AccessibilityElement {
  /// A line as assistive technology presents it.
  public struct Line: Hashable, Sendable {
    /// The UTF-8 offsets of the line.
    public var range: Range<Int>
    /// The text to announce, with placeholders for hidden spoilers.
    public var label: DisclosedText
    /// The frame of the line's text.
    public var frame: Rect
  }
}

extension TextLayout {
  /// Returns the visible parts of the text in reading order.
  ///
  /// Links, spoilers, the contents of blocks, and the links and actions of tokens are elements of
  /// their own; white space alone is not an element.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: The elements, which do not overlap.
  public func accessibilityElements(revealed: RevealedSpoilers = .none) -> [AccessibilityElement] {
    let spoilers = text.hiddenRanges(revealed: revealed)
    var elements: [AccessibilityElement] = []
    var sweep = AccessibilitySweep(text, revealed: revealed, hidden: spoilers)
    for range in accessibleRanges() where !text.stretchesWithoutSpace(in: range).isEmpty {
      let (role, block) = sweep.part(at: range.lowerBound)
      if let last = elements.last, last.role == role, last.block == block,
        last.range.upperBound == range.lowerBound
      {
        elements[elements.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        elements.append(
          AccessibilityElement(
            role: role, range: range, label: DisclosedText(), frames: [], block: block))
      }
    }
    let frames = rects(of: elements.map(\.range))
    for index in elements.indices {
      elements[index].frames = frames[index]
      elements[index].label = visibleText(of: elements[index].range, without: spoilers)
    }
    return elements.inserting(tokenElements)
  }

  /// The elements of tokens, in the order of the text that they replace.
  private var tokenElements: [AccessibilityElement] {
    tokenTargets.compactMap { part in
      guard let hidden = flow?.flow.truncation(ofLine: part.line)?.hidden else { return nil }
      return AccessibilityElement(
        role: .token(part), range: hidden.lowerBound..<hidden.lowerBound,
        label: part.text.plainText(of: part.annotation.range, revealed: .all),
        frames: rects(of: part), block: blocks.last { $0.range.contains(hidden.lowerBound) }?.index)
    }
  }

  /// Returns the lines, from the top down.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: One accessibility line for each line of the layout.
  public func accessibilityLines(
    revealed: RevealedSpoilers = .none
  ) -> [AccessibilityElement.Line] {
    let spoilers = text.hiddenRanges(revealed: revealed)
    return lines.map {
      AccessibilityElement.Line(
        range: $0.range, label: visibleText(of: $0.range, without: spoilers), frame: $0.frame)
    }
  }

  /// Returns the visible ranges of text, split at the edges of annotations and blocks.
  private func accessibleRanges() -> [Range<Int>] {
    var edges = [0, text.length]
    for annotation in text.annotations {
      edges += [annotation.range.lowerBound, annotation.range.upperBound]
    }
    for block in text.blocks { edges += [block.range.lowerBound, block.range.upperBound] }
    let hidden = hiddenRanges
    for range in hidden { edges += [range.lowerBound, range.upperBound] }
    edges.sort()
    var next = 0
    return zip(edges, edges.dropFirst()).compactMap { start, end in
      guard start < end else { return nil }
      while next < hidden.count, hidden[next].upperBound <= start { next += 1 }
      if next < hidden.count, hidden[next].contains(start) { return nil }
      return start..<end
    }
  }
}

extension [AccessibilityElement] {
  /// Returns the elements with others, which are sorted, after those that begin before them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of all elements.
  fileprivate func inserting(_ others: [AccessibilityElement]) -> [AccessibilityElement] {
    guard !others.isEmpty else { return self }
    var result: [AccessibilityElement] = []
    result.reserveCapacity(count + others.count)
    var next = 0
    for element in self {
      while next < others.count, others[next].range.lowerBound <= element.range.lowerBound {
        result.append(others[next])
        next += 1
      }
      result.append(element)
    }
    return result + others[next...]
  }
}

/// Determines the role and block of each part of a text, from start to end.
private struct AccessibilitySweep {
  /// The links and hidden spoilers in order of their starts, with the indices of the spoilers.
  private let annotations: [(annotation: AttributedText.Annotation, spoiler: Int?)]
  private let blocks: [TextBlock]
  private var nextAnnotation = 0
  private var nextBlock = 0
  // Stacks of open items. An item is checked for its end only when it is on top.
  private var links: [AttributedText.Annotation] = []
  private var spoilers: [(index: Int, end: Int)] = []
  private var openBlocks: [Int] = []

  init(_ text: AttributedText, revealed: RevealedSpoilers, hidden: [Range<Int>]) {
    blocks = text.blocks
    var annotations: [(annotation: AttributedText.Annotation, spoiler: Int?)] = []
    var count = 0
    for annotation in text.annotations {
      switch annotation.kind {
      case .link: if !annotation.isHidden(by: hidden) { annotations.append((annotation, nil)) }
      case .spoiler:
        if !revealed.contains(count) { annotations.append((annotation, count)) }
        count += 1
      case .code, .other: break
      }
    }
    let order = annotations.indices.sorted {
      (annotations[$0].annotation.range.lowerBound, $0)
        < (annotations[$1].annotation.range.lowerBound, $1)
    }
    self.annotations = order.map { annotations[$0] }
  }

  /// Returns the role of the character at an offset and its innermost block; offsets must ascend
  /// from call to call.
  mutating func part(at offset: Int) -> (role: AccessibilityElement.Role, block: Int?) {
    while nextAnnotation < annotations.count,
      annotations[nextAnnotation].annotation.range.lowerBound <= offset
    {
      let (annotation, spoiler) = annotations[nextAnnotation]
      if let spoiler {
        spoilers.append((spoiler, annotation.range.upperBound))
      } else {
        links.append(annotation)
      }
      nextAnnotation += 1
    }
    while nextBlock < blocks.count, blocks[nextBlock].range.lowerBound <= offset {
      openBlocks.append(nextBlock)
      nextBlock += 1
    }
    while let last = spoilers.last, last.end <= offset { spoilers.removeLast() }
    while let last = links.last, last.range.upperBound <= offset { links.removeLast() }
    while let last = openBlocks.last, blocks[last].range.upperBound <= offset {
      openBlocks.removeLast()
    }
    if let spoiler = spoilers.last { return (.spoiler(spoiler.index), openBlocks.last) }
    return (links.last.map { .link($0) } ?? .text, openBlocks.last)
  }
}

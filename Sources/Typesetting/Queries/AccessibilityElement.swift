public import GalleyGeometry

/// A part of a text that assistive technology speaks of, and perhaps acts on, by itself.
public struct AccessibilityElement: Hashable, Sendable {
  /// What a part is.
  public enum Role: Hashable, Sendable {
    /// Text to be read.
    case text
    /// A link, to be read and followed.
    case link(Annotation)
    /// A spoiler with its number, which may be revealed; what it hides is not told.
    case spoiler(Int)
  }

  /// What the part is.
  public var role: Role
  /// The UTF-8 offsets of the part.
  public var range: Range<Int>
  /// What is read, with the texts of attachments; empty for a spoiler.
  public var label: String
  /// What the part covers, from the top down.
  public var frames: [Rect]
  /// Which of the text's blocks the part is directly in, if it is in one.
  public var block: Int?
}

/// A line as assistive technology goes through text.
public struct AccessibilityLine: Hashable, Sendable {
  /// The UTF-8 offsets of the line.
  public var range: Range<Int>
  /// What is read; hidden spoilers are left out.
  public var label: String
  /// The room that the line's text takes.
  public var frame: Rect
}

extension TextLayout {
  /// The parts of the text that can be seen, in the order in which they are read.
  ///
  /// Links and spoilers are parts of their own, and so is what is in a block; white space alone is
  /// none.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: The parts; none overlap.
  public func accessibilityElements(
    revealed: RevealedSpoilers = .none
  ) -> [AccessibilityElement] {
    var elements: [AccessibilityElement] = []
    for range in accessibleRanges() where !text.stretchesWithoutSpace(in: range).isEmpty {
      let role = role(at: range.lowerBound, revealed: revealed)
      let block = text.innermostBlock(at: range.lowerBound)
      if let last = elements.last, last.role == role, last.block == block,
        last.range.upperBound == range.lowerBound
      {
        elements[elements.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        elements.append(
          AccessibilityElement(role: role, range: range, label: "", frames: [], block: block))
      }
    }
    let frames = rects(of: elements.map(\.range))
    for index in elements.indices {
      elements[index].frames = frames[index]
      if case .spoiler = elements[index].role { continue }
      elements[index].label = visibleText(of: elements[index].range, revealed: .all)
    }
    return elements
  }

  /// The lines, from the top down.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: A line for each of the layout's.
  public func accessibilityLines(revealed: RevealedSpoilers = .none) -> [AccessibilityLine] {
    lines.map {
      AccessibilityLine(
        range: $0.range,
        label: visibleText(of: $0.range, revealed: revealed, placeholder: ""), frame: $0.frame)
    }
  }

  /// The text that can be seen, cut wherever an annotation or a block begins or ends.
  private func accessibleRanges() -> [Range<Int>] {
    var cuts = [0, text.length]
    for annotation in text.annotations {
      cuts += [annotation.range.lowerBound, annotation.range.upperBound]
    }
    for block in text.blocks { cuts += [block.range.lowerBound, block.range.upperBound] }
    let hidden = hiddenRanges
    for range in hidden { cuts += [range.lowerBound, range.upperBound] }
    cuts.sort()
    var next = 0
    return zip(cuts, cuts.dropFirst()).compactMap { start, end in
      guard start < end else { return nil }
      while next < hidden.count, hidden[next].upperBound <= start { next += 1 }
      if next < hidden.count, hidden[next].contains(start) { return nil }
      return start..<end
    }
  }

  private func role(
    at offset: Int, revealed: RevealedSpoilers
  ) -> AccessibilityElement.Role {
    if let spoiler = hiddenSpoiler(at: offset, revealed: revealed) { return .spoiler(spoiler) }
    let link = annotations(at: offset, revealed: revealed).first {
      if case .link = $0.kind { true } else { false }
    }
    return link.map { .link($0) } ?? .text
  }
}

extension AttributedText {
  /// The innermost block that holds the character at `offset`.
  ///
  /// - Complexity: O(log *n* + *d*), where *n* is the number of blocks and *d* how deep they nest.
  func innermostBlock(at offset: Int) -> Int? {
    guard !structure.isUsual else { return nil }
    let blocks = blocks
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    var block = low > 0 ? low - 1 : nil
    while let index = block, !blocks[index].range.contains(offset) {
      block = parent(ofBlock: index)
    }
    return block
  }
}

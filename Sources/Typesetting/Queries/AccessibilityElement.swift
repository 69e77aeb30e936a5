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
  /// The text to read, with the texts of attachments; a placeholder for a hidden spoiler.
  public var label: DisclosedText
  /// What the part covers, from the top down.
  public var frames: [Rect]
  /// Which of the text's blocks the part is directly in, if it is in one.
  public var block: Int?
}

/// A line as assistive technology goes through text.
public struct AccessibilityLine: Hashable, Sendable {
  /// The UTF-8 offsets of the line.
  public var range: Range<Int>
  /// The text to read, with placeholders for hidden spoilers.
  public var label: DisclosedText
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
    return elements
  }

  /// The lines, from the top down.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: A line for each of the layout's.
  public func accessibilityLines(revealed: RevealedSpoilers = .none) -> [AccessibilityLine] {
    let spoilers = text.hiddenRanges(revealed: revealed)
    return lines.map {
      AccessibilityLine(
        range: $0.range,
        label: visibleText(of: $0.range, without: spoilers), frame: $0.frame)
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
}

/// Goes through a text from its start on, and says what there is for whom cannot see it.
private struct AccessibilitySweep {
  /// The links and hidden spoilers by where they begin, with the numbers of the spoilers.
  private let annotations: [(annotation: Annotation, spoiler: Int?)]
  private let blocks: [TextBlock]
  private var nextAnnotation = 0
  private var nextBlock = 0
  // What has begun; it is looked at only while it is last whether it has ended.
  private var links: [Annotation] = []
  private var spoilers: [(number: Int, end: Int)] = []
  private var openBlocks: [Int] = []

  init(_ text: AttributedText, revealed: RevealedSpoilers, hidden: [Range<Int>]) {
    blocks = text.blocks
    var annotations: [(annotation: Annotation, spoiler: Int?)] = []
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

  /// What the character at an offset is part of, and the innermost block that it is in; offsets only grow
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
    if let spoiler = spoilers.last { return (.spoiler(spoiler.number), openBlocks.last) }
    return (links.last.map { .link($0) } ?? .text, openBlocks.last)
  }
}

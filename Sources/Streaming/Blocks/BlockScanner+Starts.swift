internal import GalleyBasics

extension BlockScanner {
  /// The outcome of looking for the blocks that begin on a line.
  enum Starts {
    /// The rest of the line is text.
    case text
    /// The line is complete.
    case consumed
    /// The bytes that follow on the line decide.
    case undecided
  }

  /// Begins the blocks whose marks are at the start of a line.
  mutating func startBlocks(
    _ start: inout LineStart, of source: [UInt8], isWhole: Bool
  ) -> Starts {
    var mayBeLazy = leaf.block.kind == .paragraph
    while true {
      steps += 1
      let kind = open[start.container].block.kind
      switch kind {
      case .code, .html, .math: return .text
      default: break
      }
      guard isWhole || !start.cursor.isBlank else { return .undecided }
      guard !start.cursor.isBlank else { return .text }
      if start.cursor.indentation >= 4 {
        guard !mayBeLazy else { return .text }
        start.cursor.advance(columns: 4, in: source)
        begin(.code(info: nil), &start, of: source, state: .indented)
        return .text
      }
      let starts = BlockStarts(
        source: source, first: start.cursor.first, end: start.cursor.line.upperBound,
        isWhole: isWhole)
      switch startBlock(starts, &start, of: source) {
      case .undecided: return .undecided
      case .no: return .text
      case .consumed: return .consumed
      case .leaf: return .text
      case .container: mayBeLazy = false
      }
    }
  }

  /// The outcome of looking for a block that begins at a place.
  enum Start {
    case no, undecided
    /// The line is complete.
    case consumed
    /// A block began that consists of lines.
    case leaf
    /// A block began that consists of blocks.
    case container
  }

  /// Begins the block whose mark is at a place.
  private mutating func startBlock(
    _ starts: BlockStarts, _ start: inout LineStart, of source: [UInt8]
  ) -> Start {
    switch source[starts.first] {
    case UInt8(ascii: ">"):
      guard mayNest(in: start.container) else { return .no }
      begin(.quote, &start, of: source)
      start.cursor.advance(columns: start.cursor.indentation + 1, in: source)
      if let next = start.cursor.byte(at: start.cursor.offset, in: source),
        next == 0x20 || next == 0x09
      {
        start.cursor.advance(columns: 1, in: source)
      }
      return .container
    case UInt8(ascii: "#"): return startHeading(starts, &start, of: source)
    case UInt8(ascii: "`"), UInt8(ascii: "~"): return startFence(starts, &start, of: source)
    case UInt8(ascii: "$"):
      let match = starts.formula()
      guard case .yes = match else { return match == .no ? .no : .undecided }
      begin(.math(isFenced: false, isClosed: false), &start, of: source)
      start.cursor.advance(to: start.cursor.first, in: source)
      return .leaf
    case UInt8(ascii: "<"): return startHTML(starts, &start, of: source)
    case UInt8(ascii: "["): return startFootnote(starts, &start, of: source)
    default: return startLineOrItem(starts, &start, of: source)
    }
  }

  /// Returns whether another container may begin inside an open block.
  private func mayNest(in container: Int) -> Bool {
    open[1..<max(1, container + 1)].count(where: \.isNesting) < Limits.Messages.streamDepth
  }

  private mutating func startHeading(
    _ starts: BlockStarts, _ start: inout LineStart, of source: [UInt8]
  ) -> Start {
    switch starts.heading() {
    case .no: return .no
    case .undecided: return .undecided
    case .yes(let end):
      let level = end - starts.first
      begin(.heading(level: level, isUnderlined: false), &start, of: source)
      start.cursor.advance(to: end, in: source)
      return .leaf
    }
  }

  private mutating func startFence(
    _ starts: BlockStarts, _ start: inout LineStart, of source: [UInt8]
  ) -> Start {
    switch starts.fence() {
    case .no: return .no
    case .undecided: return .undecided
    case .yes(let end):
      let cursor = start.cursor
      let info = source.trimmed(end..<cursor.line.upperBound)
      let isMath = source[info].elementsEqual("math".utf8)
      let state = OpenBlock.State.fence(
        source[starts.first], count: end - starts.first,
        indentation: cursor.first - cursor.offset)
      begin(
        isMath ? .math(isFenced: true, isClosed: false) : .code(info: info), &start, of: source,
        state: state)
      touched = open.count
      return .consumed
    }
  }

  private mutating func startHTML(
    _ starts: BlockStarts, _ start: inout LineStart, of source: [UInt8]
  ) -> Start {
    let isInParagraph = open[start.container].block.kind == .paragraph
    steps += starts.end - starts.first
    let match = HTMLStart.match(
      starts.first..<starts.end, of: source, isWhole: starts.isWhole, interrupting: isInParagraph)
    switch match {
    case .no: return .no
    case .undecided: return .undecided
    case .yes(let html):
      begin(.html, &start, of: source, state: .html(html))
      return .leaf
    }
  }

  private mutating func startFootnote(
    _ starts: BlockStarts, _ start: inout LineStart, of source: [UInt8]
  ) -> Start {
    switch starts.footnote() {
    case .no: return .no
    case .undecided: return .undecided
    case .yes(let end):
      guard mayNest(in: start.container) else { return .no }
      let label = starts.first + 2
      let close = source[label..<end].firstIndex(of: UInt8(ascii: "]")) ?? label
      begin(.footnote(label: label..<close), &start, of: source)
      labels.defineFootnote(label..<close, of: source)
      start.cursor.advance(to: end, in: source)
      return .container
    }
  }

  /// Begins a block whose mark may be one of several: an underline, a thematic break, a list item
  /// or the delimiter row of a table.
  private mutating func startLineOrItem(
    _ starts: BlockStarts, _ start: inout LineStart, of source: [UInt8]
  ) -> Start {
    let isInParagraph = open[start.container].block.kind == .paragraph
    if isInParagraph {
      switch starts.underline() {
      case .undecided: return .undecided
      case .yes(let end):
        let level = source[starts.first] == UInt8(ascii: "=") ? 1 : 2
        guard becomesHeading(level: level, of: source) else { return .leaf }
        open[open.count - 1].extend(to: end)
        touched = open.count
        return .consumed
      case .no: break
      }
    }
    switch starts.thematicBreak() {
    case .undecided: return .undecided
    case .yes(let end):
      begin(.thematicBreak, &start, of: source)
      open[open.count - 1].extend(to: end)
      closesAfterLine = true
      close(to: open.count - 1, of: source)
      closesAfterLine = false
      touched = open.count
      return .consumed
    case .no: break
    }
    if mayNest(in: start.container) {
      switch starts.listMarker(interrupting: isInParagraph) {
      case .undecided: return .undecided
      case .yes(let end):
        startItem(marker: starts.first..<end, number: starts, &start, of: source)
        return .container
      case .no: break
      }
    }
    guard isInParagraph else { return .no }
    switch starts.delimiterRow() {
    case .undecided: return .undecided
    case .yes: return becomesTable(starts.first..<starts.end, of: source) ? .consumed : .no
    case .no: return .no
    }
  }

  /// Begins a list item, and a list if the one before does not continue.
  private mutating func startItem(
    marker: Range<Int>, number starts: BlockStarts, _ start: inout LineStart, of source: [UInt8]
  ) {
    let isOrdered = (0x30...0x39).contains(source[marker.lowerBound])
    let style = MarkdownBlock.ListStyle(
      mark: source[marker.upperBound - 1],
      start: isOrdered ? starts.number(before: marker.upperBound - 1) : nil)
    let offset = start.cursor.indentation
    // The item itself begins behind the marks of the containers around it.
    let before = start.cursor
    start.cursor.advance(to: marker.upperBound, in: source)
    let behind = start.cursor
    let spaces = start.cursor.indentation
    var padding = marker.count + 1
    if (1...4).contains(spaces), !start.cursor.isBlank {
      start.cursor.advance(columns: spaces, in: source)
      padding = marker.count + spaces
    } else {
      start.cursor = behind
      if spaces > 0 { start.cursor.advance(columns: 1, in: source) }
    }
    let content = start.cursor
    start.cursor = before
    if case .list(let other) = open[start.container].block.kind, other.mark == style.mark,
      (other.start == nil) == (style.start == nil)
    {
    } else {
      begin(.list(style), &start, of: source)
    }
    begin(.item, &start, of: source, state: .item(columns: offset + padding))
    start.cursor = content
  }

  /// Opens a block at the place of a line.
  private mutating func begin(
    _ kind: MarkdownBlock.Kind, _ start: inout LineStart, of source: [UInt8],
    state: OpenBlock.State = .none
  ) {
    start.container = begin(kind, in: start.container, at: start.cursor, of: source, state: state)
    start.beganBlock = true
  }

  /// Opens a block in a container, or in one around it that may contain the block.
  ///
  /// - Returns: The index of the block.
  @discardableResult mutating func begin(
    _ kind: MarkdownBlock.Kind, in container: Int, at cursor: LineCursor, of source: [UInt8],
    state: OpenBlock.State = .none
  ) -> Int {
    var parent = container
    while parent > 0, !open[parent].accepts(kind) { parent -= 1 }
    close(to: parent + 1, of: source)
    parent = open.count - 1
    // A blank line before the child of an item, or before an item, makes the list loose.
    let list = open[parent].isItem ? parent - 1 : parent
    let loosens = open[parent].lastChildEndsWithBlank && setTight(false, list)
    let start = parent == 0 ? cursor.line.lowerBound : cursor.offset
    open.append(OpenBlock(kind, at: start, line: cursor.line.lowerBound, state: state))
    open[open.count - 1].loosensList = loosens
    return open.count - 1
  }

  /// Makes an open list tight or loose.
  ///
  /// - Returns: Whether the list changed; `false` if the block is not a list.
  @discardableResult mutating func setTight(_ isTight: Bool, _ index: Int) -> Bool {
    guard index >= 0, case .list(var style) = open[index].block.kind, style.isTight != isTight
    else { return false }
    style.isTight = isTight
    open[index].block.kind = .list(style)
    return true
  }
}

extension [UInt8] {
  /// Returns a range without spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while start < end, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}

import GalleyShaping

/// The grapheme clusters of one line, with their positions.
struct CaretLine {
  /// A grapheme cluster, or the part of it in one piece.
  struct Cell {
    /// The bytes of the character.
    var character: Range<Int>
    /// The left and right edges, in points.
    var left: Double
    var right: Double
    var level: UInt8
    /// Whether the cell contains the first byte of the cluster, and the last.
    var hasStart = true
    var hasEnd = true

    var isRightToLeft: Bool { level & 1 == 1 }
  }

  /// The index of the line.
  let index: Int
  /// The line's box.
  let box: TextLayout.Line
  /// The cells, from left to right; hanging white space has no width and is at the line's end.
  private(set) var cells: [Cell] = []
  /// The bytes at which carets can be placed: all but the line end.
  let content: Range<Int>
  /// Whether a line follows.
  let isFollowed: Bool

  /// Creates the cells of a line.
  init(_ index: Int, of layout: TextLayout, in table: inout LineTable) {
    table.load(index, of: layout)
    self.index = index
    box = table.box
    isFollowed = index + 1 < layout.lineCount
    let ends = table.characterEnds(of: layout.shaped)
    let bytes = layout.text.string.utf8.span
    let lastStart = ends.count > 1 ? Int(ends[ends.count - 2]) : box.range.lowerBound
    let endsHard = !box.range.isEmpty && lineEndLength(in: bytes, at: lastStart) > 0
    content = box.range.lowerBound..<(endsHard ? lastStart : box.range.upperBound)
    cells.reserveCapacity(ends.count)
    for piece in table.pieces.indices {
      appendCells(ofPiece: piece, ends: ends, layout: layout, table: &table)
    }
    joinParts()
    appendHang(ends: ends, layout: layout)
  }

  private mutating func appendCells(
    ofPiece index: Int, ends: [Int32], layout: TextLayout, table: inout LineTable
  ) {
    let piece = table.pieces[index]
    let range = piece.range.clamped(to: content)
    guard !range.isEmpty else { return }
    let first = cells.count
    let isLast = table.logicalOrder.last == index
    let origin = box.x + piece.x
    let isRightToLeft = piece.level & 1 == 1
    var character = ends.firstIndex(from: range.lowerBound + 1)
    var start = character > 0 ? Int(ends[character - 1]) : box.range.lowerBound
    var before = table.distance(to: range.lowerBound, inPiece: index, of: layout.shaped)
    while start < range.upperBound, character < ends.count {
      let end = Int(ends[character])
      let after = table.distance(to: min(end, range.upperBound), inPiece: index, of: layout.shaped)
      let (near, far) = (min(before, after), max(before, after))
      cells.append(
        Cell(
          character: start..<end, left: origin + (isRightToLeft ? piece.width - far : near),
          right: origin + (isRightToLeft ? piece.width - near : far), level: piece.level,
          hasStart: start >= range.lowerBound, hasEnd: end <= range.upperBound || isLast))
      (start, before) = (end, after)
      character += 1
    }
    if isRightToLeft { cells[first...].reverse() }
  }

  /// Joins adjacent parts of a character into one cell.
  private mutating func joinParts() {
    guard cells.contains(where: { !$0.hasEnd }) else { return }
    var joined: [Cell] = []
    for cell in cells {
      guard let last = joined.last, last.character == cell.character else {
        joined.append(cell)
        continue
      }
      joined[joined.count - 1].right = cell.right
      joined[joined.count - 1].level = last.hasStart ? last.level : cell.level
      joined[joined.count - 1].hasStart = last.hasStart || cell.hasStart
      joined[joined.count - 1].hasEnd = last.hasEnd || cell.hasEnd
    }
    cells = joined
  }

  /// Appends the hanging characters, which are in no piece, at the end of the line.
  private mutating func appendHang(ends: [Int32], layout: TextLayout) {
    let start = cells.reduce(content.lowerBound) { max($0, $1.character.upperBound) }
    var hang: [Cell] = []
    var character = ends.firstIndex(from: start + 1)
    var offset = start
    // A token may follow the last visible character.
    let edge =
      box.isRightToLeft
      ? cells.map(\.left).min() ?? box.x + box.width : cells.map(\.right).max() ?? box.x
    while offset < content.upperBound, character < ends.count {
      let end = Int(ends[character])
      // Hidden text has no cells, even if the line continues after it.
      if let hidden = layout.hiddenRange(at: offset) {
        offset = max(end, hidden.upperBound)
        character = ends.firstIndex(from: offset + 1)
        continue
      }
      hang.append(
        Cell(character: offset..<end, left: edge, right: edge, level: box.isRightToLeft ? 1 : 0))
      offset = end
      character += 1
    }
    if box.isRightToLeft {
      cells.insert(contentsOf: hang.reversed(), at: 0)
    } else {
      cells += hang
    }
  }
}

extension CaretLine {
  /// An edge of a cell, and the position of a caret there.
  struct Edge: Hashable {
    var position: TextPosition
    var x: Double
    var level: UInt8
  }

  /// Returns the left edge of a cell, if it is a valid caret position.
  func leftEdge(of cell: Cell) -> Edge? {
    cell.isRightToLeft ? end(of: cell) : start(of: cell)
  }

  /// Returns the right edge of a cell, if it is a valid caret position.
  func rightEdge(of cell: Cell) -> Edge? {
    cell.isRightToLeft ? start(of: cell) : end(of: cell)
  }

  /// Returns the edge of the character after `offset` or before it, depending on affinity.
  func edge(at offset: Int, _ affinity: TextPosition.Affinity) -> Edge? {
    switch affinity {
    case .downstream:
      cells.first { $0.hasStart && $0.character.lowerBound == offset }.flatMap(start(of:))
    case .upstream:
      cells.first { $0.hasEnd && $0.character.upperBound == offset }.flatMap(end(of:))
    }
  }

  private func start(of cell: Cell) -> Edge? {
    guard cell.hasStart else { return nil }
    return Edge(
      position: TextPosition(offset: cell.character.lowerBound),
      x: cell.isRightToLeft ? cell.right : cell.left, level: cell.level)
  }

  private func end(of cell: Cell) -> Edge? {
    guard cell.hasEnd else { return nil }
    return Edge(
      position: TextPosition(offset: cell.character.upperBound, affinity: .upstream),
      x: cell.isRightToLeft ? cell.left : cell.right, level: cell.level)
  }

  /// Returns the edge for a position, or the nearest one on the line.
  func nearestEdge(to position: TextPosition) -> Edge {
    let offset = characterStart(position.offset)
    let other: TextPosition.Affinity = position.affinity == .upstream ? .downstream : .upstream
    if let edge = edge(at: offset, position.affinity) ?? edge(at: offset, other) { return edge }
    // Within hidden text, or after the line end: the end of the visible text before it.
    let last = cells.filter { $0.hasEnd && $0.character.upperBound <= offset }
      .max { $0.character.upperBound < $1.character.upperBound }
    if let last, let edge = end(of: last) { return edge }
    let first = cells.filter(\.hasStart)
      .min { $0.character.lowerBound < $1.character.lowerBound }
    if let first, let edge = start(of: first) { return edge }
    return Edge(
      position: TextPosition(offset: content.lowerBound),
      x: box.isRightToLeft ? box.x + box.width : box.x, level: box.isRightToLeft ? 1 : 0)
  }

  /// Returns the start of the character that contains `offset`, or `offset` itself at a boundary.
  private func characterStart(_ offset: Int) -> Int {
    let cell = cells.first { $0.character.lowerBound < offset && offset < $0.character.upperBound }
    return cell?.character.lowerBound ?? offset
  }

  /// Returns the position with upstream affinity only if it matters: if the character after it
  /// begins elsewhere on the line, or on the next.
  func canonical(_ position: TextPosition) -> TextPosition {
    guard position.affinity == .upstream else { return position }
    if position.offset < content.upperBound {
      let before = edge(at: position.offset, .upstream)
      let behind = edge(at: position.offset, .downstream)
      if let before, let behind, abs(before.x - behind.x) > 1e-6 { return position }
      if before != nil, behind == nil { return position }
    } else if isFollowed, content.upperBound == box.range.upperBound {
      return position
    }
    return TextPosition(offset: position.offset)
  }
}

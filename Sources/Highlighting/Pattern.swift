/// The compiled patterns of a grammar, in flat arrays.
///
/// A pattern has the syntax of a regular expression and the semantics of a parsing expression: each
/// part matches greedily and is never retried. There is no backtracking, so no pattern takes
/// exponential time.
struct PatternPool: Sendable {
  /// A node of a pattern; indices refer to the pool's arrays.
  enum Node: Sendable {
    /// A character whose first byte is in a set.
    case set(Int32)
    /// A sequence of parts.
    case sequence(first: Int32, count: Int32)
    /// An ordered choice: the first part that matches.
    case choice(first: Int32, count: Int32)
    /// A repetition of a part; one that is not `free` counts its steps.
    case repetition(of: Int32, least: Int32, most: Int32, isFree: Bool)
    /// A part whose bytes are captured for the context that it opens.
    case capture(Int32)
    /// A positive or negative lookahead.
    case lookahead(Int32, isNegative: Bool)
    /// The bytes captured when the context was opened.
    case reference
    /// The end of a word.
    case wordEnd
    /// The end of a line.
    case lineEnd
  }

  var nodes: [Node] = []
  var children: [Int32] = []
  var sets: [ByteSet] = []

  /// The maximum number of steps of a match that may fail.
  ///
  /// The limit keeps the work linear in the text, because it bounds failed matches at each
  /// position. No realistic name, and hardly any line, is longer.
  static let stepLimit = 512

  mutating func add(_ node: Node) -> Int32 {
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  mutating func add(_ set: ByteSet) -> Int32 {
    if let index = sets.firstIndex(of: set) { return add(.set(Int32(index))) }
    sets.append(set)
    return add(.set(Int32(sets.count - 1)))
  }

  mutating func addAll(_ parts: [Int32], as make: (_ first: Int32, _ count: Int32) -> Node) -> Int32
  {
    let first = Int32(children.count)
    children += parts
    return add(make(first, Int32(parts.count)))
  }

  /// Returns the bytes that a match can begin with, and whether it can be empty.
  func start(of index: Int32) -> (set: ByteSet, canBeEmpty: Bool) {
    switch nodes[Int(index)] {
    case .set(let set): return (sets[Int(set)], false)
    case .sequence(let first, let count):
      var result = ByteSet.none
      for child in children[Int(first)..<Int(first + count)] {
        let start = start(of: child)
        result = result.union(start.set)
        if !start.canBeEmpty { return (result, false) }
      }
      return (result, true)
    case .choice(let first, let count):
      var (result, canBeEmpty) = (ByteSet.none, false)
      for child in children[Int(first)..<Int(first + count)] {
        let start = start(of: child)
        result = result.union(start.set)
        canBeEmpty = canBeEmpty || start.canBeEmpty
      }
      return (result, canBeEmpty)
    case .repetition(let child, let least, _, _):
      let start = start(of: child)
      return (start.set, start.canBeEmpty || least == 0)
    case .capture(let child): return start(of: child)
    case .lookahead, .wordEnd, .lineEnd: return (.none, true)
    case .reference: return (.all, true)
    }
  }

  /// Marks repetitions as free that cannot be followed by a failure.
  mutating func free(_ index: Int32, isLast: Bool = true) {
    switch nodes[Int(index)] {
    case .sequence(let first, let count):
      var isLast = isLast
      for child in children[Int(first)..<Int(first + count)].reversed() {
        free(child, isLast: isLast)
        isLast = isLast && cannotFail(child)
      }
    case .choice(let first, let count):
      for child in children[Int(first)..<Int(first + count)] { free(child, isLast: isLast) }
    case .repetition(let child, let least, let most, _):
      nodes[Int(index)] = .repetition(of: child, least: least, most: most, isFree: isLast)
      free(child, isLast: isLast && least <= 1)
    case .capture(let child): free(child, isLast: isLast)
    case .lookahead(let child, _): free(child, isLast: false)
    case .set, .reference, .wordEnd, .lineEnd: break
    }
  }

  private func cannotFail(_ index: Int32) -> Bool {
    guard case .repetition(_, 0, _, _) = nodes[Int(index)] else { return false }
    return true
  }
}

/// The state of a match.
struct MatchState {
  /// The bytes captured when the context was opened.
  let reference: Range<Int>
  /// The bytes captured by the match.
  var capture: Range<Int>?
  /// The number of steps taken so far that a failure would waste.
  var steps = 0
  /// Whether the result depends on the end of the program.
  var touchesEnd = false
}

extension PatternPool {
  /// Returns the end of the match at `position`, or -1.
  func match(_ index: Int32, at position: Int, in bytes: Span<UInt8>, state: inout MatchState)
    -> Int
  {
    switch nodes[Int(index)] {
    case .set(let set):
      guard position < bytes.count else {
        state.touchesEnd = true
        return -1
      }
      guard sets[Int(set)].contains(bytes[position]) else { return -1 }
      return Self.end(ofCharacterAt: position, in: bytes)
    case .sequence(let first, let count):
      var end = position
      for place in Int(first)..<Int(first + count) {
        end = match(children[place], at: end, in: bytes, state: &state)
        if end < 0 { return -1 }
      }
      return end
    case .choice(let first, let count):
      for place in Int(first)..<Int(first + count) {
        let end = match(children[place], at: position, in: bytes, state: &state)
        if end >= 0 { return end }
      }
      return -1
    case .repetition(let child, let least, let most, let isFree):
      let bounds = Int(least)...Int(most)
      return matchRepeatedly(child, bounds, isFree: isFree, at: position, in: bytes, state: &state)
    case .capture(let child):
      let end = match(child, at: position, in: bytes, state: &state)
      if end >= 0 { state.capture = position..<end }
      return end
    case .lookahead(let child, let isNegative):
      let isThere = match(child, at: position, in: bytes, state: &state) >= 0
      return isThere == isNegative ? -1 : position
    case .reference: return matchReference(at: position, in: bytes, state: &state)
    case .wordEnd:
      if position == bytes.count { state.touchesEnd = true }
      return position < bytes.count && ByteSet.name.contains(bytes[position]) ? -1 : position
    case .lineEnd:
      if position + 1 >= bytes.count { state.touchesEnd = true }
      return Self.isLineEnd(position, in: bytes) ? position : -1
    }
  }

  private func matchRepeatedly(
    _ child: Int32, _ bounds: ClosedRange<Int>, isFree: Bool, at position: Int,
    in bytes: Span<UInt8>, state: inout MatchState
  ) -> Int {
    var (end, count) = (position, 0)
    while count < bounds.upperBound {
      if !isFree {
        state.steps += 1
        if state.steps > Self.stepLimit { return -1 }
      }
      let next = match(child, at: end, in: bytes, state: &state)
      if next < 0 { break }
      count += 1
      if next == end { return end }
      end = next
    }
    return count < bounds.lowerBound ? -1 : end
  }

  private func matchReference(at position: Int, in bytes: Span<UInt8>, state: inout MatchState)
    -> Int
  {
    let reference = state.reference
    guard reference.count <= bytes.count - position else {
      state.touchesEnd = true
      return -1
    }
    for offset in 0..<reference.count
    where bytes[position + offset] != bytes[reference.lowerBound + offset] { return -1 }
    return position + reference.count
  }

  static func isLineEnd(_ position: Int, in bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count else { return true }
    if bytes[position] == UInt8(ascii: "\n") { return true }
    return bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count
      && bytes[position + 1] == UInt8(ascii: "\n")
  }

  /// Returns the end of the character at `position`; an invalid byte is a character of its own.
  @inline(__always) static func end(ofCharacterAt position: Int, in bytes: Span<UInt8>) -> Int {
    var end = position + 1
    guard bytes[position] >= 0xC0 else { return end }
    while end < bytes.count, end < position + 4, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}

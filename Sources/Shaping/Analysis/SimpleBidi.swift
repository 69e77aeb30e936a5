/// Resolves the levels of a paragraph without explicit formatting and brackets.
///
/// UAX #9 is then a few passes over a single level run, without a library. The comments name the
/// rules; omitted rules have no effect.
struct SimpleBidi {
  /// The classes of the characters, except those removed by rule X9, as far as resolved.
  private var classes: [BidiClass] = []
  /// The levels of those characters.
  private(set) var levels: [UInt8] = []

  /// Removes all characters, keeping the capacity.
  mutating func removeAll() {
    classes.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
  }

  /// Resolves a paragraph.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the paragraph.
  mutating func resolve(
    _ content: Range<Int>, of text: Span<UInt8>, characters: borrowing CharacterTable, level: UInt8
  ) {
    removeAll()
    read(content, of: text, characters, level)
    joinNumbers()
    resolveTerminators(level)
    resolveNeutrals(level)
    Self.resetWhitespace(classes, &levels, level)
  }

  /// Reads the classes and applies W1 to W3, and X9.
  private mutating func read(
    _ content: Range<Int>, of text: Span<UInt8>, _ characters: borrowing CharacterTable,
    _ level: UInt8
  ) {
    var previous = level == 0 ? BidiClass.l : .r
    var strong = previous
    var offset = content.lowerBound
    while offset < content.upperBound {
      let (scalar, length) = text.scalar(at: offset)
      offset += length
      var class_ = characters.known(scalar).bidi
      switch class_ {
      case .bn: continue
      // A mark on a space is as neutral as the space, but is not white space for L1.
      case .nsm: class_ = previous == .ws || previous == .s ? .on : previous  // W1
      case .l, .r: strong = class_
      case .al: (strong, class_) = (.al, .r)  // W3
      case .en: if strong == .al { class_ = .an }  // W2
      default: break
      }
      classes.append(class_)
      previous = class_
    }
  }

  /// Applies W4.
  private mutating func joinNumbers() {
    var classes = classes.mutableSpan
    guard classes.count > 2 else { return }
    for index in 1..<classes.count - 1 {
      let class_ = classes[index]
      guard class_ == .es || class_ == .cs else { continue }
      let (before, after) = (classes[index - 1], classes[index + 1])
      if before == after, before == .en || before == .an && class_ == .cs {
        classes[index] = before
      }
    }
  }

  /// Applies W5 to W7.
  private mutating func resolveTerminators(_ level: UInt8) {
    var classes = classes.mutableSpan
    var strong = level == 0 ? BidiClass.l : .r
    var isAfterNumber = false
    var index = 0
    while index < classes.count {
      switch classes[index] {
      case .l, .r:
        strong = classes[index]
        isAfterNumber = false
      case .en:
        if strong == .l { classes[index] = .l }  // W7
        isAfterNumber = true
      case .et:
        var end = index + 1
        while end < classes.count, classes[end] == .et { end += 1 }
        let isNumber = isAfterNumber || end < classes.count && classes[end] == .en
        let resolved: BidiClass = isNumber ? (strong == .l ? .l : .en) : .on  // W5, W6, W7
        for terminator in index..<end { classes[terminator] = resolved }
        index = end
        continue
      case .es, .cs:
        classes[index] = .on  // W6
        isAfterNumber = false
      default: isAfterNumber = false
      }
      index += 1
    }
  }

  /// Applies N1, N2, I1 and I2.
  private mutating func resolveNeutrals(_ level: UInt8) {
    let embedding = level == 0 ? BidiClass.l : .r
    var before = embedding
    var count = 0
    for class_ in classes {
      let direction: BidiClass
      switch class_ {
      case .l: direction = .l
      case .r, .en, .an: direction = .r
      default:
        count += 1
        continue
      }
      append(before == direction ? direction : embedding, count, level)
      append(class_, 1, level)
      (before, count) = (direction, 0)
    }
    append(embedding, count, level)
  }

  @inline(__always) private mutating func append(
    _ class_: BidiClass, _ count: Int, _ level: UInt8
  ) {
    guard count > 0 else { return }
    let resolved: UInt8 =
      switch class_ {
      case .l: level == 0 ? 0 : 2
      case .r: 1
      default: 2
      }
    for _ in 0..<count { levels.append(resolved) }
  }

  /// Applies L1.
  private static func resetWhitespace(
    _ classes: [BidiClass], _ levels: inout [UInt8], _ level: UInt8
  ) {
    var isAtEnd = true
    for index in stride(from: classes.count - 1, through: 0, by: -1) {
      switch classes[index] {
      case .s: isAtEnd = true
      case .ws: break
      default: isAtEnd = false
      }
      if isAtEnd { levels[index] = level }
    }
  }
}

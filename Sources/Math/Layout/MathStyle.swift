/// The style of a list: its size, and whether superscripts are lowered.
struct MathStyle: Hashable {
  var size: MathSize
  var isCramped = false

  var cramped: MathStyle { MathStyle(size: size, isCramped: true) }
  var superscript: MathStyle { MathStyle(size: size.script, isCramped: isCramped) }
  var `subscript`: MathStyle { MathStyle(size: size.script, isCramped: true) }
  var isDisplay: Bool { size == .display }

  func with(size: MathSize) -> MathStyle { MathStyle(size: size, isCramped: isCramped) }
}

/// The spaces between atoms.
///
/// - SeeAlso: The TeXbook, chapter 18, page 170.
package enum AtomSpacing {
  /// The spaces in 18ths of an em, by left atom and right atom.
  ///
  /// Negative ones are omitted in scripts.
  private static let table: [[Int8]] = [
    // ord, op, bin, rel, open, close, punct, inner
    [0, 3, -4, -5, 0, 0, 0, -3],
    [3, 3, 0, -5, 0, 0, 0, -3],
    [-4, -4, 0, 0, -4, 0, 0, -4],
    [-5, -5, 0, 0, -5, 0, 0, -5],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 3, -4, -5, 0, 0, 0, -3],
    [-3, -3, 0, -3, -3, -3, -3, -3],
    [-3, 3, -4, -5, -3, 0, -3, -3],
  ]

  /// Returns the space between neighbors, in 18ths of an em.
  package static func space(_ left: AtomClass, _ right: AtomClass, _ size: MathSize) -> Int {
    let space = Int(table[Int(left.rawValue)][Int(right.rawValue)])
    return size < .script ? abs(space) : max(space, 0)
  }

  /// Changes binary operators without an operand on both sides to ordinary atoms.
  ///
  /// - Parameters:
  ///   - classes: The classes, in order.
  ///   - before: The class before the first one, or `nil` at the start of a formula.
  ///   - after: The class after the last one, or `nil` at the end of a formula.
  /// - SeeAlso: The TeXbook, appendix G, rules 5 and 6.
  package static func resolveBinaries(
    _ classes: inout [AtomClass], before: AtomClass? = nil, after: AtomClass? = nil
  ) {
    for index in classes.indices {
      let left = index == 0 ? before : classes[index - 1]
      switch classes[index] {
      case .binary:
        if Self.takesNoBinary(left) { classes[index] = .ordinary }
      case .relation, .closing, .punctuation:
        if index > 0, left == .binary { classes[index - 1] = .ordinary }
      default: break
      }
    }
    guard let last = classes.last, last == .binary else { return }
    switch after {
    case nil, .relation, .closing, .punctuation: classes[classes.count - 1] = .ordinary
    default: break
    }
  }

  /// Returns whether a binary operator after `left` lacks its left operand.
  private static func takesNoBinary(_ left: AtomClass?) -> Bool {
    switch left {
    case nil, .binary, .largeOperator, .relation, .opening, .punctuation: true
    case .ordinary, .closing, .inner: false
    }
  }
}

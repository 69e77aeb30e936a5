/// The state of line breaking at a place in a text, and the rules.
///
/// The rules are those of UAX #14 as implemented by ICU 72: numbers are matched whole (example 7 of
/// the standard's section 8.2), and CLDR's own rule keeps a hyphen at the start of a line with the
/// word after it. Where a rule needs lookahead, the place is *marked* and decided later.
///
/// There are few states. They are compiled into a ``LineBreakTable``, so nothing here is optimized.
///
/// - SeeAlso: [UAX #14](https://www.unicode.org/reports/tr14/), revision 50.
struct LineBreakState: Hashable {
  /// The breaks to record at a step.
  struct Action: OptionSet, Hashable {
    let rawValue: UInt8

    /// A line may end before the character.
    static let breakHere = Action(rawValue: 1 << 0)
    /// The line must end before the character.
    static let isMandatory = Action(rawValue: 1 << 1)
    /// A line may end at the marked place, which is earlier.
    static let breakAtMark = Action(rawValue: 1 << 2)
    /// The place before the character is decided later.
    static let mark = Action(rawValue: 1 << 3)
  }

  /// The condition that a lookahead rule waits for.
  private enum Pending: Hashable {
    case nothing
    /// A number after `SP IS`: the mark is between the two (LB14).
    case numberAfterSpace
    /// A number after `PR OP` or `PR OP IS`: the mark is before OP (LB25).
    case numberAfterPrefix
  }

  /// The class of the last character, ignoring marks and, where rules see through them, spaces;
  /// `nil` at the start of the text.
  private var before: LineBreakClass?
  /// Whether spaces follow `before`.
  private var isSpaced = false
  /// Whether the last character is a ZWJ.
  private var endsInJoiner = false
  /// Whether `before` is a hyphen at the start of a line.
  private var isLeadingHyphen = false
  /// Whether `before` is a hyphen after a Hebrew letter.
  private var isHebrewHyphen = false
  /// Whether `before` is part of a number.
  private var isNumber = false
  /// Whether `before` is the second half of a flag.
  private var isFlag = false
  private var pending = Pending.nothing

  /// The state at the start of a text.
  static let start = LineBreakState()

  private init() {}

  /// Advances past a character of class `next`, and returns the breaks before it.
  mutating func advance(past next: LineBreakClass) -> Action {
    guard let before else {
      begin(with: next)
      return []
    }
    if endsLine(before, next: next) {
      begin(with: next)
      return [.breakHere, .isMandatory]
    }
    if next == .cm || next == .zwj, !isSpaced, before != .zw {
      endsInJoiner = next == .zwj  // LB9
      return []
    }
    var action = settlePending(next)
    let decision = decide(before, next)
    if decision == .breakHere {
      begin(with: next)
    } else {
      if decision == .mark { pending = isSpaced ? .numberAfterSpace : .numberAfterPrefix }
      follow(before, with: next)
    }
    action.formUnion(decision)
    return action
  }

  /// Returns the breaks at the end of the text.
  func finish() -> Action {
    guard let before else { return [] }
    if [.bk, .cr, .lf, .nl].contains(before) { return [.breakHere, .isMandatory] }
    return pending == .numberAfterPrefix ? .breakAtMark : []
  }

  /// Returns whether the line must end before `next` (LB4, LB5).
  private func endsLine(_ before: LineBreakClass, next: LineBreakClass) -> Bool {
    switch before {
    case .bk, .lf, .nl: true
    case .cr: next != .lf
    default: false
    }
  }

  /// Decides the marked place, if `next` meets the condition.
  private mutating func settlePending(_ next: LineBreakClass) -> Action {
    switch pending {
    case .nothing: return []
    case .numberAfterSpace:
      pending = .nothing
      return next == .nu ? .breakAtMark : []
    case .numberAfterPrefix:
      if next == .is, before != .is, !isSpaced { return [] }
      pending = .nothing
      return next == .nu && !isSpaced ? [] : .breakAtMark
    }
  }
}

// MARK: - Transitions

extension LineBreakState {
  /// Starts a line or the text with a character.
  private mutating func begin(with next: LineBreakClass) {
    self = LineBreakState()
    follow(nil, with: next)
    isLeadingHyphen = next == .hy || next == .hyphen
  }

  /// Appends a character after `previous` without a break.
  private mutating func follow(_ previous: LineBreakClass?, with next: LineBreakClass) {
    let wasSpaced = isSpaced
    let wasNumber = isNumber
    endsInJoiner = next == .zwj
    isLeadingHyphen = false
    isSpaced = next == .sp
    isNumber = false
    let wasFlag = isFlag
    isFlag = false

    if next == .sp {
      isHebrewHyphen = false
      if !wasSpaced { before = remembered(previous) }
      return
    }
    isHebrewHyphen =
      previous == .hl && !wasSpaced && (next == .hy || next == .ba || next == .hyphen)
    isFlag = next == .ri && previous == .ri && !wasSpaced && !wasFlag
    isNumber = next == .nu || (wasNumber && continuesNumber(previous, with: next))
    // LB10: a mark without a base is a letter. LB1: so is SA without a dictionary.
    before = next == .cm || next == .zwj || next == .sa ? .al : next
  }

  /// Returns the class needed by rules that see through spaces; all others become SP.
  private func remembered(_ previous: LineBreakClass?) -> LineBreakClass {
    switch previous {
    case .op, .opWide: .op
    case .cl, .cp, .cpWide: .cl
    case .qu: .qu
    case .b2: .b2
    case .zw: .zw
    default: .sp
    }
  }

  /// Returns whether `next` continues a number (LB25): digits with separators, and possibly a
  /// closing bracket.
  private func continuesNumber(_ previous: LineBreakClass?, with next: LineBreakClass) -> Bool {
    switch previous {
    case .nu, .sy, .is: [.sy, .is, .cl, .cp, .cpWide].contains(next)
    default: false
    }
  }
}

// MARK: - Rules

extension LineBreakState {
  /// Returns the break between `before` and `next`: none, `breakHere` or `mark`.
  private func decide(_ before: LineBreakClass, _ next: LineBreakClass) -> Action {
    switch next {
    case .bk, .cr, .lf, .nl, .sp, .zw: return []  // LB6, LB7
    default: break
    }
    if before == .zw { return .breakHere }  // LB8
    if endsInJoiner { return [] }  // LB8a
    if isSpaced { return decideAfterSpaces(before, next) }
    if isGlued(before, next) { return [] }
    if isPrefix(before), next == .op || next == .opWide { return .mark }  // LB25
    return joinsWords(before, next) || joinsNumbers(before, next) || joinsSymbols(before, next)
      ? [] : .breakHere  // LB31
  }

  /// Applies the rules that see through spaces, and LB18.
  private func decideAfterSpaces(_ before: LineBreakClass, _ next: LineBreakClass) -> Action {
    if before == .op { return [] }  // LB14
    switch next {
    case .wj, .cl, .cp, .cpWide, .ex, .sy: return []  // LB11, LB13
    case .is: return .mark  // LB14a, LB14b of ICU
    case .op, .opWide: return before == .qu ? [] : .breakHere  // LB15
    case .ns: return before == .cl ? [] : .breakHere  // LB16
    case .b2: return before == .b2 ? [] : .breakHere  // LB17
    default: return .breakHere  // LB18
    }
  }

  /// Applies LB11 to LB22, for characters that never separate from a neighbor.
  private func isGlued(_ before: LineBreakClass, _ next: LineBreakClass) -> Bool {
    switch before {
    case .wj, .gl, .op, .opWide, .qu: return true  // LB11, LB12, LB14, LB19
    default: break
    }
    switch next {
    case .wj, .cl, .cp, .cpWide, .ex, .is, .sy, .qu: return true  // LB11, LB13, LB19
    case .cb: return false  // LB20
    case .gl where ![.ba, .hyphen, .hy].contains(before): return true  // LB12a
    case .ba, .hyphen, .hy, .ns, .in: if before != .cb { return true }  // LB21, LB22
    default: break
    }
    switch (before, next) {
    case (.b2, .b2): return true  // LB17
    case (.bb, _): return true  // LB21
    case (.sy, .hl): return true  // LB21b
    default: return isHebrewHyphen  // LB21a
    }
  }

  private func isPrefix(_ before: LineBreakClass) -> Bool {
    before == .pr || before == .po
  }

  /// Applies the rules for letters.
  private func joinsWords(_ before: LineBreakClass, _ next: LineBreakClass) -> Bool {
    let next = next == .sa ? .al : next
    switch (before, next) {
    case (.al, .al), (.al, .hl), (.hl, .al), (.hl, .hl): return true  // LB28
    case (.al, .nu), (.hl, .nu), (.nu, .al), (.nu, .hl): return true  // LB23
    case (.pr, .al), (.pr, .hl), (.po, .al), (.po, .hl): return true  // LB24
    case (.al, .pr), (.al, .po), (.hl, .pr), (.hl, .po): return true  // LB24
    case (.is, .al), (.is, .hl): return true  // LB29
    case (.al, .op), (.hl, .op), (.nu, .op): return true  // LB30
    case (.cp, .al), (.cp, .hl), (.cp, .nu): return true  // LB30
    case (.hy, .al), (.hyphen, .al): return isLeadingHyphen  // LB20.09 of ICU
    default: return false
    }
  }

  /// Applies LB25 to whole numbers.
  private func joinsNumbers(_ before: LineBreakClass, _ next: LineBreakClass) -> Bool {
    switch (before, next) {
    case (.pr, .nu), (.po, .nu), (.hy, .nu), (.is, .nu), (.nu, .nu): true
    case (.sy, .nu): isNumber
    case (_, .pr), (_, .po): isNumber
    default: false
    }
  }

  /// Applies the rules for ideographs, emoji and Hangul.
  private func joinsSymbols(_ before: LineBreakClass, _ next: LineBreakClass) -> Bool {
    switch (before, next) {
    case (.pr, .id), (.pr, .idReserved), (.pr, .eb), (.pr, .em): true  // LB23a
    case (.id, .po), (.idReserved, .po), (.eb, .po), (.em, .po): true  // LB23a
    case (.jl, .jl), (.jl, .jv), (.jl, .h2), (.jl, .h3): true  // LB26
    case (.jv, .jv), (.jv, .jt), (.h2, .jv), (.h2, .jt): true  // LB26
    case (.jt, .jt), (.h3, .jt): true  // LB26
    case (.jl, .po), (.jv, .po), (.jt, .po), (.h2, .po), (.h3, .po): true  // LB27
    case (.pr, .jl), (.pr, .jv), (.pr, .jt), (.pr, .h2), (.pr, .h3): true  // LB27
    case (.ri, .ri): !isFlag  // LB30a
    case (.eb, .em), (.idReserved, .em): true  // LB30b
    default: false
    }
  }
}

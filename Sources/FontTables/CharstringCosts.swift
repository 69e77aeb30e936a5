internal import GalleyBasics

/// The cost of loading the outlines of a `CFF ` or `CFF2` table.
///
/// Charstrings call subroutines, so ten thousand bytes can expand to billions of instructions.
/// FreeType stops after twenty million, which take a second. This type counts the instructions of a
/// charstring without computing its outline, and refuses a glyph with more instructions than
/// ``WorkBudget/glyph`` has steps. It also refuses charstrings whose control flow depends on
/// computed numbers, and invalid ones.
///
/// - SeeAlso: Adobe Technical Note 5177, "The Type 2 Charstring Format"; OpenType 1.9, "CFF2".
package struct CharstringCosts: Sendable {
  /// The table; `nil` if it is damaged.
  private let font: CharstringFont?
  /// The costs of requested glyphs; `nil` for refused ones.
  private var known: [Int: Int?] = [:]

  /// Reads the table's indexes; `nil` if the face has no such table.
  package init?(_ tables: FontTables) {
    // FreeType prefers them in this order.
    if let table = tables["CFF2"] {
      font = CharstringFont(version2: table)
    } else if let table = tables["CFF "] {
      font = CharstringFont(table)
    } else {
      return nil
    }
  }

  /// Returns the number of instructions and operands that load a glyph; `nil` if it exceeds
  /// ``WorkBudget/glyph`` or cannot be determined.
  package mutating func cost(of glyph: Int) -> Int? {
    if let cost = known[glyph] { return cost }
    let cost = font.flatMap { Self.cost(of: glyph, in: $0) }
    known[glyph] = .some(cost)
    return cost
  }

  /// Returns whether loading a glyph takes at most `limit` instructions; counting stops there.
  package func isAffordable(_ glyph: Int, within limit: Int) -> Bool {
    if let cost = known[glyph] { return cost.map { $0 <= limit } ?? false }
    return font.flatMap { Self.cost(of: glyph, in: $0, within: WorkBudget(steps: limit)) } != nil
  }

  private static func cost(
    of glyph: Int, in font: CharstringFont, within budget: WorkBudget = .glyph
  ) -> Int? {
    guard var run = CharstringRun(of: glyph, in: font, budget: budget), run.finish() else {
      return nil
    }
    // An accented letter runs the charstrings of two other letters after its own.
    for part in run.components {
      guard let glyph = font.glyph(ofStandardCode: part),
        var component = CharstringRun(of: glyph, in: font, budget: run.budget),
        component.finish(), component.components.isEmpty
      else { return nil }
      run.budget = component.budget
    }
    return budget.steps - run.budget.steps
  }
}

/// The execution of a charstring and its subroutines.
private struct CharstringRun {
  /// The numbers of operands and results of the arithmetic operators, by their second byte.
  private static let effects: [Int: (operands: Int, results: Int)] = [
    3: (2, 1), 4: (2, 1), 5: (1, 1), 9: (1, 1), 10: (2, 1), 11: (2, 1), 12: (2, 1), 14: (1, 1),
    15: (2, 1), 18: (1, 0), 20: (2, 0), 21: (1, 1), 22: (4, 1), 23: (0, 1), 24: (2, 1),
    26: (1, 1), 27: (1, 2), 28: (2, 2), 29: (1, 1), 30: (2, 0),
  ]

  private let font: CharstringFont
  private let subroutines: CharstringIndex
  var budget: WorkBudget
  /// The operands; `nil` for results of arithmetic.
  private var stack: [Int?] = []
  private var stemCount = 0
  /// Whether the stems are complete, so that further ones are invalid, although FreeType ignores
  /// them.
  private var hasAllStems = false
  private var variationIndex: Int
  private var isEnded = false
  private let charstring: FontTable
  /// The codes, in Standard Encoding, of the two letters that make up an accented letter.
  private(set) var components: [Int] = []

  init?(of glyph: Int, in font: CharstringFont, budget: WorkBudget = .glyph) {
    guard let charstring = font.charstrings[glyph], let dictionary = font.dictionary(of: glyph)
    else { return nil }
    self.font = font
    self.charstring = charstring
    self.budget = budget
    subroutines = dictionary.subroutines
    variationIndex = dictionary.variationIndex
  }

  /// Runs the charstring to its end; returns `false` if it is refused.
  mutating func finish() -> Bool { run(charstring, depth: 0) }

  private mutating func run(_ code: FontTable, depth: Int) -> Bool {
    var place = 0
    while !isEnded, let byte = code.unsigned(place, 1) {
      guard budget.charge(steps: 1) else { return false }
      place += 1
      if byte >= 32 || byte == 28 {
        guard let (number, size) = Self.number(byte, code, at: place) else { return false }
        place += size
        stack.append(number)
        guard stack.count <= Limits.Fonts.operands else { return false }
        continue
      }
      switch byte {
      case 10, 29:
        let index = byte == 10 ? subroutines : font.globalSubroutines
        guard depth < Limits.Fonts.subroutineDepth, let number = stack.popLast() ?? nil,
          let subroutine = index[number + index.bias], run(subroutine, depth: depth + 1)
        else { return false }
      case 11: return !font.isVersion2
      case 19, 20:
        guard addStems(sparing: 1) else { return false }
        hasAllStems = true
        place += (stemCount + 7) / 8
      case 12:
        guard let second = code.unsigned(place, 1), escape(second) else { return false }
        place += 1
      default:
        guard perform(byte) else { return false }
      }
    }
    return true
  }

  /// Performs an operator of one byte, except calls and masks.
  private mutating func perform(_ byte: Int) -> Bool {
    switch byte {
    case 1, 3, 18, 23: return addStems()
    case 4...8, 21, 22, 24...27, 30, 31:
      hasAllStems = true
      stack.removeAll(keepingCapacity: true)
      return true
    case 14 where !font.isVersion2:
      isEnded = true
      return stack.count < 2 || setComponents()
    case 15 where font.isVersion2:
      guard let index = stack.popLast() ?? nil else { return false }
      variationIndex = index
      return true
    case 16 where font.isVersion2:
      guard let count = stack.popLast() ?? nil, count >= 0,
        let regions = font.regionCount(at: variationIndex), stack.count >= count * (regions + 1)
      else { return false }
      stack.removeLast(count * regions)
      return true
    default: return false
    }
  }

  /// Adds the stems of the operands; returns `false` if stems are complete and more than `count`
  /// operands remain.
  private mutating func addStems(sparing count: Int = -1) -> Bool {
    guard !hasAllStems || stack.count <= count else { return false }
    stemCount += stack.count / 2
    stack.removeAll(keepingCapacity: true)
    return true
  }

  private mutating func setComponents() -> Bool {
    guard stack.count >= 4 else { return false }
    for code in stack.suffix(2) {
      guard let code else { return false }
      components.append(code)
    }
    return true
  }

  /// Performs an operator of two bytes by its second byte.
  private mutating func escape(_ second: Int) -> Bool {
    if second == 0 || (34...37).contains(second) {
      hasAllStems = hasAllStems || second != 0
      stack.removeAll(keepingCapacity: true)
      return true
    }
    guard let (taken, left) = Self.effects[second], stack.count >= taken else { return false }
    // Some operators change deeper entries, so all values are unknown afterward.
    stack = Array(repeating: nil, count: stack.count - taken + left)
    return stack.count <= Limits.Fonts.operands
  }

  /// Returns the integer part of the number that begins with `byte`, and the count of its further
  /// bytes.
  private static func number(
    _ byte: Int, _ code: FontTable, at place: Int
  ) -> (number: Int, size: Int)? {
    switch byte {
    case 28: return code.signed(place).map { ($0, 2) }
    case 32...246: return (byte - 139, 0)
    case 247...250: return code.unsigned(place, 1).map { ((byte - 247) * 256 + $0 + 108, 1) }
    case 251...254: return code.unsigned(place, 1).map { (-(byte - 251) * 256 - $0 - 108, 1) }
    default: return code.signed(place).map { ($0, 4) }
    }
  }
}

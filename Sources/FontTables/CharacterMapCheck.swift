internal import GalleyBasics

extension FontTables {
  /// Whether reading the character maps visits no more characters than ``WorkBudget/font`` allows.
  ///
  /// A map is a list of ranges. They are disjoint in a valid font, but a hostile one can repeat the
  /// same characters in a hundred thousand ranges.
  ///
  /// - SeeAlso: OpenType 1.9, "cmap — Character To Glyph Index Mapping Table".
  var hasBoundedCharacterMaps: Bool {
    guard let table = self["cmap"], let count = table.unsigned(2, 2) else { return true }
    var budget = WorkBudget.font
    var offsets: Set<Int> = []
    for index in 0..<count {
      guard let offset = table.unsigned(4 + index * 8 + 4, 4) else { break }
      guard offsets.insert(offset).inserted, let map = table.part(from: offset) else { continue }
      guard map.chargeCharacters(&budget) else { return false }
    }
    return true
  }
}

extension FontTable {
  /// Charges the budget for the characters in the ranges of a character map.
  ///
  /// - Returns: Whether the budget allows them.
  fileprivate func chargeCharacters(_ budget: inout WorkBudget) -> Bool {
    switch unsigned(0, 2) {
    case 4:
      let count = (unsigned(6, 2) ?? 0) / 2
      for index in 0..<count {
        // The array of first characters follows that of last characters and two bytes of padding.
        guard let last = unsigned(14 + index * 2, 2),
          let first = unsigned(16 + (count + index) * 2, 2)
        else { break }
        guard budget.charge(steps: max(0, last - first) + 1) else { return false }
      }
    case 12, 13:
      let count = unsigned(12, 4) ?? 0
      for index in 0..<count {
        guard let first = unsigned(16 + index * 12, 4), let last = unsigned(20 + index * 12, 4)
        else { break }
        let characters = max(0, min(last, 0x10FFFF) - first) + 1
        guard budget.charge(steps: characters) else { return false }
      }
    default: break
    }
    return true
  }
}

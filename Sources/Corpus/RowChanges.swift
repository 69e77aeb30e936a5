/// The differences between rows of dumps of any kind, in words.
enum RowChanges {
  /// Returns the differences between rows: those that moved or have another size, that are gone,
  /// and that are new.
  static func words(from old: [Substring], to new: [Substring]) -> [String] {
    words(from: old.map(DumpRow.init), to: new.map(DumpRow.init))
  }

  /// Returns the differences between rows.
  static func words(from old: [DumpRow], to new: [DumpRow]) -> [String] {
    let changes = new.map(\.shape).difference(from: old.map(\.shape))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let index, _, _): removed.insert(index)
      case .insert(let index, _, _): inserted.insert(index)
      }
    }
    let before = old.indices.filter { !removed.contains($0) }
    let after = new.indices.filter { !inserted.contains($0) }
    var words = removed.sorted().map { "gone: \(old[$0].full)" }
    words += inserted.sorted().map { "new: \(new[$0].full)" }
    for (before, after) in zip(before, after) {
      if let change = change(from: old[before], to: new[after]) { words.append(change) }
    }
    return words
  }

  /// Returns the difference of rows that differ only in numbers, or `nil` if they are equal.
  private static func change(from old: DumpRow, to new: DumpRow) -> String? {
    var parts: [String] = []
    let fields = zip([old.head] + old.fields, [new.head] + new.fields)
    for (before, after) in fields where before != after {
      let (first, second) = (numbers(before), numbers(after))
      let names = names(of: after, count: second.count)
      for (name, (old, new)) in zip(names, zip(first, second)) {
        if let change = DumpChanges.change(name, from: old, to: new) { parts.append(change) }
      }
    }
    return parts.isEmpty ? nil : "\(new.head): " + parts.joined(separator: ", ")
  }

  /// Returns the names of the numbers of a field.
  private static func names(of field: Substring, count: Int) -> [String] {
    let name = String(field.prefix { $0.isLetter })
    if name == "at" { return ["x", "y"] }
    if field.contains(" × "), count == 2 { return ["width", "height"] }
    return [String](repeating: name, count: count)
  }

  private static func numbers(_ field: Substring) -> [Double] {
    field.split(separator: " ").filter(DumpRow.isDistance).compactMap { Double($0) }
  }
}

extension DumpRow {
  /// Whether a word of a row is a distance, which has three decimals.
  fileprivate static func isDistance(_ word: Substring) -> Bool {
    word.utf8.count > 4 && word.utf8[word.utf8.index(word.utf8.endIndex, offsetBy: -4)] == 0x2E
      && word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
  }

  /// The row as it is in the dump.
  fileprivate var full: String { ([head] + fields).joined(separator: "  ") }

  /// The row without distances, by which equal parts are recognized.
  var shape: String {
    full.split(separator: " ").map { Self.isDistance($0) ? "#" : $0 }.joined(separator: " ")
  }
}

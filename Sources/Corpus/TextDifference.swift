/// The difference of two texts, line by line.
package struct TextDifference {
  /// The expected text.
  package let expected: String
  /// The current text.
  package let actual: String

  /// Compares two texts.
  package init(expected: String, actual: String) {
    self.expected = expected
    self.actual = actual
  }

  /// The difference in words: the first line that differs, and the number of such lines.
  package var summary: String {
    let (old, new) = (Self.lines(of: expected), Self.lines(of: actual))
    let first = zip(old, new).prefix { $0 == $1 }.count
    func line(_ lines: [Substring]) -> String {
      first < lines.count ? String(lines[first]) : "(the text has ended)"
    }
    let changes = new.difference(from: old)
    return """
      line \(first + 1) differs
      - \(line(old))
      + \(line(new))
      (lines removed: \(changes.removals.count), added: \(changes.insertions.count))
      """
  }

  /// The lines of both texts in order: those of one text only, and common ones.
  ///
  /// - Complexity: O(*n* *d*), for *n* lines of which *d* differ.
  package func marked() -> [(mark: Mark, line: Substring)] {
    let (old, new) = (Self.lines(of: expected), Self.lines(of: actual))
    let changes = new.difference(from: old)
    let removed = Set(changes.removals.map(\.index))
    let inserted = Set(changes.insertions.map(\.index))
    var result: [(mark: Mark, line: Substring)] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        result.append((.removed, old[oldIndex]))
        oldIndex += 1
      } else if inserted.contains(newIndex) {
        result.append((.added, new[newIndex]))
        newIndex += 1
      } else {
        result.append((.common, old[oldIndex]))
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
      }
    }
    return result
  }

  /// The presence of a line in the two texts.
  package enum Mark {
    case common, removed, added
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension CollectionDifference.Change {
  /// The offset of the change in its collection.
  fileprivate var index: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

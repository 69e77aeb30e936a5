extension Collection<String> {
  /// Returns the word that a mistyped one most likely stands for; `nil` if none is near.
  ///
  /// - Parameter word: The mistyped word.
  /// - Returns: The first of the words at the least edit distance, which is at most a third of the
  ///   length of the mistyped word, and at least 1.
  package func nearest(to word: String) -> String? {
    let limit = Swift.max(1, word.count / 3)
    let distances = map { (word: $0, distance: Self.editDistance($0, word)) }
    guard let least = distances.min(by: { $0.distance < $1.distance }), least.distance <= limit
    else { return nil }
    return least.word
  }

  /// Returns the least number of letters to insert, delete, replace or swap with their neighbor.
  ///
  /// - SeeAlso: The optimal string alignment distance.
  private static func editDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for (row, letter) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var distance = Swift.min(
          next[column] + 1, rows[row][column + 1] + 1,
          rows[row][column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          distance = Swift.min(distance, rows[row - 1][column - 1] + 1)
        }
        next.append(distance)
      }
      rows.append(next)
    }
    return rows[left.count][right.count]
  }
}

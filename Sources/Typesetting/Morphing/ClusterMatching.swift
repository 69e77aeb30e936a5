internal import GalleyBasics

/// The clusters that two layouts have in common, in the order of both texts.
///
/// Words that occur once in both texts are anchors, in the manner of a patience diff; the words
/// around them are compared from both ends. Words that differ share the clusters at their ends,
/// unless their letters join.
package struct ClusterMatching {
  /// The indices of a cluster that is in both layouts.
  package struct Pair: Hashable, Sendable {
    package var (old, new): (Int, Int)
  }

  /// The clusters in common, in logical order.
  package private(set) var pairs: [Pair] = []

  private let old: MorphClusters
  private let new: MorphClusters
  private let oldWords: [Int]
  private let newWords: [Int]

  /// The maximum number of times that the words between anchors are compared again.
  private static let deepest = 8

  /// Compares two layouts.
  package init(_ old: MorphClusters, _ new: MorphClusters) {
    (self.old, self.new) = (old, new)
    oldWords = old.words.map { old.shape(of: $0) }
    newWords = new.words.map { new.shape(of: $0) }
    match(old.words.indices, new.words.indices, depth: 0)
  }

  private mutating func match(_ left: Range<Int>, _ right: Range<Int>, depth: Int) {
    var (left, right) = (left, right)
    while !left.isEmpty, !right.isEmpty, pairWords(left.lowerBound, right.lowerBound) {
      left.removeFirst()
      right.removeFirst()
    }
    var ends: [(Int, Int)] = []
    while !left.isEmpty, !right.isEmpty,
      oldWords[left.upperBound - 1] == newWords[right.upperBound - 1]
    {
      ends.append((left.upperBound - 1, right.upperBound - 1))
      left.removeLast()
      right.removeLast()
    }
    defer { for (first, second) in ends { _ = pairWords(first, second) } }
    guard !left.isEmpty, !right.isEmpty else { return }
    let anchors = depth < Self.deepest ? self.anchors(left, right) : []
    guard !anchors.isEmpty else { return matchLetters(left, right) }
    for (first, second) in anchors {
      match(left.lowerBound..<first, right.lowerBound..<second, depth: depth + 1)
      _ = pairWords(first, second)
      (left, right) = (first + 1..<left.upperBound, second + 1..<right.upperBound)
    }
    match(left, right, depth: depth + 1)
  }

  /// Pairs the clusters of two words, if the words are equal.
  private mutating func pairWords(_ first: Int, _ second: Int) -> Bool {
    guard oldWords[first] == newWords[second],
      old.words[first].count == new.words[second].count
    else { return false }
    for (left, right) in zip(old.words[first], new.words[second]) {
      pairs.append(Pair(old: left, new: right))
    }
    return true
  }

  /// Returns pairs of words that occur once on both sides, in the order of both.
  private func anchors(_ left: Range<Int>, _ right: Range<Int>) -> [(Int, Int)] {
    var places: [Int: (old: Int?, new: Int?, isUnique: Bool)] = [:]
    for index in left {
      let isUnique = places[oldWords[index]] == nil
      places[oldWords[index]] = (index, nil, isUnique)
    }
    for index in right {
      guard let place = places[newWords[index]] else { continue }
      places[newWords[index]] = (place.old, index, place.isUnique && place.new == nil)
    }
    let candidates = left.compactMap { index -> (Int, Int)? in
      guard let place = places[oldWords[index]], place.isUnique, let new = place.new else {
        return nil
      }
      return (index, new)
    }
    return candidates.increasing
  }

  /// Pairs the letters at the start and the end of words that differ.
  private mutating func matchLetters(_ left: Range<Int>, _ right: Range<Int>) {
    var (first, second) = (left.flatMap { old.words[$0] }, right.flatMap { new.words[$0] })
    let isJoined = first.contains { old.clusters[$0].isJoined }
    guard !isJoined, !second.contains(where: { new.clusters[$0].isJoined }) else { return }
    first.sort { old.clusters[$0].offset < old.clusters[$1].offset }
    second.sort { new.clusters[$0].offset < new.clusters[$1].offset }
    func isSame(_ left: Int, _ right: Int) -> Bool {
      old.clusters[left].shape == new.clusters[right].shape
    }
    let starts = zip(first, second).prefix { isSame($0, $1) }
    pairs += starts.map { Pair(old: $0, new: $1) }
    let ends = zip(
      first.dropFirst(starts.count).reversed(), second.dropFirst(starts.count).reversed())
    pairs += ends.prefix { isSame($0, $1) }.reversed().map { Pair(old: $0, new: $1) }
  }
}

extension MorphClusters {
  /// Returns a hash of the shapes of a word's clusters.
  fileprivate func shape(of word: Range<Int>) -> Int {
    var hasher = Hasher()
    for cluster in clusters[word] { hasher.combine(cluster.shape) }
    return hasher.finalize()
  }
}

extension [(Int, Int)] {
  /// A longest subsequence whose second numbers increase as well.
  ///
  /// - Complexity: O(*n* log *n*).
  fileprivate var increasing: Self {
    var piles: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for index in indices {
      let place = piles.partitioningIndex { self[$0].1 >= self[index].1 }
      if place > 0 { previous[index] = piles[place - 1] }
      if place == piles.count { piles.append(index) } else { piles[place] = index }
    }
    var result: Self = []
    var next = piles.last ?? -1
    while next >= 0 {
      result.append(self[next])
      next = previous[next]
    }
    return result.reversed()
  }
}

@testable import GalleyLists
import TestSupport
import Testing

@Suite struct IndexMapTests {
  // E30: index maps without edits.
  @Test func `an identity map keeps every index`() {
    let map = IndexMap.identity(count: 3)
    #expect((-1..<4).map { map.newIndex(of: $0) } == [nil, 0, 1, 2, nil])
    #expect(map.isIdentity)
    let empty = IndexMap(oldCount: 0, deleted: [], inserted: [])
    #expect(empty.isIdentity)
    #expect(empty.newIndex(of: 0) == nil)
  }

  // E31: index maps with small changes.
  @Test func `indices follow deletions and insertions`() {
    let map = IndexMap(oldCount: 5, deleted: [0, 1, 3], inserted: [1, 2, 4])
    #expect((0..<6).map { map.newIndex(of: $0) } == [nil, nil, 0, nil, 3, nil])
    #expect((0..<6).map { map.oldIndex(of: $0) } == [2, nil, nil, 4, nil, nil])
    #expect(map.newCount == 5)
  }

  @Test(
    arguments: [
      (2, [], [0], [1, 2]), (4, [1], [], [0, nil, 1, 2]),
      (4, [0, 1, 2, 3], [0], [nil, nil, nil, nil]),
      (3, [2], [0, 0], [1, 2, nil]), (3, [0, 7, -1], [0], [nil, 1, 2]),
    ] as [(Int, [Int], [Int], [Int?])])
  func `small changes shift the remaining indices`(
    count: Int, deleted: [Int], inserted: [Int], expected: [Int?]
  ) {
    let map = IndexMap(oldCount: count, deleted: deleted, inserted: inserted)
    #expect((0..<count).map { map.newIndex(of: $0) } == expected)
  }

  @Test(arguments: 0..<20)
  func `both directions of a map match an edited list`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1..<60, using: &random)
    let old = Array(0..<count)
    let deleted = old.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    var new = old.filter { !deleted.contains($0) }.map { Optional($0) }
    var moves: [(old: Int, new: Int)] = []
    var inserted: [Int] = []
    // Ascending insertions, some of them of removed elements.
    var taken = deleted.shuffled(using: &random)
    for index in 0..<(new.count + 10) where Int.random(in: 0..<3, using: &random) == 0 {
      guard index <= new.count else { break }
      let moved = Bool.random(using: &random) ? taken.popLast() : nil
      new.insert(moved, at: index)
      inserted.append(index)
      if let moved { moves.append((moved, index)) }
    }
    let map = IndexMap(oldCount: count, deleted: deleted, inserted: inserted, moves: moves)
    #expect(map.newCount == new.count)
    #expect(new.indices.map { map.oldIndex(of: $0) } == new)
    #expect(old.map { map.newIndex(of: $0) } == old.map { new.firstIndex(of: $0) })
  }

  @Test func `the nearest kept item is the item itself, the next or else the previous one`() {
    let map = IndexMap(oldCount: 6, deleted: [0, 2, 3, 5], inserted: [0])
    #expect((-1..<7).map { map.nearestKept(to: $0) } == [nil, 1, 1, 4, 4, 4, 4, nil])
    // The new list has an inserted item and the old items 1 and 4.
    #expect((0..<8).map { map.boundary(of: $0) } == [1, 1, 2, 2, 2, 3, 3, 3])
  }

  @Test func `without kept items, boundaries are at the beginning, that of the end at the end`() {
    let map = IndexMap(oldCount: 3, deleted: [0, 1, 2], inserted: [0, 1])
    #expect((0..<3).allSatisfy { map.nearestKept(to: $0) == nil })
    #expect((0..<5).map { map.boundary(of: $0) } == [0, 0, 0, 2, 2])
  }

  @Test func `a moved item leaves its boundary with the next item`() {
    let map = IndexMap(oldCount: 4, deleted: [1], inserted: [3], moves: [(old: 1, new: 3)])
    #expect((0..<5).map { map.boundary(of: $0) } == [0, 1, 1, 2, 4])
    #expect(map.hasMoves && !map.isIdentity)
    #expect(map.newIndex(of: 1) == 3 && map.oldIndex(of: 3) == 1)
  }

  @Test func `edits of indices out of bounds are ignored`() {
    let map = IndexMap(oldCount: 3, deleted: [-1, 3, 7], inserted: [-1])
    #expect(map.isIdentity && map.newCount == 3)
  }

  @Test func `indices form ranges in any order, without duplicates`() {
    #expect(IndexMap.runs(of: []) == [])
    #expect(IndexMap.runs(of: [4]) == [4..<5])
    #expect(IndexMap.runs(of: [1, 2, 2, 3, 5, 6, 8]) == [1..<4, 5..<7, 8..<9])
    #expect(IndexMap.runs(of: [6, 5, 2, 8, 1, 2, 3]) == [1..<4, 5..<7, 8..<9])
  }

  @Test func `the stationary item is the nearest one that existed before`() {
    // The old items 0 to 3 are at 2, 3, 5 and 6.
    let map = IndexMap(oldCount: 4, deleted: [], inserted: [0, 1, 4, 7])
    #expect((-1..<9).map { map.survivor(.from($0)) } == [0, 0, 0, 0, 1, 2, 2, 3, nil, nil])
    #expect((-1..<9).map { map.survivor(.upTo($0)) } == [nil, nil, nil, 0, 1, 1, 2, 3, 3, 3])
  }
}

@Suite struct IdentityDiffTests {
  // E32: differences without moves.
  @Test func `without moves, reordered items are removed and inserted`() {
    let diff = IdentityDiff(
      from: ["a", "b", "c", "d"], to: ["d", "c", "b", "a"], findsMoves: false)
    #expect(diff.insertions == [1, 2, 3])
    #expect(diff.removals == [0, 1, 2])
    #expect(diff.moves.isEmpty)
  }

  // E33: differences with moves.
  @Test func `reordered items move with the fewest moves`() {
    let diff = IdentityDiff(from: ["a", "b", "c", "d"], to: ["d", "c", "b", "a"])
    #expect(diff.insertions == [])
    #expect(diff.removals == [])
    #expect(diff.moves.map { [$0.old, $0.new] } == [[2, 1], [1, 2], [0, 3]])
    let one = IdentityDiff(from: Array(0..<100), to: [99] + Array(0..<99))
    #expect(one.moves.map { [$0.old, $0.new] } == [[99, 0]])
  }

  @Test func `equal lists have no difference`() {
    #expect(IdentityDiff(from: [1, 2, 3], to: [1, 2, 3]).indexMap(oldCount: 3).isIdentity)
    #expect(IdentityDiff(from: [Int](), to: []).indexMap(oldCount: 0).isIdentity)
    #expect(IdentityDiff(from: [], to: [1]).insertions == [0])
    #expect(IdentityDiff(from: [1], to: []).removals == [0])
  }

  @Test(arguments: 0..<50, [true, false])
  func `applying a difference gives the other list`(seed: UInt64, findsMoves: Bool) {
    // E34: applying a difference yields the other list.
    var random = SplitMix64(seed: seed)
    // Some names repeat.
    let names = seed.isMultiple(of: 5) ? 8 : 1_000
    func list() -> [Int] {
      (0..<Int.random(in: 0..<60, using: &random)).map { _ in
        Int.random(in: 0..<names, using: &random)
      }
    }
    let old = list()
    var new = Bool.random(using: &random) ? list() : old.shuffled(using: &random)
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      new.insert(Int.random(in: 0..<names, using: &random), at: new.count / 2)
    }
    let diff = IdentityDiff(from: old, to: new, findsMoves: findsMoves)
    let map = diff.indexMap(oldCount: old.count)
    let edited = (0..<map.newCount).map { index in
      map.oldIndex(of: index).map { old[$0] } ?? new[index]
    }
    #expect(edited == new)
    #expect(findsMoves || diff.moves.isEmpty)
    // An element that is neither deleted nor inserted is in both lists.
    if findsMoves {
      let gone = diff.removals.map { old[$0] }.sorted()
      let come = diff.insertions.map { new[$0] }.sorted()
      #expect(Set(gone).isDisjoint(with: come))
    }
  }

  @Test(arguments: 0..<20)
  func `the number of moves is minimal`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let old = Array(0..<9)
    let new = old.shuffled(using: &random)
    let diff = IdentityDiff(from: old, to: new)
    // All subsets of nine, ascending in the new list.
    let longest = (0..<(1 << 9)).map { bits in
      let part = new.filter { bits >> $0 & 1 == 1 }
      return part == part.sorted() ? part.count : 0
    }.max()
    #expect(9 - diff.moves.count == longest)
  }
}

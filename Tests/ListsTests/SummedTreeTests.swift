import TestSupport
import Testing

@testable import GalleyLists

@Suite struct SummedTreeTests {
  /// An element with a number as its summary, and a mark that a reset removes.
  private struct Member: SummarizedElement, Equatable {
    var value: Int
    var mark = 0
    var summary: Total { Total(value: value, marks: mark) }
    var reset: Member { Member(value: value) }
  }

  private struct Total: SequenceSummary, Equatable {
    var value: Int
    var marks = 0
    static let zero = Total(value: 0)
    static func + (left: Total, right: Total) -> Total {
      Total(value: left.value + right.value, marks: left.marks + right.marks)
    }
    var reset: Total { Total(value: value) }
  }

  private static func tree(_ values: some Sequence<Int>) -> SummedTree<Member> {
    SummedTree(values.map { Member(value: $0) })
  }

  @Test(arguments: [0, 1, 63, 64, 65, 127, 2_048, 2_049, 70_000])
  func `a tree contains the elements it was created from`(count: Int) {
    let tree = Self.tree(0..<count)
    #expect(tree.count == count)
    #expect(tree.elements.map(\.value) == Array(0..<count))
    #expect(tree.root.isSound())
    #expect(tree.summary.value == count * (count - 1) / 2)
  }

  @Test(arguments: [0, 1, 64, 65, 2_048, 2_049, 65_536, 65_537, 70_001, 2_097_153])
  func `a tree of one repeated element supports individual changes`(count: Int) {
    var tree = SummedTree(repeating: Member(value: 3, mark: 1), count: count)
    let before = tree
    #expect(tree.count == count)
    #expect(tree.root.isSound())
    #expect(tree.summary == Total(value: 3 * count, marks: count))
    for index in [0, count / 2, count - 1] { tree.update(at: index) { $0.mark = 0 } }
    let changed = Set([0, count / 2, count - 1].filter { $0 >= 0 && $0 < count })
    #expect(tree.summary.marks == count - changed.count)
    #expect(changed.allSatisfy { tree[$0]?.mark == 0 && before[$0]?.mark == 1 })
    #expect(before.summary.marks == count)
    tree.replaceSubrange(count / 3..<count / 2, with: [Member(value: 1)])
    #expect(tree.root.isSound())
    #expect(tree.summary.value == 3 * (count - (count / 2 - count / 3)) + 1)
  }

  @Test func `indices out of range are ignored, and ranges are clamped`() {
    var tree = Self.tree(0..<200)
    #expect(tree[-1] == nil)
    #expect(tree[200] == nil)
    #expect(tree[-5..<3].map(\.value) == [0, 1, 2])
    tree.update(at: 200) { $0.value = 7 }
    tree.update(at: -1) { $0.value = 7 }
    tree.replaceSubrange(500..<600, with: [Member(value: 9)])
    #expect(tree.elements.map(\.value) == Array(0..<200) + [9])
  }

  /// Runs 10 seeds of 300 edits each, compared with an array.
  @Test(arguments: 0..<10)
  func `edits of a tree match those of an array`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var model = Array(0..<Int.random(in: 0..<5_000, using: &random))
    var tree = Self.tree(model)
    for _ in 0..<300 {
      let start = Int.random(in: 0...model.count, using: &random)
      let limit = Int.random(in: 0..<4, using: &random) == 0 ? 1_000 : 3
      let end = min(model.count, start + Int.random(in: 0...limit, using: &random))
      let new = (0..<Int.random(in: 0...limit, using: &random)).map { _ in
        Int.random(in: 0..<100, using: &random)
      }
      tree.replaceSubrange(start..<end, with: new.map { Member(value: $0) })
      model.replaceSubrange(start..<end, with: new)
      if let index = model.indices.randomElement(using: &random) {
        tree.update(at: index) { $0.value += 1 }
        model[index] += 1
        #expect(tree[index]?.value == model[index])
        #expect(tree.sum(upTo: index).value == model[..<index].reduce(0, +))
      }
    }
    #expect(tree.root.isSound())
    #expect(tree.elements.map(\.value) == model)
  }

  /// Runs 10 seeds of 200 edits each, compared with an array whose elements are reset one by one.
  @Test(arguments: 0..<10)
  func `a reset of all elements applies to reads and later edits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func members(_ count: Int) -> [Member] { (0..<count).map { Member(value: $0 % 7, mark: 1) } }
    var model = members(.random(in: 0..<6_000, using: &random))
    var tree = SummedTree(model)
    for _ in 0..<200 {
      let start = Int.random(in: 0...model.count, using: &random)
      let end = min(model.count, start + Int.random(in: 0..<300, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        tree.resetAll()
        model = model.map(\.reset)
        #expect(tree.summary.marks == 0)
      case 1:
        let new = members(.random(in: 0..<300, using: &random))
        tree.replaceSubrange(start..<end, with: new)
        model.replaceSubrange(start..<end, with: new)
      case 2:
        for index in start..<end where index.isMultiple(of: 9) {
          tree.update(at: index) { $0.mark = 5 }
          model[index].mark = 5
        }
      default:
        #expect(tree[start..<end] == Array(model[start..<end]))
        #expect(start == model.count || tree[start] == model[start])
      }
      let marks = model[..<start].reduce(0) { $0 + $1.mark }
      #expect(tree.sum(upTo: start).marks == marks)
      #expect(tree.first { $0.marks > marks }?.index == model[start...].firstIndex { $0.mark > 0 })
    }
    #expect(tree.elements == model)
    #expect(tree.root.isSound())
  }

  @Test func `a search finds the first element that reaches a sum`() {
    let tree = Self.tree((0..<10_000).map { $0 % 3 })
    for goal in [1, 2, 500, 9_998, 9_999] {
      let found = tree.first { $0.value >= goal }
      #expect(found.map { tree.sum(upTo: $0.index + 1).value >= goal } == true)
      #expect(found.map { $0.before.value < goal } == true)
      #expect(found.map { tree.sum(upTo: $0.index) == $0.before } == true)
    }
    #expect(tree.first { $0.value > 9_999 } == nil)
  }

  /// Few ranges are edited one by one, many are merged, with equal results.
  @Test(arguments: 0..<12)
  func `one edit removes and inserts many ranges`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = seed.isMultiple(of: 2) ? 20_000 : 300
    let model = Array(0..<count)
    let removed = IndexMap.runs(of: (0..<12).map { _ in Int.random(in: 0..<count, using: &random) })
    let kept = model.filter { index in !removed.contains { $0.contains(index) } }
    let inserted = IndexMap.runs(
      of: (0..<9).map { _ in Int.random(in: 0..<kept.count, using: &random) })
    var expected = kept
    for index in inserted.joined() { expected.insert(-index, at: index) }
    var tree = Self.tree(model)
    let before = tree
    var asked: [Int] = []
    tree.edit(removing: removed, inserting: inserted) { index in
      asked.append(index)
      return Member(value: -index)
    }
    #expect(tree.elements.map(\.value) == expected)
    #expect(asked == Array(inserted.joined()))
    #expect(before.elements.map(\.value) == model)
    #expect(tree.root.isSound())
  }

  @Test func `a tree is sound if its nodes are at least half full, apart from the root`() {
    func leaf(_ count: Int) -> TreeNode<Member> {
      TreeNode(leaf: Array(repeating: Member(value: 1), count: count))
    }
    #expect(leaf(0).isSound() && leaf(64).isSound() && !leaf(65).isSound())
    #expect(TreeNode(branch: [leaf(32), leaf(64)]).isSound())
    #expect(!TreeNode(branch: [leaf(31), leaf(64)]).isSound())
    #expect(!TreeNode(branch: [leaf(64)]).isSound())
  }
}

import GalleyGeometry
import GalleyLayoutSpecs
import TestSupport
import Testing

@Suite struct NodeLayoutTests {
  private func leaf(_ box: Box, at position: Point? = .zero) -> NodeLayout {
    NodeLayout(box, size: Size(width: 10, height: 10), position: position)
  }

  @Test func `a flattened layout has the direct elements in tree order`() {
    // R27: a flattened layout has the direct elements in order.
    let boxes = (0..<5).map { _ in Box(10, 10) }
    let inner = NodeLayout(
      boxes[1], size: Size(width: 10, height: 10), position: Point(x: 1, y: 2),
      sublayouts: [leaf(boxes[4])])
    let tree = NodeLayout(
      size: Size(width: 50, height: 50), position: Point(x: 100, y: 100),
      sublayouts: [
        leaf(boxes[0], at: Point(x: 3, y: 4)),
        NodeLayout(
          size: Size(width: 20, height: 20), position: Point(x: 10, y: 20),
          sublayouts: [inner, leaf(boxes[2])]),
        leaf(boxes[3]),
      ])
    let flat = tree.flattened()
    #expect(
      flat.sublayouts.map { $0.element.map(ObjectIdentifier.init) }
        == boxes[..<4].map { ObjectIdentifier($0) })
    #expect(flat.frames == ["3 4 10 10", "11 22 10 10", "10 20 10 10", "0 0 10 10"])
    #expect(flat.sublayouts.allSatisfy { $0.sublayouts.isEmpty })
    #expect(flat.position == nil)
  }

  @Test func `specs keep their elements in order of declaration`() {
    // R07: nested specs determine the order of subnodes.
    // R13: the order is that of the spec after any changes.
    let boxes = (0..<5).map { _ in Box(10, 10) }
    let layout = StackSpec.row {
      OverlaySpec(boxes[1], background: boxes[0])
      InsetSpec(.zero, OverlaySpec(boxes[2], overlay: boxes[3]))
      boxes[4]
    }.layout().flattened()
    #expect(
      layout.sublayouts.map { $0.element.map(ObjectIdentifier.init) }
        == boxes.map { ObjectIdentifier($0) })
  }

  @Test func `a flat layout without a position is reused`() {
    // R28: a flat layout is reused.
    let flat = NodeLayout(
      size: Size(width: 50, height: 50),
      sublayouts: [leaf(Box(1, 1)), leaf(Box(1, 1), at: Point(x: 5, y: 5))])
    #expect(flat.flattened() === flat)
    let empty = NodeLayout(size: .zero)
    #expect(empty.flattened() === empty)
  }

  @Test func `flattening a flat layout drops its position and keeps its sublayouts`() {
    // R28: a flat layout is reused.
    let part = leaf(Box(1, 1), at: Point(x: 5, y: 5))
    let placed = NodeLayout(
      size: Size(width: 50, height: 50), position: Point(x: 7, y: 7), sublayouts: [part])
    let flat = placed.flattened()
    #expect(flat !== placed)
    #expect(flat.position == nil)
    #expect(flat.sublayouts.first === part)
  }

  @Test func `flattening reuses sublayouts of specs at the origin and copies others`() {
    // R28: a flat layout is reused.
    let parts = [leaf(Box(1, 1), at: Point(x: 5, y: 5)), leaf(Box(1, 1), at: Point(x: 5, y: 5))]
    func spec(_ part: NodeLayout, at position: Point) -> NodeLayout {
      NodeLayout(size: Size(width: 20, height: 20), position: position, sublayouts: [part])
    }
    let flat = NodeLayout(
      size: Size(width: 50, height: 50),
      sublayouts: [spec(parts[0], at: .zero), spec(parts[1], at: Point(x: 1, y: 0))]
    ).flattened()
    #expect(flat.sublayouts.first === parts[0])
    #expect(flat.sublayouts.last !== parts[1])
    #expect(flat.frames == ["5 5 10 10", "6 5 10 10"])
  }

  @Test func `a flattened layout keeps only the first occurrence of an element`() {
    let box = Box(10, 10)
    let layout = StackSpec.row {
      box
      box
    }.layout()
    #expect(layout.frames == ["0 0 10 10"])
  }
}

@Suite struct SpecDiffTests {
  @Test(
    arguments: [
      ("12", "132", [], "+1"), ("", "ab", [], "+0 +1"), ("ab", "", [0, 1], ""),
      ("abc", "bca", [], "0>2"), ("abcd", "dcba", [], "3>0 2>1 1>2"),
      ("abc", "xcy", [0, 1], "+0 +2"), ("abc", "abc", [], ""),
    ] as [(String, String, [Int], String)])
  func `a diff lists removals, then insertions and moves in ascending order`(
    old: String, new: String, removals: [Int], placements: String
  ) {
    // R09: subnodes change from 1, 2 to 1, 3, 2.
    let diff = SpecDiff(from: Array(old), to: Array(new))
    let found = diff.placements.map { step in
      step.origin.map { "\($0)>\(step.index)" } ?? "+\(step.index)"
    }
    #expect(diff.removals == removals)
    #expect(found.joined(separator: " ") == placements)
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func `applying a diff gives the new list`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let all = Array(0..<Int.random(in: 1...14, using: &random))
    func list() -> [Int] {
      Array(all.shuffled(using: &random).prefix(Int.random(in: 0...all.count, using: &random)))
    }
    let (old, new) = (list(), list())
    let diff = SpecDiff(from: old, to: new)
    #expect(diff.applied(to: old, new: new) == new)
    #expect((diff.removals.isEmpty && diff.placements.isEmpty) == (old == new))
    #expect(diff.removals.map { old[$0] } == old.filter { !new.contains($0) })
    let kept = new.filter { old.contains($0) }.count
    let moves = diff.placements.filter { $0.origin != nil }.count
    #expect(diff.placements.count - moves == new.count - kept)
    #expect(diff.placements.map(\.index) == diff.placements.map(\.index).sorted())
    #expect(moves == kept - longestAscent(new.compactMap { old.firstIndex(of: $0) }))
  }

  @Test func `a diff counts only the first occurrence of an element`() {
    let diff = SpecDiff(from: [1, 2, 1], to: [2, 1, 2])
    #expect(diff.removals == [2])
    #expect(diff.applied(to: [1, 2, 1], new: [2, 1, 2]) == [2, 1])
  }

  @Test func `layouts are compared by the identity of their elements`() {
    let (first, second, third) = (Box(1, 1), Box(1, 1), Box(1, 1))
    func layout(_ boxes: [Box]) -> NodeLayout { StackSpec.row { boxes }.layout().flattened() }
    let diff = SpecDiff(from: layout([first, second]), to: layout([first, third, second]))
    #expect(diff.removals == [])
    #expect(diff.placements.map(\.index) == [1])
    #expect(SpecDiff(from: nil, to: layout([first])).placements.count == 1)
  }

  /// Returns the length of a longest ascending subsequence, by trying each element as the last.
  private func longestAscent(_ list: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in list.enumerated() {
      lengths.append((0..<index).filter { list[$0] < number }.map { lengths[$0] }.max() ?? 0)
      lengths[index] += 1
    }
    return lengths.max() ?? 0
  }
}

extension SpecDiff {
  /// Applies the difference to a list.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after, which provides the new elements.
  /// - Returns: The new list, without duplicates.
  fileprivate func applied<ID: Hashable>(to old: [ID], new: [ID]) -> [ID] {
    var list = old
    for index in removals.reversed() { list.remove(at: index) }
    for placement in placements {
      let element = new[placement.index]
      if placement.origin != nil { list.removeAll { $0 == element } }
      let before = new[..<placement.index].last { $0 != element }
      let place = before.flatMap(list.firstIndex).map { $0 + 1 } ?? 0
      list.insert(element, at: place)
    }
    return list
  }
}

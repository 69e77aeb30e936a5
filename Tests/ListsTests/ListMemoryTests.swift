import GalleySystem
import GalleyGeometry
import GalleyScheduling
import TestSupport
import Testing

@testable import GalleyLists

/// Serialized, because it counts the allocations of the whole process.
@MainActor @Suite(.serialized, .endsStages) struct ListMemoryTests {
  private static let count = 100_000

  private static func elements() -> SummedTree<ListElement> {
    let first = ElementID.reserve(count)
    return SummedTree(count: count) { numbers in
      numbers.map { ListElement(id: first.advanced(by: $0), item: ListItem(key: $0)) }
    }
  }

  @Test func `an off-screen item takes at most 64 bytes of a list's storage`() throws {
    #expect(MemoryLayout<ListElement>.stride == 24)
    #expect(MemoryLayout<ItemGeometry.Length>.stride == 8)
    let plan = try ChangePlan(.reload, of: ElementMap(), counts: [Self.count])
    let map = MapChange(plan, of: ElementMap(), items: Self.elements(), contexts: [nil]).new
    var geometry = ItemGeometry(count: Self.count)
    for index in stride(from: 0, to: Self.count, by: 3) {
      geometry.setLength(Double(index % 300), of: index)
    }
    // The bytes of the trees, by their contents.
    let bytes = map.items.root.allocatedBytes + geometry.allocatedBytes
    #expect(bytes / Self.count <= 48)
    // An edit of a copy allocates only the changes; both trees are kept while it is in flight.
    var edited = map.items
    edited.replaceSubrange(5_000..<5_001, with: [])
    #expect(edited.root.allocatedBytes(besides: map.items.root) < 20_000)
  }

  @Test(.disabled(if: isSanitized)) func `the allocator reports at most 64 bytes per item`() throws
  {
    let plan = try ChangePlan(.reload, of: ElementMap(), counts: [Self.count])
    expectAllocatedBytes(atMost: 64 * Self.count) {
      let map = MapChange(plan, of: ElementMap(), items: Self.elements(), contexts: [nil]).new
      let geometry = ItemGeometry(count: Self.count)
      #expect(map.itemCount == geometry.count)
      return (map, geometry)
    }
  }

  @Test(.disabled(if: isSanitized)) func `unmeasured items take almost no memory`() {
    expectAllocatedBytes(atMost: 10 * Self.count) {
      let geometry = ItemGeometry(count: 10 * Self.count)
      #expect(geometry.length == 440.0 * Double(Self.count))
      return geometry
    }
  }

  @Test func `a controller keeps only the nodes of needed items`() throws {
    let list = TestList([Array(0..<20_000)])
    list.container.needs = { _ in (100..<120).map { NeededItem(index: $0) } }
    try list.load()
    #expect(list.source.counter.made == 20)
    #expect(list.controller.liveNodeCount == 20)
    list.controller.releaseNodes { _ in false }
    list.loop.tick()
    list.executor.runAll()
    #expect(list.source.counter.living == 0)
  }
}

extension TreeNode {
  /// The bytes of the tree's arrays, including the allocator's overhead.
  var allocatedBytes: Int {
    func bytes<Member>(_ array: [Member]) -> Int {
      array.isEmpty ? 0 : 48 + array.capacity * MemoryLayout<Member>.stride
    }
    return bytes(elements) + bytes(children) + children.reduce(0) { $0 + $1.allocatedBytes }
  }

  /// Returns the bytes of the leaves that are not shared with another tree.
  fileprivate func allocatedBytes(besides other: TreeNode) -> Int
  where Element == ListElement {
    func leaves(_ node: TreeNode) -> [[Element]] {
      node.isLeaf ? [node.elements] : node.children.flatMap(leaves)
    }
    let known = Set(leaves(other))
    return leaves(self).filter { !known.contains($0) }.reduce(0) {
      $0 + $1.count * MemoryLayout<Element>.stride
    }
  }
}

extension ItemGeometry {
  fileprivate var allocatedBytes: Int { lengths.root.allocatedBytes }
}

@testable import GalleyLists
import TestSupport
import Testing

@Suite struct ItemGeometryTests {
  @Test func `items follow each other without gaps`() {
    var geometry = ItemGeometry(count: 4, estimate: 10)
    #expect(geometry.length == 40)
    geometry.setLength(30, of: 1)
    #expect((0...4).map { geometry.offset(of: $0) } == [0, 10, 40, 50, 60])
    #expect([0, 9.5, 10, 39, 40, 59].map { geometry.index(at: $0) } == [0, 0, 1, 1, 2, 3])
    #expect(geometry.index(at: 60) == nil)
    #expect(geometry.items(in: 10..<40) == 1..<2)
    #expect(geometry.items(in: 9.5..<40.5) == 0..<3)
    #expect(geometry.items(in: 60..<99).isEmpty)
    #expect(geometry.items(in: (-9)..<0).isEmpty)
    #expect(geometry.items(in: (-9)..<5) == 0..<1)
    #expect(geometry.items(in: 5..<5).isEmpty)
  }

  @Test func `invalid lengths are repaired`() {
    var geometry = ItemGeometry(count: 5, estimate: .nan)
    #expect(geometry.length == 0)
    for (index, length) in [-5, .nan, 1e9, .infinity, 0].enumerated() {
      geometry.setLength(length, of: index)
    }
    #expect((0..<5).map { geometry.length(of: $0) } == [0, 0, 1e9, ItemGeometry.longestLength, 0])
    #expect(geometry.lengths.summary.measured == 5)
    geometry.setLength(5, of: 99)
    #expect(geometry.length(of: 99) == 0)
    #expect(ItemGeometry(count: -3).count == 0)
    // An item without length has no position.
    #expect(geometry.index(at: 0) == 2)
  }

  @Test func `an estimated length stays until the item is measured`() {
    var geometry = ItemGeometry(count: 3, estimate: 10)
    #expect((0..<3).allSatisfy { !geometry.isMeasured($0) })
    geometry.setLength(50, of: 0)
    #expect(geometry.estimate == 50)
    #expect((0..<3).map { geometry.length(of: $0) } == [50, 10, 10])
    #expect((0..<9).map { geometry.isMeasured($0) } == [true] + Array(repeating: false, count: 8))
    // Inserted items are estimated by the known lengths.
    geometry.apply(IndexMap(oldCount: 3, deleted: [1], inserted: [0]))
    #expect((0..<3).map { geometry.length(of: $0) } == [50, 50, 10])
    #expect((0..<3).map { geometry.isMeasured($0) } == [false, true, false])
    geometry.invalidateLengths()
    #expect(geometry.lengths.summary.measured == 0)
    #expect(geometry.length == 110)
  }

  @Test func `a list of short items begins with its first`() {
    let geometry = ItemGeometry(count: 10, estimate: 0.5)
    #expect(geometry.items(in: 0..<1) == 0..<2)
    #expect(geometry.items(in: -1..<0.75) == 0..<2)
    #expect(geometry.lengths(of: 8..<20) == [0.5, 0.5])
    #expect(ItemGeometry(count: 1).length == 44)
  }

  @Test func `lengths measured before an invalidation do not count for the estimate`() {
    var geometry = ItemGeometry(count: 300, estimate: 10)
    for index in 0..<300 { geometry.setLength(30, of: index) }
    geometry.invalidateLengths()
    #expect(geometry.estimate == 10 && geometry.measuredCount == 0)
    geometry.setLength(50, of: 0)
    #expect(geometry.estimate == 50 && geometry.measuredCount == 1)
    #expect(geometry.length == 50 + 299 * 30)
  }

  @Test func `a moved item keeps its length`() {
    var geometry = ItemGeometry(count: 4, estimate: 10)
    for index in 0..<4 { geometry.setLength(Double(index + 1), of: index) }
    geometry.apply(IndexMap(oldCount: 4, deleted: [0], inserted: [3], moves: [(old: 0, new: 3)]))
    #expect((0..<4).map { geometry.length(of: $0) } == [2, 3, 4, 1])
  }

  @Test(arguments: 0..<10)
  func `offsets are the sums of the preceding lengths`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var geometry = ItemGeometry(count: 500, estimate: 20)
    var model = Array(repeating: 20.0, count: 500)
    for _ in 0..<200 {
      let index = Int.random(in: 0..<model.count, using: &random)
      // Multiples of 1/64, so that sums are exact.
      let length = Double(Int.random(in: 0..<6_400, using: &random)) / 64
      geometry.setLength(length, of: index)
      model[index] = length
      let deleted = (0..<3).map { _ in Int.random(in: 0..<model.count, using: &random) }
      let inserted = Array(Set((0..<3).map { _ in Int.random(in: 0..<400, using: &random) }))
      let map = IndexMap(oldCount: model.count, deleted: deleted, inserted: inserted)
      let estimate = geometry.estimate
      geometry.apply(map)
      let old = model
      model = (0..<map.newCount).map { map.oldIndex(of: $0).map { old[$0] } ?? estimate }
    }
    // The estimate is a mean, which is rounded.
    let tolerance = 1e-6
    for index in stride(from: 0, through: model.count, by: 37) {
      #expect(abs(geometry.offset(of: index) - model[..<index].reduce(0, +)) < tolerance)
    }
    for place in stride(from: -10, to: geometry.length + 50, by: 391.5) {
      let found = geometry.items(in: place..<(place + 870))
      var (start, expected) = (0.0, [Int]())
      for index in model.indices {
        if start < place + 870 - tolerance, start + model[index] > max(0, place) + tolerance {
          expected.append(index)
        }
        start += model[index]
      }
      #expect(expected.allSatisfy { found.contains($0) })
      #expect(found.count <= expected.count + 1)
    }
  }
}

@Suite struct ScrollAnchorTests {
  @Test func `the anchored item stays in place while other items are measured`() throws {
    var geometry = ItemGeometry(count: 1_000, estimate: 44)
    var viewport = 20_000.0
    let anchor = try #require(ScrollAnchor(first: viewport..<(viewport + 870), in: geometry))
    let place = geometry.offset(of: anchor.index) - viewport
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 {
      geometry.setLength(
        Double(Int.random(in: 0..<300, using: &random)),
        of: Int.random(in: 0..<1_000, using: &random))
      viewport = anchor.viewport(in: geometry)
      #expect(geometry.offset(of: anchor.index) - viewport == place)
    }
  }

  @Test func `a partly visible item grows out of the viewport`() throws {
    var geometry = ItemGeometry(count: 3, estimate: 100)
    let anchor = try #require(ScrollAnchor(first: 50..<250, in: geometry))
    #expect(anchor.index == 1)
    geometry.setLength(400, of: 0)
    #expect(anchor.viewport(in: geometry) == 350)
  }

  @Test func `an item at the beginning of the viewport is anchored`() throws {
    let geometry = ItemGeometry(count: 5, estimate: 100)
    for (start, index) in [(100.0, 1), (100.5, 2), (199.5, 2), (200, 2)] {
      let anchor = try #require(ScrollAnchor(first: start..<(start + 250), in: geometry))
      #expect(anchor.index == index && anchor.edge == .start)
      #expect(anchor.distance == Double(index) * 100 - start)
    }
  }

  @Test func `an item that fills the viewport is anchored by its visible end`() throws {
    let geometry = ItemGeometry(count: 3, estimate: 1_000)
    let inside = try #require(ScrollAnchor(first: 100..<500, in: geometry))
    #expect(inside == ScrollAnchor(index: 0, viewport: 100, in: geometry))
    let end = try #require(ScrollAnchor(first: 600..<1_000, in: geometry))
    #expect(end == ScrollAnchor(index: 0, edge: .end, viewport: 600, in: geometry))
    #expect(ScrollAnchor(first: 3_000..<3_400, in: geometry) == nil)
  }

  // E29: insertions above do not move visible items.
  @Test func `an anchor whose item is removed moves to the nearest remaining one`() throws {
    let geometry = ItemGeometry(count: 10, estimate: 100)
    let anchor = ScrollAnchor(index: 5, viewport: 450, in: geometry)
    // With two insertions before it and its deletion, the next item keeps its position.
    let map = IndexMap(oldCount: 10, deleted: [5], inserted: [0, 1])
    var after = geometry
    after.apply(map)
    let next = try #require(anchor.following(map, viewport: 450, in: geometry))
    #expect(next.index == 7)
    #expect(next.distance == 150)
    #expect(next.viewport(in: after) == 550)
    let tail = IndexMap(oldCount: 10, deleted: [5, 6, 7, 8, 9], inserted: [])
    #expect(anchor.following(tail, viewport: 450, in: geometry)?.index == 4)
    let none = IndexMap(oldCount: 10, deleted: Array(0..<10), inserted: [0])
    #expect(anchor.following(none, viewport: 450, in: geometry) == nil)
    // A moved item does not move the viewport.
    let move = IndexMap(oldCount: 10, deleted: [5], inserted: [0], moves: [(old: 5, new: 0)])
    #expect(anchor.following(move, viewport: 450, in: geometry)?.index == 6)
  }

  @Test func `an anchor at the end keeps a chat at its bottom`() {
    var geometry = ItemGeometry(count: 10, estimate: 100)
    let anchor = ScrollAnchor(index: 9, edge: .end, viewport: 600, in: geometry)
    geometry.setLength(300, of: 9)
    #expect(anchor.viewport(in: geometry) == 800)
  }
}

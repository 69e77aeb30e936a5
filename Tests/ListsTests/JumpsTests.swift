@testable import GalleyLists
import Testing

/// The items that a scroll to an item shows, without a list view.
@MainActor @Suite struct JumpsTests {
  private let bench = SceneBench(600, length: 50)

  private func jump(to index: Int, _ position: ScrollPosition = .head()) -> ListJump {
    ListJump(
      index: index, position: position, animation: nil, completion: { _ in }, start: 0)
  }

  @Test func `a pending jump shows the items in the viewport at its destination`() {
    var jumps = Jumps()
    #expect(jumps.locate(in: bench.state) == nil)
    jumps.pending = jump(to: 100)
    #expect(jumps.locate(in: bench.state)?.offset == 5_000)
    #expect(jumps.pending?.window == 100..<108)
    jumps.pending = jump(to: 100, .head(10))
    #expect(jumps.locate(in: bench.state)?.offset == 4_990)
    #expect(jumps.pending?.window == 99..<108)
  }

  @Test func `a jump among short items shows no more than 512 of them`() {
    let short = SceneBench(2_000, length: 0.5)
    var jumps = Jumps()
    jumps.pending = jump(to: 1_000)
    #expect(jumps.locate(in: short.state)?.offset == 500)
    #expect(jumps.pending?.window == 1_000..<1_512)
  }

  @Test func `jumps follow their items, and those of deleted ones end`() throws {
    var jumps = Jumps()
    jumps.pending = jump(to: 100)
    _ = jumps.locate(in: bench.state)
    let current = try #require(jumps.pending)
    jumps.beginScrolling(current, skips: true)
    #expect(jumps.window == 100..<108 && jumps.isScrolling)
    jumps.pending = jump(to: 200)
    let ends = jumps.follow(IndexMap(oldCount: 600, deleted: [50, 102], inserted: [0, 1, 2]))
    #expect(ends.isEmpty)
    #expect(jumps.pending?.index == 201)
    #expect(jumps.window == 102..<109)
    #expect(jumps.follow(IndexMap(oldCount: 601, deleted: [201], inserted: [])).count == 1)
    #expect(jumps.pending == nil && jumps.isScrolling)
    #expect(jumps.follow(IndexMap(oldCount: 600, deleted: [103], inserted: [])).isEmpty)
    #expect(jumps.window == 102..<108)
    #expect(jumps.follow(IndexMap(oldCount: 599, deleted: [102], inserted: [])).count == 1)
    #expect(jumps.window == nil && !jumps.isScrolling)
    #expect(jumps.endScrolling() == nil)
  }

  @Test func `a jump over a short distance shows the items in between`() throws {
    var jumps = Jumps()
    jumps.beginScrolling(jump(to: 3), skips: false)
    #expect(jumps.window == nil && jumps.isScrolling)
    #expect(jumps.endScrolling()?.hasSkipped == false)
    jumps.beginScrolling(jump(to: 3), skips: true)
    #expect(jumps.endScrolling()?.hasSkipped == true)
  }

  @Test func `an animated jump follows its item unless any visible position will do`() {
    for (position, target) in [(ScrollPosition.head(), 5_010.0), (.visible(), 5_000)] {
      var state = bench.state
      var jumps = Jumps()
      jumps.beginScrolling(jump(to: 100, position), skips: false)
      state.scroller.scroll(to: 5_000, animation: .standard, time: 0)
      // An item before it grows.
      state.apply(nil, lengths: [(50, 60)], keeping: .nothing)
      #expect(!jumps.retarget(&state))
      #expect(state.scroller.restingOffset == target)
      state.scroller.advance(to: 1)
      #expect(jumps.retarget(&state))
    }
  }
}

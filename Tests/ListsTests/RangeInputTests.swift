import GalleyDisplay
@testable import GalleyLists
import GalleyScheduling
import Testing

/// The items that an update of the ranges considers, and the sizes of their bitmaps.
@Suite struct RangeInputTests {
  /// Returns the input for 10,000 items of a point each, at an offset.
  private func input(at offset: Double, count: Int = 10_000) -> RangeInput {
    RangeInput(
      viewport: offset..<(offset + 100), geometry: ItemGeometry(count: count, estimate: 1),
      breadth: 400)
  }

  @Test func `up to 512 items are considered, a quarter of them before the viewport`() {
    // As many as the limit are all of them.
    #expect(input(at: 5_000).items(in: 4_700..<5_212) == 4_700..<5_212)
    #expect(input(at: 5_000).items(in: 4_700..<5_213) == 4_872..<5_213)
    #expect(input(at: 5_000).items(in: 0..<10_000) == 4_872..<5_384)
    #expect(input(at: 5_000).items(in: 4_900..<10_000) == 4_900..<5_412)
    // The ends of the list limit them.
    #expect(input(at: 0).items(in: -50..<10_000) == 0..<512)
    #expect(input(at: 9_900).items(in: 0..<10_000) == 9_772..<10_000)
    // Beyond the content, the first ones of the range count.
    #expect(input(at: 20_000).items(in: 1_000..<30_000) == 1_000..<1_512)
  }

  @Test func `a list of many short items has no more than 512 items in ranges`() {
    var state = RangeState()
    let update = state.update(input(at: 5_000))
    // A screen before, half a screen behind, and an eighth of a screen in which items stay.
    #expect(state.items(inAtLeast: .measureLayout) == Array(4_950..<5_200))
    #expect(update.changes.count == 250)
    state.tuning[.minimum, .measure] = RangeTuning.Reach(leading: 100, trailing: 100)
    _ = state.update(input(at: 5_000))
    #expect(state.items(inAtLeast: .measureLayout) == Array(4_872..<5_384))
  }

  @Test func `items outside all ranges have no distance`() {
    var state = RangeState()
    _ = state.update(input(at: 5_000))
    #expect(state.distance(of: 5_150) == 50)
    #expect(state.distance(of: 5_050) == 0)
    #expect(state.distance(of: 9_000) == 0 && state.state(of: 9_000) == .none)
  }

  @Test(arguments: [(0.5, true), (-0.5, false), (.nan, true), (.infinity, true)])
  func `slow movement has a direction, and an invalid velocity has none`(
    velocity: Double, isForward: Bool
  ) {
    var state = RangeState()
    var input = input(at: 5_000)
    input.velocity = velocity
    _ = state.update(input)
    #expect(state.isForward == isForward)
    // It stays until the list moves again.
    input.velocity = 0
    _ = state.update(input)
    #expect(state.isForward == isForward)
  }

  @Test func `a list without breadth shows nothing`() {
    for (breadth, isShown) in [(0.0, false), (0.5, true)] {
      var state = RangeState()
      var input = input(at: 5_000)
      input.breadth = breadth
      #expect(state.update(input).changes.isEmpty == !isShown)
      #expect((state.state(of: 5_000) == .visible) == isShown)
    }
  }

  @Test func `a replaced item leaves its states, also if no index changes`() {
    var bench = RangeBench()
    bench.scroll(to: 0)
    let map = IndexMap.identity(count: 100)
    #expect(bench.state.follow(map) == [])
    #expect(
      bench.state.follow(map, replacing: [3]) == [
        RangeUpdate.Change(index: 3, old: .visible, new: .none)
      ])
    #expect(bench.state.state(of: 3) == .none && bench.state.state(of: 4) == .visible)
  }

  @Test func `deleted items leave the innermost states first`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    let map = IndexMap(oldCount: 100, deleted: [48, 52, 55, 60], inserted: [])
    let gone = bench.state.follow(map)
    #expect(gone.map(\.index) == [52, 55, 48, 60])
    #expect(gone.map(\.old) == [.visible, .visible, .display, .display])
  }

  @Test func `items that a viewport beyond the content leaves get new keys`() {
    var bench = RangeBench()
    bench.scroll(to: 0)
    let update = bench.scroll(to: 50_000)
    #expect(update.keys.map(\.index) == Array(0..<10))
    #expect(update.keys.allSatisfy { $0.key == DisplayWork.Key(.display) })
  }

  @Test func `a drawn item stays drawn beside an equally near one`() {
    var bench = RangeBench(hysteresis: 0.125)
    bench.state.byteBudget = 11 * 400 * 100 * 4
    bench.state.trailingWeight = 1
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    // Between two items, eleven are visible; item 60 has been, and stays.
    for y in [5_001.0, 5_000, 5_000] { bench.scroll(to: y) }
    #expect(bench.states[.display] == [60])
    for y in [4_999.0, 5_000, 5_000] { bench.scroll(to: y) }
    #expect(bench.states[.display] == [49])
    bench.scroll(to: 5_000)
    #expect(bench.states[.display] == [49])
  }

  @Test func `a reach is a distance in points or viewports, and none without a viewport`() {
    let reach = RangeTuning.Reach(leading: 3, trailing: 0.5)
    #expect(reach.points(along: 100) == (300, 50))
    #expect(reach.points(along: 0.5) == (1.5, 0.25))
    #expect(reach.points(along: 0) == (0, 0))
    #expect(RangeTuning.Reach(leading: .infinity, trailing: 1).points(along: 0) == (0, 0))
    let inset = RangeTuning.Reach(leading: 500, trailing: 20, unit: .points)
    #expect(inset.points(along: 100) == (500, 20))
    #expect(inset.points(along: 0) == (500, 20))
  }

  @Test func `a bitmap has four bytes for each pixel, also partly covered ones`() {
    var input = input(at: 0)
    #expect(input.bytes(ofLength: 100) == 400 * 100 * 4)
    #expect(input.bytes(ofLength: 0) == 0)
    input.scale = 2
    #expect(input.bytes(ofLength: 10.2) == 800 * 21 * 4)
    (input.breadth, input.scale) = (10.2, 1)
    #expect(input.bytes(ofLength: 7) == 11 * 7 * 4)
  }

  @Test func `the bytes of invalid lengths are none, and those of huge ones a large number`() {
    let input = input(at: 0)
    #expect(input.bytes(ofLength: .nan) == 0)
    #expect(input.bytes(ofLength: .infinity) == 0)
    #expect(input.bytes(ofLength: -5) == 0)
    #expect(input.bytes(ofLength: 1e300) == 1 << 53)
  }
}

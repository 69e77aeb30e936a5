import GalleyDisplay
@testable import GalleyLists
import GalleyScheduling
import Testing

/// A list of 100 items, each 400 by 100 points, in a viewport of 400 by 1,000 points.
struct RangeBench {
  var state = RangeState()
  var input: RangeInput

  init(count: Int = 100, hysteresis: Double = 0) {
    input = RangeInput(
      viewport: 0..<1_000, geometry: ItemGeometry(count: count, estimate: 100), breadth: 400)
    state.hysteresis = hysteresis
  }

  /// Moves the viewport with a velocity and updates.
  @discardableResult mutating func scroll(to y: Double, velocity: Double = 0) -> RangeUpdate {
    input.viewport = y..<(y + 1_000)
    input.velocity = velocity
    return state.update(input)
  }

  /// The items in each state, from the outermost to the innermost.
  var states: [InterfaceState: [Int]] {
    var states: [InterfaceState: [Int]] = [:]
    for index in state.items(inAtLeast: .measureLayout) {
      states[state.state(of: index), default: []].append(index)
    }
    return states
  }

  /// The total size of the bitmaps of drawn items.
  var bitmapBytes: Int {
    state.items(inAtLeast: .display).reduce(0) {
      $0 + input.bytes(ofLength: input.geometry.length(of: $1))
    }
  }

  /// Returns the first and the last item in a state or a stronger one.
  func range(_ state: InterfaceState) -> ClosedRange<Int>? {
    let items = self.state.items(inAtLeast: state)
    guard let first = items.first, let last = items.last else { return nil }
    return items == Array(first...last) ? first...last : nil
  }
}

@Suite struct RangeTuningTests {
  // G01: range tunings per mode and kind, with scrolling as the default mode.
  @Test func `reaches are set per mode and kind, with scrolling as the default mode`() {
    var tuning = RangeTuning()
    tuning[.minimum, .preload] = RangeTuning.Reach(leading: 7, trailing: 6)
    #expect(tuning[.minimum, .preload] == RangeTuning.Reach(leading: 7, trailing: 6))
    #expect(tuning[.full, .preload] == RangeTuning.Reach(leading: 2.5, trailing: 1.5))
    tuning[.display] = RangeTuning.Reach(leading: 2, trailing: 0.5)
    #expect(tuning[.full, .display] == RangeTuning.Reach(leading: 2, trailing: 0.5))
    #expect(tuning[.minimum, .display] == RangeTuning.Reach(leading: 0.25, trailing: 0.25))
  }

  @Test func `reaches default to the documented values`() {
    let tuning = RangeTuning()
    #expect(tuning[.full, .display] == RangeTuning.Reach(leading: 1, trailing: 0.5))
    #expect(tuning[.full, .measure] == RangeTuning.Reach(leading: 3, trailing: 2))
    #expect(tuning[.minimum, .preload] == RangeTuning.Reach(leading: 0.5, trailing: 0.25))
    for kind in RangeTuning.Kind.allCases {
      #expect(tuning[.visibleOnly, kind] == .zero)
      #expect(tuning[.lowMemory, kind] == .zero)
      #expect(tuning[.inset, kind] == RangeTuning.Reach(leading: 500, trailing: 500, unit: .points))
    }
    #expect(RangeTuning.Reach(leading: -1, trailing: .nan) == .zero)
  }
}

@Suite struct RangeTests {
  @Test func `ranges are minimal before the first scroll`() {
    var bench = RangeBench()
    let update = bench.scroll(to: 0)
    #expect(update.mode == .minimum)
    #expect(
      bench.states == [
        .visible: Array(0..<10), .display: [10, 11, 12], .preload: [13, 14],
        .measureLayout: Array(15..<20),
      ])
    #expect(bench.scroll(to: 40).mode == .minimum)
  }

  // G02: before scrolling, a preload range of two screens spans three with the viewport.
  @Test func `a preload range of two screens spans three with the viewport`() {
    var bench = RangeBench()
    bench.state.tuning[.minimum, .preload] = RangeTuning.Reach(leading: 2, trailing: 0)
    bench.scroll(to: 0)
    #expect(bench.range(.preload) == 0...29)
    #expect(bench.state.mode == .minimum)
  }

  @Test func `scrolling uses the full ranges`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    #expect(bench.scroll(to: 5_000, velocity: 100).mode == .full)
    #expect(
      bench.states == [
        .visible: Array(50..<60), .display: Array(45..<50) + Array(60..<70),
        .preload: Array(35..<45) + Array(70..<85), .measureLayout: Array(30..<35) + Array(85..<90),
      ])
  }

  // N07: reversing the direction swaps the two sides of a range.
  @Test func `reversing the direction swaps leading and trailing within one update`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.scroll(to: 5_000, velocity: 100)
    let update = bench.scroll(to: 5_000, velocity: -100)
    #expect(!bench.state.isForward)
    #expect(bench.range(.display) == 40...64)
    #expect(bench.range(.preload) == 25...74)
    #expect(bench.range(.measureLayout) == 20...79)
    #expect(update.canceledDisplays == Array(65..<70))
    #expect(update.canceledPreloads == Array(75..<85))
    // Without movement, the direction is kept.
    #expect(bench.scroll(to: 5_000, velocity: 0).changes == [])
  }

  // N05: the order in which a range visits nodes.
  @Test func `items are visited from the viewport outward, and leaving items last`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    let first = bench.scroll(to: 5_000, velocity: 100)
    #expect(first.changes.map(\.new) == first.changes.map(\.new).sorted(by: >))
    let update = bench.scroll(to: 6_000, velocity: 100)
    #expect(
      update.changes.map(\.index).prefix(15) == [
        60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 55, 56, 57, 58, 59,
      ])
    #expect(update.changes.map(\.new) == update.changes.map(\.new).sorted(by: >))
    #expect(update.changes.suffix(10).map(\.index) == Array(30..<40))
    #expect(update.changes.suffix(10).allSatisfy { $0.new == .none })
  }

  @Test func `outer ranges contain inner ones regardless of the tuning`() {
    var bench = RangeBench()
    bench.state.tuning[.display] = RangeTuning.Reach(leading: 4, trailing: 4)
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.scroll(to: 5_000, velocity: 1)
    #expect(bench.range(.display) == 10...99)
    #expect(bench.range(.measureLayout) == 10...99)
  }

  @Test func `an inset range is independent of the scroll direction`() {
    var bench = RangeBench()
    bench.state.modes.active = .inset
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    #expect(bench.scroll(to: 5_000, velocity: 9).mode == .inset)
    #expect(bench.states == [.visible: Array(50..<60), .display: Array(45..<50) + Array(60..<65)])
    #expect(bench.scroll(to: 5_000, velocity: -9).changes == [])
  }

  // MARK: Edges

  @Test func `hysteresis keeps items at an offscreen range's edge from toggling`() {
    var bench = RangeBench(hysteresis: 0.125)
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.scroll(to: 5_000, velocity: 9)
    #expect(bench.range(.display) == 45...69)
    // It enters at the edge of the range, and leaves an eighth of a screen beyond it.
    for step in 1...10 {
      let update = bench.scroll(to: step.isMultiple(of: 2) ? 5_000 : 5_001, velocity: 9)
      // The visible range is exact.
      #expect(update.changes.map(\.index) == (step == 1 ? [60, 70, 85, 90] : [60]))
    }
    #expect(bench.scroll(to: 5_224, velocity: 9).changes.contains { $0.index == 45 } == false)
    #expect(bench.scroll(to: 5_225, velocity: 9).canceledDisplays == [45])
  }

  @Test func `a viewport beyond the content keeps all states but visible`() {
    var bench = RangeBench()
    bench.scroll(to: 0)
    // Beyond the end, as before a replacement of contents.
    let update = bench.scroll(to: 50_000)
    #expect(update.changes.map(\.index) == Array(0..<10))
    #expect(update.changes.allSatisfy { $0.new == .display })
    #expect(bench.range(.preload) == 0...14)
  }

  // G05: interface states may change before the list has a size.
  @Test func `an empty list or viewport has no states`() {
    var bench = RangeBench()
    bench.scroll(to: 0)
    bench.input.geometry = ItemGeometry()
    let update = bench.scroll(to: 0)
    #expect(update.changes.count == 20)
    #expect(bench.state.items(inAtLeast: .measureLayout) == [])
    var fresh = RangeState()
    bench.input.viewport = 0..<0
    #expect(fresh.update(bench.input).changes == [])
    bench.input.geometry = ItemGeometry(count: 5)
    #expect(fresh.update(bench.input).changes == [])
  }

  @Test func `the number of changes is independent of the list's length`() {
    let counts = [1_000, 100_000].map { count in
      var bench = RangeBench(count: count)
      bench.scroll(to: 5_000)
      bench.state.modes.noteScrolling()
      return bench.scroll(to: 5_010, velocity: 9).changes.count
    }
    #expect(counts[0] == counts[1])
  }

  // MARK: Edits

  // G03: items entering the preload range are loaded once.
  @Test func `an item inserted into the preload range is preloaded once`() {
    for (reach, expected) in [(1.0, 1), (0, 0)] {
      var bench = RangeBench()
      bench.state.tuning[.minimum, .preload] = RangeTuning.Reach(leading: reach, trailing: reach)
      bench.state.tuning[.minimum, .display] = .zero
      bench.state.tuning[.minimum, .measure] = .zero
      bench.scroll(to: 0)
      let map = IndexMap(oldCount: 100, deleted: [], inserted: [12])
      #expect(bench.state.follow(map) == [])
      bench.input.geometry = ItemGeometry(count: 101, estimate: 100)
      var preloads = 0
      for _ in 0..<3 {
        let update = bench.scroll(to: 0)
        preloads += update.changes.count { $0.index == 12 && $0.new == .preload }
      }
      #expect(preloads == expected)
    }
  }

  // G04: a deleted visible item leaves the visible state.
  // G06: deleted supplementary items leave the visible state.
  @Test func `a deleted item leaves its states`() {
    var bench = RangeBench()
    bench.scroll(to: 0)
    let gone = bench.state.follow(IndexMap(oldCount: 100, deleted: [11, 3, 60], inserted: []))
    #expect(
      gone == [
        RangeUpdate.Change(index: 3, old: .visible, new: .none),
        RangeUpdate.Change(index: 11, old: .display, new: .none),
      ])
    // Those of the same state are in the order of the list.
    var other = RangeBench()
    other.scroll(to: 0)
    let map = IndexMap(oldCount: 100, deleted: [2, 5, 7, 12, 14], inserted: [])
    #expect(other.state.follow(map).map(\.index) == [2, 5, 7, 12, 14])
    // Later items keep their states under their new indices.
    #expect(bench.states[.visible] == Array(0..<9))
    #expect(bench.states[.display] == [9, 10])
  }

  @Test func `a move out of the viewport is reported at the new index`() {
    var bench = RangeBench()
    bench.scroll(to: 0)
    let map = IndexMap(oldCount: 100, deleted: [0], inserted: [99], moves: [(old: 0, new: 99)])
    #expect(bench.state.follow(map) == [])
    let update = bench.scroll(to: 0)
    #expect(update.changes.contains(RangeUpdate.Change(index: 99, old: .visible, new: .none)))
    #expect(update.changes.contains(RangeUpdate.Change(index: 9, old: .display, new: .visible)))
  }

  // MARK: Work

  @Test func `work keys depend on state, distance and direction`() {
    var bench = RangeBench()
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    let update = bench.scroll(to: 5_000, velocity: 9)
    let keys = Dictionary(uniqueKeysWithValues: update.keys.map { ($0.index, $0.key) })
    #expect(keys[64] == DisplayWork.Key(.display, distance: 400))
    #expect(keys[65] == DisplayWork.Key(.display, distance: 500))
    // Behind the viewport, distances count twice.
    #expect(keys[46] == DisplayWork.Key(.display, distance: 600))
    #expect(keys[85] == DisplayWork.Key(.measureLayout, distance: 2_500))
    // A change of direction gives pending items new keys, but not unchanged ones.
    let flip = bench.scroll(to: 5_000, velocity: -9)
    let flipped = Dictionary(uniqueKeysWithValues: flip.keys.map { ($0.index, $0.key) })
    #expect(flipped[46] == DisplayWork.Key(.display, distance: 300))
    #expect(flipped[55] == nil)
    #expect(bench.scroll(to: 5_000, velocity: -9).keys == [])
  }

  @Test func `a byte budget keeps the bitmaps nearest to the viewport`() {
    var bench = RangeBench()
    let item = 400 * 100 * 4
    bench.state.byteBudget = 14 * item + item / 2
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.scroll(to: 5_000, velocity: 9)
    // Ten items are visible; distances count once ahead and twice behind.
    #expect(bench.states[.display] == [48, 49, 60, 61])
    #expect(bench.bitmapBytes == 14 * item)
    #expect(bench.states[.preload]?.contains(63) == true)
    bench.state.byteBudget = item
    bench.scroll(to: 5_000, velocity: 9)
    #expect(bench.bitmapBytes == 10 * item)
    #expect(bench.states[.visible] == Array(50..<60))
    #expect(bench.states[.display] == nil)
    bench.state.byteBudget = nil
    bench.input.scale = 2
    bench.scroll(to: 5_000, velocity: 9)
    #expect(bench.bitmapBytes == 25 * 4 * item)
  }

  @Test func `between equally near items, the byte budget keeps the drawn one`() {
    var bench = RangeBench(hysteresis: 0.125)
    bench.state.byteBudget = 11 * 400 * 100 * 4
    bench.scroll(to: 5_000)
    bench.state.modes.noteScrolling()
    bench.state.trailingWeight = 1
    bench.scroll(to: 5_000, velocity: 9)
    #expect(bench.states[.display] == [49])
    bench.input.velocity = 0
    // One more item is visible if two are clipped, which exceeds the limit; it is kept.
    for (y, kept) in [(4_999.0, nil), (5_000, [49]), (5_001, nil), (5_000, [60])] {
      bench.scroll(to: y)
      #expect(bench.states[.display] == kept)
    }
  }
}

extension RangeUpdate {
  /// The items that no longer have to be drawn.
  var canceledDisplays: [Int] { left(.display) }
  /// The items that no longer have to be preloaded.
  var canceledPreloads: [Int] { left(.preload) }

  private func left(_ state: InterfaceState) -> [Int] {
    changes.filter { $0.old >= state && $0.new < state }.map(\.index)
  }
}

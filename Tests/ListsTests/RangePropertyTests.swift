import GalleyDisplay
import GalleyGeometry
import Synchronization
import TestSupport
import Testing

@testable import GalleyLists

@Suite struct RangePropertyTests {
  /// Runs 20 seeds of 150 steps each: scrolling, edits, modes, measurements.
  @Test(arguments: 0..<20)
  func `changes of state add up to the states, whatever happens`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bench = RangeBench(count: 300, hysteresis: seed.isMultiple(of: 3) ? 0 : 0.125)
    if seed.isMultiple(of: 2) { bench.state.byteBudget = 3_000_000 }
    var geometry = ItemGeometry(count: 300, estimate: 100)
    var states: [Int: InterfaceState] = [:]
    for _ in 0..<150 {
      var update: RangeUpdate?
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let map = IndexMap(
          oldCount: geometry.count, deleted: [Int.random(in: 0..<300, using: &random)],
          inserted: [Int.random(in: 0..<250, using: &random)])
        let gone = bench.state.follow(map)
        for change in gone { #expect(states.removeValue(forKey: change.index) == change.old) }
        states = Dictionary(
          uniqueKeysWithValues: states.compactMap { index, state in
            map.newIndex(of: index).map { ($0, state) }
          })
        geometry.apply(map)
      case 1:
        geometry.setLength(
          Double(Int.random(in: 0..<400, using: &random)),
          of: Int.random(in: 0..<geometry.count, using: &random))
      case 2: bench.state.beginScrolling()
      case 3:
        bench.state.ask(for: RangeTuning.Mode.allCases.randomElement(using: &random) ?? .full)
      case 4: update = bench.state.receiveMemoryWarning(bench.input)
      case 5: bench.input.isContainerVisible.toggle()
      default: break
      }
      bench.input.items = LinearFrames(geometry, breadth: 400)
      let early = update
      let later = bench.scroll(
        to: Double(Int.random(in: 0..<25_000, using: &random)),
        velocity: Double(Int.random(in: -1...1, using: &random)))
      for change in [early, later].compactMap({ $0 }).flatMap(\.changes) {
        #expect(states[change.index] ?? .none == change.old)
        #expect(change.old != change.new)
        states[change.index] = change.new == .none ? nil : change.new
      }
      check(states, bench, geometry, later)
    }
  }

  private func check(
    _ states: [Int: InterfaceState], _ bench: RangeBench, _ geometry: ItemGeometry,
    _ update: RangeUpdate
  ) {
    for index in 0..<geometry.count {
      #expect(bench.state.state(of: index) == states[index] ?? .none)
    }
    let viewport = bench.input.viewport
    let seen = Array(geometry.items(from: viewport.minY, to: viewport.maxY))
    guard !seen.isEmpty else { return }
    let visible = bench.state.items(inAtLeast: .visible)
    #expect(visible == (bench.input.isContainerVisible ? seen : []))
    #expect(Set(update.canceledDisplays).isDisjoint(with: bench.state.items(inAtLeast: .display)))
    if let budget = bench.state.byteBudget, bench.input.isContainerVisible {
      let bytes = seen.reduce(0) { $0 + Int(400 * geometry.length(of: $1)) * 4 }
      #expect(update.bitmapBytes <= max(budget, bytes))
    }
  }
}

/// A source that counts its calls.
private final class CountingFrames: ItemFrames {
  let frames: LinearFrames
  let asked: Counter

  init(count: Int, asked: Counter) {
    frames = LinearFrames(ItemGeometry(count: count, estimate: 50), breadth: 400)
    self.asked = asked
  }

  var count: Int { frames.count }

  func items(intersecting rect: Rect) -> [Range<Int>] { frames.items(intersecting: rect) }

  func frame(of index: Int) -> Rect? {
    asked.count.wrappingAdd(1, ordering: .relaxed)
    return frames.frame(of: index)
  }
}

private final class Counter: Sendable {
  let count = Atomic(0)
}

@Suite struct RangeCostTests {
  @Test func `an update asks for what is near, however long the list is`() {
    let asked = [1_000, 100_000].map { count in
      let counter = Counter()
      var state = RangeState()
      var input = RangeInput(
        viewport: Rect(x: 0, y: 20_000, width: 400, height: 870),
        items: CountingFrames(count: count, asked: counter))
      _ = state.update(input)
      state.beginScrolling()
      for step in 0..<50 {
        input.viewport.origin.y = 20_000 + Double(step) * 50
        _ = state.update(input)
      }
      return counter.count.load(ordering: .relaxed)
    }
    #expect(asked[0] == asked[1])
    #expect(asked[0] < 51 * 130)
  }
}

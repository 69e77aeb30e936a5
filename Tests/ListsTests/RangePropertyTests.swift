import GalleyDisplay
import TestSupport
import Testing

@testable import GalleyLists

@Suite struct RangePropertyTests {
  /// Runs 20 seeds of 150 steps each: scrolling, edits, modes, measurements.
  @Test(arguments: 0..<20)
  func `reported state changes always add up to the current states`(seed: UInt64) {
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
      case 2: bench.state.modes.noteScrolling()
      case 3:
        bench.state.modes.ask(for: RangeTuning.Mode.allCases.randomElement(using: &random) ?? .full)
      case 4: update = bench.state.receiveMemoryWarning(bench.input)
      case 5: bench.input.isContainerVisible.toggle()
      default: break
      }
      bench.input.geometry = geometry
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
    let seen = Array(geometry.items(in: viewport))
    guard !seen.isEmpty else { return }
    let visible = bench.state.items(inAtLeast: .visible)
    #expect(visible == (bench.input.isContainerVisible ? seen : []))
    #expect(Set(update.canceledDisplays).isDisjoint(with: bench.state.items(inAtLeast: .display)))
    if let budget = bench.state.byteBudget, bench.input.isContainerVisible {
      let bytes = seen.reduce(0) { $0 + Int(400 * geometry.length(of: $1)) * 4 }
      #expect(bench.bitmapBytes <= max(budget, bytes))
    }
  }
}

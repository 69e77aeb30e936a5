import GalleyDisplay
import GalleyGeometry
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import TestSupport
import Testing

/// The order in which items follow a new width.
@MainActor @Suite(.endsStages) struct ListResizingTests {
  /// A list of items 50 points high, with eight on screen.
  private let stage: ListStage

  init() throws {
    stage = try ListStage(0..<100).loaded()
  }

  private func resize(to width: Double) {
    stage.list.resize(to: Size(width: width, height: 400))
  }

  /// Returns the widths of items that have nodes, by index.
  private var widths: [Int: Double] {
    let controller = stage.list.controller
    let items = (0..<100).compactMap { controller.measuredItem(at: $0) }
    return Dictionary(uniqueKeysWithValues: items.map { ($0.index, $0.range.max.width) })
  }

  /// The number of items of a width.
  private func count(of width: Double) -> Int { widths.values.count { $0 == width } }

  /// Shows one frame without advancing time.
  private func tick() {
    stage.executor.runAll()
    stage.environment.loop.tick()
  }

  @Test func `while an edge is dragged, only items near the viewport follow`() {
    let all = widths.count
    for width in [99.0, 98, 97] {
      resize(to: width)
      tick()
      tick()
      // Two more than the eight on screen are within a fifth of the viewport.
      #expect(count(of: width) == 10)
      #expect((0..<8).allSatisfy { widths[$0] == width })
    }
    #expect(count(of: 100) == all - 10)
    #expect(all > 14)
  }

  @Test func `the other items follow when the width rests, a few in each frame`() {
    let all = widths.count
    resize(to: 99)
    tick()
    tick()
    stage.clock.advance(by: FollowUp.restingTime * 0.9)
    for _ in 0..<4 { tick() }
    #expect(count(of: 99) == 10)
    stage.clock.advance(by: FollowUp.restingTime * 0.2)
    var counts = [count(of: 99)]
    while counts.last != all, counts.count < 20 {
      tick()
      counts.append(count(of: 99))
    }
    #expect(counts.last == all)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $1 - $0 <= FollowUp.nodesPerTick })
    // Nothing is left to do.
    stage.settle()
    #expect(stage.list.controller.followUp == nil)
    #expect(stage.list.controller.frames == nil)
  }

  @Test func `an item that comes near the viewport follows at once`() {
    resize(to: 99)
    tick()
    tick()
    #expect(widths[15] == 100)
    stage.list.scroll(to: ItemPath(item: 10), at: .head())
    for _ in 0..<4 { tick() }
    #expect((10..<18).allSatisfy { widths[$0] == 99 })
  }

  @Test func `all items follow a large change at once`() {
    resize(to: 80)
    tick()
    tick()
    #expect(widths.values.allSatisfy { $0 == 80 })
  }

  @Test func `heights of other items keep what is on screen in place`() {
    stage.settle { $0.scroll(to: ItemPath(item: 50), at: .head()) }
    for index in 0..<100 where index.isMultiple(of: 3) {
      stage.list.node(at: index)?.style.height = .points(70)
    }
    resize(to: 99)
    stage.run(0.5) { #expect(stage.place(of: 50) == 0) }
    #expect(widths.values.allSatisfy { $0 == 99 })
  }

  @Test func `waiting for a list measures the other items as well`() {
    resize(to: 99)
    stage.list.controller.waitUntilIdle()
    #expect(widths.values.allSatisfy { $0 == 99 })
  }
}

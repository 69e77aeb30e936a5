import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

/// The cost of a frame, as the number of items visited, since time depends on the machine.
@MainActor @Suite(.endsStages) struct ListCostTests {
  /// Returns the number of times that a list visited its items during a fling, changes and reads.
  private func cost(_ count: Int) throws -> (reads: Int, nodes: Int, settlements: Int) {
    let stage = try ListStage(0..<count).loaded()
    stage.settle { $0.scroll(to: ItemPath(item: count / 2), at: .head()) }
    let (reads, made) = (stage.source.reads, stage.source.made.count)
    let settlements = stage.list.figures.settlements
    stage.list.fling(velocity: 6_000)
    stage.run(0.5)
    for step in 0..<10 {
      stage.source.items.append(ListItem(key: count + step))
      try stage.list.edit(.animated) { $0.insert(ItemPath(item: stage.source.items.count - 1)) }
      stage.run(0.05)
    }
    return (
      stage.source.reads - reads, stage.source.made.count - made,
      stage.list.figures.settlements - settlements
    )
  }

  @Test func `frames of long and short lists visit the same number of items`() throws {
    let (short, long) = (try cost(1_000), try cost(100_000))
    #expect(short == long)
    #expect(short.reads < 300)
  }

  @Test func `a list at rest requests no ticks`() throws {
    let stage = try ListStage(0..<1_000).loaded()
    stage.run(1)
    #expect(!stage.environment.loop.needsTick)
    let settlements = stage.list.figures.settlements
    stage.run(1)
    #expect(stage.list.figures.settlements == settlements)
  }
}

import GalleyGeometry
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Testing

/// Size ranges of the nodes.
extension DataControllerTests {
  // E16: constraints changed during the first load reach all nodes.
  @Test func `a size range changed during preparation applies to every node`() throws {
    controller.batchSize = 3
    try controller.loadIfNeeded()
    list.executor.runNext()
    controller.setRange(SizeRange(upTo: Size(width: 50, height: 10_000)))
    list.loop.settle()
    #expect(container.deliveries[0].items.map(\.size.width) == [100, 100, 100, 50, 50, 50, 50])
    #expect((0..<7).allSatisfy { controller.measuredItem(at: $0)?.size.width == 50 })
  }

  @Test func `a new size range measures every node once more`() throws {  // E15, E25, E26: sizes
    try list.load()
    #expect(source.counter.measured.values.allSatisfy { $0 == 1 })
    controller.setRange(SizeRange(upTo: Size(width: 60, height: 10_000)))
    controller.setRange(SizeRange(upTo: Size(width: 60, height: 10_000)))
    list.loop.settle()
    #expect(container.deliveries.map(\.isRelayout) == [true])
    #expect(container.deliveries[0].items.map(\.size.width) == Array(repeating: 60, count: 7))
    #expect(source.counter.measured.values.allSatisfy { $0 == 2 })
  }

  // E15: sizes are current before the layout asks for them.
  @Test func `new sizes are complete when the container first hears of a new range`() throws {
    try list.load()
    var widths: [[Double]] = []
    container.whenShown = { [list] in
      widths.append(list.container.deliveries.last?.items.map(\.size.width) ?? [])
      #expect(list.source.counter.measured.values.allSatisfy { $0 == 2 })
    }
    controller.setRange(SizeRange(upTo: Size(width: 60, height: 10_000)))
    #expect(widths.isEmpty)
    list.loop.settle()
    #expect(widths == [Array(repeating: 60, count: 7)])
    #expect(source.counter.measured.values.allSatisfy { $0 == 2 })
  }

  @Test func `the executor measures nodes of an early load with the final range`()
    throws
  {  // E25: early loads
    controller.setRange(SizeRange(upTo: .zero))
    try controller.loadIfNeeded()
    controller.setRange(SizeRange(upTo: Size(width: 70, height: 10_000)))
    for _ in 0..<3 { list.loop.tick() }
    // Only the executor creates and measures nodes.
    #expect(source.counter.made == 0)
    #expect(source.counter.measured.isEmpty)
    list.loop.settle()
    #expect(container.deliveries[0].items.map(\.size.width) == Array(repeating: 70, count: 7))
    #expect(source.counter.made == 7)
    #expect(source.counter.measured.values.allSatisfy { $0 <= 2 })
  }

  @Test func `size ranges that change every tick do not stall a change`() throws {
    try controller.loadIfNeeded()
    for width in 1...8 {
      controller.setRange(SizeRange(upTo: Size(width: Double(width), height: 100)))
      list.executor.runAll()
      list.loop.tick()
    }
    #expect(container.items.count == 7)
    list.loop.settle()
    #expect((0..<7).allSatisfy { controller.measuredItem(at: $0)?.size.width == 8 })
  }
}

import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLayoutSpecs
@testable import GalleyLists
import GalleyScheduling
import Synchronization
import Testing

/// Rows whose nodes want another size.
@MainActor @Suite(.endsStages) struct ListResizeTests {
  /// The progress of the system's spring at half of its duration.
  private let half = 0.942

  private func close(_ one: Double?, _ other: Double, _ error: Double = 0.6) -> Bool {
    one.map { abs($0 - other) <= error } ?? false
  }

  /// Sets the height that an item's node wants.
  private func resize(_ stage: ListStage, _ index: Int, to height: Double) {
    stage.list.node(at: index)?.style.height = .points(height)
  }

  @Test func `an invalidated row is measured elsewhere and grows from its top`() throws {
    let stage = try ListStage(0..<100).loaded()
    resize(stage, 1, to: 150)
    for _ in 0..<3 { stage.environment.loop.tick() }
    // Only the executor measures it.
    #expect(stage.executor.waiting.count == 1)
    #expect(stage.place(of: 2) == 100)
    stage.executor.runAll()
    stage.environment.loop.tick()
    #expect(stage.place(of: 2) == 100)
    #expect(stage.list.frame(at: 1)?.size.height == 150)
    stage.run(0.2)
    #expect(stage.place(of: 1) == 50)
    #expect(close(stage.place(of: 2), 100 + 100 * half))
    stage.run(0.25)
    #expect(stage.shown.prefix(4) == ["0@0", "1@50", "2@200", "3@250"])
    #expect(!stage.list.isAnimating)
    #expect(!stage.environment.loop.needsTick)
  }

  @Test func `rows invalidated in one tick move together`() throws {
    let stage = try ListStage(0..<100).loaded()
    for index in [0, 2, 3] { resize(stage, index, to: 70) }
    stage.environment.loop.tick()
    #expect(stage.executor.waiting.count == 1)
    stage.settle()
    stage.run(0.2)
    #expect(close(stage.place(of: 1), 50 + 20 * half))
    #expect(close(stage.place(of: 4), 200 + 60 * half))
    stage.run(0.25)
    #expect(stage.place(of: 4) == 260)
  }

  @Test func `an invalidated row of equal height moves nothing`() throws {
    let stage = try ListStage(0..<100).loaded()
    let before = stage.shown
    stage.list.node(at: 1)?.invalidateLayout()
    stage.settle()
    #expect(stage.shown == before)
    #expect(!stage.list.isAnimating)
    #expect(!stage.list.isProcessing)
  }

  @Test func `a row above the viewport grows without moving visible rows in any frame`() throws {
    let stage = try ListStage(0..<100).loaded()
    stage.list.scroll(toOffset: 1_020)
    stage.run(0.1)
    let before = stage.shown
    let above = try #require((0..<20).last { stage.list.node(at: $0) != nil })
    resize(stage, above, to: 500)
    stage.run(0.6) { #expect(stage.shown == before) }
    #expect(stage.list.offset == 1_470)
    // A row that begins above the viewport grows upward.
    resize(stage, 20, to: 90)
    stage.run(0.6) { #expect(stage.place(of: 21) == 30) }
    #expect(stage.place(of: 20) == -60)
  }

  @Test func `a row measured ahead is measured again before it is visible`() throws {
    let stage = try ListStage(0..<100).loaded()
    let last = try #require(stage.list.displayedItems.live?.last)
    #expect(stage.list.frame(at: last).map { $0.minY > 400 } == true)
    resize(stage, last, to: 80)
    stage.settle()
    #expect(stage.list.frame(at: last)?.size.height == 80)
    #expect(stage.shown.prefix(2) == ["0@0", "1@50"])
  }

  @Test func `in a chat at rest at its end, a row grows upward`() throws {
    let stage = try ListStage(0..<50, .chat).loaded()
    #expect(stage.place(of: 49) == 350)
    resize(stage, 48, to: 150)
    stage.settle()
    #expect(stage.place(of: 48) == 300)
    stage.run(0.2)
    #expect(close(stage.place(of: 48), 300 - 100 * half))
    #expect(stage.place(of: 49) == 350)
    stage.run(0.25)
    #expect(stage.place(of: 48) == 200)
    #expect(stage.place(of: 47) == 150)
  }

  @Test func `a reversed direction continues from the presented positions`() throws {
    let stage = try ListStage(0..<100).loaded()
    resize(stage, 1, to: 150)
    stage.settle()
    stage.run(0.1)
    let place = try #require(stage.place(of: 2))
    #expect(place > 120 && place < 190)
    resize(stage, 1, to: 50)
    stage.settle()
    #expect(close(stage.place(of: 2), place, 0.1))
    stage.run(0.2)
    #expect(close(stage.place(of: 2), 100 + (place - 100) * (1 - half)))
    stage.run(0.25)
    #expect(stage.place(of: 2) == 100)
  }

  @Test func `a fling is not disturbed by rows that grow above it`() throws {
    let (one, other) = (try ListStage(0..<300).loaded(), try ListStage(0..<300).loaded())
    for stage in [one, other] {
      stage.list.scroll(toOffset: 2_000)
      stage.run(0.1)
      stage.list.fling(velocity: 2_000)
    }
    for frame in 0..<30 {
      if frame == 5 {
        let above = one.list.displayedItems.range.lowerBound - 4
        #expect(one.list.frame(at: above).map { $0.maxY < 0 } == true)
        resize(one, above, to: 400)
      }
      one.run(1 / 60)
      other.run(1 / 60)
      let key = one.list.displayedItems.range.lowerBound + 1
      #expect(close(one.place(of: key), other.place(of: key) ?? .nan, 0.01))
    }
    #expect(one.list.offset - other.list.offset == 350)
  }

  @Test func `a layer animation around the invalidation is that of the list`() throws {
    let stage = try ListStage(0..<100).loaded()
    let node = try #require(stage.list.node(at: 1))
    Layer.animate(duration: 1, curve: .linear) { node.style.height = .points(150) }
    stage.environment.loop.tick()
    // Measured two frames later, the list catches up with the layers.
    stage.clock.advance(by: 2.0 / 60)
    stage.settle()
    #expect(close(stage.place(of: 2), 100 + 100 * 2.0 / 60))
    stage.run(0.5 - 2.0 / 60)
    #expect(close(stage.place(of: 2), 150))
    stage.run(0.6)
    #expect(stage.place(of: 2) == 200)
  }

  @Test func `a list without resize animation shows the new size at once`() throws {
    var configuration = ListConfiguration()
    configuration.resizeAnimation = nil
    let stage = try ListStage(0..<100, configuration).loaded()
    resize(stage, 1, to: 150)
    stage.settle()
    #expect(stage.place(of: 2) == 200)
  }

  // MARK: Rows with layouts

  /// A row of two boxes in a column, of which the first can grow.
  private final class Rows: ListDataSource {
    let measured = Mutex(0)
    var boxes: [Int: (first: DisplayNode, second: DisplayNode)] = [:]

    func sectionCount() -> Int { 1 }
    func itemCount(inSection section: Int) -> Int { 20 }
    func item(at path: ItemPath) -> ListItem { ListItem(key: path.item) }

    func nodeMaker(for item: ListItem) -> (@Sendable (DisplayEnvironment) -> DisplayNode)? {
      { [weak self] environment in
        let (first, second) = (
          DisplayNode(environment: environment), DisplayNode(environment: environment)
        )
        (first.style.height, second.style.height) = (.points(30), .points(20))
        let row = DisplayNode(environment: environment)
        row.managesSubnodes = true
        row.layoutSpec = { [weak self] _, _ in
          self?.measured.withLock { $0 += 1 }
          return StackSpec.column { [first, second] }
        }
        return row
      }
    }

    var count: Int { measured.withLock { $0 } }
  }

  @Test func `subnodes keep their layout until the row is measured, then move along`() throws {
    let clock = ManualClock()
    let executor = ManualExecutor(clock: clock)
    let environment = DisplayEnvironment(executor: executor, clock: clock)
    let size = Size(width: 100, height: 400)
    let surface = NodeSurface(LayerHost(size: size), environment: environment)
    let source = Rows()
    let list = ListView(source, environment: environment)
    list.preparation = .asynchronous
    list.resize(to: size)
    surface.rootNode = list.node
    try list.load()
    func settle() {
      for _ in 0..<8 {
        executor.runAll()
        environment.loop.tick()
      }
    }
    settle()
    let row = try #require(list.node(at: 2))
    let (first, second) = (row.subnodes[0], row.subnodes[1])
    #expect(second.frame.minY == 30)
    let count = source.count
    first.style.height = .points(130)
    for _ in 0..<4 { environment.loop.tick() }
    #expect(source.count == count)
    #expect(second.frame.minY == 30)
    executor.runAll()
    environment.loop.tick()
    // Once, in the size range of rows; the new frames need no further measurement.
    #expect(source.count == count + 1)
    #expect(row.frame.size.height == 150)
    #expect(second.frame.minY == 130)
    #expect(second.layer.presentation().position.y == 40)
    let next = try #require(list.node(at: 3))
    for _ in 0..<12 {
      clock.advance(by: 1.0 / 60)
      environment.loop.tick()
      // The second box is the lower end of the row.
      let presented = second.layer.presentation(at: clock.now)
      #expect(close(next.frame.minY - row.frame.minY, presented.position.y + 10, 0.51))
    }
    clock.advance(by: 0.5)
    settle()
    #expect(source.count == count + 1)
    surface.rootNode = nil
    settle()
  }

  @Test func `a new width lays no row out before it is measured`() throws {
    let stage = try ListStage(0..<100).loaded()
    let node = try #require(stage.list.node(at: 1))
    stage.list.resize(to: Size(width: 80, height: 400))
    stage.environment.loop.tick()
    #expect(node.frame.size.width == 100)
    stage.settle()
    #expect(node.frame.size.width == 80)
  }
}

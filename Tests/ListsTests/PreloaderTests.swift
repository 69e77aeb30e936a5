import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Synchronization
import Testing

/// Preloading of item data.
@MainActor @Suite(.endsStages) struct PreloaderTests {
  /// A loader that a test completes.
  private final class Loader: ItemLoader {
    struct State: Sendable {
      var waiting: [Int: @Sendable (String?) -> Void] = [:]
      var log: [String] = []
      var begun: [Int] = []
    }
    let state = Mutex(State())

    /// The data that is available at once.
    let known = Mutex<[Int: String]>([:])

    var log: [String] { state.withLock { $0.log } }
    /// The keys of all items for which loading has started.
    var begun: [Int] { state.withLock { $0.begun } }
    var loading: [Int] { state.withLock { $0.waiting.keys.sorted() } }
    func forget() { state.withLock { $0.log = [] } }

    @MainActor func load(
      _ item: ListItem, completion: @escaping @Sendable (String?) -> Void
    ) -> @Sendable () -> Void {
      if let content = known.withLock({ $0[item.key] }) {
        completion(content)
        return {}
      }
      state.withLock { state in
        state.waiting[item.key] = completion
        state.begun.append(item.key)
      }
      return { [weak self] in
        self?.state.withLock { state in
          state.waiting[item.key] = nil
          state.log.append("cancel \(item.key)")
        }
      }
    }

    @MainActor func show(_ content: String, of item: ListItem, in node: DisplayNode) {
      state.withLock { $0.log.append("show \(content) in \(node.name ?? "")") }
    }

    func finish(_ key: Int, _ content: String?) {
      state.withLock { $0.waiting.removeValue(forKey: key) }?(content)
    }
  }

  private let loader = Loader()

  private func stage() throws -> ListStage {
    var configuration = ListConfiguration()
    for mode in [RangeTuning.Mode.minimum, .full] {
      configuration.tuning[mode, .measure] = RangeTuning.Reach(leading: 1, trailing: 1)
      configuration.tuning[mode, .preload] = RangeTuning.Reach(leading: 1, trailing: 1)
      configuration.tuning[mode, .display] = RangeTuning.Reach(leading: 0.25, trailing: 0.25)
    }
    let stage = ListStage(0..<1_000, configuration, height: 100, estimate: 100)
    stage.list.loader = loader
    try stage.load()
    return stage
  }

  @Test func `loading starts on entering the preload range and is canceled on leaving it`() throws {
    let stage = try stage()
    #expect(loader.loading == Array(0..<8))
    stage.settle { $0.scroll(toOffset: 1_000) }
    #expect(loader.log.sorted() == (0..<5).map { "cancel \($0)" })
    #expect(loader.loading == Array(5..<18))
    stage.settle { $0.scroll(toOffset: 50_000) }
    #expect(loader.loading == Array(496..<508))
  }

  @Test func `loaded data is shown only once its item enters the display range`() throws {
    let stage = try stage()
    loader.finish(0, "zero")
    loader.finish(7, "seven")
    stage.settle()
    #expect(loader.log == ["show zero in 0"])
    stage.settle { $0.scroll(toOffset: 250) }
    #expect(loader.log.contains("show seven in 7"))
    // One request suffices.
    stage.settle { $0.scroll(toOffset: 300) }
    #expect(loader.log.count { $0.hasPrefix("show") } == 2)
  }

  @Test func `available data is shown before an item's first drawing`() throws {
    let stage = ListStage(0..<1_000, height: 100, estimate: 100)
    stage.list.loader = loader
    let drawn = KeyLog()
    stage.source.drawn = drawn
    loader.known.withLock { $0 = [0: "zero", 3: "three"] }
    try stage.list.load()
    stage.executor.runAll()
    stage.environment.loop.tick()
    #expect(stage.shown.count == 4)
    #expect(drawn.keys.isEmpty)
    #expect(loader.log.sorted() == ["show three in 3", "show zero in 0"])
    stage.settle()
    #expect(drawn.keys.contains(0))
    #expect(loader.log.count == 2)
    #expect(!loader.loading.contains(0))
  }

  // G03: items entering the preload range are loaded once.
  @Test func `an item inserted into the preload range is loaded once`() throws {
    let stage = try stage()
    try stage.changeAndSettle(to: [0, 1, 2, 3, 4, 5, 2_000] + Array(6..<1_000))
    // The item it pushed out has not moved far enough to be dropped.
    #expect(loader.loading == Array(0..<8) + [2_000])
    #expect(loader.begun.count { $0 == 2_000 } == 1)
    // An empty change set has no effect.
    try stage.list.submit(ChangeSet())
    stage.settle()
    #expect(loader.begun.count == 9)
    #expect(loader.log.isEmpty)
  }

  @Test func `an item whose loading failed is loaded again on its return`() throws {
    let stage = try stage()
    loader.finish(0, nil)
    stage.settle()
    #expect(!loader.loading.contains(0))
    stage.settle { $0.scroll(toOffset: 5_000) }
    stage.list.scroll(toOffset: 0)
    stage.settle()
    #expect(loader.loading.contains(0))
    loader.finish(0, "again")
    stage.settle()
    #expect(loader.log.last == "show again in 0")
  }

  @Test func `data that arrives after cancellation is dropped`() throws {
    let stage = try stage()
    let late = loader.state.withLock { $0.waiting[0] }
    stage.settle { $0.scroll(toOffset: 5_000) }
    stage.list.scroll(toOffset: 0)
    stage.settle()
    late?("late")
    stage.settle()
    #expect(!loader.log.contains { $0.hasPrefix("show late") })
    loader.finish(0, "new")
    stage.settle()
    #expect(loader.log.last == "show new in 0")
  }

  @Test func `deleting or updating an item cancels its pending load`() throws {
    let stage = try stage()
    try stage.changeAndSettle(to: [0] + Array(2..<1_000))
    #expect(loader.log == ["cancel 1"])
    loader.forget()
    stage.source.isCompatible = true
    stage.source.items[0] = ListItem(key: 0, revision: 1)
    try stage.list.edit { $0.update(ItemPath(item: 0)) }
    stage.settle()
    #expect(loader.log.first == "cancel 0")
    #expect(loader.loading.contains(0))
  }
}

import Testing
import TestSupport

@testable import GalleyScheduling

@Suite struct WorkQueueTests {
  @Test(arguments: 0..<64)
  func `a queue with changing keys matches a sorted list`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var queue = WorkQueue(agingInterval: 0)
    var model: [(id: DisplayWork.ID, key: DisplayWork.Key, age: Int)] = []
    for age in 0..<200 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let (work, key) = (DisplayWork(body: { _ in }), randomKey(&random))
        let isNew = queue.insert(work, key: key, at: 0)
        #expect(isNew)
        model.append((work.id, key, age))
      case 5:
        let keys = model.indices.filter { _ in Bool.random(using: &random) }.map { index in
          model[index].key = randomKey(&random)
          return (model[index].id, model[index].key)
        }
        queue.rekey(Dictionary(uniqueKeysWithValues: keys))
      case 6:
        guard let index = model.indices.randomElement(using: &random) else { continue }
        let removed = queue.remove(model.remove(at: index).id)
        #expect(removed != nil)
      default:
        let least = model.indices.min {
          (model[$0].key, model[$0].age) < (model[$1].key, model[$1].age)
        }
        let (taken, expected) = (queue.takeNext()?.work.id, least.map { model.remove(at: $0).id })
        #expect(taken == expected)
      }
      #expect(queue.ids == model.map(\.id))
    }
  }

  @Test func `a work item is queued at most once`() {
    var queue = WorkQueue()
    let work = DisplayWork(body: { _ in })
    let other = DisplayWork(body: { _ in })
    let insertions = [
      queue.insert(work, key: DisplayWork.Key(.display), at: 0),
      queue.insert(work, key: DisplayWork.Key(.visible), at: 1),
    ]
    #expect(insertions == [true, false])
    #expect(queue.count == 1)
    let removed = queue.remove(other.id)
    #expect(removed == nil)
    queue.rekey([other.id: DisplayWork.Key(.visible)])
    let takings = [queue.takeNext(), queue.takeNext()]
    #expect(takings.map { $0?.submission } == [0, nil])
  }

  // N02: every eighth work item is the oldest, so none starves.
  @Test(arguments: [2, 3, 8])
  func `low-priority work is not starved by higher priorities`(interval: Int) {
    var queue = WorkQueue(agingInterval: interval)
    let unwanted = (0..<5).map { _ in DisplayWork(body: { _ in }) }
    for work in unwanted { _ = queue.insert(work, key: DisplayWork.Key(.none), at: 0) }
    var takings: [Int] = []
    for taking in 1...(5 * interval) {
      _ = queue.insert(DisplayWork(body: { _ in }), key: DisplayWork.Key(.visible), at: 0)
      let taken = queue.takeNext()?.work.id
      if unwanted.contains(where: { $0.id == taken }) { takings.append(taking) }
    }
    #expect(takings == (1...5).map { $0 * interval })
  }

  @Test func `raising a key keeps the age of the work`() {
    var queue = WorkQueue(agingInterval: 2)
    let works = (0..<4).map { _ in DisplayWork(body: { _ in }) }
    for work in works { _ = queue.insert(work, key: DisplayWork.Key(.preload), at: 0) }
    queue.rekey([works[3].id: DisplayWork.Key(.visible), works[2].id: DisplayWork.Key(.display)])
    let order = (0..<4).compactMap { _ in queue.takeNext()?.work.id }
    #expect(order == [works[3], works[0], works[2], works[1]].map(\.id))
  }

  @Test func `NaN distances sort last and negative distances count as zero`() {
    #expect(DisplayWork.Key(.visible, distance: .nan) > DisplayWork.Key(.visible, distance: 1e300))
    #expect(DisplayWork.Key(.visible, distance: -5) == DisplayWork.Key(.visible))
    #expect(DisplayWork.Key(.visible, distance: .infinity) < DisplayWork.Key(.display))
  }

  @Test func `duration quantiles are accurate to within a quarter`() {
    var durations = Durations()
    #expect(durations.quantile(0.5) == 0)
    for microseconds in 1...1_000 { durations.add(Double(microseconds) / 1e6) }
    #expect(durations.count == 1_000)
    #expect(abs(durations.total - 0.5005) < 1e-9)
    for share in [0.01, 0.1, 0.5, 0.9, 0.99] {
      let ratio = durations.quantile(share) / (share / 1_000)
      #expect(ratio >= 1 && ratio <= 1.25, "\(share)")
    }
    #expect(durations.quantile(1) == durations.longest)
    durations.add(-1)
    durations.add(.infinity)
    #expect(durations.quantile(0) <= 1e-6)
  }

  private func randomKey(_ random: inout SplitMix64) -> DisplayWork.Key {
    DisplayWork.Key(
      DisplayWork.Key.Rank.allCases.randomElement(using: &random) ?? .none,
      distance: Double(Int.random(in: 0..<4, using: &random)))
  }
}

import GalleyBasics
@testable import GalleyChat
import GalleyDisplay
import Testing

@Suite struct MediaLoadsTests {
  typealias Loads = MediaLoads<String, Int>

  private func loads(bytes: Int = 100, at once: Int = 2) -> Loads {
    Loads(byteLimit: bytes, loadLimit: once)
  }

  /// Returns a short form of steps, with the keys of loads.
  private func names(_ steps: [Loads.Step], _ running: inout [UInt64: String]) -> [String] {
    steps.map { step in
      switch step {
      case .begin(let key, let load):
        running[load] = key
        return "begin \(key)"
      case .cancel(let load): return "cancel \(running.removeValue(forKey: load) ?? "?")"
      case .deliver(_, let subscribers): return "deliver to \(subscribers.count)"
      }
    }
  }

  @Test func `a loader keeps 64 MiB, and makes six requests at a time, by default`() {
    #expect(MediaLoader.defaultByteLimit == 64 << 20)
    #expect(MediaLoader.defaultLoadLimit == 6)
  }

  @Test func `equal requests share one load`() throws {
    var (loads, running) = (loads(), [UInt64: String]())
    #expect(names(loads.subscribe(to: "a", in: .preload).steps, &running) == ["begin a"])
    #expect(names(loads.subscribe(to: "a", in: .visible).steps, &running) == [])
    let load = try #require(running.first?.key)
    #expect(
      names(loads.finish(load, of: "a", .loaded(1), byteCount: 9), &running) == ["deliver to 2"])
    let third = loads.subscribe(to: "a", in: .visible)
    #expect(third.steps.isEmpty)
    guard case .loaded(1) = third.known else {
      Issue.record("a late subscriber must get the outcome")
      return
    }
  }

  @Test func `the request nearest to the screen begins first`() throws {
    var (loads, running) = (loads(at: 1), [UInt64: String]())
    _ = names(loads.subscribe(to: "first", in: .preload).steps, &running)
    let far = loads.subscribe(to: "far", in: .preload)
    _ = loads.subscribe(to: "near", in: .display)
    _ = loads.subscribe(to: "visible", in: .visible)
    loads.update(far.subscriber, of: "far", to: .visible)
    var order: [String] = []
    while let (load, key) = running.first {
      running = [:]
      order.append(key)
      _ = names(loads.finish(load, of: key, .absent), &running)
    }
    #expect(order == ["first", "far", "visible", "near"])
  }

  @Test func `a load is canceled with its last subscriber, and the next begins`() {
    var (loads, running) = (loads(at: 1), [UInt64: String]())
    let one = loads.subscribe(to: "a", in: .preload)
    _ = names(one.steps, &running)
    let two = loads.subscribe(to: "a", in: .preload)
    let waiting = loads.subscribe(to: "b", in: .preload)
    #expect(waiting.steps.isEmpty)
    #expect(names(loads.unsubscribe(one.subscriber, from: "a"), &running).isEmpty)
    let load = running.first?.key ?? 0
    #expect(
      names(loads.unsubscribe(two.subscriber, from: "a"), &running) == ["cancel a", "begin b"])
    // The canceled load ends too late to count.
    #expect(names(loads.finish(load, of: "a", .loaded(1), byteCount: 5), &running).isEmpty)
    #expect(loads.byteCount == 0)
  }

  @Test func `a failure is retried on request, or when it comes near again`() throws {
    var (loads, running) = (loads(), [UInt64: String]())
    let first = loads.subscribe(to: "a", in: .visible)
    _ = names(first.steps, &running)
    var load = try #require(running.first?.key)
    running = [:]
    #expect(names(loads.finish(load, of: "a", .failed), &running) == ["deliver to 1"])
    // Not by itself, for another subscriber.
    #expect(loads.subscribe(to: "a", in: .visible).steps.isEmpty)
    #expect(names(loads.retry("a"), &running) == ["begin a"])
    #expect(names(loads.retry("a"), &running).isEmpty)
    load = try #require(running.first?.key)
    #expect(names(loads.finish(load, of: "a", .loaded(1)), &running) == ["deliver to 2"])
    #expect(names(loads.retry("a"), &running).isEmpty)

    let other = loads.subscribe(to: "b", in: .visible)
    running = [:]
    _ = names(other.steps, &running)
    load = try #require(running.first?.key)
    _ = loads.finish(load, of: "b", .failed)
    _ = loads.unsubscribe(other.subscriber, from: "b")
    #expect(names(loads.subscribe(to: "b", in: .preload).steps, &running) == ["begin b"])
  }

  @Test func `the least recently used pictures without subscribers leave first`() throws {
    var loads = loads(bytes: 25, at: 9)
    var subscribers: [String: UInt64] = [:]
    for key in ["a", "b", "c", "d"] {
      let result = loads.subscribe(to: key, in: .visible)
      subscribers[key] = result.subscriber
      guard case .begin(_, let load) = result.steps.first else { continue }
      _ = loads.finish(load, of: key, .loaded(1), byteCount: 10)
    }
    // Everything is in use.
    #expect(loads.byteCount == 40)
    for key in ["c", "a"] { _ = loads.unsubscribe(try #require(subscribers[key]), from: key) }
    #expect(loads.byteCount == 20)
    for key in ["b", "d"] { _ = loads.unsubscribe(try #require(subscribers[key]), from: key) }
    #expect(loads.byteCount == 20)
    #expect(loads.subscribe(to: "d", in: .visible).known != nil)
    loads.releaseUnused()
    #expect(loads.byteCount == 10)
    #expect(loads.subscribe(to: "b", in: .visible).known == nil)
  }

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `every subscriber that stays gets one outcome, within the limits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var loads = loads(bytes: 50, at: 3)
    let keys = ["a", "b", "c", "d", "e", "f", "g"]
    var running: [UInt64: String] = [:]
    var waiting: [UInt64: String] = [:]
    var done: [UInt64: String] = [:]
    func take(_ steps: [Loads.Step]) {
      for step in steps {
        switch step {
        case .begin(let key, let load):
          #expect(!running.values.contains(key))
          running[load] = key
        case .cancel(let load): #expect(running.removeValue(forKey: load) != nil)
        case .deliver(_, let subscribers):
          for subscriber in subscribers {
            done[subscriber] = waiting.removeValue(forKey: subscriber)
          }
        }
      }
      #expect(running.count <= 3)
    }
    for _ in 0..<400 {
      let key = keys.randomElement(using: &random) ?? "a"
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let result = loads.subscribe(to: key, in: .preload)
        if result.known == nil {
          waiting[result.subscriber] = key
        } else {
          done[result.subscriber] = key
        }
        take(result.steps)
      case 2:
        let all = waiting.merging(done) { first, _ in first }.sorted { $0.key < $1.key }
        guard let (subscriber, key) = all.randomElement(using: &random) else { continue }
        (waiting[subscriber], done[subscriber]) = (nil, nil)
        take(loads.unsubscribe(subscriber, from: key))
      default:
        guard
          let (load, key) = running.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
        else { continue }
        running[load] = nil
        take(loads.finish(load, of: key, .loaded(1), byteCount: 10))
      }
    }
    while let (load, key) = running.min(by: { $0.key < $1.key }) {
      running[load] = nil
      take(loads.finish(load, of: key, .loaded(1), byteCount: 10))
    }
    #expect(waiting.isEmpty)
    for (subscriber, key) in done { take(loads.unsubscribe(subscriber, from: key)) }
    #expect(loads.byteCount <= 50)
  }
}

import GalleyScheduling
import Testing

/// Every order in which passes of one node can be started, drawn, completed and canceled.
@MainActor @Suite struct InterleavingTests {
  @Test func `every interleaving of two passes shows the expected contents`() {
    let steps: [Step] = [.begin(0), .start(0), .draw(0), .finish(0), .complete]
    check(interleavings(of: passes(2, steps)), count: 126)
  }

  @Test(arguments: [Step.showNow, .invalidate, .cancel])
  func `every interleaving of two passes and an interruption shows the expected contents`(
    disturbance: Step
  ) {
    let steps: [Step] = [.begin(0), .start(0), .draw(0), .finish(0), .complete]
    check(interleavings(of: passes(2, steps) + [[disturbance]]), count: 126 * 11)
  }

  @Test func `every interleaving of three passes shows the expected contents`() {
    let steps: [Step] = [.begin(0), .start(0), .finish(0), .complete]
    check(interleavings(of: passes(3, steps)), count: 5_775)
  }

  @Test(arguments: [Step.showNow, .invalidate, .cancel])
  func `every interleaving of three passes and an interruption shows the expected contents`(
    disturbance: Step
  ) {
    let steps: [Step] = [.begin(0), .finish(0), .complete]
    check(interleavings(of: passes(3, steps) + [[disturbance]]), count: 2_800)
  }

  @Test
  func `every interleaving with an immediate display and a cancel shows the expected contents`() {
    let steps: [Step] = [.begin(0), .finish(0), .complete]
    check(interleavings(of: passes(2, steps) + [[.showNow], [.cancel]]), count: 560)
  }

  /// Returns the same steps for each of a number of passes.
  private func passes(_ count: Int, _ steps: [Step]) -> [[Step]] {
    (0..<count).map { pass in steps.map { $0.of(pass: pass) } }
  }

  /// Runs each order on a node, and compares the shown contents with the rules.
  private func check(_ orders: [[Step]], count: Int) {
    #expect(orders.count == count)
    for order in orders {
      let node = PlayedNode()
      for step in order { node.play(step) }
      node.settle()
      // N03: an older result never replaces a newer one, according to the expected contents.
      #expect(node.shown == expectation(of: order), "\(order)")
      #expect(node.completions == node.passes, "\(order)")
      #expect(node.executor.counters.open == 0, "\(order)")
    }
  }
}

/// An event of a node.
enum Step: Hashable, Sendable {
  case begin(Int)
  case start(Int)
  case draw(Int)
  /// Delivers the drawing of pass *n*, after starting and drawing it if necessary.
  case finish(Int)
  /// The main actor collects delivered results.
  case complete
  /// The node is drawn synchronously.
  case showNow
  case invalidate
  case cancel

  func of(pass: Int) -> Step {
    switch self {
    case .begin: .begin(pass)
    case .start: .start(pass)
    case .draw: .draw(pass)
    case .finish: .finish(pass)
    default: self
    }
  }
}

/// Returns the expected contents: the indices of the steps that started the shown drawings, in
/// order.
///
/// The rules depend only on the order of events, not on tickets. A pass is drawn if no start,
/// invalidation or cancellation occurred between its start and its drawing. A drawing is shown if
/// no later one was shown before it and none was canceled meanwhile.
private func expectation(of order: [Step]) -> [Int] {
  var shown: [Int] = []
  for (index, step) in Array(order.enumerated()) + [(order.count, .complete)] {
    if step == .showNow { shown.append(index) }
    guard step == .complete else { continue }
    for pass in 0..<3 {
      guard let begin = order.firstIndex(of: .begin(pass)),
        let finish = order.firstIndex(of: .finish(pass)), begin < index, finish < index,
        isDrawn(pass, begin: begin, in: order), !shown.contains(where: { $0 >= begin }),
        !order[begin..<index].contains(.cancel)
      else { continue }
      shown.append(begin)
    }
  }
  return shown
}

private func isDrawn(_ pass: Int, begin: Int, in order: [Step]) -> Bool {
  // The pass checks its ticket when it starts, and again when it draws.
  let moments = [Step.start(pass), .draw(pass), .finish(pass)].compactMap {
    order.firstIndex(of: $0)
  }
  let drawn = order.firstIndex(of: .draw(pass)) ?? moments.last ?? begin
  return !order[(begin + 1)..<drawn].contains { step in
    switch step {
    case .begin, .showNow, .invalidate, .cancel: true
    default: false
    }
  }
}

/// Returns all interleavings of `sequences` in which passes start in numerical order.
private func interleavings(of sequences: [[Step]]) -> [[Step]] {
  var orders: [[Step]] = []
  func extend(_ order: [Step], _ rest: [ArraySlice<Step>], begun: Int) {
    if rest.allSatisfy(\.isEmpty) { orders.append(order) }
    for index in rest.indices {
      guard let step = rest[index].first else { continue }
      var begun = begun
      if case .begin(let pass) = step {
        guard pass == begun else { continue }
        begun += 1
      }
      var rest = rest
      rest[index].removeFirst()
      extend(order + [step], rest, begun: begun)
    }
  }
  extend([], sequences.map { $0[...] }, begun: 0)
  return orders
}

/// A node that executes steps.
@MainActor private final class PlayedNode {
  let executor = ManualExecutor()
  private(set) var shown: [Int] = []
  private(set) var passes = 0
  private(set) var completions = 0
  private let group: TransactionGroup
  private let sentinel = Sentinel()
  private var works: [Int: DisplayWork.ID] = [:]
  private var count = 0

  init() { group = TransactionGroup(executor: executor) }

  func play(_ step: Step) {
    switch step {
    case .begin(let pass): begin(pass)
    case .start(let pass): works[pass].map { _ = executor.start($0) }
    case .draw(let pass): works[pass].map(executor.draw)
    case .finish(let pass): works[pass].map { executor.run($0) }
    case .complete: group.completeFinished()
    case .showNow: if sentinel.publish(sentinel.issueTicket()) { shown.append(count) }
    case .invalidate: sentinel.supersede()
    case .cancel: sentinel.cancel()
    }
    count += 1
  }

  func settle() { group.completeFinished() }

  private func begin(_ pass: Int) {
    let (ticket, index) = (sentinel.issueTicket(), count)
    passes += 1
    let transaction = group.makeTransaction()
    works[pass] = transaction.add(DisplayWork.Key(.visible), ticket: ticket) { ticket -> Int? in
      ticket.isStale ? nil : index
    } completion: { [weak self] value in
      guard let self else { return }
      completions += 1
      if let value, sentinel.publish(ticket) { shown.append(value) }
    }
    group.commit()
  }
}

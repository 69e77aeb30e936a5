import Testing

@testable import GalleyLists

@Suite struct UpdateQueueTests {
  private struct Submission: Equatable {
    let number: Int
    let action: UpdateQueue.Action?
  }

  private func submit(_ queue: inout UpdateQueue) -> Submission {
    let (number, action) = queue.submit()
    return Submission(number: number, action: action)
  }

  // N15: a second change set starts after the first is delivered.
  @Test func `changes are processed one at a time, in order`() {
    var queue = UpdateQueue()
    #expect(submit(&queue) == Submission(number: 1, action: .prepare(1)))
    #expect(submit(&queue) == Submission(number: 2, action: nil))
    #expect(submit(&queue) == Submission(number: 3, action: nil))
    #expect(queue.inFlight == 1)
    // Notifications about others, or too early ones, have no effect.
    #expect(queue.finishPreparing(2) == nil)
    #expect(queue.finishShowing(1) == nil)
    #expect(queue.finishPreparing(1) == .show(1))
    #expect(queue.finishPreparing(1) == nil)
    #expect(submit(&queue) == Submission(number: 4, action: nil))
    #expect(queue.finishShowing(1) == .prepare(2))
    for number in 2...3 {
      #expect(queue.finishPreparing(number) == .show(number))
      #expect(queue.finishShowing(number) == .prepare(number + 1))
    }
    #expect(queue.finishPreparing(4) == .show(4))
    #expect(!queue.isIdle)
    #expect(queue.finishShowing(4) == .settle)
    #expect(queue.isIdle)
    #expect(submit(&queue) == Submission(number: 5, action: .prepare(5)))
  }
}

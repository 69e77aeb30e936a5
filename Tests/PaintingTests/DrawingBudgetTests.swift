import GalleyBasics
import Testing

@testable import GalleyPainting

@Suite struct DrawingBudgetTests {
  @Test func `the budget of a message's drawing refuses one pixel more than its bound`() {
    for excess in [0, 1] {
      var budget = WorkBudget.drawing
      let isDrawn = budget.charge(pixels: 268_435_456 + excess)
      #expect(isDrawn == (excess == 0))
    }
  }
}

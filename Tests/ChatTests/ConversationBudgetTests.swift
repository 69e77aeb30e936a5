import GalleyBasics
import Testing

@testable import GalleyChat

@Suite struct ConversationBudgetTests {
  @Test func `the budget of a conversation refuses one more than its bounds`() {
    for excess in [0, 1] {
      let whole = WorkBudget.conversation
      var (pictures, pixels, bytes, scanned) = (whole, whole, whole, whole)
      let isAllowed = [
        pictures.charge(items: 1_048_576 + excess), pixels.charge(pixels: 536_870_912 + excess),
        bytes.charge(bytes: 536_870_912 + excess), scanned.charge(steps: 8_589_934_592 + excess),
      ]
      #expect(isAllowed == Array(repeating: excess == 0, count: 4))
    }
  }
}

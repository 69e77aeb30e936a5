import GalleyBasics
import Testing

@Suite struct WorkBudgetTests {
  @Test func `a budget allows work up to its limit`() {
    var budget = WorkBudget(items: 3)
    let allowed = [budget.charge(items: 2), budget.charge(items: 1)]
    #expect(allowed == [true, true])
    #expect(budget.items == 0)
    #expect(!budget.isExhausted)
  }

  @Test func `a refused charge leaves the budget exhausted`() {
    var budget = WorkBudget(pixels: 10)
    let allowed = [budget.charge(pixels: 11), budget.charge(pixels: 1)]
    #expect(allowed == [false, false])
    #expect(budget.isExhausted)
    #expect(budget.pixels == 10)
  }

  @Test func `a refused charge deducts nothing`() {
    var budget = WorkBudget(items: 5, bytes: 5)
    let isAllowed = budget.charge(items: 1, bytes: 6)
    #expect(!isAllowed)
    #expect(budget.items == 5)
    #expect(budget.bytes == 5)
  }

  @Test func `charges near the largest integer do not overflow`() {
    var budget = WorkBudget()
    let allowed = [budget.charge(steps: .max), budget.charge(steps: 1)]
    #expect(allowed == [true, false])
  }

  /// Bounds that are too large for a file of their size in a test.
  @Test func `the budgets of inputs refuse one more than their bounds`() {
    func expectBound(_ bound: Int, _ charge: (Int) -> Bool, _ name: String) {
      #expect(charge(bound), "\(name)")
      #expect(!charge(bound + 1), "\(name)")
    }
    func glyph(pixels: Int = 0, bytes: Int = 0) -> Bool {
      var budget = WorkBudget.glyph
      return budget.charge(pixels: pixels, bytes: bytes)
    }
    func conversation(items: Int = 0, pixels: Int = 0, bytes: Int = 0, steps: Int = 0) -> Bool {
      var budget = WorkBudget.conversation
      return budget.charge(items: items, pixels: pixels, bytes: bytes, steps: steps)
    }
    expectBound(67_108_864, { glyph(pixels: $0) }, "pixels of a glyph")
    expectBound(67_108_864, { glyph(bytes: $0) }, "bytes of a glyph")
    expectBound(
      268_435_456,
      {
        var budget = WorkBudget.drawing; return budget.charge(pixels: $0)
      }, "pixels of a drawing")
    expectBound(1_048_576, { conversation(items: $0) }, "pictures of a conversation")
    expectBound(536_870_912, { conversation(pixels: $0) }, "pixels of a conversation")
    expectBound(536_870_912, { conversation(bytes: $0) }, "bytes of a conversation")
    expectBound(8_589_934_592, { conversation(steps: $0) }, "bytes that are looked at")
  }
}

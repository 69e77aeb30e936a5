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
}

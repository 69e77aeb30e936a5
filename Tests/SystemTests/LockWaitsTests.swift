import GalleySystem
import Testing

@Suite struct LockWaitsTests {
  @Test func `waits for another thread are counted`() {
    let thread = BatchThread(name: "test")
    let before = LockWaits.count
    for _ in 0..<50 { thread.sync {} }
    #expect(LockWaits.count >= before + 50)
  }
}

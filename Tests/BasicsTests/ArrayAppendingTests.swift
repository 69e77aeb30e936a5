import GalleyBasics
import TestSupport
import Testing

@Suite struct ArrayAppendingTests {
  @Test func `elements are appended behind others, up to the capacity`() {
    var array = [1]
    array.append(upTo: 3) { output in
      output.append(2)
      output.append(3)
    }
    #expect(array == [1, 2, 3])
    array.append(upTo: 0) { _ in Issue.record("there is no room") }
    #expect(array == [1, 2, 3])
  }

  /// The thread sanitizer reports a write to the storage that empty arrays share.
  @Test func `threads append nothing to empty arrays at the same time`() {
    Threads(4) { _ in
      for _ in 0..<100 {
        var array: [Int] = []
        array.append(upTo: 0) { _ in }
        #expect(array.isEmpty)
      }
    }.wait()
  }
}

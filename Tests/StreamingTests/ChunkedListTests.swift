import GalleyStreaming
import TestSupport
import Testing

@Suite struct ChunkedListTests {
  @Test(arguments: [0, 1, 31, 32, 33, 64, 65, 200])
  func `a list has its elements in order`(count: Int) {
    var list = ChunkedList<Int>()
    for element in 0..<count { list.append(element) }
    #expect(Array(list) == Array(0..<count))
    #expect(list.count == count && list.last == (count > 0 ? count - 1 : nil))
  }

  @Test func `a copy keeps its elements`() {
    var list = ChunkedList<Int>()
    for element in 0..<40 { list.append(element) }
    let copy = list
    list.append(40)
    #expect(copy.count == 40 && list.count == 41)
    #expect(list.starts(with: copy))
  }
}

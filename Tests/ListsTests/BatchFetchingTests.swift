import GalleyLists
import Testing

@Suite struct BatchFetchingTests {
  /// Seen through 100 points, with room for a fetch two screens before the end.
  private func question(at offset: Double = 0, content: Double = 1_000) -> FetchConditions {
    FetchConditions(viewport: offset..<(offset + 100), contentLength: content)
  }

  @Test func `a list that is not there yet fetches nothing`() {  // G07
    let nothing = FetchConditions(viewport: 0..<0, contentLength: 0)
    #expect(!nothing.wantsFetch(at: .tail))
    var question = question(at: 900)
    question.leadingScreens = 0
    #expect(!question.wantsFetch(at: .tail))
  }

  @Test func `one fetch is under way at a time`() {  // G07, G16
    var state = FetchState()
    #expect(state.begin(question(at: 900)) == [.tail])
    #expect(state.begin(question(at: 900)) == [])
    state.finish(at: .tail)
    #expect(state.begin(question(at: 900)) == [.tail])
    state.finish(at: .tail, hasMore: false)
    #expect(state.begin(question(at: 900)) == [])
    state.reset()
    #expect(state.begin(question(at: 900), at: [.head, .tail]) == [.tail])
  }

  @Test func `who scrolls away from an end fetches nothing there`() {  // G08
    for (velocity, end, expected) in [
      (10.0, ListEnd.tail, true), (-10, .tail, false), (10, .head, false), (-10, .head, true),
    ] {
      var question = question(at: end == .tail ? 900 : 0)
      question.velocity = velocity
      #expect(question.wantsFetch(at: end) == expected)
    }
  }

  @Test(arguments: [(700.0, true), (699, false), (701, true), (1_200, true)])
  func `a fetch begins at the distance itself, nearer, and beyond the end`(
    offset: Double, expected: Bool
  ) {  // G09, G10, G11
    #expect(question(at: offset).wantsFetch(at: .tail) == expected)
    // The head is measured from the other side.
    #expect(question(at: 900 - offset).wantsFetch(at: .head) == expected)
  }

  @Test func `content that does not fill the viewport is never enough`() {  // G12, G13
    var short = question(content: 99)
    short.isVisible = false
    #expect(short.wantsFetch(at: .tail))
    short.velocity = -5
    #expect(short.wantsFetch(at: .tail))
    #expect(question(content: 0).wantsFetch(at: .tail))
    var state = FetchState()
    #expect(state.begin(question(content: 0)) == [.tail])
    #expect(state.begin(question(content: 0)) == [])
  }

  @Test(arguments: [true, false])
  func `fetches go on until there is enough, and not for longer`(isVisible: Bool) {  // G14, G15
    var (state, height, fetches) = (FetchState(), 0.0, 0)
    func ask(_ isVisible: Bool) {
      var question = question(content: height)
      question.isVisible = isVisible
      while state.begin(question) == [.tail] {
        fetches += 1
        height += 30
        state.finish(at: .tail)
        question.contentLength = height
      }
    }
    ask(isVisible)
    // Three screens for who sees it, else one; a fetch is 30 points.
    let wanted = isVisible ? 300.0 : 100
    #expect(height >= wanted)
    #expect(height <= wanted + 3 * 30)
    ask(true)
    #expect(height >= 300)
    let count = fetches
    ask(true)
    #expect(fetches == count)
  }
}

import GalleyGeometry
import GalleyLists
import Testing

@Suite struct BatchFetchingTests {
  /// Returns a question for a viewport of 100 by 100 points and a threshold of two screens.
  private func question(
    y: Double = 0, x: Double = 0, content: Size = Size(width: 100, height: 1_000)
  ) -> FetchConditions {
    FetchConditions(viewport: Rect(x: x, y: y, width: 100, height: 100), contentSize: content)
  }

  private func horizontal(x: Double, isRightToLeft: Bool = false) -> FetchConditions {
    var question = question(x: x, content: Size(width: 1_000, height: 100))
    question.axis = .horizontal
    question.isRightToLeft = isRightToLeft
    return question
  }

  // G07: no fetch without a size, nor while a fetch is in flight.
  @Test func `a list that is not there yet fetches nothing`() {
    let nothing = FetchConditions(viewport: .zero, contentSize: .zero)
    #expect(!nothing.wantsFetch(at: .tail))
    var question = question(y: 900)
    question.leadingScreens = 0
    #expect(!question.wantsFetch(at: .tail))
  }

  // G07: no fetch without a size, nor while a fetch is in flight.
  // G16: a large batch is fetched once.
  @Test func `one fetch is under way at a time`() {
    var state = FetchState()
    #expect(state.begin(question(y: 900)) == [.tail])
    #expect(state.begin(question(y: 900)) == [])
    #expect(state.isFetching(at: .tail))
    state.finish(at: .tail)
    #expect(state.begin(question(y: 900)) == [.tail])
    state.finish(at: .tail, hasMore: false)
    #expect(state.begin(question(y: 900)) == [])
    #expect(state.isExhausted(at: .tail))
    state.reset()
    #expect(state.begin(question(y: 900), at: [.head, .tail]) == [.tail])
  }

  // G08: fetches only in the scroll direction.
  @Test func `who scrolls away from an end fetches nothing there`() {
    for (velocity, end, expected) in [
      (10.0, ListEnd.tail, true), (-10, .tail, false), (10, .head, false), (-10, .head, true),
    ] {
      var question = question(y: end == .tail ? 900 : 0)
      question.velocity = velocity
      #expect(question.wantsFetch(at: end) == expected)
      var plain = horizontal(x: end == .tail ? 900 : 0)
      plain.velocity = velocity
      #expect(plain.wantsFetch(at: end) == expected)
      var mirrored = horizontal(x: end == .tail ? 0 : 900, isRightToLeft: true)
      mirrored.velocity = -velocity
      #expect(mirrored.wantsFetch(at: end) == expected)
    }
  }

  // G09: a distance equal to the threshold fetches.
  // G10: a greater distance does not fetch, also right to left.
  // G11: a viewport beyond the end still fetches.
  @Test(arguments: [(700.0, true), (699, false), (701, true), (1_200, true)])
  func `a fetch begins at the distance itself, nearer, and beyond the end`(
    offset: Double, expected: Bool
  ) {
    #expect(question(y: offset).wantsFetch(at: .tail) == expected)
    #expect(horizontal(x: offset).wantsFetch(at: .tail) == expected)
    // The head, and the tail of right-to-left content, are measured from the other side.
    #expect(question(y: 900 - offset).wantsFetch(at: .head) == expected)
    #expect(horizontal(x: 900 - offset, isRightToLeft: true).wantsFetch(at: .tail) == expected)
    #expect(horizontal(x: offset, isRightToLeft: true).wantsFetch(at: .head) == expected)
  }

  // G12: short content always fetches.
  // G13: an empty list fetches once.
  @Test func `content that does not fill the viewport is never enough`() {
    var short = question(content: Size(width: 100, height: 99))
    short.isVisible = false
    #expect(short.wantsFetch(at: .tail))
    short.velocity = -5
    #expect(short.wantsFetch(at: .tail))
    for isRightToLeft in [false, true] {
      var narrow = horizontal(x: 0, isRightToLeft: isRightToLeft)
      narrow.contentSize.width = 99
      narrow.isVisible = false
      #expect(narrow.wantsFetch(at: .tail))
      narrow.contentSize.width = 100
      #expect(!narrow.wantsFetch(at: .tail))
    }
    #expect(question(content: .zero).wantsFetch(at: .tail))
    var state = FetchState()
    #expect(state.begin(question(content: .zero)) == [.tail])
    #expect(state.begin(question(content: .zero)) == [])
  }

  // G14: fetches continue until there is enough content.
  // G15: becoming visible fetches more.
  @Test(arguments: [true, false])
  func `fetches go on until there is enough, and not for longer`(isVisible: Bool) {
    var (state, height, fetches) = (FetchState(), 0.0, 0)
    func ask(_ isVisible: Bool) {
      var question = question(content: Size(width: 100, height: height))
      question.isVisible = isVisible
      while state.begin(question) == [.tail] {
        fetches += 1
        height += 30
        state.finish(at: .tail)
        question.contentSize.height = height
      }
    }
    ask(isVisible)
    // Three screens if visible, otherwise one; a fetch adds 30 points.
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

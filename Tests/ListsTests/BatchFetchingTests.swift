import GalleyDisplay
import GalleyGeometry
@testable import GalleyLists
import GalleyScheduling
import Testing

@Suite struct BatchFetchingTests {
  /// Returns the conditions of a viewport of 100 points and a threshold of two screens.
  private func question(at offset: Double = 0, content: Double = 1_000) -> FetchConditions {
    FetchConditions(viewport: offset..<(offset + 100), contentLength: content)
  }

  // G07: no fetch without a size, nor while a fetch is in flight.
  @Test func `a list without a viewport or a threshold fetches nothing`() {
    let nothing = FetchConditions(viewport: 0..<0, contentLength: 0)
    #expect(!nothing.wantsFetch(at: .tail))
    var question = question(at: 900)
    question.leadingScreens = 0
    #expect(!question.wantsFetch(at: .tail))
  }

  // G07: no fetch without a size, nor while a fetch is in flight.
  // G16: a large batch is fetched once.
  @Test func `only one fetch is in flight at a time`() {
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

  // G08: fetches only in the scroll direction.
  @Test func `scrolling away from an end fetches nothing there`() {
    for (velocity, end, expected) in [
      (10.0, ListEnd.tail, true), (-10, .tail, false), (10, .head, false), (-10, .head, true),
    ] {
      var question = question(at: end == .tail ? 900 : 0)
      question.velocity = velocity
      #expect(question.wantsFetch(at: end) == expected)
    }
  }

  // G09: a distance equal to the threshold fetches.
  // G10: a greater distance does not fetch, also right to left.
  // G11: a viewport beyond the end still fetches.
  @Test(arguments: [(700.0, true), (699, false), (701, true), (1_200, true)])
  func `a fetch begins at the threshold distance, nearer, and past the end`(
    offset: Double, expected: Bool
  ) {
    #expect(question(at: offset).wantsFetch(at: .tail) == expected)
    // The head is measured from the other side.
    #expect(question(at: 900 - offset).wantsFetch(at: .head) == expected)
  }

  // G12: short content always fetches.
  // G13: an empty list fetches once.
  @Test func `content shorter than the viewport always needs a fetch`() {
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

  // G14: fetches continue until there is enough content.
  // G15: becoming visible fetches more.
  @Test(arguments: [true, false])
  func `fetches continue until the content suffices, then stop`(isVisible: Bool) {
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

  @Test(arguments: [(20.0, true), (0, true), (-1, false), (.nan, false), (.infinity, false)])
  @MainActor func `an indicator of a valid length is shown beyond the end that is fetched`(
    length: Double, isShown: Bool
  ) {
    let bench = SceneBench(20)
    let fetching = BatchFetching()
    let content = DisplayNode(environment: bench.environment)
    fetching.ends = [.head, .tail]
    fetching.makeIndicator = { _ in (DisplayNode(environment: bench.environment), length) }
    let begun = fetching.begin(question(at: 900), on: content)
    #expect(begun.ends == [.tail] && begun.showsIndicator == isShown)
    #expect(content.subnodes.count == (isShown ? 1 : 0))
    #expect(fetching.indicatorLength(at: .tail) == (isShown ? length : 0))
    #expect(fetching.indicatorLength(at: .head) == 0)
    _ = fetching.begin(question(at: 0), on: content)
    fetching.placeIndicators(in: bench.scene())
    let frames = content.subnodes.map(\.frame)
    // Twenty items of 50 points are between the indicators.
    let expected = [1_000, -length].map { Rect(x: 0, y: $0, width: 100, height: length) }
    #expect(frames == (isShown ? expected : []))
    fetching.finish(at: .tail, hasMore: true)
    #expect(content.subnodes.count == (isShown ? 1 : 0))
    #expect(fetching.indicatorLength(at: .tail) == 0)
  }
}

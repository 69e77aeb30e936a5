import GalleyLayers
import Testing

@testable import GalleyLists

@MainActor @Suite struct ListStateTests {
  @Test func `the clear viewport is without the covered parts at both ends`() {
    var state = ListState(estimate: 44, pinnedEnds: [.head], stacksFromTail: false)
    state.resize(length: 400, ends: ListState.Ends(leading: 10, trailing: 30))
    #expect(state.viewport == state.offset..<state.offset + 400)
    #expect(state.clearViewport == state.offset + 10..<state.offset + 370)
    // A viewport that is covered whole has no clear part.
    state.resize(length: 400, ends: ListState.Ends(leading: 250, trailing: 200))
    #expect(state.clearViewport.isEmpty)
    #expect(state.clearViewport.lowerBound == state.offset + 250)
  }

  /// Returns the state of a list of items of 50 points in a viewport of 400 points.
  private func state(
    _ count: Int, _ ends: ListState.Ends = ListState.Ends(), pinned: [ListEnd] = [],
    stacksFromTail: Bool = false, lengths: [Int: Double] = [:]
  ) -> ListState {
    var state = ListState(estimate: 50, pinnedEnds: pinned, stacksFromTail: stacksFromTail)
    state.apply(
      MapChange(of: SceneBench.map(0..<count)),
      lengths: (0..<count).map { ($0, lengths[$0] ?? 50) }, keeping: .nothing)
    state.resize(length: 400, ends: ends)
    return state
  }

  @Test func `a list rests between its covered ends, with room for its indicators`() {
    let ends = ListState.Ends(leading: 10, trailing: 30, head: 5, tail: 7)
    #expect(state(20, ends).restingRange == -15...(1_000 + 7 + 30 - 400))
    // Items that do not fill the viewport are at one of its ends.
    #expect(state(2, ends).restingRange == -15...(-15))
    #expect(state(2, ends, stacksFromTail: true).restingRange == -263...(-263))
    #expect(state(8).restingRange == 0...0)
  }

  // MARK: Anchors

  private func isEnd(_ anchor: ListState.Anchor) -> Bool {
    if case .end = anchor { return true }
    return false
  }

  @Test func `a list rests at a pinned end within half a point`() {
    for (offset, end) in [(0.0, true), (0.49, true), (0.5, false), (99, false)] {
      var state = state(20, pinned: [.head])
      state.scroller.scroll(to: offset, time: 0)
      #expect(isEnd(state.anchor()) == end)
    }
    for (offset, end) in [(600.0, true), (599.51, true), (599.5, false), (0, false)] {
      var state = state(20, pinned: [.tail])
      state.scroller.scroll(to: offset, time: 0)
      #expect(isEnd(state.anchor()) == end)
    }
    // Nor while a pointer holds the content.
    var held = state(20, pinned: [.head])
    held.scroller.beginDrag(at: 0, time: 0)
    #expect(!isEnd(held.anchor()))
  }

  @Test func `the only item of a list can be an anchor, and an empty list has its pinned end`() {
    var long = state(1, pinned: [.head], lengths: [0: 1_000])
    long.scroller.scroll(to: 300, time: 0)
    guard case .item(let anchor) = long.anchor() else {
      Issue.record("the item is an anchor")
      return
    }
    #expect(anchor.index == 0 && anchor.distance == -300)
    #expect(isEnd(state(0, pinned: [.tail]).anchor()))
    guard case .nothing = state(0).anchor() else {
      Issue.record("nothing is an anchor")
      return
    }
  }

  @Test func `a bounce at an end goes on while items elsewhere are measured`() {
    let ends = ListState.Ends(leading: 10, trailing: 30)
    for end in [ListEnd.head, .tail] {
      var state = state(20, ends, pinned: [end])
      state.scroller.scroll(to: end == .head ? -10 : 630, time: 0)
      state.scroller.beginDrag(at: 0, time: 0)
      state.scroller.drag(to: end == .head ? 80 : -80, time: 1)
      state.scroller.endDrag(time: 2)
      state.scroller.advance(to: 2.1)
      #expect(state.scroller.phase == .bouncing)
      let overscroll = state.scroller.overscroll
      #expect(overscroll.magnitude > 10)
      state.apply(nil, lengths: [(10, 80)], keeping: state.anchor())
      #expect(state.scroller.phase == .bouncing)
      #expect(abs(state.scroller.overscroll - overscroll) < 1e-9)
      state.scroller.advance(to: 9)
      #expect(state.offset == (end == .head ? -10 : 660))
    }
  }

  // MARK: Positions

  @Test func `an item at an edge is visible`() {
    var state = state(40)
    state.scroller.scroll(to: 500, time: 0)
    // Items 10 to 17 fill the viewport.
    #expect(state.offset(for: 10, at: .visible(7)) == 500)
    #expect(state.offset(for: 17, at: .visible(7)) == 500)
    #expect(state.offset(for: 9, at: .visible(7)) == 450 - 7)
    #expect(state.offset(for: 18, at: .visible(7)) == 950 + 7 - 400)
    state.scroller.scroll(to: 510, time: 0)
    #expect(state.offset(for: 10, at: .visible(7)) == 500 - 7)
    #expect(state.offset(for: 18, at: .visible(7)) == 950 + 7 - 400)
  }

  @Test func `an item as long as the viewport shows its near end, a longer one its far end`() {
    var equal = state(20, lengths: [5: 400])
    var long = state(20, lengths: [5: 500])
    for (offset, shown, end) in [(300.0, 243.0, 300.0), (200, 257, 250), (400, 243, 350)] {
      equal.scroller.scroll(to: offset, time: 0)
      #expect(equal.offset(for: 5, at: .visible(7)) == shown)
      long.scroller.scroll(to: offset, time: 0)
      #expect(long.offset(for: 5, at: .visible()) == end)
    }
  }

  @Test func `in a viewport that is covered whole, an item is at the requested end`() {
    let ends = ListState.Ends(leading: 250, trailing: 200)
    #expect(state(20, ends).offset(for: 10, at: .center(.tail)) == 550 + 200 - 400)
    #expect(state(20, ends).offset(for: 10, at: .center(.head)) == 500 - 250)
    let short = state(20, ends, lengths: [10: 0.5])
    #expect(short.offset(for: 10, at: .center(.tail)) == 500.5 + 200 - 400)
    // One without length is not too long.
    let empty = state(20, ends, lengths: [10: 0])
    #expect(empty.offset(for: 10, at: .center(.tail)) == 500 - 250)
  }

  @Test(arguments: [
    (-30.0, -10.0), (-10, -10), (14, -10), (15, -10), (16, 40), (40, 40), (65, 40), (66, 90),
    (615, 590), (616, 630), (640, 630),
  ])
  func `a list snaps to the nearest boundary of items below its covered part`(
    offset: Double, snapped: Double
  ) {
    let ends = ListState.Ends(leading: 10, trailing: 30)
    #expect(state(20, ends).snapped(offset) == snapped)
  }

  // MARK: Pages

  @Test(arguments: [1, 3])
  func `pages have the length of the viewport, and the current one stays`(count: Int) {
    for (length, isLonger) in [(300.0, true), (1, false)] {
      var state = state(count)
      state.resize(length: 50, ends: ListState.Ends())
      let page = Double(count - 1)
      state.scroller.scroll(to: page * 50, time: 0)
      state.setPages(length: length, showing: state.page)
      #expect(state.geometry.length == Double(count) * length)
      #expect(state.offset == (isLonger ? page * length : 0))
      state.setPages(length: 40, showing: state.page)
      #expect(state.geometry.length == Double(count) * 40)
    }
  }

  @Test func `the last page stays while the viewport grows`() {
    var state = state(3)
    state.resize(length: 50, ends: ListState.Ends())
    state.scroller.scroll(to: 100, time: 0)
    let page = state.page
    #expect(page == 2)
    // The three pages of the old length are shorter than the viewport.
    state.resize(length: 300, ends: ListState.Ends())
    state.setPages(length: 300, showing: page)
    #expect(state.offset == 600)
  }

  @Test func `pages without length keep their previous one`() {
    var state = state(3)
    state.setPages(length: 0, showing: state.page)
    #expect(state.geometry.length == 150)
    // The part of a page without length that is visible is unknown.
    state.setPages(length: 40, showing: state.page)
    #expect(state.geometry.length == 150)
  }

  @Test func `a change of pages does not advance the time`() {
    var state = state(30)
    state.setPages(length: 400, showing: state.page)
    state.scroller.scroll(
      to: 400, animation: ListAnimation(duration: 1, curve: .linear), time: 0.25)
    state.scroller.advance(to: 0.75)
    #expect(state.offset == 200)
  }
}

import Testing

@testable import GalleyLists

@Suite struct ListStateTests {
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
}
